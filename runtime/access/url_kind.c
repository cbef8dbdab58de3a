/* url_kind.c - what is wrong with a text where a URL or a path should be.  docs/access.md, "What is
 * no URL"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "plain_origin.h"
#include "robotsc/access.h"
#include "text.h"

static bool begins_with(struct robotsc_text url, const char *with)
{
	size_t n = 0;
	while (n < url.len && with[n] && url.at[n] == with[n])
		n++;
	return !with[n];
}

static bool is_one_of(char c, const char *octets)
{
	while (*octets && *octets != c)
		octets++;
	return *octets;
}

/* ---- scheme and host ------------------------------------------------------------- */

static bool is_scheme_octet(char c)
{
	return is_alpha(c) || is_digit(c) || c == '+' || c == '-' || c == '.';
}

/* The length of a scheme, without its ':', or 0. */
static size_t scheme_length(struct robotsc_text url)
{
	size_t n = 0;
	while (n < url.len && (n ? is_scheme_octet(url.at[n]) : is_alpha(url.at[n])))
		n++;
	return n < url.len && url.at[n] == ':' ? n : 0;
}

/* True for a scheme whose origins have a robots.txt. */
static bool is_known(struct robotsc_text url, size_t scheme)
{
	const struct robotsc_text name = {url.at, scheme};
	return is_word(name, "http") || is_word(name, "https") || is_word(name, "ftp");
}

static bool is_host_octet(char c)
{
	return is_alpha(c) || is_digit(c) || c == '-';
}

/* The length of labels and dots at the start; *dot: a dot stands before one of the labels. */
static size_t labels_length(struct robotsc_text url, bool *dot)
{
	size_t n = 0;
	*dot = false;
	for (; n < url.len && (is_host_octet(url.at[n]) || (n && url.at[n] == '.' && url.at[n - 1] != '.')); n++)
		*dot |= url.at[n] == '.' && n + 1 < url.len && is_host_octet(url.at[n + 1]);
	return n;
}

/* True for "shop.example", "shop.example/x" and "localhost:8080/x". */
static bool looks_like_host(struct robotsc_text url)
{
	bool dot, port = false;
	size_t n = labels_length(url, &dot);
	if (n && n < url.len && url.at[n] == ':')
		for (n++; n < url.len && is_digit(url.at[n]); n++)
			port = true;
	return n && (dot || port) && (n == url.len || url.at[n] == '/' || url.at[n] == '?' || url.at[n] == '#');
}

/* ---- kinds ----------------------------------------------------------------------- */

static enum robotsc_url_kind kind_of_begin(struct robotsc_text url)
{
	static const char quotes[][4] = {"\"", "'", "`", "$'", "\xE2\x80\x98", "\xE2\x80\x9C", "\xC2\xAB"};
	if (url.len == 0)
		return ROBOTSC_URL_EMPTY;
	if (begins_with(url, "\xEF\xBB\xBF"))
		return ROBOTSC_URL_MARK;
	if (is_one_of(url.at[0], " \t\r\n\v\f"))
		return ROBOTSC_URL_SPACE;
	if (is_one_of(url.at[0], "<([{"))
		return ROBOTSC_URL_BRACKET;
	for (size_t i = 0; i < sizeof quotes / sizeof quotes[0]; i++)
		if (begins_with(url, quotes[i]))
			return ROBOTSC_URL_QUOTE;
	return ROBOTSC_URL_RELATIVE;
}

enum robotsc_url_kind robotsc_url_kind(enum robotsc_dialect dialect, const char *at, size_t len)
{
	const struct robotsc_text url = {at, len};
	const bool slashes = begins_with(url, "//");
	char origin[ROBOTSC_ORIGIN_MAX];
	enum robotsc_status status;
	size_t scheme, n;
	if ((len && at[0] == '/' && !slashes) || robotsc__plain_origin(at, len))
		return ROBOTSC_URL_GOOD;
	status = robotsc_origin(at, len, origin, sizeof origin, &n);
	if (status == ROBOTSC_OK)
		return ROBOTSC_URL_GOOD;
	if (status != ROBOTSC_ERR_SCHEME)
		return status == ROBOTSC_ERR_PORT ? ROBOTSC_URL_BAD_PORT : ROBOTSC_URL_BAD_HOST;
	if (slashes || looks_like_host(url))
		return dialect == ROBOTSC_GOOGLE ? ROBOTSC_URL_GOOD : slashes ? ROBOTSC_URL_SLASHES : ROBOTSC_URL_HOST;
	scheme = scheme_length(url);
	if (scheme)
		return is_known(url, scheme) ? ROBOTSC_URL_NO_SLASHES : ROBOTSC_URL_SCHEME;
	return kind_of_begin(url);
}

/* What is wrong with the URL, and advice on how to give it. */
static const struct {
	const char *text, *hint;
} kinds[] = {
	[ROBOTSC_URL_GOOD] = {"nothing is wrong with it", ""},
	[ROBOTSC_URL_EMPTY] = {"there is nothing in it", "the path of the root is '/'"},
	[ROBOTSC_URL_MARK] = {"it begins with a byte order mark", "remove that"},
	[ROBOTSC_URL_SPACE] = {"it begins with white space", "remove that"},
	[ROBOTSC_URL_QUOTE] = {"it begins with a quotation mark", "give it without quotes"},
	[ROBOTSC_URL_BRACKET] = {"it begins with a bracket", "give the URL alone"},
	[ROBOTSC_URL_SLASHES] = {"it names a host and no scheme",
                                 "write 'https:' before it, or 'http://h' before a path of two slashes"},
	[ROBOTSC_URL_HOST] = {"it has no scheme", "write 'https://' before a host, or '/' before a path"},
	[ROBOTSC_URL_SCHEME] = {"there is robots.txt for http, https and ftp only", "leave it out"},
	[ROBOTSC_URL_NO_SLASHES] = {"'//' is missing after its scheme", "write it as 'https://host/path'"},
	[ROBOTSC_URL_BAD_HOST] = {"it has no host, or one that no robots.txt can be asked of", "write it as 'https://host/path'"},
	[ROBOTSC_URL_BAD_PORT] = {"its port is no number up to 65535", "write it as 'https://host:port/path'"},
	[ROBOTSC_URL_RELATIVE] = {"it begins with no scheme and no '/'", "write the whole URL, or '/' before a path"},
};

const char *robotsc_url_kind_text(enum robotsc_url_kind kind)
{
	return (unsigned)kind < ROBOTSC_URL_KINDS ? kinds[kind].text : "it is no URL";
}

const char *robotsc_url_kind_hint(enum robotsc_url_kind kind)
{
	return (unsigned)kind < ROBOTSC_URL_KINDS ? kinds[kind].hint : "";
}
