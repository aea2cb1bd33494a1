package classify

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"servicemap/internal/destination"
)

// Nearby is what stands in and around a place, counted within the distances
// of the weights.
type Nearby struct {
	Seats             int // benches, picnic tables, shelters
	Playgrounds       int // other than itself
	AccessibleToilets int
	DisabledParking   int
	StepFreeStops     int
	SmoothWays        int // paved, even and not steep
	RoughWays         int
	Steps             int
}

// Attributes are what can be known of a place, each with its evidence.
type Attributes struct {
	Kids, Seating, Free destination.Ternary
	Mobility            destination.Mobility
	Evidence            map[string]string // attribute → "tag fee=no", "nearby: 3 seats", "category playground"
}

// Attributes judges a place of a category by its tags and by what is near.
func (c *Classifier) Attributes(category destination.Category, tags destination.Tags, near Nearby) Attributes {
	a := Attributes{Evidence: map[string]string{}}
	set := func(name string, to *destination.Ternary, value destination.Ternary, why string) {
		if *to = value; value != destination.Unknown {
			a.Evidence[name] = why
		}
	}
	value, why := c.free(category, tags)
	set("free", &a.Free, value, why)
	value, why = c.kids(category, tags, near)
	set("kids", &a.Kids, value, why)
	value, why = c.seating(category, tags, near)
	set("seating", &a.Seating, value, why)
	var reasons []string
	if a.Mobility, reasons = c.mobility(tags, near); a.Mobility.Known {
		a.Evidence["mobility"] = strings.Join(reasons, ", ")
	}
	return a
}

func byTag(tags destination.Tags, key string) string { return "tag " + key + "=" + tags.Get(key) }

func (c *Classifier) free(category destination.Category, tags destination.Tags) (destination.Ternary, string) {
	switch tags.Get("fee") {
	case "":
	case "no", "donation", "voluntary", "free", "0":
		return destination.Yes, byTag(tags, "fee")
	case "yes", "interval":
		return destination.No, byTag(tags, "fee")
	default: // "Mo-Fr 9:00-17:00", "some": sometimes
		return destination.Unknown, ""
	}
	switch charge := tags.Get("charge"); charge {
	case "":
	case "no", "0", "0 EUR", "0 €":
		return destination.Yes, byTag(tags, "charge")
	default:
		return destination.No, byTag(tags, "charge")
	}
	if tags.Is("leisure", "indoor_play") {
		return destination.Unknown, ""
	}
	if slices.Contains(c.weights.FreeCategories, category.ID()) {
		return destination.Yes, "category " + category.ID()
	}
	return destination.Unknown, ""
}

func (c *Classifier) kids(category destination.Category, tags destination.Tags, near Nearby) (destination.Ternary, string) {
	minAge, hasAge := number(tags.Get("min_age"))
	switch {
	case hasAge && minAge >= c.weights.AdultMinAge:
		return destination.No, byTag(tags, "min_age")
	case slices.Contains(c.weights.KidsCategories, category.ID()):
		return destination.Yes, "category " + category.ID()
	case hasAge && minAge <= c.weights.KidsMaxMinAge:
		return destination.Yes, byTag(tags, "min_age")
	case near.Playgrounds > 0:
		return destination.Yes, "nearby: a playground"
	}
	for _, key := range []string{"kids_area", "kids_area:outdoor", "kids_area:indoor", "stroller", "pushchair", "changing_table", "toilets:changing_table", "playground"} {
		if v := tags.Get(key); v != "" && v != "no" && v != "limited" {
			return destination.Yes, byTag(tags, key)
		}
	}
	for _, key := range []string{"stroller", "pushchair"} {
		if tags.Is(key, "no") {
			return destination.No, byTag(tags, key)
		}
	}
	return destination.Unknown, ""
}

func (c *Classifier) seating(category destination.Category, tags destination.Tags, near Nearby) (destination.Ternary, string) {
	for _, key := range []string{"bench", "picnic_table", "outdoor_seating", "lounger"} {
		if v := tags.Get(key); v != "" && v != "no" {
			return destination.Yes, byTag(tags, key)
		}
	}
	switch {
	case tags.Is("tourism", "alpine_hut"):
		return destination.Yes, "tag tourism=alpine_hut (serviced)"
	case slices.Contains(c.weights.SeatedCategories, category.ID()):
		return destination.Yes, "category " + category.ID()
	case near.Seats > 0:
		return destination.Yes, fmt.Sprintf("nearby: %d seats", near.Seats)
	case tags.Is("bench", "no"):
		return destination.No, byTag(tags, "bench")
	}
	return destination.Unknown, ""
}

// maxMobility is the top of the scale.
const maxMobility = 5

func (c *Classifier) mobility(tags destination.Tags, near Nearby) (m destination.Mobility, reasons []string) {
	w := c.weights.Mobility
	value, highest := w.NoTag, w.NoTagMax
	evidence := false
	switch tags.Get("wheelchair") {
	case "yes", "designated":
		value, highest, evidence = w.WheelchairYes, maxMobility, true
	case "limited":
		value, highest, evidence = w.WheelchairLimited, maxMobility, true
	case "no":
		value, highest, evidence = 0, w.WheelchairNoMax, true
	}
	if evidence {
		reasons = append(reasons, byTag(tags, "wheelchair"))
	}
	add := func(weight float64, why string) {
		value += weight
		reasons = append(reasons, why)
		evidence = true
	}
	if tags.Is("toilets:wheelchair", "yes", "designated") {
		add(w.AccessibleToilet, byTag(tags, "toilets:wheelchair"))
	} else if near.AccessibleToilets > 0 {
		add(w.AccessibleToilet, "nearby: accessible toilet")
	}
	if n, ok := number(tags.Get("capacity:disabled")); ok && n > 0 {
		add(w.DisabledParking, byTag(tags, "capacity:disabled"))
	} else if near.DisabledParking > 0 {
		add(w.DisabledParking, "nearby: disabled parking")
	}
	smooth, rough := c.Surface(tags)
	switch {
	case smooth || !rough && near.SmoothWays > 0:
		add(w.SmoothWay, "paved way")
	case near.Steps > 0 && near.RoughWays == 0:
		add(w.OnlySteps, "only steps lead to it")
	}
	if evidence && near.StepFreeStops > 0 { // a stop down the road says nothing of the place itself
		add(w.StepFreeStop, "nearby: step-free stop")
	}
	if !evidence {
		return destination.Mobility{}, nil
	}
	value = max(0, min(value, highest))
	return destination.Mobility{Known: true, Value: math.Round(value*100) / 100}, reasons
}

// Surface says whether the tags of a way or place speak of smooth or rough
// ground; neither when they do not say.
func (c *Classifier) Surface(tags destination.Tags) (smooth, rough bool) {
	if incline, ok := number(strings.TrimSuffix(tags.Get("incline"), "%")); ok && math.Abs(incline) > c.weights.MaxInclinePercent {
		return false, true
	}
	switch tags.Get("smoothness") {
	case "excellent", "good", "intermediate":
		smooth = true
	case "bad", "very_bad", "horrible", "very_horrible", "impassable":
		return false, true
	}
	switch tags.Get("surface") {
	case "asphalt", "paved", "concrete", "concrete:plates", "paving_stones", "chipseal", "tartan", "rubber":
		return true, false
	case "compacted", "fine_gravel", "sett", "wood", "metal":
		return smooth, false
	case "":
		return smooth, false
	}
	return smooth, !smooth
}

// number reads a number that may be written with a comma or a unit.
func number(s string) (float64, bool) {
	s = strings.TrimSpace(strings.Replace(s, ",", ".", 1))
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || s[end] == '.' || s[end] == '-' && end == 0) {
		end++
	}
	v, err := strconv.ParseFloat(s[:end], 64)
	return v, err == nil
}
