package site

import (
	"bytes"
	"context"
	"fmt"
	"html/template"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"time"

	"servicemap/internal/assets"
	"servicemap/internal/destination"
)

// AdminStore is what the operator's view reads; it changes nothing.
type AdminStore interface {
	Datasets(ctx context.Context) ([]destination.Dataset, error)
	Keys(ctx context.Context) ([]destination.Key, error)
	Usage(ctx context.Context, keyID, fromDay string) ([]destination.KeyUsage, error)
}

// Serving is what the service answers with at the moment.
type Serving struct {
	Dataset    destination.Dataset
	IndexBytes int64
	BuildTime  time.Duration
}

// RouteFigures is what happened on a route since the process started.
type RouteFigures struct {
	Name     string
	Requests int64
	Refused  int64 // answers of 4xx
	Failed   int64 // answers of 5xx
	Median   time.Duration
	P95      time.Duration
}

// Decision is how often clients were let in or not, by reason.
type Decision struct {
	Name  string
	Count int64
}

// Traffic is what was asked since the process started.
type Traffic struct {
	Routes    []RouteFigures
	Decisions []Decision
	TileBytes int64
}

// AdminOptions is everything that the operator's view needs.
type AdminOptions struct {
	Name     string
	Version  string
	Started  time.Time
	Operator Operator
	Store    AdminStore
	Serving  func() *Serving // nil while nothing is loaded
	Traffic  func() (Traffic, error)
	KeyLimit int              // of keys that have no limit of their own
	Now      func() time.Time // nil: time.Now
	Logger   *slog.Logger     // nil: no log
}

type admin struct {
	opts   AdminOptions
	static *assets.Set
	page   *template.Template
}

// Admin is the operator's view. It is for a listener that only the operator
// can reach: it asks nobody who they are.
func Admin(opts AdminOptions) (http.Handler, error) {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Logger == nil {
		opts.Logger = slog.New(slog.DiscardHandler)
	}
	static, err := loadStatic()
	if err != nil {
		return nil, fmt.Errorf("prepare the operator's view: %w", err)
	}
	a := &admin{opts: opts, static: static}
	a.page, err = template.New("admin").Funcs(template.FuncMap{
		"bytes": readableBytes, "day": func(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") },
		"ms": readableDuration, "number": anyNumber, "percent": percent, "asset": a.asset,
	}).ParseFS(templateFiles, "templates/admin.html", "templates/mark.html")
	if err != nil {
		return nil, fmt.Errorf("prepare the operator's view: %w", err)
	}
	return a, nil
}

func (a *admin) asset(name string) string { return staticPrefix + a.static.Hash(name) + "/" + name }

// ServeHTTP implements http.Handler.
func (a *admin) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed: use GET", http.StatusMethodNotAllowed)
		return
	}
	if rest, ok := strings.CutPrefix(r.URL.Path, staticPrefix); ok {
		_, name, _ := strings.Cut(rest, "/")
		a.static.Serve(w, r, name, assets.Immutable)
		return
	}
	switch r.URL.Path {
	case "/favicon.ico":
		a.static.Serve(w, r, "favicon.ico", "public, max-age=86400")
		return
	case "/":
	default:
		http.NotFound(w, r)
		return
	}
	data, err := a.collect(r.Context())
	if err == nil {
		err = a.render(w, r, data)
	}
	if err != nil {
		a.opts.Logger.Error("operator's view could not be shown", "error", err)
		http.Error(w, "the operator's view could not be shown; the log says why", http.StatusInternalServerError)
	}
}

const adminPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (a *admin) render(w http.ResponseWriter, r *http.Request, data *adminData) error {
	var buf bytes.Buffer
	if err := a.page.ExecuteTemplate(&buf, "admin", data); err != nil {
		return fmt.Errorf("render: %w", err)
	}
	securityHeaders(w.Header(), adminPolicy)
	w.Header().Set("Cross-Origin-Resource-Policy", "same-origin")
	reply(w, r, http.StatusOK, "text/html; charset=utf-8", "no-store", buf.Bytes())
	return nil
}

type adminData struct {
	AdminOptions
	At       time.Time
	Uptime   time.Duration
	Current  *Serving
	Datasets []destination.Dataset
	Keys     []adminKey
	Chart    *chart
	Days     int
	Traffic  Traffic
	Missing  []string
}

type adminKey struct {
	destination.Key
	Limit    int
	Requests int64
	Refused  int64
	Today    int64
	Spark    *chart
}

// chartDays is how far back usage is shown.
const chartDays = 30

func (a *admin) collect(ctx context.Context) (*adminData, error) {
	now := a.opts.Now().UTC()
	d := &adminData{
		AdminOptions: a.opts, At: now, Uptime: now.Sub(a.opts.Started).Round(time.Second),
		Current: a.opts.Serving(), Days: chartDays, Missing: a.opts.Operator.Missing(),
	}
	var err error
	if d.Datasets, err = a.opts.Store.Datasets(ctx); err != nil {
		return nil, err
	}
	slices.SortStableFunc(d.Datasets, func(x, y destination.Dataset) int { return y.Created.Compare(x.Created) })
	keys, err := a.opts.Store.Keys(ctx)
	if err != nil {
		return nil, err
	}
	first := now.AddDate(0, 0, 1-chartDays)
	usage, err := a.opts.Store.Usage(ctx, "", first.Format(time.DateOnly))
	if err != nil {
		return nil, err
	}
	if d.Traffic, err = a.opts.Traffic(); err != nil {
		return nil, fmt.Errorf("gather metrics: %w", err)
	}
	all := newSeries(first, chartDays)
	for _, k := range keys {
		own := newSeries(first, chartDays)
		for _, u := range usage {
			if u.KeyID == k.ID {
				own.add(u)
				all.add(u)
			}
		}
		limit := k.Limit
		if limit == 0 {
			limit = a.opts.KeyLimit
		}
		key := adminKey{Key: k, Limit: limit, Spark: own.chart(120, 24, 1), Today: own.requests[chartDays-1]}
		key.Requests, key.Refused = own.sums()
		d.Keys = append(d.Keys, key)
	}
	d.Chart = all.chart(720, 150, 3)
	return d, nil
}
