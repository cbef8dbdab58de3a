/* texts.c - what the compiler makes of a text, remembered.
 *
 * Many hosts serve the same rules, some of them long, and most hosts rules of their own.  So a text is kept
 * when it comes for the second time, by what decides in it: two texts that differ in comments and sitemaps alone are one.
 * Texts are compared, not trusted to their digests: somebody else wrote them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "import.h"
#include "import/gist.h"

#define KEPT 4096u              /* texts; a power of 2 */
#define KEPT_OCTETS (32u << 20) /* and what they and their blobs take */
#define SEEN 65536u             /* texts that came once; a power of 2 */

/* A text and its blob, one behind the other. */
struct kept {
	uint64_t digest;
	uint8_t *octets;
	size_t text_len, blob_len;
};

struct texts {
	struct robotsc_options options;
	struct kept kept[KEPT];
	size_t octets; /* of all */
	size_t hand;   /* where room is made next */
	uint64_t seen[SEEN];
	void *blob; /* of a text that is not kept */
	size_t blob_len;
	struct heap gist;
};

struct texts *cli_texts_new(const struct robotsc_options *options)
{
	struct texts *t = calloc(1, sizeof *t);

	if (t)
		t->options = *options;
	return t;
}

static void forget(struct texts *t, struct kept *k)
{
	free(k->octets);
	t->octets -= k->text_len + k->blob_len;
	memset(k, 0, sizeof *k);
}

void cli_texts_free(struct texts *t)
{
	if (!t)
		return;
	for (size_t i = 0; i < KEPT; i++)
		forget(t, &t->kept[i]);
	robotsc_free_blob(NULL, t->blob, t->blob_len);
	free(t->gist.at);
	free(t);
}

/* Keep a text with the blob that was made of it, in the place of another.  Without memory it is not kept. */
static void keep(struct texts *t, struct kept *k, struct robotsc_text text, uint64_t digest)
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

/* What decides in a text: where the dialect lets that be told, and all of it is read. */
static int get_gist(struct texts *t, struct robotsc_text *text)
{
	if (text->len == 0 || (t->options.dialect != ROBOTSC_RFC9309 && t->options.dialect != ROBOTSC_GOOGLE) ||
	    t->options.extensions || text->len > t->options.limit)
		return 0;
	t->gist.len = 0;
	if (cli_heap_add(&t->gist, text->at, text->len) == SIZE_MAX) /* room for as much */
		return -1;
	*text = (struct robotsc_text){(const char *)t->gist.at, robotsc__gist(text->at, text->len, (char *)t->gist.at)};
	return 0;
}

int cli_texts_blob(struct texts *t, struct robotsc_text text, const void **blob, size_t *len)
{
	struct kept *k;
	uint64_t digest, *seen;

	if (text.len == 0)
		text.at = ""; /* never NULL */
	if (get_gist(t, &text) < 0)
		return -1;
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
