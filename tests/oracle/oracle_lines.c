/* oracle_lines.c - the oracle's reading of lines: where they end, what is a comment, field, value.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_parts.h"

#include <string.h>

#define GOOGLE_LINE 16663u /* octets of a line that google keeps */

char oracle__lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

int oracle__same(struct oracle_text a, struct oracle_text b)
{
	if (a.len != b.len)
		return 0;
	for (size_t i = 0; i < a.len; i++)
		if (oracle__lower(a.at[i]) != oracle__lower(b.at[i]))
			return 0;
	return 1;
}

int oracle__same_as(struct oracle_text a, const char *b)
{
	struct oracle_text t = {b, strlen(b)};

	return oracle__same(a, t);
}

struct oracle_text oracle__slice(struct oracle_text t, size_t from, size_t to)
{
	struct oracle_text r = {t.at + from, to - from};

	return r;
}

static int begins_with(struct oracle_text t, const char *prefix)
{
	const size_t n = strlen(prefix);

	return t.len >= n && oracle__same_as(oracle__slice(t, 0, n), prefix);
}

/* True for white space around fields and values; line ends never get here. */
static int is_space(enum oracle_dialect dialect, char c)
{
	if (dialect == ORACLE_GOOGLE && (c == '\v' || c == '\f'))
		return 1;
	return c == ' ' || c == '\t';
}

static struct oracle_text trim(enum oracle_dialect dialect, struct oracle_text t)
{
	while (t.len > 0 && is_space(dialect, t.at[0]))
		t = oracle__slice(t, 1, t.len);
	while (t.len > 0 && is_space(dialect, t.at[t.len - 1]))
		t.len--;
	return t;
}

static size_t find(struct oracle_text t, char c)
{
	size_t i = 0;

	while (i < t.len && t.at[i] != c)
		i++;
	return i;
}

static int is_end(char c)
{
	return c == '\r' || c == '\n';
}

struct oracle_text oracle__lines_cut(const struct oracle_options *options, const char *robots, size_t len)
{
	static const char bom[] = "\xEF\xBB\xBF";
	const size_t limit = options->limit != 0 ? options->limit : ORACLE_LIMIT;
	struct oracle_text t = {robots, len};
	size_t skip = 0;

	if (t.len > limit) {
		t.len = limit;
		/* A line that lost octets may say less than it was meant to: drop it. */
		if (options->dialect != ORACLE_GOOGLE && !is_end(robots[limit]))
			while (t.len > 0 && !is_end(t.at[t.len - 1]))
				t.len--;
	}
	while (skip < 3 && skip < t.len && t.at[skip] == bom[skip])
		skip++;
	if (skip < 3 && options->dialect != ORACLE_GOOGLE)
		skip = 0;
	return oracle__slice(t, skip, t.len);
}

/* True if the dialect reads a field as one of names, which are spellings of one field. */
static int is_field(const struct oracle_options *options, struct oracle_text field, const char *const *names)
{
	for (size_t i = 0; names[i] != NULL; i++) {
		if (options->dialect == ORACLE_GOOGLE ? begins_with(field, names[i]) : oracle__same_as(field, names[i]))
			return 1;
		/* Only the first is the right spelling. */
		if (options->dialect > ORACLE_GOOGLE || (options->dialect == ORACLE_RFC9309 && options->strict_fields))
			return 0;
	}
	return 0;
}

static enum oracle_kind field_kind(const struct oracle_options *options, struct oracle_text field)
{
	static const char *const agent[] = {"user-agent", "useragent", "user agent", NULL};
	static const char *const allow[] = {"allow", NULL};
	static const char *const disallow[] = {"disallow", "dissallow", "dissalow", "disalow", "diasllow", "disallaw", NULL};
	static const char *const conner[] = {"visit-time", "request-rate", "comment"};

	if (is_field(options, field, agent))
		return ORACLE_AGENT;
	if (options->dialect != ORACLE_NEXOR1994 && is_field(options, field, allow))
		return ORACLE_ALLOW;
	if (is_field(options, field, disallow))
		return ORACLE_DISALLOW;
	if (options->dialect == ORACLE_CONNER2) {
		if (oracle__same_as(field, "robot-version"))
			return ORACLE_VERSION;
		for (size_t i = 0; i < 3; i++)
			if (oracle__same_as(field, conner[i]))
				return ORACLE_HEADER;
	}
	return ORACLE_OTHER;
}

/* Where the field ends in a trimmed line: at the first ':', else, where a dialect forgives that,
 * at the white space between exactly two words.  The length of the line if nowhere. */
static size_t field_end(const struct oracle_options *options, struct oracle_text t)
{
	const size_t colon = find(t, ':');
	size_t end = 0, value;

	if (colon < t.len)
		return colon;
	if (options->dialect > ORACLE_GOOGLE || (options->dialect == ORACLE_RFC9309 && options->strict_fields))
		return t.len;
	while (end < t.len && t.at[end] != ' ' && t.at[end] != '\t')
		end++;
	value = end;
	while (value < t.len && (t.at[value] == ' ' || t.at[value] == '\t'))
		value++;
	while (value < t.len)
		if (t.at[value] == ' ' || t.at[value] == '\t')
			return t.len;
		else
			value++;
	return end;
}

static void read_line(const struct oracle_options *options, struct oracle_text t, struct oracle_statement *statement)
{
	const enum oracle_dialect d = options->dialect;
	struct oracle_text field;
	size_t hash, end;

	if (d == ORACLE_GOOGLE) {
		t.len = t.len < GOOGLE_LINE ? t.len : GOOGLE_LINE;
		t.len = find(t, '\0');
	}
	hash = find(t, '#');
	statement->value = oracle__slice(t, 0, 0);
	statement->kind = hash < t.len ? ORACLE_COMMENT : ORACLE_BLANK;
	t = trim(d, oracle__slice(t, 0, hash));
	if (t.len == 0)
		return;
	statement->kind = ORACLE_JUNK;
	end = field_end(options, t);
	field = trim(d, oracle__slice(t, 0, end));
	if (end == t.len || field.len == 0)
		return;
	statement->kind = field_kind(options, field);
	statement->field = field;
	statement->colon = t.at[end] == ':';
	statement->value = trim(d, oracle__slice(t, end + 1, t.len));
}

int oracle__lines_next(const struct oracle_options *options, struct oracle_text text, size_t *offset, size_t *line,
                       struct oracle_statement *statement)
{
	size_t end = *offset;

	if (*offset >= text.len)
		return 0;
	while (end < text.len && !is_end(text.at[end]))
		end++;
	read_line(options, oracle__slice(text, *offset, end), statement);
	statement->line = ++*line;
	if (end + 1 < text.len && text.at[end] == '\r' && text.at[end + 1] == '\n')
		end++;
	*offset = end + 1;
	return 1;
}
