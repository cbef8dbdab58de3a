/* check.c - walk a path through the machines of a group, once.  docs/format.md, "The walk"
 *
 * robotsc_open has proven every node, target and table entry, so nothing is checked here but the
 * end of the path.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/check.h"
#include "code.h"
#include "octets.h"

#define UNDECIDED (-1)
#define PATH_END (-1)

/* The unread rest of a path, as canonical octets. */
struct cursor {
	const uint8_t *at;
	uint32_t pending;  /* canonical octets owed by the last raw one, lowest first; 0: none */
	size_t ahead;      /* canonical octets read, minus raw octets read, modulo 2^n */
};

/* What does not change when the cursor goes back. */
struct path {
	const uint8_t *begin, *end;
	const uint8_t *searched; /* no '?' before this */
	int query;               /* '?' found at searched */
	uint8_t form, slow;
};

/* What a ranked walk has found. */
struct score {
	uint32_t best;                    /* rank; its low bit is the verdict */
	uint64_t open[REGISTERS_MAX / 64]; /* registers that are set */
	size_t from[REGISTERS_MAX];       /* where */
};

static const uint8_t slow_octets[FORMS] = {OCTET_RAW_SLOW, OCTET_R_SLOW, OCTET_K_SLOW};

/* Is a raw octet behind the first literal '?' of the path?  Amortized: no octet is searched twice. */
static int in_query(struct path *path, const uint8_t *at)
{
	while (!path->query && path->searched < at) {
		if (*path->searched == '?')
			path->query = 1;
		else
			path->searched++;
	}
	return path->query && path->searched < at;
}

/* Owe the two octets that follow '%'. */
static int escape(struct cursor *c, unsigned high, unsigned low)
{
	c->pending = (uint32_t)octet_digit(high) | (uint32_t)octet_digit(low) << 8;
	return '%';
}

/* "%" and what follows it. */
static int percent(struct path *path, struct cursor *c)
{
	const uint8_t *p = c->at;
	const unsigned high = path->end - p > 2 ? octet_hex(p[1]) : 16, low = path->end - p > 2 ? octet_hex(p[2]) : 16;
	if (high > 15 || low > 15) {
		c->at++;
		return path->form == FORM_K ? escape(c, 2, 5) : '%';
	}
	const uint8_t value = (uint8_t)(high << 4 | low), class = octet_class[value];
	const int query = class & OCTET_R_QUERY && path->form == FORM_R && in_query(path, p);
	c->at += 3;
	c->ahead -= 2;
	if (path->form == FORM_K ? !(class & OCTET_K_KEEP) : query || (class & OCTET_R_DECODE))
		return value;
	return escape(c, high, low);
}

/* The next canonical octet of an octet that is not read as it stands. */
static int next_slow(struct path *path, struct cursor *c)
{
	if (c->pending) {
		const int octet = (int)(c->pending & 0xFF);
		c->pending >>= 8;
		c->ahead++;
		return octet;
	}
	if (c->at == path->end)
		return PATH_END;
	const uint8_t octet = *c->at;
	if (!(octet_class[octet] & path->slow)) {
		c->at++;
		return octet;
	}
	if (octet == '#' || path->form == FORM_RAW) {
		path->end = c->at;
		return PATH_END;
	}
	if (octet == '%')
		return percent(path, c);
	c->at++;
	return escape(c, octet >> 4, octet & 15);
}

static inline int next_octet(struct path *path, struct cursor *c)
{
	if (!c->pending && c->at < path->end && !(octet_class[*c->at] & path->slow))
		return *c->at++;
	return next_slow(path, c);
}

/* Canonical octets read so far. */
static inline size_t position(const struct path *path, const struct cursor *c)
{
	return (size_t)(c->at - path->begin) + c->ahead;
}

static inline int is_open(const struct score *score, uint32_t reg)
{
	return (int)(score->open[reg / 64] >> (reg % 64) & 1);
}

/* Was a register open when as many octets had been read? */
static inline int was_open(const struct score *score, uint32_t reg, size_t at)
{
	return is_open(score, reg) && score->from[reg] <= at;
}

/* Follow the gates of a mark.  A segment counts from the first place where its predecessor ends. */
static void pass_gates(const uint8_t *machine, uint32_t next, size_t at, int end, struct score *score)
{
	const uint8_t *gates = machine_gates(machine);
	const uint32_t unit = machine_unit(machine);
	while (next) {
		const uint8_t *gate = gates + (size_t)(next - 1) * GATE_FIELDS * unit;
		const uint32_t from = field_at(gate, GATE_FROM, unit), before = field_at(gate, GATE_BEFORE, unit);
		const uint32_t opens = field_at(gate, GATE_OPENS, unit), rank = field_at(gate, end ? GATE_END : GATE_RANK, unit);
		const size_t begin = at - field_at(gate, GATE_LENGTH, unit);
		next = field_at(gate, GATE_NEXT, unit);
		if ((from && !was_open(score, from - 1, begin)) || (before && was_open(score, before - 1, begin)))
			continue;
		if (rank > score->best)
			score->best = rank;
		if (opens && !is_open(score, opens - 1)) {
			score->open[(opens - 1) / 64] |= (uint64_t)1 << ((opens - 1) % 64);
			score->from[opens - 1] = at;
		}
	}
}

/* Take what a state has completed; end: because the path ends there. */
static void take_mark(const uint8_t *machine, uint32_t ref, size_t at, int end, struct score *score)
{
	uint32_t rank = end ? 0 : ref >> 1, gate = 0;
	if (ref & 1) {
		const uint32_t unit = machine_unit(machine);
		const uint8_t *mark = machine_marks(machine) + (size_t)(ref >> 1) * MARK_FIELDS * unit;
		rank = field_at(mark, end ? MARK_END : MARK_RANK, unit);
		gate = field_at(mark, MARK_GATE, unit);
	}
	if (rank > score->best)
		score->best = rank;
	if (gate)
		pass_gates(machine, gate, at, end, score);
}

/* Can no further match change the verdict? */
static inline int settled(const uint8_t *machine, const struct score *score)
{
	return score->best > machine_field(machine, MACHINE_STOP + (score->best & 1));
}

/* How far a run of plain octets equals the path. */
static inline size_t equal_octets(const uint8_t *run, const uint8_t *at, size_t n)
{
	size_t i = 0;
	for (; n - i >= 8; i += 8)
		if (ld64(run + i) != ld64(at + i))
			break;
	while (i < n && run[i] == at[i])
		i++;
	return i;
}

/* Read a run.  Returns how many of its octets were read before another one, or the end, came. */
static inline uint32_t read_run(const uint8_t *run, uint32_t n, int careful, struct path *path, struct cursor *c, int *end)
{
	uint32_t i = 0;
	if (!careful && !c->pending) {
		const size_t room = (size_t)(path->end - c->at);
		i = (uint32_t)equal_octets(run, c->at, n < room ? n : room);
		c->at += i;
	}
	for (*end = 0; i < n; i++) {
		const int octet = next_octet(path, c);
		if (octet != run[i]) {
			*end = octet == PATH_END;
			break;
		}
	}
	return i;
}

/* The place of an octet among the ways out of a branch, or count. */
static inline uint32_t find_way(const uint8_t *ways, uint32_t count, int octet)
{
	for (uint32_t i = 0; i < count; i++)
		if (ways[i] == octet)
			return i;
	return count;
}

/* Walk one machine.  Returns the verdict, or for a ranked machine UNDECIDED: see score. */
static inline int walk(const uint8_t *machine, const uint8_t *code, const uint8_t *hub, int ranked, struct path *path, struct cursor c,
                       struct score *score)
{
	const unsigned w = machine_width(machine);
	const uint8_t *node = code;
	int arrived = 1; /* by reading an octet, not through a link */
	for (;;) {
		const uint8_t head = node[0];
		const uint32_t count = node[1];
		const unsigned otherwise = node_else(head);
		const uint8_t *field = node + 2;
		uint32_t mark = 0, linked = 0, target;
		const struct cursor entry = c;
		if (ranked && head & NODE_E) {
			mark = code_int(field, w);
			field += w;
			if (arrived) {
				take_mark(machine, mark, position(path, &c), 0, score);
				if (settled(machine, score))
					return (int)(score->best & 1);
			}
		}
		if (else_has_target(otherwise)) {
			linked = code_int(field, w);
			field += w;
		}
		if (head & NODE_BRANCH) {
			const int octet = next_octet(path, &c);
			if (octet == PATH_END) {
				if (!ranked)
					return (head & NODE_E) != 0;
				if (mark)
					take_mark(machine, mark, position(path, &c), 1, score);
				return UNDECIDED;
			}
			const uint32_t way = find_way(field, count, octet);
			if (way < count) {
				target = code_int(field + count + way * w, w);
			} else if (otherwise == ELSE_SELF) {
				continue;
			} else {
				target = linked;
				if (otherwise != ELSE_GOTO)
					goto other;
			}
		} else {
			const unsigned next = (unsigned)(head & RUN_NEXT) >> RUN_NEXT_SHIFT;
			target = 0;
			if (next == NEXT_GOTO) {
				target = code_int(field, w);
				field += w;
			}
			int end;
			const uint32_t read = read_run(field, count, head & RUN_CAREFUL, path, &c, &end);
			if (end) {
				if (!ranked)
					return (head & NODE_E) != 0;
				if (mark && read == 0)
					take_mark(machine, mark, position(path, &c), 1, score);
				return UNDECIDED;
			}
			if (read < count)
				goto other;
			if (next == NEXT_FALL) {
				node = field + count;
				arrived = 1;
				continue;
			}
			if (next >= NEXT_DISALLOW)
				return next == NEXT_ALLOW;
		}
		if (target < TARGET_NODE)
			return (int)target;
		node = code + (target - TARGET_NODE);
		arrived = 1;
		continue;
	other: /* no way for this octet: stop, or let another node try */
		if (otherwise <= ELSE_ALLOW)
			return ranked ? UNDECIDED : (int)otherwise;
		node = otherwise == ELSE_HUB ? hub : code + (linked - TARGET_NODE);
		c = entry;
		arrived = 0;
	}
}

/* Walk the ranked machines of a policy, carrying the best match from one to the next.  They stand in
 * the order of their highest ranks: when one cannot raise the best, none behind it can. */
static int walk_ranked(const struct robotsc_group *group, struct path *path, struct cursor c)
{
	const uint8_t *machine = group->machine;
	struct score score;
	score.best = group->verdict;
	for (uint32_t i = 0;; i++) {
		const uint8_t *code = machine_code(machine);
		if (score.best >= machine_field(machine, MACHINE_TOP))
			return (int)(score.best & 1);
		for (uint32_t k = 0; k < (machine_field(machine, MACHINE_REGISTERS) + 63) / 64; k++)
			score.open[k] = 0;
		const int verdict = walk(machine, code, code + machine_field(machine, MACHINE_HUB), 1, path, c, &score);
		if (verdict != UNDECIDED)
			return verdict;
		if (i == group->more)
			return (int)(score.best & 1);
		const uint32_t policy = ld32(group->list + (size_t)i * 4);
		machine = group->machines + ld32(group->policies + POLICIES_AT_ENTRIES + (size_t)policy * POLICY_ENTRY);
	}
}

enum robotsc_verdict robotsc_check_path(const struct robotsc_group *group, const char *path, size_t len)
{
	if (!group->code)
		return (enum robotsc_verdict)group->verdict;
	const uint8_t *begin = (const uint8_t *)path, *end = begin + len;
	struct path p = {.begin = begin, .end = end, .searched = begin, .form = group->form, .slow = slow_octets[group->form]};
	struct cursor c = {.at = begin, .pending = len && *begin == '/' ? 0 : '/'};
	if (machine_ranked(group->machine))
		return (enum robotsc_verdict)walk_ranked(group, &p, c);
	return (enum robotsc_verdict)walk(group->machine, group->code, group->hub, 0, &p, c, NULL);
}

enum robotsc_verdict robotsc_check_url(const struct robotsc_group *group, const char *url, size_t len)
{
	struct robotsc_text path;
	robotsc_url_path((enum robotsc_dialect)group->dialect, url, len, &path);
	return robotsc_check_path(group, path.at, path.len);
}

void robotsc_check_paths(const struct robotsc_group *group, const struct robotsc_text *paths, size_t n, uint8_t *verdicts)
{
	for (size_t i = 0; i < n; i++)
		verdicts[i] = (uint8_t)robotsc_check_path(group, paths[i].at, paths[i].len);
}

/* How far ahead of the walk the first octets of a machine are asked for. */
#define PREFETCH_AHEAD 4

void robotsc_check_batch(const struct robotsc_query *queries, size_t n, uint8_t *verdicts)
{
	for (size_t i = 0; i < n; i++) {
#if defined(__GNUC__)
		if (n - i > PREFETCH_AHEAD) {
			const struct robotsc_query *later = &queries[i + PREFETCH_AHEAD];
			__builtin_prefetch(later->path.at);
			__builtin_prefetch(later->group->code);
			__builtin_prefetch(later->group->machine);
		}
#endif
		verdicts[i] = (uint8_t)robotsc_check_path(queries[i].group, queries[i].path.at, queries[i].path.len);
	}
}
