// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"bytes"
	"math/bits"
	"sync"
)

// Path forms. docs/format.md, "Path forms"
const (
	formRaw = iota
	formR
	formK
)

// What becomes of an octet: the columns of the table.
const (
	itself = iota
	escaped
	ends
	kept
	decoded
	byPart
	paired
)

// becomes has a row of columns for each octet: raw; R; R, escaped; K; K, escaped.
var becomes = makeBecomes()

// slow has true for the octets of a form that may not stand for themselves.
var slow = makeSlow()

func makeBecomes() (t [256][5]uint8) {
	set := func(octets string, row [5]uint8) {
		for i := 0; i < len(octets); i++ {
			t[octets[i]] = row
		}
	}
	for c := range t {
		t[c] = [5]uint8{itself, escaped, kept, paired, paired}
		if c >= 0x20 && c < 0x7F {
			t[c] = [5]uint8{itself, itself, decoded, itself, decoded}
		}
	}
	t[0][0] = ends
	set(" \"<>\\^`{|}\x7F", [5]uint8{itself, escaped, kept, itself, decoded})
	set("#", [5]uint8{ends, ends, kept, ends, decoded})
	set("%", [5]uint8{itself, itself, kept, paired, paired})
	set("&+;=", [5]uint8{itself, itself, kept, itself, decoded})
	set("/", [5]uint8{itself, itself, byPart, itself, paired})
	set("?", [5]uint8{itself, itself, byPart, itself, decoded})
	return t
}

func makeSlow() (t [3][256]bool) {
	for form := range t {
		for c := range t[form] {
			t[form][c] = becomes[c][column(uint8(form))] != itself || (c == '%' && form != formRaw)
		}
	}
	return t
}

// column is that of octets that stand themselves in a form.
func column(form uint8) int {
	if form == formRaw {
		return 0
	}
	return 2*int(form) - 1
}

// canonical appends the canonical octets of a path. query: it begins after the first '?'.
func canonical(out []byte, form uint8, path []byte, query bool) []byte {
	col := column(form)
	for i := 0; i < len(path); i++ {
		c := path[i]
		if !slow[form][c] {
			query = query || c == '?'
			out = append(out, c)
			continue
		}
		if c == '%' && form != formRaw && len(path)-i > 2 {
			if high, low := hexDigit(path[i+1]), hexDigit(path[i+2]); high >= 0 && low >= 0 {
				c = byte(high<<4 | low)
				how := becomes[c][col+1]
				if how == byPart {
					how = kept
					if query {
						how = decoded
					}
				}
				out = put(out, c, how)
				i += 2
				continue
			}
		}
		how := becomes[c][col]
		if how == ends {
			break
		}
		out = put(out, c, how)
	}
	return out
}

func put(out []byte, c byte, how uint8) []byte {
	const digits = "0123456789ABCDEF"
	switch how {
	case escaped, kept:
		return append(out, '%', digits[c>>4], digits[c&15])
	case paired:
		return append(out, c>>4, 0x10|c&15)
	}
	return append(out, c)
}

const roomSize = 512

// Rooms for the canonical octets of long paths.
var rooms = sync.Pool{New: func() any { return new([]byte) }}

// urlPath is the part of a URL that rules are matched with.
func urlPath(d Dialect, url []byte) []byte {
	if d == Google {
		return googlePath(url)
	}
	at := 8
	if len(url) < 8 || string(url[:8]) != "https://" {
		if at = schemeSize(url); at == 0 {
			return url
		}
	}
	for len(url)-at >= 8 {
		word := ld64(url, at)
		if ends := has(word, '/') | has(word, '?') | has(word, '#'); ends != 0 {
			at += bits.TrailingZeros64(ends) >> 3
			break
		}
		at += 8
	}
	for ; at < len(url); at++ {
		switch url[at] {
		case '/', '?':
			return url[at:]
		case '#':
			return nil
		}
	}
	return nil
}

func isSeparator(p []byte) bool { return len(p) >= 3 && string(p[:3]) == "://" }

// schemeSize is how many octets "scheme://" at the beginning has, or 0.
func schemeSize(url []byte) int {
	if len(url) == 0 || !isAlpha(url[0]) {
		return 0
	}
	n := 1
	for n < len(url) && (isAlpha(url[n]) || isDigit(url[n]) || url[n] == '+' || url[n] == '-' || url[n] == '.') {
		n++
	}
	if !isSeparator(url[n:]) {
		return 0
	}
	return n + 3
}

// googlePath is the path as google/robotstxt finds it.
func googlePath(url []byte) []byte {
	if len(url) >= 2 && string(url[:2]) == "//" {
		url = url[2:]
	}
	at := 0
	for i := 0; i < len(url); i++ {
		if c := url[i]; c == '/' || c == '?' || c == ';' {
			break
		} else if c == ':' && isSeparator(url[i:]) {
			at = i + 3
			break
		}
	}
	for at < len(url) && url[at] != '/' && url[at] != '?' && url[at] != ';' {
		at++
	}
	if bytes.IndexByte(url[:at], '#') >= 0 {
		return nil
	}
	return url[at:]
}
