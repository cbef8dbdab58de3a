/* second_digest.h - the sums of docs/snapshot.md, for its second reader and its forger.
 *
 * Written from the page, docs/format.md "Checksum", FIPS 180-4 and the paper of HalfSipHash.
 * Slow, and nothing of the library is in it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SECOND_DIGEST_H
#define ROBOTSC_SECOND_DIGEST_H

#include <stddef.h>
#include <stdint.h>

#define SECOND_DIGEST 32u

/* SHA-256. */
void second_digest(const uint8_t *at, size_t len, uint8_t out[SECOND_DIGEST]);

/* "Checksum" of docs/format.md, and its low 32 bits. */
uint64_t second_checksum(const uint8_t *at, size_t len);
uint32_t second_checksum32(const uint8_t *at, size_t len);

/* HalfSipHash with c rounds for each 4 octets and d at the end, of 8 octets, or of 4 in the low 32
 * bits. */
uint64_t second_half_sip_hash(int c, int d, uint64_t key, const uint8_t *at, size_t len, int octets);

/* HalfSipHash-1-3 with 8 octets of output. */
uint64_t second_hash(uint64_t key, const uint8_t *at, size_t len);

#endif
