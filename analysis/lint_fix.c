/* lint_fix.c - makes the fix of a finding: for each kind of finding the edits of the text that its
 * hint asks for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fix_text.h"

#include <string.h>

#include "access/text.h"
#include "access/utf8.h"
#include "text/usage_labels.h"

static const char READ_BY_ALL[] = "robots that skip the line now then read it";

/* ---- pieces ------------------------------------------------------------------------------ */

/* Make a fix of one edit. */
static void put(struct fixer *x, size_t from, size_t to, const char *text, const char *label)
{
	x->fix.label = label;
	robotsc__fix_put(x, from, to, fix_words(text));
}

static void put_rule_after(struct fixer *x, const struct fix_line *line)
{
	robotsc__fix_put_lines(x, line->end, 1, fix_words("Disallow:"), 0);
}

/* "Write 'text'" */
static void put_write(struct fixer *x, size_t from, size_t to, struct robotsc_text text)
{
	char *const room = robotsc__fix_take(x, text.len + 9);
	if (!room)
		return;
	*put_octets(put_octets(put_octets(room, "Write '", 7), text.at, text.len), "'", 1) = '\0';
	x->fix.label = room;
	robotsc__fix_put(x, from, to, text);
}

/* ---- what to do, by the kind of the finding ---------------------------------------------- */

static void write_suggestion(struct fixer *x)
{
	if (!x->f->said)
		return;
	put_write(x, x->from, x->to, fix_words(x->f->said));
	if (strcmp(x->f->said, "User-agent") == 0)
		x->fix.effect = "what follows then holds for this robot, not for those before";
	else if (x->f->rule == &robotsc__lint_table[LINT_AGENT_TYPO])
		x->fix.effect = "this group then holds for it, not for the name that stands here";
	else if (x->f->rule == &robotsc__lint_table[ROBOTSC_DIAG_MISSPELT_FIELD])
		x->fix.effect = READ_BY_ALL;
}

static void write_colon(struct fixer *x)
{
	struct fix_line line;
	size_t at;
	if (!robotsc__fix_look(x, x->f->line, &line))
		return;
	at = (size_t)((const uint8_t *)line.text.at - x->at);
	while (at < line.end && (is_alpha(x->at[at]) || is_digit(x->at[at]) || x->at[at] == '-' || x->at[at] == '_'))
		at++;
	put(x, at, at, ":", "Write the ':'");
	x->fix.effect = READ_BY_ALL;
}

/* Write the ':' of a field that lacks only that; the value has a ':', too. */
static void write_lost_colon(struct fixer *x)
{
	if (memchr(x->f->said, ':', strlen(x->f->said)))
		write_colon(x);
	x->fix.effect = NULL;
}

/* Write 'User-agent: *', and a blank line after the new group for robots that know no Allow.  If
 * "*" has a group already, nothing is written: some robots obey only its first group. */
static void group_for_all(struct fixer *x)
{
	struct fix_line line, before;
	if (!robotsc__fix_look(x, x->f->line, &line) || x->facts.star_named)
		return;
	x->fix.label = "Write 'User-agent: *' before it";
	x->fix.effect = "lines up to the next User-agent hold for all that no group names";
	robotsc__fix_put_lines(x, line.start == 0 ? x->mark : line.start, 0, fix_words("User-agent: *"), 1);
	if (x->facts.first_agent > x->f->line && robotsc__fix_look(x, x->facts.first_agent - 1, &before) && before.text.len &&
	    robotsc__fix_look(x, x->facts.first_agent, &line))
		robotsc__fix_put_lines(x, line.start, 1, fix_words(""), 0);
}

static void escape(struct fixer *x)
{
	static const char digits[] = "0123456789ABCDEF";
	const size_t len = 3 * (x->to - x->from);
	char *const room = robotsc__fix_take(x, len), *to = room;
	if (!room)
		return;
	for (size_t i = x->from; i < x->to; i++) {
		const char escaped[3] = {'%', digits[x->at[i] >> 4], digits[x->at[i] & 15]};
		to = put_octets(to, escaped, sizeof escaped);
	}
	x->fix.label = "Write it in escaped form";
	if (len)
		robotsc__fix_put(x, x->from, x->to, (struct robotsc_text){room, len});
}

/* Escape only the first octet of the finding. */
static void escape_first(struct fixer *x)
{
	x->to = x->from < x->len ? x->from + 1 : x->from;
	escape(x);
}

static void remove_mark(struct fixer *x)
{
	struct fix_line line;
	if (!robotsc__fix_look(x, x->f->line, &line) || !robotsc__fix_is_marked(x, line.start))
		return;
	put(x, line.start, line.start + 3, "", "Remove the byte order mark");
	x->fix.effect = "all robots then read this line";
}

/* Remove a star at the end, but not after white space, which would go, too.  Robots that count
 * octets as they are written must also decide as before. */
static void remove_star(struct fixer *x)
{
	struct fix_line line;
	const bool white = x->from > 0 && robotsc__fix_is_white(x->at[x->from - 1]);
	if (!robotsc__fix_look(x, x->f->line, &line) || !fix_is_rule(&line) || white)
		return;
	put(x, x->from, x->to, "", "Remove the '*'");
	x->fix.effect = "nothing changes as robots are read here, and those that know no '*' obey the line";
	x->proved = robotsc__fix_keeps_rule(x, true);
	x->failed |= !x->proved;
}

static void one_star(struct fixer *x)
{
	put(x, x->from, x->to, "*", "Write one '*'");
}

/* Write 'y' or 'n' if a word begins so: "yes".  Other words, as "allow", are not guessed. */
static void usage_value(struct fixer *x)
{
	size_t at = x->from;
	int letter;
	while (at < x->to && !is_alpha(x->at[at]))
		at++;
	letter = at < x->to ? ascii_lower(x->at[at]) : 0;
	if (letter == 'y' || letter == 'n')
		put(x, x->from, x->to, letter == 'y' ? "y" : "n", letter == 'y' ? "Write 'y'" : "Write 'n'");
}

static void in_lower_case(struct fixer *x)
{
	char *const room = robotsc__fix_take(x, x->to - x->from);
	if (!room)
		return;
	for (size_t i = x->from; i < x->to; i++)
		room[i - x->from] = (char)ascii_lower(x->at[i]);
	x->fix.label = "Write it in lower case";
	robotsc__fix_put(x, x->from, x->to, (struct robotsc_text){room, x->to - x->from});
}

/* Write 'Disallow:' after a group without rules, and a blank line before it: robots that know no
 * Allow would else take its names for a part of the record before. */
static void rule_at_end(struct fixer *x)
{
	uint32_t first = x->f->line;
	struct fix_line line, before;
	while (robotsc__fix_look(x, first - 1, &before) && before.text.len && !fix_is_rule(&before))
		first--;
	if (x->failed || !robotsc__fix_look(x, first, &line))
		return;
	x->fix.label = "Write 'Disallow:' after it";
	x->fix.effect = "its robots may fetch everything, for all who read";
	if (first > 1 && before.text.len)
		robotsc__fix_put_lines(x, line.start, 1, fix_words(""), 0);
	if (robotsc__fix_look(x, x->f->line, &line))
		put_rule_after(x, &line);
}

/* Remove an empty Allow beside another rule.  If it is alone, its group counts only with it. */
static void remove_empty_allow(struct fixer *x)
{
	struct fix_line line, other;
	const bool beside = (robotsc__fix_look(x, x->f->line - 1, &other) && fix_is_rule(&other)) ||
	                    (robotsc__fix_look(x, x->f->line + 1, &other) && fix_is_rule(&other));
	if (!beside || !robotsc__fix_look(x, x->f->line, &line))
		return;
	x->fix.label = "Remove this line";
	robotsc__fix_remove(x, &line);
}

static void remove_blank(struct fixer *x)
{
	struct fix_line line;
	if (x->f->nlines == 0 || !robotsc__fix_look(x, x->f->lines[0], &line) || line.text.len)
		return;
	x->fix.label = "Remove the blank line";
	x->fix.effect = "for all who read, its robots then obey this whole group, and no other";
	robotsc__fix_remove(x, &line);
}

/* True if a robot that is named in these lines is named outside of them, too. */
static bool is_named_twice(struct fixer *x, uint32_t first, uint32_t last)
{
	struct fix_line line;
	for (uint32_t number = first; number <= last && robotsc__fix_look(x, number, &line); number++) {
		if (line.field != FIX_AGENT)
			continue;
		const struct fix_name *const name = robotsc__fix_named(x, line.value);
		if (name->first < first || name->last > last)
			return true;
	}
	return x->failed;
}

/* Write a rule for the robots named before, unless another group names one of them: a robot that
 * reads one group only could lose the rules of the other. */
static void own_rule(struct fixer *x)
{
	const uint32_t last = x->f->nlines ? x->f->lines[0] : 0;
	uint32_t first = last;
	struct fix_line line;
	while (first > 1 && robotsc__fix_look(x, first - 1, &line) && !fix_is_rule(&line))
		first--;
	if (x->failed || last == 0 || is_named_twice(x, first, last) || !robotsc__fix_look(x, last, &line))
		return;
	x->fix.label = "Write 'Disallow:' after the User-agent lines before";
	x->fix.effect = "the robots named there may then fetch everything";
	put_rule_after(x, &line);
}

/* Find the last rule of the group that begins at a line.  False if other lines stand before its
 * first rule: the User-agent lines before and after these may be joined by accident. */
static bool last_rule(struct fixer *x, uint32_t number, struct fix_line *last)
{
	bool found = false;
	struct fix_line line;
	*last = (struct fix_line){.start = 0};
	for (; robotsc__fix_look(x, number, &line); number++) {
		if (found && fix_is_border(&line))
			break;
		if (fix_is_rule(&line)) {
			*last = line;
			found = true;
		} else if (!found && !fix_is_border(&line) && line.text.at[0] != '#') {
			return false;
		}
	}
	return found && !x->failed;
}

/* True if a User-agent line before the first rule of a group names a label.  Lines before an Allow
 * line may belong to the group, too, for a dialect without Allow. */
static bool states_label(struct fixer *x, uint32_t number)
{
	struct fix_line line;
	while (robotsc__fix_look(x, number - 1, &line) && line.field != FIX_DISALLOW)
		number--;
	for (bool own = false; robotsc__fix_look(x, number, &line) && !(own && fix_is_rule(&line)); number++) {
		size_t n = 0;
		own |= number == x->f->line;
		while (n < line.value.len &&
		       (is_alpha((uint8_t)line.value.at[n]) || line.value.at[n] == '-' || line.value.at[n] == '_'))
			n++;
		if (line.field == FIX_AGENT && label_of_token((struct span){(const uint8_t *)line.value.at, n}))
			return true;
	}
	return false;
}

/* Copy the lines that the finding names from "*" to the end of the robot's group; but not if "*"
 * has Allow lines, which the copy would lack, if some lines are unknown, or if the group also
 * states a label. */
static void copy_of_star(struct fixer *x)
{
	uint32_t own = x->f->line;
	struct fix_line line, last;
	while (robotsc__fix_look(x, own - 1, &line) && line.field == FIX_AGENT)
		own--;
	if (x->f->nlines > ROBOTSC_LINT_LINES || x->failed || !last_rule(x, own, &last) || x->facts.star_allows ||
	    states_label(x, own))
		return;
	x->fix.label = "Copy the lines of '*' that the remark names into this group";
	for (uint32_t i = 0; i < x->f->nlines; i++) {
		x->failed |= !robotsc__fix_look(x, x->f->lines[i], &line);
		if (!x->failed)
			robotsc__fix_put_lines(x, last.end, 1, line.text, 0);
	}
}

static void move_to_top(struct fixer *x)
{
	struct fix_line line;
	if (x->f->line == 1 || !robotsc__fix_look(x, x->f->line, &line))
		return;
	x->fix.label = "Move it to the top";
	robotsc__fix_put_lines(x, x->mark, 0, line.text, 2);
	robotsc__fix_remove(x, &line);
}

typedef void fix_maker(struct fixer *x);

static fix_maker *const makers[LINT_KINDS] = {
	[ROBOTSC_DIAG_MISSPELT_FIELD] = write_suggestion,
	[ROBOTSC_DIAG_MISSING_COLON] = write_colon,
	[ROBOTSC_DIAG_NO_GROUP] = group_for_all,
	[ROBOTSC_DIAG_NEVER_MATCHES] = robotsc__fix_begin_path,
	[ROBOTSC_DIAG_STRAY_PERCENT] = escape_first,
	[ROBOTSC_DIAG_BOM] = remove_mark,
	[ROBOTSC_DIAG_REPEATED] = robotsc__fix_remove_rule,
	[LINT_FIELD_TYPO] = write_suggestion,
	[LINT_FIELD_BEGINNING] = write_lost_colon,
	[LINT_FIELD_INSIDE] = robotsc__fix_break_line,
	[LINT_SEVERAL_AGENTS] = robotsc__fix_line_for_each,
	[LINT_ENTITY] = robotsc__fix_write_characters,
	[LINT_AGENT_TYPO] = write_suggestion,
	[LINT_AGENTS_JOINED] = own_rule,
	[LINT_STAR_NOT_INHERITED] = copy_of_star,
	[LINT_GROUP_EMPTY] = rule_at_end,
	[LINT_BLANK_ENDS_RECORD] = remove_blank,
	[LINT_ALLOW_EMPTY] = remove_empty_allow,
	[LINT_BOM_INSIDE] = remove_mark,
	[LINT_HIDDEN] = robotsc__fix_mend_hidden,
	[LINT_UNESCAPED] = escape,
	[LINT_HASH_CUTS] = escape_first,
	[LINT_STAR_AT_END] = remove_star,
	[LINT_STAR_REPEATED] = one_star,
	[LINT_DUPLICATE_RULE] = robotsc__fix_remove_rule,
	[LINT_CONFLICTING_RULES] = robotsc__fix_remove_rule,
	[LINT_DEAD_RULE] = robotsc__fix_remove_rule,
	[LINT_REDUNDANT_RULE] = robotsc__fix_remove_rule,
	[LINT_REDUNDANT_TOGETHER] = robotsc__fix_remove_together,
	[LINT_LICENSE_IN_GROUP] = move_to_top,
	[LINT_OTHER_LABEL] = write_suggestion,
	[LINT_USAGE_VALUE] = usage_value,
	[LINT_SIGNAL_CASE] = in_lower_case,
};

/* True if the fix would make robots obey what an accident wrote. */
static bool seals_accident(struct fixer *x, ptrdiff_t kind)
{
	const enum fix_doubt doubt = x->facts.doubts[x->f->line - 1];
	switch (kind) {
	case LINT_FIELD_INSIDE:
		return false;
	case LINT_GROUP_EMPTY:
	case LINT_AGENTS_JOINED:
	case LINT_BLANK_ENDS_RECORD:
	case LINT_STAR_NOT_INHERITED:
	case ROBOTSC_DIAG_NO_GROUP:
		return x->facts.unread || doubt == FIX_DOUBT_ALL;
	case LINT_UNESCAPED:
	case LINT_HASH_CUTS:
		return doubt != FIX_DOUBT_NONE;
	default:
		return doubt == FIX_DOUBT_ALL;
	}
}

static bool is_utf8(struct robotsc_text text)
{
	const uint8_t *at = (const uint8_t *)text.at, *const end = at + text.len;
	while (at < end) {
		const size_t n = utf8_length(at, end);
		if (n == 0)
			return false;
		at += n;
	}
	return true;
}

/* Sort the edits by place; edits at one place keep their order.  Cut overlaps: two edits may both
 * remove the line end before the last line. */
static void sort_edits(struct fixer *x)
{
	for (uint32_t i = 1; i < x->fix.nedits; i++)
		for (uint32_t k = i; k > 0 && x->edits[k].from < x->edits[k - 1].from; k--) {
			const struct robotsc_edit later = x->edits[k - 1];
			x->edits[k - 1] = x->edits[k];
			x->edits[k] = later;
		}
	for (uint32_t i = 1; i < x->fix.nedits; i++)
		if (x->edits[i].from < x->edits[i - 1].to)
			x->edits[i].from = x->edits[i - 1].to;
}

/* Say what a fix opens and closes, and after that the effect that it names itself. */
static void prove(struct fixer *x)
{
	const char *const also = x->fix.effect;
	const bool keeps = robotsc__fix_keeps_rule(x, false);
	const char *const effect = keeps ? FIX_OPENS_NOTHING : robotsc__fix_effect_of(&x->effect, &x->fix);
	const size_t n = strlen(effect), m = also ? strlen(also) : 0;
	char *const room = also ? robotsc__fix_take(x, n + 2 + m) : NULL;
	x->fix.effect = effect;
	x->fix.proved = keeps || x->effect.proved;
	x->fix.changes = !keeps && x->effect.changes;
	if (!room)
		return;
	*put_octets(put_octets(put_octets(room, effect, n), "; ", 2), also, m) = '\0';
	x->fix.effect = room;
}

const struct robotsc_fix *robotsc__fixer_fix(struct fixer *x, const struct robotsc_finding *f)
{
	const ptrdiff_t kind = f->rule - robotsc__lint_table;
	if (!makers[kind] || f->line == 0 || f->line > x->lines)
		return NULL;
	x->f = f;
	if (seals_accident(x, kind))
		return NULL;
	x->looked = 0;
	x->failed = x->proved = false;
	x->fix = (struct robotsc_fix){.edits = x->edits};
	robotsc__fix_place(x);
	makers[kind](x);
	sort_edits(x);
	for (uint32_t i = 0; i < x->fix.nedits; i++)
		x->failed |= !is_utf8(x->edits[i].text);
	if (x->failed || x->nomem || x->fix.nedits == 0)
		return NULL;
	x->fix.proved = x->proved;
	if (!x->proved)
		prove(x);
	return x->nomem ? NULL : &x->fix;
}
