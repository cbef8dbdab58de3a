/* snapshot_damage_test.c - damaged, cut and forged snapshots that end at an unreadable page: the
 * reader reports damage or answers as before, and never reads outside.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* for MAP_ANONYMOUS */

#include "plain_hashes.h"
#include "snapshot_ask.h"
#include "tests/support/fence.h"
#include "tests/support/splitmix.h"
#include "tests/support/test.h"

/* ---- damage ---------------------------------------------------------------------------------- */

#define ASKED 14 /* URLs to ask of damaged snapshots; first those of their origins */

struct asked_urls {
	char text[ASKED][400];
	struct robotsc_text url[ASKED];
};

static void ask_of(struct asked_urls *q, const struct world *w)
{
	size_t i;

	for (i = 0; i < ASKED; i++) {
		if (i < w->n)
			q->url[i].len = put_url(q->text[i], w->entries[i].origin, i % 2 ? "/a" : "/ab");
		else
			q->url[i].len = (size_t)sprintf(q->text[i], "https://not-there-%zu.example/", i);
		q->url[i].at = q->text[i];
	}
}

/* A group equals the result of robotsc_select.  The blob was verified. */
static void check_group(const struct robotsc_snapshot *s, const struct robotsc_snapshot_entry *entry)
{
	struct robotsc_group group, selected;
	struct robotsc_blob blob;

	if (robotsc_snapshot_group(s, entry, &group) != ROBOTSC_OK)
		return;
	CHECK(robotsc_snapshot_blob(s, entry, &blob) == ROBOTSC_OK);
	CHECK(robotsc_select(&blob, s->tokens, s->ntokens, &selected) == ROBOTSC_OK);
	CHECK(group.selected == selected.selected && group.token == selected.token && group.name == selected.name &&
	      group.machine == selected.machine && group.verdict == selected.verdict && group.more == selected.more);
}

/* Look up everything, and with checks also check each group.  A damaged snapshot gives the same
 * answers, or reports damage. */
static void ask_all(const struct robotsc_snapshot *s, const struct asked_urls *q, int checks,
                    struct robotsc_snapshot_answer *answers, uint64_t *listed, uint64_t *in_com)
{
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot_entry entry;
	struct robotsc_group group;
	struct robotsc_blob blob;
	enum robotsc_status status;
	size_t i;

	for (i = 0; i < ASKED; i++) {
		if (checks) {
			answers[i] = answer_alone(s, q->url[i]);
			if (robotsc_snapshot_find(s, q->url[i].at, q->url[i].len, &entry) == ROBOTSC_OK)
				check_group(s, &entry);
			continue;
		}
		status = robotsc_snapshot_find(s, q->url[i].at, q->url[i].len, &entry);
		if (status == ROBOTSC_OK)
			status = robotsc_snapshot_group(s, &entry, &group);
		if (status == ROBOTSC_OK)
			status = robotsc_snapshot_blob(s, &entry, &blob);
		answers[i] = (struct robotsc_snapshot_answer){.status = (uint8_t)status};
	}
	*listed = *in_com = 0;
	robotsc_snapshot_begin(s, &cursor);
	while ((status = robotsc_snapshot_next(&cursor, &entry)) == ROBOTSC_OK)
		++*listed;
	*listed |= (uint64_t)status << 32;
	status = robotsc_snapshot_domain(s, "com", 3, &cursor);
	if (status == ROBOTSC_OK)
		while ((status = robotsc_snapshot_next(&cursor, &entry)) == ROBOTSC_OK)
			++*in_com;
	*in_com |= (uint64_t)status << 32;
}

static int is_damage(enum robotsc_status status)
{
	return status >= ROBOTSC_ERR_TRUNCATED && status <= ROBOTSC_ERR_CHECKSUM;
}

/* A flipped bit makes the snapshot refused, or is noticed, or changes no answer. */
static void flip(const struct world *w, size_t bit, const struct asked_urls *q, const struct robotsc_snapshot_answer *before,
                 uint64_t listed, uint64_t in_com)
{
	struct robotsc_snapshot_answer after[ASKED], batch[ASKED];
	uint64_t now_listed, now_in_com;
	size_t t, i;

	w->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
	for (t = 0; t < 2; t++) {
		struct robotsc_snapshot s;
		enum robotsc_status status = open_world(&s, w, trusts[t], robots, 1, NULL);

		CHECK_MSG(status == ROBOTSC_OK ? bit / 8 >= head_size(w->bytes) : is_damage(status), "bit %zu: %d", bit, status);
		if (status != ROBOTSC_OK)
			continue;
		ask_all(&s, q, 1, after, &now_listed, &now_in_com);
		robotsc_snapshot_check_urls(&s, q->url, ASKED, batch);
		for (i = 0; i < ASKED; i++) {
			CHECK_MSG(is_damage(after[i].status) || same_answer(&after[i], &before[i]), "bit %zu: %s", bit, q->text[i]);
			CHECK_MSG(same_answer(&after[i], &batch[i]), "bit %zu: %s", bit, q->text[i]);
		}
		CHECK_MSG(now_listed == listed || is_damage((enum robotsc_status)(now_listed >> 32)), "bit %zu", bit);
		CHECK_MSG(now_in_com == in_com || is_damage((enum robotsc_status)(now_in_com >> 32)), "bit %zu", bit);
	}
	w->bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
}

/* Move the snapshot of a world to the end of the fence's memory, before an unreadable page. */
static void move_to_fence(struct world *w, const struct fence *f)
{
	char *at = at_end(f, w->bytes, w->len);

	free(w->bytes);
	w->bytes = (uint8_t *)at;
}

static void every_bit(void)
{
	const struct world_plan plan = {7, 3, 42, ROBOTSC_RFC9309, robots, 1};
	const struct fence fence = fence_make(1 << 16);
	struct robotsc_snapshot_answer before[ASKED];
	struct robotsc_snapshot s;
	struct asked_urls q;
	struct world w;
	uint64_t listed, in_com;
	size_t bit;

	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	move_to_fence(&w, &fence);
	ask_of(&q, &w);
	if (CHECK(open_world(&s, &w, ROBOTSC_TRUST_FORGED, robots, 1, NULL) == ROBOTSC_OK)) {
		ask_all(&s, &q, 1, before, &listed, &in_com);
		CHECK((listed & 0xFF) == 7 && (in_com & 0xFF) > 0 && (in_com & 0xFF) < 7);
		for (bit = 0; bit < 8 * w.len; bit++)
			flip(&w, bit, &q, before, listed, in_com);
	}
	w.bytes = NULL;
	world_free(&w);
}

/* Every prefix of a snapshot is refused, at an unreadable page, and so are additional octets. */
static void every_size(void)
{
	const struct world_plan plan = {7, 3, 42, ROBOTSC_RFC9309, robots, 1};
	const struct fence fence = fence_make(1 << 16);
	struct robotsc_snapshot s;
	struct world w;
	size_t len;

	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	for (len = 0; len < w.len; len++) {
		const uint8_t *at = (const uint8_t *)at_end(&fence, w.bytes, len);

		CHECK_MSG(robotsc_snapshot_open(&s, at, len, NULL) == ROBOTSC_ERR_TRUNCATED, "%zu octets", len);
		CHECK(len < 320 ? robotsc_snapshot_used_size(at, len) == 0
		                : robotsc_snapshot_used_size(at, len) == robotsc_snapshot_used_size(w.bytes, w.len));
	}
	w.bytes = realloc(w.bytes, w.len + 1);
	w.bytes[w.len] = 0;
	CHECK(robotsc_snapshot_open(&s, w.bytes, w.len + 1, NULL) == ROBOTSC_ERR_CORRUPT);
	CHECK(robotsc_snapshot_open(&s, w.bytes, w.len, NULL) == ROBOTSC_OK);
	world_free(&w);
}

/* ---- forgeries: the checksums are right ---- */

static uint64_t get(const uint8_t *p, size_t n)
{
	uint64_t value = 0;

	while (n-- > 0)
		value = value << 8 | p[n];
	return value;
}

static void set(uint8_t *p, uint64_t value, size_t n)
{
	for (; n > 0; n--, value >>= 8)
		*p++ = (uint8_t)value;
}

/* Compute the checksums of all buckets, entries and records again, as far as these can be found. */
static void seal_all(uint8_t *bytes, size_t len, uint32_t agents)
{
	const uint64_t entries = get(bytes + 72, 8), index = get(bytes + 168, 8), policies = get(bytes + 216, 8);
	uint64_t entries_size = get(bytes + 80, 8), buckets = get(bytes + 176, 8) / 64, at, i;
	uint8_t sum[68];

	if (index > len || entries > len || policies > len || buckets > (len - index) / 64 || entries_size > len - entries)
		return;
	for (i = 0; i < buckets; i++) {
		uint8_t *p = bytes + index + 64 * i;

		set(sum, i, 8);
		memcpy(sum + 8, p + 4, 60);
		set(p, plain_checksum(sum, 68), 4);
	}
	for (at = 0; at + 48 <= entries_size;) {
		uint8_t *p = bytes + entries + at;
		const uint64_t size = (44 + get(p + 4, 2) + (p[6] & 4 ? 5 : 0) + 7) / 8 * 8;

		if (size > entries_size - at)
			break;
		set(p, plain_checksum(p + 4, (size_t)size - 4), 4);
		at += size;
	}
	for (at = policies; at + 8 + 8 * agents <= len;) {
		const uint64_t begin = at + 8 + 8 * agents, size = get(bytes + at + 4, 4);

		set(bytes + at, plain_checksum(bytes + at + 4, 4 + 8 * agents), 4);
		if (size < 8 || size > len - begin)
			break;
		set(bytes + begin + size - 8, plain_checksum(bytes + begin, (size_t)size - 8), 8);
		const uint64_t record = (8 + 8 * agents + size + 7) / 8 * 8;

		at += record < 64 ? 64 : record;
	}
	if (get(bytes + 12, 4) >= 320 && get(bytes + 12, 4) <= len)
		plain_seal(bytes);
}

/* Ask a forged snapshot at each trust, twice with the same bits of used policies.  Its groups are
 * checked at FORGED only. */
static void ask_forged(const struct world *w, const struct asked_urls *q, size_t turn)
{
	struct robotsc_snapshot_answer answers[ASKED];
	uint64_t listed, in_com;
	size_t t, i;

	for (t = 0; t < 3; t++) {
		uint64_t *used = make_used(w);
		struct robotsc_snapshot s;
		const struct robotsc_text *tokens = turn % 3 == 0 ? robots + 4 : robots;

		if (used && open_world(&s, w, trusts[t], tokens, 1 + (turn % 3 == 1), used) == ROBOTSC_OK)
			for (i = 0; i < 2; i++) {
				ask_all(&s, q, trusts[t] == ROBOTSC_TRUST_FORGED, answers, &listed, &in_com);
				if (trusts[t] == ROBOTSC_TRUST_FORGED)
					robotsc_snapshot_check_urls(&s, q->url, ASKED, answers);
				CHECK((uint32_t)listed <= w->len / 48 && (uint32_t)in_com <= w->len / 48);
			}
		free(used);
	}
}

static void forgeries(void)
{
	static const struct world_plan plans[] = {{7, 3, 42, ROBOTSC_RFC9309, robots, 2},
	                                          {7, 3, 42, ROBOTSC_RFC9309, NULL, 0},
	                                          {3, 3, 43, ROBOTSC_CONNER2, robots, 2},
	                                          {9, 9, 44, ROBOTSC_GOOGLE, robots, 2}};
	static const uint64_t numbers[] = {0, 1, 7, 8, 63, 64, 0x7F, 0xFF, 0xFFFF, 0xFFFFFF, 0x7FFFFFFF, 0xFFFFFFFF, UINT64_MAX};
	const struct fence fence = fence_make(1 << 16);
	uint64_t state = 50;
	size_t i, k;

	for (i = 0; i < sizeof plans / sizeof *plans; i++) {
		struct world w, forged;
		struct asked_urls q;

		if (!CHECK(world_make(&w, &plans[i]) == 0))
			return;
		ask_of(&q, &w);
		for (k = 0; k < 20000; k++) {
			size_t changes = 1 + splitmix_below(&state, 3);

			forged = w;
			forged.bytes = (uint8_t *)at_end(&fence, w.bytes, w.len);
			for (; changes > 0; changes--) {
				const size_t n = 1 + splitmix_below(&state, 8), at = splitmix_below(&state, (uint32_t)(w.len - n));
				const uint64_t old = get(forged.bytes + at, n);
				const uint32_t way = splitmix_below(&state, 4);

				set(forged.bytes + at,
				    way == 0   ? splitmix(&state)
				    : way == 1 ? old + 1
				    : way == 2 ? old ^ (uint64_t)1 << splitmix_below(&state, 64)
				               : numbers[splitmix_below(&state, sizeof numbers / sizeof *numbers)],
				    n);
			}
			seal_all(forged.bytes, forged.len, w.settings.nagents);
			ask_forged(&forged, &q, k);
		}
		world_free(&w);
	}
}

/* When a record was used, a record that begins within it does not count as used. */
static void overlapping_records(void)
{
	const struct world_plan plan = {20, 20, 1, ROBOTSC_RFC9309, robots, 1};
	struct robotsc_snapshot_entry entry;
	struct robotsc_group group;
	struct robotsc_snapshot s;
	struct world w;
	uint64_t *used;

	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	used = make_used(&w);
	if (CHECK(used != NULL && open_world(&s, &w, ROBOTSC_TRUST_FORGED, robots, 1, used) == ROBOTSC_OK)) {
		uint8_t *const policies = w.bytes + get(w.bytes + 216, 8);
		const size_t size = (size_t)(16 + get(policies + 4, 4)); /* of the first record */

		entry.policy = 0;
		CHECK(size + 8 < get(w.bytes + 224, 8) && robotsc_snapshot_group(&s, &entry, &group) == ROBOTSC_OK);
		memmove(policies + 8, policies, size);
		policies[8 + size - 1] ^= 1; /* in the checksum of the blob */
		entry.policy = 8;
		CHECK(robotsc_snapshot_group(&s, &entry, &group) == ROBOTSC_ERR_CHECKSUM);
		policies[8 + size - 1] ^= 1;
		CHECK(robotsc_snapshot_group(&s, &entry, &group) == ROBOTSC_OK);
		policies[8 + size - 1] ^= 1;
		CHECK(robotsc_snapshot_group(&s, &entry, &group) == ROBOTSC_OK); /* it was used */
	}
	free(used);
	world_free(&w);
}

/* The blobs are for every agent and compare whole names, but the snapshot finds its robot by the
 * token within the name: what the front of that agent says is not what the robot gets. */
static void other_match(void)
{
	const struct world_plan plan = {100, 100, 1, ROBOTSC_RFC9309, robots, 1};
	struct robotsc_snapshot_entry entry;
	struct robotsc_snapshot s;
	struct world w;
	uint64_t policies, at;
	size_t i, read = 0;

	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	policies = get(w.bytes + 216, 8);
	for (at = policies; at < w.len; at += (16 + get(w.bytes + at + 4, 4) + 7) / 8 * 8)
		set(w.bytes + at + 16 + 12, 1, 2); /* match 1, and no flags */
	seal_all(w.bytes, w.len, 1);
	if (CHECK(open_world(&s, &w, ROBOTSC_TRUST_FORGED, robots + 4, 1, NULL) == ROBOTSC_OK))
		for (i = 0; i < w.n; i++) {
			const struct robotsc_text origin = w.entries[i].origin;
			struct robotsc_group group;

			CHECK(robotsc_snapshot_find(&s, origin.at, origin.len, &entry) == ROBOTSC_OK);
			check_group(&s, &entry);
			read += robotsc_snapshot_group(&s, &entry, &group) == ROBOTSC_OK;
		}
	CHECK(read > 2);
	world_free(&w);
}

/* The first list of at least three policies in a blob; NULL: there is none. */
static uint8_t *three_policies(uint8_t *blob)
{
	const uint64_t first = get(blob + 15, 4);
	uint64_t at;

	for (at = 14; at < first; at += 5)
		if (blob[at] == 2 && get(blob + get(blob + at + 1, 4), 4) >= 3)
			return blob + get(blob + at + 1, 4);
	return NULL;
}

/* Lists with 0 machines, or with more than there is room for: no group uses them, at any trust.
 * The first policy becomes such a list.  The second is read as its count: 0, or where that policy's
 * machine is. The third is read as its first machine: that of the second policy. */
static void lists_of_no_length(void)
{
	const struct world_plan plan = {60, 60, 3, ROBOTSC_RFC9309, NULL, 0};
	struct robotsc_snapshot_entry entry;
	struct robotsc_snapshot s;
	struct world w;
	uint64_t policies, at, size;
	size_t i, t, refused = 0;
	uint64_t counts[2] = {0, 0};

	if (!CHECK(world_make(&w, &plan) == 0))
		return;
	policies = get(w.bytes + 216, 8);
	for (at = policies; at < w.len; at += size < 64 ? 64 : size) {
		uint8_t *const list = three_policies(w.bytes + at + 8);

		size = (8 + get(w.bytes + at + 4, 4) + 7) / 8 * 8;
		counts[1] = list ? get(list + 8, 4) : 0;
		for (i = 0; list && i < 2; i++) {
			set(list + 4, (uint64_t)1 << 30 | 8, 4);
			set(list + 8, counts[i], 4);
			set(list + 12, 1, 4);
			seal_all(w.bytes, w.len, 0);
			for (t = 0; t < 3; t++) {
				struct robotsc_group group;

				CHECK(open_world(&s, &w, trusts[t], robots, 1, NULL) == ROBOTSC_OK);
				entry.policy = at - policies;
				if (robotsc_snapshot_group(&s, &entry, &group) == ROBOTSC_OK)
					CHECK(group.more == 0);
				else
					refused++;
			}
		}
	}
	CHECK(refused > 6);
	world_free(&w);
}

int main(void)
{
	CHECK_PART(lists_of_no_length);
	CHECK_PART(overlapping_records);
	CHECK_PART(other_match);
	CHECK_PART(every_size);
	CHECK_PART(every_bit);
	CHECK_PART(forgeries);
	return check_done();
}
