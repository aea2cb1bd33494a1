package httpapi_test

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/google/go-cmp/cmp"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"
	"go.yaml.in/yaml/v3"

	"servicemap/internal/httpapi"
)

// description is the API description as it is served, with what checks
// requests by it and what checks answers. Answers are checked strictly: a
// field that the description does not have is an error.
type description struct {
	requests validator.Validator
	answers  validator.Validator
}

var described = sync.OnceValues(func() (*description, error) {
	r := httptest.NewRequest(http.MethodGet, "/api/v1/openapi.json", nil)
	w := httptest.NewRecorder()
	httpapi.New(httpapi.Options{Gate: openDoor, Site: httpapi.SiteInfo{Base: func(*http.Request) string { return "https://maps.example.org" }}}).ServeHTTP(w, r)
	doc, err := libopenapi.NewDocument(w.Body.Bytes())
	if err != nil {
		return nil, err
	}
	d := &description{}
	model, err := doc.BuildV3Model()
	if err != nil {
		return nil, err
	}
	d.requests = validator.NewValidatorFromV3Model(&model.Model, config.WithoutSecurityValidation())
	d.requests.SetDocument(doc)
	d.answers = validator.NewValidatorFromV3Model(&model.Model, config.WithFormatAssertions(), config.WithStrictMode(),
		config.WithStrictIgnorePaths("$.body.capabilities.*"),
		config.WithStrictIgnoredHeadersExtra("Access-Control-Allow-Origin", "Access-Control-Expose-Headers", "Cross-Origin-Resource-Policy",
			"Content-Encoding", "X-Content-Type-Options", "Vary", "X-Request-Id", "Cache-Control", "Etag", "X-Ratelimit-Limit", "X-Ratelimit-Remaining", "X-Ratelimit-Reset"))
	return d, nil
})

// checkDescribed holds a request and its answer against the description. What
// was asked on purpose in a wrong way is not checked, its answer is.
func checkDescribed(t testing.TB, r *http.Request, res *http.Response) {
	t.Helper()
	d, err := described()
	if err != nil {
		t.Fatalf("API description: %v", err)
	}
	if r.Method == http.MethodOptions {
		return
	}
	asked := r.Clone(r.Context())
	asked.Method = http.MethodGet // HEAD and what is not allowed are described with GET
	known := slices.ContainsFunc(httpapi.Endpoints(), func(e httpapi.Endpoint) bool {
		start, _, variable := strings.Cut(e.Path, "{")
		return r.URL.Path == e.Path || variable && strings.HasPrefix(r.URL.Path, start)
	})
	if !known || res.StatusCode == http.StatusNotFound {
		asked.URL = &url.URL{Path: "/api/v1/pois/unknown"} // also describes paths that lead nowhere
	}
	given := asked.URL.Query() // an empty parameter is as good as none
	for name, values := range given {
		if values[0] == "" {
			delete(given, name)
		}
	}
	asked.URL.RawQuery = given.Encode()
	if res.StatusCode < 400 {
		if ok, errs := d.requests.ValidateHttpRequestSync(asked); !ok {
			t.Errorf("%s %s is not described: %v", r.Method, r.URL, errs)
		}
	}
	answer := *res
	answer.Body = io.NopCloser(bytes.NewReader(unpacked(t, res)))
	if r.Method == http.MethodHead || res.StatusCode == http.StatusNotModified {
		if len(body(t, res)) > 0 {
			t.Errorf("%s %s: %d with a body", r.Method, r.URL, res.StatusCode)
		}
		return
	}
	v := d.answers
	if p := asked.URL.Path; p == "/api/v1/openapi.json" || p == "/api/v1/map/style" {
		v = d.requests // whose fields other specifications describe
	}
	if ok, errs := v.ValidateHttpResponse(asked, &answer); !ok {
		for _, e := range errs {
			t.Errorf("%s %s: answer %d is not as described: %s: %s %+v", r.Method, r.URL, res.StatusCode, e.Message, e.Reason, e.SchemaValidationErrors)
		}
	}
}

// unpacked is the body without its compression.
func unpacked(t testing.TB, res *http.Response) []byte {
	t.Helper()
	packed := body(t, res)
	if len(packed) == 0 {
		return packed
	}
	var r io.Reader = bytes.NewReader(packed)
	var err error
	switch res.Header.Get("Content-Encoding") {
	case "gzip":
		r, err = gzip.NewReader(r)
	case "br":
		r = brotli.NewReader(r)
	case "zstd":
		var z *zstd.Decoder
		z, err = zstd.NewReader(r, zstd.WithDecoderConcurrency(1))
		defer z.Close()
		r = z
	}
	if err != nil {
		t.Fatal(err)
	}
	plain, err := io.ReadAll(r)
	if err != nil {
		t.Fatalf("unpack: %v", err)
	}
	return plain
}

func TestDescriptionIsValid(t *testing.T) {
	d, err := described()
	if err != nil {
		t.Fatal(err)
	}
	if ok, errs := d.requests.ValidateDocument(); !ok {
		t.Errorf("not valid OpenAPI: %v", errs)
	}
}

// TestDescriptionIsTheSameInBothNotations also shows that nothing gets lost on
// the way from YAML to JSON.
func TestDescriptionIsTheSameInBothNotations(t *testing.T) {
	h := httpapi.New(options(t))
	asJSON, asYAML := get(t, h, "/api/v1/openapi.json"), get(t, h, "/api/v1/openapi.yaml")
	if got := asYAML.Header.Get("Content-Type"); got != "application/yaml; charset=utf-8" {
		t.Errorf("media type %q", got)
	}
	var fromYAML any
	if err := yaml.Unmarshal(body(t, asYAML), &fromYAML); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(fromYAML)
	if err != nil {
		t.Fatal(err)
	}
	var want any
	if err := json.Unmarshal(again, &want); err != nil {
		t.Fatal(err)
	}
	got := decode[any](t, asJSON)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if !strings.Contains(string(body(t, asYAML)), `- url: "https://maps.example.org"`) {
		t.Error("the server is not named")
	}
}

// openAPI is as much of the description as the tests below look at.
type openAPI struct {
	Paths map[string]map[string]struct {
		Parameters []struct {
			Ref string `json:"$ref"`
		}
		Responses map[string]struct {
			Content map[string]struct {
				Examples map[string]struct{ Value any }
			}
		}
	}
	Components struct {
		Parameters map[string]struct{ Name string }
		Responses  map[string]struct {
			Content map[string]struct {
				Schema   struct{ Ref string }
				Examples map[string]struct{ Value any }
			}
		}
		Schemas map[string]struct {
			Properties map[string]any
		}
	}
}

func TestDescriptionHasAllEndpointsAndParameters(t *testing.T) {
	spec := decode[openAPI](t, get(t, httpapi.New(options(t)), "/api/v1/openapi.json"))
	var paths []string
	for _, e := range httpapi.Endpoints() {
		paths = append(paths, e.Path)
		if len(spec.Paths[e.Path]) != 1 || spec.Paths[e.Path]["get"].Responses == nil {
			t.Errorf("%s is not described", e.Path)
		}
	}
	for path := range spec.Paths {
		if !slices.Contains(paths, path) {
			t.Errorf("%s is described but does not exist", path)
		}
	}
	used := map[string]bool{}
	for _, item := range spec.Paths {
		for _, p := range item["get"].Parameters {
			used[strings.TrimPrefix(p.Ref, "#/components/parameters/")] = true
		}
	}
	want := map[string]bool{"slug": true}
	for _, name := range httpapi.ParamNames() {
		want[name] = true
	}
	if diff := cmp.Diff(want, used); diff != "" {
		t.Error(diff)
	}
}

// TestDescriptionHasAnExampleOfEverything also holds the examples against the
// schemas they belong to, by serving them.
func TestDescriptionHasAnExampleOfEverything(t *testing.T) {
	spec := decode[openAPI](t, get(t, httpapi.New(options(t)), "/api/v1/openapi.json"))
	check := func(path, status, media string, examples map[string]struct{ Value any }) {
		if len(examples) == 0 {
			t.Errorf("%s %s %s has no example", path, status, media)
		}
		for _, example := range examples {
			raw, err := json.Marshal(example.Value)
			if err != nil {
				t.Fatal(err)
			}
			w := httptest.NewRecorder()
			w.Header().Set("Content-Type", media)
			for _, name := range []string{"X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset", "Retry-After"} {
				w.Header().Set(name, "1")
			}
			for _, name := range []string{"ETag", "Allow", "WWW-Authenticate"} {
				w.Header().Set(name, "x")
			}
			code := map[string]int{"200": 200, "BadRequest": 400, "Unauthorized": 401, "Forbidden": 403, "NotFound": 404, "MethodNotAllowed": 405, "TooManyRequests": 429, "ServerError": 500, "NotReady": 503}[status]
			w.WriteHeader(code)
			w.Write(raw)
			checkExample(t, path, w.Result())
		}
	}
	for path, item := range spec.Paths {
		for media, content := range item["get"].Responses["200"].Content {
			check(path, "200", media, content.Examples)
		}
	}
	for name, response := range spec.Components.Responses {
		for media, content := range response.Content {
			check("/api/v1/pois/x", name, media, content.Examples)
		}
	}
}

func checkExample(t *testing.T, path string, res *http.Response) {
	t.Helper()
	d, err := described()
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, strings.Replace(path, "{slug}", "x", 1), nil)
	if res.Header.Get("Content-Type") == "application/yaml" {
		return // text has no schema to be held against
	}
	if ok, errs := d.requests.ValidateHttpRequestSync(r); !ok {
		t.Error(errs)
	}
	if ok, errs := d.requests.ValidateHttpResponse(r, res); !ok {
		for _, e := range errs {
			t.Errorf("example of %s %d: %s %s %v", path, res.StatusCode, e.Message, e.Reason, e.SchemaValidationErrors)
		}
	}
}
