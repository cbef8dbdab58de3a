/* delta_items.c - see delta_items.h.
 *
 * The snapshots are read twice: first for the policies that NEW needs, which are looked for in OLD,
 * then for the items.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "delta_items.h"

#include <stdlib.h>
#include <string.h>

#include "delta_layout.h"
#include "delta_policies.h"
#include "runtime/snapshot/snapshot_layout.h"

/* Two snapshots in order, an origin at a time. */
struct merging {
	struct robotsc_snapshot_cursor cursors[2];
	struct robotsc_snapshot_entry entries[2];
	bool has[2]; /* entries are there */
	bool is[2];  /* of the origin that is looked at */
};

struct itemizing {
	struct delta_part *part;
	struct merging m;
	struct equal_pairs pairs;
	struct needed_policies needed;
	struct spool out;
	uint64_t begin; /* of the part in the file */
	uint64_t shift; /* of the times before */
	uint64_t run;   /* items of one kind that were not written yet */
	unsigned run_kind;
	struct robotsc_delta_report *report;
};

/* ---- two snapshots side by side --------------------------------------------------------- */

static enum robotsc_store_status read_entry(struct merging *m, int i)
{
	const enum robotsc_status status = robotsc_snapshot_next(&m->cursors[i], &m->entries[i]);
	m->has[i] = status == ROBOTSC_OK;
	return m->has[i] || status == ROBOTSC_ERR_UNKNOWN ? ROBOTSC_STORE_OK : ROBOTSC_STORE_DAMAGED;
}

static enum robotsc_store_status begin_merge(struct merging *m, const struct delta_part *part)
{
	enum robotsc_store_status status;
	robotsc_snapshot_begin(part->before, &m->cursors[0]);
	robotsc_snapshot_begin(part->after, &m->cursors[1]);
	m->is[0] = m->is[1] = false;
	status = read_entry(m, 0);
	return status == ROBOTSC_STORE_OK ? read_entry(m, 1) : status;
}

/* Move to the next origin.  NOT_FOUND: there is none left. */
static enum robotsc_store_status next_origin(struct merging *m)
{
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	int order;
	for (int i = 0; i < 2 && status == ROBOTSC_STORE_OK; i++)
		if (m->is[i])
			status = read_entry(m, i);
	if (status != ROBOTSC_STORE_OK)
		return status;
	if (!m->has[0] && !m->has[1])
		return ROBOTSC_STORE_NOT_FOUND;
	order = !m->has[0] ? 1 : !m->has[1] ? -1 : robotsc_origin_order(&m->entries[0].origin, &m->entries[1].origin);
	m->is[0] = order <= 0;
	m->is[1] = order >= 0;
	return ROBOTSC_STORE_OK;
}

/* ---- the policies that are needed --------------------------------------------------------- */

static enum robotsc_store_status find_needed(struct itemizing *z)
{
	struct merging *const m = &z->m;
	struct delta_part *const p = z->part;
	enum robotsc_store_status status = begin_merge(m, p);
	while (status == ROBOTSC_STORE_OK && (status = next_origin(m)) == ROBOTSC_STORE_OK) {
		bool equal = false;
		if (m->is[1] && m->entries[1].decision.fetched > p->latest)
			p->latest = m->entries[1].decision.fetched;
		if (m->is[0] && m->is[1])
			status = robotsc__pairs_compare(&z->pairs, p->before, m->entries[0].policy, p->after, m->entries[1].policy,
			                                &equal);
		if (status == ROBOTSC_STORE_OK && m->is[1] && !equal)
			status = robotsc__needed_add(&z->needed, m->entries[1].policy);
	}
	return status == ROBOTSC_STORE_NOT_FOUND ? robotsc__needed_find(&z->needed, p->before, p->after) : status;
}

/* ---- items ---------------------------------------------------------------------------------- */

static enum robotsc_store_status end_run(struct itemizing *z)
{
	uint8_t item[1 + NUMBER_OCTETS] = {(uint8_t)z->run_kind};
	const unsigned n = z->run ? 1 + put_number(item + 1, z->run) : 0;
	z->run = 0;
	return robotsc__spool_put(&z->out, item, n);
}

static enum robotsc_store_status add_to_run(struct itemizing *z, unsigned kind)
{
	enum robotsc_store_status status = ROBOTSC_STORE_OK;
	if (z->run_kind != kind)
		status = end_run(z);
	z->run_kind = kind;
	z->run++;
	return status;
}

static bool same_facts(const struct robotsc_decision *a, const struct robotsc_decision *b)
{
	return a->status == b->status && a->end == b->end && a->profile == b->profile && a->outcome == b->outcome &&
	       a->row == b->row && !a->revalidate == !b->revalidate && !a->challenge == !b->challenge;
}

/* What an item has, for an entry that was like another. */
static unsigned members_of(const struct robotsc_decision *a, const struct robotsc_decision *b)
{
	return (b->expires - b->fetched != a->expires - a->fetched ? ITEM_LIFETIME : 0u) |
	       (b->since != b->fetched ? ITEM_SINCE : 0u) | (same_facts(a, b) ? 0u : ITEM_FACTS) |
	       (a->length != b->length || a->digest != b->digest ? ITEM_TEXT : 0u);
}

/* Write the members of an item but for its policy. */
static unsigned put_members(struct itemizing *z, uint8_t *at, unsigned item, const struct robotsc_decision *a,
                            const struct robotsc_decision *b)
{
	const uint64_t moved = (uint64_t)b->fetched - (uint64_t)a->fetched;
	unsigned n = 0;
	if ((item & ITEM_KIND) == ITEM_CHANGED) {
		n += put_number(at, fold_sign(moved - z->shift));
		z->shift = moved;
	} else {
		n += put_number(at, fold_sign(moved));
	}
	if (item & ITEM_LIFETIME)
		n += put_number(at + n, fold_sign((uint64_t)(b->expires - b->fetched) - (uint64_t)(a->expires - a->fetched)));
	if (item & ITEM_SINCE)
		n += put_number(at + n, fold_sign((uint64_t)b->since - (uint64_t)b->fetched));
	if (item & ITEM_FACTS) {
		put_little(at + n, 2, b->status);
		at[n + 2] = b->end;
		at[n + 3] = b->profile;
		at[n + 4] = b->outcome;
		at[n + 5] = b->row;
		at[n + 6] = (uint8_t)((b->revalidate ? ENTRY_REVALIDATE : 0) | (b->challenge ? ENTRY_CHALLENGE : 0));
		n += FACTS_OCTETS;
	}
	if (item & ITEM_TEXT) {
		n += put_number(at + n, b->length);
		put_little(at + n, 8, b->digest);
		n += 8;
	}
	return n;
}

static enum robotsc_store_status put_policy(struct itemizing *z, uint64_t place)
{
	struct needed_policy *const p = robotsc__needed_at(&z->needed, place);
	uint8_t number[2 * NUMBER_OCTETS];
	struct robotsc_text blob;
	enum robotsc_store_status status;
	unsigned n;
	if (!p || !robotsc__policy_at(z->part->after, place, &blob))
		return ROBOTSC_STORE_DAMAGED;
	if (p->found)
		return robotsc__spool_put(&z->out, number, put_number(number, p->reference));
	n = put_number(number, 1);
	p->found = true;
	p->reference = 2 * (z->out.at - z->begin + n) + 1;
	n += put_number(number + n, blob.len);
	status = robotsc__spool_put(&z->out, number, n);
	z->report->policies++;
	return status == ROBOTSC_STORE_OK ? robotsc__spool_put(&z->out, blob.at, blob.len) : status;
}

/* Write an item of one entry. */
static enum robotsc_store_status put_item(struct itemizing *z, unsigned item, const struct robotsc_decision *before,
                                          const struct robotsc_snapshot_entry *entry)
{
	uint8_t octets[1 + NUMBER_OCTETS + ROBOTSC_ORIGIN_MAX + 4 * NUMBER_OCTETS + FACTS_OCTETS + 8] = {(uint8_t)item};
	enum robotsc_store_status status = end_run(z);
	unsigned n = 1;
	if ((item & ITEM_KIND) == ITEM_ADDED) {
		n += put_number(octets + n, entry->origin.len);
		memcpy(octets + n, entry->origin.at, entry->origin.len);
		n += (unsigned)entry->origin.len;
	}
	n += put_members(z, octets + n, item, before, &entry->decision);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc__spool_put(&z->out, octets, n);
	return status == ROBOTSC_STORE_OK && (item & ITEM_POLICY) ? put_policy(z, entry->policy) : status;
}

static enum robotsc_store_status put_changed(struct itemizing *z)
{
	const struct robotsc_snapshot_entry *const a = &z->m.entries[0], *const b = &z->m.entries[1];
	unsigned item = members_of(&a->decision, &b->decision);
	bool equal;
	const enum robotsc_store_status status =
		robotsc__pairs_compare(&z->pairs, z->part->before, a->policy, z->part->after, b->policy, &equal);
	if (status != ROBOTSC_STORE_OK)
		return status;
	if (equal && a->decision.fetched == b->decision.fetched && a->decision.since == b->decision.since &&
	    !(item & (ITEM_LIFETIME | ITEM_FACTS | ITEM_TEXT))) {
		z->report->same++;
		return add_to_run(z, ITEM_SAME);
	}
	z->report->changed++;
	item |= ITEM_CHANGED | (equal ? 0u : ITEM_POLICY);
	return put_item(z, item, &a->decision, b);
}

static enum robotsc_store_status put_origin(struct itemizing *z)
{
	static const struct robotsc_decision nothing = {.fetched = 0};
	const struct robotsc_snapshot_entry *const b = &z->m.entries[1];
	struct robotsc_text blob;
	if (!z->m.is[1]) {
		z->report->removed++;
		return add_to_run(z, ITEM_GONE);
	}
	if (!robotsc__policy_at(z->part->after, b->policy, &blob))
		return ROBOTSC_STORE_DAMAGED;
	z->part->entries++;
	z->part->octets += blob.len;
	if (z->m.is[0])
		return put_changed(z);
	z->report->added++;
	return put_item(z, members_of(&nothing, &b->decision) | ITEM_ADDED | ITEM_FACTS | ITEM_TEXT | ITEM_POLICY, &nothing, b);
}

static enum robotsc_store_status put_all(struct itemizing *z)
{
	enum robotsc_store_status status = begin_merge(&z->m, z->part);
	while (status == ROBOTSC_STORE_OK && (status = next_origin(&z->m)) == ROBOTSC_STORE_OK)
		status = put_origin(z);
	if (status == ROBOTSC_STORE_NOT_FOUND)
		status = end_run(z);
	return status == ROBOTSC_STORE_OK ? robotsc__spool_end(&z->out, z->part->digest) : status;
}

enum robotsc_store_status robotsc__delta_items(struct delta_part *part, int fd, uint64_t at, struct robotsc_delta_report *report)
{
	struct itemizing *const z = calloc(1, sizeof *z);
	enum robotsc_store_status status;
	if (!z)
		return ROBOTSC_STORE_NOMEM;
	z->part = part;
	z->begin = at;
	z->report = report;
	status = robotsc__spool_begin(&z->out, fd, at, true);
	if (status == ROBOTSC_STORE_OK)
		status = find_needed(z);
	if (status == ROBOTSC_STORE_OK)
		status = put_all(z);
	part->size = z->out.at - at;
	robotsc__spool_free(&z->out);
	free(z->needed.at);
	free(z);
	return status;
}
