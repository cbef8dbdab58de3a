/* lazy_machines.c - see lazy_machines.h.  docs/formats/blob.md, "Nodes", "Prefix tables", "The
 * walk"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lazy_machines.h"

#include <string.h>

#include "filter_reader.h"
#include "machine_reader.h"
#include "match/percent.h"

/* ---- the tables of a DFA against its nodes ---- */

/* The pair table's bits for an octet as the first one of a pair. */
static unsigned first_bits(const struct machine_reader *m, uint8_t first)
{
	const uint8_t *pairs = machine_tables(m->at) + SCAN_SIZE;
	return pair_first(pairs, first);
}

/* True if the pair table has these two octets. */
static bool has_pair(const struct machine_reader *m, uint8_t first, uint8_t second)
{
	const uint8_t *pairs = machine_tables(m->at) + SCAN_SIZE;
	return (pair_first(pairs, first) & pair_second(pairs, second)) != 0;
}

/* True if the scan may pass over an octet of the root: the pair table has each next octet that does
 * not lead back to the root.  It also stops the scan before a slow octet and the path's end. */
static bool pair_holds(const struct machine_reader *m, uint8_t octet, uint32_t target)
{
	if (target < TARGET_NODE || !first_bits(m, octet))
		return false;
	const struct node to = robotsc__machine_reader_node(m, target - TARGET_NODE);
	for (uint32_t i = 0; i < (to.head & NODE_BRANCH ? to.count : 1); i++)
		if (!has_pair(m, octet, to.octets[i]))
			return false;
	return to.otherwise == ELSE_ROOT;
}

/* True if octets that the scan passes over leave the walk in the root.  robotsc_open has found that
 * the root stays on octets that it does not name. */
static bool scan_holds(const struct machine_reader *m, uint8_t slow)
{
	const uint8_t *scan = machine_tables(m->at);
	const struct node root = robotsc__machine_reader_node(m, machine_field(m->at, MACHINE_ROOT) - 1);
	for (unsigned c = 0; c < 0x80; c++)
		if (!scan_stops(scan, (uint8_t)c) && octet_class[c] & slow)
			return false;
	for (uint32_t i = 0; i < root.count; i++)
		if (!scan_stops(scan, root.octets[i]) &&
		    (!(m->at[0] & MACHINE_PAIRS) || !pair_holds(m, root.octets[i], node_way(&root, i, m->width))))
			return false;
	return true;
}

/* True if no run without RUN_CAREFUL holds a slow octet. */
static bool runs_hold(const struct machine_reader *m, uint8_t slow)
{
	const uint32_t size = machine_field(m->at, MACHINE_CODE);
	for (uint32_t at = 0; at < size; at = robotsc__machine_reader_end(m, at)) {
		const struct node n = robotsc__machine_reader_node(m, at);
		for (uint32_t i = 0; !(n.head & (NODE_BRANCH | RUN_CAREFUL)) && i < n.count; i++)
			if (octet_class[n.octets[i]] & slow)
				return false;
	}
	return true;
}

/* True if the tables of the machine agree with its nodes. */
static bool check_tables_hold(const struct machine_reader *m, uint8_t form)
{
	return robotsc__prefix_reader_holds(m) && runs_hold(m, octet_slow[form]) &&
	       (!(m->at[0] & MACHINE_SCAN) || scan_holds(m, octet_slow[form]));
}

static bool is_settled(const struct dfa_state *p)
{
	return p->at < TARGET_NODE;
}

static bool in_prefix_table(const struct dfa_state *p)
{
	return p->at >= DFA_PREFIXES;
}

static struct node node_of(const struct machine_reader *m, const struct dfa_state *p)
{
	return in_prefix_table(p) ? robotsc__prefix_reader_node(m, p->at - DFA_PREFIXES)
	                          : robotsc__machine_reader_node(m, p->at - TARGET_NODE);
}

/* ---- one octet --------------------------------------------------------------- */

/* The octets to read: those that a run had read before it failed, then the new one. */
struct machine_input {
	uint8_t octets[RUN_MAX_DEFAULT + 1];
	uint32_t n, read;
};

/* Go to a target. */
static void go(struct dfa_state *p, uint32_t target)
{
	*p = (struct dfa_state){target, 0};
}

/* The node does not name the next octet: go to a verdict; or take the default edge, and read again
 * the octets that this node has read. */
static void go_other(struct dfa_state *p, const struct node *n, struct machine_input *in)
{
	if (n->otherwise <= ELSE_ALLOW) {
		go(p, n->otherwise);
		return;
	}
	const uint32_t rest = in->n - in->read;
	struct machine_input again = {.n = p->read + rest};
	memcpy(again.octets, n->octets, p->read);
	memcpy(again.octets + p->read, in->octets + in->read, rest);
	*in = again;
	go(p, n->else_target);
}

/* Read the next octet in the prefix table: go to a prefix that begins with the octets read so far
 * and this one. */
static void step_prefix_table(const struct machine_reader *m, struct dfa_state *p, const struct node *n, struct machine_input *in)
{
	const uint32_t prefix = robotsc__prefix_reader_find(m, n->octets, p->read, in->octets[in->read]);
	if (prefix == UINT32_MAX) {
		go_other(p, n, in);
		return;
	}
	p->at = DFA_PREFIXES + prefix;
	in->read++;
	const struct node to = robotsc__prefix_reader_node(m, prefix);
	if (++p->read == to.count)
		go(p, to.target);
}

static void step_branch(const struct machine_reader *m, struct dfa_state *p, const struct node *n, struct machine_input *in)
{
	uint32_t way = 0;
	while (way < n->count && n->octets[way] != in->octets[in->read])
		way++;
	if (way == n->count && n->otherwise < ELSE_SELF) {
		go_other(p, n, in);
		return;
	}
	in->read++;
	if (way < n->count || n->otherwise == ELSE_GOTO)
		go(p, way < n->count ? node_way(n, way, m->width) : n->else_target);
}

static void step_run(struct dfa_state *p, const struct node *n, struct machine_input *in)
{
	if (n->octets[p->read] != in->octets[in->read]) {
		go_other(p, n, in);
		return;
	}
	in->read++;
	if (++p->read == n->count)
		go(p, n->target);
}

/* Read all of the input.  Returns how many nodes were looked at, plus 1. */
static uint32_t read_input(const struct machine_reader *m, struct dfa_state *p, struct machine_input *in)
{
	uint32_t looks = 1;
	for (; in->read < in->n && !is_settled(p); looks++) {
		const struct node n = node_of(m, p);
		if (in_prefix_table(p))
			step_prefix_table(m, p, &n, in);
		else if (n.head & NODE_BRANCH)
			step_branch(m, p, &n, in);
		else
			step_run(p, &n, in);
	}
	return looks;
}

/* Name the octets that a node reads next; in the prefix table, those of all prefixes that begin
 * with the octets read so far.  Returns the work: those octets, and all prefixes. */
static uint32_t name_node(const struct machine_reader *m, const struct dfa_state *p, const struct node *n, uint8_t named[256])
{
	const uint32_t first = n->head & NODE_BRANCH ? 0 : p->read, last = n->head & NODE_BRANCH ? n->count : p->read + 1;
	for (uint32_t i = first; i < last; i++)
		named[n->octets[i]] = 1;
	for (uint32_t i = p->at - DFA_PREFIXES; in_prefix_table(p) && i < m->prefixes; i++) {
		const struct node prefix = robotsc__prefix_reader_node(m, i);
		if (prefix.count <= p->read || memcmp(prefix.octets, n->octets, p->read) != 0)
			break;
		named[prefix.octets[p->read]] = 1;
	}
	return last - first + (in_prefix_table(p) ? m->prefixes : 0);
}

/* Name the octets that a machine distinguishes: those of its node, and of the nodes that default
 * edges lead to from there.  Returns the work. */
static uint32_t name_all(const struct machine_reader *m, struct dfa_state *p, uint8_t named[256])
{
	uint32_t looks = 0;
	while (!is_settled(p)) {
		const struct node n = node_of(m, p);
		struct machine_input none = {{0}, 0, 0};
		looks += name_node(m, p, &n, named);
		if (n.otherwise >= ELSE_SELF)
			break;
		go_other(p, &n, &none);
		looks += read_input(m, p, &none);
	}
	return looks;
}

/* ---- as a lazy DFA ----------------------------------------------------------- */

static struct dfa_state state_of(const uint8_t *state)
{
	struct dfa_state p;
	memcpy(&p, state, sizeof p);
	return p;
}

static size_t put_state(uint8_t *state, const struct dfa_state *p)
{
	memcpy(state, p, sizeof *p);
	return sizeof *p;
}

static const struct machine_reader *machine_of(const struct lazy_dfa *dfa)
{
	return ((const struct lazy_machines *)dfa)->machines;
}

static size_t start(struct lazy_dfa *dfa, uint8_t *state)
{
	const struct dfa_state p = {DFA_BEFORE, 0};
	(void)dfa;
	return put_state(state, &p);
}

static size_t step(struct lazy_dfa *dfa, const uint8_t *state, size_t len, uint8_t octet, uint8_t *next)
{
	struct dfa_state p = state_of(state);
	struct machine_input in = {{octet}, 1, 0};
	(void)len;
	if (p.at == DFA_BEFORE)
		go(&p, machine_of(dfa)->prefix_table ? DFA_PREFIXES : TARGET_NODE);
	else
		dfa->steps += read_input(machine_of(dfa), &p, &in);
	return put_state(next, &p);
}

static void name_next(struct lazy_dfa *dfa, const uint8_t *state, size_t len, uint8_t named[256])
{
	struct dfa_state p = state_of(state);
	(void)len;
	dfa->steps += p.at == DFA_BEFORE ? 0 : name_all(machine_of(dfa), &p, named);
}

/* A path that ends inside a prefix is treated as if no prefix followed. */
static int verdict(struct lazy_dfa *dfa, const uint8_t *state, size_t len)
{
	const struct machine_reader *m = machine_of(dfa);
	struct dfa_state p = state_of(state);
	(void)len;
	if (in_prefix_table(&p) && p.read) {
		const struct node prefix = node_of(m, &p);
		struct machine_input none = {{0}, 0, 0};
		go_other(&p, &prefix, &none);
		read_input(m, &p, &none);
	}
	if (is_settled(&p) || p.at == DFA_BEFORE)
		return p.at == TARGET_ALLOW;
	return ((in_prefix_table(&p) ? m->prefix_table[PREFIX_AT_ELSE] & PREFIX_E : node_of(m, &p).head & NODE_E)) != 0;
}

static int settled(const struct lazy_dfa *dfa, const uint8_t *state, size_t len)
{
	const struct dfa_state p = state_of(state);
	(void)dfa;
	(void)len;
	return is_settled(&p) ? (int)p.at : LAZY_DFA_OPEN;
}

static void name_octets(const struct lazy_dfa *dfa, uint8_t named[256])
{
	const struct machine_reader *m = machine_of(dfa);
	const uint32_t size = machine_field(m->at, MACHINE_CODE);
	for (uint32_t at = 0; at < size; at = robotsc__machine_reader_end(m, at)) {
		const struct node n = robotsc__machine_reader_node(m, at);
		for (uint32_t k = 0; k < n.count; k++)
			named[n.octets[k]] = 1;
	}
	for (uint32_t i = 0; i < m->prefixes; i++) {
		const struct node prefix = robotsc__prefix_reader_node(m, i);
		for (uint32_t k = 0; k < prefix.count; k++)
			named[prefix.octets[k]] = 1;
	}
}

/* ---- opening ----------------------------------------------------------------- */

/* The machine at an index of a group's list; index 0 is the group's own. */
static const uint8_t *machine_at(const struct robotsc_group *group, uint32_t i)
{
	if (i == 0)
		return group->machine;
	const uint32_t policy = ld32(group->of.list.at + (size_t)(i - 1) * 4);
	return group->of.list.machines + ld32(group->of.list.entries + (size_t)policy * POLICY_ENTRY);
}

/* Filters become globs. */
static enum robotsc_status open_filters(struct arena *a, struct lazy_machines *s, uint8_t form)
{
	struct filter_globs globs = {.fallback = (uint32_t)s->rules.fallback};
	uint64_t steps = 0;
	for (uint32_t i = 0; i < s->n; i++) {
		if (robotsc__filter_reader_run(a, &s->machines[i], form, s->n > 1, &globs) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
		steps += machine_size(s->machines[i].at);
	}
	s->unproven = globs.unproven;
	s->rules.rules = globs.all;
	s->rules.n = (uint32_t)globs.n;
	robotsc__lazy_rules_prepare(&s->rules, form);
	s->rules.dfa.steps = steps + (s->n ? lazy_rules_steps(&s->rules) : 0);
	return ROBOTSC_OK;
}

enum robotsc_status robotsc__lazy_machines_open(struct arena *a, const struct robotsc_group *group, struct lazy_machines *out)
{
	*out = (struct lazy_machines){.n = group->machine ? 1 + group->more : 0, .rules.fallback = (int)group->verdict};
	out->machines = robotsc__arena_take(a, out->n * sizeof *out->machines);
	if (!out->machines)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < out->n; i++) {
		out->machines[i] = robotsc__machine_reader_of(machine_at(group, i));
		if (out->machines[i].prefix_table && robotsc__prefix_reader_run(a, &out->machines[i]) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
	}
	if (!out->n || out->machines->filter)
		return open_filters(a, out, group->form);
	out->unproven = !check_tables_hold(out->machines, group->form);
	out->rules.dfa = (struct lazy_dfa){group->form,
	                                   sizeof(struct dfa_state),
	                                   machine_size(out->machines->at),
	                                   name_octets,
	                                   name_next,
	                                   start,
	                                   step,
	                                   verdict,
	                                   settled};
	return ROBOTSC_OK;
}

bool robotsc__lazy_machines_same(const struct lazy_machines *x, const struct lazy_machines *y)
{
	if (x->n != y->n || x->rules.fallback != y->rules.fallback || x->rules.dfa.form != y->rules.dfa.form)
		return false;
	for (uint32_t i = 0; i < x->n; i++) {
		const uint32_t size = machine_size(x->machines[i].at);
		if (size != machine_size(y->machines[i].at) || memcmp(x->machines[i].at, y->machines[i].at, size) != 0)
			return false;
	}
	return true;
}
