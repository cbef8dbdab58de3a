/* rival_rules.c - robots.txt to the canonical rules of one robot, as in RFC 9309.
 *
 * It shares no code with the product, so every comparison of verdicts compares two implementations.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "rival_rules.h"

#include <stdlib.h>
#include <string.h>

#define LIMIT 512000u

static int lower(int c)
{
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

static int same(struct robotsc_text a, const char *b, size_t len)
{
	size_t i;

	if (a.len != len)
		return 0;
	for (i = 0; i < len && lower((unsigned char)a.at[i]) == lower((unsigned char)b[i]); i++)
		continue;
	return i == len;
}

static int is_space(char c)
{
	return c == ' ' || c == '\t';
}

static struct robotsc_text trim(const char *at, const char *end)
{
	while (at < end && is_space(*at))
		at++;
	while (end > at && is_space(end[-1]))
		end--;
	return (struct robotsc_text){at, (size_t)(end - at)};
}

/* ---- lines ---- */

enum field {
	FIELD_OTHER,
	FIELD_AGENT,
	FIELD_ALLOW,
	FIELD_DISALLOW
};

static enum field field_of(struct robotsc_text name)
{
	static const char *const names[] = {"user-agent", "useragent", "user agent", "allow",    "disallow",
	                                    "dissallow",  "dissalow",  "disalow",    "diasllow", "disallaw"};
	size_t i;

	for (i = 0; i < sizeof names / sizeof *names; i++)
		if (same(name, names[i], strlen(names[i])))
			return i < 3 ? FIELD_AGENT : i == 3 ? FIELD_ALLOW : FIELD_DISALLOW;
	return FIELD_OTHER;
}

/* Exactly two words without a colon count as field and value. */
static int two_words(struct robotsc_text line, struct robotsc_text *name, struct robotsc_text *value)
{
	const char *end = line.at + line.len, *p = line.at, *q;

	while (p < end && !is_space(*p))
		p++;
	*name = trim(line.at, p);
	*value = trim(p, end);
	for (q = value->at; q < end && !is_space(*q); q++)
		continue;
	return name->len > 0 && value->len > 0 && q == value->at + value->len;
}

static enum field line_field(const char *at, const char *end, struct robotsc_text *value)
{
	const char *hash = memchr(at, '#', (size_t)(end - at)), *colon;
	struct robotsc_text name;

	if (hash != NULL)
		end = hash;
	colon = memchr(at, ':', (size_t)(end - at));
	if (colon == NULL)
		return two_words(trim(at, end), &name, value) ? field_of(name) : FIELD_OTHER;
	name = trim(at, colon);
	*value = trim(colon + 1, end);
	return field_of(name);
}

static int names_star(struct robotsc_text value)
{
	return value.len > 0 && value.at[0] == '*' && (value.len == 1 || is_space(value.at[1]));
}

static int names_agent(struct robotsc_text value, struct robotsc_text agent)
{
	size_t n = 0;

	while (n < value.len && value.at[n] != '\0' &&
	       strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-", value.at[n]) != NULL)
		n++;
	value.len = n;
	return n > 0 && same(value, agent.at, agent.len);
}

/* ---- canonical text ---- */

static int hex(char c)
{
	const char *digits = "0123456789ABCDEF", *p = c == '\0' ? NULL : strchr(digits, lower(c) == c && c >= 'a' ? c - 32 : c);

	return p == NULL ? -1 : (int)(p - digits);
}

/* Octets that are equal to their escapes. */
static int folds(unsigned c)
{
	return c != 0 && c < 128 &&
	       strchr("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~:@!'(),[]*$", (int)c) != NULL;
}

enum place {
	IN_PATH,
	IN_QUERY,
	IN_EITHER
};

static size_t encode(unsigned c, char *out)
{
	out[0] = '%';
	out[1] = "0123456789ABCDEF"[c >> 4];
	out[2] = "0123456789ABCDEF"[c & 15];
	return 3;
}

/* Write one octet or triplet at p to out; *used: the octets that were read. */
static size_t canonical(const char *p, size_t left, enum place *place, char *out, size_t *used)
{
	const unsigned c = (unsigned char)*p;
	unsigned v;

	*used = 1;
	if (c == '%' && left >= 3 && hex(p[1]) >= 0 && hex(p[2]) >= 0) {
		*used = 3;
		v = (unsigned)(hex(p[1]) << 4 | hex(p[2]));
		if (folds(v) || (*place == IN_QUERY && (v == '/' || v == '?')))
			*out = (char)v;
		else if (*place == IN_EITHER && (v == '/' || v == '?'))
			*out = v == '/' ? RULE_SLASH : RULE_MARK;
		else
			return encode(v, out);
		return 1;
	}
	if (c == '?')
		*place = IN_QUERY;
	if (!folds(c) && (c == 0 || c >= 128 || strchr("/?%&=+;", (int)c) == NULL))
		return encode(c, out);
	*out = (char)c;
	return 1;
}

size_t rules_path(const char *path, size_t len, char *out)
{
	enum place place = IN_PATH;
	size_t i, n = 0, used;

	if (len == 0 || path[0] != '/')
		out[n++] = '/';
	for (i = 0; i < len && path[i] != '#'; i += used)
		n += canonical(path + i, len - i, &place, out + n, &used);
	return n;
}

/* Make a rule of a value, with its text at out.  Returns the length of the text. */
static size_t make_rule(struct rule *r, struct robotsc_text value, int allow, char *out)
{
	const uint8_t end = value.at[value.len - 1] == '$';
	enum place place = IN_PATH;
	size_t i, n = 0, used, octets = end;

	*r = (struct rule){value, out, 0, 0, end, 0, 0};
	for (i = 0; i + end < value.len; i += used) {
		const size_t start = n;

		if (value.at[i] == '*') {
			used = 1;
			out[n++] = RULE_STAR;
			r->gaps = 1;
			place = place == IN_QUERY ? IN_QUERY : IN_EITHER;
		} else {
			n += canonical(value.at + i, value.len - i, &place, out + n, &used);
		}
		octets += n - start;
		if (out[start] == RULE_SLASH || out[start] == RULE_MARK) {
			r->open = 1;
			octets += 2; /* an operator ranks as a triplet, as the path has it */
		}
	}
	r->len = (uint32_t)n;
	r->rank = (uint32_t)(2 * octets + (allow != 0));
	return n;
}

/* ---- the file ---- */

struct scan {
	struct robotsc_text agent;
	int star;          /* true: look for "*" and not for the agent */
	int seen;          /* true: a group for the robot was found */
	int open, matches; /* of the current group: agents may follow; it is for the robot */
	size_t octets;     /* octets of the values of all rules */
	struct rules *out;
	size_t room, stored;
};

static int add(struct scan *s, struct robotsc_text value, int allow)
{
	struct rules *out = s->out;

	if (value.len == 0 || (value.at[0] != '/' && value.at[0] != '*'))
		return 1;
	if (out->n == s->room) {
		struct rule *more = realloc(out->rule, (s->room * 2 + 16) * sizeof *more);

		if (more == NULL)
			return 0;
		out->rule = more;
		s->room = s->room * 2 + 16;
	}
	s->stored += make_rule(&out->rule[out->n++], value, allow, out->store + s->stored);
	return 1;
}

static int scan_line(struct scan *s, const char *at, const char *end)
{
	struct robotsc_text value;
	const enum field field = line_field(at, end, &value);

	switch (field) {
	case FIELD_AGENT:
		if (!s->open)
			s->matches = 0;
		s->open = 1;
		s->matches |= s->star ? names_star(value) : names_agent(value, s->agent);
		s->seen |= s->matches;
		return 1;
	case FIELD_ALLOW:
	case FIELD_DISALLOW:
		s->open = 0;
		s->octets += value.len;
		return !s->matches || add(s, value, field == FIELD_ALLOW);
	case FIELD_OTHER:
		break;
	}
	return 1;
}

static int scan_file(struct scan *s, struct robotsc_text robots)
{
	const char *at = robots.at, *end = at + robots.len, *stop;

	if (robots.len > LIMIT) { /* ignore the rest, and the line that is cut */
		for (end = at + LIMIT; end > at && *end != '\n' && *end != '\r';)
			end--;
	}
	if (end - at >= 3 && memcmp(at, "\xEF\xBB\xBF", 3) == 0)
		at += 3;
	for (; at < end; at = stop + 1) {
		for (stop = at; stop < end && *stop != '\n' && *stop != '\r'; stop++)
			continue;
		if (!scan_line(s, at, stop))
			return 0;
	}
	return 1;
}

static int by_rank(const void *a, const void *b)
{
	const struct rule *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank < y->rank ? 1 : -1;
	if (x->len != y->len)
		return x->len < y->len ? -1 : 1;
	return memcmp(x->text, y->text, x->len);
}

/* Sort, and drop repeated rules. */
static void order(struct rules *out)
{
	size_t i, n = 0;

	if (out->n > 1)
		qsort(out->rule, out->n, sizeof *out->rule, by_rank);
	for (i = 0; i < out->n; i++)
		if (n == 0 || by_rank(&out->rule[n - 1], &out->rule[i]) != 0 || out->rule[n - 1].end != out->rule[i].end)
			out->rule[n++] = out->rule[i];
	out->n = n;
}

int rules_of(struct robotsc_text robots, struct robotsc_text agent, struct rules *out)
{
	static const struct robotsc_text robots_txt = {"/robots.txt$", 12};
	struct scan s = {.agent = agent, .out = out};

	memset(out, 0, sizeof *out);
	out->store = malloc(robots.len * 3 + 16);
	if (out->store == NULL)
		return 0;
	if (!scan_file(&s, robots))
		return 0;
	if (!s.seen) {
		s = (struct scan){.agent = agent, .out = out, .star = 1, .room = s.room};
		if (!scan_file(&s, robots))
			return 0;
	}
	if (out->n > 0) {
		if (!add(&s, robots_txt, 1))
			return 0;
		out->rule[out->n - 1].rank = UINT32_MAX;
	}
	order(out);
	return 1;
}

void rules_free(struct rules *rules)
{
	free(rules->rule);
	free(rules->store);
	memset(rules, 0, sizeof *rules);
}

size_t rules_octets(struct robotsc_text robots)
{
	struct scan s = {.star = 0}; /* no group is looked for, so nothing is kept */

	scan_file(&s, robots);
	return s.octets;
}
