/* oracle_site.c - sites by the public suffix list, label by label, and the scopes of redirects.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_origin.h"

#include <stdlib.h>
#include <string.h>

#define LABELS 300

/* A host, or a rule, cut at its dots; the last label first. */
struct labels {
	char *label[LABELS];
	int n;
};

static void cut(struct labels *l, char *text)
{
	l->n = 0;
	for (char *dot; l->n < LABELS - 1 && (dot = strrchr(text, '.')) != NULL; *dot = '\0')
		l->label[l->n++] = dot + 1;
	l->label[l->n++] = text;
}

/* True if a label of a rule, in UTF-8 or ASCII, is this label of a host. */
static int is_label(const char *rule, const char *label)
{
	char url[600] = "http://", origin[ORACLE_ORIGIN_ROOM];

	if (strcmp(rule, "*") == 0)
		return 1;
	if (strlen(rule) > 500)
		return 0;
	strcat(url, rule);
	return oracle_origin(url, strlen(url), origin) == ORACLE_ORIGIN_OK && strcmp(origin + 7, label) == 0;
}

/* The labels of the host's public suffix by one rule, or 0 if the rule does not match. */
static int by_rule(const struct labels *host, char *rule, int *exception)
{
	struct labels r;
	int i = 0;

	*exception = rule[0] == '!';
	cut(&r, rule + *exception);
	while (i < r.n && i < host->n && is_label(r.label[i], host->label[i]))
		i++;
	return i < r.n ? 0 : *exception ? r.n - 1 : r.n;
}

/* The labels of the host's public suffix. */
static int suffix_labels(const struct labels *host, const char *list)
{
	int longest = 1, excepted = -1;

	while (*list) {
		const size_t line = strcspn(list, "\n"), n = strcspn(list, " \t\r\n");
		char rule[1000] = "";
		int exception, labels;

		if (n > 0 && n < sizeof rule && list[0] != '/') {
			memcpy(rule, list, n);
			labels = by_rule(host, rule, &exception);
			if (exception && labels > 0)
				excepted = labels;
			if (labels > longest)
				longest = labels;
		}
		list += line + (list[line] == '\n');
	}
	return excepted >= 0 ? excepted : longest;
}

static int is_address(const char *host)
{
	const char *dot = strrchr(host, '.'), *last = dot ? dot + 1 : host;

	if (strncmp(last, "0x", 2) == 0)
		return last[2 + strspn(last + 2, "0123456789abcdef")] == '\0';
	return host[0] == '[' || last[strspn(last, "0123456789")] == '\0';
}

static int same_site(const char *a, const char *b, const char *list)
{
	char copy[2][ORACLE_ORIGIN_ROOM];
	struct labels l[2];
	int n[2];

	if (strcmp(a, b) == 0)
		return 1;
	if (list == NULL || list[0] == '\0' || is_address(a) || is_address(b))
		return 0;
	for (int i = 0; i < 2; i++) {
		strcpy(copy[i], i ? b : a);
		cut(&l[i], copy[i]);
		n[i] = suffix_labels(&l[i], list) + 1;
		if (n[i] > l[i].n)
			return 0;
	}
	for (int i = 0; i < n[0] && n[0] == n[1]; i++)
		if (strcmp(l[0].label[i], l[1].label[i]) != 0)
			return 0;
	return n[0] == n[1];
}

/* Cuts an origin into scheme, host without a last dot, and port. */
static char *host_of(char *origin, char **port)
{
	char *host = strstr(origin, "://"), *colon;

	*host = '\0';
	host += 3;
	colon = strchr(host[0] == '[' ? strchr(host, ']') : host, ':');
	*port = colon ? colon + 1 : host + strlen(host);
	if (colon)
		*colon = '\0';
	if (strlen(host) > 1 && host[strlen(host) - 1] == '.')
		host[strlen(host) - 1] = '\0';
	return host;
}

/* The number of the port that a URL names; -1: it names none. */
static long named_port(const char *url, size_t len)
{
	const char *const end = url + len, *at = strstr(url, "://") + 3, *stop = at, *user;
	char number[12] = "";

	while (stop < end && !strchr("/?#", *stop))
		stop++;
	for (user = at; user < stop; user++)
		if (*user == '@')
			at = user + 1;
	if (at < stop && *at == '[')
		at = memchr(at, ']', (size_t)(stop - at));
	at = memchr(at, ':', (size_t)(stop - at));
	if (at == NULL || at + 1 == stop)
		return -1;
	while (at + 2 < stop && at[1] == '0')
		at++;
	if (stop - at - 1 < 11)
		memcpy(number, at + 1, (size_t)(stop - at) - 1);
	return strtol(number, NULL, 10);
}

/* True for http to https of one host, with each scheme's port, or with a port both URLs name. */
static int is_upgrade(const char *a, const char *b, const char *from, size_t from_len, const char *to, size_t to_len)
{
	char copy[2][ORACLE_ORIGIN_ROOM], *host[2], *port[2];
	const long named[2] = {named_port(from, from_len), named_port(to, to_len)};

	if (strncmp(a, "http:", 5) != 0 || strncmp(b, "https:", 6) != 0)
		return 0;
	if (strcmp(strstr(a, "://"), strstr(b, "://")) == 0)
		return 1;
	for (int i = 0; i < 2; i++) {
		strcpy(copy[i], i ? b : a);
		host[i] = strstr(copy[i], "://") + 3;
		port[i] = strchr(host[i][0] == '[' ? strchr(host[i], ']') : host[i], ':');
		if (port[i])
			*port[i] = '\0';
	}
	return strcmp(host[0], host[1]) == 0 && named[0] >= 0 && named[0] == named[1];
}

int oracle_redirect(int scope, const char *from, size_t from_len, const char *to, size_t to_len, const char *list)
{
	char a[ORACLE_ORIGIN_ROOM], b[ORACLE_ORIGIN_ROOM], *host[2], *port[2];

	if (scope == 0)
		return 1;
	for (size_t i = 0; i < to_len && to[i] != '?' && to[i] != '#'; i++)
		if (to[i] == '\\' || (unsigned char)to[i] < 32)
			return 0; /* WHATWG's URLs read such an octet otherwise */
	if (oracle_origin(from, from_len, a) != ORACLE_ORIGIN_OK || oracle_origin(to, to_len, b) != ORACLE_ORIGIN_OK)
		return 0;
	if (strcmp(a, b) == 0)
		return 1;
	if (is_upgrade(a, b, from, from_len, to, to_len))
		return 1;
	if (scope == 2)
		return 0;
	host[0] = host_of(a, &port[0]);
	host[1] = host_of(b, &port[1]);
	return same_site(host[0], host[1], list);
}
