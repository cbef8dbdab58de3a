// SPDX-License-Identifier: Apache-2.0

package robotsc

import "errors"

// What is wrong with a blob, a snapshot, a URL or a token: compare with errors.Is.
var (
	ErrTruncated = errors.New("robotsc: truncated")
	ErrMagic     = errors.New("robotsc: no blob and no snapshot")
	ErrVersion   = errors.New("robotsc: unknown format version")
	ErrCorrupt   = errors.New("robotsc: corrupt")
	ErrChecksum  = errors.New("robotsc: the checksum does not match the content")
	ErrAgent     = errors.New("robotsc: not compiled for this product token")
	ErrAbsent    = errors.New("robotsc: compiled without it")
	ErrUnknown   = errors.New("robotsc: the origin is not there")
	ErrShard     = errors.New("robotsc: the origin belongs to another shard")
	ErrArgument  = errors.New("robotsc: an option is out of range")
	ErrScheme    = errors.New("robotsc: the URL does not begin with http://, https:// or ftp://")
	ErrHost      = errors.New("robotsc: the URL has no host, or one that no robots.txt can be asked of")
	ErrPort      = errors.New("robotsc: the URL's port is not a number up to 65535")
)

// A TokenError says that a text is no product token: as a whole, no group can name it.
type TokenError struct {
	Token string
}

func (e *TokenError) Error() string {
	return "robotsc: " + quote(e.Token) + " is no product token; GroupForHeader takes a User-Agent header"
}
