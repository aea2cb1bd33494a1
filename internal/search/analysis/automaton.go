package analysis

// automaton accepts the words within a number of edits of a pattern: it reads
// a dictionary byte by byte and keeps, for each number of edits, the set of
// places in the pattern where it may be, as the bits of a word. Unlike a table
// built in advance it costs only what the dictionary makes it visit.
type automaton struct {
	masks  [256]uint64 // for each byte, the places of the pattern that have it
	used   []byte
	end    uint64
	edits  int
	begins bool // accept every word that begins with a match
	states []places
	ids    map[places]int
}

const maxEdits = 2

// places is a state. at[d] has bit i when the first i bytes of the pattern are
// read with d edits; swap[d] when moreover the last byte read was the one after
// the next, so that the two may be swapped.
type places struct {
	at   [maxEdits + 1]uint64
	swap [maxEdits + 1]uint64
}

const (
	dead    = 0 // the state from which nothing is accepted
	matched = 1 // the state from which everything is
)

// maxPattern is how long a pattern may be; longer words are not corrected.
const maxPattern = 62

func (a *automaton) reset(pattern string, edits int, begins bool) {
	for _, b := range a.used {
		a.masks[b] = 0
	}
	a.used = append(a.used[:0], pattern...)
	for i := range len(pattern) {
		a.masks[pattern[i]] |= 1 << i
	}
	a.end = 1 << len(pattern)
	a.edits, a.begins = edits, begins
	if a.ids == nil {
		a.ids = make(map[places]int, 256)
	}
	clear(a.ids)
	a.states = append(a.states[:0], places{}, places{})
	a.ids[places{}] = dead
}

func (a *automaton) id(p places) int {
	if a.begins && p.at[a.edits]&a.end != 0 {
		return matched
	}
	id, ok := a.ids[p]
	if !ok {
		id = len(a.states)
		a.states = append(a.states, p)
		a.ids[p] = id
	}
	return id
}

// Start is the state before the first byte: bytes of the pattern may be
// missing from the beginning.
func (a *automaton) Start() int {
	var p places
	p.at[0] = 1
	for d := 1; d <= a.edits; d++ {
		p.at[d] = p.at[d-1] | p.at[d-1]<<1
	}
	return a.id(p)
}

// IsMatch reports whether what was read is near enough to the pattern.
func (a *automaton) IsMatch(state int) bool {
	return state == matched || a.states[state].at[a.edits]&a.end != 0
}

// CanMatch reports whether more bytes can lead to a match.
func (a *automaton) CanMatch(state int) bool { return state != dead }

// WillAlwaysMatch reports whether whatever follows is a match.
func (a *automaton) WillAlwaysMatch(state int) bool { return state == matched }

// Accept reads a byte.
func (a *automaton) Accept(state int, b byte) int {
	if state == matched {
		return matched
	}
	p, mask := a.states[state], a.masks[b]
	keep := a.end<<1 - 1
	var next places
	next.at[0] = (p.at[0] & mask) << 1 & keep
	for d := 1; d <= a.edits; d++ {
		next.at[d] = ((p.at[d]&mask)<<1 | // as in the pattern
			p.at[d-1] | // one byte too many
			p.at[d-1]<<1 | // another byte
			next.at[d-1]<<1 | // one byte too few
			(p.swap[d]&mask)<<2) & keep // two swapped
		next.swap[d] = p.at[d-1] & (mask >> 1)
	}
	if next.at[a.edits] == 0 { // then all others are empty too
		return dead
	}
	return a.id(next)
}
