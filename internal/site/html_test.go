package site_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

var voidElements = []string{"meta", "link", "br", "input", "img", "hr", "rect", "circle", "path"}

// phrasingOnly may hold words and what stands between words.
var phrasingOnly = []string{"p", "h1", "h2", "h3", "h4", "summary", "dt", "span", "strong", "button", "label", "legend", "figcaption", "option"}

var blocks = []string{
	"p", "div", "ul", "ol", "dl", "pre", "table", "section", "article", "aside", "nav", "header", "footer", "main", "form",
	"fieldset", "figure", "details", "h1", "h2", "h3", "h4",
}

// children are the only elements that may stand in these.
var children = map[string][]string{
	"ul": {"li"}, "ol": {"li"}, "tr": {"td", "th"}, "tbody": {"tr"}, "thead": {"tr"}, "dl": {"div", "dt", "dd"}, "select": {"option", "optgroup"},
}

// checkHTML reads a page strictly: every element is closed where it was
// opened, nothing stands where it may not, and what is referred to is there.
func checkHTML(t *testing.T, page string) {
	t.Helper()
	if !strings.HasPrefix(page, "<!doctype html>") {
		t.Error("no doctype")
	}
	c := &checker{t: t, ids: map[string]bool{}}
	z := html.NewTokenizer(strings.NewReader(page))
	for {
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		token := z.Token()
		switch kind {
		case html.StartTagToken:
			c.open(token)
		case html.SelfClosingTagToken:
			c.attributes(token)
		case html.EndTagToken:
			c.close(token.Data)
		}
	}
	if len(c.stack) > 0 {
		t.Errorf("not closed: %v", c.stack)
	}
	for _, id := range c.wanted {
		if !c.ids[id] {
			t.Errorf("there is no element with the id %q", id)
		}
	}
	for _, name := range []string{"<h1", "<main", "</head>"} {
		if n := strings.Count(page, name); n != 1 {
			t.Errorf("%d of %s>, want 1", n, name)
		}
	}
}

type checker struct {
	t      *testing.T
	stack  []string
	ids    map[string]bool
	wanted []string
}

func (c *checker) open(token html.Token) {
	name := token.Data
	if len(c.stack) > 0 {
		parent := c.stack[len(c.stack)-1]
		if slices.Contains(phrasingOnly, parent) && slices.Contains(blocks, name) {
			c.t.Errorf("<%s> in <%s>", name, parent)
		}
		if allowed, ok := children[parent]; ok && !slices.Contains(allowed, name) {
			c.t.Errorf("<%s> in <%s>", name, parent)
		}
		if (name == "a" || name == "button") && (slices.Contains(c.stack, "a") || slices.Contains(c.stack, "button")) {
			c.t.Errorf("<%s> in a link or button", name)
		}
	}
	if atom.Lookup([]byte(name)) == 0 && !slices.Contains(voidElements, name) && !slices.Contains([]string{"g", "circle", "path", "rect"}, name) {
		c.t.Errorf("unknown element <%s>", name)
	}
	c.attributes(token)
	if !slices.Contains(voidElements, name) {
		c.stack = append(c.stack, name)
	}
}

func (c *checker) close(name string) {
	if len(c.stack) == 0 || c.stack[len(c.stack)-1] != name {
		c.t.Errorf("</%s> closes %v", name, c.stack)
		return
	}
	c.stack = c.stack[:len(c.stack)-1]
}

func (c *checker) attributes(token html.Token) {
	seen := map[string]bool{}
	for _, a := range token.Attr {
		if seen[a.Key] {
			c.t.Errorf("<%s> has %s twice", token.Data, a.Key)
		}
		seen[a.Key] = true
		switch {
		case a.Key == "id":
			if c.ids[a.Val] || a.Val == "" {
				c.t.Errorf("the id %q is not unique", a.Val)
			}
			c.ids[a.Val] = true
		case a.Key == "for", a.Key == "aria-controls", a.Key == "aria-labelledby", a.Key == "aria-describedby":
			c.wanted = append(c.wanted, strings.Fields(a.Val)...)
		case a.Key == "href" && strings.HasPrefix(a.Val, "#") && len(a.Val) > 1:
			id, err := url.PathUnescape(a.Val[1:])
			if err != nil {
				c.t.Errorf("link to %q: %v", a.Val, err)
			}
			c.wanted = append(c.wanted, id)
		case strings.HasPrefix(a.Key, "on"):
			c.t.Errorf("<%s> has the handler %s", token.Data, a.Key)
		}
	}
	if token.Data == "img" && !seen["alt"] {
		c.t.Error("a picture has no text")
	}
	if token.Data == "th" && !seen["scope"] {
		c.t.Error("<th> without scope")
	}
}
