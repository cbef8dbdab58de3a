/* hashes_test.c - HalfSipHash, SHA-256 and shards: known answers, and the same answers as hashes
 * that were written from the papers.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/match/half_sip_hash.h"

#include "plain_hashes.h"
#include "robotsc/snapshot.h"
#include "tests/support/splitmix.h"
#include "tests/support/test.h"

/* The hashes of the octets 0, 1, ... with the key of octets 0 to 7, for each length from 0 on. */
static void half_sip_known(void)
{
	/* one round and three, 4 octets of output: test vectors of Linux */
	static const uint32_t linux_kernel[] = {0x5814C896, 0xE7E864CA, 0xBC4B0E30, 0x01539939, 0x7E059EA6, 0x88E3D89B,
	                                        0xA0080B65, 0x9D38D9D6, 0x577999B1, 0xC839CAED, 0xE4FA32CF, 0x959246EE};
	/* two rounds and four, 8 octets of output: vectors of the authors' reference */
	static const uint8_t authors[][8] = {
		{0x21, 0x8D, 0x1F, 0x59, 0xB9, 0xB8, 0x3C, 0xC8}, {0xBE, 0x55, 0x24, 0x12, 0xF8, 0x38, 0x73, 0x15},
		{0x06, 0x4F, 0x39, 0xEF, 0x7C, 0x50, 0xEB, 0x57}, {0xCE, 0x0F, 0x1A, 0x45, 0xF7, 0x06, 0x06, 0x79},
		{0xD5, 0xE7, 0x8A, 0x17, 0x5B, 0xE5, 0x2E, 0xA1}, {0xCB, 0x9D, 0x7C, 0x3F, 0x2F, 0x3D, 0xB5, 0x80}};
	uint8_t octets[64], key[8];
	size_t i, k;

	for (i = 0; i < sizeof octets; i++)
		octets[i] = (uint8_t)i;
	memcpy(key, octets, sizeof key);
	for (i = 0; i < sizeof linux_kernel / sizeof *linux_kernel; i++)
		CHECK_MSG(plain_half_sip(1, 3, 4, key, octets, i) == linux_kernel[i], "%zu octets", i);
	for (i = 0; i < sizeof authors / sizeof *authors; i++)
		for (k = 0; k < 8; k++)
			CHECK_MSG((plain_half_sip(2, 4, 8, key, octets, i) >> 8 * k & 0xFF) == authors[i][k], "%zu octets", i);
	/* as in docs/formats/snapshot.md: one round and three, 8 octets of output */
	for (i = 0; i <= sizeof octets; i++)
		CHECK(half_sip_hash(0x0706050403020100u, octets, i) == plain_hash(0x0706050403020100u, octets, i));
}

static void half_sip_random(void)
{
	uint64_t state = 1;
	uint8_t octets[300];
	size_t i, n;

	for (n = 0; n < 3000; n++) {
		const size_t len = splitmix_below(&state, sizeof octets);
		const uint64_t key = splitmix(&state);

		for (i = 0; i < len; i++)
			octets[i] = (uint8_t)splitmix(&state);
		CHECK(half_sip_hash(key, octets, len) == plain_hash(key, octets, len));
	}
}

static void digest_of(const char *text, size_t times, char hex[65])
{
	struct robotsc_sha256 sha;
	uint8_t digest[32];
	size_t i;

	robotsc_sha256_begin(&sha);
	for (i = 0; i < times; i++)
		robotsc_sha256_add(&sha, text, strlen(text));
	robotsc_sha256_end(&sha, digest);
	for (i = 0; i < 32; i++)
		sprintf(hex + 2 * i, "%02x", digest[i]);
}

/* NIST's examples with intermediate values for FIPS 180-4. */
static void sha256_known(void)
{
	static const struct {
		const char *text;
		size_t times;
		const char *digest;
	} known[] = {
		{"", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		{"abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
		{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
	         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
		{"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
	         1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"},
		{"a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
	};
	char hex[65];
	size_t i;

	for (i = 0; i < sizeof known / sizeof *known; i++) {
		digest_of(known[i].text, known[i].times, hex);
		CHECK_MSG(strcmp(hex, known[i].digest) == 0, "%s", hex);
	}
}

/* Texts of any size, added in pieces of any size. */
static void sha256_pieces(void)
{
	static uint8_t octets[1000];
	uint64_t state = 2;
	size_t i, n, len;

	for (i = 0; i < sizeof octets; i++)
		octets[i] = (uint8_t)splitmix(&state);
	for (len = 0; len <= sizeof octets; len++)
		for (n = 0; n < 4; n++) {
			struct robotsc_sha256 sha;
			uint8_t digest[32], plain[32];
			size_t at, size;

			robotsc_sha256_begin(&sha);
			for (at = 0; at < len; at += size) {
				size = n == 0 ? len : splitmix_below(&state, n == 1 ? 3 : 200);
				size = size < len - at ? size : len - at;
				robotsc_sha256_add(&sha, octets + at, size);
			}
			robotsc_sha256_end(&sha, digest);
			plain_sha256(octets, len, plain);
			CHECK_MSG(memcmp(digest, plain, 32) == 0, "%zu octets", len);
		}
}

/* ---- shards ---------------------------------------------------------------------- */

/* floor(hash * shards / 2^64), in steps of 16 bits. */
static uint32_t shard_of(const char *host, size_t len, uint32_t shards)
{
	const uint64_t hash = plain_half_sip(1, 3, 8, (const uint8_t *)"robotsc1", host, len);
	uint64_t carry = 0;
	int i;

	for (i = 0; i < 4; i++)
		carry = (carry + (hash >> 16 * i & 0xFFFF) * shards) >> 16;
	return (uint32_t)carry;
}

static void shards(void)
{
	static const struct {
		const char *url, *host;
	} cases[] = {{"https://example.com/a", "example.com"},     {"http://example.com:8080/", "example.com"},
	             {"ftp://user@EXAMPLE.com:21", "example.com"}, {"https://[2001:db8:0::1]:8443/", "[2001:db8::1]"},
	             {"https://[2001:DB8::1]", "[2001:db8::1]"},   {"https://b\303\274cher.example/", "xn--bcher-kva.example"},
	             {"http://example.com./x", "example.com."},    {"http://10.0.0.1:81?", "10.0.0.1"}};
	static const uint32_t counts[] = {1, 2, 3, 7, 64, 1000, 1024, 65536, UINT32_MAX};
	enum robotsc_status status;
	size_t i, k;

	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		for (k = 0; k < sizeof counts / sizeof *counts; k++) {
			const uint32_t shard = robotsc_shard(cases[i].url, strlen(cases[i].url), counts[k], &status);

			CHECK(status == ROBOTSC_OK && shard < counts[k]);
			CHECK_MSG(shard == shard_of(cases[i].host, strlen(cases[i].host), counts[k]), "%s of %u", cases[i].url,
			          (unsigned)counts[k]);
		}
	CHECK(robotsc_shard("mailto:a", 8, 9, &status) == 0 && status == ROBOTSC_ERR_SCHEME);
	CHECK(robotsc_shard("http://", 7, 9, &status) == 0 && status == ROBOTSC_ERR_HOST);
	CHECK(robotsc_shard("http://a:70000", 14, 9, &status) == 0 && status == ROBOTSC_ERR_PORT);
	CHECK(robotsc_shard("http://a:70000", 14, 9, NULL) == 0);
	CHECK(robotsc_shard("http://a/", 9, 0, NULL) == 0);
}

int main(void)
{
	CHECK_PART(half_sip_known);
	CHECK_PART(half_sip_random);
	CHECK_PART(sha256_known);
	CHECK_PART(sha256_pieces);
	CHECK_PART(shards);
	return check_done();
}
