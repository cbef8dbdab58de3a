/* fetch.c - reads from the command line how a fetch ended, and prints the decision about it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fetch.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "command_time.h"
#include "messages.h"
#include "text_print.h"

#define SUFFIX_LIST "/usr/share/publicsuffix/public_suffix_list.dat"
#define SUFFIX_LIST_MAX (64u << 20)

bool cli_fetch_given(const struct cli_settings *s)
{
	static const unsigned char options[] = {CLI_OPTS_FETCH};
	for (size_t i = 0; i < sizeof options; i++)
		if (s->given[options[i]])
			return true;
	return false;
}

static struct robotsc_text trim(struct robotsc_text t)
{
	for (; t.len > 0 && (t.at[0] == ' ' || t.at[0] == '\t'); t.len--)
		t.at++;
	while (t.len > 0 && (t.at[t.len - 1] == ' ' || t.at[t.len - 1] == '\t'))
		t.len--;
	return t;
}

int cli_split_header(struct robotsc_text header, struct robotsc_header_field *field)
{
	size_t n = 0;
	while (n < header.len && header.at[n] != ':' && (unsigned char)header.at[n] > ' ')
		n++;
	if (n == 0 || n == header.len || header.at[n] != ':') {
		cli_complain("--header '%s' is no header field; write it as 'Name: value'", header.at);
		return -1;
	}
	field->name = (struct robotsc_text){header.at, n};
	field->value = trim((struct robotsc_text){header.at + n + 1, header.len - n - 1});
	return 0;
}

bool cli_header_is(const struct robotsc_header_field *field, const char *name)
{
	return field->name.len == strlen(name) && strncasecmp(field->name.at, name, field->name.len) == 0;
}

/* Warn of malformed fields.  They affect how long the outcome holds, never the outcome itself. */
static void warn_of_fields(const struct cli_settings *s, const struct robotsc_fetch *fetch)
{
	struct robotsc_text value;
	for (size_t i = 0; (i = robotsc_unreadable_field(fetch, i, &value)) < fetch->nfields; i++) {
		const bool is_lifetime =
			cli_header_is(&fetch->fields[i], "Cache-Control") || cli_header_is(&fetch->fields[i], "Expires");
		cli_complain("warning: --header '%s', column %zu: not a number of seconds and no HTTP date; %s",
		             s->headers.at[i].at, (size_t)(value.at - s->headers.at[i].at) + 1,
		             is_lifetime ? "where the profile looks at it, the answer has expired" : "it counts as missing");
	}
}

/* Read the fetch from the options, without its header fields.  0, or -1 after a message. */
static int read_fetch(const struct cli_settings *s, struct robotsc_fetch *fetch)
{
	*fetch = (struct robotsc_fetch){.profile = s->given[CLI_OPT_PROFILE] ? (enum robotsc_profile)s->fetch.profile
	                                                                     : robotsc_profile_of(s->options.dialect),
	                                .end = ROBOTSC_END_RESPONSE,
	                                .status = (unsigned)s->fetch.status,
	                                .redirects = (unsigned)s->fetch.redirects,
	                                .at = cli_now(),
	                                .unreachable = s->fetch.unreachable,
	                                .cached_age = s->fetch.cached_age,
	                                .cached = s->given[CLI_OPT_CACHED_AGE],
	                                .empty = s->fetch.empty,
	                                .page = s->fetch.page,
	                                .challenge = (unsigned)s->fetch.challenge & 3,
	                                .site_up = s->fetch.site_up,
	                                .allow_429 = s->fetch.allow_429};
	if (s->given[CLI_OPT_FAILURE])
		fetch->end = (enum robotsc_end)(ROBOTSC_END_RESPONSE + 1 + s->fetch.failure);
	else if (!s->given[CLI_OPT_STATUS])
		cli_complain("say how the fetch ended, with --status=NUMBER or --failure=KIND");
	if (!s->given[CLI_OPT_FAILURE] && !s->given[CLI_OPT_STATUS])
		return -1;
	return s->fetch.fetched ? cli_take_time("fetched", s->fetch.fetched, &fetch->at) : 0;
}

/* ---- redirects ------------------------------------------------------------------ */

int cli_read_suffixes(const struct cli_settings *s, struct cli_file *list)
{
	static const char mark[] = "// ===BEGIN ICANN DOMAINS===";
	const char *path = s->fetch.suffixes ? s->fetch.suffixes : SUFFIX_LIST;
	if (access(path, R_OK) < 0) {
		cli_complain("--redirect-scope=site needs the public suffix list, and %s cannot be read: %s; install Debian's "
		             "package publicsuffix, or name a copy with --suffixes=FILE",
		             path, strerror(errno));
		return -1;
	}
	if (cli_read_file(path, SUFFIX_LIST_MAX, list) < 0)
		return -1;
	for (size_t i = 0; i + sizeof mark - 1 <= list->len; i++)
		if (memcmp(list->bytes + i, mark, sizeof mark - 1) == 0)
			return 0;
	cli_complain("%s: no public suffix list: it has no line '%s'; get it from https://publicsuffix.org", list->name, mark);
	free(list->bytes);
	list->bytes = NULL;
	return -1;
}

static bool is_redirect(const struct robotsc_fetch *fetch)
{
	return fetch->end == ROBOTSC_END_RESPONSE && fetch->status / 100 == 3 && fetch->status != 304;
}

/* The index of the field Location, or fetch->nfields. */
static size_t find_location(const struct robotsc_fetch *fetch)
{
	size_t i = 0;
	while (i < fetch->nfields && !cli_header_is(&fetch->fields[i], "Location"))
		i++;
	return i;
}

#define URL_ROOM 8192 /* octets of the URL that a redirect leads to */

/* Find the URL that the response redirects to.  Returns 0, or -1 after a message. */
static int find_target(const struct cli_settings *s, const struct robotsc_fetch *fetch, char out[URL_ROOM],
                       struct robotsc_text *target)
{
	char origin[ROBOTSC_ORIGIN_MAX];
	const size_t i = find_location(fetch);
	size_t len;
	if (!s->fetch.url || i == fetch->nfields) {
		cli_complain("--redirect-scope needs the URL that redirects, with --url=URL, and its --header='Location: URL'");
		return -1;
	}
	*target = (struct robotsc_text){out, robotsc_resolve_url(cli_text(s->fetch.url), fetch->fields[i].value, out, URL_ROOM)};
	if (robotsc_origin(s->fetch.url, strlen(s->fetch.url), origin, sizeof origin, &len) != ROBOTSC_OK)
		cli_complain("--url '%s' is no URL that has a robots.txt; write it as 'http://host/robots.txt'", s->fetch.url);
	else if (target->len == 0)
		cli_complain("the Location is too long");
	else
		return 0;
	return -1;
}

/* Set whether the redirect is followed.  Returns 0, or -1 after a message. */
static int apply_scope(const struct cli_settings *s, struct robotsc_fetch *fetch)
{
	const enum robotsc_redirect_scope scope = (enum robotsc_redirect_scope)s->fetch.redirect_scope;
	const struct robotsc_text url = cli_text(s->fetch.url ? s->fetch.url : "");
	struct cli_file list = {0};
	struct robotsc_text target, suffixes;
	char room[URL_ROOM];
	if (scope == ROBOTSC_REDIRECT_ANY || !is_redirect(fetch))
		return 0;
	if (find_target(s, fetch, room, &target) < 0 || (scope == ROBOTSC_REDIRECT_SITE && cli_read_suffixes(s, &list) < 0))
		return -1;
	suffixes = (struct robotsc_text){(const char *)list.bytes, list.len};
	fetch->refused = !robotsc_redirect_in_scope(scope, &url, &target, &suffixes);
	free(list.bytes);
	return 0;
}

int cli_decide_fetch(const struct cli_settings *s, struct robotsc_decision *decision)
{
	struct robotsc_header_field *fields = calloc(s->headers.n + 1, sizeof *fields);
	struct robotsc_fetch fetch;
	int result = fields ? read_fetch(s, &fetch) : -1;
	if (!fields)
		cli_complain("out of memory");
	for (size_t i = 0; result == 0 && i < s->headers.n; i++)
		result = cli_split_header(s->headers.at[i], &fields[i]);
	if (result == 0) {
		fetch.fields = fields;
		fetch.nfields = s->headers.n;
		if (robotsc_leads_nowhere(&fetch))
			fetch.end = ROBOTSC_END_NO_LOCATION;
		result = apply_scope(s, &fetch);
	}
	if (result == 0) {
		robotsc_access(&fetch, decision);
		warn_of_fields(s, &fetch);
	}
	free(fields);
	return result;
}

/* ---- printing ------------------------------------------------------------------ */

/* The reason of a decision, for people; programs get one text for each row. */
static const char *reason(const struct robotsc_decision *d)
{
	if (d->status == 304 && d->row == ROBOTSC_ROW_MALFORMED)
		return "304 answers a conditional request, and there is no copy";
	return robotsc_row_text((enum robotsc_row)d->row);
}

void cli_print_decision(const struct robotsc_decision *d, const char *indent)
{
	printf("%soutcome     %s, by %s: %s\n", indent, robotsc_outcome_name((enum robotsc_outcome)d->outcome),
	       robotsc_profile_name((enum robotsc_profile)d->profile), reason(d));
	printf("%sfetched     ", indent);
	cli_print_time(d->fetched);
	if (d->end == ROBOTSC_END_RESPONSE)
		printf(", status %u\n", d->status);
	else
		printf(", %s\n", robotsc_end_name((enum robotsc_end)d->end));
	if (d->since != d->fetched) {
		printf("%srules of    ", indent);
		cli_print_time(d->since);
		putchar('\n');
	}
	printf("%sholds until ", indent);
	cli_print_time(d->expires);
	printf(", for %" PRIu64 " s%s\n", (uint64_t)d->expires - (uint64_t)d->fetched,
	       d->revalidate ? ", but ask before each use" : "");
}

void cli_decision_members(const struct robotsc_decision *d, struct cli_cell row[CLI_DECISION_MEMBERS])
{
	const struct cli_cell members[CLI_DECISION_MEMBERS] = {
		{"outcome", 4, CLI_WORD, .word = robotsc_outcome_name((enum robotsc_outcome)d->outcome)},
		{"profile", 0, CLI_WORD, .word = robotsc_profile_name((enum robotsc_profile)d->profile)},
		{"reason", 0, CLI_WORD, .word = robotsc_row_text((enum robotsc_row)d->row)},
		{"end", 0, CLI_WORD, .word = robotsc_end_name((enum robotsc_end)d->end)},
		{"status", 5, CLI_NUMBER, .number = d->status},
		{"fetched", 2, CLI_TIME, .time = d->fetched},
		{"since", 0, CLI_TIME, .time = d->since},
		{"expires", 3, CLI_TIME, .time = d->expires},
		{"revalidate", 0, CLI_BOOL, .number = d->revalidate}};
	memcpy(row, members, sizeof members);
}
