package destination

// Limits of a query, part 8 of the specification.
const (
	DefaultLimit    = 80
	MaxLimit        = 400
	DefaultRadiusKm = 80
	MaxRadiusKm     = 500
	MaxTextRunes    = 200
)

// Query is a valid and complete question; every filter that is set applies.
type Query struct {
	Text        string
	Center      *Point  // orders the hits by distance (without Text)
	RadiusKm    float64 // 0: no radius; only with Center
	Box         *Box
	Categories  *CategorySet // nil: any; an empty set finds nothing
	CountryCode string       // upper case, "" any
	Region      string       // a RegionKey, "" any
	Kids        bool
	Seating     bool
	Free        bool
	MinMobility *float64
	Limit       int
}

// Hit is one found destination. Payload is what the encoder given at build
// time made of it; it is shared and must not be changed.
type Hit struct {
	Payload    []byte
	DistanceKm float64 // only meaningful when the query has a Center
}

// Result is the answer to a query: the first Limit hits and how many match.
type Result struct {
	Hits  []Hit
	Total int
}

// CategoryCount is how many destinations of a category match a query.
type CategoryCount struct {
	Category Category
	Count    int
}

// Encoder turns a destination into the payload that a search hands back.
type Encoder func(dst []byte, d *Destination) []byte
