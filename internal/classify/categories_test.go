package classify_test

import (
	"testing"

	"servicemap/internal/classify"
	"servicemap/internal/destination"
)

func TestParseCategory(t *testing.T) {
	c := classify.Default()
	for in, want := range map[string]destination.Category{
		"museum": destination.Museum, "Museen": destination.Museum, "Museums": destination.Museum,
		"Burgen und Schlösser": destination.Castle, "Burg/Schloss": destination.Castle, "castles": destination.Castle,
		"Höhlen": destination.Cave, "Wasserfälle": destination.Waterfall, "Spielplätze": destination.Playground,
		"Aussichtspunkte": destination.Viewpoint, "Freizeitparks": destination.ThemePark, "Seilbahnen": destination.CableCar,
		"Hütten": destination.AlpineHut, "Tierparks": destination.Zoo, "Brücken": destination.Bridge, "Ruinen": destination.Ruins,
		"Sehenswürdigkeiten": destination.Attraction, "lookout tower": destination.LookoutTower, "Freibäder": destination.Swimming,
		"Gärten": destination.Garden, "Kirchen, Klöster": destination.Church, "Naturparks": destination.NatureReserve,
	} {
		if got, ok := c.ParseCategory(in); !ok || got != want {
			t.Errorf("ParseCategory(%q) = %s, %v; want %s", in, got.ID(), ok, want.ID())
		}
	}
	for _, in := range []string{"", "Kneipe", "Restaurants", "s", "en"} {
		if got, ok := c.ParseCategory(in); ok {
			t.Errorf("ParseCategory(%q) = %s", in, got.ID())
		}
	}
}
