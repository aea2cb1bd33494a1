// Package docs carries the documentation into the binary, so that the pages of
// the service and the repository never disagree.
package docs

import "embed"

// Files are the Markdown pages and their images.
//
//go:embed *
var Files embed.FS
