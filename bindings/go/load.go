// SPDX-License-Identifier: Apache-2.0

package robotsc

import (
	"encoding/binary"
	"strconv"
	"unsafe"
)

func ld16(p []byte, at int) int    { return int(binary.LittleEndian.Uint16(p[at:])) }
func ld32(p []byte, at int) uint32 { return binary.LittleEndian.Uint32(p[at:]) }
func ld64(p []byte, at int) uint64 { return binary.LittleEndian.Uint64(p[at:]) }

// ld40 is the u40 at a place.
func ld40(p []byte, at int) uint64 { return uint64(ld32(p, at)) | uint64(p[at+4])<<32 }

// field is field number i of w octets.
func field(p []byte, i, w int) uint32 {
	switch w {
	case 1:
		return uint32(p[i])
	case 2:
		return uint32(ld16(p, 2*i))
	}
	return ld32(p, 4*i)
}

// int7 is an integer of w octets with 7 bits each.
func int7(p []byte, at, w int) int {
	v := int(p[at]) | int(p[at+1])<<7
	if w > 2 {
		v |= int(p[at+2]) << 14
	}
	if w > 3 {
		v |= int(p[at+3]) << 21
	}
	return v
}

const (
	checksumSeed  = 0x9E3779B97F4A7C15
	checksumPrime = 0xD6E8FEB86659FD93
)

func mix(h, word uint64) uint64 {
	h = (h ^ word) * checksumPrime
	return h ^ h>>32
}

// checksum is that of docs/format.md, "Checksum".
func checksum(p []byte) uint64 {
	a := uint64(checksumSeed)
	b, n := ^a, uint64(len(p))
	for ; len(p) >= 16; p = p[16:] {
		a, b = mix(a, ld64(p, 0)), mix(b, ld64(p, 8))
	}
	var last [16]byte
	copy(last[:], p)
	a, b = mix(a, ld64(last[:], 0)), mix(b, ld64(last[:], 8))
	return mix(mix(a, b), n)
}

// text is the octets as a string that borrows them.
func text(p []byte) string { return *(*string)(unsafe.Pointer(&p)) }

// octets is the octets of a string, which must not be changed.
func octets(s string) []byte {
	return unsafe.Slice(*(**byte)(unsafe.Pointer(&s)), len(s))
}

func quote(s string) string { return strconv.Quote(s) }

func lower(c byte) byte {
	if c >= 'A' && c <= 'Z' {
		return c | 0x20
	}
	return c
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }
func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isAlpha(c byte) bool { return lower(c) >= 'a' && lower(c) <= 'z' }

// isToken is true for the octets of product tokens.
func isToken(c byte) bool { return isAlpha(c) || isDigit(c) || c == '.' || c == '_' || c == '-' }

// hexDigit is the value of a hexadecimal digit, or -1.
func hexDigit(c byte) int {
	switch c = lower(c); {
	case isDigit(c):
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	}
	return -1
}
