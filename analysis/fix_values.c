/* fix_values.c - fixes of values that hold what is not a part of them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fix_values.h"

#include <string.h>

#include "access/text.h"
#include "lint_agents.h"
#include "lint_hidden.h"
#include "lint_inside.h"
#include "lint_rootless.h"
#include "lint_values.h"

/* A line break before each field inside the value, in the place of what parts them. */
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

/* Entities become what they stand for, where that is known. */
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

/* A line for each robot, where nothing but known names stands in the rest. */
void robotsc__fix_line_for_each(struct fixer *x)
{
	const uint8_t *at = x->at + x->from, *const end = x->at + x->to;
	const struct robotsc_text field = {"User-agent: ", 12}, ends = robotsc__fix_line_break(x);
	bool alone;
	if (!robotsc__lint_names((struct span){at, (size_t)(end - at)}, &alone) || !alone)
		return;
	while (at < end && !x->failed) {
		const uint8_t *name = at;
		while (name < end && (is_blank(*name) || memchr(",;|/&", *name, 5)))
			name++;
		robotsc__fix_put(x, (size_t)(at - x->at), (size_t)(name - x->at), name < end ? ends : fix_words(""));
		if (name < end)
			robotsc__fix_put(x, (size_t)(name - x->at), (size_t)(name - x->at), field);
		while (name < end && !is_blank(*name) && !memchr(",;|/&", *name, 5))
			name++;
		at = name;
	}
	x->fix.label = "Write a line for each robot";
}

/* All such characters of the line, where it is known what is meant. */
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

/* The path that is meant, where that is known. */
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
