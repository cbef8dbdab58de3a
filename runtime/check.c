/* check.c - may a path be fetched: the machines of a group, one after the other.  docs/format.md, "The walk"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "label.h"
#include "robotsc/check.h"
#include "step.h"
#include "walk.h"

#if defined(__GNUC__)
#define PREFETCH(p) __builtin_prefetch(p)
#else
#define PREFETCH(p) ((void)(p))
#endif
#define CACHE_LINE 64

/* A function that its callers, which are to be short, do not hold. */
#if defined(__GNUC__)
#define NOT_INLINE __attribute__((noinline))
#else
#define NOT_INLINE
#endif

/* Walk a machine whose way of being walked is known when this is compiled. */
SPECIALIZED int walk_one(const struct walker *m, struct path *path, struct score *score)
{
	if (path->begin == path->end || *path->begin != '/')
		return walk_slow(m, m->code, 1, path, (struct cursor){.at = path->begin, .pending = '/'}, score);
	return walk(m, m->code, 1, path->begin, path, score);
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
NOT_INLINE static int walk_programs(const uint8_t *machine, struct path *path, struct score *score)
{
	return run_programs(machine, path, score) ? (int)(score->best & 1) : UNDECIDED;
}

static struct walker ranked_walker(const uint8_t *machine)
{
	const uint8_t *code = machine_code(machine);
	return (struct walker){machine,
	                       code,
	                       code + machine_field(machine, MACHINE_HUB),
	                       machine[0] & MACHINE_SCAN ? machine_scan(machine) : NULL,
	                       machine_width(machine),
	                       1};
}

/* Prepare for a machine; best stays. */
static inline void close_registers(const uint8_t *machine, struct score *score)
{
	for (uint32_t k = 0; k < (machine_field(machine, MACHINE_REGISTERS) + 63) / 64; k++)
		score->open[k] = 0;
	score->idle = 0;
}

/* Walk the ranked machines of a policy, carrying the best match from one to the next.  They stand in
 * the order of their highest ranks: when one cannot raise the best, none behind it can. */
static int walk_machines(const struct robotsc_group *group, struct path *path)
{
	const uint8_t *machine = group->machine;
	struct score score;
	score.best = group->verdict;
	for (uint32_t i = 0;; i++) {
		const struct walker m = ranked_walker(machine);
		if (score.best >= machine_field(machine, MACHINE_TOP))
			return (int)(score.best & 1);
		close_registers(machine, &score);
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
		return group->entry && len && *begin == '/' ? walk(&m, m.machine + group->entry, 1, begin + 1, &path, NULL)
		                                            : walk_one(&m, &path, NULL);
	}
#endif
	return walk_one(&m, &path, NULL);
}

#ifndef __OPTIMIZE_SIZE__
/* Walk on in a ranked machine. */
NOT_INLINE static int check_ranked(const struct robotsc_group *group, const uint8_t *node, int arrived, const uint8_t *at,
                                   struct path *path)
{
	struct walker m = ranked_walker(group->machine);
	struct score score;
	score.best = group->verdict;
	close_registers(group->machine, &score);
	m.width = 2; /* known when this is compiled */
	const int verdict = walk(&m, node, arrived, at, path, &score);
	return verdict == UNDECIDED ? (int)(score.best & 1) : verdict;
}

/* Go on behind a label of the fan, or, where it is NULL, in the hub. */
NOT_INLINE static int check_on(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *label)
{
	struct path path = path_of(group, begin, len);
	const uint8_t *node = group->machine + group->hub, *at = begin + 1;
	if (label) {
		const uint32_t target = label_target(label, 2);
		if (target < TARGET_NODE)
			return (int)target;
		node = group->machine + group->code + (target - TARGET_NODE);
		at += label_count(label[0]);
	}
	if (group->flags & MACHINE_IS_RANKED)
		return check_ranked(group, node, label != NULL, at, &path);
	struct walker m = walker_of(group);
	m.width = 2; /* known when this is compiled */
	return walk(&m, node, label != NULL, at, &path, NULL);
}

/* The label that the octets behind the '/' lead to. */
static inline const uint8_t *find_label(const struct robotsc_group *group, uint64_t word)
{
	const unsigned bits = group->shape & FAN_BITS;
	return fan_entry(group->of.fan.labels, (unsigned)group->shape >> FAN_UNIT_SHIFT,
	                 fan_hash(group->of.fan.keys, group->of.fan.multiplier, bits, word));
}

/* Walk octet by octet from the fan on. */
NOT_INLINE static int check_octets(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	if (group->flags & MACHINE_IS_RANKED)
		return check_whole(group, begin, len);
	struct path path = path_of(group, begin, len);
	const struct walker m = walker_of(group);
	return walk_slow(&m, m.machine + group->entry, 1, &path, (struct cursor){.at = begin + 1}, NULL);
}

/* What follows a label that stands there, or not, as a verdict plus 2, or less where the walk goes on. */
static inline unsigned outcome(const struct robotsc_group *group, unsigned head, int stands)
{
	return stands ? label_next((uint8_t)head) : group->missed & ~(head / LABEL_MORE * 2);
}

/* As check_fan, where it does not decide: more labels may follow, or escapes stand among the octets. */
NOT_INLINE static int check_further(const struct robotsc_group *group, const uint8_t *begin, size_t len, const uint8_t *label)
{
	const struct fan_octets octets = load_fan(begin, len);
	uint32_t same = same_octets(&octets, label + 1), most = same;
	while (same < label_count(label[0]) && label[0] & LABEL_MORE) {
		label += label_size(label[0], 2);
		same = same_octets(&octets, label + 1);
		most = same > most ? same : most;
	}
	for (size_t i = 1; octets.special && i < len && (i <= FAN_KEYS || i <= most + 1); i++)
		if (begin[i] == '%' || (i == 1 && (begin[i] == '#' || begin[i] == 0)))
			return check_octets(group, begin, len);
	const int stands = same >= label_count(label[0]);
	const unsigned what = outcome(group, label[0], stands);
	return what & 2 ? (int)(what & 1) : check_on(group, begin, len, stands ? label : NULL);
}

/* Walk a machine with a fan behind the first '/'. */
static inline int check_fan(const struct robotsc_group *group, const uint8_t *begin, size_t len)
{
	if (len == 1)
		return group->fan & 1;
	const struct fan_octets octets = load_fan(begin, len);
	const uint8_t *label = find_label(group, octets.word);
	const unsigned head = label[0];
	const int stands = same_octets(&octets, label + 1) > (head & LABEL_COUNT);
	const unsigned what = outcome(group, head, stands);
	if (!octets.special && what & 2)
		return (int)(what & 1);
	return check_further(group, begin, len, label);
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

/* How far ahead of the walk its memory is asked for: first the group, then what it points to, then the label
 * that the fan leads to.  Lines that are not needed cost as much as those that are.  SPECIALIZED, since
 * compilers take functions that only fetch for functions that do nothing. */
#define AHEAD_GROUP 16
#define AHEAD_MACHINE 8
#define AHEAD_LABEL 4
/* A group need not begin a line. */
SPECIALIZED void fetch_group(const struct robotsc_query *query)
{
	PREFETCH(query->group);
	PREFETCH((const uint8_t *)(query->group + 1) - 1);
}

/* The path, the fan, and the tables of the hub; or the beginning of the machine. */
SPECIALIZED void fetch_machine(const struct robotsc_query *query)
{
	const struct robotsc_group *group = query->group;
	PREFETCH(query->path.at);
	if (group->fan)
		PREFETCH(group->of.fan.labels - 1);
	if (group->machine && (!group->fan || group->flags & MACHINE_SCAN)) {
		PREFETCH(group->machine);
		PREFETCH(group->machine + CACHE_LINE);
	}
	if (group->machine && !group->fan)
		PREFETCH(group->machine + 2 * CACHE_LINE);
}

SPECIALIZED void fetch_label(const struct robotsc_query *query)
{
#ifndef __OPTIMIZE_SIZE__
	if (query->group->fan && query->path.len > FAN_KEYS)
		PREFETCH(find_label(query->group, ld64((const uint8_t *)query->path.at + 1)));
#else
	(void)query;
#endif
}

void robotsc_check_batch(const struct robotsc_query *queries, size_t n, uint8_t *verdicts)
{
	for (size_t i = 0; i < n; i++) {
		if (n - i > AHEAD_GROUP)
			fetch_group(&queries[i + AHEAD_GROUP]);
		if (n - i > AHEAD_MACHINE)
			fetch_machine(&queries[i + AHEAD_MACHINE]);
		if (n - i > AHEAD_LABEL)
			fetch_label(&queries[i + AHEAD_LABEL]);
		verdicts[i] = (uint8_t)robotsc_check_path(queries[i].group, queries[i].path.at, queries[i].path.len);
	}
}
