/* entry_print.c - see entry_print.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "entry_print.h"

#include <stdio.h>

#include "cli/exit_status.h"
#include "cli/fetch.h"
#include "cli/messages.h"
#include "cli/text_print.h"
#include "robotsc/report.h"

static void print_object(struct cli_answers *json, const struct cli_entry *e)
{
	cli_answers_open(json);
	cli_answers_text(json, "origin", e->origin);
	cli_answers_number(json, "policy", e->policy);
	cli_answers_next(json);
	cli_answers_decision(e->decision);
	cli_answers_number(json, "length", e->decision->length);
	cli_answers_key(json, "digest");
	printf("\"%016llx\"", (unsigned long long)e->decision->digest);
	cli_answers_close(json);
}

int cli_print_entry(const struct cli_settings *s, struct cli_answers *json, const struct cli_entry *e)
{
	char fetched[ROBOTSC_TIME_ROOM], expiry[ROBOTSC_TIME_ROOM];
	if (cli_is_structured(s)) {
		print_object(json, e);
		return cli_output_failed() ? CLI_TROUBLE : CLI_OK;
	}
	robotsc_write_time(e->decision->fetched, fetched);
	robotsc_write_time(e->decision->expires, expiry);
	cli_print_text(stdout, e->origin);
	printf("\t%s\t%s\t%s\t%u\t%llu\n", fetched, expiry, robotsc_outcome_name(e->decision->outcome), e->decision->status,
	       (unsigned long long)e->policy);
	return cli_output_failed() ? CLI_TROUBLE : CLI_OK;
}

void cli_print_found(const struct cli_settings *s, struct cli_answers *json, const struct cli_entry *e, size_t size)
{
	const struct robotsc_decision *const d = e->decision;
	char time[ROBOTSC_TIME_ROOM];
	if (cli_is_structured(s)) {
		print_object(json, e);
		return;
	}
	printf("policy   %llu, %lu octets\n", (unsigned long long)e->policy, (unsigned long)size);
	robotsc_write_time(d->fetched, time);
	printf("fetched  %s\n", time);
	robotsc_write_time(d->expires, time);
	printf("fresh to %s\n", time);
	printf("outcome  %s: %s, status %u\n", robotsc_outcome_name(d->outcome), robotsc_row_text(d->row), d->status);
	if (d->since != d->fetched) {
		robotsc_write_time(d->since, time);
		printf("rules of %s\n", time);
	}
	printf("source   %llu octets, digest %016llx\n", (unsigned long long)d->length, (unsigned long long)d->digest);
}

/* ---- settings ----------------------------------------------------------------------- */

void cli_print_damage(const struct cli_settings *s, struct cli_answers *json, const char *line)
{
	if (cli_is_structured(s)) {
		cli_answers_open(json);
		cli_answers_text(json, "fault", cli_text(line));
		cli_answers_close(json);
	} else {
		cli_print_string(stdout, line);
		putchar('\n');
	}
}

void cli_print_settings(const struct robotsc_store_settings *settings)
{
	if (settings->strict_fields)
		puts("fields must be spelt exactly");
	if (settings->conner2_rest_deny)
		puts("conner2: beside Allow without wildcards, and Disallow, all else is disallowed");
	if (settings->aipref_rule)
		puts("a Content-Usage line ends a list of User-agent lines");
	if (settings->redirect_scope == ROBOTSC_REDIRECT_SITE)
		puts("redirects of a robots.txt to another site were not followed");
	if (settings->redirect_scope == ROBOTSC_REDIRECT_ORIGIN)
		puts("redirects of a robots.txt to another origin were not followed");
	if (settings->challenge != ROBOTSC_CHALLENGE_PARSE)
		printf("a 202, or a web page for a robots.txt, counted as %s\n", robotsc_challenge_name(settings->challenge));
	if (settings->extensions)
		puts("with the lines beside Allow and Disallow");
}

void cli_answers_settings(struct cli_answers *j, const struct robotsc_store_settings *settings)
{
	cli_answers_word(j, "dialect", robotsc_dialect_name(settings->dialect));
	cli_answers_inner(j, "agents", '[');
	for (size_t i = 0; i < settings->nagents; i++)
		cli_answers_text(j, NULL, settings->agents[i]);
	cli_answers_outer(j, ']');
	cli_answers_number(j, "limit", settings->limit);
	cli_answers_bool(j, "strict-fields", settings->strict_fields);
	cli_answers_bool(j, "conner2-rest-deny", settings->conner2_rest_deny);
	cli_answers_bool(j, "aipref-rule", settings->aipref_rule);
	cli_answers_bool(j, "extensions", settings->extensions);
	cli_answers_word(j, "redirect-scope", robotsc_redirect_scope_name(settings->redirect_scope));
	cli_answers_word(j, "challenge", robotsc_challenge_name(settings->challenge));
}
