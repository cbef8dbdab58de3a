/* url_kind.c - says which lines and operands are no URLs and no paths, and what to write instead.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "url_kind.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "exit_status.h"
#include "messages.h"
#include "robotsc/access.h"
#include "text_print.h"

#define SHOWN 100 /* octets of a line that a message shows at most */

enum kind {
	GOOD,
	EMPTY,
	MARK,
	SPACE,
	QUOTE,
	BRACKET,
	SLASHES,
	HOST,
	SCHEME,
	NO_SLASHES,
	BAD_HOST,
	BAD_PORT,
	RELATIVE,
	PATH
};

/* What is wrong, and what to do; where paths are taken, too, and where they are not. */
static const struct {
	const char *what, *path, *url;
} says[] = {
	[EMPTY] = {"there is nothing in it", "the path of the root is '/'", "leave it out"},
	[MARK] = {"it begins with a byte order mark", "remove that", NULL},
	[SPACE] = {"it begins with white space", "remove that", NULL},
	[QUOTE] = {"it begins with a quotation mark", "give it without quotes", NULL},
	[BRACKET] = {"it begins with a bracket", "give the URL alone", NULL},
	[SLASHES] = {"it names a host and no scheme", "write 'https:' before it, or 'http://h' before a path of two slashes",
                     "write 'https:' before it"},
	[HOST] = {"it has no scheme", "write 'https://' before a host, or '/' before a path", "write 'https://' before it"},
	[SCHEME] = {"there is robots.txt for http, https and ftp only", "leave it out", NULL},
	[NO_SLASHES] = {"'//' is missing after its scheme", "write it as 'https://host/path'", NULL},
	[BAD_HOST] = {"it has no host, or one that no robots.txt can be asked of", "write it as 'https://host/path'", NULL},
	[BAD_PORT] = {"its port is no number up to 65535", "write it as 'https://host:port/path'", NULL},
	[RELATIVE] = {"it begins with no scheme and no '/'", "write the whole URL, or '/' before a path", "write the whole URL"},
	[PATH] = {"it names no host", NULL, "write the whole URL"},
};

static bool begins_with(struct robotsc_text url, const char *with)
{
	const size_t n = strlen(with);
	return url.len >= n && memcmp(url.at, with, n) == 0;
}

static bool is_alpha(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* ---- scheme and host ------------------------------------------------------------- */

/* The length of what stands before the ':' of a scheme, or 0. */
static size_t scheme_length(struct robotsc_text url)
{
	size_t n = 0;
	while (n < url.len && (is_alpha(url.at[n]) || (n && (is_digit(url.at[n]) || strchr("+-.", url.at[n])) && url.at[n])))
		n++;
	return n < url.len && url.at[n] == ':' ? n : 0;
}

/* True for a scheme whose origins have a robots.txt. */
static bool is_known(struct robotsc_text url, size_t scheme)
{
	static const char *const known[] = {"http", "https", "ftp"};
	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (strlen(known[i]) == scheme && strncasecmp(known[i], url.at, scheme) == 0)
			return true;
	return false;
}

static bool is_host_octet(char c)
{
	return is_alpha(c) || is_digit(c) || c == '-';
}

/* True for "shop.example", "shop.example/x" and "localhost:8080/x". */
static bool looks_like_host(struct robotsc_text url)
{
	size_t n = 0, digits = 0;
	bool dot = false;
	for (; n < url.len && (is_host_octet(url.at[n]) || (n && url.at[n] == '.' && url.at[n - 1] != '.')); n++)
		dot |= url.at[n] == '.' && n + 1 < url.len && is_host_octet(url.at[n + 1]);
	if (n && n < url.len && url.at[n] == ':')
		for (n++; n < url.len && is_digit(url.at[n]); n++)
			digits++;
	return n && (dot || digits) && (n == url.len || url.at[n] == '/' || url.at[n] == '?' || url.at[n] == '#');
}

/* ---- kinds ----------------------------------------------------------------------- */

static enum kind kind_of_begin(struct robotsc_text url)
{
	static const char *const quotes[] = {"\"", "'", "`", "$'", "\xE2\x80\x98", "\xE2\x80\x9C", "\xC2\xAB"};
	if (url.len == 0)
		return EMPTY;
	if (begins_with(url, "\xEF\xBB\xBF"))
		return MARK;
	if (memchr(" \t\r\v\f", url.at[0], 5))
		return SPACE;
	if (memchr("<([{", url.at[0], 4))
		return BRACKET;
	for (size_t i = 0; i < sizeof quotes / sizeof quotes[0]; i++)
		if (begins_with(url, quotes[i]))
			return QUOTE;
	return RELATIVE;
}

static enum kind kind_of(const struct cli_urls *u, struct robotsc_text url)
{
	const bool host = begins_with(url, "//");
	char origin[ROBOTSC_ORIGIN_MAX];
	size_t scheme, n;
	enum robotsc_status status;
	if (url.len && url.at[0] == '/' && !host)
		return u->only_urls ? PATH : GOOD;
	status = robotsc_origin(url.at, url.len, origin, sizeof origin, &n);
	if (status == ROBOTSC_OK)
		return GOOD;
	if (status != ROBOTSC_ERR_SCHEME)
		return status == ROBOTSC_ERR_PORT ? BAD_PORT : BAD_HOST;
	if (host || looks_like_host(url))
		return u->hosts ? GOOD : host ? SLASHES : HOST;
	scheme = scheme_length(url);
	if (scheme)
		return is_known(url, scheme) ? NO_SLASHES : SCHEME;
	return kind_of_begin(url);
}

static void print_url(struct robotsc_text url)
{
	putc('\'', stderr);
	cli_print_text(stderr, (struct robotsc_text){url.at, url.len < SHOWN ? url.len : SHOWN});
	fputs(url.len > SHOWN ? "...'" : "'", stderr);
}

bool cli_take_url(struct cli_urls *u, struct robotsc_text url)
{
	const enum kind kind = kind_of(u, url);
	u->seen++;
	if (kind == GOOD)
		return true;
	u->wrong++;
	if (u->said & 1u << kind && !u->each)
		return false;
	u->said |= 1u << kind;
	u->told++;
	fputs("robotsc: ", stderr);
	if (u->lines)
		fprintf(stderr, "<stdin>:%llu: ", (unsigned long long)u->seen);
	print_url(url);
	fprintf(stderr, " is no URL%s: %s; %s\n", u->only_urls ? "" : " and no path", says[kind].what,
	        u->only_urls && says[kind].url ? says[kind].url : says[kind].path);
	return false;
}

int cli_end_urls(const struct cli_urls *u)
{
	if (u->wrong > u->told)
		cli_complain("%llu %s are no URLs%s, and have no verdict", (unsigned long long)u->wrong,
		             u->lines ? "lines" : "operands", u->only_urls ? "" : " and no paths");
	return u->wrong ? CLI_TROUBLE : CLI_OK;
}
