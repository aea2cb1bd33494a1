package httpapi

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"servicemap/internal/destination"
)

type endpointBody struct {
	Name        string `json:"name"`
	Path        string `json:"path"`
	Method      string `json:"method"`
	Description string `json:"description"`
}

type clientLimitsBody struct {
	RequestsPerMinute int   `json:"requestsPerMinute"`
	MaxResults        int   `json:"maxResults"`
	MaxRadiusKm       int   `json:"maxRadiusKm"`
	Reset             int64 `json:"reset"`
}

type clientBody struct {
	Authenticated bool             `json:"authenticated"`
	Plan          string           `json:"plan"`
	Limits        clientLimitsBody `json:"limits"`
	Remaining     int              `json:"remaining"`
}

type linksBody struct {
	Terms         string `json:"terms,omitempty"`
	Privacy       string `json:"privacy,omitempty"`
	Imprint       string `json:"imprint,omitempty"`
	Documentation string `json:"documentation,omitempty"`
	OpenAPI       string `json:"openapi"`
}

type datasetBody struct {
	Version      string `json:"version"`
	Date         string `json:"date"`
	Destinations int    `json:"destinations"`
}

type indexBody struct {
	OK          bool           `json:"ok"`
	APIVersion  string         `json:"apiVersion"`
	Name        string         `json:"name"`
	BaseURL     string         `json:"baseUrl"`
	SDKURL      string         `json:"sdkUrl"`
	Endpoints   []endpointBody `json:"endpoints"`
	Client      clientBody     `json:"client"`
	Links       linksBody      `json:"links"`
	Attribution string         `json:"attribution"`
	Dataset     datasetBody    `json:"dataset"`
}

// serveIndex tells who we are and who the client is to us. It is never
// cached, since it counts what the client has left.
func (x *exchange) serveIndex() error {
	v, err := x.current()
	if err != nil {
		return err
	}
	body, err := json.Marshal(x.index(v, x.api.opts.Site.Base(x.r)))
	if err != nil {
		return fmt.Errorf("encode index: %w", err)
	}
	x.w.Header()["Cache-Control"] = cacheNever
	x.sendPacked("", mediaJSON, append(body, '\n'))
	return nil
}

func (x *exchange) index(v *view, base string) indexBody {
	site, data := &x.api.opts.Site, &v.snap.Dataset
	list := make([]endpointBody, 0, len(endpoints))
	for _, e := range Endpoints() {
		list = append(list, endpointBody{e.Name, e.Path, http.MethodGet, e.Description})
	}
	plan := "anonymous"
	if x.client.Authenticated() {
		plan = "key"
	}
	date := data.DataDate
	if date.IsZero() {
		date = data.Created
	}
	return indexBody{
		OK: true, APIVersion: APIVersion, Name: site.Name, BaseURL: base, SDKURL: absolute(base, site.SDK),
		Endpoints: list,
		Client: clientBody{
			Authenticated: x.client.Authenticated(),
			Plan:          plan,
			Limits: clientLimitsBody{
				RequestsPerMinute: x.client.Limit,
				MaxResults:        destination.MaxLimit,
				MaxRadiusKm:       destination.MaxRadiusKm,
				Reset:             ceilUnix(x.client.Reset),
			},
			Remaining: max(0, x.client.Remaining),
		},
		Links: linksBody{
			Terms: absolute(base, site.Terms), Privacy: absolute(base, site.Privacy), Imprint: absolute(base, site.Imprint),
			Documentation: absolute(base, site.Documentation), OpenAPI: base + endpoints[epOpenAPIJSON].Path,
		},
		Attribution: v.attribution,
		Dataset:     datasetBody{data.Version, date.UTC().Format(time.DateOnly), v.snap.Index.Len()},
	}
}

func (l Limits) body() limitsBody {
	return limitsBody{
		AnonymousPerMinute: l.AnonymousPerMinute,
		KeyPerMinute:       l.KeyPerMinute,
		DefaultResults:     destination.DefaultLimit,
		MaxResults:         destination.MaxLimit,
		DefaultRadiusKm:    destination.DefaultRadiusKm,
		MaxRadiusKm:        destination.MaxRadiusKm,
	}
}
