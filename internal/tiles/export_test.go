package tiles

// What tests look at from inside.
var (
	TileID     = tileID
	TileZXY    = tileZXY
	ParseRange = parseRange
)

// Reparse reads a directory, writes it and reads it again.
func Reparse(b []byte) (first, second []entry, err error) {
	if first, err = parseDirectory(b); err != nil {
		return nil, nil, err
	}
	second, err = parseDirectory(marshalDirectory(first))
	return first, second, err
}

// Users is how many hold the archive.
func (a *Archive) Users() int64 { return a.users.Load() }
