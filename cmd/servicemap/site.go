package main

import (
	"encoding/json"
	"fmt"
	"iter"
	"net/http"

	"servicemap/docs"
	"servicemap/internal/destination"
	"servicemap/internal/httpapi"
	"servicemap/internal/sdk"
	"servicemap/internal/site"
)

// pages makes what people see at the service's address.
func (c *ServeCmd) pages(s *service, base func(*http.Request) string) (http.Handler, error) {
	o := c.Operator
	documentation, err := s.sdk.Docs(docs.Files)
	if err != nil {
		return nil, err
	}
	pages, err := site.New(site.Options{
		Name: c.Service.Name,
		Operator: site.Operator{
			Name: o.Name, Address: o.Address, Email: o.Email, Phone: o.Phone, Responsible: o.Responsible,
			Register: o.Register, VatID: o.VatID, Authority: o.Authority, LogDays: o.LogDays, LogAddresses: c.Log.Addresses,
		},
		Base:         base,
		Destinations: siteDestinations{s},
		Docs:         documentation,
		Description:  httpapi.Description,
		SDK:          sdk.Prefix + sdk.Script,
		Limits:       site.Limits{AnonymousPerMinute: c.Limit.Anonymous, KeyPerMinute: c.Limit.Key},
		Logger:       s.app.Log,
	})
	if err != nil {
		return nil, fmt.Errorf("prepare the pages: %w", err)
	}
	return pages, nil
}

// siteDestinations shows the dataset that is served to the pages.
type siteDestinations struct{ s *service }

// Dataset implements site.Destinations.
func (d siteDestinations) Dataset() (destination.Dataset, bool) {
	current := d.s.catalog.Current()
	if current == nil {
		return destination.Dataset{}, false
	}
	data := current.snapshot.Dataset
	data.Count = current.index.Len()
	return data, true
}

// Find implements site.Destinations.
func (d siteDestinations) Find(slug string, lang destination.Lang) (site.Place, bool) {
	current := d.s.catalog.Current()
	if current == nil {
		return site.Place{}, false
	}
	payload, _, ok := current.index.Lookup(slug)
	if !ok {
		return site.Place{}, false
	}
	return d.place(payload, lang)
}

// Best implements site.Destinations.
func (d siteDestinations) Best(center *destination.Point, lang destination.Lang, limit int) []site.Place {
	current := d.s.catalog.Current()
	if current == nil {
		return nil
	}
	result := current.index.Search(&destination.Query{Center: center, RadiusKm: destination.DefaultRadiusKm, Limit: limit}, nil)
	places := make([]site.Place, 0, len(result.Hits))
	for _, hit := range result.Hits {
		if p, ok := d.place(hit.Payload, lang); ok {
			places = append(places, p)
		}
	}
	return places
}

// Slugs implements site.Destinations.
func (d siteDestinations) Slugs() iter.Seq[string] {
	current := d.s.catalog.Current()
	if current == nil {
		return func(func(string) bool) {}
	}
	return current.index.Slugs()
}

// place reads a destination as the API shows it.
func (d siteDestinations) place(payload []byte, lang destination.Lang) (site.Place, bool) {
	var p site.Place
	if err := json.Unmarshal(httpapi.AppendPOI(nil, payload, lang), &p); err != nil {
		d.s.app.Log.Error("destination could not be shown", "error", err)
		return site.Place{}, false
	}
	return p, true
}
