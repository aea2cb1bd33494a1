// Command shift makes a large extract of a small one, for benchmarks: it reads
// OPL (osmium's line format) and writes it many times over, each copy with ids
// and positions of its own, still sorted by type and id.
//
//	osmium cat small.osm.pbf -f opl -o - | go run ./internal/osm/shift -copies 100 |
//	  osmium cat -F opl - --output-header sorting=Type_then_ID -o large.osm.pbf
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
)

func main() {
	copies := flag.Int("copies", 100, "how many")
	perRow := flag.Int("per-row", 10, "copies beside each other")
	lng := flag.Float64("west", -3.4, "shift of the first copy to the east, in degrees")
	lat := flag.Float64("south", -0.8, "shift of the first copy to the north, in degrees")
	stepLng := flag.Float64("step-lng", 1, "distance of copies, in degrees")
	stepLat := flag.Float64("step-lat", 0.75, "distance of rows, in degrees")
	flag.Parse()

	lines, err := read(os.Stdin)
	if err != nil {
		fmt.Fprintln(os.Stderr, "read OPL:", err)
		os.Exit(1)
	}
	ids := number(lines)
	out := bufio.NewWriterSize(os.Stdout, 1<<20)
	for _, kind := range "nwr" {
		for i := range *copies {
			s := shift{
				copy: int64(i), ids: ids,
				lng: *lng + float64(i%*perRow)**stepLng,
				lat: *lat + float64(i / *perRow)**stepLat,
			}
			for _, line := range lines[kind] {
				s.write(out, line)
			}
		}
	}
	if err := out.Flush(); err != nil {
		fmt.Fprintln(os.Stderr, "write OPL:", err)
		os.Exit(1)
	}
}

func read(r io.Reader) (map[rune][]string, error) {
	lines := map[rune][]string{}
	scanner := bufio.NewScanner(r)
	scanner.Buffer(nil, 1<<24)
	for scanner.Scan() {
		if line := scanner.Text(); line != "" {
			lines[rune(line[0])] = append(lines[rune(line[0])], line)
		}
	}
	return lines, scanner.Err()
}

// numbering gives every id, by kind, a small number. Real ids times a hundred
// would make the sets of ids in other programs larger than the planet's.
type numbering map[byte]map[string]int64

func number(lines map[rune][]string) numbering {
	ids := numbering{'n': {}, 'w': {}, 'r': {}}
	add := func(kind byte, id string) {
		if of, known := ids[kind]; known && of[id] == 0 {
			of[id] = int64(len(of)) + 1
		}
	}
	for _, kind := range "nwr" {
		for _, line := range lines[kind] {
			id, _, _ := strings.Cut(line[1:], " ")
			add(byte(kind), id)
		}
	}
	for _, kind := range "wr" { // members that are not in the extract
		for _, line := range lines[kind] {
			for field := range strings.SplitSeq(line, " ") {
				if field == "" || field[0] != 'N' && field[0] != 'M' {
					continue
				}
				for ref := range strings.SplitSeq(field[1:], ",") {
					if ref != "" {
						id, _, _ := strings.Cut(ref[1:], "@")
						add(ref[0], id)
					}
				}
			}
		}
	}
	return ids
}

type shift struct {
	copy     int64
	ids      numbering
	lng, lat float64
}

func (s shift) write(out *bufio.Writer, line string) {
	for i, field := range strings.Split(line, " ") {
		if i > 0 {
			out.WriteByte(' ')
		}
		switch {
		case field == "":
		case i == 0:
			s.writeID(out, field[0], field[1:])
		case field[0] == 'x':
			s.writeDegrees(out, 'x', field[1:], s.lng)
		case field[0] == 'y':
			s.writeDegrees(out, 'y', field[1:], s.lat)
		case field[0] == 'N' || field[0] == 'M':
			s.writeRefs(out, field)
		default:
			out.WriteString(field)
		}
	}
	out.WriteByte('\n')
}

// writeRefs shifts "Nn1,n2" of ways and "Mw1@outer,n2@" of relations.
func (s shift) writeRefs(out *bufio.Writer, field string) {
	out.WriteByte(field[0])
	for i, ref := range strings.Split(field[1:], ",") {
		if i > 0 {
			out.WriteByte(',')
		}
		if ref == "" {
			continue
		}
		id, role, isMember := strings.Cut(ref[1:], "@")
		s.writeID(out, ref[0], id)
		if isMember {
			out.WriteByte('@')
			out.WriteString(role)
		}
	}
}

func (s shift) writeID(out *bufio.Writer, kind byte, id string) {
	out.WriteByte(kind)
	of := s.ids[kind]
	out.Write(strconv.AppendInt(out.AvailableBuffer(), s.copy*int64(len(of))+of[id], 10))
}

func (s shift) writeDegrees(out *bufio.Writer, axis byte, value string, by float64) {
	out.WriteByte(axis)
	v, err := strconv.ParseFloat(value, 64)
	if err != nil {
		out.WriteString(value)
		return
	}
	out.Write(strconv.AppendFloat(out.AvailableBuffer(), v+by, 'f', 7, 64))
}
