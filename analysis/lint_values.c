/* lint_values.c - values with something that robots do not read as it is meant: lists of paths,
 * comments of other languages, HTML, hosts, pauses of days.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_words.h"

#include <string.h>

#include "access/text.h"
#include "match/percent.h"
#include "lint_parts.h"

#define HOUR 3600u /* seconds */

static bool begins(const uint8_t *at, const uint8_t *end, const char *text)
{
	return (size_t)(end - at) >= strlen(text) && memcmp(at, text, strlen(text)) == 0;
}

/* ---- entities ------------------------------------------------------------------------------- */

/* The octets of an entity as "&amp;", or 0; *meant: its character as in a URL, or NULL. */
static size_t entity(const uint8_t *at, const uint8_t *end, const char **meant)
{
	static const struct {
		const char *name, *meant;
	} names[] = {{"&amp;", "&"}, {"&quot;", "%22"}, {"&lt;", "%3C"}, {"&gt;", "%3E"}, {"&apos;", "'"}, {"&nbsp;", NULL}};
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		if (begins(at, end, names[i].name)) {
			*meant = names[i].meant;
			return strlen(names[i].name);
		}
	*meant = NULL;
	return 0;
}

bool robotsc__lint_entity(struct span value, const uint8_t *from, struct entity *out)
{
	const uint8_t *const end = value.at + value.len;
	while (from < end) {
		from = memchr(from, '&', (size_t)(end - from));
		if (!from)
			return false;
		out->at = from;
		out->len = entity(from, end, &out->meant);
		if (out->len)
			return true;
		from++;
	}
	return false;
}

/* True for an entity by number, as "&#38;": its '#' begins a comment, so the value ends in '&'. */
static bool is_cut_entity(const struct linter *l, struct span value)
{
	const uint8_t *at = value.at + value.len, *const end = l->text + l->len;
	if (!value.len || at[-1] != '&' || at == end || *at++ != '#')
		return false;
	at += at < end && ascii_lower(*at) == 'x';
	while (at < end && octet_hex(*at) < 16)
		at++;
	return at < end && *at == ';';
}

static void look_for_entities(struct linter *l, const struct line *line)
{
	struct entity e;
	if (robotsc__lint_entity(line->value, line->value.at, &e))
		(void)robotsc__lint_tell_line(l, LINT_ENTITY, line, e.at, e.len);
	else if (is_cut_entity(l, line->value))
		(void)robotsc__lint_tell_line(l, LINT_ENTITY, line, line->value.at + line->value.len - 1, 1);
}

/* ---- comments and lists --------------------------------------------------------------------- */

/* True if a comment in the style of another language begins at a place. */
static bool is_comment(const uint8_t *at, const uint8_t *end)
{
	static const char *const signs[] = {"//", "--", "/*", ";", "<!--"};
	size_t i = 0, n;
	while (i < sizeof signs / sizeof signs[0] && !begins(at, end, signs[i]))
		i++;
	if (i == sizeof signs / sizeof signs[0])
		return false;
	n = strlen(signs[i]);
	return at + n < end && (is_blank(at[n]) || (at[n] != '/' && i != 1 && is_alpha(at[n])) || i == 4);
}

static void look_for_comment(struct linter *l, const struct line *line)
{
	const uint8_t *const end = line->value.at + line->value.len;
	for (const uint8_t *at = line->value.at + 1; line->value.len && at < end; at++)
		if (is_blank(at[-1]) && is_comment(at, end)) {
			(void)robotsc__lint_tell_line(l, LINT_COMMENT_SIGN, line, at, (size_t)(end - at));
			return;
		}
}

/* Report a line that begins with such a sign and has a ':', so that it is read as a field. */
static void look_at_beginning(struct linter *l, const struct line *line)
{
	if (is_comment(line->name.at, line->value.at + line->value.len))
		(void)robotsc__lint_tell_line(l, LINT_COMMENT_SIGN, line, line->name.at, line->name.len);
}

/* Report a sign between two paths, as in "/a,/b". */
static void look_for_list(struct linter *l, const struct line *line)
{
	const uint8_t *const end = line->value.at + line->value.len;
	for (const uint8_t *at = line->value.at + 1; line->value.len && at < end; at++) {
		const uint8_t *next = at + 1;
		if (*at != ',' && *at != ';' && *at != '|')
			continue;
		while (next < end && is_blank(*next))
			next++;
		if (next < end && *next == '/' && !is_comment(next, end)) {
			(void)robotsc__lint_tell_line(l, LINT_PATH_LIST, line, at, 1);
			return;
		}
	}
}

/* Report a second URL in the value: after white space, after a mark, or right after the first
 * one. */
static void look_for_urls(struct linter *l, const struct line *line)
{
	const uint8_t *const end = line->value.at + line->value.len;
	if (!line->value.len || !begins(line->value.at, end, "http"))
		return;
	for (const uint8_t *at = line->value.at + 1; at < end; at++)
		if (*at == 'h' && (begins(at, end, "https://") || begins(at, end, "http://")) && at[-1] != '=' && at[-1] != '/') {
			(void)robotsc__lint_tell_line(l, LINT_PATH_LIST, line, at, (size_t)(end - at));
			return;
		}
}

/* "//host/" */
static void look_for_host(struct linter *l, const struct line *line)
{
	size_t n = 0;
	while (n < line->value.len && line->value.at[n] == '/')
		n++;
	if (n > 1 && n < line->value.len && (is_alpha(line->value.at[n]) || is_digit(line->value.at[n])))
		(void)robotsc__lint_tell_line(l, LINT_HOST_PATH, line, line->value.at, line->value.len);
}

/* ---- pauses ---------------------------------------------------------------------------------- */

/* Read a number, and move past it.  A number that is too large gives a value above UINT32_MAX. */
static uint64_t number(struct span *text)
{
	uint64_t n = 0;
	for (; text->len && is_digit(*text->at); text->at++, text->len--)
		n = n > UINT32_MAX ? n : 10 * n + (uint64_t)(*text->at - '0');
	return n;
}

/* True for a pause of more than an hour: of Crawl-delay in seconds, of Request-rate as "1/2h". */
static bool is_long(const struct line *line)
{
	struct span rest = line->value;
	const uint64_t first = number(&rest);
	if (line->field == FIELD_CRAWL_DELAY)
		return first > HOUR;
	if (first == 0 || rest.len < 2 || *rest.at != '/')
		return false;
	rest = (struct span){rest.at + 1, rest.len - 1};
	const uint64_t seconds = number(&rest);
	const int unit = rest.len ? ascii_lower(*rest.at) : 's';
	return seconds * (unit == 'h' ? HOUR : unit == 'm' ? 60 : 1) / first > HOUR;
}

void robotsc__lint_values(struct linter *l, const struct line *line)
{
	switch (line->field) {
	case FIELD_ALLOW:
	case FIELD_DISALLOW:
		look_for_host(l, line);
		look_for_list(l, line);
		look_for_comment(l, line);
		look_for_entities(l, line);
		break;
	case FIELD_SITEMAP:
		look_for_urls(l, line);
		look_for_comment(l, line);
		look_for_entities(l, line);
		break;
	case FIELD_NOINDEX:
		(void)robotsc__lint_tell_line(l, LINT_NOINDEX, line, line->name.at, line->name.len);
		break;
	case FIELD_CRAWL_DELAY:
	case FIELD_REQUEST_RATE:
		look_for_comment(l, line);
		if (is_long(line))
			(void)robotsc__lint_tell_line(l, LINT_LONG_DELAY, line, line->value.at, line->value.len);
		break;
	case FIELD_UNKNOWN:
		look_at_beginning(l, line);
		break;
	default:
		break;
	}
}

/* ---- what to write in the place of a bad value --------------------------------------------- */

const char *robotsc__lint_example(const struct line *line)
{
	switch (line->field) {
	case FIELD_SITEMAP:
		return "write the whole URL, as https://host/sitemap.xml";
	case FIELD_LICENSE:
	case FIELD_AGENTMAP:
	case FIELD_SCHEMAMAP:
	case FIELD_LLM_POLICY:
		return "write the whole URL, as https://host/file";
	case FIELD_CRAWL_DELAY:
		return "write seconds alone, as 10";
	case FIELD_REQUEST_RATE:
		return "write pages and seconds, as 1/10";
	case FIELD_VISIT_TIME:
		return "write two times of day in UTC, as 0600-0845";
	case FIELD_HOST:
		return "write the name of a host, as www.example.com";
	case FIELD_CLEAN_PARAM:
		return "write parameters and a path, as sid&ref /shop/";
	case FIELD_CONTENT_USAGE:
		return "write labels with y or n, as train-ai=n";
	case FIELD_CONTENT_SIGNAL:
		return "write labels with yes or no, as ai-train=no";
	default:
		return NULL;
	}
}
