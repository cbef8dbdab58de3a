/* walk_small.c - the small walk, one canonical octet at a time: the only one with ROBOTSC_SMALL.
 * docs/formats/blob.md, "The walk"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "compare_octets.h"
#include "nodes.h"
#include "walk.h"

#if ROBOTSC_SMALL

/* The machine, the path, and the position in it. */
struct small_walker {
	struct cursor at;
	struct path path;
	const uint8_t *code;
	uint32_t root; /* target of the root */
	unsigned width;
	int filter;
	struct found found; /* filters only */
};

/* Returns the next canonical octet.  Not inlined: the code exists once. */
RARE static int next(struct small_walker *w)
{
	return next_octet(&w->path, &w->at);
}

/* Compares a run.  Returns 1 if all n octets match, 0 at a mismatch, PATH_END if the path ends. */
RARE static int read_run(struct small_walker *w, const uint8_t *run, uint32_t n)
{
	for (; n > 0; n--, run++) {
		const int octet = next(w);
		if (octet != *run)
			return octet == PATH_END ? PATH_END : 0;
	}
	return 1;
}

/* Looks up the prefix table and reads a prefix.  Returns the target that follows. */
static uint32_t read_prefix(struct small_walker *w, const uint8_t *prefix_table)
{
	const struct cursor entry = w->at;
	uint64_t word = 0;
	for (unsigned i = 0; i < 8 * PREFIX_KEYS; i += 8) {
		const int octet = next(w);
		if (octet == PATH_END && i == 0)
			return (prefix_table[PREFIX_AT_ELSE] & PREFIX_E) != 0;
		if (octet == PATH_END)
			break;
		word |= (uint64_t)octet << i;
	}
	for (const uint8_t *prefix = prefix_lookup(prefix_table, word);; prefix += prefix_size(prefix[0], w->width)) {
		w->at = entry;
		if (read_run(w, prefix + 1, prefix_count(prefix[0])) > 0)
			return prefix_target(prefix, w->width);
		if (!(prefix[0] & PREFIX_MORE))
			break;
	}
	w->at = entry;
	const unsigned otherwise = prefix_table[PREFIX_AT_ELSE] & BRANCH_ELSE;
	return otherwise == ELSE_ROOT ? w->root : otherwise;
}

/* Walks from a target on.  Returns the verdict of a DFA. */
RARE static int walk_nodes(struct small_walker *w, uint32_t target)
{
	while (target >= TARGET_NODE) {
		const struct node node = read_node(w->code, target - TARGET_NODE, w->width, w->filter);
		const struct cursor entry = w->at;
		int read;
		if (w->filter && node.head & NODE_E)
			complete(&w->found, node.mark);
		if (node.head & NODE_BRANCH) {
			const int octet = next(w);
			const uint32_t way = octet == PATH_END ? node.count : find_way(node.octets, node.count, (uint8_t)octet);
			read = octet == PATH_END ? PATH_END : way < node.count || node.otherwise == ELSE_GOTO;
			if (!read && node.otherwise == ELSE_SELF)
				continue;
			if (read > 0)
				target = way < node.count ? node_way(&node, way, w->width) : node.else_target;
		} else {
			target = node.target;
			read = read_run(w, node.octets, node.count);
		}
		if (read == PATH_END)
			return (node.head & NODE_E) != 0;
		if (read)
			continue;
		w->at = entry; /* the next node reads these octets again */
		target = node.otherwise == ELSE_ROOT ? w->root : node.otherwise == ELSE_DEFAULT ? node.else_target : node.otherwise;
	}
	return (int)target;
}

/* ---- globs ------------------------------------------------------------------------ */

/* Matches a path unit with a GLOB_SET or GLOB_ONE item.  value: its first octet.  A pair counts as
 * the octet that it encodes. */
RARE static int read_unit(struct small_walker *w, const uint8_t *p, int value)
{
	if (value == PATH_END || w->path.form != FORM_K)
		return 0;
	if (value < FORM_K_LIMIT) {
		if (value >= FORM_K_TRAIL)
			return 0; /* no unit begins with the second octet of a pair */
		value = value << 4 | (next(w) & 15);
		if (value == '/' || value == '%')
			value = 0x100; /* outside every set */
	}
	int found = *p == GLOB_ONE;
	for (unsigned n = found ? 0 : p[1]; n-- > 0; p += 2)
		found |= value >= p[2] && value <= p[3];
	return found;
}

/* Reads one item of a glob.  Returns 0 on a mismatch. */
RARE static int read_item(struct small_walker *w, const uint8_t *p)
{
	static const uint8_t escapes[2][3] = {{'%', '2', 'F'}, {'%', '3', 'F'}};
	const uint8_t item = *p;
	int wanted = item;
	if (item >= GLOB_SLASH) {
		if (w->path.form == FORM_K)
			return 0; /* an operator of form R */
		if (!in_query(&w->path, w->at.at))
			return read_run(w, escapes[item - GLOB_SLASH], 3) > 0;
		wanted = item == GLOB_SLASH ? '/' : '?';
	}
	const int value = next(w);
	if (item == GLOB_SET || item == GLOB_ONE)
		return read_unit(w, p, value);
	return value == (item == GLOB_END ? PATH_END : wanted);
}

/* Reads items up to the next star or the end, and moves *items there.  Returns 0 on a mismatch. */
RARE static int read_items(struct small_walker *w, const uint8_t **items, const uint8_t *end)
{
	const uint8_t *p = *items;
	for (; p < end && *p != GLOB_STAR; p += *p == GLOB_SET ? 2 + 2 * p[1] : 1)
		if (!read_item(w, p))
			return 0;
	*items = p;
	return 1;
}

#define LONG 3                   /* longer literals after a star are searched by a rolling hash */
#define BASE 0x9E3779B97F4A7C15u /* of the rolling hash, a polynomial of the octets */

/* Finds the leftmost match of a segment between two stars that begins with n literal octets
 * (Rabin-Karp).  Returns the rest of the glob, or NULL. */
RARE static const uint8_t *find_run(struct small_walker *w, const uint8_t *run, uint32_t n, const uint8_t *end)
{
	struct cursor back = w->at;
	uint64_t wanted = 0, hash = 0, power = 1;
	int octet = 0;
	for (uint32_t i = 0; i < n; i++) {
		if ((octet = next(w)) == PATH_END)
			return NULL;
		wanted = wanted * BASE + run[i];
		hash = hash * BASE + (uint64_t)octet;
		power *= BASE;
	}
	for (;;) {
		const struct cursor front = w->at;
		octet = next(w);
		const struct cursor ahead = w->at;
		if (hash == wanted) {
			w->at = front;
			const uint8_t *p = run + n;
			const int rest = read_items(w, &p, end);
			const struct cursor after = w->at;
			w->at = back;
			if (rest && read_run(w, run, n) > 0) {
				w->at = after;
				return p;
			}
		}
		if (octet == PATH_END)
			return NULL;
		w->at = back;
		hash = hash * BASE + (uint64_t)octet - power * (uint64_t)next(w);
		back = w->at;
		w->at = ahead;
	}
}

/* Finds the leftmost match of a segment between stars.  Returns the rest of the glob, or NULL. */
RARE static const uint8_t *find_items(struct small_walker *w, const uint8_t *items, const uint8_t *end)
{
	uint32_t n = 0;
	while (items + n < end && items[n] < 0x80)
		n++;
	if (n > LONG)
		return find_run(w, items, n, end);
	for (;;) {
		const struct cursor entry = w->at;
		if (read_items(w, &items, end))
			return items;
		w->at = entry;
		if (next(w) == PATH_END)
			return NULL;
	}
}

/* True if a glob matches the path.  Each segment is taken at its leftmost match. */
RARE static int match_glob(struct small_walker *w, const uint8_t *p, const uint8_t *end)
{
	w->at = path_start(&w->path);
	if (p < end && *p == GLOB_KNOWN) {
		int last = FORM_K_LIMIT;
		for (unsigned n = p[1]; n-- > 0 && last != PATH_END;)
			last = next(w);
		if (last == PATH_END || (w->path.form == FORM_K && last < FORM_K_TRAIL))
			return 0;
		p += 2;
	}
	if (!read_items(w, &p, end))
		return 0;
	while (p && p < end)
		p = find_items(w, p + 1, end);
	return p != NULL;
}

/* ---- machines ---------------------------------------------------------------------- */

/* Finds the floating literals. */
static void walk_floating(struct small_walker *w, const uint8_t *start)
{
	for (;;) {
		const struct cursor entry = w->at;
		const int first = next(w);
		const struct cursor after = w->at;
		const int second = next(w), third = next(w);
		if (first == PATH_END)
			return;
		w->at = entry;
		if (may_start(start, (unsigned)first, (unsigned)second, (unsigned)third))
			walk_nodes(w, w->root);
		w->at = after;
	}
}

/* Tries the globs of a literal.  Returns 0 if no later literal can raise the rank. */
RARE static int try_globs(struct small_walker *w, const uint8_t *glob, const uint8_t *end, uint32_t field_size)
{
	for (int first = 1; glob < end; first = 0) {
		const uint32_t rank = field_at(glob, GLOB_RANK, field_size), size = field_at(glob, GLOB_SIZE, field_size);
		if (rank <= w->found.best)
			return !first;
		glob += GLOB_FIELDS * field_size;
		if (match_glob(w, glob, glob + size)) {
			w->found.best = rank;
			break;
		}
		glob += size;
	}
	return 1;
}

/* Tries the globs of all literals that were found. */
static void try_seen(struct small_walker *w, const uint8_t *machine, const struct parts *m)
{
	const uint32_t n = m->field[MACHINE_LITERALS];
	for (uint32_t k = 0, begin, end = 0; k < n; k++) {
		begin = end;
		end = k + 1 < n ? field_at(machine + m->literals, k + 1, m->field_size) : m->field[MACHINE_GLOBS];
		if (w->found.seen[k / 64] >> k % 64 & 1 &&
		    !try_globs(w, machine + m->globs + begin, machine + m->globs + end, m->field_size))
			break;
	}
}

/* Walks one machine.  Returns the verdict of a DFA. */
RARE static int walk_machine(struct small_walker *w, const uint8_t *machine)
{
	struct parts m;
	robotsc__machine_parts(machine, UINT32_MAX, &m);
	w->code = machine + m.code;
	w->root = m.field[MACHINE_ROOT] - 1 + TARGET_NODE;
	w->width = machine_width(machine);
	w->filter = machine_is_filter(machine);
	w->at = path_start(&w->path);
	next(w);
	const struct cursor begin = w->at;
	uint32_t target = TARGET_NODE;
	if (w->filter) {
		for (uint32_t k = 0; k < m.field[MACHINE_LITERALS]; k += 64)
			w->found.seen[k / 64] = 0;
		complete(&w->found, m.field[MACHINE_FIRST]);
		if (m.field[MACHINE_ROOT] == 1 || !m.field[MACHINE_CODE])
			target = 0; /* no pattern is anchored */
	}
	if (machine[0] & MACHINE_PREFIXES)
		target = read_prefix(w, machine + m.prefix_table);
	const int verdict = walk_nodes(w, target);
	if (w->filter) {
		w->at = begin;
		if (m.field[MACHINE_ROOT] && w->found.best <= m.field[MACHINE_STOP + (w->found.best & 1)])
			walk_floating(w, machine + m.tables);
		try_seen(w, machine, &m);
	}
	return verdict;
}

/* ---- groups ------------------------------------------------------------------------ */

int robotsc__walk_small(const struct robotsc_group *group, struct path *path)
{
	const uint8_t *machine = group->machine;
	struct small_walker w;
	w.path = *path;
	w.found.best = group->verdict;
	w.found.unseen = 0;
	if (!machine_is_filter(machine))
		return walk_machine(&w, machine);
	for (uint32_t i = 0; w.found.best < machine_field(machine, MACHINE_TOP); machine = next_machine(group, i++)) {
		walk_machine(&w, machine);
		if (i == group->more)
			break;
	}
	return (int)(w.found.best & 1);
}

#endif
