package osm

import (
	"encoding/binary"
	"errors"
)

var errProto = errors.New("damaged protocol buffer")

// message reads the fields of a protocol buffer one by one. After the last, or
// after damage, next returns false; err tells which.
type message struct {
	raw   []byte
	field int
	num   uint64 // of varint fields
	data  []byte // of length-delimited fields
	err   error
}

func (m *message) next() bool {
	if len(m.raw) == 0 || m.err != nil {
		return false
	}
	key := m.varint()
	m.field, m.data, m.num = int(key>>3), nil, 0
	switch key & 7 {
	case 0:
		m.num = m.varint()
	case 1:
		m.skip(8)
	case 2:
		m.data = m.skip(m.varint())
	case 5:
		m.skip(4)
	default:
		m.err = errProto
	}
	return m.err == nil
}

func (m *message) varint() uint64 {
	v, n := binary.Uvarint(m.raw)
	if n <= 0 {
		m.raw, m.err = nil, errProto
		return 0
	}
	m.raw = m.raw[n:]
	return v
}

func (m *message) skip(n uint64) []byte {
	if n > uint64(len(m.raw)) {
		m.raw, m.err = nil, errProto
		return nil
	}
	out := m.raw[:n]
	m.raw = m.raw[n:]
	return out
}

// list reads packed varints. After the end it gives zeros and is bad.
type list struct {
	raw []byte
	bad bool
}

func (l *list) more() bool { return len(l.raw) > 0 }

func (l *list) uint() uint64 {
	raw := l.raw
	if len(raw) > 0 && raw[0] < 0x80 { // by far the most common
		l.raw = raw[1:]
		return uint64(raw[0])
	}
	var v uint64
	for i, b := range raw {
		if i == 10 {
			break
		}
		v |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			l.raw = raw[i+1:]
			return v
		}
	}
	l.raw, l.bad = nil, true
	return 0
}

func (l *list) sint() int64 {
	v := l.uint()
	return int64(v>>1) ^ -int64(v&1)
}

// varints counts the numbers in a packed list.
func varints(raw []byte) (n int) {
	for _, b := range raw {
		if b < 0x80 {
			n++
		}
	}
	return n
}
