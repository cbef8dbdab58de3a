/* check.c - walk a path through the machines of a group, once.  docs/format.md, "The walk"
 *
 * robotsc_open has proven every node, target and table entry, so nothing is checked here but the
 * end of the path.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "code.h"
#include "compare.h"
#include "label.h"
#include "path.h"
#include "robotsc/check.h"
#include "scan.h"
#include "score.h"
#include "step.h"

/* A function of which every caller gets a copy, made for what it passes. */
#if defined(__GNUC__) && !defined(__OPTIMIZE_SIZE__)
#define SPECIALIZED __attribute__((always_inline)) static inline
#else
#define SPECIALIZED static inline
#endif

/* A function that its callers, which are to be short, do not hold. */
#if defined(__GNUC__)
#define NOT_INLINE __attribute__((noinline))
#else
#define NOT_INLINE
#endif

#define UNDECIDED (-1)

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

/* The run that a fan leads to: it hashes canonical octets, which remain unread. */
static const uint8_t *leave_fan(const struct walker *m, const uint8_t *fan, struct path *path, struct cursor c)
{
	uint64_t word = 0;
	for (unsigned i = 0; i < FAN_KEYS; i++) {
		const int octet = next_octet(path, &c);
		if (octet == PATH_END)
			break;
		word |= (uint64_t)octet << (8 * i);
	}
	const size_t index = fan_index(fan, fan_multiplier(fan), fan_buckets(fan) - 1, word);
	return m->code + (code_int(fan + FAN_AT_TARGETS + m->width * index, m->width) - TARGET_NODE);
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
		if (node_is_fan(head)) {
			if (next_octet(path, &c) == PATH_END)
				return end_in(m, node, 1, position(path, &c), score);
			node = leave_fan(m, node, path, entry);
			c = entry;
			continue;
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
/* The octet of a run that leads back to a node when it is not there, or -1 for any other target. */
static inline int second_octet(const struct walker *m, const uint8_t *node, uint32_t target)
{
	if (target < TARGET_NODE)
		return -1;
	const uint8_t *run = m->code + (target - TARGET_NODE);
	const unsigned otherwise = node_else(run[0]), linked = otherwise == ELSE_LINK;
	const unsigned go = (run[0] & RUN_NEXT) == NEXT_GOTO << RUN_NEXT_SHIFT;
	const int back =
		linked ? m->code + code_int(run + 2, m->width) - TARGET_NODE == node : otherwise == ELSE_HUB && m->hub == node;
	return !(run[0] & (NODE_BRANCH | NODE_E)) && back ? run[2 + m->width * (linked + go)] : -1;
}

/* Skip, in canonical octets, what a node with one way out, or with another over '?', stays on: octets
 * that are no way, and those behind which the run that they lead to would lead back at once. */
static inline const uint8_t *seek(const struct walker *m, const uint8_t *node, const uint8_t *ways, uint32_t count,
                                  const uint8_t *at, const uint8_t *end)
{
	const uint32_t way = count == 2 && ways[0] == '?';
	const int second = second_octet(m, node, code_int(ways + count + way * m->width, m->width));
	if (second >= 0)
		return find_pair(at, end, ways[way], (uint8_t)second, count == 2 ? '?' : 0xFF);
	while (at < end && *at != ways[0] && *at != ways[count - 1])
		at++;
	return at;
}

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
		if (node_is_fan(head))
			goto slow;
		if (head & NODE_BRANCH) {
			otherwise = head & BRANCH_ELSE;
			const uint8_t *ways = field + (else_has_target(otherwise) ? w : 0);
			uint32_t way;
			for (;; at++) {
				if (m->ranked && !slow && otherwise == ELSE_SELF &&
				    (count == 1 || (count == 2 && (ways[0] == '?' || ways[1] == '?'))))
					at = seek(m, node, ways, count, at, end);
				else if (node == m->hub && m->scan)
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
	struct cursor c = path_start(path);
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

/* Try the programs of a machine, in a function of its own: few policies have them. */
__attribute__((noinline)) static int walk_programs(const uint8_t *machine, struct path *path, struct score *score)
{
	return run_programs(machine, path, score) ? (int)(score->best & 1) : UNDECIDED;
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
		score.idle = 0;
		const int verdict =
			machine[0] & MACHINE_PROGRAMS ? walk_programs(machine, path, &score) : walk_one(&m, path, &score);
		if (verdict != UNDECIDED)
			return verdict;
		if (i == group->more)
			return (int)(score.best & 1);
		const uint32_t policy = ld32(group->of.list.at + (size_t)i * 4);
		machine = group->of.list.machines + ld32(group->of.list.entries + (size_t)policy * POLICY_ENTRY);
	}
}

/* A path that several machines walk is made canonical once, if it is not too long. */
NOT_INLINE static int walk_many(const struct robotsc_group *group, struct path *path)
{
	uint8_t octets[CANONICAL_MAX];
	const size_t n = canonicalize(path, octets);
	struct path canonical = {.begin = octets, .end = octets + n, .searched = octets, .form = FORM_RAW};
	return walk_machines(group, n ? &canonical : path);
}

/* The walk through a group's decided machine, and the path.  What the group knows need not be fetched. */
static struct walker walker_of(const struct robotsc_group *group)
{
	const uint8_t *machine = group->machine;
	const size_t fields = MACHINE_DECIDED_FIELDS * (group->flags & MACHINE_WIDE ? 4 : 2);
	const unsigned width = ((unsigned)(group->flags & MACHINE_WIDTH) >> MACHINE_WIDTH_SHIFT) + 2;
	return (struct walker){machine,
	                       machine + group->code,
	                       machine + group->hub,
	                       group->flags & MACHINE_SCAN ? machine + 1 + fields : NULL,
	                       width,
	                       0};
}

static struct path path_of(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	return (struct path){
		.begin = begin, .end = begin + len, .searched = begin, .form = group->form, .slow = octet_slow[group->form]};
}

/* Walk from the beginning. */
NOT_INLINE static int check_whole(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	struct path path = path_of(group, begin, len);
	if (group->flags & MACHINE_IS_RANKED)
		return group->more ? walk_many(group, &path) : walk_machines(group, &path);
	struct walker m = walker_of(group);
#ifndef __OPTIMIZE_SIZE__
	if (m.width == 2) {
		m.width = 2; /* known when this is compiled */
		return group->entry && len && *begin == '/' ? walk(&m, m.machine + group->entry, begin + 1, &path, NULL)
		                                            : walk_one(&m, &path, NULL);
	}
#endif
	return walk_one(&m, &path, NULL);
}

#ifndef __OPTIMIZE_SIZE__
/* Go on behind a label of the fan, where one stands there, else where it leads back to. */
NOT_INLINE static int check_on(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *label,
                               int stands)
{
	struct path path = path_of(group, begin, len);
	struct walker m = walker_of(group);
	const unsigned linked = (label[0] & RUN_ELSE) == ELSE_LINK << RUN_ELSE_SHIFT,
		       go = (label[0] & RUN_NEXT) == NEXT_GOTO << RUN_NEXT_SHIFT;
	const uint8_t *field = label + 2 + m.width * linked, *node = m.hub, *at = begin + 1;
	m.width = 2; /* known when this is compiled */
	if (stands) {
		node = go ? m.code + (code_int(field, 2) - TARGET_NODE) : field + label[1];
		at += label[1];
	} else if (linked) {
		node = m.code + (code_int(label + 2, 2) - TARGET_NODE);
	}
	return walk(&m, node, at, &path, NULL);
}

/* As check_fan, where there are escapes, or the path may end: what is behind the octets that decide does not
 * matter. */
NOT_INLINE static int check_special(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *label)
{
	const struct fan_octets octets = load_fan(begin, len);
	const unsigned head = label[0], same = same_octets(&octets, label + label_offset(head)), stands = same >= label[1];
	const unsigned what = stands ? head >> RUN_NEXT_SHIFT ^ NEXT_DISALLOW : head >> RUN_ELSE_SHIFT;
	for (size_t i = 1; i < len && (i <= FAN_KEYS || i <= same + 1); i++)
		if (begin[i] == '%' || (i == 1 && (begin[i] == '#' || begin[i] == 0)))
			return check_whole(group, begin, len);
	return what & 2 ? check_on(group, begin, len, label, (int)stands) : (int)(what & 1);
}

/* Walk a decided machine with a fan behind the first '/'. */
static inline int check_fan(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	if (len == 1)
		return group->fan & 1;
	const struct fan_octets octets = load_fan(begin, len);
	const uint8_t *fan = group->of.fan.node;
	const size_t index = fan_index(fan, group->of.fan.multiplier, group->buckets, octets.word);
	const uint8_t *label = group->of.fan.base + code_int(fan + FAN_AT_TARGETS + 2 * index, 2);
	const unsigned head = label[0], stands = same_octets(&octets, label + label_offset(head)) >= label[1];
	/* what follows, as what another octet does: a verdict, or 2 and above */
	const unsigned what = stands ? head >> RUN_NEXT_SHIFT ^ NEXT_DISALLOW : head >> RUN_ELSE_SHIFT;
	if (!(octets.special | (what & 2)))
		return (int)(what & 1);
	return octets.special ? check_special(group, begin, len, label) : check_on(group, begin, len, label, (int)stands);
}
#endif

enum robotsc_verdict robotsc_check_path(const struct robotsc_group *group, const char *path, size_t len)
{
	const uint8_t *const begin = (const uint8_t *)path;
#ifndef __OPTIMIZE_SIZE__
	if (group->fan && len && *begin == '/')
		return (enum robotsc_verdict)check_fan(group, begin, len);
#endif
	return (enum robotsc_verdict)(group->machine ? check_whole(group, begin, len) : group->verdict);
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
