/* import_codings_test.c - bodies in gzip, zlib and deflate, damaged everywhere: what comes out is what the oracle inflates.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <zlib.h>

#include "check.h"
#include "fuzz/import_agrees.h"

/* A message says what the oracle reads in it. */
static int as_oracle(struct http *h, struct robotsc_text block, size_t limit)
{
	return http_agrees(h, robotsc__http_read(h, block, limit), block, limit);
}

/* Each coding with each octet another, and cut anywhere, after a head of each kind. */
int main(void)
{
	static const char *const heads[] = {"HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n",
	                                    "HTTP/1.1 200 OK\nContent-Encoding: deflate\n\n",
	                                    "HTTP/1.1 200 OK\nContent-Encoding: x-gzip\nTransfer-Encoding: chunked\n\nff\n",
	                                    "HTTP/1.1 200 OK\nContent-Encoding: deflate\nTransfer-Encoding: chunked\n\n20\n"};
	static const int bits[] = {15 + 16, 15, -15};
	static char rules[600];
	static uint8_t message[3000];
	struct http h;

	memset(&h, 0, sizeof h);
	for (size_t i = 0; i < sizeof rules; i++)
		rules[i] = "User-agent: *\nDisallow: /"[i * i % 67 % 24];
	for (size_t kind = 0; kind < 3 * 4 * 3; kind++) {
		const int strategy = (const int[]){Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY}[kind % 3];
		z_stream z;

		memset(&z, 0, sizeof z);
		CHECK(deflateInit2(&z, kind % 5 ? 9 : 0, Z_DEFLATED, bits[kind / 12], 8, strategy) == Z_OK);
		const size_t head = strlen(heads[kind / 3 % 4]);
		memcpy(message, heads[kind / 3 % 4], head);
		z.next_in = (Bytef *)(uintptr_t)rules;
		z.avail_in = sizeof rules;
		z.next_out = message + head;
		z.avail_out = 2000;
		CHECK(deflate(&z, Z_FINISH) == Z_STREAM_END);
		const size_t len = head + z.total_out;
		deflateEnd(&z);
		for (size_t at = head; at < len; at++) {
			const struct robotsc_text whole = {(char *)message, len}, part = {(char *)message, at};

			CHECK_MSG(as_oracle(&h, part, 1000), "kind %zu, cut to %zu", kind, at - head);
			for (unsigned bit = 0; bit < 8; bit++) {
				message[at] ^= (uint8_t)(1u << bit);
				CHECK_MSG(as_oracle(&h, whole, bit < 6 ? 1000 : 300), "kind %zu, bit %u of octet %zu", kind, bit,
				          at - head);
				message[at] ^= (uint8_t)(1u << bit);
			}
		}
	}
	robotsc__http_free(&h);
	return check_done();
}
