/* second_verify.c - see second_reader.h: verifies all of a snapshot.  docs/formats/snapshot.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "second_reader.h"

#include <stdlib.h>
#include <string.h>

#include "tests/runtime/match/decode.h"

/* ---- what select gives --------------------------------------------------------- */

/* docs/formats/blob.md, "Look-up", for one name.  Returns 0 if the blob does not answer. */
static int select_one(const struct decode_blob *b, struct decode_text name, struct second_front *front)
{
	uint32_t policy, entry, value = 0;
	int named = 0;

	if (!decode_select(b, &name, 1, &policy) || !decode_entry(b, &name, 1, &entry))
		return 0;
	value = entry > 0 ? b->names[entry - 1].policy : b->star;
	named = entry > 0 && value & 1;
	*front = (struct second_front){value, entry, (uint8_t)(named ? 2 : value / 2 != 0)};
	return value / 2 == policy;
}

int second_select(const uint8_t *blob, size_t len, const char *agent, size_t agent_len, struct second_front *front)
{
	struct decode_blob b;
	enum decode_status opened;
	int answered = 0;
	uint8_t *copy = malloc(len + 8);

	if (copy == NULL || len < 8)
		abort();
	memcpy(copy, blob, len);
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
	second_store(copy + len - 8, second_checksum(copy, len - 8), 8);
#endif
	opened = decode_open(&b, copy, len);
	if (opened == DECODE_OK)
		answered = select_one(&b, (struct decode_text){agent, agent_len}, front);
	decode_close(&b);
	free(copy);
	return answered;
}

/* ---- parts --------------------------------------------------------------------- */

static int are_zero(const uint8_t *at, uint64_t n)
{
	for (uint64_t i = 0; i < n; i++)
		if (at[i] != 0)
			return 0;
	return 1;
}

static const char *verify_sections(const struct second_snapshot *s)
{
	uint64_t end = s->head;

	for (size_t i = 0; i < SECOND_SECTIONS; i++) {
		const struct second_place *section = &s->section[i];
		uint8_t digest[SECOND_DIGEST];

		if (!are_zero(s->bytes + end, section->at - end))
			return "octets between sections";
		end = section->at + section->size;
		second_digest(section->octets, (size_t)section->size, digest);
		if (memcmp(digest, s->bytes + 72 + 48 * i + 16, SECOND_DIGEST) != 0)
			return "digest of a section";
	}
	return NULL;
}

static const char *verify_head(const struct second_snapshot *s)
{
	const uint32_t least = (s->agents_end + SECOND_DIGEST + 63) / 64 * 64;

	if (s->scope > 2 || s->challenge > 2)
		return "settings";
	if (s->minor > 0)
		return NULL;
	if (!are_zero(s->bytes + s->agents_end, s->head - SECOND_DIGEST - s->agents_end))
		return "octets after the agents";
	if (s->head != least)
		return "size of the head";
	for (uint32_t i = 1; i < s->nagents; i++) {
		uint32_t x_len, y_len;
		const char *x = second_agent(s, i - 1, &x_len), *y = second_agent(s, i, &y_len);
		const int order = memcmp(x, y, x_len < y_len ? x_len : y_len);

		if (order > 0 || (order == 0 && x_len > y_len))
			return "order of agents";
	}
	return s->settings > 15 ? "settings" : NULL;
}

static const char *verify_fields(const struct second_entry *e)
{
	if (e->flags > 7)
		return "flags of an entry";
	if (e->flags & 4 && e->since == e->fetched)
		return "since is that of the fetch";
	return NULL;
}

/* Verify the order of entries, and the marks.  Fills in indexed for the index. */
static const char *verify_entries(const struct second_snapshot *s, struct second_indexed *indexed)
{
	uint8_t key[SECOND_KEY_MAX], before[SECOND_KEY_MAX];
	size_t before_len = 0;
	uint64_t at = 0;

	for (uint64_t i = 0; i < s->nentries; i++) {
		struct second_entry e;
		const char *wrong;

		if (i % 64 == 0 && second_load(s->section[SECOND_MARKS].octets + i / 64 * 8, 8) != at)
			return "mark";
		if (second_next(s, &at, &e) != SECOND_OK)
			return "entry";
		const uint32_t used = SECOND_ENTRY + e.origin_len + (e.flags & 4 ? 5 : 0);

		if ((wrong = verify_fields(&e)) != NULL)
			return wrong;
		if (!are_zero(s->section[SECOND_ENTRIES].octets + e.at + used, e.size - used))
			return "fill of an entry";
		const size_t len = second_key(e.origin, e.origin_len, key), both = len < before_len ? len : before_len;
		const int order = both > 0 ? memcmp(before, key, both) : 0;

		if (len == 0)
			return "origin";
		if (i > 0 && (order > 0 || (order == 0 && before_len >= len)))
			return "order of entries";
		if (s->shards > 1 && second_shard(e.origin, e.origin_len, s->shards) != s->shard)
			return "shard of an entry";
		memcpy(before, key, len);
		before_len = len;
		indexed[i] = (struct second_indexed){e.at, e.origin, e.origin_len};
	}
	return at == s->section[SECOND_ENTRIES].size ? NULL : "number of entries";
}

static const char *verify_index(const struct second_snapshot *s, const struct second_indexed *indexed)
{
	const struct second_place *index = &s->section[SECOND_INDEX];
	uint8_t *written = malloc((size_t)index->size);
	const char *wrong = NULL;

	if (written == NULL)
		return "memory";
	for (uint64_t seed = 0; seed < s->seed && wrong == NULL; seed++)
		if (second_index(indexed, (size_t)s->nentries, seed, written) != 0)
			wrong = "seed";
	if (wrong == NULL && second_index(indexed, (size_t)s->nentries, s->seed, written) != s->longest)
		wrong = "longest probe";
	if (wrong == NULL && memcmp(written, index->octets, (size_t)index->size) != 0)
		wrong = "index";
	free(written);
	return wrong;
}

static const char *verify_record(const struct second_snapshot *s, const struct second_record *r)
{
	static const unsigned matches[] = {0, 1, 2, 2, 2}; /* by dialect, in partial blobs */
	struct decode_blob b;
	const int opened = decode_open(&b, r->blob, r->blob_len) == DECODE_OK;
	const int of_head =
		opened && b.dialect == s->dialect && (!(b.flags & 1) || (s->nagents > 0 && b.match == matches[s->dialect]));

	decode_close(&b);
	if (!opened)
		return "blob";
	if (!of_head)
		return "dialect or agents of a blob";
	for (uint32_t i = 0; i < s->nagents; i++) {
		const struct second_front has = second_front(r, i);
		struct second_front gives;
		uint32_t len;
		const char *agent = second_agent(s, i, &len);

		if (!second_select(r->blob, r->blob_len, agent, len, &gives) || has.policy != gives.policy ||
		    has.entry != gives.entry || has.selected != gives.selected)
			return "front";
	}
	return NULL;
}

/* Verify that records stand in the order in which entries first name them. */
static const char *verify_policies(const struct second_snapshot *s)
{
	uint64_t at = 0, end = 0, seen = 0;
	struct second_entry e;
	struct second_record r, earlier;

	while (second_next(s, &at, &e) == SECOND_OK) {
		const char *wrong;

		if (second_record(s, &e, &r) != SECOND_OK || r.size > s->section[SECOND_POLICIES].size - e.policy)
			return "record";
		if (e.policy_size != (r.size / 8 >= SECOND_NO_SIZE ? SECOND_NO_SIZE : r.size))
			return "size of a record";
		if (e.policy < end)
			continue;
		if (e.policy > end)
			return "order of policies";
		if ((wrong = verify_record(s, &r)) != NULL)
			return wrong;
		const uint64_t used = 8 + 8 * (uint64_t)s->nagents + r.blob_len;

		if (!are_zero(r.fronts - 8 + used, r.size - used))
			return "fill of a record";
		for (uint64_t other = 0; other < end; other += earlier.size)
			if (second_record_at(s, other, &earlier) != SECOND_OK ||
			    (earlier.blob_len == r.blob_len && memcmp(earlier.blob, r.blob, r.blob_len) == 0))
				return "equal policies";
		end += r.size;
		seen++;
	}
	return end == s->section[SECOND_POLICIES].size && seen == s->npolicies ? NULL : "number of policies";
}

/* Verify that each entry names the beginning of a record. */
static const char *verify_names(const struct second_snapshot *s)
{
	uint64_t at = 0;
	struct second_entry e;

	while (second_next(s, &at, &e) == SECOND_OK) {
		struct second_record r;
		uint64_t record = 0;

		while (record < e.policy && second_record_at(s, record, &r) == SECOND_OK)
			record += r.size;
		if (record != e.policy)
			return "an entry names the middle of a record";
	}
	return NULL;
}

const char *second_verify(const uint8_t *bytes, size_t len)
{
	struct second_snapshot s;
	const char *wrong;

	if (second_open(&s, bytes, len, NULL) != SECOND_OK)
		return "head";
	struct second_snapshot forged = s; /* this level demands known values and valid origins */
	struct second_indexed *indexed = malloc(((size_t)s.nentries + 1) * sizeof *indexed);

	if (indexed == NULL)
		return "memory";
	forged.trust = SECOND_FORGED;
	if ((wrong = verify_head(&s)) == NULL && (wrong = verify_sections(&s)) == NULL &&
	    (wrong = verify_entries(&forged, indexed)) == NULL && (wrong = verify_index(&s, indexed)) == NULL &&
	    (wrong = verify_policies(&s)) == NULL)
		wrong = verify_names(&s);
	free(indexed);
	return wrong;
}
