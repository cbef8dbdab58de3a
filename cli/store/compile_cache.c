/* compile_cache.c - what the compiler makes of a text, remembered.
 *
 * Many hosts serve the same text, and most hosts one of their own.  So a text is kept when it comes for the
 * second time.  Texts are compared, not only their digests, because others write them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "import_command.h"

#define KEPT 4096u              /* texts; a power of 2 */
#define KEPT_OCTETS (32u << 20) /* and what they and their blobs take */
#define SEEN 65536u             /* texts that came once; a power of 2 */

/* A text and its blob, one behind the other. */
struct kept {
	uint64_t digest;
	uint8_t *octets;
	size_t text_len, blob_len;
};

struct compile_cache {
	struct robotsc_options options;
	struct kept kept[KEPT];
	size_t octets; /* of all */
	size_t hand;   /* where room is made next */
	uint64_t seen[SEEN];
	void *blob; /* of a text that is not kept */
	size_t blob_len;
};

struct compile_cache *cli_compile_cache_new(const struct robotsc_options *options)
{
	struct compile_cache *t = calloc(1, sizeof *t);

	if (t)
		t->options = *options;
	return t;
}

static void forget(struct compile_cache *t, struct kept *k)
{
	free(k->octets);
	t->octets -= k->text_len + k->blob_len;
	memset(k, 0, sizeof *k);
}

void cli_compile_cache_free(struct compile_cache *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < KEPT; i++)
		forget(t, &t->kept[i]);
	robotsc_free_blob(NULL, t->blob, t->blob_len);
	free(t);
}

/* Keep a text with the blob that was made of it, in the place of another.  Without memory it is not kept. */
static void keep(struct compile_cache *t, struct kept *k, struct robotsc_text text, uint64_t digest)
{
	const size_t need = text.len + t->blob_len;
	uint8_t *octets = need <= KEPT_OCTETS / 4 ? malloc(need) : NULL;

	if (!octets)
		return;
	forget(t, k);
	for (; t->octets + need > KEPT_OCTETS; t->hand = (t->hand + 1) % KEPT)
		forget(t, &t->kept[t->hand]);
	if (text.len > 0)
		memcpy(octets, text.at, text.len);
	memcpy(octets + text.len, t->blob, t->blob_len);
	*k = (struct kept){digest, octets, text.len, t->blob_len};
	t->octets += need;
}

int cli_compile_cache_blob(struct compile_cache *t, struct robotsc_text text, const void **blob, size_t *len)
{
	struct kept *k;
	uint64_t digest, *seen;

	if (text.len == 0)
		text.at = ""; /* never NULL */
	digest = XXH3_64bits(text.at, text.len);
	k = &t->kept[digest % KEPT];
	if (k->octets && k->digest == digest && k->text_len == text.len && memcmp(k->octets, text.at, text.len) == 0) {
		*blob = k->octets + k->text_len;
		*len = k->blob_len;
		return 0;
	}
	robotsc_free_blob(NULL, t->blob, t->blob_len);
	t->blob = NULL;
	if (robotsc_compile(&t->options, text.at, text.len, &t->blob, &t->blob_len) != ROBOTSC_OK)
		return -1;
	*blob = t->blob;
	*len = t->blob_len;
	seen = &t->seen[digest >> 16 & (SEEN - 1)];
	if (*seen == digest)
		keep(t, k, text, digest);
	*seen = digest;
	return 0;
}
