package main

import (
	"net/http"
	"slices"
	"strings"
	"time"

	dto "github.com/prometheus/client_model/go"

	"servicemap/internal/site"
	"servicemap/internal/store"
)

// adminHandler is what the operator sees at the admin address.
func (c *ServeCmd) adminHandler(s *service, st *store.Store) (http.Handler, error) {
	o := c.Operator
	view, err := site.Admin(site.AdminOptions{
		Name: c.Service.Name, Version: version, Started: time.Now(), Store: st, KeyLimit: c.Limit.Key, Logger: s.app.Log,
		Operator: site.Operator{Name: o.Name, Address: o.Address, Email: o.Email},
		Serving: func() *site.Serving {
			f := s.figures()
			if f == nil {
				return nil
			}
			return &site.Serving{Dataset: f.Dataset, IndexBytes: f.IndexBytes, BuildTime: f.BuildTime}
		},
		Traffic: s.traffic,
	})
	if err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.Handle("/metrics", s.metrics.Handler())
	mux.Handle("/", view)
	return mux, nil
}

// traffic reads the metrics of this process.
func (s *service) traffic() (site.Traffic, error) {
	families, err := s.metrics.Gather().Gather()
	if err != nil {
		return site.Traffic{}, err
	}
	var t site.Traffic
	routes := map[string]*site.RouteFigures{}
	route := func(name string) *site.RouteFigures {
		if routes[name] == nil {
			routes[name] = &site.RouteFigures{Name: name}
		}
		return routes[name]
	}
	for _, family := range families {
		for _, m := range family.GetMetric() {
			switch family.GetName() {
			case "servicemap_http_requests_total":
				r, n := route(label(m, "route")), int64(m.GetCounter().GetValue())
				r.Requests += n
				switch status := label(m, "status"); {
				case strings.HasPrefix(status, "4"):
					r.Refused += n
				case strings.HasPrefix(status, "5"):
					r.Failed += n
				}
			case "servicemap_http_request_duration_seconds":
				r := route(label(m, "route"))
				r.Median, r.P95 = quantile(m.GetHistogram(), 0.5), quantile(m.GetHistogram(), 0.95)
			case "servicemap_access_decisions_total":
				t.Decisions = append(t.Decisions, site.Decision{Name: label(m, "decision"), Count: int64(m.GetCounter().GetValue())})
			case "servicemap_tile_bytes_total":
				t.TileBytes += int64(m.GetCounter().GetValue())
			}
		}
	}
	for _, r := range routes {
		t.Routes = append(t.Routes, *r)
	}
	slices.SortFunc(t.Routes, func(a, b site.RouteFigures) int { return strings.Compare(a.Name, b.Name) })
	return t, nil
}

func label(m *dto.Metric, name string) string {
	for _, pair := range m.GetLabel() {
		if pair.GetName() == name {
			return pair.GetValue()
		}
	}
	return ""
}

// quantile estimates as Prometheus does: evenly spread within a bucket.
func quantile(h *dto.Histogram, q float64) time.Duration {
	rank := q * float64(h.GetSampleCount())
	below, start := 0.0, 0.0
	for _, b := range h.GetBucket() {
		count := float64(b.GetCumulativeCount())
		if count >= rank && count > below {
			end := b.GetUpperBound()
			return time.Duration((start + (end-start)*(rank-below)/(count-below)) * float64(time.Second))
		}
		below, start = count, b.GetUpperBound()
	}
	return time.Duration(start * float64(time.Second))
}
