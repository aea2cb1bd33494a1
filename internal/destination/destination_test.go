package destination_test

import (
	"math"
	"regexp"
	"testing"

	"servicemap/internal/destination"
)

func TestCategoriesAreComplete(t *testing.T) {
	ids, colors := map[string]bool{}, regexp.MustCompile(`^#[0-9a-f]{6}$`)
	for _, c := range destination.AllCategories() {
		info := c.Info()
		if info.ID == "" || info.Names[destination.German] == "" || info.Names[destination.English] == "" {
			t.Errorf("category %d is not described: %+v", c, info)
		}
		if ids[info.ID] {
			t.Errorf("category id %q is used twice", info.ID)
		}
		ids[info.ID] = true
		if !colors.MatchString(info.Color) {
			t.Errorf("category %s has the colour %q", info.ID, info.Color)
		}
		if info.Weight <= 0 || info.Weight > 1 {
			t.Errorf("category %s has the weight %v", info.ID, info.Weight)
		}
		for _, name := range []string{info.ID, info.Names[destination.German], info.Names[destination.English]} {
			if got, ok := destination.ParseCategory(name); !ok || got != c {
				t.Errorf("ParseCategory(%q) = %v, %v; want %s", name, got, ok, info.ID)
			}
		}
	}
	if destination.NumCategories > 64 {
		t.Error("a CategorySet holds 64 categories")
	}
}

func TestParseCategoryIgnoresCaseAndAccents(t *testing.T) {
	for in, want := range map[string]destination.Category{
		"HÖHLE": destination.Cave, "hohle": destination.Cave, "hoehle": destination.Cave,
		"burg": destination.Castle, "Schloss": destination.Castle, "burg  schloss": destination.Castle,
		"Lookout Tower": destination.LookoutTower, "lookout_tower": destination.LookoutTower,
	} {
		if got, ok := destination.ParseCategory(in); !ok || got != want {
			t.Errorf("ParseCategory(%q) = %v, %v; want %s", in, got, ok, want.ID())
		}
	}
	if _, ok := destination.ParseCategory("nothing of the kind"); ok {
		t.Error("an unknown category was found")
	}
}

func TestRegionKeyJoinsAllSpellings(t *testing.T) {
	for _, same := range [][]string{
		{"Bayern", "bavaria", "BAYERN", "DE-BY"},
		{"Thüringen", "thuringen", "Thueringen", "Thuringia"},
		{"Genf", "Genève", "geneve", "Geneva"},
		{"Baden-Württemberg", "baden wuerttemberg", "Baden-Wurttemberg"},
		{"Schwarzwald", "Black Forest"},
		{"St. Gallen", "st gallen", "Saint-Gall"},
	} {
		for _, name := range same[1:] {
			if destination.RegionKey(name) != destination.RegionKey(same[0]) {
				t.Errorf("%q and %q have different keys", name, same[0])
			}
		}
	}
	if destination.RegionKey("Sachsen") == destination.RegionKey("Sachsen-Anhalt") {
		t.Error("two regions have one key")
	}
}

func TestDistance(t *testing.T) {
	berlin, munich := destination.Point{Lat: 52.52, Lng: 13.405}, destination.Point{Lat: 48.137, Lng: 11.575}
	for _, tc := range []struct {
		name string
		a, b destination.Point
		want float64
	}{
		{"Berlin to Munich", berlin, munich, 504.2},
		{"itself", berlin, berlin, 0},
		{"over the antimeridian", destination.Point{Lat: 0, Lng: 179.5}, destination.Point{Lat: 0, Lng: -179.5}, 111.19},
		{"pole to pole", destination.Point{Lat: 90}, destination.Point{Lat: -90}, math.Pi * destination.EarthRadiusKm},
	} {
		if got := destination.DistanceKm(tc.a, tc.b); math.Abs(got-tc.want) > 0.5 {
			t.Errorf("%s: %.2f km, want %.2f", tc.name, got, tc.want)
		}
	}
}

func TestBoxContains(t *testing.T) {
	plain := destination.Box{West: 5, South: 45, East: 15, North: 55}
	pacific := destination.Box{West: 170, South: -10, East: -170, North: 10}
	for _, tc := range []struct {
		name string
		box  destination.Box
		p    destination.Point
		want bool
	}{
		{"inside", plain, destination.Point{Lat: 50, Lng: 10}, true},
		{"on the corner", plain, destination.Point{Lat: 45, Lng: 5}, true},
		{"north of it", plain, destination.Point{Lat: 55.01, Lng: 10}, false},
		{"west of it", plain, destination.Point{Lat: 50, Lng: 4.99}, false},
		{"across the antimeridian, eastern side", pacific, destination.Point{Lng: -175}, true},
		{"across the antimeridian, western side", pacific, destination.Point{Lng: 175}, true},
		{"across the antimeridian, outside", pacific, destination.Point{Lng: 0}, false},
	} {
		if got := tc.box.Contains(tc.p); got != tc.want {
			t.Errorf("%s: %v", tc.name, got)
		}
	}
}

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"Schlösser": "schlosser", "GROẞE Straße": "grosse strasse", "Château d’Œx": "chateau d'oex",
		"Zu\u0308rich": "zurich", "Müstair": "mustair", "Köln 2": "koln 2",
	} {
		if got := destination.Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestParamErrorShortensLongValues(t *testing.T) {
	err := &destination.ParamError{Param: "q", Value: string(make([]byte, 500)), Allowed: "short text"}
	if n := len(err.Error()); n > 400 {
		t.Errorf("the message has %d bytes", n)
	}
}
