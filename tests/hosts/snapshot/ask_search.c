/* ask_search.c - see ask_parts.h: looks an origin up in parts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask_parts.h"

#include <stdlib.h>
#include <string.h>

#include "tests/support/product.h"

#define PARTS (1 + 16 * 7 + 2) /* most: the buckets, an entry for each slot, a record in two */

static int is_refusal(enum robotsc_status status)
{
	return status >= ROBOTSC_ERR_TRUNCATED && status <= ROBOTSC_ERR_CHECKSUM;
}

/* The octets that a search wants, in memory of their size.  NULL: the file does not have them. */
static uint8_t *copy_part(const struct snapshot_octets *o, const struct robotsc_snapshot_search *search)
{
	if (search->at > o->len || search->size > o->len - search->at)
		return NULL;
	uint8_t *part = product_alloc(NULL, (size_t)search->size);

	memcpy(part, o->bytes + search->at, (size_t)search->size);
	return part;
}

/* Search in parts to the end.  Returns the last status; *e is the entry that was found. */
static enum robotsc_status search_parts(const struct asked *a, const struct robotsc_snapshot *head, struct robotsc_text url,
                                        struct robotsc_snapshot_entry *e)
{
	struct robotsc_snapshot_search search;
	struct robotsc_blob blob;
	uint8_t *parts[PARTS];
	size_t n = 0;
	enum robotsc_status status = robotsc_snapshot_search_begin(head, url.at, url.len, &search);

	while (status == ROBOTSC_OK && search.size > 0 && n < PARTS) {
		parts[n] = copy_part(a->octets, &search);
		status = parts[n] ? robotsc_snapshot_search_next(&search, parts[n], e, &blob) : ROBOTSC_ERR_TRUNCATED;
		n += parts[n] != NULL;
	}
	if (status == ROBOTSC_OK && search.size > 0)
		status = ROBOTSC_ERR_NOMEM; /* the search does not end */
	while (n > 0)
		free(parts[--n]);
	return status;
}

int ask_search(struct asked *a, struct robotsc_text url, enum robotsc_status found, const struct robotsc_snapshot_entry *entry)
{
	const struct robotsc_snapshot_options options = {
		.tokens = a->tokens, .ntokens = a->ntokens, .trust = a->trust, .root = a->second.root};
	const size_t most = a->octets->len < ROBOTSC_SNAPSHOT_HEAD_MAX ? a->octets->len : ROBOTSC_SNAPSHOT_HEAD_MAX;
	struct robotsc_snapshot head;
	struct robotsc_snapshot_entry e;
	uint8_t *octets = product_alloc(NULL, most);

	memcpy(octets, a->octets->bytes, most);
	enum robotsc_status status = robotsc_snapshot_open_head(&head, octets, most, a->octets->len, &options);

	if (status == ROBOTSC_OK)
		status = search_parts(a, &head, url, &e);
	free(octets);
	if (status == ROBOTSC_ERR_NOMEM)
		return ask_differ(a, "a search in parts without end");
	if (found == ROBOTSC_OK && is_refusal(status))
		/* If the policy is damaged, only the search in parts reads it. */
		return a->octets->valid ? ask_differ(a, "in parts %d", (int)status) : 1;
	if (status != found && !(is_refusal(status) && is_refusal(found)))
		return ask_differ(a, "find %d, in parts %d", (int)found, (int)status);
	return status != ROBOTSC_OK || e.policy == entry->policy ? 1 : ask_differ(a, "in parts another policy");
}
