// SPDX-License-Identifier: Apache-2.0

package robotsc

import "strconv"

const words = 8

// parseV4 reads IPv4address of RFC 3986 §3.2.2 into two words.
func parseV4(s string) (high, low uint16, ok bool) {
	var part [4]int
	i := 0
	for k := range part {
		begin := i
		for ; i < len(s) && i-begin < 3 && isDigit(s[i]); i++ {
			part[k] = 10*part[k] + int(s[i]-'0')
		}
		if i == begin || part[k] > 255 || i-begin > 1 && s[begin] == '0' {
			return 0, 0, false
		}
		if k < 3 {
			if i == len(s) || s[i] != '.' {
				return 0, 0, false
			}
			i++
		}
	}
	return uint16(part[0]<<8 | part[1]), uint16(part[2]<<8 | part[3]), i == len(s)
}

// parseV6 reads IPv6address of RFC 3986 §3.2.2.
func parseV6(s string) (word [words]uint16, ok bool) {
	n, gap, i := 0, -1, 0 // words read; where "::" is
	if len(s) >= 2 && s[:2] == "::" {
		gap, i = 0, 2
	}
	for i < len(s) {
		begin, value := i, 0
		if n == words {
			return word, false
		}
		for ; i < len(s) && i-begin < 4 && hexDigit(s[i]) >= 0; i++ {
			value = value<<4 | hexDigit(s[i])
		}
		if i == begin {
			return word, false
		}
		if i < len(s) && s[i] == '.' {
			if n > words-2 {
				return word, false
			}
			if word[n], word[n+1], ok = parseV4(s[begin:]); !ok {
				return word, false
			}
			n += 2
			break
		}
		word[n] = uint16(value)
		n++
		if i == len(s) {
			break
		}
		if s[i] != ':' || i+1 == len(s) {
			return word, false
		}
		if i++; s[i] == ':' {
			if gap >= 0 {
				return word, false
			}
			gap = n
			i++
		}
	}
	if gap < 0 || n == words {
		return word, gap < 0 && n == words
	}
	// The words after the gap stand at the end, and zeros in it.
	for k := words - 1; k >= gap; k-- {
		from := k - (words - n)
		if from >= gap {
			word[k] = word[from]
		} else {
			word[k] = 0
		}
	}
	return word, true
}

// appendV6 writes an address as RFC 5952 §4 says.
func appendV6(out []byte, word *[words]uint16) []byte {
	gap, most, run := words, 1, 0
	for i, w := range word {
		if run++; w != 0 {
			run = 0
		}
		if run > most {
			most, gap = run, i+1-run
		}
	}
	out = append(out, '[')
	for i := 0; i < words; i++ {
		if i == gap {
			out = append(out, "::"...)
			i += most - 1
			continue
		}
		if i > 0 && out[len(out)-1] != ':' {
			out = append(out, ':')
		}
		out = strconv.AppendUint(out, uint64(word[i]), 16)
	}
	return append(out, ']')
}
