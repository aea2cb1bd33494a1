// Package metrics owns the names under which the service can be watched with
// Prometheus. Labels are bounded: routes, methods and statuses, never a path,
// a key or an address.
package metrics

import (
	"net/http"
	"strconv"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"servicemap/internal/destination"
)

// Metrics counts what the service does.
type Metrics struct {
	registry *prometheus.Registry
	requests *prometheus.CounterVec
	latency  *prometheus.HistogramVec
	limiter  *prometheus.CounterVec
	tileSent *prometheus.CounterVec
}

// Serving is what the service answers with at the moment.
type Serving struct {
	Dataset    destination.Dataset
	IndexBytes int64
	BuildTime  time.Duration
}

// New registers all metrics; serving is asked at every scrape and may say nil.
func New(version string, serving func() *Serving) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "servicemap_http_requests_total", Help: "Requests by route, method and status.",
		}, []string{"route", "method", "status"}),
		latency: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "servicemap_http_request_duration_seconds", Help: "Time to answer by route.",
			Buckets: []float64{.0001, .00025, .0005, .001, .0025, .005, .01, .025, .05, .1, .25, 1},
		}, []string{"route"}),
		limiter: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "servicemap_access_decisions_total", Help: "Who was let in and who was not, by decision.",
		}, []string{"decision"}),
		tileSent: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "servicemap_tile_bytes_total", Help: "Bytes of map tiles sent, by way of access.",
		}, []string{"kind"}),
	}
	build := prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "servicemap_build_info", Help: "Always 1; the label is the version of the program.",
	}, []string{"version"})
	build.WithLabelValues(version).Set(1)
	m.registry.MustRegister(m.requests, m.latency, m.limiter, m.tileSent, build, &servingCollector{serving},
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Handler answers scrapes.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// Gather is for those who read the figures in the same process.
func (m *Metrics) Gather() prometheus.Gatherer { return m.registry }

// Observe counts an answer.
func (m *Metrics) Observe(route, method string, status int, took time.Duration) {
	m.requests.WithLabelValues(route, boundMethod(method), strconv.Itoa(status)).Inc()
	m.latency.WithLabelValues(route).Observe(took.Seconds())
}

// ObserveDecision counts a decision about a client.
func (m *Metrics) ObserveDecision(decision string) { m.limiter.WithLabelValues(decision).Inc() }

// ObserveTileBytes counts bytes of tiles sent.
func (m *Metrics) ObserveTileBytes(kind string, n int) {
	m.tileSent.WithLabelValues(kind).Add(float64(n))
}

// boundMethod keeps clients from inventing label values.
func boundMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
		return method
	}
	return "other"
}

// servingCollector reports what is being served at the time of the scrape.
type servingCollector struct{ serving func() *Serving }

var (
	destinationsDesc = prometheus.NewDesc("servicemap_destinations", "Destinations in the dataset that is served.", []string{"dataset"}, nil)
	indexBytesDesc   = prometheus.NewDesc("servicemap_index_bytes", "Memory of the search index.", nil, nil)
	buildTimeDesc    = prometheus.NewDesc("servicemap_index_build_seconds", "Time it took to load the dataset and to build its index.", nil, nil)
	createdDesc      = prometheus.NewDesc("servicemap_dataset_created_timestamp_seconds", "When the dataset that is served was written.", nil, nil)
)

// Describe implements prometheus.Collector.
func (c *servingCollector) Describe(ch chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{destinationsDesc, indexBytesDesc, buildTimeDesc, createdDesc} {
		ch <- d
	}
}

// Collect implements prometheus.Collector.
func (c *servingCollector) Collect(ch chan<- prometheus.Metric) {
	s := c.serving()
	if s == nil {
		return
	}
	gauge := func(d *prometheus.Desc, v float64, labels ...string) {
		ch <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	gauge(destinationsDesc, float64(s.Dataset.Count), s.Dataset.Version)
	gauge(indexBytesDesc, float64(s.IndexBytes))
	gauge(buildTimeDesc, s.BuildTime.Seconds())
	gauge(createdDesc, float64(s.Dataset.Created.Unix()))
}
