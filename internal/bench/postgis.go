package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/jackc/pgx/v5"

	"servicemap/internal/destination"
	"servicemap/internal/search/analysis"
)

// postgis is PostgreSQL with PostGIS in a cluster of its own, tuned as well as
// we know how to.
type postgis struct {
	conn   *pgx.Conn
	dir    string
	server *exec.Cmd
	ndoc   map[string]int // rows by word, as a good client would know
}

// settings of the server: everything in memory, no safety that costs time.
var settings = []string{
	"listen_addresses=", "shared_buffers=2GB", "work_mem=64MB", "maintenance_work_mem=512MB", "effective_cache_size=6GB",
	"jit=off", "random_page_cost=1.1", "max_parallel_workers_per_gather=0", "plan_cache_mode=force_custom_plan",
	"fsync=off", "synchronous_commit=off", "full_page_writes=off", "max_wal_size=8GB", "autovacuum=off",
}

// startPostGIS makes a cluster in a temporary folder and loads the destinations.
func startPostGIS(ctx context.Context, dests []destination.Destination) (*postgis, error) {
	bins, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	if len(bins) == 0 {
		return nil, errors.New("no PostgreSQL found (Debian: postgresql-15-postgis-3)")
	}
	dir, err := os.MkdirTemp("", "bench-postgis-")
	if err != nil {
		return nil, err
	}
	p := &postgis{dir: dir}
	if err := p.start(bins[len(bins)-1]); err != nil {
		return p, err
	}
	for range 100 {
		if p.conn, err = pgx.Connect(ctx, "host="+dir+" user=postgres dbname=postgres"); err == nil {
			break
		}
		if _, err := exec.Command("sleep", "0.2").Output(); err != nil {
			return p, err
		}
	}
	if err != nil {
		return p, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	return p, p.load(ctx, dests)
}

func (p *postgis) start(bin string) error {
	attr := &syscall.SysProcAttr{}
	if os.Getuid() == 0 { // the server refuses to run as root
		owner, err := user.Lookup("postgres")
		if err != nil {
			return err
		}
		uid, _ := strconv.Atoi(owner.Uid)
		gid, _ := strconv.Atoi(owner.Gid)
		if err := os.Chown(p.dir, uid, gid); err != nil {
			return err
		}
		attr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	data := filepath.Join(p.dir, "data")
	init := exec.Command(filepath.Join(bin, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C")
	init.Dir, init.SysProcAttr = p.dir, attr
	if out, err := init.CombinedOutput(); err != nil {
		return fmt.Errorf("initdb: %w: %s", err, out)
	}
	args := []string{"-D", data, "-k", p.dir}
	for _, s := range settings {
		args = append(args, "-c", s)
	}
	p.server = exec.Command(filepath.Join(bin, "postgres"), args...)
	p.server.Dir, p.server.SysProcAttr = p.dir, attr
	return p.server.Start()
}

func (p *postgis) stop() {
	if p.conn != nil {
		_ = p.conn.Close(context.Background())
	}
	if p.server != nil && p.server.Process != nil {
		_ = p.server.Process.Signal(syscall.SIGINT)
		_ = p.server.Wait()
	}
	_ = os.RemoveAll(p.dir)
}

func (p *postgis) load(ctx context.Context, dests []destination.Destination) error {
	if err := p.exec(ctx, `
		CREATE EXTENSION postgis; CREATE EXTENSION pg_trgm; CREATE EXTENSION btree_gist; CREATE EXTENSION fuzzystrmatch;
		CREATE UNLOGGED TABLE raw (id int, lat float8, lng float8, cat int2, score real, name text)`); err != nil {
		return err
	}
	i := -1
	rows := pgx.CopyFromFunc(func() ([]any, error) {
		if i++; i == len(dests) {
			return nil, nil
		}
		d := &dests[i]
		return []any{int32(i), d.Point.Lat, d.Point.Lng, int16(d.Category), float32(d.Prominence), strings.Join(analysis.Words(d.Name), " ")}, nil
	})
	if _, err := p.conn.CopyFrom(ctx, pgx.Identifier{"raw"}, []string{"id", "lat", "lng", "cat", "score", "name"}, rows); err != nil {
		return fmt.Errorf("copy destinations: %w", err)
	}
	err := p.exec(ctx, `
		CREATE TABLE poi AS
			SELECT id, cat, score, to_tsvector('simple', name) AS tsv, geom, ST_Transform(geom, 3035) AS g
			FROM (SELECT *, ST_SetSRID(ST_MakePoint(lng, lat), 4326) AS geom FROM raw) r ORDER BY geom;
		DROP TABLE raw;
		CREATE INDEX ON poi USING gist (cat, g);
		CREATE INDEX ON poi USING gist (g);
		CREATE INDEX ON poi USING gist (geom);
		CREATE INDEX ON poi USING gin (tsv) WITH (fastupdate = off);
		CREATE INDEX ON poi (score DESC, id);
		CREATE TABLE lexeme AS SELECT word, ndoc FROM ts_stat('select tsv from poi');
		CREATE INDEX ON lexeme USING gin (word gin_trgm_ops)`,
		`VACUUM ANALYZE poi`, `VACUUM ANALYZE lexeme`, `SET pg_trgm.similarity_threshold = 0.4`)
	if err != nil {
		return err
	}
	return p.loadWords(ctx)
}

func (p *postgis) exec(ctx context.Context, statements ...string) error {
	for _, s := range statements {
		if _, err := p.conn.Exec(ctx, s); err != nil {
			return fmt.Errorf("%.60s: %w", strings.TrimSpace(s), err)
		}
	}
	return nil
}

func (p *postgis) loadWords(ctx context.Context) error {
	rows, err := p.conn.Query(ctx, "SELECT word, ndoc FROM lexeme")
	if err != nil {
		return err
	}
	p.ndoc = map[string]int{}
	var word string
	var n int
	_, err = pgx.ForEachRow(rows, []any{&word, &n}, func() error {
		p.ndoc[word] = n
		return nil
	})
	return err
}

const (
	askNearest = `SELECT id FROM (SELECT id, g <-> ST_Transform(ST_SetSRID(ST_MakePoint($1, $2), 4326), 3035) AS d
		FROM poi WHERE cat = $3::int2 ORDER BY g <-> ST_Transform(ST_SetSRID(ST_MakePoint($1, $2), 4326), 3035) LIMIT $4) t WHERE d <= $5`
	askInBox      = `SELECT id FROM poi WHERE geom && ST_MakeEnvelope($1, $2, $3, $4, 4326) ORDER BY score DESC, id LIMIT $5`
	askForText    = `SELECT id FROM poi WHERE tsv @@ to_tsquery('simple', $1) ORDER BY score DESC, id LIMIT $2`
	askRareNear   = `SELECT id FROM poi WHERE tsv @@ to_tsquery('simple', $1) AND ST_DWithin(g, ST_Transform(ST_SetSRID(ST_MakePoint($2, $3), 4326), 3035), $4) ORDER BY score DESC, id LIMIT $5`
	askCommonNear = `SELECT id FROM (SELECT id, score, g <-> ST_Transform(ST_SetSRID(ST_MakePoint($2, $3), 4326), 3035) AS d
		FROM poi WHERE tsv @@ to_tsquery('simple', $1) AND ST_DWithin(g, ST_Transform(ST_SetSRID(ST_MakePoint($2, $3), 4326), 3035), $4)
		ORDER BY g <-> ST_Transform(ST_SetSRID(ST_MakePoint($2, $3), 4326), 3035) LIMIT $5) t ORDER BY score DESC, id`
	askForWords = `SELECT word FROM lexeme WHERE word % $1 AND levenshtein(word, $1) <= 2 ORDER BY levenshtein(word, $1), ndoc DESC LIMIT 8`
)

// commonWord is from how many rows on a word is looked for nearest first.
const commonWord = 20000

func (p *postgis) ask(ctx context.Context, q *question) ([]int32, error) {
	switch q.kind {
	case radiusCategory:
		return p.ids(ctx, askNearest, q.query.Center.Lng, q.query.Center.Lat, int16(q.category), q.query.Limit, q.query.RadiusKm*1000)
	case boxed:
		b := q.query.Box
		return p.ids(ctx, askInBox, b.West, b.South, b.East, b.North, q.query.Limit)
	}
	words := analysis.Words(q.query.Text)
	terms := make([]string, len(words))
	least := len(p.ndoc)*1000 + 1
	for i, w := range words {
		terms[i] = w
		if q.prefix && i == len(words)-1 {
			terms[i] += ":*"
		} else {
			least = min(least, p.ndoc[w])
		}
	}
	ids, err := p.text(ctx, q, strings.Join(terms, " & "), least)
	if err != nil || len(ids) > 0 {
		return ids, err
	}
	for i, w := range words {
		expanded, err := p.words(ctx, w)
		if err != nil {
			return nil, err
		}
		terms[i] = "(" + strings.Join(append(expanded, terms[i]), " | ") + ")"
	}
	return p.text(ctx, q, strings.Join(terms, " & "), least)
}

func (p *postgis) text(ctx context.Context, q *question, tsquery string, least int) ([]int32, error) {
	if q.kind == text {
		return p.ids(ctx, askForText, tsquery, q.query.Limit)
	}
	sql := askRareNear
	if least > commonWord {
		sql = askCommonNear
	}
	return p.ids(ctx, sql, tsquery, q.query.Center.Lng, q.query.Center.Lat, q.query.RadiusKm*1000, q.query.Limit)
}

func (p *postgis) ids(ctx context.Context, sql string, args ...any) ([]int32, error) {
	rows, err := p.conn.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int32])
}

func (p *postgis) words(ctx context.Context, word string) ([]string, error) {
	rows, err := p.conn.Query(ctx, askForWords, word)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
