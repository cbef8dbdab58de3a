/* fix_text.c - see fix_text.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fix_text.h"

#include <string.h>

#include "access/text.h"
#include "front/lex.h"

#define MARKED 64u /* where every 64th line begins is kept */

/* ---- lines ---------------------------------------------------------------------------- */

bool robotsc__fix_is_white(int c)
{
	return is_blank(c) || c == '\v' || c == '\f';
}

static bool is_end(uint8_t c)
{
	return c == '\n' || c == '\r';
}

static struct robotsc_text bare(struct robotsc_text text)
{
	for (; text.len > 0 && robotsc__fix_is_white(text.at[0]); text.len--)
		text.at++;
	while (text.len > 0 && robotsc__fix_is_white(text.at[text.len - 1]))
		text.len--;
	return text;
}

static struct robotsc_text from_octets(const uint8_t *at, size_t len)
{
	return (struct robotsc_text){(const char *)at, len};
}

bool robotsc__fix_is_marked(const struct fixer *x, size_t at)
{
	return x->len - at >= 3 && memcmp(x->at + at, "\xEF\xBB\xBF", 3) == 0;
}

static size_t line_end(const struct fixer *x, size_t at)
{
	while (at < x->len && !is_end(x->at[at]))
		at++;
	return at;
}

static size_t after_end(const struct fixer *x, size_t at)
{
	const bool two = x->len - at > 1 && x->at[at] == '\r' && x->at[at + 1] == '\n';
	return at == x->len ? at : at + 1 + two;
}

static size_t line_before(const struct fixer *x, size_t start)
{
	start--;
	start -= start > 0 && x->at[start] == '\n' && x->at[start - 1] == '\r';
	while (start > 0 && !is_end(x->at[start - 1]))
		start--;
	return start;
}

/* Where a line of the text begins.  Counts lines from the last one that was asked for, or from a
 * mark. */
static size_t line_start(struct fixer *x, uint32_t line)
{
	if (line > x->line + MARKED || line + MARKED < x->line) {
		x->line = (line - 1) / MARKED * MARKED + 1;
		x->start = x->marks[(line - 1) / MARKED];
	}
	for (; x->line < line; x->line++)
		x->start = after_end(x, line_end(x, x->start));
	for (; x->line > line; x->line--)
		x->start = line_before(x, x->start);
	return x->start;
}

/* The name of the field before a colon. */
static enum fix_field field_of(struct robotsc_text text, struct robotsc_text *value)
{
	static const struct {
		const char *name;
		enum fix_field field;
	} names[] = {{"user-agent", FIX_AGENT}, {"useragent", FIX_AGENT}, {"allow", FIX_ALLOW}, {"disallow", FIX_DISALLOW}};
	const char *const colon = text.len ? memchr(text.at, ':', text.len) : NULL;
	const char *comment;
	struct robotsc_text key;
	if (!colon)
		return FIX_OTHER;
	key = bare((struct robotsc_text){text.at, (size_t)(colon - text.at)});
	*value = (struct robotsc_text){colon + 1, text.len - (size_t)(colon + 1 - text.at)};
	comment = value->len ? memchr(value->at, '#', value->len) : NULL;
	if (comment)
		value->len = (size_t)(comment - value->at);
	*value = bare(*value);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (compare_folded(key, (struct robotsc_text){names[i].name, strlen(names[i].name)}) == 0)
			return names[i].field;
	return FIX_OTHER;
}

static struct fix_line line_at(const struct fixer *x, size_t start)
{
	struct fix_line line = {.start = start, .end = line_end(x, start)};
	const size_t from = start == 0 ? x->mark : robotsc__fix_is_marked(x, start) ? start + 3 : start;
	line.text = bare(from_octets(x->at + from, line.end - from));
	line.field = field_of(line.text, &line.value);
	return line;
}

/* Read a line as the dialect does. */
static bool read_line(const struct fixer *x, const struct fix_line *at, struct line *line)
{
	struct lexer lexer;
	const size_t from = at->start == 0 ? x->mark : at->start;
	(void)robotsc__lex_begin(&lexer, x->dialect, x->at + from, at->end - from, x->strict);
	return robotsc__lex_next(&lexer, line);
}

/* The field of a line in the dialect. */
static enum fix_field field_in(const struct fixer *x, const struct fix_line *line)
{
	struct line read;
	if (!read_line(x, line, &read) || read.kind != LINE_DIRECTIVE)
		return FIX_OTHER;
	switch (read.field) {
	case FIELD_AGENT:
		return FIX_AGENT;
	case FIELD_ALLOW:
		return FIX_ALLOW;
	case FIELD_DISALLOW:
		return FIX_DISALLOW;
	default:
		return FIX_OTHER;
	}
}

bool robotsc__fix_look(struct fixer *x, uint32_t number, struct fix_line *line)
{
	*line = (struct fix_line){.start = 0};
	if (number == 0 || number > x->lines)
		return false;
	if (x->looked++ == FIX_LINES) {
		x->failed = true;
		return false;
	}
	*line = line_at(x, line_start(x, number));
	line->read = field_in(x, line);
	return true;
}

bool robotsc__fix_read(struct fixer *x, uint32_t number, struct line *line)
{
	struct fix_line at;
	return robotsc__fix_look(x, number, &at) && read_line(x, &at, line);
}

void robotsc__fix_place(struct fixer *x)
{
	const size_t start = line_start(x, x->f->line), end = line_end(x, start);
	const size_t begin = start + (start == 0 ? x->mark : 0) + x->f->column - 1;
	x->from = begin < end ? begin : end;
	x->to = x->f->length < end - x->from ? x->from + x->f->length : end;
}

/* ---- what all lines say ----------------------------------------------------------------- */

static bool equal_names(const void *ctx, uint32_t x, uint32_t y)
{
	const struct fix_name *const names = ctx;
	return compare_folded(names[x].name, names[y].name) == 0;
}

/* The index of a name in facts.names; a new name is added. */
static uint32_t number_of(struct fixer *x, struct robotsc_text name)
{
	struct fix_facts *const facts = &x->facts;
	uint64_t hash = name.len;
	for (size_t i = 0; i < name.len; i++)
		hash = hash_add(hash, (uint64_t)ascii_lower(name.at[i]));
	facts->names[facts->table.n] = (struct fix_name){.name = name};
	return hash_intern(&facts->table, hash, equal_names, facts->names, facts->table.n);
}

const struct fix_name *robotsc__fix_named(struct fixer *x, struct robotsc_text name)
{
	return &x->facts.names[number_of(x, name)];
}

/* Make room for one more name.  False: no memory. */
static bool reserve_name(struct fixer *x)
{
	struct fix_facts *const facts = &x->facts;
	void *names = facts->names;
	const bool ok = robotsc__arena_reserve(x->arena, &names, &facts->names_room, sizeof *facts->names, facts->table.n + 1) &&
	                hash_reserve(x->arena, &facts->table, 1);
	facts->names = names;
	return ok;
}

static bool learn_agent(struct fixer *x, const struct fix_line *line, uint32_t number)
{
	struct fix_facts *const facts = &x->facts;
	struct fix_name *name;
	if (!reserve_name(x))
		return false;
	name = &facts->names[number_of(x, line->value)];
	name->first = name->first ? name->first : number;
	name->last = number;
	facts->first_agent = facts->first_agent ? facts->first_agent : number;
	facts->star_named |= line->value.len && line->value.at[0] == '*';
	return true;
}

static bool learn(struct fixer *x)
{
	bool star = false, ruled = false;
	uint32_t number = 1;
	for (size_t at = 0; at < x->len; number++) {
		const struct fix_line line = line_at(x, at);
		at = after_end(x, line.end);
		if (line.field == FIX_AGENT) {
			star = (star && !ruled) || (line.value.len == 1 && line.value.at[0] == '*');
			ruled = false;
			if (!learn_agent(x, &line, number))
				return false;
		} else if (line.field != FIX_OTHER) {
			ruled = true;
			x->facts.star_allows |= star && line.field == FIX_ALLOW && line.value.len;
		}
	}
	return reserve_name(x);
}

/* Count the lines, and keep where each 64th begins.  False: no memory. */
static bool find_lines(struct fixer *x)
{
	size_t n = 0, room = 0;
	void *marks = NULL;
	bool more = true;
	for (size_t start = 0; more && x->lines < UINT32_MAX; x->lines++) {
		const size_t end = line_end(x, start);
		if (x->lines % MARKED == 0) {
			if (n == room && !robotsc__arena_grow(x->arena, &marks, &room, sizeof *x->marks))
				return false;
			x->marks = marks;
			x->marks[n++] = start;
		}
		more = end < x->len;
		start = after_end(x, end);
	}
	return true;
}

/* True for a finding about a field that is meant, but not read. */
static bool hides_field(ptrdiff_t kind)
{
	return kind == LINT_FIELD_INSIDE || kind == LINT_HIDDEN || kind == LINT_FIELD_TYPO || kind == LINT_BOM_INSIDE;
}

/* Learn from the findings which lines are doubtful. */
static bool learn_findings(struct fixer *x)
{
	x->facts.doubts = robotsc__arena_zeroed(x->arena, x->lines, 1);
	for (size_t i = 0; x->facts.doubts && i < x->l->n; i++) {
		const struct robotsc_finding *const f = &x->l->findings[i];
		const ptrdiff_t kind = f->rule - robotsc__lint_table;
		x->facts.unread |= hides_field(kind);
		if (f->line == 0 || f->line > x->lines)
			continue;
		uint8_t *const doubt = &x->facts.doubts[f->line - 1];
		if (kind == LINT_FIELD_INSIDE)
			*doubt = FIX_DOUBT_ALL;
		else if (*doubt == FIX_DOUBT_NONE &&
		         (kind == LINT_SEVERAL_PATHS || kind == LINT_PATH_LIST || kind == LINT_COMMENT_SIGN || kind == LINT_ENTITY))
			*doubt = FIX_DOUBT_ESCAPES;
	}
	return x->facts.doubts;
}

bool robotsc__fixer_begin(struct fixer *x, const struct linter *l, size_t mark)
{
	*x = (struct fixer){.l = l,
	                    .arena = l->arena,
	                    .dialect = l->dialect,
	                    .doc = &l->doc,
	                    .at = l->text,
	                    .len = l->len,
	                    .strict = l->options.strict_fields,
	                    .mark = mark,
	                    .line = 1,
	                    .effect = {l->arena, &l->options, l->text, l->len, l->granted < FIX_STEPS ? l->granted : FIX_STEPS, 0,
	                               false, false}};
	return find_lines(x) && learn_findings(x) && learn(x);
}

/* ---- what is put in ---------------------------------------------------------------------- */

char *robotsc__fix_take(struct fixer *x, size_t len)
{
	char *const room = robotsc__arena_take(x->arena, len + 1);
	x->nomem |= !room;
	return room;
}

struct robotsc_text robotsc__fix_joined(struct fixer *x, struct robotsc_text a, struct robotsc_text b)
{
	char *const room = robotsc__fix_take(x, a.len + b.len);
	if (!room)
		return (struct robotsc_text){"", 0};
	put_octets(put_octets(room, a.at, a.len), b.at, b.len);
	return (struct robotsc_text){room, a.len + b.len};
}

void robotsc__fix_put(struct fixer *x, size_t from, size_t to, struct robotsc_text text)
{
	struct robotsc_edit *const last = x->fix.nedits ? &x->edits[x->fix.nedits - 1] : NULL;
	if (last && last->from == from && last->to == to && from == to) {
		last->text = robotsc__fix_joined(x, last->text, text);
		return;
	}
	x->failed |= x->fix.nedits == FIX_EDITS;
	if (!x->failed)
		x->edits[x->fix.nedits++] = (struct robotsc_edit){from, to, text};
}

struct robotsc_text robotsc__fix_line_break(const struct fixer *x)
{
	const size_t at = line_end(x, 0);
	return at == x->len ? (struct robotsc_text){"\n", 1} : from_octets(x->at + at, after_end(x, at) - at);
}

void robotsc__fix_put_lines(struct fixer *x, size_t at, size_t before, struct robotsc_text text, size_t after)
{
	const struct robotsc_text ends = robotsc__fix_line_break(x);
	const size_t len = text.len + (before + after) * ends.len;
	char *const room = robotsc__fix_take(x, len), *to = room;
	if (!room)
		return;
	while (before--)
		to = put_octets(to, ends.at, ends.len);
	to = put_octets(to, text.at, text.len);
	while (after--)
		to = put_octets(to, ends.at, ends.len);
	robotsc__fix_put(x, at, at, (struct robotsc_text){room, len});
}

void robotsc__fix_remove(struct fixer *x, const struct fix_line *line)
{
	const size_t to = after_end(x, line->end);
	size_t from = line->start;
	if (to == line->end && from > 0) {
		from--;
		from -= from > 0 && x->at[from] == '\n' && x->at[from - 1] == '\r';
	}
	robotsc__fix_put(x, from, to, (struct robotsc_text){"", 0});
}
