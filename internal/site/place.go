package site

import (
	"cmp"
	"fmt"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"servicemap/internal/destination"
)

// Place is a destination as its page shows it: the POI of the public API.
type Place struct {
	Slug         string   `json:"slug"`
	Name         string   `json:"name"`
	Latitude     float64  `json:"latitude"`
	Longitude    float64  `json:"longitude"`
	Category     string   `json:"category"`
	CategoryID   string   `json:"categoryId"`
	CountryCode  string   `json:"countryCode"`
	Region       string   `json:"region"`
	TravelRegion string   `json:"travelRegion"`
	Locality     string   `json:"locality"`
	Kids         *bool    `json:"kids"`
	Seating      *bool    `json:"seating"`
	Free         *bool    `json:"free"`
	Mobility     *float64 `json:"mobility"`
	Description  string   `json:"description"`
	Website      string   `json:"website"`
	Phone        string   `json:"phone"`
	OpeningHours string   `json:"openingHours"`
	Address      string   `json:"address"`
	Image        *Image   `json:"image"`
	Sources      []Source `json:"sources"`
}

// Image is a picture on another host; we link to it and do not load it.
type Image struct {
	URL     string `json:"url"`
	Page    string `json:"page"`
	Credit  string `json:"credit"`
	License string `json:"license"`
}

// Source is where the data of a destination comes from.
type Source struct {
	Name    string `json:"name"`
	License string `json:"license"`
}

// Color is the colour of the category's dots.
func (d Place) Color() string {
	if c, ok := destination.ParseCategory(d.CategoryID); ok {
		return c.Info().Color
	}
	return "#666666"
}

// Where names the place's surroundings, nearest first.
func (d Place) Where() string {
	var parts []string
	for _, part := range []string{d.Locality, d.TravelRegion, d.Region} {
		if part != "" && (len(parts) == 0 || parts[len(parts)-1] != part) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// Town is the nearest of its surroundings that has a name.
func (d Place) Town() string { return cmp.Or(d.Locality, d.TravelRegion, d.Region) }

func decimal(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// Lat is the latitude for links and attributes.
func (d Place) Lat() string { return decimal(d.Latitude) }

// Lng is the longitude for links and attributes.
func (d Place) Lng() string { return decimal(d.Longitude) }

// Directions leads to a route planner, when the visitor chooses to go there.
func (d Place) Directions() string {
	return "https://www.openstreetmap.org/directions?to=" + url.QueryEscape(d.Lat()+","+d.Lng())
}

// PhoneLink is the number without what only people read. Templates know
// nothing of telephones; there are but digits in it.
func (d Place) PhoneLink() template.URL {
	return template.URL("tel:" + strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r == '+' {
			return r
		}
		return -1
	}, d.Phone))
}

// fact is one thing known about a place.
type fact struct {
	Name, Value string
	Good        bool
}

func (p *page) facts(d Place) []fact {
	var facts []fact
	flag := func(key string, v *bool) {
		switch {
		case v == nil:
		case *v:
			facts = append(facts, fact{p.T("fact." + key), p.T("fact." + key + ".yes"), true})
		default:
			facts = append(facts, fact{p.T("fact." + key), p.T("fact." + key + ".no"), false})
		}
	}
	flag("kids", d.Kids)
	flag("seating", d.Seating)
	flag("free", d.Free)
	if d.Mobility != nil {
		level := max(0, min(5, int(*d.Mobility+0.5)))
		facts = append(facts, fact{p.T("fact.mobility"), p.T(fmt.Sprintf("fact.mobility.%d", level)), level >= 3})
	}
	return facts
}

type placeData struct {
	Place
	Facts   []fact
	Hours   []hoursLine
	Near    []nearPlace
	Website string // only when a browser may follow it
	Picture string
	Markers string
	Country string
}

type nearPlace struct {
	Place
	Distance string
}

const nearPlaces = 6

func (s *Site) servePlace(w http.ResponseWriter, r *http.Request, p *page, slug string) error {
	d, ok := s.opts.Destinations.Find(slug, p.Lang)
	if !ok {
		return s.serveMissing(w, r, p)
	}
	if d.Slug != slug {
		return s.redirect(w, r, p, "/d/"+url.PathEscape(d.Slug))
	}
	p.Path = "/d/" + url.PathEscape(d.Slug)
	p.Title = d.Name
	p.Description = p.placeDescription(d)
	p.Kind = "place"
	p.WithMap = true
	p.JSONLD = p.placeJSONLD(d)
	marker, err := markers(d)
	if err != nil {
		return err
	}
	data := placeData{
		Place: d, Facts: p.facts(d), Hours: p.hours(d.OpeningHours), Markers: marker,
		Website: webLink(d.Website), Country: p.country(d.CountryCode), Near: s.near(d, p.Lang),
	}
	if d.Image != nil {
		data.Picture = webLink(d.Image.Page)
		if data.Picture == "" {
			data.Picture = webLink(d.Image.URL)
		}
	}
	return s.render(w, r, p, "place", http.StatusOK, data)
}

func (p *page) country(code string) string {
	switch code {
	case "DE", "AT", "CH", "LI":
		return p.T("country." + code)
	}
	return code
}

func (p *page) placeDescription(d Place) string {
	start := d.Category
	if where := d.Where(); where != "" {
		start += " · " + where
	}
	if d.Description != "" {
		return start + ". " + d.Description
	}
	return p.T("place.description", d.Name, start)
}

func (s *Site) near(d Place, lang destination.Lang) []nearPlace {
	at := destination.Point{Lat: d.Latitude, Lng: d.Longitude}
	var near []nearPlace
	for _, other := range s.opts.Destinations.Best(&at, lang, nearPlaces+1) {
		if other.Slug == d.Slug || len(near) == nearPlaces {
			continue
		}
		km := destination.DistanceKm(at, destination.Point{Lat: other.Latitude, Lng: other.Longitude})
		near = append(near, nearPlace{other, distance(km, lang)})
	}
	return near
}

func distance(km float64, lang destination.Lang) string {
	switch {
	case km < 1:
		return fmt.Sprintf("%d m", int(km*100+0.5)*10)
	case km < 10:
		text := fmt.Sprintf("%.1f km", km)
		if lang == destination.German {
			text = strings.Replace(text, ".", ",", 1)
		}
		return text
	}
	return fmt.Sprintf("%.0f km", km)
}

// webLink is the address if a browser may be sent there.
func webLink(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return ""
	}
	return u.String()
}
