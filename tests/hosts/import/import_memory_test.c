/* import_memory_test.c - each allocation of a decoder fails once: this is reported as such, not as
 * damage to the body.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#ifdef HAVE_BROTLI
#include <brotli/decode.h>
#endif

#include "tests/support/test.h"

static unsigned allocations, enough;

static void *take(size_t size)
{
	return allocations++ < enough ? malloc(size) : NULL;
}

static void *zlib_take(void *unused, unsigned n, unsigned size)
{
	(void)unused;
	return take((size_t)n * size);
}

static void give(void *unused, void *p)
{
	(void)unused;
	free(p);
}

static int zlib_begin(z_stream *z, int bits)
{
	z->zalloc = zlib_take;
	z->zfree = give;
	return inflateInit2(z, bits);
}

#undef inflateInit2
#define inflateInit2(z, bits) zlib_begin(z, bits)

#ifdef HAVE_BROTLI
static void *brotli_take(void *unused, size_t size)
{
	(void)unused;
	return take(size);
}

static BrotliDecoderState *brotli_begin(void)
{
	return BrotliDecoderCreateInstance(brotli_take, give, NULL);
}

#define BrotliDecoderCreateInstance(take, give, with) brotli_begin()
#endif

#include "hosts/import/http.c"

/* A message is refused for want of memory until there are enough allocations. */
static void test(const char *coding, const char *coded, size_t coded_len, const char *body)
{
	static char message[1000];
	const int head = sprintf(message, "HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\n\r\n", coding);
	const struct robotsc_text block = {message, (size_t)head + coded_len};
	struct http h;
	int result = -1;

	memset(&h, 0, sizeof h);
	memcpy(message + head, coded, coded_len);
	for (enough = 0; enough < 100 && result < 0; enough++) {
		allocations = 0;
		result = robotsc__http_read(&h, block, 1000);
		CHECK_MSG(result == 0 || (allocations > enough && strcmp(h.why, "out of memory") == 0), "%s: %u", coding, enough);
		CHECK_MSG(result < 0 || allocations <= enough, "%s: %u", coding, enough);
	}
	CHECK(enough > 1 && result == 0 && !h.truncated && h.body.len == strlen(body) && memcmp(h.body.at, body, h.body.len) == 0);
	robotsc__http_free(&h);
}

int main(void)
{
	static const char rules[] = "User-agent: *\nDisallow: /private/\nDisallow: /private/x\n";
	static uint8_t coded[1000];
	uLongf n = sizeof coded;

	CHECK(compress(coded, &n, (const Bytef *)rules, sizeof rules - 1) == Z_OK);
	test("deflate", (const char *)coded, n, rules);
	test("deflate", (const char *)coded + 2, n - 6, rules);
	test("deflate", rules, sizeof rules - 1, rules); /* this body is plain */
#ifdef HAVE_BROTLI
	static const char brotli[] = "\x1B\x36\x00\xE0\x2D\x0E\xEC\x36\x2F\xBB\x28\x82\x70\xD3\x25\x1A\x97\x4E\xF8\x52"
				     "\xA1\x6A\xAE\x88\xF0\xF2\x45\x45\x2E\x41\xCA\xD2\xAA\x45\x07\x36\xE0\x04\x3C\x0F"
				     "\x28\x5C\xF0\x5C\x9D\x42\x75\xA3\xDC\xE2\x75\xCC\xF0\x0A\x02";

	test("br", brotli, sizeof brotli - 1, rules);
	test("br", rules, sizeof rules - 1, rules);
#endif
	return check_done();
}
