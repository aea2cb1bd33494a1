package region

import (
	"embed"
	"fmt"
	"sync"

	"servicemap/internal/destination"
)

//go:embed all:data
var data embed.FS

// ProvincesFile is the name of the built-in boundaries below data.
const ProvincesFile = "provinces.bin"

// coastKm is how far a place may lie outside of all boundaries: piers, islets
// and the coarseness of the built-in coast.
const coastKm = 5

var provinces = sync.OnceValues(func() (*Areas, error) {
	areas, err := Borders()
	if err != nil {
		return nil, err
	}
	return NewAreas(areas), nil
})

// Borders are the built-in areas with their shapes, to draw them.
func Borders() ([]Area, error) {
	raw, err := data.ReadFile("data/" + ProvincesFile)
	if err != nil {
		return nil, fmt.Errorf("read built-in boundaries (made by \"make assets\"): %w", err)
	}
	areas, err := Decode(raw)
	if err != nil {
		return nil, fmt.Errorf("decode built-in boundaries: %w", err)
	}
	return areas, nil
}

// Check fails when the boundaries were not built in.
func Check() error {
	_, err := provinces()
	return err
}

// Locate says by the built-in boundaries in which country and in which state
// or canton a position is. Neighbours of Germany, Austria and Switzerland are
// told apart, but their regions are not: for them regionCode is empty.
func Locate(p destination.Point) (country, regionCode string, ok bool) {
	areas, err := provinces()
	if err != nil {
		return "", "", false
	}
	area := areas.First(p, nil)
	if area == nil {
		area = areas.Nearest(p, coastKm)
	}
	if area == nil {
		return "", "", false
	}
	country, regionCode = splitCode(area.Code)
	return country, regionCode, true
}

// splitCode makes country and region of an ISO 3166-2 or 3166-1 code.
func splitCode(code string) (country, regionCode string) {
	if _, known := destination.RegionByCode(code); known {
		return code[:2], code
	}
	if len(code) < 2 {
		return "", ""
	}
	return code[:2], ""
}
