/* reactions.c - see reactions.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "reactions.h"

#define KEPT 3   /* states: that of a pair, and those after one and two octets of an escape */
#define LEAST 6  /* a state is learned if it has 6 positions or more, */
#define MOST 512 /* and at most */

/* By position: the octet that moves it (OP_END: none), and how many before it stay. */
struct learned {
	const void *at;     /* address of the positions */
	uint32_t n, nstay;  /* positions; how many of them are before a star, and stay */
	uint32_t lowest[2]; /* by verdict: the lowest rank of those that stay; or UINT32_MAX */
	uint8_t reads[MOST];
	uint16_t before[MOST + 1];
	struct position all[MOST];
	struct position stay[MOST + 1]; /* the last one is written to, but does not count */
};

struct reactions {
	unsigned next; /* to be replaced */
	struct learned kept[KEPT];
};

struct reactions *robotsc__reactions_make(struct arena *a)
{
	struct reactions *r = robotsc__arena_take(a, sizeof *r);
	for (unsigned i = 0; r && i < KEPT; i++)
		r->kept[i].at = NULL;
	if (r)
		r->next = 0;
	return r;
}

/* Learn the positions of a state.  False: one of them reads something else than a literal octet. */
static bool learn(struct learned *l, const struct glob *globs, const struct positions *at, uint8_t named[256])
{
	uint32_t lowest[2] = {UINT32_MAX, UINT32_MAX}, nstay = 0;
	memcpy(l->all, at->all, at->n * sizeof *l->all);
	for (uint32_t i = 0; i < at->n; i++) {
		const struct position p = l->all[i];
		const struct glob *g = &globs[p.glob];
		const uint8_t *item = g->text + p.at / POSITION_PARTS;
		const bool star = *item == OP_STAR;
		const uint8_t reads = item[star];
		if (reads >= OP_SET && reads != OP_END)
			return false;
		named[reads] |= reads != OP_END;
		l->reads[i] = reads;
		l->before[i] = (uint16_t)nstay;
		l->stay[nstay] = p;
		nstay += star;
		if (star && g->rank < lowest[g->rank & 1])
			lowest[g->rank & 1] = g->rank;
	}
	l->n = at->n;
	l->before[l->n] = (uint16_t)nstay;
	l->nstay = nstay;
	memcpy(l->lowest, lowest, sizeof lowest);
	return true;
}

void robotsc__reactions_learn(struct reactions *r, const struct glob *globs, const struct positions *at, bool query,
                              uint8_t named[256])
{
	struct learned *l = &r->kept[r->next];
	l->at = NULL;
	if (at->n < LEAST || at->n > MOST || !learn(l, globs, at, named)) {
		robotsc__glob_set_name(globs, at, query, named);
		return;
	}
	l->at = at->all;
	r->next = (r->next + 1) % KEPT;
}

static const struct learned *find(const struct reactions *r, const struct positions *from)
{
	for (unsigned i = 0; i < KEPT; i++) {
		const struct learned *l = &r->kept[i];
		if (l->at == from->all && l->n == from->n && memcmp(l->all, from->all, from->n * sizeof *l->all) == 0)
			return l;
	}
	return NULL;
}

static void copy(const struct learned *l, uint32_t from, uint32_t to, struct positions *out)
{
	memcpy((uint8_t *)out->all + out->n * sizeof *l->stay, l->stay + from, (to - from) * sizeof *l->stay);
	out->n += to - from;
}

bool robotsc__reactions_step(struct reactions *r, const struct glob *globs, const struct positions *from, uint8_t octet, bool query,
                             struct positions *out, uint32_t *best, uint32_t lowest[2])
{
	const struct learned *l = find(r, from);
	const uint8_t *read = l ? memchr(l->reads, octet, l->n) : NULL;
	uint32_t done = 0; /* positions */
	if (!l)
		return false;
	*best = 0;
	memcpy(lowest, l->lowest, sizeof l->lowest);
	out->n = 0;
	while (read) {
		/* Step all positions of the glob: a star that it reaches drops those before. */
		uint32_t first = (uint32_t)(read - l->reads), end = first + 1;
		const struct glob *g = &globs[l->all[first].glob];
		while (first > done && l->all[first - 1].glob == l->all[first].glob)
			first--;
		while (end < l->n && l->all[end].glob == l->all[first].glob)
			end++;
		copy(l, l->before[done], l->before[first], out);
		const struct positions some = {(void *)(l->all + first), end - first};
		struct positions moved = {(uint8_t *)out->all + out->n * sizeof *l->all, 0};
		*best = robotsc__glob_set_step(globs, &some, octet, query, &moved, *best);
		out->n += moved.n;
		if (g->rank < lowest[g->rank & 1])
			lowest[g->rank & 1] = g->rank;
		done = end;
		read = memchr(l->reads + done, octet, l->n - done);
	}
	copy(l, l->before[done], l->nstay, out);
	return true;
}
