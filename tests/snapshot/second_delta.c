/* second_delta.c - see second_delta.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "second_delta.h"

#include <stdlib.h>
#include <string.h>

#include "oracle/oracle_origin.h"

#define ROWS DELTA_SECOND_ROWS
#define ROW DELTA_SECOND_ROW
#define PART (ROWS + ROW + SECOND_DIGEST) /* where the part begins, of one */
#define LATEST ((UINT64_C(1) << 40) - 1)

static const uint8_t magic[8] = {0x8D, 'R', 'S', 'D', 0x0D, 0x0A, 0x1A, 0x0A};

enum {
	SAME,
	GONE,
	CHANGED,
	ADDED
};
enum {
	LIFETIME = 4,
	SINCE = 8,
	FACTS = 16,
	TEXT = 32,
	POLICY = 64
};

/* A part, and the entries of OLD that are left. */
struct items {
	const struct second_snapshot *old;
	const uint8_t *part;
	size_t len, at;
	uint64_t old_at; /* of the next entry of OLD */
	uint64_t shift;  /* of the item of kind 2 before */
	int other_form;  /* an origin is not as snapshots have it */
	/* The page refuses a value.  The rest is read, as a reader does that takes it. */
	int damaged;
	struct delta_new *out;
};

/* ---- numbers ----------------------------------------------------------------- */

static int number(struct items *in, uint64_t *v)
{
	*v = 0;
	for (int i = 0; i < 10; i++) {
		if (in->at == in->len)
			return 0;
		const uint64_t octet = in->part[in->at++];

		in->damaged |= i == 9 && octet > 1;
		*v |= (octet & 127) << 7 * i;
		if ((octet & 128) == 0)
			return 1;
	}
	return 0;
}

static int signed_number(struct items *in, uint64_t *v)
{
	if (!number(in, v))
		return 0;
	*v = *v % 2 == 0 ? *v / 2 : 0 - (*v / 2 + 1);
	return 1;
}

static const uint8_t *octets(struct items *in, uint64_t n)
{
	const uint8_t *from = in->part + in->at;

	if (n > in->len - in->at)
		return NULL;
	in->at += (size_t)n;
	return from;
}

/* ---- entries ----------------------------------------------------------------- */

/* The policy of a record of OLD. */
static int old_policy(const struct items *in, uint64_t at, struct delta_entry *e)
{
	struct second_record r;

	if (second_record_at(in->old, at, &r) != SECOND_OK)
		return 0;
	e->blob = r.blob;
	e->blob_len = r.blob_len;
	return 1;
}

/* The next entry of OLD. */
static enum delta_answer next_old(struct items *in, struct delta_entry *e)
{
	struct second_entry old;

	if (second_next(in->old, &in->old_at, &old) != SECOND_OK)
		return DELTA_DAMAGED;
	*e = (struct delta_entry){.origin = old.origin,
	                          .origin_len = old.origin_len,
	                          .fetched = old.fetched,
	                          .expires = old.expires,
	                          .since = old.since,
	                          .length = old.length,
	                          .digest = old.digest,
	                          .status = old.status,
	                          .end = old.end,
	                          .profile = old.profile,
	                          .outcome = old.outcome,
	                          .row = old.row,
	                          .flags = old.flags & 3};
	return old_policy(in, old.policy, e) ? DELTA_OK : DELTA_DAMAGED;
}

static enum delta_answer keep(struct items *in, const struct delta_entry *e)
{
	struct delta_new *out = in->out;

	if (out->n == out->room) {
		const size_t room = 2 * out->room + 64;
		struct delta_entry *more = realloc(out->entries, room * sizeof *more);

		if (more == NULL)
			return DELTA_NOMEM;
		out->entries = more;
		out->room = room;
	}
	out->entries[out->n++] = *e;
	out->octets += e->blob_len;
	return DELTA_OK;
}

/* ---- members ----------------------------------------------------------------- */

static int times(struct items *in, unsigned item, struct delta_entry *e)
{
	uint64_t shift, lifetime = e->expires - e->fetched, change = 0, since = 0;

	if (!signed_number(in, &shift) || ((item & LIFETIME) && !signed_number(in, &change)) ||
	    ((item & SINCE) && !signed_number(in, &since)))
		return 0;
	if ((item & 3) == CHANGED) {
		shift += in->shift;
		in->shift = shift;
	}
	lifetime += change;
	e->fetched += shift;
	e->expires = e->fetched + lifetime;
	e->since = e->fetched + since;
	in->damaged |= e->fetched > LATEST || e->expires > LATEST || e->since > LATEST;
	return 1;
}

static int facts(struct items *in, struct delta_entry *e)
{
	const uint8_t *p = octets(in, 7);

	if (p == NULL)
		return 0;
	in->damaged |= p[6] > 3;
	e->status = (uint16_t)(p[0] + 256 * p[1]);
	e->end = p[2];
	e->profile = p[3];
	e->outcome = p[4];
	e->row = p[5];
	e->flags = p[6];
	return 1;
}

static int text(struct items *in, struct delta_entry *e)
{
	const uint8_t *digest;

	if (!number(in, &e->length) || (digest = octets(in, 8)) == NULL)
		return 0;
	in->damaged |= e->length > LATEST;
	e->digest = second_load(digest, 8);
	return 1;
}

/* A blob of the part, after its size. */
static int brought(struct items *in, struct delta_entry *e)
{
	uint64_t size;

	if (!number(in, &size) || (e->blob = octets(in, size)) == NULL)
		return 0;
	e->blob_len = (size_t)size;
	return 1;
}

static int policy(struct items *in, struct delta_entry *e)
{
	const size_t before = in->at;
	uint64_t v;

	if (!number(in, &v))
		return 0;
	if (v % 2 == 0)
		return v / 2 <= UINT64_MAX / 8 && old_policy(in, v / 2 * 8, e);
	if (v == 1)
		return brought(in, e);
	if (v / 2 >= before)
		return 0;
	const size_t here = in->at;

	in->at = (size_t)(v / 2);
	const int there = brought(in, e);

	in->at = here;
	return there;
}

/* ---- items ------------------------------------------------------------------- */

static enum delta_answer run(struct items *in, int stays)
{
	enum delta_answer answer = DELTA_OK;
	struct delta_entry e;
	uint64_t n;

	if (!number(in, &n))
		return DELTA_DAMAGED;
	for (; n > 0 && answer == DELTA_OK; n--) {
		answer = next_old(in, &e);
		if (answer == DELTA_OK && stays)
			answer = keep(in, &e);
	}
	return answer;
}

static int is_origin(struct items *in, const char *origin, size_t len)
{
	char own[ORACLE_ORIGIN_ROOM];

	if (oracle_origin(origin, len, own) != ORACLE_ORIGIN_OK)
		return 0;
	if (strlen(own) != len || memcmp(own, origin, len) != 0)
		in->other_form = 1;
	return 1;
}

static enum delta_answer one(struct items *in, unsigned item)
{
	static const uint8_t none;
	struct delta_entry e = {.origin = NULL, .blob = &none};
	uint64_t size;

	if ((item & 3) == CHANGED) {
		if (next_old(in, &e) != DELTA_OK)
			return DELTA_DAMAGED;
	} else {
		in->damaged |= (item & (FACTS | TEXT | POLICY)) != (FACTS | TEXT | POLICY);
		if (!number(in, &size) || size > SECOND_ORIGIN_MAX)
			return DELTA_DAMAGED;
		e.origin = (const char *)octets(in, size);
		e.origin_len = (size_t)size;
		if (e.origin == NULL || !is_origin(in, e.origin, e.origin_len))
			return DELTA_DAMAGED;
	}
	if (!times(in, item, &e) || ((item & FACTS) && !facts(in, &e)) || ((item & TEXT) && !text(in, &e)) ||
	    ((item & POLICY) && !policy(in, &e)))
		return DELTA_DAMAGED;
	return keep(in, &e);
}

static int by_origin(const void *a, const void *b)
{
	const struct delta_entry *x = a, *y = b;
	const size_t n = x->origin_len < y->origin_len ? x->origin_len : y->origin_len;
	const int d = n > 0 ? memcmp(x->origin, y->origin, n) : 0;

	return d != 0 ? d : (x->origin_len > y->origin_len) - (x->origin_len < y->origin_len);
}

/* True if an origin is there twice.  Sorts the entries. */
static int twice(struct delta_new *out)
{
	if (out->n > 0)
		qsort(out->entries, out->n, sizeof *out->entries, by_origin);
	for (size_t i = 1; i < out->n; i++)
		if (by_origin(&out->entries[i - 1], &out->entries[i]) == 0)
			return 1;
	return 0;
}

enum delta_answer second_delta_items(const struct second_snapshot *old, const uint8_t *part, size_t len, struct delta_new *out)
{
	struct items in = {.old = old, .part = part, .len = len, .out = out};
	enum delta_answer answer = DELTA_OK;

	while (in.at < len && answer == DELTA_OK) {
		const unsigned item = part[in.at++], kind = item & 3;

		in.damaged |= item > 127 || (kind <= GONE && item != kind);
		answer = kind <= GONE ? run(&in, kind == SAME) : one(&in, item);
	}
	if (answer != DELTA_OK)
		return answer;
	if (in.damaged || in.old_at != old->section[SECOND_ENTRIES].size)
		return DELTA_DAMAGED;
	return in.other_form || twice(out) ? DELTA_TWICE : DELTA_OK;
}

/* ---- the file ---------------------------------------------------------------- */

static int has_digest(const uint8_t *at, size_t len, const uint8_t *expected)
{
	uint8_t digest[SECOND_DIGEST];

	second_digest(at, len, digest);
	return memcmp(digest, expected, sizeof digest) == 0;
}

/* Verify the head and the parts. */
static enum delta_answer verify(const uint8_t *delta, size_t len)
{
	const uint64_t n = len < ROWS ? 0 : second_load(delta + 12, 4), head = ROWS + ROW * n;
	uint64_t at = head + SECOND_DIGEST;

	if (len < ROWS || memcmp(delta, magic, sizeof magic) != 0)
		return DELTA_NONE;
	if (second_load(delta + 8, 2) != 1)
		return DELTA_VERSION;
	if (n == 0 || n > 1024 || at > len || second_load(delta + 16, 8) != len || !has_digest(delta, (size_t)head, delta + head))
		return DELTA_DAMAGED;
	for (const uint8_t *row = delta + ROWS; row < delta + head; row += ROW) {
		const uint64_t size = second_load(row + 96, 8);

		if (size > len - at || !has_digest(delta + at, (size_t)size, row + 64))
			return DELTA_DAMAGED;
		at += size;
	}
	return at == len ? DELTA_OK : DELTA_DAMAGED;
}

enum delta_answer second_delta(const struct second_snapshot *old, const uint8_t *delta, size_t len, struct delta_new *out)
{
	const uint8_t *row = delta + ROWS, *part = delta + PART;
	enum delta_answer answer = verify(delta, len);

	if (answer != DELTA_OK)
		return answer;
	if (second_load(delta + 12, 4) != 1 || (delta[32] & 1) != 0 || memcmp(row, old->root, SECOND_DIGEST) != 0)
		return DELTA_OTHER;
	out->timed = (delta[32] & 2) != 0;
	out->time = second_load(delta + 24, 8);
	out->root = row + 32;
	answer = second_delta_items(old, part, len - PART, out);
	if (answer != DELTA_OK && answer != DELTA_TWICE)
		return answer;
	return second_load(row + 112, 8) == out->n && second_load(row + 120, 8) == out->octets ? answer : DELTA_DAMAGED;
}

void second_delta_seal(uint8_t *delta, size_t len)
{
	memcpy(delta, magic, sizeof magic);
	second_store(delta + 16, len, 8);
	second_store(delta + ROWS + 96, len - PART, 8);
	second_digest(delta + PART, len - PART, delta + ROWS + 64);
	second_digest(delta, ROWS + ROW, delta + ROWS + ROW);
}
