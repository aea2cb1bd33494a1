// Package glyphs turns WOFF fonts into the glyph files that map clients
// without font support ask for: signed distance fields of 256 characters each,
// in protocol buffers. It works at build time only.
package glyphs

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// maxTable bounds what a damaged font can make us allocate.
const maxTable = 16 << 20

// unwrap turns a WOFF file (version 1) into an sfnt one: the same tables, each packed by zlib.
func unwrap(woff []byte) ([]byte, error) {
	be := binary.BigEndian
	if len(woff) < 44 || string(woff[:4]) != "wOFF" {
		return nil, errors.New("not a WOFF font")
	}
	flavor, n := be.Uint32(woff[4:]), int(be.Uint16(woff[12:]))
	if len(woff) < 44+20*n {
		return nil, errors.New("damaged WOFF font")
	}
	head := be.AppendUint32(nil, flavor)
	head = be.AppendUint16(head, uint16(n))
	head = append(head, make([]byte, 6)...) // search hints, which no reader needs
	offset := 12 + 16*n
	var tables []byte
	for i := range n {
		e := woff[44+20*i:]
		start, packed, size := int(be.Uint32(e[4:])), int(be.Uint32(e[8:])), int(be.Uint32(e[12:]))
		if start < 0 || packed < 0 || start+packed > len(woff) || size > maxTable {
			return nil, fmt.Errorf("damaged WOFF table %q", e[:4])
		}
		body := woff[start : start+packed]
		if packed < size {
			zr, err := zlib.NewReader(bytes.NewReader(body))
			if err != nil {
				return nil, fmt.Errorf("unpack WOFF table %q: %w", e[:4], err)
			}
			if body, err = io.ReadAll(io.LimitReader(zr, int64(size))); err != nil {
				return nil, fmt.Errorf("unpack WOFF table %q: %w", e[:4], err)
			}
		}
		head = append(head, e[:4]...)
		head = append(head, e[16:20]...) // checksum
		head = be.AppendUint32(head, uint32(offset+len(tables)))
		head = be.AppendUint32(head, uint32(len(body)))
		tables = append(tables, body...)
		for len(tables)%4 != 0 {
			tables = append(tables, 0)
		}
	}
	return append(head, tables...), nil
}
