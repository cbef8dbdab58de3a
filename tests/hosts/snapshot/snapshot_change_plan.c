/* snapshot_change_plan.c - see snapshot_forger.h: changes the plan of a snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "snapshot_forger.h"

#include <string.h>

#include "fuzz/forge.h"
#include "robotsc/check.h"

#define SECTION_ANY 200u /* type of a section that readers of blobs skip */

/* Forge a copy of a blob.  Returns its size. */
static size_t forge_copy(struct snapshot_forgery *f, const struct maker_blob *blob, uint8_t *to, size_t room, size_t changes)
{
	struct forge forge = {to, blob->len, room, product_random(&f->chance)};

	memset(to, 0, room);
	memcpy(to, blob->bytes, blob->len);
	while (changes-- > 0)
		forge_change(&forge, (enum forge_kind)below(f, FORGE_KINDS));
	forge_repair(&forge);
	return forge.len;
}

static void change_blob(struct snapshot_forgery *f)
{
	uint8_t *own = f->own[f->nown];

	if (f->plan.nblobs == 0)
		return;
	struct maker_blob *blob = &f->plan.blobs[below(f, f->plan.nblobs)];

	if (blob->len > FORGED_BLOB / 2)
		return;
	*blob = (struct maker_blob){own, forge_copy(f, blob, own, FORGED_BLOB, 1 + below(f, 3))};
	f->nown++;
	f->blobs_changed = 1;
}

/* A record with a blob that robotsc_open refuses and robotsc_reopen takes.  Returns its size, or
 * 0. */
static size_t make_inner(struct snapshot_forgery *f, const struct maker_blob *blob, uint8_t *to, size_t room)
{
	const size_t before = 8 + 8 * (size_t)f->plan.nagents;
	struct robotsc_blob opened;

	for (int tries = 0; tries < 200 && blob->len + before < room; tries++) {
		const size_t len = forge_copy(f, blob, to + before, room - before, 1);

		if (robotsc_reopen(&opened, to + before, len) != ROBOTSC_OK ||
		    robotsc_open(&opened, to + before, len) == ROBOTSC_OK)
			continue;
		memset(to, 0, before);
		second_store(to + 4, len, 4);
		for (uint32_t i = 0; i < f->plan.nagents; i++) {
			second_store(to + 8 + 8 * i, 3, 4);
			to[15 + 8 * i] = 1;
		}
		second_store(to, second_checksum32(to + 4, before - 4), 4);
		return before + len;
	}
	return 0;
}

/* Put a section with a record in it into a blob, before all other sections. */
static void change_plant(struct snapshot_forgery *f)
{
	static uint8_t inner[FORGED_BLOB / 4];
	uint8_t *own = f->own[f->nown];

	if (f->plan.nblobs == 0)
		return;
	const size_t nth = below(f, f->plan.nblobs), before = 8 + 8 * (size_t)f->plan.nagents;
	struct maker_blob *blob = &f->plan.blobs[nth];
	const size_t table = (size_t)second_load(blob->bytes + 15, 4), from = table + 5;
	size_t at = (before + from + 7) / 8 * 8, shift, size;

	size = make_inner(f, blob, inner, sizeof inner);
	if (size == 0 || blob->len + size > FORGED_BLOB / 2)
		return;
	if (below(f, 4) == 0)
		at += 8 * below(f, 9);
	shift = 5 + at + size - before - from;
	memset(own, 0, blob->len + shift);
	memcpy(own, blob->bytes, 14);
	own[14] = SECTION_ANY;
	second_store(own + 15, from, 4);
	memcpy(own + 19, blob->bytes + 14, table - 14);
	for (size_t i = 19; i < from; i += 5)
		second_store(own + i + 1, second_load(own + i + 1, 4) + shift, 4);
	memcpy(own + at - before, inner, size);
	memcpy(own + table + shift, blob->bytes + table, blob->len - table);
	second_store(own + 8, blob->len + shift, 4);
	second_store(own + blob->len + shift - 8, second_checksum(own, blob->len + shift - 8), 8);
	*blob = (struct maker_blob){own, blob->len + shift};
	f->nown++;
	f->plant = nth + 1;
	f->planted = at;
	f->blobs_changed = 1;
}

static void change_order(struct snapshot_forgery *f)
{
	struct snapshot_plan *p = &f->plan;

	/* The entries are written in the order of the plan, with or without a shuffle. */
	p->as_is = 1;
	for (size_t i = p->nentries; below(f, 2) == 0 && i > 1; i--) {
		const size_t other = below(f, i);
		const struct maker_entry e = p->entries[i - 1];

		p->entries[i - 1] = p->entries[other];
		p->entries[other] = e;
	}
}

static void change_twice(struct snapshot_forgery *f)
{
	struct snapshot_plan *p = &f->plan;

	if (p->nentries == 0 || p->nentries == MAKER_ENTRIES)
		return;
	p->entries[p->nentries] = p->entries[below(f, p->nentries)];
	p->entries[p->nentries].blob = below(f, p->nblobs);
	p->nentries++;
}

static void change_origin(struct snapshot_forgery *f)
{
	struct snapshot_plan *p = &f->plan;

	if (p->nentries == 0)
		return;
	struct maker_entry *e = &p->entries[below(f, p->nentries)];

	switch (below(f, 4)) {
	case 0:
		e->len = below(f, MAKER_ORIGIN_ROOM);
		break;
	case 1:
		e->len = below(f, 12);
		break;
	default:
		for (size_t at = below(f, e->len); at < e->len; at = e->len)
			e->origin[at] = (char)below(f, 256);
	}
}

void snapshot_change_plan(struct snapshot_forgery *f, enum snapshot_change change)
{
	static const struct robotsc_text others[MAKER_AGENTS] = {{"other", 5}, {"", 0}, {"ExampleBot", 10}};
	struct snapshot_plan *p = &f->plan;
	size_t nth;

	switch (change) {
	case CHANGE_BLOB:
		change_blob(f);
		break;
	case CHANGE_PLANT:
		change_plant(f);
		break;
	case CHANGE_DIALECT:
		nth = below(f, 5);
		if (p->nblobs > 0)
			p->blobs[below(f, p->nblobs)] = snapshot_blob(p, (enum robotsc_dialect)nth, nth + p->nentries);
		break;
	case CHANGE_AGENTS:
		p->agents = others;
		p->nagents = (uint32_t)below(f, MAKER_AGENTS + 1);
		break;
	case CHANGE_ORDER:
		change_order(f);
		break;
	case CHANGE_GROW:
		p->more = 64 * (below(f, 2) == 0 ? below(f, 4) : below(f, 1023));
		p->nameless = below(f, 3) == 0 ? (uint32_t)below(f, p->more / 2 + 20) : 0;
		break;
	case CHANGE_TWICE:
		change_twice(f);
		break;
	default:
		change_origin(f);
	}
}
