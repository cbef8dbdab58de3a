/* default_edges.c - see default_edges.h.
 *
 * State s may have a default edge to state d if both have the same dfa->other.  Then s keeps only
 * the edges that differ from d's.  The natural d follows the failure links of Aho and Corasick: if
 * p leads to s over an octet and has a default edge to q, d is where q leads over that octet.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "default_edges.h"

#include <stdbool.h>
#include <string.h>

struct linker {
	const struct dfa *dfa;
	struct machine *m;
	/* the only state with an edge to this one; NO_STATE: none; MANY: several */
	uint32_t *parent;
	uint8_t *via;      /* the octet of that edge */
	uint32_t *natural; /* the natural target of the state's default edge, or NO_STATE */
	uint8_t *level;    /* default edges in a row from here */
	uint8_t *run;      /* octets of the run up to here */
	uint32_t nedges;
};

#define MANY (NO_STATE - 1)

/* Find the parents.  Targets of dfa->other, and the start, have none. */
static void find_parents(struct linker *l)
{
	const struct dfa *dfa = l->dfa;
	for (uint32_t s = 0; s < dfa->n; s++)
		l->parent[s] = NO_STATE;
	for (uint32_t s = DFA_SINKS; s < dfa->n; s++) {
		for (uint32_t e = dfa->first[s]; e < dfa->first[s + 1]; e++) {
			const uint32_t to = dfa->target[e];
			l->parent[to] = l->parent[to] == NO_STATE ? s : MANY;
			l->via[to] = dfa->octet[e];
		}
		l->parent[dfa->other[s]] = MANY;
	}
	l->parent[dfa->start] = MANY;
}

/* Write the edges of s that differ from d's, `further` places after the machine's last edge.
 * Returns their number, or UINT32_MAX if that exceeds limit or the default edge is impossible. */
static uint32_t difference(struct linker *l, uint32_t s, uint32_t d, uint32_t further, uint32_t limit)
{
	const struct dfa *dfa = l->dfa;
	const uint32_t own = dfa->first[s + 1] - dfa->first[s];
	uint8_t *const octet = l->m->octet + l->nedges + further;
	uint32_t *const target = l->m->target + l->nedges + further, n = 0;
	if (dfa->other[s] != dfa->other[d])
		return UINT32_MAX;
	if (d < DFA_SINKS) { /* all edges of s differ: minimize.h */
		if (own > limit)
			return UINT32_MAX;
		for (; n < own; n++) {
			octet[n] = dfa->octet[dfa->first[s] + n];
			target[n] = dfa->target[dfa->first[s] + n];
		}
		return own;
	}
	for (struct dfa_pair pair = dfa_pair(dfa, s, d); dfa_differ(dfa, &pair); n++) {
		if (n == limit)
			return UINT32_MAX;
		octet[n] = pair.octet;
		target[n] = pair.to_first;
	}
	return n;
}

/* Take n edges that were written `further` places after the last edge. */
static void keep(struct linker *l, uint32_t s, uint32_t further, uint32_t n)
{
	struct machine *m = l->m;
	if (further) {
		memmove(m->octet + l->nedges, m->octet + l->nedges + further, n);
		memmove(m->target + l->nedges, m->target + l->nedges + further, n * sizeof *m->target);
	}
	m->count[s] = (uint16_t)n;
	l->nedges += n;
}

/* True if a default edge of s may lead to d: d begins a node, and few default edges follow it. */
static bool linkable(const struct linker *l, uint32_t s, uint32_t d)
{
	if (d == s || d < DFA_SINKS)
		return d < DFA_SINKS;
	if (l->dfa->other[d] == d)
		/* it stays on most octets, so it is never glued and has no default edge */
		return true;
	return l->m->otherwise[d] != UINT8_MAX && !(l->m->flags[d] & STATE_GLUED) && l->level[d] + 1 < DEFAULT_LEVELS;
}

/* Continue the run of the parent if that leaves one edge. */
static bool glue(struct linker *l, uint32_t s)
{
	struct machine *m = l->m;
	const uint32_t p = l->parent[s], d = l->natural[s];
	if (p >= MANY || d == NO_STATE || m->flags[s] & STATE_PREFIX || m->count[p] != 1 || m->otherwise[p] == ELSE_SELF ||
	    m->otherwise[p] == ELSE_GOTO || ((m->flags[p] ^ l->dfa->end[s] * STATE_E) & STATE_E) || l->dfa->other[s] == s ||
	    (m->flags[s] & STATE_SETTLED))
		return false;
	if (l->run[p] >= (m->otherwise[p] == ELSE_DEFAULT ? RUN_MAX_DEFAULT : RUN_MAX) || difference(l, s, d, 0, 1) != 1)
		return false;
	m->flags[s] |= STATE_GLUED;
	m->otherwise[s] = m->otherwise[p];
	m->link[s] = m->link[p];
	l->level[s] = l->level[p];
	l->run[s] = (uint8_t)(l->run[p] + 1);
	keep(l, s, 0, 1);
	return true;
}

/* Choose the default edge that leaves the fewest edges, and take those.  Or return NO_STATE. */
static uint32_t choose(struct linker *l, uint32_t s)
{
	const uint32_t own = l->dfa->first[s + 1] - l->dfa->first[s], other = l->dfa->other[s], natural = l->natural[s];
	uint32_t best = NO_STATE, n = 0;
	if (linkable(l, s, other)) {
		n = difference(l, s, other, 0, own + 1);
		best = n == UINT32_MAX ? NO_STATE : other;
	}
	/* Unless it leads to the root, a default edge takes octets: it must save an edge. */
	if (natural != NO_STATE && natural != other && (best == NO_STATE || n > 1) && linkable(l, s, natural)) {
		const uint32_t further = best == NO_STATE ? 0 : n,
			       less = difference(l, s, natural, further, best == NO_STATE ? own + 1 : n - 2);
		if (less != UINT32_MAX) {
			keep(l, s, further, less);
			return natural;
		}
	}
	if (best != NO_STATE)
		keep(l, s, 0, n);
	return best;
}

/* Give a node a default edge to d, or d's verdict. */
static void link_to(struct linker *l, uint32_t s, uint32_t d)
{
	l->m->otherwise[s] = d < DFA_SINKS ? (uint8_t)(d == TARGET_ALLOW ? ELSE_ALLOW : ELSE_DISALLOW) : ELSE_DEFAULT;
	l->m->link[s] = d;
	l->natural[s] = d;
	l->level[s] = (uint8_t)(d < DFA_SINKS ? 0 : l->level[d] + 1);
}

/* Make a state that begins a node. */
static void head(struct linker *l, uint32_t s)
{
	struct machine *m = l->m;
	const struct dfa *dfa = l->dfa;
	l->run[s] = 1;
	if (m->prefix_table.n && s == m->prefix_table.state) {
		link_to(l, s, m->prefix_table.back);
		return; /* the prefixes replace its edges */
	}
	if (dfa->other[s] == s) {
		m->otherwise[s] = ELSE_SELF;
		l->natural[s] = NO_STATE;
	} else if (s == dfa->start && dfa->other[s] >= DFA_SINKS) {
		/* it is the first node, and a default edge leads to an earlier one */
		l->natural[s] = m->link[s] = dfa->other[s];
		m->otherwise[s] = ELSE_GOTO;
	} else {
		const uint32_t d = choose(l, s);
		if (d != NO_STATE) {
			link_to(l, s, d);
			return;
		}
		l->natural[s] = NO_STATE;
		m->otherwise[s] = ELSE_GOTO;
		m->link[s] = dfa->other[s];
	}
	for (uint32_t e = dfa->first[s]; e < dfa->first[s + 1]; e++) {
		m->octet[l->nedges] = dfa->octet[e];
		m->target[l->nedges++] = dfa->target[e];
	}
	m->count[s] = (uint16_t)(dfa->first[s + 1] - dfa->first[s]);
}

/* Add the default edges of a state.  States come in breadth-first order from the sinks and the
 * start, as minimize.h numbers them. */
static void link_state(struct linker *l, uint32_t s)
{
	const struct dfa *dfa = l->dfa;
	struct machine *m = l->m;
	m->first[s] = l->nedges;
	m->flags[s] |= (uint8_t)((dfa->end[s] ? STATE_E : 0) | (s < DFA_SINKS ? STATE_SETTLED : 0));
	if (s < DFA_SINKS)
		return;
	const uint32_t p = l->parent[s];
	l->natural[s] = NO_STATE;
	if (p < MANY && l->natural[p] != NO_STATE)
		l->natural[s] = dfa_step(dfa, l->natural[p], l->via[s]);
	if (!glue(l, s))
		head(l, s);
}

enum robotsc_status robotsc__default_edges_run(struct arena *a, const struct dfa *dfa, struct machine *out)
{
	const uint32_t n = dfa->n, nedges = dfa->first[n];
	struct linker l = {.dfa = dfa, .m = out};
	/* choose and glue: at most one more edge a state, and two attempts */
	const size_t room = (size_t)nedges + n + 512;
	*out = (struct machine){.n = n, .start = dfa->start, .root = NO_STATE};
	out->first = robotsc__arena_zeroed(a, n, sizeof *out->first);
	out->count = robotsc__arena_zeroed(a, n, sizeof *out->count);
	out->octet = robotsc__arena_take(a, room);
	out->target = robotsc__arena_take(a, room * sizeof *out->target);
	out->otherwise = robotsc__arena_take(a, n);
	out->link = robotsc__arena_zeroed(a, n, sizeof *out->link);
	out->flags = robotsc__arena_zeroed(a, n, 1);
	l.parent = robotsc__arena_take(a, n * sizeof *l.parent);
	l.via = robotsc__arena_zeroed(a, n, 1);
	l.natural = robotsc__arena_take(a, n * sizeof *l.natural);
	l.level = robotsc__arena_zeroed(a, n, 1);
	l.run = robotsc__arena_zeroed(a, n, 1);
	if (!out->first || !out->count || !out->octet || !out->target || !out->otherwise || !out->link || !out->flags ||
	    !l.parent || !l.via || !l.natural || !l.level || !l.run)
		return ROBOTSC_ERR_NOMEM;
	const enum robotsc_status status = robotsc__prefix_table_of_dfa(a, dfa, &out->prefix_table);
	if (status != ROBOTSC_OK)
		return status;
	robotsc__machine_mark_prefixes(out);
	memset(out->otherwise, UINT8_MAX, n); /* not done yet */
	find_parents(&l);
	for (uint32_t s = 0; s < n; s++)
		link_state(&l, s);
	return ROBOTSC_OK;
}
