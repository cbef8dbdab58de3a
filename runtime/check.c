/* check.c - walk a path through the machines of a group, once.  docs/format.md, "The walk"
 *
 * robotsc_open has proven every node, target and table entry, so nothing is checked here but the
 * end of the path.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "code.h"
#include "octets.h"
#include "robotsc/check.h"
#include "scan.h"

/* A function of which every caller gets a copy, made for what it passes. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define SPECIALIZED __attribute__((always_inline)) static inline
#else
#define SPECIALIZED static inline
#endif

#define UNDECIDED (-1)
#define PATH_END (-1)

/* The unread rest of a path, as canonical octets. */
struct cursor {
	const uint8_t *at;
	uint32_t pending; /* canonical octets owed by the last raw one, lowest first; 0: none */
	size_t ahead;     /* canonical octets read, minus raw octets read, modulo 2^n */
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
	uint32_t best;                     /* rank; its low bit is the verdict */
	uint64_t open[REGISTERS_MAX / 64]; /* registers that are set */
	size_t from[REGISTERS_MAX];        /* where */
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

/* The number of the lowest octet of a word that is not zero; the word is not zero. */
static inline uint32_t lowest_octet(uint64_t word)
{
#if defined(__GNUC__)
	return (uint32_t)__builtin_ctzll(word) / 8;
#else
	uint32_t n = 0;
	for (; !(word & 0xFF); word >>= 8)
		n++;
	return n;
#endif
}

/* Up to 8 octets from at on, zeros behind the end. */
static inline uint64_t load_octets(const uint8_t *at, const uint8_t *begin, const uint8_t *end)
{
	const size_t room = (size_t)(end - at);
	uint64_t word = 0;
	if (room >= 8)
		return ld64(at);
	if (end - begin >= 8)
		return room ? ld64(end - 8) >> (8 * (8 - room)) : 0;
	for (size_t i = room; i-- > 0;)
		word = word << 8 | at[i];
	return word;
}

/* How many octets of a run stand at at.  BLOB_OVERREAD octets may be read behind the run. */
static inline uint32_t equal_octets(const uint8_t *run, uint32_t n, const uint8_t *at, const uint8_t *begin, const uint8_t *end)
{
	const size_t room = (size_t)(end - at);
	const uint32_t most = n < room ? n : (uint32_t)room;
	for (uint32_t i = 0; i < most; i += 8) {
		const uint64_t differ = ld64(run + i) ^ load_octets(at + i, begin, end);
		if (differ) {
			const uint32_t same = i + lowest_octet(differ);
			return same < most ? same : most;
		}
	}
	return most;
}

/* The place of an octet among the ways out of a branch, or count or more.  BLOB_OVERREAD octets may be
 * read behind them. */
static inline uint32_t find_way(const uint8_t *ways, uint32_t count, uint8_t octet)
{
#if VECTOR_X86
	for (uint32_t i = 0; i < count; i += 16) {
		const unsigned found = vector_mask(vector_equal(vector_load(ways + i), octet));
		if (found)
			return i + (uint32_t)__builtin_ctz(found);
	}
	return count;
#else
	const uint64_t ones = 0x0101010101010101u, wanted = ones * octet;
	for (uint32_t i = 0; i < count; i += 8) {
		const uint64_t differ = ld64(ways + i) ^ wanted, zero = (differ - ones) & ~differ & (ones << 7);
		if (zero)
			return i + lowest_octet(zero);
	}
	return count;
#endif
}

/* Read a run octet by octet.  Returns how many of its octets were read before another one, or the
 * end, came. */
static uint32_t read_run(const uint8_t *run, uint32_t n, struct path *path, struct cursor *c, int *end)
{
	uint32_t i = 0;
	for (*end = 0; i < n; i++) {
		const int octet = next_octet(path, c);
		if (octet != run[i]) {
			*end = octet == PATH_END;
			break;
		}
	}
	return i;
}

/* The machine that is being walked. */
struct walker {
	const uint8_t *machine, *code, *hub;
	const uint8_t *scan; /* octets on which the hub does not stay, or NULL */
	unsigned width;
	int ranked;
};

/* The verdict where the path ends in a node.  at_entry: none of its octets was read. */
static int end_in(const struct walker *m, const uint8_t *node, int at_entry, size_t at, struct score *score)
{
	if (!m->ranked)
		return (node[0] & NODE_E) != 0;
	if (node[0] & NODE_E && at_entry)
		take_mark(m->machine, code_int(node + 2, m->width), at, 1, score);
	return UNDECIDED;
}

/* Take the mark of a node that was reached by an octet.  Is the verdict settled by it? */
static inline int arrive(const struct walker *m, const uint8_t *node, size_t at, struct score *score)
{
	take_mark(m->machine, code_int(node + 2, m->width), at, 0, score);
	return settled(m->machine, score);
}

/* Walk from a node on, whatever octets come.  Returns the verdict, or for a ranked machine
 * UNDECIDED: see score. */
static int walk_slow(const struct walker *m, const uint8_t *node, int arrived, struct path *path, struct cursor c,
                     struct score *score)
{
	const unsigned w = m->width;
	for (;;) {
		const uint8_t head = node[0];
		const uint32_t count = node[1];
		const unsigned otherwise = node_else(head);
		const uint8_t *field = node + 2;
		const struct cursor entry = c;
		uint32_t linked = 0, target;
		if (m->ranked && head & NODE_E) {
			field += w;
			if (arrived && arrive(m, node, position(path, &c), score))
				return (int)(score->best & 1);
		}
		if (else_has_target(otherwise)) {
			linked = code_int(field, w);
			field += w;
		}
		if (head & NODE_BRANCH) {
			const int octet = next_octet(path, &c);
			if (octet == PATH_END)
				return end_in(m, node, 1, position(path, &c), score);
			const uint32_t way = find_way(field, count, (uint8_t)octet);
			if (way < count) {
				target = code_int(field + count + way * w, w);
			} else if (otherwise == ELSE_SELF) {
				arrived = 0;
				continue;
			} else if (otherwise == ELSE_GOTO) {
				target = linked;
			} else {
				goto other;
			}
		} else {
			const unsigned next = (unsigned)(head & RUN_NEXT) >> RUN_NEXT_SHIFT;
			target = next - NEXT_DISALLOW;
			if (next == NEXT_GOTO) {
				target = code_int(field, w);
				field += w;
			}
			int end;
			const uint32_t read = read_run(field, count, path, &c, &end);
			if (end)
				return end_in(m, node, read == 0, position(path, &c), score);
			if (read < count)
				goto other;
			if (next == NEXT_FALL)
				target = (uint32_t)(field + count - m->code) + TARGET_NODE;
		}
		if (target < TARGET_NODE)
			return (int)target;
		node = m->code + (target - TARGET_NODE);
		arrived = 1;
		continue;
	other: /* no way for this octet: stop, or let another node try from where this one began */
		if (otherwise <= ELSE_ALLOW)
			return m->ranked ? UNDECIDED : (int)otherwise;
		node = otherwise == ELSE_HUB ? m->hub : m->code + (linked - TARGET_NODE);
		c = entry;
		arrived = 0;
	}
}

#ifdef __OPTIMIZE_SIZE__
/* A walk that does without the fast one below. */
static int walk(const struct walker *m, const uint8_t *node, const uint8_t *at, struct path *path, struct score *score)
{
	return walk_slow(m, node, 1, path, (struct cursor){.at = at}, score);
}
#else
/* Walk while octets are plain, and then, if need be, go on with walk_slow.  Begins at a node, with
 * at; both from the start of the machine and the path, or from where they lead over '/'. */
SPECIALIZED int walk(const struct walker *m, const uint8_t *node, const uint8_t *at, struct path *path, struct score *score)
{
	const unsigned w = m->width;
	const uint8_t *const begin = path->begin, *const end = path->end, *const code = m->code;
	const uint8_t slow = path->slow;
	int arrived = 1; /* by reading an octet, not through a link */
	for (;;) {
		const uint8_t head = node[0];
		const uint32_t count = node[1];
		const uint8_t *field = node + 2;
		unsigned otherwise;
		uint32_t target;
		if (m->ranked && head & NODE_E) {
			field += w;
			if (arrived && arrive(m, node, (size_t)(at - begin), score))
				return (int)(score->best & 1);
			arrived = 0;
		}
		if (head & NODE_BRANCH) {
			otherwise = head & BRANCH_ELSE;
			const uint8_t *ways = field + (else_has_target(otherwise) ? w : 0);
			uint32_t way;
			for (;; at++) {
				if (node == m->hub && m->scan)
					at = scan_path(m->scan, m->machine[0] & MACHINE_PAIRS, begin, at, end);
				if (at == end)
					return end_in(m, node, 1, (size_t)(at - begin), score);
				if (octet_class[*at] & slow)
					goto slow;
				way = find_way(ways, count, *at);
				if (way < count || otherwise != ELSE_SELF)
					break;
			}
			if (way < count)
				target = code_int(ways + count + way * w, w);
			else if (otherwise == ELSE_GOTO)
				target = code_int(field, w);
			else
				goto other;
			at++;
		} else {
			const unsigned next = (unsigned)(head & RUN_NEXT) >> RUN_NEXT_SHIFT;
			otherwise = (unsigned)(head & RUN_ELSE) >> RUN_ELSE_SHIFT;
			const uint8_t *link = field;
			field += otherwise == ELSE_LINK ? w : 0;
			target = next - NEXT_DISALLOW;
			if (next == NEXT_GOTO) {
				target = code_int(field, w);
				field += w;
			}
			if (head & RUN_CAREFUL && slow)
				goto slow;
			const uint32_t read = equal_octets(field, count, at, begin, end);
			if (read < count) {
				if (at + read == end)
					return end_in(m, node, read == 0, (size_t)(at - begin), score);
				if (octet_class[at[read]] & slow)
					goto slow;
				field = link;
				goto other;
			}
			at += count;
			if (next == NEXT_FALL) {
				node = field + count;
				arrived = 1;
				continue;
			}
		}
		if (target < TARGET_NODE)
			return (int)target;
		node = code + (target - TARGET_NODE);
		arrived = 1;
		continue;
	other: /* at is still where the node began; field is where its link is */
		if (otherwise <= ELSE_ALLOW)
			return m->ranked ? UNDECIDED : (int)otherwise;
		node = otherwise == ELSE_HUB ? m->hub : code + (code_int(field, w) - TARGET_NODE);
		arrived = 0;
	}
slow:
	return walk_slow(m, node, arrived, path, (struct cursor){.at = at}, score);
}
#endif

/* Walk a machine whose way of being walked is known when this is compiled. */
SPECIALIZED int walk_one(const struct walker *m, struct path *path, struct score *score)
{
	if (path->begin == path->end || *path->begin != '/')
		return walk_slow(m, m->code, 1, path, (struct cursor){.at = path->begin, .pending = '/'}, score);
	return walk(m, m->code, path->begin, path, score);
}

/* Room for the canonical octets of a path of 2,000 octets. */
#define CANONICAL_MAX 6144

/* Write a path's canonical octets.  Returns how many, or 0 when there is no room for them. */
static size_t canonicalize(struct path *path, uint8_t out[CANONICAL_MAX])
{
	struct cursor c = {.at = path->begin, .pending = path->begin < path->end && *path->begin == '/' ? 0 : '/'};
	size_t n = 0;
	for (;;) {
		const int octet = next_octet(path, &c);
		if (octet == PATH_END)
			return n;
		if (n == CANONICAL_MAX)
			return 0;
		out[n++] = (uint8_t)octet;
	}
}

/* Walk the ranked machines of a policy, carrying the best match from one to the next.  They stand in
 * the order of their highest ranks: when one cannot raise the best, none behind it can. */
static int walk_machines(const struct robotsc_group *group, struct path *path)
{
	const uint8_t *machine = group->machine;
	struct score score;
	score.best = group->verdict;
	for (uint32_t i = 0;; i++) {
		const uint8_t *code = machine_code(machine);
		const struct walker m = {machine,
		                         code,
		                         code + machine_field(machine, MACHINE_HUB),
		                         machine[0] & MACHINE_SCAN ? machine_scan(machine) : NULL,
		                         machine_width(machine),
		                         1};
		if (score.best >= machine_field(machine, MACHINE_TOP))
			return (int)(score.best & 1);
		for (uint32_t k = 0; k < (machine_field(machine, MACHINE_REGISTERS) + 63) / 64; k++)
			score.open[k] = 0;
		const int verdict = walk_one(&m, path, &score);
		if (verdict != UNDECIDED)
			return verdict;
		if (i == group->more)
			return (int)(score.best & 1);
		const uint8_t *policies = group->blob + group->policies;
		const uint32_t policy = ld32(group->blob + group->list + (size_t)i * 4);
		machine = group->blob + group->machines + ld32(policies + POLICIES_AT_ENTRIES + (size_t)policy * POLICY_ENTRY);
	}
}

/* A path that several machines walk is made canonical once, if it is not too long. */
__attribute__((noinline)) static int walk_many(const struct robotsc_group *group, struct path *path)
{
	uint8_t octets[CANONICAL_MAX];
	const size_t n = canonicalize(path, octets);
	struct path canonical = {.begin = octets, .end = octets + n, .searched = octets, .form = FORM_RAW};
	return walk_machines(group, n ? &canonical : path);
}

enum robotsc_verdict robotsc_check_path(const struct robotsc_group *group, const char *path, size_t len)
{
	const uint8_t *const machine = group->machine, *const begin = (const uint8_t *)path;
	if (!machine)
		return (enum robotsc_verdict)group->verdict;
	struct path p = {
		.begin = begin, .end = begin + len, .searched = begin, .form = group->form, .slow = slow_octets[group->form]};
	if (group->flags & MACHINE_IS_RANKED)
		return (enum robotsc_verdict)(group->more ? walk_many(group, &p) : walk_machines(group, &p));
	struct walker m = {machine, machine + group->code, machine + group->hub, group->scan ? machine + group->scan : NULL, 2, 0};
	if (group->flags & MACHINE_WIDTH) {
		m.width = ((unsigned)(group->flags & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT) + 2;
		return (enum robotsc_verdict)walk_one(&m, &p, NULL);
	}
	m.width = 2; /* known when this is compiled */
	if (group->entry && len && *begin == '/')
		return (enum robotsc_verdict)walk(&m, machine + group->entry, begin + 1, &p, NULL);
	return (enum robotsc_verdict)walk_one(&m, &p, NULL);
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

/* How far ahead of the walk its memory is asked for: first the group, then what it points to. */
#define AHEAD_GROUP 16
#define AHEAD_MACHINE 8
#define CACHE_LINE 64

#if defined(__GNUC__)
#define PREFETCH(p) __builtin_prefetch(p)
#else
#define PREFETCH(p) ((void)0)
#endif

void robotsc_check_batch(const struct robotsc_query *queries, size_t n, uint8_t *verdicts)
{
	for (size_t i = 0; i < n; i++) {
		if (n - i > AHEAD_GROUP)
			PREFETCH(queries[i + AHEAD_GROUP].group);
		if (n - i > AHEAD_MACHINE) {
			const struct robotsc_query *later = &queries[i + AHEAD_MACHINE];
			PREFETCH(later->path.at);
			if (later->group->machine) {
				PREFETCH(later->group->machine);
				PREFETCH(later->group->machine + CACHE_LINE);
				PREFETCH(later->group->machine + 2 * CACHE_LINE);
			}
		}
		verdicts[i] = (uint8_t)robotsc_check_path(queries[i].group, queries[i].path.at, queries[i].path.len);
	}
}
