package importer

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"servicemap/internal/classify"
	"servicemap/internal/destination"
	"servicemap/internal/tabular"
)

// blank is what an operator writes to make a value unknown or empty.
const blank = "-"

// applyFields sets what a list or an override says of a destination itself.
// Evidence says why.
func applyFields(r *destination.Record, tags destination.Tags, why string) error {
	if r.Evidence == nil {
		r.Evidence = map[string]string{}
	}
	if image := tags.Get(tabular.Own + "image"); image != "" { // first: the others say more of it
		applyImage(r, "image", unblank(image))
	}
	for _, t := range tags {
		field, own := strings.CutPrefix(t.Key, tabular.Own)
		if !own || field == "image" {
			continue
		}
		if err := applyField(r, field, t.Value, why); err != nil {
			return fmt.Errorf("%s: %w", field, err)
		}
	}
	return nil
}

func applyField(r *destination.Record, field, value, why string) error {
	text := unblank(value)
	var err error
	switch field {
	case "kids":
		err = applyTernary(r, field, &r.Kids, text, why)
	case "seating":
		err = applyTernary(r, field, &r.Seating, text, why)
	case "free":
		err = applyTernary(r, field, &r.Free, text, why)
	case "mobility":
		r.Mobility = destination.Mobility{}
		delete(r.Evidence, field)
		if text != "" {
			r.Mobility.Value, err = decimal(text, 5)
			r.Mobility.Known = err == nil
			r.Evidence[field] = why
		}
	case "prominence":
		r.Prominence, err = decimal(text, 1)
	case "countryCode":
		if r.CountryCode = strings.ToUpper(text); len(text) > 2 {
			r.CountryCode, err = countryCode(text)
		}
	case "region":
		if r.RegionCode, r.Region = regionOf(text); r.RegionCode != "" {
			r.CountryCode = r.RegionCode[:2]
		}
	case "travelRegion":
		r.TravelRegions = nil
		for name := range strings.SplitSeq(text, ";") {
			if name = classify.CleanName(name); name != "" && !slices.Contains(r.TravelRegions, name) {
				r.TravelRegions = append(r.TravelRegions, name)
			}
		}
	case "locality":
		r.Locality = classify.CleanName(text)
	case "imagePage", "imageCredit", "imageLicense":
		applyImage(r, field, text)
	}
	return err
}

func unblank(value string) string {
	if value == blank {
		return ""
	}
	return value
}

func applyTernary(r *destination.Record, field string, to *destination.Ternary, text, why string) error {
	value, err := truth(text)
	if err != nil {
		return err
	}
	*to = value
	delete(r.Evidence, field)
	if value != destination.Unknown {
		r.Evidence[field] = why
	}
	return nil
}

// truth reads what people write for yes and no.
func truth(s string) (destination.Ternary, error) {
	switch strings.ToLower(strings.TrimSpace(s)) {
	case "1", "true", "yes", "ja", "j", "y", "x", "wahr", "oui", "si", "sì":
		return destination.Yes, nil
	case "0", "false", "no", "nein", "n", "falsch", "non":
		return destination.No, nil
	case "", "?", "unknown", "unbekannt":
		return destination.Unknown, nil
	}
	return destination.Unknown, fmt.Errorf("%.40q is neither yes nor no", s)
}

func decimal(s string, highest float64) (float64, error) {
	v, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(s), ",", ".", 1), 64)
	if err != nil || !(v >= 0 && v <= highest) {
		return 0, fmt.Errorf("%.40q is not a number from 0 to %g", s, highest)
	}
	return v, nil
}

var countries = map[string]string{
	"deutschland": "DE", "germany": "DE", "osterreich": "AT", "oesterreich": "AT", "austria": "AT",
	"schweiz": "CH", "switzerland": "CH", "suisse": "CH", "svizzera": "CH", "liechtenstein": "LI",
}

func countryCode(name string) (string, error) {
	if code, ok := countries[destination.Fold(strings.TrimSpace(name))]; ok {
		return code, nil
	}
	return "", fmt.Errorf("unknown country %.40q (want a code like DE)", name)
}

// regionOf finds the state or canton by any of its names; a region that is
// none keeps its name.
func regionOf(name string) (code, other string) {
	if name == "" {
		return "", ""
	}
	key := destination.RegionKey(name)
	for _, r := range destination.Regions() {
		if destination.RegionKey(r.Names[destination.German]) == key {
			return r.Code, ""
		}
	}
	return "", classify.CleanName(name)
}

func applyImage(r *destination.Record, field, text string) {
	image := destination.Image{}
	if r.Image != nil {
		image = *r.Image
	}
	switch field {
	case "image":
		if text == "" {
			r.Image = nil
			return
		}
		if found := classify.Picture(destination.Tags{{Key: "image", Value: text}}); found != nil {
			image = *found
		} else if address := classify.WebAddress(text); address != "" && strings.Contains(text, "://") {
			image = destination.Image{URL: address, Page: address}
			if u, err := url.Parse(address); err == nil {
				image.Credit = u.Host
			}
		}
	case "imagePage":
		image.Page = classify.WebAddress(text)
	case "imageCredit":
		image.Credit = text
	case "imageLicense":
		image.License = text
	}
	if image.URL != "" {
		r.Image = &image
	}
}
