package httpapi

import (
	"net/http"
	"strings"
)

// Endpoint is one route of the API.
type Endpoint struct {
	Name        string // for limits and metrics
	Path        string // with {slug} for the variable part
	Description string
}

type endpoint uint8

const (
	epUnknown endpoint = iota
	epIndex
	epMapConfig
	epMapStyle
	epPOIs
	epPOI
	epCategories
	epOpenAPIJSON
	epOpenAPIYAML
)

const prefix = "/api/v1"

var endpoints = [...]Endpoint{
	epUnknown:     {"unknown", "", ""},
	epIndex:       {"index", prefix + "/", "This index: version, endpoints, links and the status of the client."},
	epMapConfig:   {"config", prefix + "/map/config", "Map configuration: the entry point for clients that draw their own map."},
	epMapStyle:    {"style", prefix + "/map/style", "Vector map style with absolute URLs."},
	epPOIs:        {"pois", prefix + "/pois", "Search for destinations, as JSON or GeoJSON."},
	epPOI:         {"poi", prefix + "/pois/{slug}", "One destination by its slug."},
	epCategories:  {"categories", prefix + "/categories", "Categories with the number of their destinations."},
	epOpenAPIJSON: {"openapi", prefix + "/openapi.json", "OpenAPI description of this API as JSON."},
	epOpenAPIYAML: {"openapi", prefix + "/openapi.yaml", "OpenAPI description of this API as YAML."},
}

// Endpoints lists the routes of the API in the order of its index.
func Endpoints() []Endpoint { return append([]Endpoint(nil), endpoints[epIndex:]...) }

// match finds the endpoint of a path, and the slug in it. It is no ServeMux,
// which would answer unclean paths with a redirect of its own that has neither
// CORS nor limits.
func match(path string) (endpoint, string) {
	rest, ok := strings.CutPrefix(path, prefix)
	if !ok {
		return epUnknown, ""
	}
	switch rest {
	case "", "/":
		return epIndex, ""
	case "/pois":
		return epPOIs, ""
	case "/categories":
		return epCategories, ""
	case "/map/config":
		return epMapConfig, ""
	case "/map/style":
		return epMapStyle, ""
	case "/openapi.json":
		return epOpenAPIJSON, ""
	case "/openapi.yaml":
		return epOpenAPIYAML, ""
	}
	if slug, ok := strings.CutPrefix(rest, "/pois/"); ok && slug != "" && !strings.Contains(slug, "/") {
		return epPOI, slug
	}
	return epUnknown, ""
}

// serve checks in this order: who asks, what is asked, how.
func (x *exchange) serve() error {
	client, err := x.api.opts.Gate.Admit(x.r, endpoints[x.endpoint].Name)
	x.client = client
	x.rateHeaders()
	if err != nil {
		return err
	}
	if x.endpoint == epUnknown {
		return errNoSuchPath
	}
	if x.r.Method != http.MethodGet && x.r.Method != http.MethodHead {
		return errMethod
	}
	var p params
	if err := p.read(x.r.URL.RawQuery); err != nil {
		return err
	}
	switch x.endpoint {
	case epIndex:
		return x.serveIndex()
	case epMapConfig:
		return x.serveMapConfig()
	case epMapStyle:
		return x.serveMapStyle(&p)
	case epPOIs:
		return x.servePOIs(&p)
	case epPOI:
		return x.servePOI(&p)
	case epCategories:
		return x.serveCategories(&p)
	default:
		return x.serveDescription()
	}
}
