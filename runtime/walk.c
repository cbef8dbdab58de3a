/* walk.c - walk a path through a DFA.  docs/format.md, "The walk"
 *
 * robotsc_open has proven every node, target and table entry, so nothing is checked here but the end of the path.  What this
 * walk, that of check.c through a fan, and those of walk_filter.c and globs.c rely on, with the rows of tests/layout.h that say it:
 *
 *   16 octets can be read behind any machine                     BLOB_OVERREAD
 *   without a fan a DFA has a first node; nodes stand end to end MACHINE_CODE, NODE_BIT, NODE_END
 *   a target is a verdict or a node; a run that falls has a next RUN_TARGET, WAY_TARGET, ELSE_TARGET, LABEL_TARGET, NEXT_FALL
 *   of a filter it is a node further on                          RUN_TARGET, WAY_TARGET, LABEL_TARGET
 *   following links and the hub ends                             LINK_TARGET, ELSE_HUB
 *   ELSE_SELF and ELSE_GOTO stand in branches only               RUN_ELSE
 *   the hub of a scan table stays                                MACHINE_SCAN, MACHINE_HUB
 *   what floats has a root and a start table                     MACHINE_SCAN, MACHINE_HUB
 *   a fan's entries lead to labels, whose octets are plain       FAN_AT_ENTRIES, LABEL_MORE, LABEL_OCTET, LABEL_NEXT
 *   the literals that marks name exist                           NODE_MARK, MACHINE_FIRST, MACHINE_LITERALS
 *   a literal has globs; they fill their room                    LITERAL_OFFSET, GLOB_SIZE
 *   instructions fill their glob; a known prefix is the first    INSTRUCTION, GLOB_KNOWN
 *   machines of a list are filters, none twice                   LIST_INDEX
 *
 * Ranks, RUN_CAREFUL, the order of globs and what the skip tables hold are not verified: they may make a verdict wrong, but
 * no read.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "walk.h"

#include "canonical.h"
#include "compare.h"
#include "scan.h"

#if !ROBOTSC_SMALL

/* The machine that is being walked, and the path. */
struct walker {
	const struct robotsc_group *group;
	const uint8_t *code, *hub;
	const uint8_t *scan; /* octets on which the hub does not stay, or NULL */
	const uint8_t *begin, *end;
	int pairs; /* a pair table follows the scan table */
};

/* ---- the walk ----------------------------------------------------------------- */

NOT_INLINE static int copy_rest(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, const uint8_t *begin,
                                const uint8_t *end);

/* Is there more of a path, of which octets were made up to end? */
static inline int has_more(struct canonical *c, const uint8_t **end)
{
	const int more = robotsc__canonical_more(c);
	*end = c->end;
	return more;
}

/* Walk through a machine from a node on, with at.  slow: classes of octets that are not canonical.  width: octets of an
 * int7.  more: makes more of the path, or NULL. */
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
			const uint8_t *const link = field;
			field += otherwise == ELSE_LINK ? width : 0;
			const uint8_t *const run = field + (next == NEXT_GOTO ? width : 0);
			if (slow && head & RUN_CAREFUL)
				return copy_rest(m->group, node, at, begin, end);
			const uint32_t read = equal_octets(run, count, at, begin, end);
			if (read < count) {
				if (at + read == end)
					goto ends;
				if (slow && octet_class[at[read]] & slow)
					return copy_rest(m->group, node, at, begin, end);
				field = link;
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
				if (node == m->hub && m->scan)
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
	other: /* at is still where the node began; field is where its link is */
		if (otherwise <= ELSE_ALLOW)
			return (int)otherwise;
		node = otherwise == ELSE_HUB ? m->hub : code + (code_int(field, width) - TARGET_NODE);
		continue;
	ends: /* at is where the node began, or where it stays */
		if (more && has_more(more, &end))
			continue;
		if (more && canonical_full(more))
			return robotsc__walk_small(m->group, more->path);
		return (head & NODE_E) != 0;
	}
}

/* ---- the instances: of narrow integers, which most machines have, and of any ---- */

/* What the group knows of its machine need not be fetched. */
static inline struct walker dfa_walker(const struct robotsc_group *group, const uint8_t *begin, const uint8_t *end)
{
	const uint8_t *const machine = group->machine;
	return (struct walker){.group = group,
	                       .code = machine + group->code,
	                       .hub = machine + group->hub,
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

/* Copy the path from a place on, to make it canonical. */
NOT_INLINE static int copy_rest(const struct robotsc_group *group, const uint8_t *node, const uint8_t *at, const uint8_t *begin,
                                const uint8_t *end)
{
	uint8_t room[CANONICAL_ROOM];
	struct path path = path_of(begin, (size_t)(end - begin), group->form);
	struct canonical c = canonical_begin(&path, at, room);
	return robotsc__walk_dfa_copied(group, node, room, &c);
}

#endif
