/* fix_values.c - fixes of values with something in them that does not belong there.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fix_text.h"

#include <string.h>

#include "access/text.h"
#include "lint_words.h"

/* Put a line break before each field inside the value, instead of the separator. */
void robotsc__fix_break_line(struct fixer *x)
{
	const struct robotsc_text ends = robotsc__fix_line_break(x);
	struct line line;
	struct inside inside;
	struct span part;
	if (!robotsc__fix_read(x, x->f->line, &line) || !robotsc__lint_inside_part(&line, &part))
		return;
	const uint8_t *at = part.at, *const end = part.at + part.len, *rest;
	for (; robotsc__lint_inside(part, at, &inside); at = inside.value)
		robotsc__fix_put(x, (size_t)(inside.from - x->at), (size_t)(inside.field - x->at), ends);
	rest = robotsc__lint_before_parting((struct span){at, (size_t)(end - at)});
	if (rest < end)
		robotsc__fix_put(x, (size_t)(rest - x->at), (size_t)(end - x->at), fix_words(""));
	x->fix.label = "Write each field in a line of its own";
}

/* Replace entities by what they stand for, if the characters are known for all of them. */
void robotsc__fix_write_characters(struct fixer *x)
{
	struct line line;
	struct entity e;
	if (!robotsc__fix_read(x, x->f->line, &line))
		return;
	for (const uint8_t *at = line.value.at; robotsc__lint_entity(line.value, at, &e); at = e.at + e.len) {
		x->failed |= !e.meant;
		if (e.meant)
			robotsc__fix_put(x, (size_t)(e.at - x->at), (size_t)(e.at + e.len - x->at), fix_words(e.meant));
	}
	x->fix.label = "Write the character itself";
}

/* Write a line for each robot, if the rest of the value has nothing but known names. */
void robotsc__fix_line_for_each(struct fixer *x)
{
	const uint8_t *at = x->at + x->from, *const end = x->at + x->to;
	const struct robotsc_text ends = robotsc__fix_line_break(x), field = {"User-agent: ", 12};
	const struct robotsc_text begin = robotsc__fix_joined(x, ends, field);
	bool alone;
	if (!robotsc__lint_names((struct span){at, (size_t)(end - at)}, &alone) || !alone)
		return;
	while (at < end && !x->failed) {
		const uint8_t *name = at;
		while (name < end && (is_blank(*name) || memchr(",;|/&", *name, 5)))
			name++;
		robotsc__fix_put(x, (size_t)(at - x->at), (size_t)(name - x->at), name < end ? begin : fix_words(""));
		while (name < end && !is_blank(*name) && !memchr(",;|/&", *name, 5))
			name++;
		at = name;
	}
	x->fix.label = "Write a line for each robot";
}

/* Mend all hidden characters of the line, if the intended characters are known. */
void robotsc__fix_mend_hidden(struct fixer *x)
{
	struct line line;
	struct hidden hidden;
	bool known = robotsc__fix_read(x, x->f->line, &line);
	for (const uint8_t *at = line.at; known && !x->failed && robotsc__lint_hidden(&line, x->at + x->len, at, &hidden);
	     at = hidden.at + hidden.len) {
		known = hidden.put;
		if (known)
			robotsc__fix_put(x, (size_t)(hidden.at - x->at), (size_t)(hidden.at + hidden.len - x->at),
			                 fix_words(hidden.put));
	}
	x->failed |= !known;
	x->fix.label = x->fix.nedits && x->edits[0].text.len ? "Write the character that is meant" : "Remove the character";
}

/* Write the intended path, if it is known. */
void robotsc__fix_begin_path(struct fixer *x)
{
	const struct span value = {x->at + x->from, x->to - x->from};
	const struct rootless r = robotsc__lint_rootless(x->l, value);
	if (!r.label)
		return;
	if (r.slashes) {
		char *const room = robotsc__fix_take(x, value.len);
		for (size_t i = 0; room && i < value.len; i++)
			room[i] = value.at[i] == '\\' ? '/' : (char)value.at[i];
		if (room)
			robotsc__fix_put(x, x->from, x->to, (struct robotsc_text){room, value.len});
	} else {
		robotsc__fix_put(x, x->from, x->from + r.begin, fix_words(r.put));
		if (r.end)
			robotsc__fix_put(x, x->to - r.end, x->to, fix_words(""));
	}
	x->fix.label = r.label;
}

/* ---- fixes that remove rules ---- */

static const char SAME[] = "nothing changes as robots are read here";

/* Look at a line.  line->field: read is false: as all robots read it; true: as the dialect does. */
static bool look(struct fixer *x, uint32_t number, bool read, struct fix_line *line)
{
	const bool found = robotsc__fix_look(x, number, line);
	if (read)
		line->field = line->read;
	return found;
}

/* True if the fix removes a line; together: with the lines that the finding names. */
static bool is_gone(const struct fixer *x, uint32_t number, bool together)
{
	bool gone = number == x->f->line;
	for (uint32_t i = 0; together && i < x->f->nlines; i++)
		gone |= x->f->lines[i] == number;
	return gone;
}

/* True if the removed lines leave this line's record no Disallow and, if it is an Allow, no rule:
 * some robots drop such a record, some know no Allow.  *first: the record's first removed line. */
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

/* True if is_last_as is true for the dialect's way to read, or for that of all robots. */
static bool is_last(struct fixer *x, uint32_t number, bool together, uint32_t *first)
{
	return is_last_as(x, number, together, true, first) || is_last_as(x, number, together, false, first);
}

/* True for a rule that 'Disallow:' can replace without saying more. */
static bool may_be_empty(const struct fixer *x, const struct fix_line *line)
{
	return line->field == FIX_DISALLOW && !x->dialect->empty_disallow;
}

/* Replace the only rule of a group by 'Disallow:', if it is not that already. */
static void empty_rule(struct fixer *x, const struct fix_line *line)
{
	if (line->value.len == 0)
		return;
	robotsc__fix_put(x, line->start == 0 ? x->mark : line->start, line->end, fix_words("Disallow:"));
}

/* True for a text that begins with "without it": a verdict then changes. */
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

/* In each record that would lose all its rules of a kind, the first one becomes 'Disallow:'. */
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
