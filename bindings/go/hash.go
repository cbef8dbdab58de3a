// SPDX-License-Identifier: Apache-2.0

package robotsc

import "math/bits"

type halfSip struct {
	v0, v1, v2, v3 uint32
}

func (s *halfSip) round() {
	s.v0 += s.v1
	s.v2 += s.v3
	s.v1 = bits.RotateLeft32(s.v1, 5) ^ s.v0
	s.v3 = bits.RotateLeft32(s.v3, 8) ^ s.v2
	s.v0 = bits.RotateLeft32(s.v0, 16) + s.v3
	s.v2 += s.v1
	s.v3 = bits.RotateLeft32(s.v3, 7) ^ s.v0
	s.v1 = bits.RotateLeft32(s.v1, 13) ^ s.v2
	s.v2 = bits.RotateLeft32(s.v2, 16)
}

func (s *halfSip) word(w uint32) {
	s.v3 ^= w
	s.round()
	s.v0 ^= w
}

func (s *halfSip) end() uint32 {
	s.round()
	s.round()
	s.round()
	return s.v1 ^ s.v3
}

// halfSipHash is HalfSipHash-1-3 with 8 octets of output. docs/snapshot.md, "Index"
func halfSipHash(key uint64, p []byte) uint64 {
	k0, k1 := uint32(key), uint32(key>>32)
	s := halfSip{k0, k1 ^ 0xEE, 0x6C796765 ^ k0, 0x74656462 ^ k1}
	last := uint32(len(p)) << 24
	for ; len(p) >= 4; p = p[4:] {
		s.word(ld32(p, 0))
	}
	for i, c := range p {
		last |= uint32(c) << (8 * i)
	}
	s.word(last)
	s.v2 ^= 0xEE
	low := s.end()
	s.v1 ^= 0xDD
	return uint64(low) | uint64(s.end())<<32
}

// bucketSum is the checksum of a bucket's number, and of the bucket after its checksum.
func bucketSum(number uint64, bucket []byte) uint32 {
	var p [68]byte
	for i := 0; i < 8; i++ {
		p[i] = byte(number >> (8 * i))
	}
	copy(p[8:], bucket[4:])
	return uint32(checksum(p[:]))
}

const shardKey = 0x316373746F626F72 // "robotsc1"

// shardOf is the shard of the host of a canonical origin.
func shardOf(origin []byte, shards uint32) uint32 {
	high, _ := bits.Mul64(halfSipHash(shardKey, originHost(origin)), uint64(shards))
	return uint32(high)
}

// Shard is the shard of a URL's origin among shards. Errors: as Origin.
func Shard(url string, shards uint32) (uint32, error) {
	var room [originMax]byte
	origin, _, err := appendOrigin(room[:0], url)
	if err != nil {
		return 0, err
	}
	return shardOf(origin, shards), nil
}
