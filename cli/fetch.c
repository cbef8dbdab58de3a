/* fetch.c - how a fetch ended, from the command line; what was decided about it, for people and programs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fetch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- options ------------------------------------------------------------------- */

/* A number up to most, or a message. */
static int set_number(uint64_t *to, const char *name, const char *value, uint64_t most)
{
	uint64_t n = 0;
	const char *p = value;

	for (; *p >= '0' && *p <= '9' && n <= most; p++)
		n = 10 * n + (uint64_t)(*p - '0');
	if (p == value || *p || n > most) {
		cli_complain("--%s takes a number from 0 to %" PRIu64 ", not '%s'", name, most, value);
		return -1;
	}
	*to = n;
	return 0;
}

static int set_profile(struct cli_settings *s, const char *value)
{
	const char *name;

	s->profile_given = 1;
	for (int i = 0; (name = robotsc_profile_name((enum robotsc_profile)i)) != NULL; i++)
		if (strcmp(name, value) == 0) {
			s->fetch.profile = (enum robotsc_profile)i;
			return 0;
		}
	cli_complain("'%s' is not a value of --profile: rfc9309, google, 1996 or draft2019", value);
	return -1;
}

static int set_failure(struct cli_settings *s, const char *value)
{
	const char *name;

	for (int i = ROBOTSC_END_RESPONSE + 1; (name = robotsc_end_name((enum robotsc_end)i)) != NULL; i++)
		if (strcmp(name, value) == 0) {
			s->fetch.end = (enum robotsc_end)i;
			return 0;
		}
	cli_complain("'%s' is not a value of --failure: dns, connect, tls, timeout, truncated, malformed, loop or no-location",
	             value);
	return -1;
}

static int set_fetched(struct cli_settings *s, const char *value)
{
	s->fetched_given = 1;
	return cli_take_time("fetched", value, &s->fetch.at);
}

int cli_set_fetch(struct cli_settings *s, enum cli_option id, const char *value)
{
	uint64_t n = 0;
	int result = 0;

	s->fetch_given = 1;
	switch (id) {
	case CLI_OPT_STATUS:
		s->status_given = 1;
		result = set_number(&n, "status", value, UINT16_MAX);
		s->fetch.status = (unsigned)n;
		return result;
	case CLI_OPT_REDIRECTS:
		result = set_number(&n, "redirects", value, UINT16_MAX);
		s->fetch.redirects = (unsigned)n;
		return result;
	case CLI_OPT_UNREACHABLE:
		return set_number(&s->fetch.unreachable, "unreachable", value, INT64_MAX);
	case CLI_OPT_CACHED_AGE:
		s->fetch.cached = 1;
		return set_number(&s->fetch.cached_age, "cached-age", value, INT64_MAX);
	case CLI_OPT_PROFILE:
		return set_profile(s, value);
	case CLI_OPT_FAILURE:
		return set_failure(s, value);
	case CLI_OPT_FETCHED:
		return set_fetched(s, value);
	case CLI_OPT_EMPTY:
		s->fetch.empty = 1;
		return 0;
	case CLI_OPT_SITE_UP:
		s->fetch.site_up = 1;
		return 0;
	case CLI_OPT_ALLOW_429:
		s->fetch.allow_429 = 1;
		return 0;
	default:
		return 0;
	}
}

/* ---- deciding ------------------------------------------------------------------ */

int cli_fetch_given(const struct cli_settings *s)
{
	return s->fetch_given || s->nheaders > 0;
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
	field->value = (struct robotsc_text){header.at + n + 1, header.len - n - 1};
	return 0;
}

int cli_header_is(const struct robotsc_header_field *field, const char *name)
{
	return field->name.len == strlen(name) && strncasecmp(field->name.at, name, field->name.len) == 0;
}

/* Fields that the server wrote wrongly.  They change how long the outcome holds, never what it is. */
static void warn_of_fields(const struct cli_settings *s, const struct robotsc_fetch *fetch)
{
	struct robotsc_text value;

	for (size_t i = 0; (i = robotsc_unreadable_field(fetch, i, &value)) < fetch->nfields; i++) {
		const int is_lifetime =
			cli_header_is(&fetch->fields[i], "Cache-Control") || cli_header_is(&fetch->fields[i], "Expires");

		cli_complain("warning: --header '%s', column %zu: not a number of seconds and no HTTP date; %s", s->headers[i].at,
		             (size_t)(value.at - s->headers[i].at) + 1,
		             is_lifetime ? "where the profile looks at it, the answer has expired" : "it counts as missing");
	}
}

int cli_decide(const struct cli_settings *s, struct robotsc_decision *decision)
{
	struct robotsc_fetch fetch = s->fetch;
	struct robotsc_header_field *fields = calloc(s->nheaders + 1, sizeof *fields);
	int result = fields ? 0 : -1;

	if (!fields)
		cli_complain("out of memory");
	if (!s->status_given && fetch.end == ROBOTSC_END_RESPONSE) {
		cli_complain("say how the fetch ended, with --status=NUMBER or --failure=KIND");
		result = -1;
	}
	for (size_t i = 0; result == 0 && i < s->nheaders; i++)
		result = cli_split_header(s->headers[i], &fields[i]);
	if (result == 0) {
		fetch.fields = fields;
		fetch.nfields = s->nheaders;
		if (!s->fetched_given)
			fetch.at = cli_now();
		if (!s->profile_given)
			fetch.profile = robotsc_profile_of(s->options.dialect);
		robotsc_access(&fetch, decision);
		warn_of_fields(s, &fetch);
	}
	free(fields);
	return result;
}

/* ---- printing ------------------------------------------------------------------ */

void cli_print_decision(const struct robotsc_decision *d, const char *indent)
{
	printf("%soutcome     %s, by %s: %s\n", indent, robotsc_outcome_name((enum robotsc_outcome)d->outcome),
	       robotsc_profile_name((enum robotsc_profile)d->profile), robotsc_row_text((enum robotsc_row)d->row));
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

void cli_json_decision(const struct robotsc_decision *d)
{
	printf("\"outcome\": \"%s\", \"profile\": \"%s\", \"reason\": ", robotsc_outcome_name((enum robotsc_outcome)d->outcome),
	       robotsc_profile_name((enum robotsc_profile)d->profile));
	cli_print_json(cli_text(robotsc_row_text((enum robotsc_row)d->row)));
	printf(", \"end\": \"%s\", \"status\": %u, \"fetched\": %" PRId64 ", \"since\": %" PRId64 ", \"expires\": %" PRId64
	       ", \"revalidate\": %s",
	       robotsc_end_name((enum robotsc_end)d->end), d->status, d->fetched, d->since, d->expires,
	       d->revalidate ? "true" : "false");
}
