package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"servicemap/internal/destination"
	"servicemap/internal/store"
)

// KeysListCmd is "servicemap keys list".
type KeysListCmd struct {
	DataDir
	JSON bool `help:"Print JSON." name:"json" env:"-"`
}

// Run lists the keys, oldest first.
func (c *KeysListCmd) Run(app *App) error {
	return c.withStore(app, func(st *store.Store) error {
		keys, err := st.Keys(app.Ctx)
		if err != nil {
			return err
		}
		if c.JSON {
			out := make([]keyJSON, len(keys))
			for i, k := range keys {
				out[i] = newKeyJSON(k)
			}
			return app.printJSON(out)
		}
		if len(keys) == 0 {
			fmt.Fprintln(app.Stdout, "There are no keys yet; make one with servicemap keys create --name NAME.")
			return nil
		}
		rows := make([][]string, len(keys))
		for i, k := range keys {
			rows[i] = []string{k.ID, k.Name, k.Prefix + "…", showLimit(k.Limit), showOrigins(k.Origins), showDay(k.Created), showState(k)}
		}
		return app.printTable([]string{"ID", "NAME", "KEY", "PER MINUTE", "ORIGINS", "CREATED", "STATE"}, rows)
	})
}

// usageShown is how many days of usage are shown where nothing else was asked for.
const usageShown = 30

// KeysShowCmd is "servicemap keys show KEY".
type KeysShowCmd struct {
	DataDir
	Ref  string `arg:"" name:"key" help:"Id, name or first characters (smk_…) of the key."`
	JSON bool   `help:"Print JSON." name:"json" env:"-"`
}

// Run shows the key and what was asked with it lately.
func (c *KeysShowCmd) Run(app *App) error {
	return c.withKey(app, c.Ref, func(st *store.Store, k destination.Key) error {
		usage, err := st.Usage(app.Ctx, k.ID, firstDay(usageShown))
		if err != nil {
			return err
		}
		var sum destination.KeyUsage
		for _, u := range usage {
			sum.Requests += u.Requests
			sum.Refused += u.Refused
		}
		if c.JSON {
			return app.printJSON(struct {
				keyJSON
				Days     int   `json:"days"`
				Requests int64 `json:"requests"`
				Refused  int64 `json:"refused"`
			}{newKeyJSON(k), usageShown, sum.Requests, sum.Refused})
		}
		return app.printTable([]string{"id", k.ID}, [][]string{
			{"name", k.Name},
			{"key", k.Prefix + "…"},
			{"per minute", showLimit(k.Limit)},
			{"origins", showOrigins(k.Origins)},
			{"note", k.Note},
			{"created", showTime(k.Created)},
			{"state", showState(k)},
			{fmt.Sprintf("last %d days", usageShown), fmt.Sprintf("%d requests, %d of them refused", sum.Requests, sum.Refused)},
		})
	})
}

// KeysUsageCmd is "servicemap keys usage [KEY]".
type KeysUsageCmd struct {
	DataDir
	Ref  string `arg:"" optional:"" name:"key" help:"Id, name or first characters (smk_…) of the key; all keys when absent."`
	Days int    `help:"How many days, today included." default:"30" env:"-"`
	JSON bool   `help:"Print JSON." name:"json" env:"-"`
}

type usageJSON struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Day      string `json:"day"`
	Requests int64  `json:"requests"`
	Refused  int64  `json:"refused"`
}

// Run shows the usage by day, oldest first.
func (c *KeysUsageCmd) Run(app *App) error {
	if c.Days < 1 || c.Days > 36500 {
		return fmt.Errorf("--days %d: must be 1 to 36500", c.Days)
	}
	if c.Ref != "" {
		return c.withKey(app, c.Ref, func(st *store.Store, k destination.Key) error {
			return c.print(app, st, k.ID)
		})
	}
	return c.withStore(app, func(st *store.Store) error { return c.print(app, st, "") })
}

func (c *KeysUsageCmd) print(app *App, st *store.Store, keyID string) error {
	usage, err := st.Usage(app.Ctx, keyID, firstDay(c.Days))
	if err != nil {
		return err
	}
	keys, err := st.Keys(app.Ctx)
	if err != nil {
		return err
	}
	names := make(map[string]string, len(keys))
	for _, k := range keys {
		names[k.ID] = k.Name
	}
	out := make([]usageJSON, len(usage))
	rows := make([][]string, len(usage))
	for i, u := range usage {
		out[i] = usageJSON{ID: u.KeyID, Name: names[u.KeyID], Day: u.Day, Requests: u.Requests, Refused: u.Refused}
		rows[i] = []string{u.Day, u.KeyID, names[u.KeyID], strconv.FormatInt(u.Requests, 10), strconv.FormatInt(u.Refused, 10)}
	}
	if c.JSON {
		return app.printJSON(out)
	}
	if len(usage) == 0 {
		fmt.Fprintf(app.Stdout, "Nothing was asked with a key in the last %d days.\n", c.Days)
		return nil
	}
	return app.printTable([]string{"DAY (UTC)", "ID", "NAME", "REQUESTS", "REFUSED"}, rows)
}

func firstDay(days int) string {
	return time.Now().UTC().AddDate(0, 0, 1-days).Format(time.DateOnly)
}

func showLimit(limit int) string {
	if limit == 0 {
		return "default"
	}
	return strconv.Itoa(limit)
}

func showOrigins(origins []string) string {
	if len(origins) == 0 {
		return "anywhere"
	}
	return strings.Join(origins, " ")
}

func showState(k destination.Key) string {
	if k.Active() {
		return "valid"
	}
	return "revoked " + showDay(k.Revoked)
}
