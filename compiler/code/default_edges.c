/* default_edges.c - see machine.h.
 *
 * State s may have a default edge to state d if both have the same dfa->other.  Then s keeps only
 * the edges that differ from d's.  Mostly d is the failure link of Aho and Corasick:
 * if p leads to s over an octet and has a default edge to q, d is where q leads over that octet.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include <stdbool.h>
#include <string.h>

#include "radix.h"

struct compressor {
	const struct dfa *dfa;
	struct machine *m;
	/* the only state with an edge to this one; NO_STATE: none; MANY: several */
	uint32_t *parent;
	uint8_t *via;      /* the octet of that edge */
	uint32_t *failure; /* the state's failure link, or NO_STATE */
	uint8_t *level;    /* default edges in a row from here */
	uint8_t *run;      /* octets of the run up to here */
	uint32_t nedges;
};

#define MANY (NO_STATE - 1)

/* Find the parents.  Targets of dfa->other, and the start, have none. */
static void find_parents(struct compressor *c)
{
	const struct dfa *dfa = c->dfa;
	for (uint32_t s = 0; s < dfa->n; s++)
		c->parent[s] = NO_STATE;
	for (uint32_t s = DFA_SINKS; s < dfa->n; s++) {
		for (uint32_t e = dfa->first[s]; e < dfa->first[s + 1]; e++) {
			const uint32_t to = dfa->target[e];
			c->parent[to] = c->parent[to] == NO_STATE ? s : MANY;
			c->via[to] = dfa->octet[e];
		}
		c->parent[dfa->other[s]] = MANY;
	}
	c->parent[dfa->start] = MANY;
}

/* Write the edges of s that differ from d's, `further` edges after the machine's last edge.
 * Returns their number, or UINT32_MAX if that exceeds limit or the default edge is impossible. */
static uint32_t difference(struct compressor *c, uint32_t s, uint32_t d, uint32_t further, uint32_t limit)
{
	const struct dfa *dfa = c->dfa;
	const uint32_t own = dfa->first[s + 1] - dfa->first[s];
	uint8_t *const octet = c->m->octet + c->nedges + further;
	uint32_t *const target = c->m->target + c->nedges + further, n = 0;
	if (dfa->other[s] != dfa->other[d])
		return UINT32_MAX;
	if (d < DFA_SINKS) { /* all edges of s differ: dfa.h */
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

/* Take n edges that were written `further` edges after the last edge. */
static void keep(struct compressor *c, uint32_t s, uint32_t further, uint32_t n)
{
	struct machine *m = c->m;
	if (further) {
		memmove(m->octet + c->nedges, m->octet + c->nedges + further, n);
		memmove(m->target + c->nedges, m->target + c->nedges + further, n * sizeof *m->target);
	}
	m->count[s] = (uint16_t)n;
	c->nedges += n;
}

/* True if a default edge of s may lead to d: d begins a node, and few default edges follow it. */
static bool may_default(const struct compressor *c, uint32_t s, uint32_t d)
{
	if (d == s || d < DFA_SINKS)
		return d < DFA_SINKS;
	if (c->dfa->other[d] == d)
		/* d stays on most octets, so it never continues a run and has no default edge */
		return true;
	return c->m->otherwise[d] != UINT8_MAX && !(c->m->flags[d] & STATE_CONTINUES) && c->level[d] + 1 < DEFAULT_LEVELS;
}

/* True for a state that cannot continue a run: a node or a verdict stands for it. */
static bool needs_node(const struct compressor *c, uint32_t s)
{
	return c->failure[s] == NO_STATE || c->dfa->other[s] == s || c->m->flags[s] & (STATE_PREFIX | STATE_SETTLED);
}

/* True if a run that ends with the edge of p may have one octet more: p has no other edge, any
 * other octet ends the walk or takes a default edge, and the run is not too long. */
static bool run_may_grow(const struct compressor *c, uint32_t p)
{
	const struct machine *m = c->m;
	if (m->count[p] != 1 || m->otherwise[p] == ELSE_SELF || m->otherwise[p] == ELSE_GOTO)
		return false;
	return c->run[p] < (m->otherwise[p] == ELSE_DEFAULT ? RUN_MAX_DEFAULT : RUN_MAX);
}

/* True if a path has the same verdict where it ends in either state. */
static bool is_same_end(const struct compressor *c, uint32_t s, uint32_t p)
{
	return !c->dfa->end[s] == !(c->m->flags[p] & STATE_E);
}

/* Let s continue the run of its parent, if that leaves s one edge.  Returns whether it does. */
static bool continue_run(struct compressor *c, uint32_t s)
{
	struct machine *m = c->m;
	const uint32_t p = c->parent[s];
	if (p >= MANY || needs_node(c, s) || !run_may_grow(c, p) || !is_same_end(c, s, p) ||
	    difference(c, s, c->failure[s], 0, 1) != 1)
		return false;
	m->flags[s] |= STATE_CONTINUES;
	m->otherwise[s] = m->otherwise[p];
	m->else_target[s] = m->else_target[p];
	c->level[s] = c->level[p];
	c->run[s] = (uint8_t)(c->run[p] + 1);
	keep(c, s, 0, 1);
	return true;
}

/* Choose the default edge that leaves the fewest edges, keep these, and return where it leads.
 * Returns NO_STATE if there is none. */
static uint32_t choose(struct compressor *c, uint32_t s)
{
	const uint32_t own = c->dfa->first[s + 1] - c->dfa->first[s], other = c->dfa->other[s], failure = c->failure[s];
	uint32_t best = NO_STATE, n = 0;
	if (may_default(c, s, other)) {
		n = difference(c, s, other, 0, own + 1);
		best = n == UINT32_MAX ? NO_STATE : other;
	}
	/* A default edge costs octets unless it leads to the root, so it must save an edge. */
	if (failure != NO_STATE && failure != other && (best == NO_STATE || n > 1) && may_default(c, s, failure)) {
		const uint32_t further = best == NO_STATE ? 0 : n,
			       less = difference(c, s, failure, further, best == NO_STATE ? own + 1 : n - 2);
		if (less != UINT32_MAX) {
			keep(c, s, further, less);
			return failure;
		}
	}
	if (best != NO_STATE)
		keep(c, s, 0, n);
	return best;
}

/* Give a node a default edge to d, or d's verdict. */
static void set_default(struct compressor *c, uint32_t s, uint32_t d)
{
	c->m->otherwise[s] = d < DFA_SINKS ? (uint8_t)(d == TARGET_ALLOW ? ELSE_ALLOW : ELSE_DISALLOW) : ELSE_DEFAULT;
	c->m->else_target[s] = d;
	c->failure[s] = d;
	c->level[s] = (uint8_t)(d < DFA_SINKS ? 0 : c->level[d] + 1);
}

/* Make a state that begins a node. */
static void begin_node(struct compressor *c, uint32_t s)
{
	struct machine *m = c->m;
	const struct dfa *dfa = c->dfa;
	c->run[s] = 1;
	if (m->prefix_table.n && s == m->prefix_table.state) {
		set_default(c, s, m->prefix_table.back);
		return; /* the prefixes replace its edges */
	}
	if (dfa->other[s] == s) {
		m->otherwise[s] = ELSE_SELF;
		c->failure[s] = NO_STATE;
	} else if (s == dfa->start && dfa->other[s] >= DFA_SINKS) {
		/* a default edge leads to an earlier node, and the start is the first one */
		c->failure[s] = m->else_target[s] = dfa->other[s];
		m->otherwise[s] = ELSE_GOTO;
	} else {
		const uint32_t d = choose(c, s);
		if (d != NO_STATE) {
			set_default(c, s, d);
			return;
		}
		c->failure[s] = NO_STATE;
		m->otherwise[s] = ELSE_GOTO;
		m->else_target[s] = dfa->other[s];
	}
	for (uint32_t e = dfa->first[s]; e < dfa->first[s + 1]; e++) {
		m->octet[c->nedges] = dfa->octet[e];
		m->target[c->nedges++] = dfa->target[e];
	}
	m->count[s] = (uint16_t)(dfa->first[s + 1] - dfa->first[s]);
}

/* Add the default edges of a state.  States come in breadth-first order from the sinks and the
 * start, as dfa.h numbers them. */
static void add_state(struct compressor *c, uint32_t s)
{
	const struct dfa *dfa = c->dfa;
	struct machine *m = c->m;
	m->first[s] = c->nedges;
	m->flags[s] |= (uint8_t)((dfa->end[s] ? STATE_E : 0) | (s < DFA_SINKS ? STATE_SETTLED : 0));
	if (s < DFA_SINKS)
		return;
	const uint32_t p = c->parent[s];
	c->failure[s] = NO_STATE;
	if (p < MANY && c->failure[p] != NO_STATE)
		c->failure[s] = dfa_step(dfa, c->failure[p], c->via[s]);
	if (!continue_run(c, s))
		begin_node(c, s);
}

enum robotsc_status robotsc__default_edges_run(struct arena *a, const struct dfa *dfa, struct machine *out)
{
	const uint32_t n = dfa->n, nedges = dfa->first[n];
	struct compressor c = {.dfa = dfa, .m = out};
	/* a state keeps at most one more edge than in the DFA; choose writes two lists */
	const size_t room = (size_t)nedges + n + 512;
	*out = (struct machine){.n = n, .start = dfa->start, .root = NO_STATE};
	out->first = robotsc__arena_zeroed(a, n, sizeof *out->first);
	out->count = robotsc__arena_zeroed(a, n, sizeof *out->count);
	out->octet = robotsc__arena_take(a, room);
	out->target = robotsc__arena_take(a, room * sizeof *out->target);
	out->otherwise = robotsc__arena_take(a, n);
	out->else_target = robotsc__arena_zeroed(a, n, sizeof *out->else_target);
	out->flags = robotsc__arena_zeroed(a, n, 1);
	c.parent = robotsc__arena_take(a, n * sizeof *c.parent);
	c.via = robotsc__arena_zeroed(a, n, 1);
	c.failure = robotsc__arena_take(a, n * sizeof *c.failure);
	c.level = robotsc__arena_zeroed(a, n, 1);
	c.run = robotsc__arena_zeroed(a, n, 1);
	if (!out->first || !out->count || !out->octet || !out->target || !out->otherwise || !out->else_target || !out->flags ||
	    !c.parent || !c.via || !c.failure || !c.level || !c.run)
		return ROBOTSC_ERR_NOMEM;
	if (robotsc__prefix_table_of_dfa(a, dfa, out) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	memset(out->otherwise, UINT8_MAX, n); /* not done yet */
	find_parents(&c);
	for (uint32_t s = 0; s < n; s++)
		add_state(&c, s);
	return ROBOTSC_OK;
}
