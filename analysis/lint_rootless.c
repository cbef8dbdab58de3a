/* lint_rootless.c - what a pattern that does not begin with '/' was meant to be.
 *
 * A file does not say which host it belongs to, but its Sitemap and Host lines mostly do.  If a
 * rule is a whole URL of a host that these name, the path of that URL is meant.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_words.h"

#include <string.h>

#include "access/text.h"
#include "front/lex.h"

#define SUFFIX 5 /* most letters of a suffix, as in ".xhtml" */

static bool has(struct span v, uint8_t c)
{
	return v.len && memchr(v.at, c, v.len);
}

static struct span from(struct span v, size_t n)
{
	return (struct span){v.at + n, v.len - n};
}

static bool begins(struct span v, const char *word)
{
	const size_t n = strlen(word);
	return v.len >= n && is_span((struct span){v.at, n}, word);
}

/* How many octets a scheme such as "https://" has; 0: there is none. */
static size_t scheme(struct span v)
{
	size_t n = 0;
	while (n < v.len && is_alpha(v.at[n]))
		n++;
	return n && v.len - n >= 3 && memcmp(v.at + n, "://", 3) == 0 ? n + 3 : 0;
}

/* The part before the first '/', '?' or '#'. */
static struct span host_of(struct span v)
{
	size_t n = 0;
	while (n < v.len && v.at[n] != '/' && v.at[n] != '?' && v.at[n] != '#')
		n++;
	return (struct span){v.at, n};
}

static bool is_own(const struct linter *l, struct span host)
{
	for (uint32_t i = 0; i < l->nhosts; i++)
		if (compare_folded((struct robotsc_text){(const char *)l->hosts[i].at, l->hosts[i].len},
		                   (struct robotsc_text){(const char *)host.at, host.len}) == 0)
			return true;
	return false;
}

void robotsc__lint_learn_hosts(struct linter *l)
{
	struct lexer lexer;
	struct line line;
	(void)robotsc__lex_begin(&lexer, l->dialect, l->text, l->len, false);
	while (l->nhosts < LINT_HOSTS && robotsc__lex_next(&lexer, &line)) {
		if (line.kind != LINE_DIRECTIVE || (line.field != FIELD_SITEMAP && line.field != FIELD_HOST))
			continue;
		const struct span host = host_of(from(line.value, scheme(line.value)));
		if (host.len && !is_own(l, host))
			l->hosts[l->nhosts++] = host;
	}
}

static bool ends(struct span v, const char *word)
{
	const size_t n = strlen(word);
	return v.len > n && is_span(from(v, v.len - n), word);
}

/* True for a host in the domain of a host that the text names as its own: the part after that
 * host's first dot. */
static bool is_sibling(const struct linter *l, struct span host)
{
	for (uint32_t i = 0; i < l->nhosts; i++) {
		const uint8_t *const dot = memchr(l->hosts[i].at, '.', l->hosts[i].len);
		const struct span domain = dot ? from(l->hosts[i], (size_t)(dot + 1 - l->hosts[i].at)) : l->hosts[i];
		if (has(domain, '.') && host.len >= domain.len &&
		    compare_folded((struct robotsc_text){(const char *)host.at + host.len - domain.len, domain.len},
		                   (struct robotsc_text){(const char *)domain.at, domain.len}) == 0)
			return true;
	}
	return false;
}

/* True if this looks like the host of a URL without its scheme. */
static bool is_host(const struct linter *l, struct span host)
{
	static const char *const tops[] = {".com", ".org", ".net", ".info", ".edu", ".gov", ".co.uk", ".com.au", ".com.br"};
	size_t dots = 0, digits = 0;
	while (host.len && host.at[host.len - 1] == '*')
		host.len--;
	for (size_t i = 0; i < host.len; i++) {
		dots += host.at[i] == '.';
		digits += is_digit(host.at[i]);
	}
	if (dots == 0)
		return false;
	if ((dots == 3 && dots + digits == host.len) || is_own(l, host) || is_sibling(l, host) || begins(host, "www."))
		return true;
	for (size_t i = 0; i < sizeof tops / sizeof tops[0]; i++)
		if (ends(host, tops[i]))
			return true;
	return false;
}

static struct rootless with_host(const struct linter *l, struct span v, size_t before)
{
	const struct span host = host_of(from(v, before));
	const size_t n = before + host.len;
	struct rootless out = {.said = before ? "a whole URL: a rule is the path alone, and speaks for its own host only"
	                                      : "a host before it: a rule is the path alone, and speaks for its own host only"};
	if (is_own(l, host) && n < v.len && v.at[n] == '/') {
		out.label = "Write the path alone";
		out.put = "";
		out.begin = n;
	}
	return out;
}

static struct rootless quoted(struct span v)
{
	struct rootless out = {.said = "quotes are a part of the path"};
	if (v.len > 2 && v.at[v.len - 1] == v.at[0] && v.at[1] == '/')
		out = (struct rootless){out.said, "Remove the quotes", "", 1, 1, false};
	return out;
}

static struct rootless with_backslash(struct span v)
{
	struct rootless out = {.said = "'\\' is no '/'"};
	bool plain = v.len > 1;
	for (size_t i = 0; i < v.len; i++)
		plain = plain && (v.at[i] >= 0x80 || is_alpha(v.at[i]) || is_digit(v.at[i]) || memchr("\\*_-. ~%/", v.at[i], 9));
	if (plain && v.at[1] != '/' && v.at[1] != '.' && (robotsc__lint_regex(v) == v.len || has(from(v, 1), '\\')))
		out = (struct rootless){out.said, "Write '/' for each '\\'", "", 0, 0, true};
	return out;
}

/* ".js", and ".htaccess" */
static struct rootless with_dot(const struct linter *l, struct span v)
{
	static const char *const files[] = {"git", "svn", "env", "hg", "well-known"};
	const struct span name = from(v, 1);
	size_t n = 0;
	if (begins(v, "./"))
		return (struct rootless){"robots resolve no './'", "Remove the '.'", "", 1, 0, false};
	if (begins(v, "../"))
		return (struct rootless){.said = "robots resolve no '../'"};
	while (n < name.len && (is_alpha(name.at[n]) || is_digit(name.at[n]) || name.at[n] == '-'))
		n++;
	bool file = n > SUFFIX || n == 0 || !l->dialect->wildcards || (n < name.len && !memchr("$*?", name.at[n], 3));
	for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
		file |= is_span((struct span){name.at, n}, files[i]);
	if (file)
		return (struct rootless){NULL, "Begin it with '/'", "/", 0, 0, false};
	return (struct rootless){
		"for paths that have this anywhere, write '/*' before it", "Begin it with '/*'", "/*", 0, 0, false};
}

static struct rootless with_query(const struct linter *l, bool known)
{
	struct rootless out = {NULL, "Begin it with '/*'", "/*", 0, 0, false};
	if (!l->dialect->wildcards)
		return (struct rootless){NULL, NULL, NULL, 0, 0, false};
	out.said = "for a parameter of any path, write '/*' before it";
	out.label = known ? out.label : NULL;
	return out;
}

static struct rootless with_colon(struct span v)
{
	struct rootless out = {.said = "a second ':'"};
	size_t n = 1;
	while (n < v.len && (is_blank(v.at[n]) || v.at[n] == ':'))
		n++;
	if (n < v.len && v.at[n] == '/')
		out = (struct rootless){out.said, "Remove the ':'", "", n, 0, false};
	return out;
}

static bool is_no_path(struct span v)
{
	static const char *const words[] = {"all", "none",  "everything", "nothing", "any",   "everyone", "yes",
	                                    "no",  "false", "true",       "null",    "allow", "disallow"};
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (is_span(v, words[i]))
			return true;
	return robotsc__lint_is_name(v);
}

struct rootless robotsc__lint_rootless(const struct linter *l, struct span v)
{
	const size_t before = scheme(v);
	const struct span host = host_of(v);
	if (before || is_host(l, host))
		return with_host(l, v, before);
	switch (v.at[0]) {
	case '"':
	case '\'':
	case '`':
		return quoted(v);
	case '\\':
		return with_backslash(v);
	case '.':
		return with_dot(l, v);
	case '?':
	case '&':
		return with_query(l, true);
	case ':':
		return with_colon(v);
	case '*':
		return (struct rootless){.said = "'*' is no wildcard here"};
	default:
		break;
	}
	if (robotsc__lint_begins_hidden(v))
		return (struct rootless){.said = "it begins with a character that nobody sees"};
	if (begins(v, "%2f"))
		return (struct rootless){"'%2F' is no '/'", "Write '/' for it", "/", 3, 0, false};
	if (is_no_path(v))
		return (struct rootless){.said = "a word is no path: '/' is the whole site, and an empty Disallow nothing"};
	if (!has(v, '/') && has(v, '='))
		return with_query(l, false);
	if (has(host, ' ') || has(host, '\t') ||
	    (v.at[0] < 0x80 && !is_alpha(v.at[0]) && !is_digit(v.at[0]) && !memchr("_-~@%", v.at[0], 5)))
		return (struct rootless){.said = NULL};
	return (struct rootless){NULL, "Begin it with '/'", "/", 0, 0, false};
}
