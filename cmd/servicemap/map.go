package main

import (
	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
)

type minimalMap struct{}

func (minimalMap) Config() httpapi.MapConfig {
	return httpapi.MapConfig{Bounds: destination.CoveredBounds}
}
func (minimalMap) Style(string, string, destination.Lang) ([]byte, string, error) {
	return []byte(`{"version":8,"sources":{},"layers":[]}`), `"x"`, nil
}
