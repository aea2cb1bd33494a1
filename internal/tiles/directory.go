package tiles

import (
	"encoding/binary"
	"errors"
	"sort"
)

// entry says where a run of tiles lies; a run of 0 leads to a leaf directory.
type entry struct {
	id     uint64
	offset uint64
	length uint32
	run    uint32
}

// maxDirectoryEntries bounds what a crafted directory can make us allocate.
const maxDirectoryEntries = 1 << 22

var errDirectory = errors.New("damaged directory")

func marshalDirectory(entries []entry) []byte {
	b := binary.AppendUvarint(nil, uint64(len(entries)))
	var last uint64
	for _, e := range entries {
		b = binary.AppendUvarint(b, e.id-last)
		last = e.id
	}
	for _, e := range entries {
		b = binary.AppendUvarint(b, uint64(e.run))
	}
	for _, e := range entries {
		b = binary.AppendUvarint(b, uint64(e.length))
	}
	for i, e := range entries {
		if i > 0 && e.offset == entries[i-1].offset+uint64(entries[i-1].length) {
			b = append(b, 0)
			continue
		}
		b = binary.AppendUvarint(b, e.offset+1)
	}
	return b
}

func parseDirectory(b []byte) ([]entry, error) {
	r := varints{b: b}
	n := r.next()
	// Every entry takes at least four bytes.
	if r.bad || n > maxDirectoryEntries || n > uint64(len(b)) {
		return nil, errDirectory
	}
	entries := make([]entry, n)
	var id uint64
	for i := range entries {
		id += r.next()
		entries[i].id = id
	}
	for i := range entries {
		entries[i].run = r.next32()
	}
	for i := range entries {
		entries[i].length = r.next32()
	}
	for i := range entries {
		v := r.next()
		switch {
		case v > 0:
			entries[i].offset = v - 1
		case i > 0:
			entries[i].offset = entries[i-1].offset + uint64(entries[i-1].length)
		default:
			r.bad = true
		}
	}
	if r.bad {
		return nil, errDirectory
	}
	return entries, nil
}

// find is the entry that holds the tile or leads to it.
func find(entries []entry, id uint64) (entry, bool) {
	i := sort.Search(len(entries), func(i int) bool { return entries[i].id > id }) - 1
	if i < 0 {
		return entry{}, false
	}
	e := entries[i]
	return e, e.run == 0 || id-e.id < uint64(e.run)
}

// varints reads numbers and remembers that one was bad.
type varints struct {
	b   []byte
	bad bool
}

func (r *varints) next() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad, r.b = true, nil
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *varints) next32() uint32 {
	v := r.next()
	if v > 1<<32-1 {
		r.bad = true
	}
	return uint32(v)
}
