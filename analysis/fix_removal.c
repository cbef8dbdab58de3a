/* fix_removal.c - fixes that remove rules: lint has proved that no verdict depends on them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fix_removal.h"

#include <string.h>

static const char SAME[] = "nothing changes as robots are read here";

/* A line as all robots read it, or as the dialect does. */
static bool look(struct fixer *x, uint32_t number, bool read, struct fix_line *line)
{
	const bool found = robotsc__fix_look(x, number, line);
	if (read)
		line->field = line->read;
	return found;
}

/* True if a line goes. */
static bool is_gone(const struct fixer *x, uint32_t number, bool together)
{
	bool gone = number == x->f->line;
	for (uint32_t i = 0; together && i < x->f->nlines; i++)
		gone |= x->f->lines[i] == number;
	return gone;
}

/* True if without the lines that go, this one's record has no line of its field: who reads no rule
 * in a record drops it, and some know no Allow.  *first: the first line of its record that goes. */
static bool is_last_as(struct fixer *x, uint32_t number, bool together, bool read, uint32_t *first)
{
	struct fix_line own, line;
	bool last = true;
	*first = number;
	if (!look(x, number, read, &own) || !fix_is_rule(&own))
		return false;
	for (int step = -1; step <= 1; step += 2)
		for (uint32_t at = number + (uint32_t)step; last && look(x, at, read, &line) && !fix_is_border(&line);
		     at += (uint32_t)step) {
			const bool such = line.field == FIX_DISALLOW || (own.field != FIX_DISALLOW && line.field == FIX_ALLOW);
			if (is_gone(x, at, together))
				*first = at < *first ? at : *first;
			else if (such)
				last = false;
		}
	return last;
}

/* The same, for those who read as all robots do, or as the dialect. */
static bool is_last(struct fixer *x, uint32_t number, bool together, uint32_t *first)
{
	return is_last_as(x, number, together, true, first) || is_last_as(x, number, together, false, first);
}

/* True for a line in whose place 'Disallow:' says nothing. */
static bool may_be_empty(const struct fixer *x, const struct fix_line *line)
{
	return line->field == FIX_DISALLOW && !x->dialect->empty_disallow;
}

/* What a rule says in place of one without which its group would have none.  One that says nothing
 * stays as it is. */
static void empty_rule(struct fixer *x, const struct fix_line *line)
{
	if (line->value.len == 0)
		return;
	robotsc__fix_put(x, line->start == 0 ? x->mark : line->start, line->end, fix_words("Disallow:"));
}

/* True for "without it, what no line matches is allowed". */
static bool says_what_changes(const char *said)
{
	return said && strlen(said) > 10 && memcmp(said, "without it", 10) == 0;
}

void robotsc__fix_remove_rule(struct fixer *x)
{
	const bool repeated = x->f->rule == &robotsc__lint_table[ROBOTSC_DIAG_REPEATED];
	struct fix_line line;
	uint32_t first;
	const bool last = !repeated && is_last(x, x->f->line, false, &first);
	if (!robotsc__fix_look(x, x->f->line, &line) || (last && (!may_be_empty(x, &line) || line.value.len == 0)))
		return;
	x->proved = !repeated && !says_what_changes(x->f->said);
	x->fix.effect = x->proved ? SAME : x->f->said;
	x->fix.label = last ? "Write 'Disallow:' in its place" : "Remove this line";
	if (last)
		empty_rule(x, &line);
	else
		robotsc__fix_remove(x, &line);
}

/* Of each record that would lose all such lines, one stays as an empty rule. */
void robotsc__fix_remove_together(struct fixer *x)
{
	uint32_t lines[ROBOTSC_LINT_LINES + 1], n = 0, first;
	bool kept = false;
	if (x->f->nlines > ROBOTSC_LINT_LINES || x->f->said)
		return;
	for (; n < x->f->nlines; n++)
		lines[n] = x->f->lines[n];
	lines[n++] = x->f->line;
	for (uint32_t i = 0; i < n && !x->failed; i++) {
		const bool last = is_last(x, lines[i], true, &first);
		struct fix_line line;
		if (!robotsc__fix_look(x, lines[i], &line) || (last && !may_be_empty(x, &line))) {
			x->failed = true;
		} else if (last && first == lines[i]) {
			empty_rule(x, &line);
			kept = true;
		} else {
			robotsc__fix_remove(x, &line);
		}
	}
	x->fix.label = kept ? "Remove this line and those that the remark names, and write 'Disallow:' for the first of a record"
	                    : "Remove this line and those that the remark names";
	x->fix.effect = SAME;
	x->proved = true;
}
