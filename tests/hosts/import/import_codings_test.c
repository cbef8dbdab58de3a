/* import_codings_test.c - bodies in one or more of chunks, gzip, zlib and deflate, damaged
 * everywhere, are decoded as the oracle decodes them; so are bodies without the coding that their
 * header names.
 *
 *     import_codings_test [EVERY]    damaged at every EVERYth octet
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tests/support/test.h"
#include "fuzz/import_agrees.h"

static char rules[600];
static size_t every = 1;

/* True if reader and oracle agree about a message.  The body of a refused message is empty. */
static int as_oracle(struct http *h, struct robotsc_text block, size_t limit)
{
	const int result = robotsc__http_read(h, block, limit);
	const int right = http_agrees(h, result, block, limit);

	if (result < 0)
		h->body.len = 0;
	return right;
}

/* Compress octets; bits as for deflateInit2.  Returns the size. */
static size_t compress_to(uint8_t *out, const void *at, size_t len, int bits, int level, int strategy)
{
	z_stream z;

	memset(&z, 0, sizeof z);
	CHECK(deflateInit2(&z, level, Z_DEFLATED, bits, 8, strategy) == Z_OK);
	z.next_in = (Bytef *)(uintptr_t)at;
	z.avail_in = (uInt)len;
	z.next_out = out;
	z.avail_out = 1u << 20;
	CHECK(deflate(&z, Z_FINISH) == Z_STREAM_END);
	deflateEnd(&z);
	return z.total_out;
}

/* Change each octet of a body, and cut the body at each.  A cut body yields the beginning of the
 * text, and is truncated unless it yields all of it. */
static void damage(struct http *h, uint8_t *message, size_t head, size_t len, size_t kind)
{
	for (size_t at = head + kind % every; at < len; at += every) {
		const struct robotsc_text whole = {(char *)message, len}, part = {(char *)message, at};

		CHECK_MSG(as_oracle(h, part, 1000), "kind %zu, cut to %zu", kind, at - head);
		CHECK_MSG(at == head || memcmp(h->body.at, rules, h->body.len) == 0, "kind %zu, cut to %zu", kind, at - head);
		CHECK_MSG(at == head || h->truncated || h->body.len == sizeof rules, "kind %zu, cut to %zu", kind, at - head);
		for (unsigned bit = 0; bit < 8; bit++) {
			message[at] ^= (uint8_t)(1u << bit);
			CHECK_MSG(as_oracle(h, whole, bit < 6 ? 1000 : 300), "kind %zu, bit %u of octet %zu", kind, bit, at - head);
			message[at] ^= (uint8_t)(1u << bit);
		}
	}
}

/* Test bodies in each coding and compression, after a head of each kind. */
static void test_one(struct http *h)
{
	static const char *const heads[] = {"HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n",
	                                    "HTTP/1.1 200 OK\nContent-Encoding: deflate\n\n",
	                                    "HTTP/1.1 200 OK\nContent-Encoding: x-gzip\nTransfer-Encoding: chunked\n\nff\n",
	                                    "HTTP/1.1 200 OK\nContent-Encoding: deflate\nTransfer-Encoding: chunked\n\n20\n"};
	static const int bits[] = {15 + 16, 15, -15}, strategies[] = {Z_DEFAULT_STRATEGY, Z_FIXED, Z_HUFFMAN_ONLY};
	static uint8_t message[1 << 21];

	for (size_t kind = 0; kind < 3 * 4 * 3; kind++) {
		const size_t head = strlen(heads[kind / 3 % 4]);

		memcpy(message, heads[kind / 3 % 4], head);
		const size_t n =
			compress_to(message + head, rules, sizeof rules, bits[kind / 12], kind % 5 ? 9 : 0, strategies[kind % 3]);
		for (size_t at = head + kind % every; at < head + n; at += every)
			for (unsigned bit = 0; bit < 9; bit++) { /* bit 8: cut the message here */
				const struct robotsc_text block = {(char *)message, bit < 8 ? head + n : at};

				message[at] ^= (uint8_t)(1u << bit);
				CHECK_MSG(as_oracle(h, block, bit < 6 ? 1000 : 300), "kind %zu, bit %u of octet %zu", kind, bit,
				          at - head);
				message[at] ^= (uint8_t)(1u << bit);
			}
	}
}

/* Write octets as chunks of seven octets each.  Returns the size. */
static size_t chunks_to(uint8_t *out, const uint8_t *at, size_t len)
{
	size_t n = 0;

	for (size_t size; len > 0; at += size, len -= size) {
		size = len < 7 ? len : 7;
		n += (size_t)sprintf((char *)out + n, "%zx;x\r\n", size);
		memcpy(out + n, at, size);
		n += size;
		n += (size_t)sprintf((char *)out + n, "\r\n");
	}
	return n + (size_t)sprintf((char *)out + n, "0\r\nX: y\r\n\r\n");
}

/* Test bodies with every Content-Encoding and every Transfer-Encoding, with chunks and without. */
static void test_all(struct http *h)
{
	static const struct {
		const char *name;
		int bits;
	} codings[] = {{"", 0}, {"gzip", 15 + 16}, {"x-GZIP", 15 + 16}, {"deflate", 15}, {"Deflate", -15}};
	static uint8_t message[1 << 21], body[1 << 21], other[1 << 21];

	for (size_t kind = 0; kind < 5 * 5 * 2; kind++) {
		const size_t content = kind % 5, transfer = kind / 5 % 5, chunked = kind / 25;
		const int head = sprintf((char *)message, "HTTP/1.1 200 OK\nTransfer-Encoding: %s%s %s\nContent-Encoding: %s\n\n",
		                         codings[transfer].name, kind % 3 ? "," : "\nTransfer-encoding:", chunked ? "Chunked" : "",
		                         codings[content].name);
		size_t n = sizeof rules;

		memcpy(body, rules, n);
		if (content > 0) {
			memcpy(other, body, n);
			n = compress_to(body, other, n, codings[content].bits, 9, Z_DEFAULT_STRATEGY);
		}
		if (transfer > 0) {
			memcpy(other, body, n);
			n = compress_to(body, other, n, codings[transfer].bits, 9, Z_DEFAULT_STRATEGY);
		}
		if (chunked) {
			memcpy(other, body, n);
			n = chunks_to(body, other, n);
		}
		memcpy(message + head, body, n);
		const struct robotsc_text block = {(char *)message, (size_t)head + n};
		CHECK_MSG(as_oracle(h, block, 1000) && !h->truncated, "kind %zu", kind);
		CHECK_MSG(import_same(h->body, rules, sizeof rules), "kind %zu", kind);
		CHECK(as_oracle(h, block, 300) && !h->truncated &&
		      import_same(h->body, rules, content || transfer ? 300 : sizeof rules));
		if (content > 0 || transfer > 0)
			damage(h, message, (size_t)head, (size_t)head + n, kind);
	}
}

/* Texts that are not UTF-8: in ISO 8859-1 and in GBK. */
#define FRENCH "# Tous les robots sont pri\xE9s de respecter ceci\nUser-agent: *\nDisallow: /\n"
#define GBK_5 "\xD6\xD0\xCE\xC4\xD6\xD0\xCE\xC4\xD6\xD0"
#define CHINESE GBK_5 GBK_5 GBK_5 GBK_5 GBK_5 GBK_5 "\nUser-agent: *\nDisallow: /\n"

/* Bodies without the coding of their header, bodies that have it and end early, and lists of
 * codings. */
static void test_few(struct http *h)
{
	static const struct {
		const char *fields, *body, *want; /* NULL: refused; "!" at its end: truncated */
	} cases[] = {
		{"Transfer-Encoding: gzip, chunked", "4\r\nbody\r\n0\r\n\r\n", "body"},
		{"Transfer-Encoding: gzip, chunked", "body", "body"},
		{"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked", "4\r\nbody\r\n0\r\n\r\n", "body"},
		{"Transfer-Encoding: gzip, chunked\r\nTransfer-Encoding: GZIP, chunked", "4\r\nbody\r\n0\r\n\r\n", "body"},
		{"Transfer-Encoding: ,gzip ,,\tchunked, identity,", "4\r\nbody\r\n0\r\n\r\n", "body"},
		{"Transfer-Encoding: gzip, deflate, chunked", "4\r\nbody\r\n0\r\n\r\n", NULL},
		{"Transfer-Encoding: gzip, gzip, chunked", "4\r\nbody\r\n0\r\n\r\n", NULL},
		{"Transfer-Encoding: br, chunked", "4\r\nbody\r\n0\r\n\r\n", NULL},
		{"Transfer-Encoding: compress, chunked", "0\r\n\r\n", NULL},
		{"Transfer-Encoding: chunked, gzip", "4\r\nbody\r\n0\r\n\r\n", NULL},
		{"Transfer-Encoding: chunked, chunked", "4\r\nbody\r\n0\r\n\r\n", NULL},
		{"Transfer-Encoding: gzip, chunked\r\nTransfer-Encoding: chunked", "4\r\nbody\r\n0\r\n\r\n", NULL},
		{"Transfer-Encoding: chunked;q=1", "4\r\nbody\r\n0\r\n\r\n", NULL},
		{"Transfer-Encoding: compress, chunked", "", ""},
		{"Transfer-Encoding: gzip, chunked", "0\r\n\r\n", ""},
		{"Transfer-Encoding: gzip, chunked", "1\r\n\x1F\r\n0\r\n\r\n", "!"},
		{"Transfer-Encoding: deflate, chunked", "2\r\nx\x9C\r\n0\r\n\r\n", "!"},
		{"Transfer-Encoding: chunked", "1a4", "!"},
		{"Transfer-Encoding: chunked", "1a4; x=y\r", "!"},
		{"Transfer-Encoding: chunked", "4\r\nbody\r\n0", "body!"},
		{"Transfer-Encoding: chunked", "4\r\nbody\r\n0\r\n", "body"},
		{"Transfer-Encoding: chunked", "fails", "fails"},
		{"Transfer-Encoding: chunked", "404 Not Found", "404 Not Found"},
		{"Transfer-Encoding: chunked", "4 \t;x\r\nbody\r\n0 \r\n\r\n", "body"},
		{"Transfer-Encoding: chunked", "fff\n", "!"},
		{"Content-Encoding: gzip", "\x1F", "!"},
		{"Content-Encoding: gzip", "\x1F\x8B", "!"},
		{"Content-Encoding: gzip", "\x1F!", "!"},
		{"Content-Encoding: gzip", "x\x9C\x01", "!"},
		{"Content-Encoding: gzip", "Disallow: /\xE9\n", "!"},
		{"Content-Encoding: gzip", "# \x1B$B%m%\\\x1B(B\nUser-agent: *\n", "!"},
		{"Content-Encoding: gzip", "# \xC3\xA9\x1A\n# \xE2\x82\xAC\n", "!"},
		{"Content-Encoding: gzip", "# \xE9\x1A\n# text\n", "!"},
		{"Content-Encoding: gzip", "# \x1A", "!"},
		{"Content-Encoding: gzip", "\x01\x01\x01\x01\x01\x01\x01\x01", "!"},
		{"Transfer-Encoding: chunked", "3\r\n\x1F\x8B\x08\r\n0\r\n\r\n", NULL},
		{"Content-Encoding: none", "\x1F\x8B\x08", NULL},
		{"Content-Encoding: none", "\x1F\x8B", "\x1F\x8B"},
		{"Content-Encoding: deflate", "x\x9C", "!"},
		{"Content-Encoding: deflate", "\x1F\x8B\x08", "!"},
		{"Content-Encoding: deflate", "# robots.txt of h\nUser-agent: *\n", "# robots.txt of h\nUser-agent: *\n"},
		{"Content-Encoding: deflate", "KSitemap: / Sitemap: may no Sitemap: this * * is\nUser-agent: *\n",
	         "KSitemap: / Sitemap: may no Sitemap: this * * is\nUser-agent: *\n"},
		{"Content-Encoding: deflate", "User-agent: \xC3\xA9", "User-agent: \xC3\xA9"},
		{"Content-Encoding: deflate", "User-agent: \xE2\x82\xAC\xF0\x9F\xA4\x96",
	         "User-agent: \xE2\x82\xAC\xF0\x9F\xA4\x96"},
		{"Content-Encoding: deflate", "User-agent: \xE9s", "!"},
		{"Content-Encoding: deflate", "User-agent: \xC3", "User-agent: \xC3"},
		{"Content-Encoding: deflate", "User-agent: \xC1s", "!"},
		{"Content-Encoding: deflate", "User-agent: \xF5\x81\x81\x81", "!"},
		{"Content-Encoding: deflate", "User-agent: \xED\x9F\xBF", "User-agent: \xED\x9F\xBF"},
		{"Content-Encoding: deflate", "User-agent: \xED\xA0\x80", "!"},
		{"Content-Encoding: deflate", "User-agent: \xE0\x9F\x80", "!"},
		{"Content-Encoding: deflate", "User-agent: \xF4\x90\x80\x80", "!"},
		{"Content-Encoding: gzip", "Disallow: /\f\n", "!"},
		{"Content-Encoding: gzip", "\xEF\xBB\xBFUser-agent: *\n", "\xEF\xBB\xBFUser-agent: *\n"},
		{"Content-Encoding: deflate", "User-agent: \x7F", "!"},
		{"Content-Encoding: deflate", "\n", "!"},
		{"Content-Encoding: deflate", " \t\r\n", "!"},
		{"Content-Encoding: deflate", "OK", "OK"},
		{"Content-Encoding: deflate", "OK\n", "OK\n"},
		{"Content-Encoding: deflate", "OK\v", "!"},
		{"Content-Encoding: deflate", "K", "!"},
		{"Content-Encoding: deflate", FRENCH, "!"},
		{"Content-Encoding: deflate", "User-agent: *\n" FRENCH, "!"},
		{"Content-Encoding: deflate", "Us" CHINESE, "!"},
		{"Content-Encoding: deflate",
	         "x\x9C"
	         "f" CHINESE,
	         "!"},
		{"Content-Encoding: deflate", "U" GBK_5 "\n", "!"},
		{"Content-Encoding: deflate", "\x04\x80" CHINESE, "!"},
		{"Content-Encoding: deflate", CHINESE, "!"},
#ifdef HAVE_BROTLI
		{"Content-Encoding: br", "\x83", "!"},
		{"Content-Encoding: br", "[abcdef", "[abcdef"},
		{"Content-Encoding: br", "Disallow: /", "Disallow: /"},
		{"Content-Encoding: br", "\n", "!"},
		{"Content-Encoding: br", "OK\n", "!"},
		{"Content-Encoding: br", "OK", "!"},
		{"Content-Encoding: br", FRENCH, "!"},
		{"Content-Encoding: br", "\r@\x80" FRENCH, FRENCH "!"},
		{"Content-Encoding: br", "\t@\x80" FRENCH, FRENCH "!"},
		{"Content-Encoding: br", "\x8B\x22\x80" FRENCH,
	         "# Tous les robots sont pri\xE9s de respecter ceci\nUser-agent: *\nDisallow:!"},
#endif
		{"Content-Encoding: identity, gzip", "body", "body"},
		{"Content-Encoding: gzip,identity", "body", "body"},
		{"Content-Encoding: none, , identity", "body", "body"},
		{"Content-Encoding: gzip\r\nContent-Encoding: identity\r\nContent-Encoding: gzip", "body", "body"},
		{"Content-Encoding: gzip, gzip", "body", NULL},
		{"Content-Encoding: deflate\r\nContent-Encoding: gzip", "body", NULL},
		{"Content-Encoding: gzip, br", "body", NULL},
		{"Content-Encoding: chunked", "4\r\nbody\r\n0\r\n\r\n", NULL},
	};
	char message[400];

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		const int n = sprintf(message, "HTTP/1.1 200 OK\r\n%s\r\n\r\n%s", cases[i].fields, cases[i].body);
		const struct robotsc_text block = {message, (size_t)n};
		const char *const want = cases[i].want;

		CHECK_MSG(http_agrees(h, robotsc__http_read(h, block, 1000), block, 1000), "case %zu", i);
		const int result = robotsc__http_read(h, block, 1000);
		CHECK_MSG((result < 0) == (want == NULL), "case %zu: %d", i, result);
		if (result == 0 && want != NULL)
			CHECK_MSG(import_same(h->body, want, strcspn(want, "!")), "case %zu: %.*s", i, (int)h->body.len,
			          h->body.at);
		if (result == 0 && want != NULL)
			CHECK_MSG(h->truncated == (strchr(want, '!') != NULL), "case %zu", i);
	}
}

/* UTF-16, in either order of octets, with and without its mark, is no plain text. */
static void test_wide(struct http *h)
{
	static const char line[] = "User-agent: *\n";
	char message[100];

	for (unsigned kind = 0; kind < 4; kind++) {
		const size_t head = (size_t)sprintf(message, "HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n");
		size_t n = head;

		if (kind / 2 == 1) {
			message[n++] = kind % 2 ? '\xFF' : '\xFE';
			message[n++] = kind % 2 ? '\xFE' : '\xFF';
		}
		for (size_t i = 0; i < sizeof line - 1; i++) {
			message[n++] = kind % 2 ? line[i] : '\0';
			message[n++] = kind % 2 ? '\0' : line[i];
		}
		CHECK(as_oracle(h, (struct robotsc_text){message, n}, 1000) && h->truncated && h->body.len == 0);
	}
}

/* Between two codings, a body may have fewer than HTTP_BETWEEN octets. */
static void test_between(struct http *h)
{
	static const char fields[] = "HTTP/1.1 200 OK\nTransfer-Encoding: gzip\nContent-Encoding: gzip\n\n";
	static uint8_t message[1 << 21];
	uint8_t *const between = calloc(1, HTTP_BETWEEN + 1);
	const size_t head = sizeof fields - 1;

	CHECK(between != NULL);
	memcpy(message, fields, head);
	message[9] = '2';
	for (size_t more = 0; between && more < 3; more++) {
		const size_t n = compress_to(between, rules, sizeof rules, 15 + 16, 9, Z_DEFAULT_STRATEGY);
		const size_t len =
			head + compress_to(message + head, between, HTTP_BETWEEN - 1 + more, 15 + 16, 9, Z_DEFAULT_STRATEGY);
		const struct robotsc_text block = {(char *)message, len};

		CHECK(n < 1000 && http_agrees(h, robotsc__http_read(h, block, 1000), block, 1000));
		CHECK((robotsc__http_read(h, block, 1000) < 0) == (more > 0));
		message[9] = '4';
		CHECK(robotsc__http_read(h, block, 1000) == 0 && import_same(h->body, rules, sizeof rules));
		message[9] = '2';
	}
	/* a body in only one of the two codings is cut at the limit; a plain body keeps its
	 * length */
	const size_t len = head + compress_to(message + head, rules, sizeof rules, 15 + 16, 9, Z_DEFAULT_STRATEGY);
	const struct robotsc_text once = {(char *)message, len}, plain = {(char *)message, head + sizeof rules};
	CHECK(as_oracle(h, once, 300) && import_same(h->body, rules, 300) && !h->truncated);
	memcpy(message + head, rules, sizeof rules);
	CHECK(as_oracle(h, plain, 1000) && import_same(h->body, rules, sizeof rules));
	message[27] = 'X'; /* no Transfer-Encoding */
	CHECK(as_oracle(h, plain, 300) && import_same(h->body, rules, sizeof rules));
	free(between);
}

int main(int argc, char **argv)
{
	struct http h;

	memset(&h, 0, sizeof h);
	if (argc > 1)
		every = strtoul(argv[1], NULL, 10);
	for (size_t i = 0; i < sizeof rules; i++)
		rules[i] = "User-agent: *\nDisallow: /"[i * i % 67 % 24];
	if (check_case("test_one"))
		test_one(&h);
	if (check_case("test_all"))
		test_all(&h);
	if (check_case("test_few"))
		test_few(&h);
	if (check_case("test_wide"))
		test_wide(&h);
	if (check_case("test_between"))
		test_between(&h);
	robotsc__http_free(&h);
	return check_done();
}
