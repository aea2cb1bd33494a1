package search_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"servicemap/internal/destination"
	"servicemap/internal/search"
)

func places() []destination.Destination {
	return []destination.Destination{
		{Slug: "schloss-neuschwanstein", Name: "Schloss Neuschwanstein", Point: destination.Point{Lat: 47.5576, Lng: 10.7498}, Category: destination.Castle, CountryCode: "DE", RegionCode: "DE-BY", TravelRegions: []string{"Allgäu"}, Locality: "Schwangau", Prominence: 0.95},
		{Slug: "zoo-berlin", Name: "Zoo Berlin", Point: destination.Point{Lat: 52.508, Lng: 13.337}, Category: destination.Zoo, CountryCode: "DE", RegionCode: "DE-BE", Locality: "Berlin", Prominence: 0.8, Kids: destination.Yes, Mobility: destination.Mobility{Known: true, Value: 4}},
		{Slug: "tierpark-berlin", Name: "Tierpark Berlin", Point: destination.Point{Lat: 52.499, Lng: 13.53}, Category: destination.Zoo, CountryCode: "DE", RegionCode: "DE-BE", Locality: "Berlin", Prominence: 0.7, Kids: destination.Yes},
		{Slug: "rheinfall", Name: "Rheinfall", Point: destination.Point{Lat: 47.678, Lng: 8.615}, Category: destination.Waterfall, CountryCode: "CH", RegionCode: "CH-SH", Locality: "Neuhausen am Rheinfall", Prominence: 0.9, Free: destination.Yes},
	}
}

func slugEncoder(dst []byte, d *destination.Destination) []byte { return append(dst, d.Slug...) }

func slugs(r destination.Result) []string {
	out := []string{}
	for _, h := range r.Hits {
		out = append(out, string(h.Payload))
	}
	return out
}

func TestScan(t *testing.T) {
	index, err := search.NewScan(places(), search.Options{Encode: slugEncoder, OldSlugs: map[string]string{"rhine-falls": "rheinfall"}})
	if err != nil {
		t.Fatal(err)
	}
	four := 4.0
	zoo := new(destination.CategorySet)
	zoo.Add(destination.Zoo)
	tests := map[string]struct {
		q    destination.Query
		want []string
	}{
		"all by prominence": {destination.Query{}, []string{"schloss-neuschwanstein", "rheinfall", "zoo-berlin", "tierpark-berlin"}},
		"by distance":       {destination.Query{Center: &destination.Point{Lat: 52.5, Lng: 13.5}, RadiusKm: 80}, []string{"tierpark-berlin", "zoo-berlin"}},
		"box":               {destination.Query{Box: &destination.Box{West: 8, South: 47, East: 11, North: 48}}, []string{"schloss-neuschwanstein", "rheinfall"}},
		"category":          {destination.Query{Categories: zoo}, []string{"zoo-berlin", "tierpark-berlin"}},
		"no category":       {destination.Query{Categories: new(destination.CategorySet)}, []string{}},
		"country":           {destination.Query{CountryCode: "CH"}, []string{"rheinfall"}},
		"region":            {destination.Query{Region: destination.RegionKey("Bavaria")}, []string{"schloss-neuschwanstein"}},
		"travel region":     {destination.Query{Region: destination.RegionKey("allgaeu")}, []string{"schloss-neuschwanstein"}},
		"free":              {destination.Query{Free: true}, []string{"rheinfall"}},
		"kids":              {destination.Query{Kids: true}, []string{"zoo-berlin", "tierpark-berlin"}},
		"mobility":          {destination.Query{MinMobility: &four}, []string{"zoo-berlin"}},
		"text":              {destination.Query{Text: "schloß neuschw"}, []string{"schloss-neuschwanstein"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tt.q.Limit = destination.DefaultLimit
			res := index.Search(&tt.q, nil)
			if diff := cmp.Diff(tt.want, slugs(res)); diff != "" {
				t.Errorf("hits (-want +got):\n%s", diff)
			}
			if res.Total != len(tt.want) {
				t.Errorf("total = %d, want %d", res.Total, len(tt.want))
			}
		})
	}
	if payload, current, ok := index.Lookup("rhine-falls"); !ok || current != "rheinfall" || string(payload) != "rheinfall" {
		t.Errorf("old slug leads to %q %q %v", payload, current, ok)
	}
	if _, _, ok := index.Lookup("nowhere"); ok {
		t.Error("unknown slug found")
	}
	want := []destination.CategoryCount{{Category: destination.Zoo, Count: 2}, {Category: destination.Castle, Count: 1}, {Category: destination.Waterfall, Count: 1}}
	if diff := cmp.Diff(want, index.Categories(&destination.Query{})); diff != "" {
		t.Errorf("categories (-want +got):\n%s", diff)
	}
}
