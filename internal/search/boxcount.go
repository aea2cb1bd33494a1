package search

import (
	"cmp"
	"math/bits"
	"slices"

	"servicemap/internal/destination"
)

// boxCounter counts the points in a box, at any size of the box, in as many
// steps as the number of points has bits. It is a wavelet matrix: the points in
// the order of their longitudes, and of the place of each in the order of
// latitudes one bit after the other.
type boxCounter struct {
	lngs, lats []float64 // sorted
	levels     []bitRank // from the highest bit
	zeros      []uint32  // of each level
}

func newBoxCounter(lat, lng []float64) *boxCounter {
	n := len(lat)
	b := &boxCounter{lngs: slices.Clone(lng), lats: slices.Clone(lat)}
	slices.Sort(b.lngs)
	slices.Sort(b.lats)
	byLng := make([]uint32, n)
	for i := range byLng {
		byLng[i] = uint32(i)
	}
	slices.SortFunc(byLng, func(i, j uint32) int { return cmp.Compare(lng[i], lng[j]) })
	values := make([]uint32, n)
	for i, doc := range byLng {
		at, _ := slices.BinarySearch(b.lats, lat[doc])
		values[i] = uint32(at)
	}
	rest := make([]uint32, n)
	for bit := bits.Len(uint(n)) - 1; bit >= 0; bit-- {
		level := newBitRank(n)
		zeros := 0
		for _, v := range values {
			if v>>bit&1 == 0 {
				zeros++
			}
		}
		low, high := 0, zeros
		for i, v := range values {
			if v>>bit&1 == 0 {
				rest[low] = v
				low++
			} else {
				level.set(i)
				rest[high] = v
				high++
			}
		}
		level.finish()
		b.levels = append(b.levels, level)
		b.zeros = append(b.zeros, uint32(zeros))
		values, rest = rest, values
	}
	return b
}

// count is how many points lie in the box, its edges included.
func (b *boxCounter) count(box *destination.Box) int {
	south, _ := slices.BinarySearch(b.lats, box.South)
	north := after(b.lats, box.North)
	if south >= north {
		return 0
	}
	between := func(from, to int) int {
		if from >= to {
			return 0
		}
		return b.below(from, to, north) - b.below(from, to, south)
	}
	west, _ := slices.BinarySearch(b.lngs, box.West)
	east := after(b.lngs, box.East)
	if box.West <= box.East {
		return between(west, east)
	}
	return between(0, east) + between(west, len(b.lngs))
}

// after is the number of values that are not greater.
func after(sorted []float64, v float64) int {
	at, _ := slices.BinarySearchFunc(sorted, v, func(have, want float64) int {
		if have <= want {
			return -1
		}
		return 1
	})
	return at
}

// below is how many of the points [from, to) come before a latitude.
func (b *boxCounter) below(from, to, lat int) int {
	n := 0
	for i := range b.levels {
		ones, bit := &b.levels[i], len(b.levels)-1-i
		fromOnes, toOnes := ones.before(from), ones.before(to)
		if lat>>bit&1 == 0 {
			from, to = from-fromOnes, to-toOnes
			continue
		}
		n += (to - toOnes) - (from - fromOnes)
		from, to = int(b.zeros[i])+fromOnes, int(b.zeros[i])+toOnes
	}
	return n
}

func (b *boxCounter) size() int64 {
	size := int64(16 * len(b.lngs))
	for i := range b.levels {
		size += int64(8*len(b.levels[i].words) + 4*len(b.levels[i].ones))
	}
	return size
}

// bitRank is a row of bits that knows how many are set before each.
type bitRank struct {
	words []uint64
	ones  []uint32 // before each word
}

func newBitRank(n int) bitRank {
	return bitRank{words: make([]uint64, n/64+1), ones: make([]uint32, n/64+1)}
}

func (r *bitRank) set(i int) { r.words[i>>6] |= 1 << (i & 63) }

func (r *bitRank) finish() {
	n := uint32(0)
	for i, w := range r.words {
		r.ones[i] = n
		n += uint32(bits.OnesCount64(w))
	}
}

func (r *bitRank) before(i int) int {
	return int(r.ones[i>>6]) + bits.OnesCount64(r.words[i>>6]&(1<<(i&63)-1))
}
