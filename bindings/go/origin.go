// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"strconv"
	"unicode/utf8"
)

const (
	originMax = 268
	nameMax   = 253
	labelMax  = 63
)

// Origin is the key of a URL's robots.txt: a scheme, a host and, unless it is that of the scheme, a
// port. docs/access.md, "Origin". Errors: ErrScheme, ErrHost, ErrPort.
func Origin(url string) (string, error) {
	var room [originMax]byte
	key, _, err := appendOrigin(room[:0], url)
	return string(key), err
}

// appendOrigin appends the origin, and says where the host of the URL ends.
func appendOrigin(out []byte, url string) (key []byte, host int, err error) {
	size, port := 0, 0
	switch {
	case hasScheme(url, "http://"):
		size, port = 7, 80
	case hasScheme(url, "https://"):
		size, port = 8, 443
	case hasScheme(url, "ftp://"):
		size, port = 6, 21
	default:
		return out, 0, ErrScheme
	}
	for i := 0; i < size; i++ {
		out = append(out, lower(url[i]))
	}
	begin, end := size, size
	for ; end < len(url) && url[end] != '/' && url[end] != '?' && url[end] != '#'; end++ {
		switch url[end] {
		case '\\': // some readers take it for '/', and would see another host
			return out, 0, ErrHost
		case '@':
			begin = end + 1
		}
	}
	rest := url[begin:end]
	until, n := byte(':'), 0
	if len(rest) > 0 && rest[0] == '[' {
		until = ']'
	}
	for n < len(rest) && rest[n] != until {
		n++
	}
	if until == ']' && n < len(rest) {
		n++
	}
	out, ok := appendHost(out, rest[:n])
	if rest = rest[n:]; !ok || len(rest) > 0 && rest[0] != ':' {
		return out, 0, ErrHost
	}
	if len(rest) > 1 {
		number := readPort(rest[1:])
		if number < 0 {
			return out, 0, ErrPort
		}
		if number != port {
			out = strconv.AppendInt(append(out, ':'), int64(number), 10)
		}
	}
	return out, end, nil
}

func hasScheme(url, scheme string) bool {
	return len(url) >= len(scheme) && sameFold(url[:len(scheme)], scheme)
}

// readPort is a number up to 65535, or -1.
func readPort(s string) int {
	port := 0
	for i := 0; i < len(s); i++ {
		if port = 10*port + int(s[i]) - '0'; !isDigit(s[i]) || port > 65535 {
			return -1
		}
	}
	return port
}

// appendHost appends the canonical host. False if there is none.
func appendHost(out []byte, host string) ([]byte, bool) {
	if n := len(host); n > 2 && host[0] == '[' && host[n-1] == ']' {
		words, ok := parseV6(host[1 : n-1])
		if !ok {
			return out, false
		}
		return appendV6(out, &words), true
	}
	if isPlainName(host) {
		return append(out, host...), true
	}
	return appendName(out, host)
}

// isPlainName is true for lower-case letters, digits and hyphens: the common case.
func isPlainName(host string) bool {
	label := 0 // where the current one begins
	for i := 0; i < len(host); i++ {
		c := host[i]
		if c >= 'a' && c <= 'z' || isDigit(c) || c == '-' {
			continue
		}
		if c != '.' || i == label || i-label > labelMax {
			return false
		}
		label = i + 1
	}
	return len(host) > 0 && len(host) <= nameMax && len(host)-label <= labelMax
}

// unescape appends the octets of a host with escapes decoded. False for what is no escape.
func unescape(out []byte, host string) ([]byte, bool) {
	for i := 0; i < len(host); i++ {
		c := host[i]
		if c == '%' {
			if i+2 >= len(host) || hexDigit(host[i+1]) < 0 || hexDigit(host[i+2]) < 0 {
				return out, false
			}
			c = byte(hexDigit(host[i+1])<<4 | hexDigit(host[i+2]))
			i += 2
		}
		out = append(out, c)
	}
	return out, true
}

// appendName appends labels with dots between them; a dot may follow the last.
func appendName(out []byte, host string) ([]byte, bool) {
	if len(host) > 12*nameMax {
		return out, false // no escape has more octets for one of a name
	}
	var room [roomSize]byte
	name, ok := unescape(room[:0], host)
	begin := len(out)
	for ok && len(name) > 0 {
		end, after := len(name), len(name)
		for i, c := range name {
			if c == '.' {
				end, after = i, i+1
				break
			}
		}
		if out, ok = appendLabel(out, name[:end]); !ok || len(out)-begin > nameMax {
			return out, false
		}
		if after > end {
			if len(out)-begin == nameMax && after < len(name) {
				return out, false
			}
			out = append(out, '.')
		}
		name = name[after:]
	}
	return out, ok && len(out) > begin
}

// appendLabel appends a label, as an A-label if it has octets above 127.
func appendLabel(out, label []byte) ([]byte, bool) {
	var points [labelMax]rune
	n, ascii := 0, true
	for len(label) > 0 {
		r, size := utf8.DecodeRune(label)
		if r == utf8.RuneError && size <= 1 || n == labelMax || !mayHold(r) {
			return out, false
		}
		if r < 128 {
			r = rune(lower(byte(r)))
		} else {
			ascii = false
		}
		points[n] = r
		n++
		label = label[size:]
	}
	if n == 0 {
		return out, false
	}
	begin := len(out)
	if ascii {
		for _, r := range points[:n] {
			out = append(out, byte(r))
		}
		return out, true
	}
	if n >= 4 && string(points[:4]) == "xn--" {
		return out, false // an A-label is ASCII: RFC 3490 §4.1 step 5
	}
	out = appendPunycode(append(out, "xn--"...), points[:n])
	return out, len(out)-begin <= labelMax
}

// mayHold is true for what a name may have: RFC 3986 §3.2.2, and all above ASCII.
func mayHold(r rune) bool {
	if r >= 128 {
		return true
	}
	switch r {
	case '-', '_', '~', '!', '$', '&', '\'', '(', ')', '*', '+', ',', ';', '=':
		return true
	}
	return isAlpha(byte(r)) || isDigit(byte(r))
}

// appendPunycode encodes as RFC 3492 §6.3 does; names are those of §5 and §6.
func appendPunycode(out []byte, points []rune) []byte {
	const base, tmin, tmax, skew, damp = 36, 1, 26, 38, 700
	bias, n, delta, basic := 72, rune(128), 0, 0
	for _, r := range points {
		if r < 128 {
			out = append(out, byte(r))
			basic++
		}
	}
	if basic > 0 {
		out = append(out, '-')
	}
	for done := basic; done < len(points); n, delta = n+1, delta+1 {
		least := rune(utf8.MaxRune + 1)
		for _, r := range points {
			if r >= n && r < least {
				least = r
			}
		}
		delta += int(least-n) * (done + 1)
		n = least
		for _, r := range points {
			if r < n {
				delta++
			}
			if r != n {
				continue
			}
			q := delta
			for k := base; ; k += base {
				t := k - bias
				if t < tmin {
					t = tmin
				} else if t > tmax {
					t = tmax
				}
				if q < t {
					break
				}
				out = append(out, punycodeDigit(t+(q-t)%(base-t)))
				q = (q - t) / (base - t)
			}
			out = append(out, punycodeDigit(q))
			if bias = delta / 2; done == basic {
				bias = delta / damp
			}
			bias += bias / (done + 1)
			k := 0
			for ; bias > (base-tmin)*tmax/2; k += base {
				bias /= base - tmin
			}
			bias = k + (base-tmin+1)*bias/(bias+skew)
			delta = 0
			done++
		}
	}
	return out
}

func punycodeDigit(d int) byte {
	if d < 26 {
		return byte('a' + d)
	}
	return byte('0' + d - 26)
}
