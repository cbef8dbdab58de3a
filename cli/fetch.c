/* fetch.c - reads from the command line how a fetch ended, and prints the decision about it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "fetch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

bool cli_fetch_given(const struct cli_settings *s)
{
	static const unsigned char options[] = {CLI_OPTS_FETCH};

	for (size_t i = 0; i < sizeof options; i++)
		if (s->given[options[i]])
			return true;
	return false;
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

bool cli_header_is(const struct robotsc_header_field *field, const char *name)
{
	return field->name.len == strlen(name) && strncasecmp(field->name.at, name, field->name.len) == 0;
}

/* Warn of malformed fields.  They change how long the outcome holds, never the outcome. */
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
	*fetch = (struct robotsc_fetch){.profile = s->given[CLI_OPT_PROFILE] ? (enum robotsc_profile)s->profile
	                                                                     : robotsc_profile_of(s->options.dialect),
	                                .end = ROBOTSC_END_RESPONSE,
	                                .status = (unsigned)s->status,
	                                .redirects = (unsigned)s->redirects,
	                                .at = cli_now(),
	                                .unreachable = s->unreachable,
	                                .cached_age = s->cached_age,
	                                .cached = s->given[CLI_OPT_CACHED_AGE],
	                                .empty = s->empty,
	                                .site_up = s->site_up,
	                                .allow_429 = s->allow_429};
	if (s->given[CLI_OPT_FAILURE])
		fetch->end = (enum robotsc_end)(ROBOTSC_END_RESPONSE + 1 + s->failure);
	else if (!s->given[CLI_OPT_STATUS])
		cli_complain("say how the fetch ended, with --status=NUMBER or --failure=KIND");
	if (!s->given[CLI_OPT_FAILURE] && !s->given[CLI_OPT_STATUS])
		return -1;
	return s->fetched ? cli_take_time("fetched", s->fetched, &fetch->at) : 0;
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
