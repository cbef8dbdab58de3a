/* lint_lines.c - findings about single lines, beyond the diagnostics of the parser.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "access/text.h"
#include "access/utf8.h"
#include "lint_words.h"
#include "lint_parts.h"
#include "support/sort.h"
#include "text/usage_labels.h"

/* If a pattern has this number of '*' with text after them, or more, backtracking may be slow. */
#define SLOW_STARS 4
#define LONGEST_SAID 64

/* The group that is being read, as the dialects of RFC 9309, 1994 and 1996 read it. */
struct lines_linter {
	struct linter *l;
	uint32_t agent;  /* line of its last User-agent line; 0: none */
	bool ruled;      /* a rule was read after it */
	bool closed;     /* a line after its User-agent lines has ended their list */
	bool named;      /* it names a robot */
	uint32_t closes; /* robotsc__parse_closes */
	uint32_t blank;  /* first blank line inside the group; 0: none */
	/* In the dialect: a User-agent line that the next one would join, and a line between. */
	uint32_t list, between;
	size_t first; /* index in agents of the first name of that list */
	bool mixed;   /* the names of that list are several robots */
	bool paused;  /* a line between is about pauses, which joined robots do not share */
	bool reported;
	size_t diags, diag; /* number of the parser's findings; the next one */
	struct agent_line *agents;
	size_t n, room;
};

struct agent_line {
	struct span token;
	bool whole; /* the line's value is only the token */
	uint32_t line, column;
	uint32_t list, between; /* the User-agent line it joined, and a line between; 0: none */
};

/* ---- fields ------------------------------------------------------------------ */

/* The field that a line has in a dialect. */
static enum field field_in(enum robotsc_dialect dialect, const struct line *line)
{
	struct lexer lexer;
	struct line again;
	const uint8_t *const end = line->value.at + line->value.len;
	(void)robotsc__lex_begin(&lexer, robotsc__dialect_find(dialect), line->at, (size_t)(end - line->at), false);
	return robotsc__lex_next(&lexer, &again) && again.kind == LINE_DIRECTIVE ? again.field : FIELD_UNKNOWN;
}

/* The field that google takes an unknown field for, by its first letters; or NULL.  Not after a
 * part of a byte order mark, which google would skip. */
static const char *known_by_beginning(const struct lines_linter *s, const struct line *line)
{
	if (*line->name.at >= 0x80 || (line->field != FIELD_UNKNOWN && !s->l->dialect->prefix_fields) ||
	    field_in(ROBOTSC_RFC9309, line) != FIELD_UNKNOWN)
		return NULL;
	switch (field_in(ROBOTSC_GOOGLE, line)) {
	case FIELD_AGENT:
		return "User-agent";
	case FIELD_DISALLOW:
		return "Disallow";
	case FIELD_ALLOW:
		return "Allow";
	case FIELD_SITEMAP:
		return "Sitemap";
	default:
		return NULL;
	}
}

/* True if a line's field is spelled as `field`: the dialect then does not know that field. */
static bool is_spelled(const struct line *line, const char *field)
{
	return compare_folded((struct robotsc_text){(const char *)line->name.at, line->name.len},
	                      (struct robotsc_text){field, strlen(field)}) == 0;
}

/* What to say of a field read by its beginning; in "Sitemap https://host/" it lacks the ':'. */
static const char *without_colon(const struct line *line, const char *field)
{
	static const char *const texts[][2] = {{"Sitemap", "it lacks a ':' after Sitemap"},
	                                       {"Disallow", "it lacks a ':' after Disallow"},
	                                       {"Allow", "it lacks a ':' after Allow"},
	                                       {"User-agent", "it lacks a ':' after User-agent"}};
	const size_t n = strlen(field);
	for (size_t i = 0; i < sizeof texts / sizeof texts[0] && line->name.len > n && is_blank(line->name.at[n]); i++)
		if (strcmp(texts[i][0], field) == 0)
			return texts[i][1];
	return field;
}

static void look_at_field(const struct lines_linter *s, const struct line *line)
{
	static const uint8_t bom[3] = {0xEF, 0xBB, 0xBF};
	struct robotsc_finding *f;
	const char *meant;
	if (line->name.len > sizeof bom && memcmp(line->name.at, bom, sizeof bom) == 0) {
		(void)robotsc__lint_tell_line(s->l, LINT_BOM_INSIDE, line, line->name.at, sizeof bom);
		return;
	}
	meant = line->misspelt || line->field == FIELD_UNKNOWN ? robotsc__lint_meant(line->name) : NULL;
	const bool other = meant && is_spelled(line, meant);
	const char *beginning = meant ? NULL : known_by_beginning(s, line);
	if (beginning)
		f = robotsc__lint_tell_line(s->l, LINT_FIELD_BEGINNING, line, line->name.at, line->name.len);
	else if (line->misspelt)
		f = robotsc__lint_tell_line(s->l, ROBOTSC_DIAG_MISSPELT_FIELD, line, line->name.at, line->name.len);
	else if (line->field == FIELD_UNKNOWN)
		f = robotsc__lint_tell_line(s->l, meant && !other ? LINT_FIELD_TYPO : ROBOTSC_DIAG_UNKNOWN_FIELD, line,
		                            line->name.at, line->name.len);
	else
		return;
	if (f)
		f->said = beginning ? without_colon(line, beginning) : other ? "other dialects know it" : meant;
}

/* Report a field inside the value.  The finding begins at the beginning of the line, to stand
 * before findings that follow from it. */
static void look_inside(const struct lines_linter *s, const struct line *line)
{
	struct span part;
	struct inside inside;
	struct robotsc_finding *f;
	if (!robotsc__lint_inside_part(line, &part) || !robotsc__lint_inside(part, part.at, &inside))
		return;
	f = robotsc__lint_tell_line(s->l, LINT_FIELD_INSIDE, line, line->name.at, (size_t)(inside.value - line->name.at));
	if (f)
		f->said = inside.name;
}

/* ---- patterns ---------------------------------------------------------------- */

/* Count the stars with text after them: backtracking may have to try each at several places. */
static unsigned count_stars(struct span pattern)
{
	unsigned n = 0;
	for (size_t i = 0; i + 1 < pattern.len; i++)
		n += pattern.at[i] == '*' && pattern.at[i + 1] != '*' && !(pattern.at[i + 1] == '$' && i + 2 == pattern.len);
	return n;
}

static void look_at_stars(const struct lines_linter *s, const struct line *line)
{
	const struct span v = line->value;
	const size_t end = v.len && v.at[v.len - 1] == '$' ? v.len - 1 : v.len;
	for (size_t i = 0; i + 1 < v.len; i++)
		if (v.at[i] == '*' && v.at[i + 1] == '*') {
			(void)robotsc__lint_tell_line(s->l, LINT_STAR_REPEATED, line, v.at + i, 2);
			break;
		}
	if (end > 1 && v.at[end - 1] == '*')
		(void)robotsc__lint_tell_line(s->l, LINT_STAR_AT_END, line, v.at + end - 1, v.len - end + 1);
	if (count_stars(v) >= SLOW_STARS)
		(void)robotsc__lint_tell_line(s->l, LINT_SLOW_PATTERN, line, v.at, v.len);
}

/* Report white space with a path after it: one pattern, where several may be meant. */
static void look_at_spaces(const struct lines_linter *s, const struct line *line)
{
	const struct span v = line->value;
	for (size_t i = 1; i + 2 < v.len; i++)
		if (is_blank(v.at[i]) && v.at[i + 1] == '/') {
			(void)robotsc__lint_tell_line(s->l, LINT_SEVERAL_PATHS, line, v.at + i, v.len - i);
			return;
		}
}

/* Report the first character that URLs have only as an escape, unless it was reported as hidden. */
static void look_unescaped(const struct lines_linter *s, const struct line *line)
{
	const uint8_t *const end = line->value.at + line->value.len;
	struct hidden hidden = {.at = line->at};
	unsigned looks = 0;
	bool any = true;
	for (const uint8_t *at = line->value.at; at < end && looks <= HIDDEN_LOOKS; at++) {
		if (!robotsc__lint_is_unescaped(*at))
			continue;
		while (any && hidden.at < at && looks++ < HIDDEN_LOOKS)
			any = robotsc__lint_hidden(line, end, hidden.at + hidden.len, &hidden);
		if (looks <= HIDDEN_LOOKS && !(any && hidden.at == at)) {
			(void)robotsc__lint_tell_line(s->l, LINT_UNESCAPED, line, at,
			                              utf8_length(at, end) ? utf8_length(at, end) : 1);
			return;
		}
		at += hidden.len ? hidden.len - 1 : 0;
	}
}

static void look_at_pattern(const struct lines_linter *s, const struct line *line)
{
	const uint8_t *end = line->value.at + line->value.len;
	if (!line->value.len && line->field == FIELD_ALLOW)
		(void)robotsc__lint_tell_line(s->l, LINT_ALLOW_EMPTY, line, line->name.at, line->name.len);
	if (s->l->dialect->wildcards) {
		const size_t regex = robotsc__lint_regex(line->value);
		look_at_stars(s, line);
		look_at_spaces(s, line);
		if (regex < line->value.len)
			(void)robotsc__lint_tell_line(s->l, LINT_REGEX, line, line->value.at + regex, 1);
	}
	look_unescaped(s, line);
	if (line->value.len && end < s->l->text + s->l->len && *end == '#')
		(void)robotsc__lint_tell_line(s->l, LINT_HASH_CUTS, line, end, 1);
}

/* ---- groups ------------------------------------------------------------------ */

static int compare_tokens(struct span a, struct span b)
{
	for (size_t i = 0; i < a.len && i < b.len; i++)
		if (ascii_lower(a.at[i]) != ascii_lower(b.at[i]))
			return ascii_lower(a.at[i]) < ascii_lower(b.at[i]) ? -1 : 1;
	return a.len == b.len ? 0 : a.len < b.len ? -1 : 1;
}

/* Take a name into the list.  It joins the names before it, even over a line that looks like the
 * end of a group; the line is then noted, unless all these names are equal. */
static void take_joined(struct lines_linter *s, struct agent_line *agent)
{
	const bool other = s->list && s->first < s->n && compare_tokens(s->agents[s->first].token, agent->token) != 0;
	s->mixed = s->list && (s->mixed || other);
	if (s->list && s->between && s->mixed) {
		agent->list = s->list;
		agent->between = s->between;
		s->blank = 0; /* without the blank line, all robots would join them */
	}
	s->first = s->list ? s->first : s->n;
	s->paused = s->list && s->paused;
}

/* Report the names that joined others.  kind: LINT_AGENTS_JOINED, or LINT_RECORDS_APART if they
 * have pauses, which are not joined. */
static void tell_joined(struct lines_linter *s, enum lint_kind kind)
{
	for (size_t i = s->first; i < s->n; i++) {
		const struct agent_line *a = &s->agents[i];
		struct robotsc_finding *f = a->between ? robotsc__lint_add(s->l, kind, a->line, a->column, a->token.len) : NULL;
		if (f) {
			robotsc__lint_name(f, a->list);
			robotsc__lint_name(f, a->between);
			if (kind == LINT_AGENTS_JOINED && !s->l->dialect->records)
				f->said = "each keeps its own Crawl-delay and other records";
		}
	}
	s->first = s->n;
}

/* True for a version, as "/1.0", which all readers leave out. */
static bool is_version(struct span rest)
{
	if (rest.len < 2 || rest.at[0] != '/' || !is_digit(rest.at[1]))
		return false;
	for (size_t i = 2; i < rest.len; i++)
		if (!is_digit(rest.at[i]) && !is_alpha(rest.at[i]) && rest.at[i] != '.')
			return false;
	return true;
}

/* Report octets of a value after a robot's name: other names, or anything else. */
static void look_at_cut(const struct lines_linter *s, const struct line *line, struct span token)
{
	const struct span rest = {token.at + token.len, line->value.len - (size_t)(token.at - line->value.at) - token.len};
	if (!token.len || !rest.len || is_version(rest))
		return;
	const bool several = robotsc__lint_names(rest, NULL);
	struct robotsc_finding *const f = robotsc__lint_tell_line(
		s->l, several ? LINT_SEVERAL_AGENTS : (enum lint_kind)ROBOTSC_DIAG_AGENT_CUT, line, rest.at, rest.len);
	const size_t len = token.len < LONGEST_SAID ? token.len : LONGEST_SAID;
	char *const said = robotsc__arena_take(s->l->arena, sizeof "it names " + len);
	s->l->failed |= !said;
	if (said)
		*put_octets(put_octets(said, "it names ", 9), (const char *)token.at, len) = '\0';
	if (f)
		f->said = said;
}

static void take_agent(struct lines_linter *s, const struct line *line)
{
	if (s->closed || !s->agent) {
		s->blank = 0;
		s->reported = s->named = false;
	}
	s->closed = s->ruled = false;
	s->agent = line->number;
	if (s->n == s->room && !robotsc__arena_grow(s->l->arena, (void **)&s->agents, &s->room, sizeof *s->agents)) {
		s->l->failed = true;
		return;
	}
	const struct span token = s->l->dialect->agent(&line->value);
	look_at_cut(s, line, token);
	struct agent_line agent = {
		.token = token, .whole = token.len == line->value.len, .line = line->number, .column = line_column(line, token.at)};
	take_joined(s, &agent);
	s->list = line->number;
	s->between = 0;
	s->named |= token.len && !(token.len == 1 && *token.at == '*');
	if (token.len)
		s->agents[s->n++] = agent;
}

static void take_rule(struct lines_linter *s, const struct line *line)
{
	if (s->agent && s->blank && !s->reported && !s->l->dialect->records) {
		struct robotsc_finding *f =
			robotsc__lint_tell_line(s->l, LINT_BLANK_ENDS_RECORD, line, line->name.at, line->name.len);
		if (f)
			robotsc__lint_name(f, s->blank);
		s->reported = true;
	}
	if (line->field == FIELD_DISALLOW && line->value.len)
		tell_joined(s, LINT_AGENTS_JOINED);
	else if (s->paused && line->field == FIELD_DISALLOW)
		tell_joined(s, LINT_RECORDS_APART);
	s->ruled = true;
}

static int compare_agents(const void *ctx, uint32_t x, uint32_t y)
{
	const struct agent_line *all = ctx;
	return compare_tokens(all[x].token, all[y].token);
}

/* Report repeated names.  The sort is stable: of equal names the first line comes first. */
static enum robotsc_status look_at_agents(const struct lines_linter *s)
{
	const uint32_t *const order = robotsc__sort_all(s->l->arena, s->n, compare_agents, s->agents);
	uint32_t first = 0;
	if (!order)
		return ROBOTSC_ERR_NOMEM;
	for (uint32_t i = 1; i < s->n; i++) {
		const struct agent_line *again = &s->agents[order[i]];
		if (compare_agents(s->agents, order[first], order[i]) != 0) {
			first = i;
			continue;
		}
		struct robotsc_finding *f = robotsc__lint_add(s->l, LINT_AGENT_TWICE, again->line, again->column, again->token.len);
		if (f)
			robotsc__lint_name(f, s->agents[order[first]].line);
	}
	return ROBOTSC_OK;
}

/* True if the file names a robot. */
static bool names(const struct lines_linter *s, const char *name)
{
	const struct span token = {(const uint8_t *)name, strlen(name)};
	for (size_t i = 0; i < s->n; i++)
		if (compare_tokens(s->agents[i].token, token) == 0)
			return true;
	return false;
}

/* Report names that no robot has, unless the file has the right name, too.  Not in dialects with
 * records, where a part of a robot's name suffices. */
static void look_at_names(const struct lines_linter *s)
{
	for (size_t i = 0; i < s->n && !s->l->dialect->records; i++) {
		const struct agent_line *a = &s->agents[i];
		const char *const name = robotsc__lint_near_name(a->token), *const robots =
										    a->whole ? robotsc__lint_of_maker(a->token)
											     : NULL;
		const char *const meant = robots ? robots : name && !names(s, name) ? name : NULL;
		struct robotsc_finding *const f = meant ? robotsc__lint_add(s->l, robots ? LINT_MAKER_NAME : LINT_AGENT_TYPO,
		                                                            a->line, a->column, a->token.len)
		                                        : NULL;
		if (f)
			f->said = meant;
	}
}

/* ---- octets ------------------------------------------------------------------ */

/* Report the first octet of a line that is not UTF-8. */
static void look_at_octets(const struct lines_linter *s, const struct line *line, const uint8_t *end)
{
	for (const uint8_t *at = line->at; at < end;) {
		const size_t n = utf8_length(at, end);
		if (!n) {
			(void)robotsc__lint_tell_line(s->l, LINT_NOT_UTF8, line, at, 1);
			return;
		}
		at += n;
	}
}

/* Note a line after a list of User-agent lines: it ends the list, or stands inside it. */
static void follow_list(struct lines_linter *s, const struct line *line)
{
	const bool directive = line->kind == LINE_DIRECTIVE;
	if (directive && line->field == FIELD_AGENT)
		return;
	if (directive ? s->closes >> line->field & 1 : line->kind == LINE_BLANK && s->l->dialect->records)
		s->list = 0;
	else if ((directive || line->kind == LINE_JUNK) && !s->between)
		s->between = line->number;
	s->paused |= directive && !s->l->dialect->records &&
	             (line->field == FIELD_CRAWL_DELAY || line->field == FIELD_REQUEST_RATE || line->field == FIELD_VISIT_TIME);
}

/* Add to the parser's findings in a line what may be meant. */
static void say_more(struct lines_linter *s, const struct line *line)
{
	struct robotsc_finding *const all = s->l->findings;
	for (; s->diag < s->diags && all[s->diag].line <= line->number; s->diag++) {
		struct robotsc_finding *const f = &all[s->diag];
		if (f->line == line->number && f->rule == &robotsc__lint_table[ROBOTSC_DIAG_NEVER_MATCHES])
			f->said = robotsc__lint_rootless(s->l, line->value).said;
		if (f->line == line->number && f->rule == &robotsc__lint_table[ROBOTSC_DIAG_BAD_VALUE])
			f->said = robotsc__lint_example(line);
	}
}

/* Report the first character of a line that nobody sees. */
static void look_hidden(const struct lines_linter *s, const struct line *line, const uint8_t *end)
{
	struct hidden hidden;
	if (!robotsc__lint_hidden(line, end, line->at, &hidden))
		return;
	char *const said = robotsc__arena_take(s->l->arena, LONGEST_SAID);
	struct robotsc_finding *const f = robotsc__lint_tell_line(s->l, LINT_HIDDEN, line, hidden.at, hidden.len);
	s->l->failed |= !said;
	if (f && said)
		snprintf(said, LONGEST_SAID, "U+%04lX, %s", (unsigned long)hidden.code, hidden.name);
	if (f)
		f->said = said;
}

static void look_at_line(struct lines_linter *s, const struct line *line)
{
	say_more(s, line);
	if (line->kind == LINE_BLANK && s->agent && !s->blank)
		s->blank = line->number;
	follow_list(s, line);
	if (line->kind != LINE_DIRECTIVE)
		return;
	look_at_field(s, line);
	look_inside(s, line);
	robotsc__lint_values(s->l, line);
	s->l->versions |= line->field == FIELD_ROBOT_VERSION;
	if (line->field == FIELD_AGENT)
		take_agent(s, line);
	s->closed |= (bool)(s->closes >> line->field & 1);
	if (line->field == FIELD_LICENSE && s->agent && s->named && !s->blank)
		(void)robotsc__lint_tell_line(s->l, LINT_LICENSE_IN_GROUP, line, line->name.at, line->name.len);
	if (line->field == FIELD_CONTENT_USAGE || line->field == FIELD_CONTENT_SIGNAL)
		robotsc__lint_labels(s->l, line);
	if (line->field != FIELD_ALLOW && line->field != FIELD_DISALLOW)
		return;
	look_at_pattern(s, line);
	take_rule(s, line);
}

/* True if the last list of User-agent lines names only labels. */
static bool names_labels(const struct lines_linter *s)
{
	size_t i = s->first;
	while (i < s->n && label_of_token(s->agents[i].token))
		i++;
	return i == s->n && s->first < s->n;
}

enum robotsc_status robotsc__lint_lines(struct linter *l)
{
	const size_t read = robotsc__parse_limit(l->dialect, l->text, l->len, l->options.limit);
	struct lines_linter s = {.l = l, .closes = robotsc__parse_closes(l->dialect, &l->options)};
	struct lexer lexer;
	struct line line;
	s.diags = l->n;
	robotsc__lint_learn_hosts(l);
	(void)robotsc__lex_begin(&lexer, l->dialect, l->text, read, l->options.strict_fields);
	while (robotsc__lex_next(&lexer, &line)) {
		look_at_octets(&s, &line, lexer.cursor);
		look_hidden(&s, &line, lexer.cursor);
		look_at_line(&s, &line);
	}
	if (s.agent && !s.ruled && !names_labels(&s))
		(void)robotsc__lint_add(l, LINT_GROUP_EMPTY, s.agent, 1, 0);
	if (s.paused)
		tell_joined(&s, LINT_RECORDS_APART);
	look_at_names(&s);
	return look_at_agents(&s);
}
