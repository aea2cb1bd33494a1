package osm

import (
	"io"
	"math"

	"servicemap/internal/destination"
)

// kindsOf looks which kinds of elements a block has, as bits.
func kindsOf(raw []byte) (kinds uint8, err error) {
	block := message{raw: raw}
	for block.next() {
		if block.field != 2 {
			continue
		}
		group := message{raw: block.data}
		for group.next() {
			switch group.field {
			case 1, 2:
				kinds |= 1 << Node
			case 3:
				kinds |= 1 << Way
			case 4:
				kinds |= 1 << Relation
			}
			if len(block.raw) == 0 && group.field != 2 { // the rest of the only group is alike
				return kinds, nil
			}
		}
		if group.err != nil {
			return kinds, group.err
		}
	}
	return kinds, block.err
}

// decoder reads the elements of one kind out of blocks. It keeps its memory
// from block to block and is not for concurrent use.
type decoder struct {
	inflater
	h    *harvest
	kind Kind
	out  *batch

	strings              []string // the block's string table
	wanted               []bool   // which of them are keys of interest
	granularity          int64
	offsetLat, offsetLng int64
	kinds                uint8 // that the block should have
	unsorted             bool  // it has others
	places               cursor
	keys, values         []uint32
	bad                  bool
}

func newDecoder(h *harvest, kind Kind) *decoder {
	return &decoder{h: h, kind: kind, places: cursor{l: &h.places}}
}

func (d *decoder) decode(f io.ReaderAt, b blob) (*batch, error) {
	raw, err := d.blob(f, b)
	if err != nil {
		return nil, err
	}
	d.out, d.bad, d.unsorted, d.kinds = &batch{}, false, false, b.kinds
	d.granularity, d.offsetLat, d.offsetLng = 100, 0, 0
	var groups [][]byte
	block := message{raw: raw}
	for block.next() {
		switch block.field {
		case 1:
			if err := d.stringTable(block.data); err != nil {
				return nil, err
			}
		case 2:
			groups = append(groups, block.data)
		case 17:
			d.granularity = int64(block.num)
		case 19:
			d.offsetLat = int64(block.num)
		case 20:
			d.offsetLng = int64(block.num)
		}
	}
	if block.err != nil {
		return nil, block.err
	}
	for _, group := range groups {
		d.group(group)
	}
	if d.unsorted {
		return nil, errUnsorted
	}
	if d.bad {
		return d.out, errProto
	}
	d.out.tags = nil
	return d.out, nil
}

// stringTable makes strings of one copy of the table: an allocation for the
// block rather than one for each string.
func (d *decoder) stringTable(raw []byte) error {
	d.strings, d.wanted = d.strings[:0], d.wanted[:0]
	all := string(raw)
	m := message{raw: raw}
	for m.next() {
		if m.field != 1 {
			continue
		}
		end := len(raw) - len(m.raw)
		s := all[end-len(m.data) : end]
		d.strings = append(d.strings, s)
		d.wanted = append(d.wanted, d.h.keys[s])
	}
	return m.err
}

func (d *decoder) group(raw []byte) {
	read := [...]struct {
		kind Kind
		by   func([]byte)
	}{1: {Node, d.node}, 2: {Node, d.dense}, 3: {Way, d.way}, 4: {Relation, d.relation}}
	m := message{raw: raw}
	for m.next() {
		if m.field < 1 || m.field >= len(read) {
			continue
		}
		to := read[m.field]
		if d.kinds&(1<<to.kind) == 0 {
			d.unsorted = true
			return
		}
		if to.kind == d.kind {
			to.by(m.data)
		}
	}
	d.bad = d.bad || m.err != nil
}

func (d *decoder) at(lat, lng int64) packed {
	// Nanodegrees to the 1e-7 degrees in which OpenStreetMap keeps them.
	y, x := (d.offsetLat+d.granularity*lat)/100, (d.offsetLng+d.granularity*lng)/100
	if y < -90e7 || y > 90e7 || x < -180e7 || x > 180e7 {
		d.bad = true
		return 0
	}
	return pack(int32(y), int32(x))
}

func (d *decoder) dense(raw []byte) {
	var ids, lats, lngs, tags list
	m := message{raw: raw}
	for m.next() {
		switch m.field {
		case 1:
			ids.raw = m.data
		case 8:
			lats.raw = m.data
		case 9:
			lngs.raw = m.data
		case 10:
			tags.raw = m.data
		}
	}
	d.bad = d.bad || m.err != nil
	var id, lat, lng int64
	for ids.more() {
		id, lat, lng = id+ids.sint(), lat+lats.sint(), lng+lngs.sint()
		at := d.at(lat, lng)
		if d.bad || lats.bad || lngs.bad {
			d.bad = true
			return
		}
		d.out.count++
		d.places.put(id, at)
		if interesting := d.denseTags(&tags); interesting {
			d.addNode(id, at)
		}
	}
	d.bad = d.bad || ids.bad || tags.bad
}

// denseTags reads the tags of the next node into keys and values: key, value,
// key, value, 0.
func (d *decoder) denseTags(tags *list) (interesting bool) {
	d.keys, d.values = d.keys[:0], d.values[:0]
	for tags.more() {
		key := tags.uint()
		if key == 0 {
			break
		}
		value := tags.uint()
		if key >= uint64(len(d.strings)) || value >= uint64(len(d.strings)) {
			d.bad = true
			return false
		}
		d.keys, d.values = append(d.keys, uint32(key)), append(d.values, uint32(value))
		interesting = interesting || d.wanted[key]
	}
	return interesting
}

// element reads the tags of a node, way or relation into keys and values and
// hands its other fields on. It reports whether the element is sound.
func (d *decoder) element(raw []byte, field func(*message)) bool {
	d.keys, d.values = d.keys[:0], d.values[:0]
	m := message{raw: raw}
	for m.next() {
		switch m.field {
		case 2:
			d.keys = d.indexes(d.keys, m.data)
		case 3:
			d.values = d.indexes(d.values, m.data)
		default:
			field(&m)
		}
	}
	if d.bad = d.bad || m.err != nil || len(d.keys) != len(d.values); d.bad {
		return false
	}
	d.out.count++
	return true
}

func (d *decoder) node(raw []byte) {
	var id, lat, lng int64
	sound := d.element(raw, func(m *message) {
		switch m.field {
		case 1:
			id = unzigzag(m.num)
		case 8:
			lat = unzigzag(m.num)
		case 9:
			lng = unzigzag(m.num)
		}
	})
	at := d.at(lat, lng)
	if !sound || d.bad {
		return
	}
	d.places.put(id, at)
	if d.interesting() {
		d.addNode(id, at)
	}
}

func unzigzag(v uint64) int64 { return int64(v>>1) ^ -int64(v&1) }

func (d *decoder) addNode(id int64, at packed) {
	if v, tags := d.judge(); v.Role != 0 {
		d.out.elements = append(d.out.elements, element{id: id, role: v.Role, bare: v.Bare, tags: tags, at: at})
	}
}

// indexes reads packed indexes into the string table.
func (d *decoder) indexes(out []uint32, raw []byte) []uint32 {
	l := list{raw: raw}
	for l.more() {
		v := l.uint()
		if v >= uint64(len(d.strings)) {
			d.bad = true
			return out
		}
		out = append(out, uint32(v))
	}
	d.bad = d.bad || l.bad
	return out
}

func (d *decoder) interesting() bool {
	for _, k := range d.keys {
		if d.wanted[k] {
			return true
		}
	}
	return false
}

// judge asks about the element whose tags are in keys and values.
func (d *decoder) judge() (Verdict, destination.Tags) {
	d.out.tags = d.out.tags[:0]
	for i, k := range d.keys {
		d.out.tags = append(d.out.tags, destination.Tag{Key: d.strings[k], Value: d.strings[d.values[i]]})
	}
	v := d.h.opts.Interest.Judge(d.kind, d.out.tags)
	if v.Role == 0 {
		return v, nil
	}
	return v, d.h.keep(v, d.out.tags)
}

func (d *decoder) way(raw []byte) {
	var id int64
	var refs []byte
	sound := d.element(raw, func(m *message) {
		switch m.field {
		case 1:
			id = int64(m.num)
		case 8:
			refs = m.data
		}
	})
	if !sound {
		return
	}
	e := element{id: id}
	if d.interesting() {
		var v Verdict
		v, e.tags = d.judge()
		e.role, e.bare = v.Role, v.Bare
	}
	needed := d.h.needsWay(id)
	if e.role == 0 && !needed {
		return
	}
	e.bare = e.bare && !needed
	e.refs = make([]int64, 0, varints(refs))
	l := list{raw: refs}
	for ref := int64(0); l.more(); {
		ref += l.sint()
		e.refs = append(e.refs, ref)
	}
	d.bad = d.bad || l.bad
	d.out.addWay(e, e.role != 0)
}

func (d *decoder) relation(raw []byte) {
	var id int64
	var roles, ids, types list
	sound := d.element(raw, func(m *message) {
		switch m.field {
		case 1:
			id = int64(m.num)
		case 8:
			roles.raw = m.data
		case 9:
			ids.raw = m.data
		case 10:
			types.raw = m.data
		}
	})
	if !sound {
		return
	}
	if !d.interesting() {
		return
	}
	v, tags := d.judge()
	if v.Role == 0 {
		return
	}
	e := element{id: id, role: v.Role, bare: v.Bare, tags: tags}
	for ref := int64(0); ids.more(); {
		ref += ids.sint()
		role, kind := roles.uint(), types.uint()
		if roles.bad || types.bad || role >= uint64(len(d.strings)) || kind > math.MaxUint8 {
			d.bad = true
			return
		}
		e.addMember(ref, Kind(kind), d.strings[role])
	}
	d.bad = d.bad || ids.bad
	d.out.elements = append(d.out.elements, e)
}

// addMember keeps what makes up the shape: not the capital of a country, not
// relations in relations.
func (e *element) addMember(id int64, kind Kind, role string) {
	switch {
	case kind == Way && role != "subarea":
		e.members = append(e.members, member{id: id, kind: Way, inner: role == "inner"})
	case kind == Node && role != "admin_centre" && role != "label":
		e.members = append(e.members, member{id: id, kind: Node})
	}
}
