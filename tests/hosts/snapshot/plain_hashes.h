/* plain_hashes.h - the hashes of docs/formats/snapshot.md, as their papers define them.  They share
 * no code with the tested ones.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PLAIN_HASHES_H
#define ROBOTSC_PLAIN_HASHES_H

#include <stddef.h>
#include <stdint.h>

/* HalfSipHash with c rounds for each word and d rounds at the end, with 4 or 8 octets of output. */
uint64_t plain_half_sip(unsigned c, unsigned d, unsigned output, const uint8_t key[8], const void *octets, size_t len);

/* HalfSipHash-1-3 with 8 octets of output. */
uint64_t plain_hash(uint64_t key, const void *octets, size_t len);

void plain_sha256(const void *octets, size_t len, uint8_t digest[32]);

/* The checksum of docs/formats/blob.md. */
uint64_t plain_checksum(const void *octets, size_t len);

#endif
