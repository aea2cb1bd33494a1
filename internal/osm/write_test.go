package osm_test

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/binary"
	"encoding/xml"
	"fmt"
	"math"
	"slices"

	"github.com/klauspost/compress/zstd"
	"google.golang.org/protobuf/encoding/protowire"
)

// A small extract in memory, that the tests write in every format.
type extract struct {
	nodes     []node
	ways      []way
	relations []relation
}

type (
	node struct {
		id       int64
		lat, lng float64
		tags     map[string]string
	}
	way struct {
		id   int64
		refs []int64
		tags map[string]string
	}
	relation struct {
		id      int64
		members []member
		tags    map[string]string
	}
	member struct {
		kind string
		ref  int64
		role string
	}
)

func (e extract) xml() []byte {
	var b bytes.Buffer
	escape := func(s string) string {
		var e bytes.Buffer
		_ = xml.EscapeText(&e, []byte(s))
		return e.String()
	}
	tags := func(tags map[string]string) {
		for _, k := range keys(tags) {
			fmt.Fprintf(&b, `<tag k="%s" v="%s"/>`, escape(k), escape(tags[k]))
		}
	}
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?><osm version="0.6">` + "\n")
	for _, n := range e.nodes {
		fmt.Fprintf(&b, `<node id="%d" lat="%.7f" lon="%.7f">`, n.id, n.lat, n.lng)
		tags(n.tags)
		b.WriteString("</node>\n")
	}
	for _, w := range e.ways {
		fmt.Fprintf(&b, `<way id="%d">`, w.id)
		for _, ref := range w.refs {
			fmt.Fprintf(&b, `<nd ref="%d"/>`, ref)
		}
		tags(w.tags)
		b.WriteString("</way>\n")
	}
	for _, r := range e.relations {
		fmt.Fprintf(&b, `<relation id="%d">`, r.id)
		for _, m := range r.members {
			fmt.Fprintf(&b, `<member type="%s" ref="%d" role="%s"/>`, m.kind, m.ref, m.role)
		}
		tags(r.tags)
		b.WriteString("</relation>\n")
	}
	b.WriteString("</osm>\n")
	return b.Bytes()
}

func keys(m map[string]string) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

// pbfStyle is how to write a PBF file.
type pbfStyle struct {
	sorted   bool
	lying    bool // says that it is sorted, and is not
	zstd     bool
	raw      bool
	plain    bool // nodes one by one instead of densely
	perBlock int
}

func (e extract) pbf(style pbfStyle) []byte {
	style.perBlock = cmp.Or(style.perBlock, 3)
	var header []byte
	header = appendBytes(header, 4, []byte("OsmSchema-V0.6"))
	header = appendBytes(header, 4, []byte("DenseNodes"))
	if style.sorted || style.lying {
		header = appendBytes(header, 5, []byte("Sort.Type_then_ID"))
	}
	header = protowire.AppendVarint(protowire.AppendTag(header, 32, protowire.VarintType), 1_700_000_000)
	out := style.blob("OSMHeader", header)
	var blocks [][]byte
	for part := range slices.Chunk(e.nodes, style.perBlock) {
		blocks = append(blocks, nodeBlock(part, style.plain))
	}
	for part := range slices.Chunk(e.ways, style.perBlock) {
		blocks = append(blocks, wayBlock(part))
	}
	for part := range slices.Chunk(e.relations, style.perBlock) {
		blocks = append(blocks, relationBlock(part))
	}
	if !style.sorted {
		slices.Reverse(blocks)
	}
	for _, block := range blocks {
		out = append(out, style.blob("OSMData", block)...)
	}
	return out
}

func (style pbfStyle) blob(kind string, raw []byte) []byte {
	var blob []byte
	switch {
	case style.raw:
		blob = appendBytes(blob, 1, raw)
	case style.zstd:
		w, _ := zstd.NewWriter(nil)
		blob = protowire.AppendVarint(protowire.AppendTag(blob, 2, protowire.VarintType), uint64(len(raw)))
		blob = appendBytes(blob, 7, w.EncodeAll(raw, nil))
	default:
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		_, _ = w.Write(raw)
		_ = w.Close()
		blob = protowire.AppendVarint(protowire.AppendTag(blob, 2, protowire.VarintType), uint64(len(raw)))
		blob = appendBytes(blob, 3, b.Bytes())
	}
	head := appendBytes(nil, 1, []byte(kind))
	head = protowire.AppendVarint(protowire.AppendTag(head, 3, protowire.VarintType), uint64(len(blob)))
	out := binary.BigEndian.AppendUint32(nil, uint32(len(head)))
	return append(append(out, head...), blob...)
}

func appendBytes(b []byte, field protowire.Number, v []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), v)
}

// table is the string table of a block; its first entry is empty.
type table struct{ list []string }

func (t *table) index(s string) uint64 {
	if len(t.list) == 0 {
		t.list = []string{""}
	}
	i := slices.Index(t.list, s)
	if i < 0 {
		i = len(t.list)
		t.list = append(t.list, s)
	}
	return uint64(i)
}

func (t *table) block(group []byte) []byte {
	t.index("")
	var strings []byte
	for _, s := range t.list {
		strings = appendBytes(strings, 1, []byte(s))
	}
	return appendBytes(appendBytes(nil, 1, strings), 2, group)
}

// tags are the fields 2 and 3 of nodes, ways and relations.
func (t *table) tags(b []byte, tags map[string]string) []byte {
	var ks, vs []byte
	for _, k := range keys(tags) {
		ks = protowire.AppendVarint(ks, t.index(k))
		vs = protowire.AppendVarint(vs, t.index(tags[k]))
	}
	return appendBytes(appendBytes(b, 2, ks), 3, vs)
}

func units(degrees float64) int64 { return int64(math.Round(degrees * 1e7)) }

func nodeBlock(nodes []node, plain bool) []byte {
	var t table
	var group, ids, lats, lngs, kvs []byte
	var id, lat, lng int64
	for _, n := range nodes {
		y, x := units(n.lat), units(n.lng)
		if plain {
			one := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), protowire.EncodeZigZag(n.id))
			one = t.tags(one, n.tags)
			one = protowire.AppendVarint(protowire.AppendTag(one, 8, protowire.VarintType), protowire.EncodeZigZag(y))
			one = protowire.AppendVarint(protowire.AppendTag(one, 9, protowire.VarintType), protowire.EncodeZigZag(x))
			group = appendBytes(group, 1, one)
			continue
		}
		ids = protowire.AppendVarint(ids, protowire.EncodeZigZag(n.id-id))
		lats = protowire.AppendVarint(lats, protowire.EncodeZigZag(y-lat))
		lngs = protowire.AppendVarint(lngs, protowire.EncodeZigZag(x-lng))
		id, lat, lng = n.id, y, x
		for _, k := range keys(n.tags) {
			kvs = protowire.AppendVarint(protowire.AppendVarint(kvs, t.index(k)), t.index(n.tags[k]))
		}
		kvs = append(kvs, 0)
	}
	if !plain {
		dense := appendBytes(nil, 1, ids)
		dense = appendBytes(appendBytes(dense, 8, lats), 9, lngs)
		group = appendBytes(nil, 2, appendBytes(dense, 10, kvs))
	}
	return t.block(group)
}

func wayBlock(ways []way) []byte {
	var t table
	var group []byte
	for _, w := range ways {
		one := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), uint64(w.id))
		one = t.tags(one, w.tags)
		var refs []byte
		last := int64(0)
		for _, ref := range w.refs {
			refs = protowire.AppendVarint(refs, protowire.EncodeZigZag(ref-last))
			last = ref
		}
		group = appendBytes(group, 3, appendBytes(one, 8, refs))
	}
	return t.block(group)
}

func relationBlock(relations []relation) []byte {
	var t table
	var group []byte
	for _, r := range relations {
		one := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), uint64(r.id))
		one = t.tags(one, r.tags)
		var roles, ids, types []byte
		last := int64(0)
		for _, m := range r.members {
			roles = protowire.AppendVarint(roles, t.index(m.role))
			ids = protowire.AppendVarint(ids, protowire.EncodeZigZag(m.ref-last))
			types = protowire.AppendVarint(types, uint64(slices.Index([]string{"node", "way", "relation"}, m.kind)))
			last = m.ref
		}
		one = appendBytes(appendBytes(appendBytes(one, 8, roles), 9, ids), 10, types)
		group = appendBytes(group, 4, one)
	}
	return t.block(group)
}
