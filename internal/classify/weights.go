package classify

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"servicemap/internal/destination"
)

// Weights are the numbers and lists behind attributes and prominence. An
// operator's file may replace any of them; docs/RULES.md explains each.
type Weights struct {
	HiddenCategories []string `json:"hiddenCategories"`
	FreeCategories   []string `json:"freeCategories"`
	KidsCategories   []string `json:"kidsCategories"`
	SeatedCategories []string `json:"seatedCategories"`

	UnnamedMinM2      float64 `json:"unnamedMinM2"`
	KidsMaxMinAge     float64 `json:"kidsMaxMinAge"`
	AdultMinAge       float64 `json:"adultMinAge"`
	PlaygroundM       float64 `json:"playgroundM"`
	SeatM             float64 `json:"seatM"`
	AccessibleToiletM float64 `json:"accessibleToiletM"`
	DisabledParkingM  float64 `json:"disabledParkingM"`
	StepFreeStopM     float64 `json:"stepFreeStopM"`
	WayM              float64 `json:"wayM"`
	MergeM            float64 `json:"mergeM"`
	MaxInclinePercent float64 `json:"maxInclinePercent"`

	Mobility   MobilityWeights   `json:"mobility"`
	Prominence ProminenceWeights `json:"prominence"`
}

// MobilityWeights make up the mobility value.
type MobilityWeights struct {
	WheelchairYes     float64 `json:"wheelchairYes"`
	WheelchairLimited float64 `json:"wheelchairLimited"`
	WheelchairNoMax   float64 `json:"wheelchairNoMax"`
	NoTag             float64 `json:"noTag"`
	NoTagMax          float64 `json:"noTagMax"`
	AccessibleToilet  float64 `json:"accessibleToilet"`
	DisabledParking   float64 `json:"disabledParking"`
	StepFreeStop      float64 `json:"stepFreeStop"`
	SmoothWay         float64 `json:"smoothWay"`
	OnlySteps         float64 `json:"onlySteps"`
}

// ProminenceWeights make up the prominence; the sum is cut at 1.
type ProminenceWeights struct {
	Category     float64 `json:"category"`
	Wikidata     float64 `json:"wikidata"`
	Wikipedia    float64 `json:"wikipedia"`
	Heritage     float64 `json:"heritage"`
	Completeness float64 `json:"completeness"`
	Area         float64 `json:"area"`
	Organisation float64 `json:"organisation"`
}

// DefaultWeights apply where the operator says nothing else.
func DefaultWeights() Weights {
	return Weights{
		HiddenCategories: []string{},
		FreeCategories: ids(destination.Viewpoint, destination.Waterfall, destination.Playground, destination.PicnicSite,
			destination.Park, destination.NationalPark, destination.NatureReserve, destination.Barbecue, destination.Peak,
			destination.Rock, destination.Spring, destination.Bridge, destination.Memorial, destination.BirdHide),
		KidsCategories: ids(destination.Playground, destination.Zoo, destination.WildlifePark, destination.Aquarium,
			destination.ThemePark, destination.WaterPark, destination.Minigolf, destination.AdventurePark,
			destination.SummerToboggan, destination.Farm),
		SeatedCategories: ids(destination.PicnicSite),

		UnnamedMinM2: 1000, KidsMaxMinAge: 6, AdultMinAge: 14,
		PlaygroundM: 150, SeatM: 60, AccessibleToiletM: 150, DisabledParkingM: 200, StepFreeStopM: 400, WayM: 50, MergeM: 150,
		MaxInclinePercent: 6,

		Mobility: MobilityWeights{
			WheelchairYes: 3, WheelchairLimited: 2, WheelchairNoMax: 0.5, NoTag: 1, NoTagMax: 2,
			AccessibleToilet: 0.75, DisabledParking: 0.5, StepFreeStop: 0.5, SmoothWay: 0.25, OnlySteps: -1.5,
		},
		Prominence: ProminenceWeights{
			Category: 0.45, Wikidata: 0.15, Wikipedia: 0.15, Heritage: 0.05, Completeness: 0.1, Area: 0.1, Organisation: 0.5,
		},
	}
}

func ids(categories ...destination.Category) []string {
	out := make([]string, len(categories))
	for i, c := range categories {
		out[i] = c.ID()
	}
	return out
}

// Weights are the numbers that the classifier uses.
func (c *Classifier) Weights() Weights { return c.weights }

// file is what an operator may write: own rules, which come before the table,
// any of the weights, and names of categories in lists.
type file struct {
	Rules []struct {
		Category string `json:"category"`
		Tags     string `json:"tags"`
		Needs    string `json:"needs"`
	} `json:"rules"`
	Weights    *Weights          `json:"weights"`
	Categories map[string]string `json:"categories"` // what lists call them → which they are
}

// Load reads an operator's rules (JSON) on top of the defaults.
func Load(r io.Reader) (*Classifier, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	weights := DefaultWeights()
	f := file{Weights: &weights}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&f); err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	if f.Weights == nil { // "weights": null
		f.Weights = &weights
	}
	var rules []Rule
	for i, r := range f.Rules {
		category, ok := destination.ParseCategory(r.Category)
		if !ok {
			return nil, fmt.Errorf("rules: rule %d: unknown category %q", i+1, r.Category)
		}
		needs := max(0, slices.Index(needsNames[:], r.Needs))
		if r.Needs != "" && needsNames[needs] != r.Needs {
			return nil, fmt.Errorf("rules: rule %d: unknown needs %q: want one of %v", i+1, r.Needs, needsNames)
		}
		rules = append(rules, Rule{category, r.Tags, Needs(needs)})
	}
	for _, list := range [][]string{f.Weights.HiddenCategories, f.Weights.FreeCategories, f.Weights.KidsCategories, f.Weights.SeatedCategories} {
		for i, name := range list {
			category, ok := destination.ParseCategory(name)
			if !ok {
				return nil, fmt.Errorf("rules: unknown category %q", name)
			}
			list[i] = category.ID()
		}
	}
	c, err := New(append(rules, DefaultRules()...), *f.Weights)
	if err != nil {
		return nil, fmt.Errorf("rules: %w", err)
	}
	c.names = map[string]destination.Category{}
	for name, means := range f.Categories {
		category, ok := destination.ParseCategory(means)
		if !ok {
			return nil, fmt.Errorf("rules: categories: unknown category %q", means)
		}
		c.names[destination.Fold(name)] = category
	}
	return c, nil
}
