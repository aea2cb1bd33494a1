package destination

// RegionInfo is a state, Land or canton.
type RegionInfo struct {
	Code    string    // ISO 3166-2
	Names   [2]string // by Lang
	Aliases []string  // names in other languages and short forms
}

// Country is the ISO 3166-1 code of the country that the region belongs to.
func (r RegionInfo) Country() string { return r.Code[:2] }

var regions = []RegionInfo{
	{"DE-BW", [2]string{"Baden-Württemberg", "Baden-Württemberg"}, nil},
	{"DE-BY", [2]string{"Bayern", "Bavaria"}, nil},
	{"DE-BE", [2]string{"Berlin", "Berlin"}, nil},
	{"DE-BB", [2]string{"Brandenburg", "Brandenburg"}, nil},
	{"DE-HB", [2]string{"Bremen", "Bremen"}, nil},
	{"DE-HH", [2]string{"Hamburg", "Hamburg"}, nil},
	{"DE-HE", [2]string{"Hessen", "Hesse"}, nil},
	{"DE-MV", [2]string{"Mecklenburg-Vorpommern", "Mecklenburg-Western Pomerania"}, []string{"Mecklenburg"}},
	{"DE-NI", [2]string{"Niedersachsen", "Lower Saxony"}, nil},
	{"DE-NW", [2]string{"Nordrhein-Westfalen", "North Rhine-Westphalia"}, []string{"NRW"}},
	{"DE-RP", [2]string{"Rheinland-Pfalz", "Rhineland-Palatinate"}, nil},
	{"DE-SL", [2]string{"Saarland", "Saarland"}, nil},
	{"DE-SN", [2]string{"Sachsen", "Saxony"}, nil},
	{"DE-ST", [2]string{"Sachsen-Anhalt", "Saxony-Anhalt"}, nil},
	{"DE-SH", [2]string{"Schleswig-Holstein", "Schleswig-Holstein"}, nil},
	{"DE-TH", [2]string{"Thüringen", "Thuringia"}, nil},
	{"AT-1", [2]string{"Burgenland", "Burgenland"}, nil},
	{"AT-2", [2]string{"Kärnten", "Carinthia"}, nil},
	{"AT-3", [2]string{"Niederösterreich", "Lower Austria"}, nil},
	{"AT-4", [2]string{"Oberösterreich", "Upper Austria"}, nil},
	{"AT-5", [2]string{"Salzburg", "Salzburg"}, []string{"Salzburger Land"}},
	{"AT-6", [2]string{"Steiermark", "Styria"}, nil},
	{"AT-7", [2]string{"Tirol", "Tyrol"}, nil},
	{"AT-8", [2]string{"Vorarlberg", "Vorarlberg"}, nil},
	{"AT-9", [2]string{"Wien", "Vienna"}, nil},
	{"CH-AG", [2]string{"Aargau", "Aargau"}, []string{"Argovie", "Argovia"}},
	{"CH-AI", [2]string{"Appenzell Innerrhoden", "Appenzell Innerrhoden"}, []string{"Appenzell Rhodes-Intérieures"}},
	{"CH-AR", [2]string{"Appenzell Ausserrhoden", "Appenzell Ausserrhoden"}, []string{"Appenzell Rhodes-Extérieures"}},
	{"CH-BE", [2]string{"Bern", "Bern"}, []string{"Berne", "Berna"}},
	{"CH-BL", [2]string{"Basel-Landschaft", "Basel-Landschaft"}, []string{"Baselland", "Bâle-Campagne"}},
	{"CH-BS", [2]string{"Basel-Stadt", "Basel-Stadt"}, []string{"Basel", "Bâle-Ville"}},
	{"CH-FR", [2]string{"Freiburg", "Fribourg"}, []string{"Friburgo"}},
	{"CH-GE", [2]string{"Genf", "Geneva"}, []string{"Genève", "Ginevra"}},
	{"CH-GL", [2]string{"Glarus", "Glarus"}, []string{"Glaris", "Glarona"}},
	{"CH-GR", [2]string{"Graubünden", "Grisons"}, []string{"Grigioni", "Grischun", "Bünden"}},
	{"CH-JU", [2]string{"Jura", "Jura"}, nil},
	{"CH-LU", [2]string{"Luzern", "Lucerne"}, []string{"Lucerna"}},
	{"CH-NE", [2]string{"Neuenburg", "Neuchâtel"}, nil},
	{"CH-NW", [2]string{"Nidwalden", "Nidwalden"}, []string{"Nidwald"}},
	{"CH-OW", [2]string{"Obwalden", "Obwalden"}, []string{"Obwald"}},
	{"CH-SG", [2]string{"St. Gallen", "St. Gallen"}, []string{"Sankt Gallen", "Saint-Gall", "San Gallo"}},
	{"CH-SH", [2]string{"Schaffhausen", "Schaffhausen"}, []string{"Schaffhouse"}},
	{"CH-SO", [2]string{"Solothurn", "Solothurn"}, []string{"Soleure"}},
	{"CH-SZ", [2]string{"Schwyz", "Schwyz"}, []string{"Svitto"}},
	{"CH-TG", [2]string{"Thurgau", "Thurgau"}, []string{"Thurgovie"}},
	{"CH-TI", [2]string{"Tessin", "Ticino"}, nil},
	{"CH-UR", [2]string{"Uri", "Uri"}, nil},
	{"CH-VD", [2]string{"Waadt", "Vaud"}, []string{"Waadtland"}},
	{"CH-VS", [2]string{"Wallis", "Valais"}, []string{"Vallese"}},
	{"CH-ZG", [2]string{"Zug", "Zug"}, []string{"Zoug"}},
	{"CH-ZH", [2]string{"Zürich", "Zurich"}, []string{"Zurigo"}},
}

// travelRegions gives the English names of travel regions that have one.
// Those that are not here are called the same in both languages.
var travelRegions = map[string]string{
	"Allgäu":                      "Allgäu",
	"Bayerischer Wald":            "Bavarian Forest",
	"Berner Oberland":             "Bernese Oberland",
	"Bodensee":                    "Lake Constance",
	"Bregenzerwald":               "Bregenz Forest",
	"Drei-Seen-Land":              "Three-Lakes Region",
	"Elbsandsteingebirge":         "Elbe Sandstone Mountains",
	"Erzgebirge":                  "Ore Mountains",
	"Fichtelgebirge":              "Fichtel Mountains",
	"Franken":                     "Franconia",
	"Fränkische Schweiz":          "Franconian Switzerland",
	"Genferseeregion":             "Lake Geneva Region",
	"Lüneburger Heide":            "Lüneburg Heath",
	"Mecklenburgische Seenplatte": "Mecklenburg Lake District",
	"Mittelrhein":                 "Middle Rhine",
	"Mosel":                       "Moselle",
	"München":                     "Munich",
	"Neusiedler See":              "Lake Neusiedl",
	"Nordsee":                     "North Sea",
	"Oberbayern":                  "Upper Bavaria",
	"Oberlausitz":                 "Upper Lusatia",
	"Ostfriesland":                "East Frisia",
	"Ostsee":                      "Baltic Sea",
	"Osttirol":                    "East Tyrol",
	"Pfalz":                       "Palatinate",
	"Pfälzerwald":                 "Palatinate Forest",
	"Region Stuttgart":            "Stuttgart Region",
	"Rheinland":                   "Rhineland",
	"Ruhrgebiet":                  "Ruhr Area",
	"Schwarzwald":                 "Black Forest",
	"Schwäbische Alb":             "Swabian Jura",
	"Spreewald":                   "Spree Forest",
	"Stadt Salzburg":              "City of Salzburg",
	"Sächsische Schweiz":          "Saxon Switzerland",
	"Teutoburger Wald":            "Teutoburg Forest",
	"Thüringer Wald":              "Thuringian Forest",
	"Vierwaldstättersee":          "Lake Lucerne",
	"Wiener Alpen":                "Vienna Alps",
	"Wienerwald":                  "Vienna Woods",
	"Zentralschweiz":              "Central Switzerland",
	"Zürichsee":                   "Lake Zurich",
}

var regionByCode = func() map[string]*RegionInfo {
	m := make(map[string]*RegionInfo, len(regions))
	for i := range regions {
		m[regions[i].Code] = &regions[i]
	}
	return m
}()

// regionAliases maps the key of any name to the key of the German one.
var regionAliases = func() map[string]string {
	m := make(map[string]string)
	for _, r := range regions {
		key := nameKey(r.Names[German])
		m[nameKey(r.Code)] = key
		m[nameKey(r.Names[English])] = key
		for _, alias := range r.Aliases {
			m[nameKey(alias)] = key
		}
	}
	for de, en := range travelRegions {
		m[nameKey(en)] = nameKey(de)
	}
	return m
}()

// Regions lists all states, Länder and cantons.
func Regions() []RegionInfo { return regions }

// RegionByCode finds a state or canton by its ISO 3166-2 code.
func RegionByCode(code string) (RegionInfo, bool) {
	r, ok := regionByCode[code]
	if !ok {
		return RegionInfo{}, false
	}
	return *r, true
}

// RegionKey is the same for every way to write the name of one region, in any
// language: "Bavaria", "bayern" and "DE-BY" are one.
func RegionKey(name string) string {
	key := nameKey(name)
	if canonical, ok := regionAliases[key]; ok {
		return canonical
	}
	return key
}

// TravelRegionName is the name of a travel region in a language.
func TravelRegionName(name string, l Lang) string {
	if l == German {
		return name
	}
	if en, ok := travelRegions[name]; ok {
		return en
	}
	for _, r := range regions { // some are called as the state is: "Tessin"
		if r.Names[German] == name {
			return r.Names[l]
		}
	}
	return name
}

// RegionName is the name of the destination's state or canton, "" for none.
func (d *Destination) RegionName(l Lang) string {
	if r, ok := regionByCode[d.RegionCode]; ok {
		return r.Names[l]
	}
	return d.Region
}

// RegionKeys are the keys of all regions that the destination lies in.
func (d *Destination) RegionKeys() []string {
	keys := make([]string, 0, 1+len(d.TravelRegions))
	if name := d.RegionName(German); name != "" {
		keys = append(keys, RegionKey(name))
	}
	for _, name := range d.TravelRegions {
		keys = append(keys, RegionKey(name))
	}
	return keys
}
