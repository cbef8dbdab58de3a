/* walk_dfa.c - walk a path through a DFA.  docs/formats/blob.md, "The walk"
 *
 * robotsc_open has verified every node, target and table entry, so a walk checks only for the end
 * of the path.  This walk, that of check.c through a prefix table, and those of walk_filter.c and
 * glob_match.c assume the following.  The right column names the rows of
 * tests/runtime/match/layout.h that state it.
 *
 *   16 octets after a machine can be read           BLOB_OVERREAD
 *   a DFA without a prefix table has a first node   MACHINE_CODE
 *   nodes follow each other without gaps            NODE_BIT, NODE_END
 *   a target is a verdict or a node                 RUN_TARGET, WAY_TARGET, ELSE_TARGET,
 *                                                   PREFIX_TARGET
 *   a run that falls has a next node                NEXT_FALL
 *   a filter's targets are nodes further on         RUN_TARGET, WAY_TARGET, PREFIX_TARGET
 *   chains of default edges end                     DEFAULT_TARGET, ELSE_ROOT
 *   only branches have ELSE_SELF and ELSE_GOTO      RUN_ELSE
 *   a root with a scan table stays in itself        MACHINE_SCAN, MACHINE_ROOT
 *   floating literals have a root and start table   MACHINE_SCAN, MACHINE_ROOT
 *   entries of a prefix table lead to prefixes,     PREFIX_AT_ENTRIES, PREFIX_MORE
 *   whose octets are plain                          PREFIX_OCTET, PREFIX_NEXT
 *   the literals that marks name exist              NODE_MARK, MACHINE_FIRST, MACHINE_LITERALS
 *   a literal has globs, which fill their room      LITERAL_OFFSET, GLOB_SIZE
 *   instructions fill their glob                    INSTRUCTION
 *   a known prefix is the first instruction         GLOB_KNOWN
 *   the machines of a list are filters, none twice  LIST_INDEX
 *
 * Ranks, RUN_CAREFUL, the order of globs and the content of the skip tables are not verified.  They
 * can make a verdict wrong, but cannot cause a read outside the blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include "canonical.h"
#include "compare_octets.h"
#include "skip.h"

#if !ROBOTSC_SMALL

/* The machine to walk, and the path. */
struct walker {
	const struct robotsc_group *group;
	const uint8_t *code, *root;
	const uint8_t *scan; /* the root's scan table, or NULL */
	const uint8_t *begin, *end;
	int pairs; /* a pair table follows the scan table */
};

/* ---- the walk -------------------------------------------------------------------- */

NOT_INLINE static int copy_rest(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, const uint8_t *begin,
                                const uint8_t *end);

/* Makes more canonical octets.  Updates *end; returns 0 if there are no more. */
static inline int has_more(struct canonical *c, const uint8_t **end)
{
	const int more = robotsc__canonical_more(c);
	*end = c->end;
	return more;
}

/* Walks a machine from a node on; at: the octet that it reads first.  slow: classes of octets that
 * are not canonical.  width: octets of an int7.  more: buffer to extend at its end, or NULL. */
SPECIALIZED int walk(const struct walker *m, const uint8_t slow, const unsigned width, const uint8_t *node, const uint8_t *at,
                     struct canonical *more)
{
	const uint8_t *const code = m->code, *const begin = m->begin, *end = m->end;
	for (;;) {
		const uint8_t head = node[0];
		const uint32_t count = node[1];
		const uint8_t *field = node + 2;
		unsigned otherwise;
		uint32_t target;
		if (!(head & NODE_BRANCH)) {
			const unsigned next = (unsigned)(head & RUN_NEXT) >> RUN_NEXT_SHIFT;
			otherwise = (unsigned)(head & RUN_ELSE) >> RUN_ELSE_SHIFT;
			const uint8_t *const operand = field;
			field += otherwise == ELSE_DEFAULT ? width : 0;
			const uint8_t *const run = field + (next == NEXT_GOTO ? width : 0);
			if (slow && head & RUN_CAREFUL)
				return copy_rest(m->group, node, at, begin, end);
			const uint32_t read = equal_octets(run, count, at, begin, end);
			if (read < count) {
				if (at + read == end)
					goto ends;
				if (slow && octet_class[at[read]] & slow)
					return copy_rest(m->group, node, at, begin, end);
				field = operand;
				goto other;
			}
			at += count;
			if (next == NEXT_FALL) {
				node = run + count;
				continue;
			}
			target = next == NEXT_GOTO ? code_int(field, width) : next - NEXT_DISALLOW;
		} else {
			otherwise = head & BRANCH_ELSE;
			const uint8_t *const ways = field + (else_has_target(otherwise) ? width : 0);
			uint32_t way;
			for (;; at++) {
				if (node == m->root && m->scan)
					at = scan_path(m->scan, m->pairs, begin, at, end);
				else if (otherwise == ELSE_SELF && count == 1)
					while (at < end && *at != ways[0] && !(octet_class[*at] & slow))
						at++;
				if (at == end)
					goto ends;
				if (slow && octet_class[*at] & slow)
					return copy_rest(m->group, node, at, begin, end);
				way = find_way(ways, count, *at);
				if (way < count || otherwise != ELSE_SELF)
					break;
			}
			if (way >= count && otherwise != ELSE_GOTO)
				goto other;
			target = code_int(way < count ? ways + count + way * width : field, width);
			at++;
		}
		if (target < TARGET_NODE)
			return (int)target;
		node = code + (target - TARGET_NODE);
		continue;
	other: /* at: where the node began; field: its default edge */
		if (otherwise <= ELSE_ALLOW)
			return (int)otherwise;
		node = otherwise == ELSE_ROOT ? m->root : code + (code_int(field, width) - TARGET_NODE);
		continue;
	ends: /* at: where the node began, or the octet on which a branch stays */
		if (more && has_more(more, &end))
			continue;
		if (more && canonical_full(more)) {
			robotsc__canonical_slide(more, at); /* at most the octets of a run stay */
			at = begin;
			end = more->end;
			continue;
		}
		return (head & NODE_E) != 0;
	}
}

/* ---- the instances: 2-octet integers, which most machines have, and any width ----- */

/* The group holds copies of the machine's fields, so this does not touch the machine. */
static inline struct walker dfa_walker(const struct robotsc_group *group, const uint8_t *begin, const uint8_t *end)
{
	const uint8_t *const machine = group->machine;
	return (struct walker){.group = group,
	                       .code = machine + group->code,
	                       .root = machine + group->root,
	                       .scan = group->flags & MACHINE_SCAN ? machine + group->tables : NULL,
	                       .pairs = group->flags & MACHINE_PAIRS,
	                       .begin = begin,
	                       .end = end};
}

int robotsc__walk_dfa(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, const uint8_t *begin,
                      const uint8_t *end)
{
	if (group->flags & MACHINE_WIDTH)
		return copy_rest(group, node, at, begin, end);
	const struct walker m = dfa_walker(group, begin, end);
	return walk(&m, octet_slow[group->form], 2, node, at, NULL);
}

NOT_INLINE static int walk_dfa_wide(const struct walker *m, const uint8_t *node, const uint8_t *at, struct canonical *c)
{
	return walk(m, 0, machine_width(m->group->machine), node, at, c);
}

int robotsc__walk_dfa_copied(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, struct canonical *c)
{
	const struct walker m = dfa_walker(group, c->room, c->end);
	return group->flags & MACHINE_WIDTH ? walk_dfa_wide(&m, node, at, c) : walk(&m, 0, 2, node, at, c);
}

/* Copies the path from at on in canonical form, and walks the copy. */
NOT_INLINE static int copy_rest(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, const uint8_t *begin,
                                const uint8_t *end)
{
	uint8_t room[CANONICAL_ROOM];
	struct path path = path_of(begin, (size_t)(end - begin), group->form);
	struct canonical c = canonical_begin(&path, at, room);
	return robotsc__walk_dfa_copied(group, node, room, &c);
}

#endif
