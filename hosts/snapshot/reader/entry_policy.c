/* entry_policy.c - from an entry to the rules of a robot, and from a URL to its policy.
 * docs/formats/snapshot.md, "Policies", "Trust"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "match/agents_check.h"
#include "match/ask_index.h"
#include "match/select.h"
#include "snapshot_lookup.h"

static inline struct index_answer read_front(const uint8_t *front)
{
	return (struct index_answer){.field = ld32(front + FRONT_AT_FIELD),
	                             .name = ld32(front + FRONT_AT_NAME) & 0xFFFFFF,
	                             .selected = front[FRONT_AT_SELECTED]};
}

/* ---- first uses ---------------------------------------------------------------------- */

/* True on the first use of a policy, or if uses are not noted.  Threads that race may each get
 * true. */
static int is_first_use(const struct robotsc_snapshot *s, uint64_t policy)
{
	if (!s->used)
		return 1;
	const uint64_t number = used_number(s, policy);
#if defined(__GNUC__)
	const uint8_t octet = __atomic_load_n(used_octet(s, number), __ATOMIC_RELAXED);
#else
	const uint8_t octet = *(volatile uint8_t *)used_octet(s, number);
#endif
	return !(octet >> (number & 7) & 1);
}

/* Set the bit of a policy.  A bit that another thread sets at the same time may be lost. */
static void note_use(const struct robotsc_snapshot *s, uint64_t policy)
{
	if (!s->used)
		return;
	const uint64_t number = used_number(s, policy);
	uint8_t *const octet = used_octet(s, number);
#if defined(__GNUC__)
	const uint8_t before = __atomic_load_n(octet, __ATOMIC_RELAXED);
	__atomic_store_n(octet, (uint8_t)(before | 1u << (number & 7)), __ATOMIC_RELAXED);
#else
	*(volatile uint8_t *)octet |= (uint8_t)(1u << (number & 7));
#endif
}

/* ---- the record ------------------------------------------------------------------------ */

/* A record that lies within the section of policies. */
struct policy_record {
	const uint8_t *fronts, *bytes;
	uint32_t size; /* of the blob */
};

static enum robotsc_status find_record(const struct robotsc_snapshot *s, uint64_t policy, struct policy_record *r)
{
	const uint64_t begin = RECORD_AT_FRONTS + (uint64_t)FRONT_SIZE * s->nagents;
	const uint64_t least = begin > RECORD_SMALLEST ? begin : RECORD_SMALLEST;
	if (s->policies_size < least || policy > s->policies_size - least || policy % SNAPSHOT_UNIT)
		return ROBOTSC_ERR_CORRUPT;
	const uint8_t *const at = s->policies + (size_t)policy;
	r->fronts = at + RECORD_AT_FRONTS;
	r->bytes = at + (size_t)begin;
	r->size = ld32(at + RECORD_AT_SIZE);
	return r->size > s->policies_size - policy - begin ? ROBOTSC_ERR_CORRUPT : ROBOTSC_OK;
}

/* True if each front is the answer of the blob. */
static int fronts_ok(const struct robotsc_snapshot *s, const struct policy_record *r, const struct robotsc_blob *blob)
{
	const uint8_t *token = s->bytes + HEAD_AT_TOKENS;
	for (uint32_t i = 0; i < s->nagents; i++, token += 2 + ld16(token)) {
		const struct index_answer front = read_front(r->fronts + (size_t)i * FRONT_SIZE);
		const struct robotsc_text agent = head_token(token);
		struct index_answer given;
		if (ask_index(blob, &agent, 1, &given) != ROBOTSC_OK || given.field != front.field || given.name != front.name ||
		    given.selected != front.selected)
			return 0;
	}
	return 1;
}

/* Opens the blob of a record on its first use. */
static enum robotsc_status open_first(const struct robotsc_snapshot *s, const struct policy_record *r, struct robotsc_blob *blob)
{
	if (s->trust == ROBOTSC_TRUST_FORGED) {
		const enum robotsc_status status = robotsc_open(blob, r->bytes, r->size);
		return status == ROBOTSC_OK && !fronts_ok(s, r, blob) ? ROBOTSC_ERR_CORRUPT : status;
	}
	const uint8_t *const begin = r->fronts - RECORD_AT_FRONTS;
	const uint32_t sum = (uint32_t)robotsc_checksum(begin + RECORD_AT_SIZE, (size_t)(r->bytes - begin) - RECORD_AT_SIZE);
	return sums_differ(sum, ld32(begin + RECORD_AT_SUM)) ? ROBOTSC_ERR_CHECKSUM : robotsc_open_intact(blob, r->bytes, r->size);
}

/* Opens the blob of a record: of the head's dialect, and for its agents or for all. */
static enum robotsc_status open_record(const struct robotsc_snapshot *s, uint64_t policy, struct policy_record *r,
                                       struct robotsc_blob *blob)
{
	enum robotsc_status status = find_record(s, policy, r);
	if (status != ROBOTSC_OK)
		return status;
	const int first = is_verified(s) && is_first_use(s, policy);
	status = first ? open_first(s, r, blob) : robotsc_reopen(blob, r->bytes, r->size);
	if (status != ROBOTSC_OK)
		return status;
	if (blob->dialect != s->dialect || ((blob->flags & BLOB_PARTIAL) && (s->nagents == 0 || blob->match != s->match)))
		return ROBOTSC_ERR_CORRUPT;
	if (first)
		note_use(s, policy);
	return ROBOTSC_OK;
}

enum robotsc_status robotsc_snapshot_blob(const struct robotsc_snapshot *snapshot, const struct robotsc_snapshot_entry *entry,
                                          struct robotsc_blob *blob)
{
	struct policy_record record;
	struct robotsc_blob found;
	const enum robotsc_status status = open_record(snapshot, entry->policy, &record, &found);
	if (status == ROBOTSC_OK)
		*blob = found;
	return status;
}

/* ---- the group ------------------------------------------------------------------------- */

/* Ask the blob's own agent index.  Unless robotsc_open verified the blob, verify the index
 * first. */
static enum robotsc_status select_within(const struct robotsc_snapshot *s, const struct robotsc_blob *blob,
                                         struct index_answer *chosen)
{
	if (s->trust != ROBOTSC_TRUST_FORGED &&
	    !agents_ok(blob->bytes + blob->agents, blob->agents_end - blob->agents, policies_within(blob)))
		return ROBOTSC_ERR_CORRUPT;
	return ask_index(blob, s->tokens, s->ntokens, chosen);
}

/* True if two kinds of match compare the same part of a robot's name.  The front of a robot was
 * found by the part that blobs for some agents compare. */
static inline int cuts_alike(uint8_t a, uint8_t b)
{
	return a == b || (a >= MATCH_NAME && b >= MATCH_NAME);
}

enum robotsc_status robotsc__policy_group(const struct robotsc_snapshot *s, uint64_t policy, struct robotsc_group *group)
{
	struct policy_record record;
	struct robotsc_blob blob;
	struct index_answer chosen;
	enum robotsc_status status = open_record(s, policy, &record, &blob);
	if (status != ROBOTSC_OK)
		return status;
	if (s->agent && cuts_alike(blob.match, s->match))
		chosen = read_front(record.fronts + (size_t)(s->agent - 1) * FRONT_SIZE);
	else
		status = select_within(s, &blob, &chosen);
	if (status != ROBOTSC_OK)
		return status;
	if (!attach(&blob, chosen.field, blob.form, 1, group))
		return ROBOTSC_ERR_CORRUPT;
	group->name = chosen.name;
	group->token = chosen.token;
	group->selected = chosen.selected;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc_snapshot_group(const struct robotsc_snapshot *snapshot, const struct robotsc_snapshot_entry *entry,
                                           struct robotsc_group *group)
{
	return robotsc__policy_group(snapshot, entry->policy, group);
}

enum robotsc_status robotsc_snapshot_policy(void *shards, const char *url, size_t len, struct robotsc_text *origin,
                                            struct robotsc_decision *decision, struct robotsc_blob *blob)
{
	const struct robotsc_shards *const s = shards;
	struct robotsc_snapshot_entry entry;
	enum robotsc_status status = ROBOTSC_OK;
	const struct robotsc_snapshot *const shard = &s->at[s->n > 1 ? robotsc_shard(url, len, s->n, &status) : 0];
	if (status == ROBOTSC_OK)
		status = robotsc_snapshot_find(shard, url, len, &entry);
	if (status == ROBOTSC_OK)
		status = robotsc_snapshot_blob(shard, &entry, blob);
	if (status == ROBOTSC_OK) {
		*origin = entry.origin;
		*decision = entry.decision;
	}
	return status;
}
