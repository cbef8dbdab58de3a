/* regex.c - see regex.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "regex.h"

#include <stdlib.h>
#include <string.h>

#include "measure.h"

static int plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '_';
}

static char *put(char *p, const char *s)
{
	const size_t n = strlen(s);

	memcpy(p, s, n);
	return p + n;
}

static char *put_literal(char *p, char c)
{
	static const char digits[] = "0123456789abcdef";

	if (plain(c)) {
		*p++ = c;
		return p;
	}
	p = put(p, "\\x");
	*p++ = digits[(unsigned char)c >> 4];
	*p++ = digits[(unsigned char)c & 15];
	return p;
}

static char *put_text(char *p, const char *s)
{
	while (*s != '\0')
		p = put_literal(p, *s++);
	return p;
}

/* The expression of a rule.  Its star number `mark` (from 1; 0: none) spans the '?', and %2F and
 * %3F after that are decoded.  Stars at the end are dropped. */
static char *translate(const struct rule *r, unsigned mark, int floats)
{
	char *text = bench_alloc(4 * (size_t)r->len * 3 + 32), *p = text;
	uint32_t i, len = r->len;
	unsigned stars = 0;
	int end = r->end;

	while (len > 0 && r->text[len - 1] == RULE_STAR && mark == 0) {
		len--;
		end = 0;
	}
	if (len == 0) { /* the expression matches every path, since no path is empty */
		put(p, ".")[0] = '\0';
		return text;
	}
	if (floats && r->text[0] != RULE_STAR)
		p = put(p, "^");
	for (i = 0; i < len; i++) {
		const char c = r->text[i];

		if (c == RULE_STAR)
			p = ++stars == mark ? put(p, ".*\\?.*") : floats && i == 0 ? p : put(p, ".*");
		else if (c == RULE_SLASH)
			p = put_text(p, mark != 0 && stars >= mark ? "/" : "%2F");
		else if (c == RULE_MARK)
			p = put_text(p, mark != 0 && stars >= mark ? "?" : "%3F");
		else
			p = put_literal(p, c);
	}
	if (end)
		p = put(p, "\\z");
	*p = '\0';
	return text;
}

static void add(struct expressions *out, char *text, size_t rule)
{
	if (out->n % 64 == 0) {
		out->text = realloc(out->text, (out->n + 64) * sizeof *out->text);
		out->rule = realloc(out->rule, (out->n + 64) * sizeof *out->rule);
		if (out->text == NULL || out->rule == NULL)
			bench_die("regex", "out of memory");
	}
	out->text[out->n] = text;
	out->rule[out->n++] = (unsigned)rule;
}

void regex_of(const struct rules *rules, int floats, struct expressions *out)
{
	*out = (struct expressions){NULL, NULL, 0};
	for (size_t i = 0; i < rules->n; i++) {
		const struct rule *r = &rules->rule[i];
		unsigned stars = 0;

		add(out, translate(r, 0, floats), i);
		for (uint32_t k = 0; r->open && k < r->len; k++)
			if (r->text[k] == RULE_STAR)
				add(out, translate(r, ++stars, floats), i);
	}
}

void regex_free(struct expressions *expressions)
{
	for (size_t i = 0; i < expressions->n; i++)
		free(expressions->text[i]);
	free(expressions->text);
	free(expressions->rule);
}
