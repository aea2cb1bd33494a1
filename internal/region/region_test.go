package region_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/region"
)

func TestLocate(t *testing.T) {
	if err := region.Check(); err != nil {
		t.Fatal(err)
	}
	for _, tc := range []struct {
		place         string
		lat, lng      float64
		country, code string
		ok            bool
	}{
		{"Berlin, Reichstag", 52.5186, 13.3762, "DE", "DE-BE", true},
		{"Burg Hohenzollern", 48.3233, 8.9674, "DE", "DE-BW", true},
		{"Neuschwanstein", 47.5576, 10.7498, "DE", "DE-BY", true},
		{"Helgoland", 54.1825, 7.8853, "DE", "DE-SH", true},
		{"Bremerhaven, Klimahaus", 53.5436, 8.5768, "DE", "DE-HB", true},
		{"Wien, Stephansdom", 48.2085, 16.3731, "AT", "AT-9", true},
		{"Innsbruck", 47.2682, 11.3933, "AT", "AT-7", true},
		{"Zürich, Grossmünster", 47.3702, 8.5440, "CH", "CH-ZH", true},
		{"Genf, Jet d'eau", 46.2074, 6.1559, "CH", "CH-GE", true},
		{"Lugano", 46.0037, 8.9511, "CH", "CH-TI", true},
		{"Vaduz", 47.1395, 9.5244, "LI", "", true},
		{"Strasbourg, Münster", 48.5818, 7.7510, "FR", "", true},
		{"Prag", 50.0875, 14.4213, "CZ", "", true},
		{"Bozen", 46.4983, 11.3548, "IT", "", true},
		{"Seebrücke Sellin, off the coast", 54.3853, 13.7030, "DE", "DE-MV", true},
		{"middle of the North Sea", 55.0, 5.5, "", "", false},
		{"New York", 40.7, -74.0, "", "", false},
	} {
		country, code, ok := region.Locate(destination.Point{Lat: tc.lat, Lng: tc.lng})
		if country != tc.country || code != tc.code || ok != tc.ok {
			t.Errorf("%s: %q %q %v, want %q %q %v", tc.place, country, code, ok, tc.country, tc.code, tc.ok)
		}
	}
}

func square(west, south, east, north float64) destination.Polygon {
	return destination.Polygon{{
		{Lat: south, Lng: west}, {Lat: south, Lng: east}, {Lat: north, Lng: east}, {Lat: north, Lng: west},
	}}
}

func TestEncodeKeepsAreas(t *testing.T) {
	want := []region.Area{
		{Code: "DE-BY", Shape: []destination.Polygon{square(9, 47.5, 13.8, 50.5), append(square(1, 1, 2, 2), square(1.2, 1.2, 1.3, 1.3)...)}},
		{Code: "FR", Shape: []destination.Polygon{}},
	}
	encoded, err := region.Encode(want)
	if err != nil {
		t.Fatal(err)
	}
	got, err := region.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("areas changed (-want +got):\n%s", diff)
	}
}

func TestAreasAgreeWithPolygons(t *testing.T) {
	l := destination.Polygon{{
		{Lat: 47, Lng: 9}, {Lat: 47, Lng: 12}, {Lat: 48, Lng: 12}, {Lat: 48, Lng: 10}, {Lat: 50, Lng: 10}, {Lat: 50, Lng: 9},
	}}
	holed := append(square(20, 47, 23, 50), square(21, 48, 22, 49)...)
	areas := region.NewAreas([]region.Area{{Name: "l", Shape: []destination.Polygon{l}}, {Name: "holed", Shape: []destination.Polygon{holed}}})
	for lat := 46.51; lat < 51; lat += 0.25 {
		for lng := 8.51; lng < 24; lng += 0.25 {
			p := destination.Point{Lat: lat, Lng: lng}
			want := ""
			if l.Contains(p) {
				want = "l"
			} else if holed.Contains(p) {
				want = "holed"
			}
			got := ""
			if area := areas.First(p, nil); area != nil {
				got = area.Name
			}
			if got != want {
				t.Fatalf("%v is in %q, want %q", p, got, want)
			}
		}
	}
}

func TestNearest(t *testing.T) {
	areas := region.NewAreas([]region.Area{{Name: "a", Shape: []destination.Polygon{square(9, 47, 10, 48)}}})
	if a := areas.Nearest(destination.Point{Lat: 47.5, Lng: 10.05}, 5); a == nil {
		t.Error("3.8 km away: not found within 5 km")
	}
	if a := areas.Nearest(destination.Point{Lat: 47.5, Lng: 10.08}, 5); a != nil {
		t.Error("6 km away: found within 5 km")
	}
}

func FuzzDecode(f *testing.F) {
	good, err := region.Encode([]region.Area{{Code: "DE-BY", Shape: []destination.Polygon{square(9, 47.5, 13.8, 50.5)}}})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(good)
	f.Fuzz(func(t *testing.T, raw []byte) {
		areas, err := region.Decode(raw)
		if err != nil {
			return
		}
		if again, err := region.Encode(areas); err != nil || len(again) == 0 {
			t.Errorf("what was decoded cannot be encoded: %v", err)
		}
	})
}

func BenchmarkLocate(b *testing.B) {
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		region.Locate(destination.Point{Lat: 47 + float64(i%70)/10, Lng: 6 + float64(i%97)/10})
	}
}

func TestLocatorPrefersTheExtractsBoundaries(t *testing.T) {
	l := region.NewLocator(
		[]region.Area{
			{Code: "LI", Name: "Liechtenstein", Level: 2, Shape: []destination.Polygon{square(9.4, 47, 9.6, 47.3)}},
			{Code: "CH-SG", Name: "St. Gallen", Level: 4, Shape: []destination.Polygon{square(9, 47, 9.4, 47.3)}},
			{Name: "Bezirk Irgendwo", Level: 6, Shape: []destination.Polygon{square(9, 47, 9.6, 47.3)}},
			{Name: "Vaduz", Level: 8, Shape: []destination.Polygon{square(9.5, 47.1, 9.55, 47.15)}},
		},
		[]region.Area{
			{Name: "Alpenrhein", Shape: []destination.Polygon{square(9, 46, 10, 48)}},
			{Name: "Naturpark Klein", Shape: []destination.Polygon{square(9.5, 47.1, 9.55, 47.15)}},
		},
		[]region.Place{
			{Name: "Schaan", Point: destination.Point{Lat: 47.2, Lng: 9.5}, Kind: region.Village},
			{Name: "Wiese", Point: destination.Point{Lat: 47.201, Lng: 9.5}, Kind: region.Spot},
		})
	for _, tc := range []struct {
		name string
		p    destination.Point
		want region.Where
	}{
		{"in a municipality", destination.Point{Lat: 47.12, Lng: 9.52}, region.Where{Country: "LI", Locality: "Vaduz", TravelRegions: []string{"Naturpark Klein", "Alpenrhein"}}},
		{"near a village", destination.Point{Lat: 47.21, Lng: 9.5}, region.Where{Country: "LI", Locality: "Schaan", TravelRegions: []string{"Alpenrhein"}}},
		{"state without its country", destination.Point{Lat: 47.1, Lng: 9.3}, region.Where{Country: "CH", RegionCode: "CH-SG", TravelRegions: []string{"Alpenrhein"}}},
		{"only built-in boundaries", destination.Point{Lat: 48.1374, Lng: 11.5755}, region.Where{Country: "DE", RegionCode: "DE-BY"}},
	} {
		if diff := cmp.Diff(tc.want, l.Where(tc.p)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tc.name, diff)
		}
	}
	if got := l.Spot(destination.Point{Lat: 47.2012, Lng: 9.5}); got != "Wiese" {
		t.Errorf("the nearest spot is %q", got)
	}
}
