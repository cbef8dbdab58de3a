/* compile_cache.c - keeps blobs of texts that come more than once.
 *
 * Many hosts serve the same text, but most hosts serve one that no other has.  So a text is kept
 * when it comes for the second time.  Texts are compared, not only their digests, because strangers
 * write the texts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "items.h"

#define KEPT 4096u              /* texts that are kept; a power of 2 */
#define KEPT_OCTETS (32u << 20) /* octets of these texts and their blobs */
#define SEEN 65536u             /* digests of texts that came once; a power of 2 */

/* A text that is kept, with its blob after it. */
struct kept {
	uint64_t digest;
	uint8_t *octets;
	size_t text_len, blob_len;
};

struct compile_cache {
	struct robotsc_options options;
	struct robotsc_compiler *compiler;
	struct kept kept[KEPT];
	size_t octets; /* of all that is kept */
	size_t hand;   /* index of the next text to drop for room */
	uint64_t seen[SEEN];
	void *blob; /* the last blob that was compiled */
	size_t blob_len;
};

struct compile_cache *robotsc__compile_cache_new(const struct robotsc_options *options)
{
	struct compile_cache *c = calloc(1, sizeof *c);
	if (c) {
		c->options = *options;
		c->compiler = robotsc_compiler_new(NULL);
	}
	return c;
}

static void forget(struct compile_cache *c, struct kept *k)
{
	free(k->octets);
	c->octets -= k->text_len + k->blob_len;
	memset(k, 0, sizeof *k);
}

void robotsc__compile_cache_free(struct compile_cache *c)
{
	if (!c)
		return;
	for (size_t i = 0; i < KEPT; i++)
		forget(c, &c->kept[i]);
	robotsc_free_blob(NULL, c->blob, c->blob_len);
	robotsc_compiler_free(c->compiler);
	free(c);
}

/* Keep a text and its blob in slot k, whatever it held.  Without memory they are not kept. */
static void keep(struct compile_cache *c, struct kept *k, struct robotsc_text text, uint64_t digest)
{
	const size_t need = text.len + c->blob_len;
	uint8_t *octets = need <= KEPT_OCTETS / 4 ? malloc(need) : NULL;
	if (!octets)
		return;
	forget(c, k);
	for (; c->octets + need > KEPT_OCTETS; c->hand = (c->hand + 1) % KEPT)
		forget(c, &c->kept[c->hand]);
	if (text.len > 0)
		memcpy(octets, text.at, text.len);
	memcpy(octets + text.len, c->blob, c->blob_len);
	*k = (struct kept){digest, octets, text.len, c->blob_len};
	c->octets += need;
}

int robotsc__compile_cache_blob(struct compile_cache *c, struct robotsc_text text, const void **blob, size_t *len)
{
	struct kept *k;
	uint64_t digest, *seen;
	if (text.len == 0)
		text.at = ""; /* never NULL */
	digest = XXH3_64bits(text.at, text.len);
	k = &c->kept[digest % KEPT];
	if (k->octets && k->digest == digest && k->text_len == text.len && memcmp(k->octets, text.at, text.len) == 0) {
		*blob = k->octets + k->text_len;
		*len = k->blob_len;
		return 0;
	}
	robotsc_free_blob(NULL, c->blob, c->blob_len);
	c->blob = NULL;
	if (robotsc_compiler_compile(c->compiler, &c->options, text.at, text.len, &c->blob, &c->blob_len) != ROBOTSC_OK)
		return -1;
	*blob = c->blob;
	*len = c->blob_len;
	seen = &c->seen[digest >> 16 & (SEEN - 1)];
	if (*seen == digest)
		keep(c, k, text, digest);
	*seen = digest;
	return 0;
}
