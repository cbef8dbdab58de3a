/* redirect.c - whether a redirect of a robots.txt stays within the scope that is followed.
 * docs/access.md, "Redirects"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "host.h"
#include "robotsc/access.h"
#include "text.h"

void *memchr(const void *at, int octet, size_t n); /* <string.h> need not exist */

static bool is_same(struct robotsc_text a, struct robotsc_text b)
{
	size_t i = 0;
	while (i < a.len && i < b.len && a.at[i] == b.at[i])
		i++;
	return i == a.len && i == b.len;
}

static struct robotsc_text from_octet(struct robotsc_text t, size_t n)
{
	return (struct robotsc_text){t.at + n, t.len - n};
}

/* ---- sites: the list of publicsuffix.org ------------------------------------------ */

static struct robotsc_text tail(struct robotsc_text host, size_t n)
{
	return from_octet(host, host.len - n);
}

/* True if a host ends with these whole labels. */
static bool ends_with(struct robotsc_text host, struct robotsc_text labels)
{
	return labels.len > 0 && labels.len <= host.len && is_same(tail(host, labels.len), labels) &&
	       (labels.len == host.len || host.at[host.len - labels.len - 1] == '.');
}

/* Adds one label to the tail of a host.  Takes and returns how many octets the tail has; returns n
 * if the tail is the whole host. */
static size_t add_label(struct robotsc_text host, size_t n)
{
	if (n > 0 && n < host.len)
		n++;
	while (n < host.len && host.at[host.len - n - 1] != '.')
		n++;
	return n;
}

/* A host, and its public suffix by the part of the list that was read. */
struct suffix {
	struct robotsc_text host;
	size_t len;
	bool is_exception; /* no other rule counts */
};

/* Returns the host with the last label as its public suffix: that holds without a rule. */
static struct suffix begin_suffix(struct robotsc_text host)
{
	return (struct suffix){host, add_label(host, 0), false};
}

/* Applies a rule: labels, or "*." or "!" and labels. */
static void apply(struct suffix *s, struct robotsc_text rule, struct robotsc_text labels)
{
	size_t n = labels.len;
	if (s->is_exception || !ends_with(s->host, labels))
		return;
	if (rule.at[0] == '!') { /* the rule without its first label is the suffix */
		const char *dot = memchr(labels.at, '.', n);
		s->len = dot ? n - (size_t)(dot + 1 - labels.at) : 0;
		s->is_exception = true;
		return;
	}
	if (rule.at[0] == '*')
		n = n < s->host.len ? add_label(s->host, n) : 0;
	if (n > s->len)
		s->len = n;
}

/* Applies a rule to two hosts with the same last octet. */
static void apply_both(struct suffix s[2], struct robotsc_text rule, bool canonical)
{
	const size_t prefix = rule.at[0] == '!' ? 1 : rule.len > 2 && rule.at[0] == '*' && rule.at[1] == '.' ? 2 : 0;
	struct robotsc_text labels = from_octet(rule, prefix);
	char room[HOST_MAX];
	if (!canonical)
		labels = (struct robotsc_text){room, robotsc__host_canonical(labels.at, labels.len, room)};
	else if (labels.len == 0 || labels.at[labels.len - 1] != s->host.at[s->host.len - 1])
		return;
	apply(&s[0], rule, labels);
	apply(&s[1], rule, labels);
}

/* Reads the list.  A rule ends at white space; "//" begins a comment. */
static void read_list(struct suffix s[2], const struct robotsc_text *list)
{
	const char *at = list->at, *const end = at + list->len;
	while (at < end) {
		struct robotsc_text rule = {at, 0};
		bool canonical = true;
		for (; at < end && (unsigned char)*at > ' '; at++)
			canonical &= (unsigned char)*at < 0x80 && !(*at >= 'A' && *at <= 'Z');
		rule.len = (size_t)(at - rule.at);
		if (rule.len > 0 && rule.at[0] != '/')
			apply_both(s, rule, canonical);
		at = at < end && *at != '\n' ? memchr(at, '\n', (size_t)(end - at)) : at;
		at = at && at < end ? at + 1 : end;
	}
}

/* True for an address.  An IPv4 address ends in a number, which "0x" makes hexadecimal, as WHATWG's
 * URLs have it. */
static bool is_address(struct robotsc_text host)
{
	const struct robotsc_text last = tail(host, add_label(host, 0));
	const bool is_hex = last.len > 1 && last.at[0] == '0' && last.at[1] == 'x';
	for (size_t i = is_hex ? 2 : 0; i < last.len; i++)
		if (!is_digit(last.at[i]) && !(is_hex && last.at[i] >= 'a' && last.at[i] <= 'f'))
			return host.at[0] == '[';
	return true;
}

static bool is_same_site(struct robotsc_text a, struct robotsc_text b, const struct robotsc_text *list)
{
	if (is_same(a, b))
		return true;
	/* A site has two labels or more, so most hosts differ before the list is read. */
	if (!list || list->len == 0 || is_address(a) || !ends_with(b, tail(a, add_label(a, add_label(a, 0)))))
		return false;
	struct suffix s[2] = {begin_suffix(a), begin_suffix(b)};
	read_list(s, list);
	/* The site is the suffix and one label more.  A host that is a suffix lacks that label. */
	const size_t n = add_label(a, s[0].len);
	return n > s[0].len && s[0].len == s[1].len && ends_with(b, tail(a, n));
}

/* ---- origins ------------------------------------------------------------------------ */

/* Returns the host of a canonical origin, without a dot at its end. */
static struct robotsc_text host_of(struct robotsc_text origin)
{
	struct robotsc_text host = origin;
	while (host.at[0] != '/')
		host = from_octet(host, 1);
	host = from_octet(host, 2);
	size_t n = 0;
	if (host.at[0] == '[')
		while (host.at[n] != ']')
			n++;
	while (n < host.len && host.at[n] != ':')
		n++;
	return (struct robotsc_text){host.at, n > 1 && host.at[n - 1] == '.' ? n - 1 : n};
}

/* True if a URL that has an origin names its port. */
static bool names_port(struct robotsc_text url)
{
	size_t at = 0, port = 0;
	while (url.at[at] != '/')
		at++;
	for (at += 2; at < url.len && url.at[at] != '/' && url.at[at] != '?' && url.at[at] != '#'; at++)
		port = url.at[at] == ':' ? at : is_digit(url.at[at]) ? port : 0;
	return port && port + 1 < at;
}

/* True if `with` is `without` and then this port.  Both lack their schemes. */
static bool has_port(struct robotsc_text with, struct robotsc_text without, const char *port, size_t n)
{
	return with.len == without.len + n && is_same((struct robotsc_text){with.at, without.len}, without) &&
	       is_same(from_octet(with, without.len), (struct robotsc_text){port, n});
}

/* True if `to` is `from` with https in place of http.  Each has the default port of its scheme, or
 * both URLs name the same port, which may be the default of one scheme. */
static bool is_upgrade(struct robotsc_text from, struct robotsc_text to, const struct robotsc_text urls[2])
{
	if (from.at[4] != ':' || to.at[4] != 's')
		return false;
	from = from_octet(from, 4);
	to = from_octet(to, 5);
	return is_same(from, to) || (has_port(from, to, ":443", 4) && names_port(urls[1])) ||
	       (has_port(to, from, ":80", 3) && names_port(urls[0]));
}

/* True if readers may disagree about where a URL leads: WHATWG's URLs take a backslash for '/', and
 * drop tabs, ends of lines, and control octets at the ends of the resolved reference. */
static bool is_ambiguous(struct robotsc_text url)
{
	for (size_t i = 0; i < url.len && url.at[i] != '?' && url.at[i] != '#'; i++)
		if (url.at[i] == '\\' || (unsigned char)url.at[i] < ' ')
			return true;
	return false;
}

int robotsc_redirect_in_scope(enum robotsc_redirect_scope scope, const struct robotsc_text *from, const struct robotsc_text *to,
                              const struct robotsc_text *suffixes)
{
	char room[2][ROBOTSC_ORIGIN_MAX];
	struct robotsc_text a = {room[0], 0}, b = {room[1], 0};
	if (scope == ROBOTSC_REDIRECT_ANY)
		return 1;
	if (is_ambiguous(*to))
		return 0;
	if (robotsc_origin(from->at, from->len, room[0], sizeof room[0], &a.len) != ROBOTSC_OK ||
	    robotsc_origin(to->at, to->len, room[1], sizeof room[1], &b.len) != ROBOTSC_OK)
		return 0;
	if (is_same(a, b) || is_upgrade(a, b, (const struct robotsc_text[2]){*from, *to}))
		return 1;
	return scope == ROBOTSC_REDIRECT_SITE && is_same_site(host_of(a), host_of(b), suffixes);
}

const char *robotsc_redirect_scope_name(enum robotsc_redirect_scope scope)
{
	static const char *const names[] = {"any", "site", "origin"};
	return (unsigned)scope < sizeof names / sizeof names[0] ? names[scope] : NULL;
}
