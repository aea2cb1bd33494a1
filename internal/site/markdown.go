package site

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"html/template"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/renderer/html"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// An example that runs is a block of code marked "live" beside its language:
// of HTML the elements are put into the page, of JavaScript, there or alone, a
// script is made, which runs before the SDK and waits for its event.
// Everybody else sees a block of code.
const liveMark = "live"

func renderDoc(file string, source []byte, known map[string]string) (*doc, map[string][]byte, error) {
	d := &doc{Name: docName(file)}
	code := &codeRenderer{doc: d, examples: map[string][]byte{}}
	md := newMarkdown(code)
	root := md.Parser().Parse(text.NewReader(source), parser.WithContext(parser.NewContext(parser.WithIDs(&headingIDs{}))))
	if err := d.inspect(root, source, file, known); err != nil {
		return nil, nil, err
	}
	if d.Title == "" {
		d.Title = strings.ReplaceAll(path.Base(d.Name), "-", " ")
	}
	var buf bytes.Buffer
	if err := md.Renderer().Render(&buf, source, root); err != nil {
		return nil, nil, err
	}
	d.HTML = template.HTML(mendTables(buf.String()))
	return d, code.examples, nil
}

func newMarkdown(code renderer.NodeRenderer) goldmark.Markdown {
	return goldmark.New(
		goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.Linkify),
		goldmark.WithParserOptions(parser.WithAutoHeadingID()),
		goldmark.WithRendererOptions(renderer.WithNodeRenderers(util.Prioritized(code, 100))),
	)
}

// shortMarkdown renders the short texts in descriptions.
func shortMarkdown(source string) template.HTML {
	var buf bytes.Buffer
	if err := newMarkdown(&codeRenderer{doc: &doc{}}).Convert([]byte(source), &buf); err != nil {
		return template.HTML(template.HTMLEscapeString(source))
	}
	return template.HTML(mendTables(buf.String()))
}

// inlineMarkdown renders a text of one paragraph without the paragraph.
func inlineMarkdown(source string) template.HTML {
	html := strings.TrimSpace(string(shortMarkdown(source)))
	return template.HTML(strings.TrimSuffix(strings.TrimPrefix(html, "<p>"), "</p>"))
}

var tables = strings.NewReplacer(
	"<th>", `<th scope="col">`,
	`<th style="text-align:left">`, `<th scope="col">`,
	`<th style="text-align:center">`, `<th scope="col" class="center">`,
	`<th style="text-align:right">`, `<th scope="col" class="right">`,
	`<td style="text-align:left">`, "<td>",
	`<td style="text-align:center">`, `<td class="center">`,
	`<td style="text-align:right">`, `<td class="right">`,
	"<table>", `<div class="scroll" tabindex="0"><table>`,
	"</table>", "</table></div>",
)

// mendTables lets wide tables scroll by themselves, with the keyboard too, and
// aligns cells by classes: the policy of our pages forbids styles in elements.
func mendTables(html string) string { return tables.Replace(html) }

// inspect finds title, summary and headings, and turns links between files
// into links between pages.
func (d *doc) inspect(root ast.Node, source []byte, file string, known map[string]string) error {
	var dead []ast.Node
	err := ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Heading:
			d.addHeading(n, source)
		case *ast.Paragraph:
			if d.Summary == "" && d.Title != "" && n.Parent().Kind() == ast.KindDocument {
				d.Summary = plainText(n, source)
			}
		case *ast.Link:
			target, ok := linkTarget(string(n.Destination), file, known)
			if !ok {
				dead = append(dead, n)
			}
			n.Destination = []byte(target)
		}
		return ast.WalkContinue, nil
	})
	for _, n := range dead { // leads into the repository: the words stay
		for child := n.FirstChild(); child != nil; child = n.FirstChild() {
			n.Parent().InsertBefore(n.Parent(), n, child)
		}
		n.Parent().RemoveChild(n.Parent(), n)
	}
	return err
}

func (d *doc) addHeading(n *ast.Heading, source []byte) {
	words := plainText(n, source)
	if n.Level == 1 && d.Title == "" {
		d.Title = words
		return
	}
	id, _ := n.AttributeString("id")
	if raw, ok := id.([]byte); ok && n.Level == 2 {
		d.Headings = append(d.Headings, heading{n.Level, string(raw), words})
	}
}

func plainText(n ast.Node, source []byte) string {
	var b strings.Builder
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if t, ok := n.(*ast.Text); ok && entering {
			b.Write(t.Segment.Value(source))
			if t.SoftLineBreak() {
				b.WriteByte(' ')
			}
		}
		return ast.WalkContinue, nil
	})
	return b.String()
}

// linkTarget is where a link of a file leads on the site, relative to the
// page, and whether it leads anywhere.
func linkTarget(link, file string, known map[string]string) (string, bool) {
	if strings.Contains(link, "://") || strings.HasPrefix(link, "#") || strings.HasPrefix(link, "mailto:") || strings.HasPrefix(link, "/") {
		return link, true
	}
	target, fragment, has := strings.Cut(link, "#")
	page, ok := known[path.Join(path.Dir(file), target)]
	if !ok {
		return link, path.Ext(target) == ".png" || path.Ext(target) == ".svg"
	}
	up := strings.Repeat("../", strings.Count(docName(file), "/"))
	if has {
		fragment = "#" + fragment
	}
	return up + page + fragment, true
}

// headingIDs names headings as the repository's web view does.
type headingIDs struct{ used []string }

// Generate implements parser.IDs.
func (h *headingIDs) Generate(value []byte, _ ast.NodeKind) []byte {
	id := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' || r == '-':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, strings.TrimSpace(string(value)))
	if id == "" {
		id = "section"
	}
	name := id
	for i := 1; slices.Contains(h.used, name); i++ {
		name = id + "-" + strconv.Itoa(i)
	}
	h.used = append(h.used, name)
	return []byte(name)
}

// Put implements parser.IDs.
func (h *headingIDs) Put(value []byte) { h.used = append(h.used, string(value)) }

// codeRenderer writes blocks of code, and runs those that are live.
type codeRenderer struct {
	doc      *doc
	examples map[string][]byte
}

// RegisterFuncs implements renderer.NodeRenderer.
func (c *codeRenderer) RegisterFuncs(reg renderer.NodeRendererFuncRegisterer) {
	reg.Register(ast.KindFencedCodeBlock, c.renderFenced)
	reg.Register(ast.KindCodeBlock, c.renderFenced)
}

func (c *codeRenderer) renderFenced(w util.BufWriter, source []byte, node ast.Node, entering bool) (ast.WalkStatus, error) {
	if !entering {
		return ast.WalkContinue, nil
	}
	var lang string
	var live bool
	if fenced, ok := node.(*ast.FencedCodeBlock); ok && fenced.Info != nil {
		words := strings.Fields(string(fenced.Info.Segment.Value(source)))
		if len(words) > 0 {
			lang = words[0]
			live = slices.Contains(words[1:], liveMark)
		}
	}
	var code bytes.Buffer
	for i := range node.Lines().Len() {
		segment := node.Lines().At(i)
		code.Write(segment.Value(source))
	}
	_, _ = w.WriteString(`<pre tabindex="0"><code`)
	if lang != "" {
		_, _ = w.WriteString(` class="language-` + template.HTMLEscapeString(lang) + `"`)
	}
	_ = w.WriteByte('>')
	html.DefaultWriter.RawWrite(w, code.Bytes())
	_, _ = w.WriteString("</code></pre>\n")
	if live {
		c.run(w, lang, code.Bytes())
	}
	return ast.WalkSkipChildren, nil
}

var (
	scriptElement = regexp.MustCompile(`(?is)<script\b.*?</script>\s*`)
	inlineScript  = regexp.MustCompile(`(?is)<script>(.*?)</script>`)
	styleAttr     = regexp.MustCompile(`(?i)\s+style="[^"]*"`)
)

func (c *codeRenderer) run(w util.BufWriter, lang string, code []byte) {
	c.doc.Live = true
	if lang == "html" {
		for _, m := range inlineScript.FindAllSubmatch(code, -1) {
			c.addScript(m[1])
		}
		// The policy of our pages forbids styles in elements: a class gives the height.
		elements := styleAttr.ReplaceAll(scriptElement.ReplaceAll(code, nil), []byte(` class="live-map"`))
		_, _ = w.WriteString(`<div class="live">`)
		_, _ = w.Write(bytes.TrimSpace(elements))
		_, _ = w.WriteString("</div>\n")
		return
	}
	c.addScript(code)
}

func (c *codeRenderer) addScript(code []byte) {
	sum := sha256.Sum256(code)
	name := "live/" + hex.EncodeToString(sum[:8]) + ".js"
	c.examples[name] = code
	c.doc.Scripts = append(c.doc.Scripts, name)
}
