/* walk.c - walk canonical octets that stand side by side through the machines of a group.  docs/format.md, "The walk"
 *
 * robotsc_open has proven every node, target and table entry, so nothing is checked here but the end of the path.  What the
 * walk relies on, with the rows of tests/layout.h that say it:
 *
 *   16 octets can be read behind any code                       BLOB_OVERREAD
 *   the code begins with a node; nodes stand end to end          MACHINE_CODE, NODE_BIT, NODE_END
 *   a target is a verdict or a node; a run that falls has a next RUN_TARGET, WAY_TARGET, ELSE_TARGET, LABEL_TARGET, NEXT_FALL
 *   following links and the hub ends                             LINK_TARGET, ELSE_HUB
 *   ELSE_SELF and ELSE_GOTO stand in branches only               RUN_ELSE
 *   the hub of a scan table stays, and has no mark if ranked     MACHINE_SCAN, MACHINE_HUB
 *   a fan's entries lead to labels, whose octets are plain       FAN_AT_ENTRIES, LABEL_MORE, LABEL_OCTET, LABEL_NEXT
 *   a fan has no mark and no link                                NODE_E, BRANCH_ELSE
 *   marks and gates exist; registers are below REGISTERS_MAX     NODE_MARK, MARK_GATE, GATE_FROM, GATE_BEFORE, GATE_OPENS
 *   a list of gates ends                                         GATE_NEXT
 *   machines of a list are ranked, none twice                    LIST_INDEX
 *
 * Ranks, lengths of gates, RUN_CAREFUL and what the skip tables hold are not verified: they may make a verdict wrong, but
 * no read.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include "canonical.h"
#include "compare.h"
#include "gates.h"
#include "globs.h"
#include "scan.h"

#if !ROBOTSC_SMALL

#define UNDECIDED (-1)

/* The machine that is being walked, and the path. */
struct walker {
	const struct robotsc_group *group; /* of a DFA */
	const uint8_t *machine, *code, *hub;
	const uint8_t *scan; /* octets on which the hub does not stay, or NULL */
	const uint8_t *begin, *end;
	struct gate_reader gates; /* of a ranked machine */
};

/* ---- gates: what is done is not looked at again ------------------------------- */

#define GATES_FEW 16     /* gates of a mark that are looked at before anything is worth remembering */
#define STRETCH_LEAST 32 /* gates that are */

/* A gate that may continue a stretch does so, or begins another. */
static inline void stretch_add(struct stretch *s, uint32_t gate, uint32_t from, uint32_t next)
{
	if (gate + 1 != s->last || s->next != gate || from >= s->low) {
		s->first = gate;
		s->high = from;
	}
	s->last = gate;
	s->low = from;
	s->next = next;
}

/* The gate of a stretch that waits for a register, plus 1, or NULL. */
static inline const uint8_t *stretch_find(const struct stretch *s, const uint8_t *gates, uint32_t unit, uint32_t from)
{
	uint32_t low = s->last, high = s->first;
	while (low < high) {
		const uint32_t middle = low + (high - low) / 2;
		if (field_at(gate_at(gates, unit, middle), GATE_FROM, unit) < from)
			low = middle + 1;
		else
			high = middle;
	}
	const uint8_t *gate = gate_at(gates, unit, low);
	return field_at(gate, GATE_FROM, unit) == from ? gate : NULL;
}

/* Try the gates of a stretch whose registers are open. */
static inline enum gate_state pass_stretch(const uint8_t *gates, uint32_t unit, size_t at, struct score *score)
{
	struct stretch *s = &score->stretch;
	enum gate_state most = GATE_CLOSED;
	for (uint32_t k = (s->low - 1) / 64; k <= (s->high - 1) / 64; k++) {
		uint64_t left = score->open[k] & ~s->spent[k];
		while (left) {
			const uint64_t bit = left & (~left + 1);
			const uint32_t from = 64 * k + lowest_bit(left) + 1;
			const uint8_t *gate = from < s->low || from > s->high ? NULL : stretch_find(s, gates, unit, from);
			if (gate && pass_gate(gate, unit, at, 0, score) == GATE_WAITS)
				most = GATE_WAITS;
			else
				s->spent[k] |= bit;
			left ^= bit;
		}
	}
	return most;
}

/* Remember the stretch that was walked last, if it is long. */
static inline void stretch_keep(struct score *score, const struct stretch *walked)
{
	if (walked->first == 0 || walked->first - walked->last < STRETCH_LEAST || walked->low == 0)
		return;
	score->stretch = *walked;
	for (uint32_t k = 0; k < REGISTERS_MAX / 64; k++)
		score->stretch.spent[k] = 0;
}

/* What was found out about the gates of a mark. */
struct round {
	uint32_t busy; /* the first that is not done, plus 1 */
	enum gate_state most;
	struct stretch walked;
};

/* Follow gates to the last; many: those that may be worth remembering as a stretch. */
SPECIALIZED uint32_t follow_gates(const uint8_t *gates, uint32_t unit, uint32_t next, size_t at, int many, struct score *score,
                                  struct round *round)
{
	for (unsigned n = 0; next && (many || n < GATES_FEW); n++) {
		enum gate_state state;
		const uint32_t gate = next;
		if (next == score->idle) {
			next = score->busy;
			continue;
		}
		if (next == score->stretch.first) {
			state = pass_stretch(gates, unit, at, score);
			next = score->stretch.next;
		} else {
			const uint8_t *fields = gate_at(gates, unit, next);
			state = pass_gate(fields, unit, at, 0, score);
			next = field_at(fields, GATE_NEXT, unit);
			if (many)
				stretch_add(&round->walked, gate, field_at(fields, GATE_FROM, unit), next);
		}
		if (state != GATE_DONE && !round->busy)
			round->busy = gate;
		round->most = state > round->most ? state : round->most;
	}
	return next;
}

NOT_INLINE static void follow_many(const uint8_t *gates, uint32_t unit, uint32_t next, size_t at, struct score *score,
                                   struct round *round)
{
	round->walked.first = 0;
	round->walked.last = 0;
	follow_gates(gates, unit, next, at, 1, score, round);
	stretch_keep(score, &round->walked);
}

/* The same before the path ends, and what there is to remember. */
SPECIALIZED void pass_gates(const uint8_t *gates, uint32_t unit, uint32_t head, size_t at, struct score *score)
{
	const uint32_t opened = score->opened;
	struct quiet *quiet = &score->quiet[head % QUIET];
	struct round round;
	if (quiet->gate == head && quiet->opened == opened)
		return;
	round.busy = 0;
	round.most = GATE_DONE;
	const uint32_t more = follow_gates(gates, unit, head, at, 0, score, &round);
	if (more)
		follow_many(gates, unit, more, at, score, &round);
	if (round.busy != head) {
		score->idle = head;
		score->busy = round.busy;
	}
	if (round.most == GATE_CLOSED)
		*quiet = (struct quiet){head, opened};
}

/* Take what a state has completed; end: because the path ends there. */
SPECIALIZED void take_mark(const struct gate_reader *m, const uint32_t unit, uint32_t ref, size_t at, int end, struct score *score)
{
	uint32_t rank = end ? 0 : ref >> 1, gate = 0;
	if (ref & 1) {
		const uint8_t *mark = m->marks + (size_t)(ref >> 1) * MARK_FIELDS * unit;
		rank = field_at(mark, end ? MARK_END : MARK_RANK, unit);
		gate = field_at(mark, MARK_GATE, unit);
	}
	if (rank > score->best)
		score->best = rank;
	if (gate && end)
		try_gates(m->gates, unit, gate, at, end, score);
	else if (gate)
		pass_gates(m->gates, unit, gate, at, score);
}

/* ---- the hub of a ranked machine ---------------------------------------------- */

#define BLOCK 64 /* octets that the hub looks at together */
#define LONG 256 /* of longer paths it looks at no more than it must */

/* What the hub must look at of a block of the path. */
struct block {
	const uint8_t *begin; /* NULL: there is none yet */
	uint64_t stops;
};

#if VECTOR_X86
/* Up to 15 octets, but not none, with zeros behind them. */
static inline vector_octets load_few(const uint8_t *begin, const uint8_t *end)
{
	if (end - begin >= 8)
		return load_short(begin, end);
	return (vector_octets)(vector_words){(long long)load_word(begin, (size_t)(end - begin)), 0};
}

/* As block_stops.  The last 16 octets are looked at together; those before them again if need be. */
SHUFFLE uint64_t vector_stops(const uint8_t *scan, int pairs, const uint8_t *begin, const uint8_t *end)
{
	const size_t n = (size_t)(end - begin), last = n < 16 ? 0 : n - 16;
	const vector_octets octets = n < 16 ? load_few(begin, end) : vector_load(begin + last), rows = vector_load(scan);
	uint64_t stops;
	if (!pairs) {
		stops = (uint64_t)scan_stops_in(rows, octets) << last;
		for (size_t i = 0; i < last; i += 16)
			stops |= (uint64_t)scan_stops_in(rows, vector_load(begin + i)) << i;
	} else {
		const vector_octets after = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, -1};
		const struct pair_tables tables = load_pairs(scan);
		const vector_octets next = __builtin_ia32_pshufb128(octets, after);
		stops = (uint64_t)pair_stops_in(&tables, octets, next, 1u << (n - last - 1)) << last;
		for (size_t i = 0; i < last; i += 16)
			stops |= (uint64_t)pair_stops_in(&tables, vector_load(begin + i), vector_load(begin + i + 1), 0x8000) << i;
	}
	return stops & UINT64_MAX >> (64 - n);
}
#endif

/* Bit i is set when octet i of a block, which has some, must be looked at. */
static inline uint64_t block_stops(const uint8_t *scan, int pairs, const uint8_t *begin, const uint8_t *end)
{
	uint64_t stops = 0;
#if VECTOR_X86
	if (vector_has_shuffle())
		return vector_stops(scan, pairs, begin, end);
#endif
	for (const uint8_t *at = begin; (at = pairs ? scan_pairs(scan, at, end) : scan_octets(scan, at, end)) < end; at++)
		stops |= (uint64_t)1 << (at - begin);
	return stops;
}

/* The first octet from at on that the hub must look at, or the path's end. */
SPECIALIZED const uint8_t *skip(const struct walker *m, struct block *block, const uint8_t *at)
{
	if (m->end - m->begin > LONG)
		return scan_path(m->scan, m->machine[0] & MACHINE_PAIRS, m->begin, at, m->end);
	while (at < m->end) {
		if (!block->begin || at - block->begin >= BLOCK) {
			const uint8_t *const end = m->end - at > BLOCK ? at + BLOCK : m->end;
			*block = (struct block){at, block_stops(m->scan, m->machine[0] & MACHINE_PAIRS, at, end)};
		}
		const uint64_t left = block->stops >> (at - block->begin);
		if (left)
			return at + lowest_bit(left);
		at = m->end - block->begin > BLOCK ? block->begin + BLOCK : m->end;
	}
	return at;
}

/* Does a target lead back to the hub at once, with the octets from at on? */
SPECIALIZED int leads_back(const struct walker *m, const unsigned width, uint32_t target, const uint8_t *at)
{
	const uint8_t *const node = m->code + (target - TARGET_NODE);
	if (target < TARGET_NODE || (node[0] & (NODE_BRANCH | NODE_E | RUN_ELSE)) != ELSE_HUB << RUN_ELSE_SHIFT)
		return 0;
	const uint8_t *const run = node + 2 + ((node[0] & RUN_NEXT) == NEXT_GOTO << RUN_NEXT_SHIFT ? width : 0);
	return equal_octets(run, node[1], at, m->begin, m->end) < node[1];
}

/* Stay in the hub until something may begin, or the path ends; returns where.  *target: where that leads. */
SPECIALIZED const uint8_t *stay_in_hub(const struct walker *m, struct block *block, const unsigned width, const uint8_t *ways,
                                       uint32_t count, const uint8_t *at, uint32_t *target)
{
	for (;; at++) {
		at = skip(m, block, at);
		*target = TARGET_NODE;
		if (at == m->end)
			return at;
		const uint32_t way = find_way(ways, count, *at);
		if (way >= count)
			continue;
		*target = code_int(ways + count + way * width, width);
		if (!leads_back(m, width, *target, at + 1))
			return at;
	}
}

/* ---- other nodes that stay ---------------------------------------------------- */

/* The octet of a run that leads back to a node when it is not there, or -1 for any other target. */
static inline int second_octet(const struct walker *m, const unsigned width, const uint8_t *node, uint32_t target)
{
	if (target < TARGET_NODE)
		return -1;
	const uint8_t *run = m->code + (target - TARGET_NODE);
	const unsigned otherwise = node_else(run[0]), linked = otherwise == ELSE_LINK;
	const unsigned go = (run[0] & RUN_NEXT) == NEXT_GOTO << RUN_NEXT_SHIFT;
	const int back =
		linked ? m->code + code_int(run + 2, width) - TARGET_NODE == node : otherwise == ELSE_HUB && m->hub == node;
	return !(run[0] & (NODE_BRANCH | NODE_E)) && back ? run[2 + width * (linked + go)] : -1;
}

/* Skip what a node with one way out, or with another over '?', stays on: octets that are no way, and
 * those behind which the run that they lead to would lead back at once. */
static inline const uint8_t *seek(const struct walker *m, const unsigned width, const uint8_t *node, const uint8_t *ways,
                                  uint32_t count, const uint8_t *at)
{
	const uint32_t way = count == 2 && ways[0] == '?';
	const int second = second_octet(m, width, node, code_int(ways + count + way * width, width));
	if (second >= 0)
		return find_pair(at, m->end, ways[way], (uint8_t)second, count == 2 ? '?' : 0xFF);
	while (at < m->end && *at != ways[0] && *at != ways[count - 1])
		at++;
	return at;
}

/* Is it worth while to look ahead for a way out? */
static inline int has_few_ways(const uint8_t *ways, uint32_t count)
{
	return count == 1 || (count == 2 && (ways[0] == '?' || ways[1] == '?'));
}

/* ---- the walk ----------------------------------------------------------------- */

/* The label of a fan that follows, or NULL. */
static inline const uint8_t *match_label(const uint8_t *fan, unsigned width, const uint8_t *at, const uint8_t *begin,
                                         const uint8_t *end)
{
	for (const uint8_t *label = fan_label(fan, load_octets(at, begin, end));; label += label_size(label[0], width)) {
		const uint32_t count = label_count(label[0]);
		if (equal_octets(label + 1, count, at, begin, end) == count)
			return label;
		if (!(label[0] & LABEL_MORE))
			return NULL;
	}
}

NOT_INLINE static int copy_rest(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, const uint8_t *begin,
                                const uint8_t *end);

/* Is there more of a path, of which octets were made up to end? */
static inline int has_more(struct canonical *c, const uint8_t **end)
{
	const int more = robotsc__canonical_more(c);
	*end = c->end;
	return more;
}

/* Walk through a machine from a node on, arrived at by reading an octet, or through a link.  Returns the verdict, or of a
 * ranked machine one that is settled or UNDECIDED: see score.  slow: classes of octets that are not canonical; none of
 * them stand in the path of a ranked machine.  width: octets of an int7; unit: of a field.  more: makes more of the path
 * of a DFA, or NULL. */
SPECIALIZED int walk(const struct walker *m, const int ranked, const uint8_t slow, const unsigned width, const uint32_t unit,
                     const uint8_t *node, int arrived, const uint8_t *at, struct score *score, struct canonical *more)
{
	const uint8_t *const code = m->code, *const begin = m->begin, *end = m->end;
	struct block block = {NULL, 0};
	for (;;) {
		const uint8_t head = node[0];
		const uint32_t count = node[1];
		const uint8_t *field = node + 2;
		unsigned otherwise;
		uint32_t target;
		if (ranked && head & NODE_E) {
			if (arrived) {
				take_mark(&m->gates, unit, code_int(field, width), (size_t)(at - begin), 0, score);
				if (score_enough(score))
					return UNDECIDED;
			}
			field += width;
		}
		if (!(head & NODE_BRANCH)) {
			const unsigned next = (unsigned)(head & RUN_NEXT) >> RUN_NEXT_SHIFT;
			otherwise = (unsigned)(head & RUN_ELSE) >> RUN_ELSE_SHIFT;
			const uint8_t *const link = field;
			field += otherwise == ELSE_LINK ? width : 0;
			const uint8_t *const run = field + (next == NEXT_GOTO ? width : 0);
			if (slow && head & RUN_CAREFUL)
				return copy_rest(m->group, node, at, begin, end);
			const uint32_t read = equal_octets(run, count, at, begin, end);
			if (read < count) {
				if (at + read == end && ranked && read)
					return UNDECIDED;
				if (at + read == end)
					goto ends;
				if (slow && octet_class[at[read]] & slow)
					return copy_rest(m->group, node, at, begin, end);
				field = link;
				goto other;
			}
			at += count;
			arrived = 1;
			if (next == NEXT_FALL) {
				node = run + count;
				continue;
			}
			target = next == NEXT_GOTO ? code_int(field, width) : next - NEXT_DISALLOW;
		} else if (ranked && node == m->hub && m->scan && !has_few_ways(field, count)) {
			at = stay_in_hub(m, &block, width, field, count, at, &target);
			if (at == end)
				return UNDECIDED; /* a hub with a scan table has no mark */
			at++;
			arrived = 1;
		} else if (!(head & BRANCH_FAN)) {
			otherwise = head & BRANCH_ELSE;
			const uint8_t *const ways = field + (else_has_target(otherwise) ? width : 0);
			uint32_t way;
			for (;; at++) {
				if (!ranked && node == m->hub && m->scan)
					at = scan_path(m->scan, m->machine[0] & MACHINE_PAIRS, begin, at, end);
				else if (ranked && otherwise == ELSE_SELF && has_few_ways(ways, count))
					at = seek(m, width, node, ways, count, at);
				else if (!ranked && otherwise == ELSE_SELF && count == 1)
					while (at < end && *at != ways[0] && !(octet_class[*at] & slow))
						at++;
				if (at == end)
					goto ends;
				if (slow && octet_class[*at] & slow)
					return copy_rest(m->group, node, at, begin, end);
				way = find_way(ways, count, *at);
				if (way < count || otherwise != ELSE_SELF)
					break;
				arrived = 0;
			}
			if (way >= count && otherwise != ELSE_GOTO)
				goto other;
			target = code_int(way < count ? ways + count + way * width : field, width);
			at++;
			arrived = 1;
		} else {
			for (size_t i = 0; slow && i < (size_t)(end - at) && i < FAN_LABEL; i++)
				if (octet_class[at[i]] & slow)
					return copy_rest(m->group, node, at, begin, end);
			while (more && (size_t)(end - at) < FAN_LABEL && has_more(more, &end))
				continue;
			if (at == end)
				goto ends;
			const uint8_t *label = match_label(node, width, at, begin, end);
			otherwise = head & BRANCH_ELSE;
			if (!label)
				goto other;
			at += label_count(label[0]);
			target = label_target(label, width);
			arrived = 1;
		}
		if (target < TARGET_NODE)
			return (int)target;
		node = code + (target - TARGET_NODE);
		continue;
	other: /* at is still where the node began; field is where its link is */
		if (otherwise <= ELSE_ALLOW)
			return ranked ? UNDECIDED : (int)otherwise;
		node = otherwise == ELSE_HUB ? m->hub : code + (code_int(field, width) - TARGET_NODE);
		arrived = 0;
		continue;
	ends: /* at is where the node began, or where it stays */
		if (more && has_more(more, &end))
			continue;
		if (more && canonical_full(more))
			return robotsc__walk_small(m->group, more->path);
		if (!ranked)
			return (head & NODE_E) != 0;
		if (head & NODE_E)
			take_mark(&m->gates, unit, code_int(node + 2, width), (size_t)(at - begin), 1, score);
		return UNDECIDED;
	}
}

/* ---- the instances: DFAs and ranked machines, of narrow integers, which most have, and of any ---- */

/* What the group knows of its machine need not be fetched. */
static inline struct walker dfa_walker(const struct robotsc_group *group, const uint8_t *begin, const uint8_t *end)
{
	const uint8_t *const machine = group->machine;
	const size_t fields = MACHINE_DECIDED_FIELDS * (group->flags & MACHINE_WIDE ? 4 : 2);
	return (struct walker){.group = group,
	                       .machine = machine,
	                       .code = machine + group->code,
	                       .hub = machine + group->hub,
	                       .scan = group->flags & MACHINE_SCAN ? machine + 1 + fields : NULL,
	                       .begin = begin,
	                       .end = end};
}

int robotsc__walk_dfa(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, const uint8_t *begin,
                      const uint8_t *end)
{
	if (group->flags & MACHINE_WIDTH)
		return copy_rest(group, node, at, begin, end);
	const struct walker m = dfa_walker(group, begin, end);
	return walk(&m, 0, octet_slow[group->form], 2, 2, node, 1, at, NULL, NULL);
}

NOT_INLINE static int walk_dfa_wide(const struct walker *m, const uint8_t *node, const uint8_t *at, struct canonical *c)
{
	return walk(m, 0, 0, machine_width(m->machine), 2, node, 1, at, NULL, c);
}

int robotsc__walk_dfa_copied(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, struct canonical *c)
{
	const struct walker m = dfa_walker(group, c->room, c->end);
	return group->flags & MACHINE_WIDTH ? walk_dfa_wide(&m, node, at, c) : walk(&m, 0, 0, 2, 2, node, 1, at, NULL, c);
}

/* Copy the path from a place on, to make it canonical. */
NOT_INLINE static int copy_rest(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, const uint8_t *begin,
                                const uint8_t *end)
{
	uint8_t room[CANONICAL_ROOM];
	struct path path = path_of(begin, (size_t)(end - begin), group->form);
	struct canonical c = canonical_begin(&path, at, room);
	return robotsc__walk_dfa_copied(group, node, room, &c);
}

NOT_INLINE static int walk_ranked(const struct walker *m, const uint8_t *node, int arrived, const uint8_t *at, struct score *score)
{
	return walk(m, 1, 0, 2, 2, node, arrived, at, score, NULL);
}

NOT_INLINE static int walk_ranked_wide(const struct walker *m, const uint8_t *node, int arrived, const uint8_t *at,
                                       struct score *score)
{
	return walk(m, 1, 0, machine_width(m->machine), m->gates.unit, node, arrived, at, score, NULL);
}

/* ---- groups ------------------------------------------------------------------- */

/* Walk a ranked machine that was entered.  Without a node: from the beginning. */
static int walk_entered(const uint8_t *machine, const struct octets *path, const uint8_t *node, int arrived, const uint8_t *at,
                        struct score *score)
{
	const uint8_t *const code = machine_code(machine);
	const struct walker m = {.machine = machine,
	                         .code = code,
	                         .hub = code + machine_field(machine, MACHINE_HUB),
	                         .scan = machine[0] & MACHINE_SCAN ? machine_scan(machine) : NULL,
	                         .begin = path->begin,
	                         .end = path->end,
	                         .gates = gate_reader(machine)};
	node = node ? node : code;
	return machine[0] & (MACHINE_WIDTH | MACHINE_WIDE) ? walk_ranked_wide(&m, node, arrived, at, score)
	                                                   : walk_ranked(&m, node, arrived, at, score);
}

/* Walk the machines of a list, carrying the best match from one to the next.  They stand in the order of their highest
 * ranks: when one cannot raise the best, none behind it can. */
int robotsc__walk_list(const struct robotsc_group *group, const struct octets *path, struct path *raw)
{
	const uint8_t *machine = group->machine;
	struct score score;
	score_begin(&score, group->verdict);
	for (uint32_t i = 0; score_enter(&score, machine); machine = next_machine(group, i++)) {
		int verdict = UNDECIDED;
		if (machine[0] & MACHINE_PROGRAMS)
			robotsc__try_programs(machine, path, raw, &score);
		else
			verdict = walk_entered(machine, path, NULL, 1, path->begin, &score);
		if (verdict != UNDECIDED)
			return verdict;
		if (i == group->more || score_settled(&score, machine))
			break;
	}
	return (int)(score.best & 1);
}

int robotsc__walk_ranked(const struct robotsc_group *group, const struct octets *path, const uint8_t *node, int reached,
                         const uint8_t *at)
{
	struct score score;
	score_begin(&score, group->verdict);
	if (!score_enter(&score, group->machine))
		return (int)(score.best & 1);
	const int verdict = walk_entered(group->machine, path, node, reached, at, &score);
	return verdict == UNDECIDED ? (int)(score.best & 1) : verdict;
}

#endif
