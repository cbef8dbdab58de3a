/* machine.c - see machine.h.  docs/format.md, "Nodes", "Marks", "The walk"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include <string.h>

#include "machine_reader.h"

#define STOPPED UINT32_MAX /* in place of a node: nothing more can match */
#define NOT_OPEN UINT32_MAX

/* Where a machine stands. */
struct place {
	uint32_t node;               /* offset in the code, or STOPPED */
	uint32_t read;               /* octets of it that were read */
	uint32_t age[REGISTERS_MAX]; /* of registers: octets read since they opened, or NOT_OPEN */
	struct positions at;         /* in programs, in place of all that: none when nothing more can match */
	void *room;                  /* for those after an octet */
};

/* Where all stand. */
struct reading {
	uint32_t best;
	int settled; /* verdict, or SOURCE_OPEN */
	struct place *at;
};

/* ---- marks ------------------------------------------------------------------- */

/* Was a register open so many octets ago? */
static int was_open(const struct place *p, uint32_t reg, uint32_t ago)
{
	return p->age[reg] != NOT_OPEN && p->age[reg] >= ago;
}

/* Take a mark that was reached when so many octets of those that are read now were left. */
static uint32_t take_mark(const struct machine_reader *m, struct place *p, uint32_t ref, uint32_t left, int end, uint32_t best)
{
	const uint32_t unit = machine_unit(m->at);
	uint32_t rank = end ? 0 : ref >> 1, next = 0;
	if (ref & 1) {
		const uint8_t *mark = machine_marks(m->at) + (size_t)(ref >> 1) * MARK_FIELDS * unit;
		rank = field_at(mark, end ? MARK_END : MARK_RANK, unit);
		next = field_at(mark, MARK_GATE, unit);
	}
	best = rank > best ? rank : best;
	while (next) {
		const uint8_t *gate = machine_gates(m->at) + (size_t)(next - 1) * GATE_FIELDS * unit;
		const uint32_t from = field_at(gate, GATE_FROM, unit), before = field_at(gate, GATE_BEFORE, unit);
		const uint32_t opens = field_at(gate, GATE_OPENS, unit), ago = left + field_at(gate, GATE_LENGTH, unit);
		next = field_at(gate, GATE_NEXT, unit);
		if ((from && !was_open(p, from - 1, ago)) || (before && was_open(p, before - 1, ago)))
			continue;
		rank = field_at(gate, end ? GATE_END : GATE_RANK, unit);
		best = rank > best ? rank : best;
		if (opens && p->age[opens - 1] == NOT_OPEN)
			p->age[opens - 1] = left;
	}
	return best;
}

/* Is a node a fan, or a label of one? */
static int in_fan(const struct machine_reader *m, uint32_t node)
{
	return m->fan.at && (node == m->fan.at || m->fan.is_label[node]);
}

/* ---- one octet --------------------------------------------------------------- */

/* The octets that a node reads now: those of a run that did not go on, then the new one. */
struct input {
	uint8_t octets[RUN_MAX_LINKED + 1];
	uint32_t n, read;
};

/* The best rank may settle the verdict. */
static void settle(const struct machine_reader *m, struct reading *r)
{
	if (r->best > machine_field(m->at, MACHINE_STOP + (r->best & 1)))
		r->settled = (int)(r->best & 1);
}

/* Go to a target, by reading an octet. */
static void go(const struct machine_reader *m, struct place *p, uint32_t target, const struct input *in, struct reading *r)
{
	if (target < TARGET_NODE) {
		r->settled = (int)target;
		return;
	}
	p->node = target - TARGET_NODE;
	p->read = 0;
	const struct node n = robotsc__node_read(m, p->node);
	if (!m->ranked || !(n.head & NODE_E))
		return;
	r->best = take_mark(m, p, n.mark, in->n - in->read, 0, r->best);
	settle(m, r);
}

/* No way for the octet that is next: the node that this one links to tries. */
static void go_other(const struct machine_reader *m, struct place *p, const struct node *n, struct input *in, struct reading *r)
{
	if (n->otherwise <= ELSE_ALLOW) {
		if (m->ranked)
			p->node = STOPPED;
		else
			r->settled = (int)n->otherwise;
		return;
	}
	const uint32_t rest = in->n - in->read;
	struct input again = {.n = p->read + rest};
	memcpy(again.octets, n->octets, p->read);
	memcpy(again.octets + p->read, in->octets + in->read, rest);
	*in = again;
	p->node = n->linked - TARGET_NODE;
	p->read = 0;
}

/* A fan, or a label of it: on in the label that begins with what was read and the next octet. */
static void step_fan(const struct machine_reader *m, struct place *p, const struct node *n, struct input *in, struct reading *r)
{
	const uint32_t label = robotsc__fan_find(m, n->octets, p->read, in->octets[in->read]);
	if (label == UINT32_MAX) {
		struct node back = m->fan.back;
		back.octets = n->octets;
		go_other(m, p, &back, in, r);
		return;
	}
	p->node = label;
	in->read++;
	const struct node to = robotsc__node_read(m, label);
	if (++p->read == to.count)
		go(m, p, to.target, in, r);
}

static void step_branch(const struct machine_reader *m, struct place *p, const struct node *n, struct input *in, struct reading *r)
{
	uint32_t way = 0;
	while (way < n->count && n->octets[way] != in->octets[in->read])
		way++;
	if (way < n->count || n->otherwise == ELSE_GOTO) {
		in->read++;
		go(m, p, way < n->count ? robotsc__node_way(m, n, way) : n->linked, in, r);
	} else if (n->otherwise == ELSE_SELF) {
		in->read++;
	} else {
		go_other(m, p, n, in, r);
	}
}

static void step_run(const struct machine_reader *m, struct place *p, const struct node *n, struct input *in, struct reading *r)
{
	if (n->octets[p->read] != in->octets[in->read]) {
		go_other(m, p, n, in, r);
		return;
	}
	in->read++;
	if (++p->read == n->count)
		go(m, p, n->target, in, r);
}

/* Read all of the input.  Returns how many nodes were looked at. */
static uint32_t read_input(const struct machine_reader *m, struct place *p, struct input *in, struct reading *r)
{
	uint32_t looks = 1;
	for (; in->read < in->n && p->node != STOPPED && r->settled == SOURCE_OPEN; looks++) {
		const struct node n = robotsc__node_read(m, p->node);
		if (in_fan(m, p->node))
			step_fan(m, p, &n, in, r);
		else if (n.head & NODE_BRANCH)
			step_branch(m, p, &n, in, r);
		else
			step_run(m, p, &n, in, r);
	}
	return looks;
}

static uint32_t step_programs(const struct machine_reader *m, struct place *p, uint8_t octet, struct reading *r)
{
	const struct positions from = p->at;
	p->at.all = p->room;
	r->best = robotsc__glob_set_step(m->globs, &from, octet, 0, &p->at, r->best);
	settle(m, r);
	return from.n;
}

static uint32_t step_machine(const struct machine_reader *m, struct place *p, uint8_t octet, struct reading *r)
{
	if (has_programs(m))
		return step_programs(m, p, octet, r);
	struct input in = {{octet}, 1, 0};
	for (uint32_t i = 0; i < m->registers; i++)
		if (p->age[i] < m->age_max)
			p->age[i]++;
	return read_input(m, p, &in, r);
}

/* Name what may follow in a fan, behind what was read of a label. */
static uint32_t name_fan(const struct machine_reader *m, const struct place *p, const struct node *n, uint8_t named[256])
{
	for (uint32_t i = 0; i < m->fan.n; i++) {
		const struct node label = robotsc__node_read(m, m->fan.labels[i]);
		if (label.count > p->read && memcmp(label.octets, n->octets, p->read) == 0)
			named[label.octets[p->read]] = 1;
	}
	return m->fan.n;
}

/* Name what a machine tells from others: at its node, and at those that would try next. */
static uint32_t name_machine(const struct machine_reader *m, struct place *p, struct reading *r, uint8_t named[256])
{
	uint32_t looks = 0;
	if (has_programs(m))
		robotsc__glob_set_name(m->globs, &p->at, 0, named);
	while (!has_programs(m) && p->node != STOPPED && r->settled == SOURCE_OPEN) {
		struct node n = robotsc__node_read(m, p->node);
		struct input none = {{0}, 0, 0};
		const uint32_t first = n.head & NODE_BRANCH ? 0 : p->read, last = n.head & NODE_BRANCH ? n.count : p->read + 1;
		for (uint32_t i = first; i < last; i++)
			named[n.octets[i]] = 1;
		looks += last - first;
		if (in_fan(m, p->node)) {
			looks += name_fan(m, p, &n, named);
			n.otherwise = m->fan.back.otherwise;
			n.linked = m->fan.back.linked;
		}
		if (n.otherwise >= ELSE_SELF)
			break;
		go_other(m, p, &n, &none, r);
		looks += read_input(m, p, &none, r);
	}
	return looks;
}

/* ---- states ------------------------------------------------------------------ */

static void put32(uint8_t **to, uint32_t v)
{
	memcpy(*to, &v, sizeof v);
	*to += sizeof v;
}

static uint32_t get32(const uint8_t **from)
{
	uint32_t v;
	memcpy(&v, *from, sizeof v);
	*from += sizeof v;
	return v;
}

/* Drop positions in programs that do not matter.  Where nothing more can match, the best rank settles the verdict. */
static void settle_all(const struct machine_source *s, struct reading *r)
{
	uint32_t going = 0;
	for (uint32_t i = 0; i < s->n && r->settled == SOURCE_OPEN; i++) {
		struct place *p = &r->at[i];
		if (has_programs(&s->machines[i])) {
			robotsc__glob_set_prune(s->machines[i].globs, &p->at, r->best, r->best & 1, s->n == 1);
			p->node = p->at.n ? 0 : STOPPED;
		}
		going += p->node != STOPPED;
	}
	if (!going && r->settled == SOURCE_OPEN)
		r->settled = (int)(r->best & 1);
}

static void put_registers(const struct machine_reader *m, const struct place *p, uint32_t best, uint8_t **to)
{
	const uint32_t reach = m->registers ? m->reach[p->node] + p->read : 0;
	for (uint32_t k = 0; k < m->registers; k++) {
		if (p->age[k] == NOT_OPEN || m->top[k] <= best)
			continue;
		put32(to, k);
		put32(to, p->age[k] < reach ? p->age[k] : reach);
	}
	put32(to, REGISTERS_MAX);
}

/* A state is one octet if it is settled; else that, the best rank, and of each machine the node; if it has not
 * stopped, the octets read, and the registers that are open with their ages, ended by REGISTERS_MAX; or of programs how many
 * positions, and these. */
static size_t pack(const struct machine_source *s, struct reading *r, uint8_t *state)
{
	uint8_t *to = state;
	settle_all(s, r);
	*to++ = (uint8_t)(r->settled == SOURCE_OPEN ? 2 : r->settled);
	if (r->settled != SOURCE_OPEN)
		return 1;
	put32(&to, r->best);
	for (uint32_t i = 0; i < s->n; i++) {
		const struct place *p = &r->at[i];
		put32(&to, p->node);
		if (p->node == STOPPED)
			continue;
		put32(&to, has_programs(&s->machines[i]) ? p->at.n : p->read);
		if (!has_programs(&s->machines[i])) {
			put_registers(&s->machines[i], p, r->best, &to);
			continue;
		}
		memcpy(to, p->at.all, p->at.n * sizeof(struct position));
		to += p->at.n * sizeof(struct position);
	}
	return (size_t)(to - state);
}

static struct reading unpack(const struct machine_source *s, const uint8_t *state, int slot)
{
	struct reading r = {.settled = state[0] == 2 ? SOURCE_OPEN : state[0], .at = s->reading[slot]};
	const uint8_t *from = state + 1;
	if (r.settled != SOURCE_OPEN)
		return r;
	r.best = get32(&from);
	for (uint32_t i = 0; i < s->n; i++) {
		struct place *p = &r.at[i];
		p->node = get32(&from);
		p->at.n = 0;
		for (uint32_t k = 0; k < s->machines[i].registers; k++)
			p->age[k] = NOT_OPEN;
		if (p->node == STOPPED)
			continue;
		p->read = get32(&from);
		if (has_programs(&s->machines[i])) {
			p->at = (struct positions){(uint8_t *)from, p->read};
			from += p->at.n * sizeof(struct position);
			continue;
		}
		for (uint32_t k = get32(&from); k != REGISTERS_MAX; k = get32(&from))
			p->age[k] = get32(&from);
	}
	return r;
}

static size_t start(struct source *source, uint8_t *state)
{
	const struct machine_source *s = (const struct machine_source *)source;
	struct reading r = {.best = (uint32_t)s->fallback, .settled = s->n ? SOURCE_OPEN : s->fallback, .at = s->reading[0]};
	const struct input none = {{0}, 0, 0};
	for (uint32_t i = 0; i < s->n; i++) {
		for (uint32_t k = 0; k < s->machines[i].registers; k++)
			r.at[i].age[k] = NOT_OPEN;
		r.at[i].node = STOPPED;
		if (!has_programs(&s->machines[i])) {
			go(&s->machines[i], &r.at[i], TARGET_NODE, &none, &r);
			continue;
		}
		r.at[i].at.all = r.at[i].room;
		r.best = robotsc__glob_set_start(s->machines[i].globs, s->machines[i].nglobs, &r.at[i].at, r.best);
		settle(&s->machines[i], &r);
	}
	return pack(s, &r, state);
}

static size_t step(struct source *source, const uint8_t *state, size_t len, uint8_t octet, uint8_t *next)
{
	const struct machine_source *s = (const struct machine_source *)source;
	struct reading r = unpack(s, state, 0);
	(void)len;
	for (uint32_t i = 0; i < s->n && r.settled == SOURCE_OPEN; i++)
		if (r.at[i].node != STOPPED)
			source->steps += step_machine(&s->machines[i], &r.at[i], octet, &r) + s->machines[i].registers / 4;
	return pack(s, &r, next);
}

static void name_next(struct source *source, const uint8_t *state, size_t len, uint8_t named[256])
{
	const struct machine_source *s = (const struct machine_source *)source;
	struct reading r = unpack(s, state, 1);
	(void)len;
	for (uint32_t i = 0; i < s->n && state[0] == 2; i++) {
		r.settled = SOURCE_OPEN;
		source->steps += name_machine(&s->machines[i], &r.at[i], &r, named);
	}
}

/* A path that ends inside a label does what it does where none follows. */
static void leave_label(const struct machine_reader *m, struct place *p, struct reading *r)
{
	while (p->node != STOPPED && p->read && in_fan(m, p->node) && r->settled == SOURCE_OPEN) {
		const struct node label = robotsc__node_read(m, p->node);
		struct input none = {{0}, 0, 0};
		go_other(m, p, &label, &none, r);
		read_input(m, p, &none, r);
	}
}

static int verdict(struct source *source, const uint8_t *state, size_t len)
{
	const struct machine_source *s = (const struct machine_source *)source;
	struct reading r = unpack(s, state, 1);
	(void)len;
	for (uint32_t i = 0; i < s->n && r.settled == SOURCE_OPEN; i++) {
		if (has_programs(&s->machines[i])) {
			r.best = robotsc__glob_set_end(s->machines[i].globs, &r.at[i].at, r.best);
			continue;
		}
		leave_label(&s->machines[i], &r.at[i], &r);
		if (r.at[i].node == STOPPED || r.settled != SOURCE_OPEN)
			continue;
		const struct node n = robotsc__node_read(&s->machines[i], r.at[i].node);
		if (!s->machines[i].ranked)
			return (n.head & NODE_E) != 0;
		if (n.head & NODE_E && r.at[i].read == 0)
			r.best = take_mark(&s->machines[i], &r.at[i], n.mark, 0, 1, r.best);
	}
	return r.settled != SOURCE_OPEN ? r.settled : (int)(r.best & 1);
}

static int settled(const struct source *source, const uint8_t *state, size_t len)
{
	(void)source;
	(void)len;
	return state[0] == 2 ? SOURCE_OPEN : state[0];
}

static void name_octets(const struct source *source, uint8_t named[256])
{
	const struct machine_source *s = (const struct machine_source *)source;
	for (uint32_t i = 0; i < s->n; i++) {
		const struct machine_reader *m = &s->machines[i];
		const uint32_t size = has_programs(m) ? 0 : machine_field(m->at, MACHINE_CODE);
		robotsc__glob_set_name_all(m->globs, m->nglobs, named);
		for (uint32_t at = 0; at < size;) {
			const struct node n = robotsc__node_read(m, at);
			for (uint32_t k = 0; k < n.count; k++)
				named[n.octets[k]] = 1;
			at = robotsc__node_end(m, at);
		}
		for (uint32_t k = 0; k < m->fan.n; k++) {
			const struct node label = robotsc__node_read(m, m->fan.labels[k]);
			for (uint32_t j = 0; j < label.count; j++)
				named[label.octets[j]] = 1;
		}
	}
}

/* ---- opening ----------------------------------------------------------------- */

/* The machine at a place of a group's list; the first is the group's own. */
static const uint8_t *machine_of(const struct robotsc_group *group, uint32_t i)
{
	if (i == 0)
		return group->machine;
	const uint32_t policy = ld32(group->of.list.at + (size_t)(i - 1) * 4);
	return group->of.list.machines + ld32(group->of.list.entries + (size_t)policy * POLICY_ENTRY);
}

/* Octets of all positions in a machine's programs. */
static size_t positions_size(const struct machine_reader *m)
{
	size_t positions = 0;
	for (uint32_t i = 0; i < m->nglobs; i++)
		positions += glob_room(&m->globs[i]);
	return positions * sizeof(struct position);
}

enum robotsc_status robotsc__machine_open(struct arena *a, const struct robotsc_group *group, struct machine_source *out)
{
	size_t size = 1 + 4;
	uint64_t steps = 0;
	*out = (struct machine_source){.n = group->machine ? 1 + group->more : 0, .fallback = (int)group->verdict};
	out->machines = robotsc__arena_take(a, out->n * sizeof *out->machines);
	out->reading[0] = robotsc__arena_take(a, out->n * sizeof(struct place));
	out->reading[1] = robotsc__arena_take(a, out->n * sizeof(struct place));
	if (!out->machines || !out->reading[0] || !out->reading[1])
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 0; i < out->n; i++) {
		if (robotsc__machine_read(a, machine_of(group, i), &out->machines[i]) != ROBOTSC_OK)
			return ROBOTSC_ERR_NOMEM;
		out->doubtful |= !robotsc__hints_hold(&out->machines[i], i ? &out->machines[i - 1] : NULL, group->form);
		out->doubtful |= out->n > 1 && !robotsc__hints_verdicts_hold(&out->machines[i], &out->machines[0]);
		steps += machine_size(out->machines[i].at);
		const size_t positions = positions_size(&out->machines[i]);
		void *room = robotsc__arena_take(a, positions);
		if (!room)
			return ROBOTSC_ERR_NOMEM;
		((struct place *)out->reading[0])[i].room = room;
		size += 12 + 8 * (size_t)out->machines[i].registers + positions;
	}
	out->source = (struct source){group->form, size, steps, name_octets, name_next, start, step, verdict, settled};
	return ROBOTSC_OK;
}

int robotsc__machine_same(const struct machine_source *x, const struct machine_source *y)
{
	if (x->n != y->n || x->fallback != y->fallback || x->source.form != y->source.form)
		return 0;
	for (uint32_t i = 0; i < x->n; i++) {
		const uint32_t size = machine_size(x->machines[i].at);
		if (size != machine_size(y->machines[i].at) || memcmp(x->machines[i].at, y->machines[i].at, size) != 0)
			return 0;
	}
	return 1;
}
