package main

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"servicemap/internal/access"
	"servicemap/internal/destination"
	"servicemap/internal/store"
)

// KeysCmd is "servicemap keys …".
type KeysCmd struct {
	Create KeysCreateCmd `cmd:"" help:"Make a key and show it, once."`
	List   KeysListCmd   `cmd:"" help:"List the keys."`
	Show   KeysShowCmd   `cmd:"" help:"Show one key and its recent usage."`
	Update KeysUpdateCmd `cmd:"" help:"Change name, origins, limit or note of a key."`
	Revoke KeysRevokeCmd `cmd:"" help:"End a key for good."`
	Usage  KeysUsageCmd  `cmd:"" help:"Show requests by key and day."`
}

const (
	maxKeyName  = 100
	maxKeyNote  = 1000
	maxKeyLimit = 1_000_000
)

// KeysCreateCmd is "servicemap keys create".
type KeysCreateCmd struct {
	DataDir
	Name   string   `required:"" help:"Whose key it is." env:"-"`
	Origin []string `help:"Where it may be used: https://www.example.org, or https://*.example.org for all subdomains. Repeatable; none: anywhere." env:"-"`
	Limit  int      `help:"Requests a minute; 0: the service's default." placeholder:"PER_MINUTE" env:"-"`
	Note   string   `help:"For yourself." env:"-"`
	JSON   bool     `help:"Print JSON." name:"json" env:"-"`
}

// Run makes the key. It is the one command that may be the first in a new data folder.
func (c *KeysCreateCmd) Run(app *App) (err error) {
	k := destination.Key{Name: c.Name, Origins: c.Origin, Limit: c.Limit, Note: c.Note}
	if err := checkKey(&k); err != nil {
		return err
	}
	secret := access.NewKey()
	k.Hash, k.Prefix = secret.Hash(), secret.Prefix()
	st, err := store.Open(app.Ctx, c.Data)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if k, err = st.CreateKey(app.Ctx, k); err != nil {
		return err
	}
	if c.JSON {
		out := newKeyJSON(k)
		out.Key = secret.Reveal()
		return app.printJSON(out)
	}
	fmt.Fprintf(app.Stdout, "Key %q (%s) is made. This is the only time it is shown:\n\n  %s\n\n"+
		"It works %s, with %s. Clients send it in the header X-Service-Key.\n",
		k.Name, k.ID, secret.Reveal(), showWhere(k.Origins), showRate(k.Limit))
	return nil
}

// checkKey brings what the operator gave into its stored form, or says what is wrong.
func checkKey(k *destination.Key) error {
	k.Name, k.Note = strings.TrimSpace(k.Name), strings.TrimSpace(k.Note)
	switch {
	case k.Name == "":
		return errors.New("--name must not be empty")
	case utf8.RuneCountInString(k.Name) > maxKeyName || strings.ContainsFunc(k.Name, unicode.IsControl):
		return fmt.Errorf("--name must be one line of at most %d characters", maxKeyName)
	case utf8.RuneCountInString(k.Note) > maxKeyNote:
		return fmt.Errorf("--note must have at most %d characters", maxKeyNote)
	case k.Limit < 0 || k.Limit > maxKeyLimit:
		return fmt.Errorf("--limit %d: must be 1 to %d requests a minute, or 0 for the service's default", k.Limit, maxKeyLimit)
	}
	origins := make([]string, 0, len(k.Origins))
	for _, o := range k.Origins {
		p, err := access.ParseOrigin(o)
		if err != nil {
			return fmt.Errorf("--origin: %w", err)
		}
		origins = append(origins, p.String())
	}
	k.Origins = origins
	return nil
}

// KeysUpdateCmd is "servicemap keys update KEY".
type KeysUpdateCmd struct {
	DataDir
	Ref       string   `arg:"" name:"key" help:"Id, name or first characters (smk_…) of the key."`
	Name      *string  `help:"Another name." env:"-"`
	Origin    []string `help:"Where it may be used from now on; replaces all origins. Repeatable." xor:"origins" env:"-"`
	AnyOrigin bool     `help:"Let it be used anywhere." xor:"origins" env:"-"`
	Limit     *int     `help:"Requests a minute; 0: the service's default." placeholder:"PER_MINUTE" env:"-"`
	Note      *string  `help:"Another note." env:"-"`
	JSON      bool     `help:"Print JSON." name:"json" env:"-"`
}

// Run changes what was given and leaves the rest.
func (c *KeysUpdateCmd) Run(app *App) error {
	if c.Name == nil && c.Limit == nil && c.Note == nil && len(c.Origin) == 0 && !c.AnyOrigin {
		return errors.New("nothing to change: give --name, --origin, --any-origin, --limit or --note")
	}
	return c.withKey(app, c.Ref, func(st *store.Store, k destination.Key) error {
		if c.Name != nil {
			k.Name = *c.Name
		}
		if c.Limit != nil {
			k.Limit = *c.Limit
		}
		if c.Note != nil {
			k.Note = *c.Note
		}
		if len(c.Origin) > 0 || c.AnyOrigin {
			k.Origins = c.Origin
		}
		if err := checkKey(&k); err != nil {
			return err
		}
		if err := st.UpdateKey(app.Ctx, k); err != nil {
			return err
		}
		if c.JSON {
			return app.printJSON(newKeyJSON(k))
		}
		fmt.Fprintf(app.Stdout, "Key %q (%s) now works %s, with %s. Running servers know within seconds.\n",
			k.Name, k.ID, showWhere(k.Origins), showRate(k.Limit))
		return nil
	})
}

// KeysRevokeCmd is "servicemap keys revoke KEY".
type KeysRevokeCmd struct {
	DataDir
	Ref  string `arg:"" name:"key" help:"Id, name or first characters (smk_…) of the key."`
	JSON bool   `help:"Print JSON." name:"json" env:"-"`
}

// Run ends the key.
func (c *KeysRevokeCmd) Run(app *App) error {
	return c.withKey(app, c.Ref, func(st *store.Store, k destination.Key) error {
		if err := st.RevokeKey(app.Ctx, k.ID); err != nil {
			return err
		}
		k, err := st.FindKey(app.Ctx, k.ID)
		if err != nil {
			return err
		}
		if c.JSON {
			return app.printJSON(newKeyJSON(k))
		}
		fmt.Fprintf(app.Stdout, "Key %q (%s) is revoked. Running servers refuse it within seconds.\n", k.Name, k.ID)
		return nil
	})
}

// withKey runs f with the key that the operator means. A whole key is accepted
// too, as that is what is at hand when one has leaked; it never gets into an error.
func (d DataDir) withKey(app *App, ref string, f func(*store.Store, destination.Key) error) error {
	return d.withStore(app, func(st *store.Store) error {
		secret, err := access.ParseKey(ref)
		if err == nil {
			ref = secret.Prefix()
		}
		k, err := st.FindKey(app.Ctx, ref)
		if errors.Is(err, destination.ErrNotFound) {
			return fmt.Errorf("there is no key %q (see servicemap keys list)", ref)
		}
		if err != nil {
			return err
		}
		if secret.Reveal() != "" && secret.Hash() != k.Hash {
			return fmt.Errorf("there is no key %q (see servicemap keys list)", secret)
		}
		return f(st, k)
	})
}

func showWhere(origins []string) string {
	if len(origins) == 0 {
		return "anywhere"
	}
	return "on " + strings.Join(origins, ", ")
}

func showRate(limit int) string {
	if limit == 0 {
		return "the service's default limit"
	}
	return fmt.Sprintf("%d requests a minute", limit)
}

type keyJSON struct {
	Key     string   `json:"key,omitempty"` // only when it is made
	ID      string   `json:"id"`
	Name    string   `json:"name"`
	Prefix  string   `json:"prefix"`
	Origins []string `json:"origins"`
	Limit   int      `json:"limit"`
	Note    string   `json:"note,omitempty"`
	Created string   `json:"created"`
	Revoked string   `json:"revoked,omitempty"`
}

func newKeyJSON(k destination.Key) keyJSON {
	out := keyJSON{
		ID: k.ID, Name: k.Name, Prefix: k.Prefix, Origins: k.Origins, Limit: k.Limit, Note: k.Note,
		Created: k.Created.Format(time.RFC3339),
	}
	if !k.Active() {
		out.Revoked = k.Revoked.Format(time.RFC3339)
	}
	return out
}
