/* snapshot_ask.h - shared by tests of snapshots: how they open snapshots, and what they ask.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SNAPSHOT_ASK_H
#define ROBOTSC_SNAPSHOT_ASK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "snapshot_world.h"

#define TEXT(s) ((struct robotsc_text){s, sizeof(s) - 1})

static const struct robotsc_text robots[] = {TEXT("a-bot"), TEXT("b-bot"), TEXT("ExampleBot"), TEXT("other"), TEXT("A-BOT/2.0")};
static const enum robotsc_trust trusts[] = {ROBOTSC_TRUST_INTACT, ROBOTSC_TRUST_FORGED, ROBOTSC_TRUST_KNOWN};
static inline uint32_t head_size(const uint8_t *bytes)
{
	return bytes[12] | (uint32_t)bytes[13] << 8 | (uint32_t)bytes[14] << 16;
}

static inline const uint8_t *root_of(const uint8_t *bytes)
{
	return bytes + head_size(bytes) - 32;
}

/* Open a world's snapshot with this trust.  used: bits of the policies that were used, or NULL. */
static inline enum robotsc_status open_world(struct robotsc_snapshot *s, const struct world *w, enum robotsc_trust trust,
                                             const struct robotsc_text *tokens, size_t ntokens, uint64_t *used)
{
	const struct robotsc_snapshot_options options = {
		.tokens = tokens, .ntokens = ntokens, .trust = trust, .root = root_of(w->bytes), .used = used};

	return robotsc_snapshot_open(s, w->bytes, w->len, &options);
}

static inline uint64_t *make_used(const struct world *w)
{
	const uint64_t size = robotsc_snapshot_used_size(w->bytes, 320);

	return size <= w->len ? calloc(1, (size_t)size) : NULL; /* forged heads state any size */
}

static inline size_t put_url(char *url, struct robotsc_text origin, const char *path)
{
	return (size_t)sprintf(url, "%.*s%s", (int)origin.len, origin.at, path);
}

static inline struct robotsc_snapshot_answer answer_alone(const struct robotsc_snapshot *s, struct robotsc_text url)
{
	struct robotsc_snapshot_answer answer = {.status = 0};
	struct robotsc_snapshot_entry entry;
	struct robotsc_group group;
	enum robotsc_status status = robotsc_snapshot_find(s, url.at, url.len, &entry);

	if (status == ROBOTSC_OK)
		status = robotsc_snapshot_group(s, &entry, &group);
	answer.status = (uint8_t)status;
	if (status != ROBOTSC_OK)
		return answer;
	answer.verdict = (uint8_t)robotsc_check_url(&group, url.at, url.len);
	answer.outcome = entry.decision.outcome;
	answer.revalidate = entry.decision.revalidate;
	answer.challenge = entry.decision.challenge;
	answer.expires = entry.decision.expires;
	return answer;
}

static inline int same_answer(const struct robotsc_snapshot_answer *a, const struct robotsc_snapshot_answer *b)
{
	return a->status == b->status && a->verdict == b->verdict && a->outcome == b->outcome && a->revalidate == b->revalidate &&
	       a->challenge == b->challenge && a->expires == b->expires;
}

#endif
