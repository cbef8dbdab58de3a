/* entry_print.c - see entry_print.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "entry_print.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/messages.h"
#include "cli/fetch.h"
#include "cli/text_print.h"
#include "robotsc/report.h"

int cli_print_entry(struct cli_answers *answers, const struct cli_entry *e)
{
	char digest[17];
	struct cli_cell row[CLI_DECISION_MEMBERS + 4] = {{"origin", 1, CLI_TEXT, .text = e->origin},
	                                                 {"policy", 6, CLI_NUMBER, .number = e->policy}};
	struct cli_cell *const rest = row + 2 + CLI_DECISION_MEMBERS;
	snprintf(digest, sizeof digest, "%016llx", (unsigned long long)e->decision->digest);
	cli_decision_members(e->decision, row + 2);
	rest[0] = (struct cli_cell){"length", 0, CLI_NUMBER, .number = e->decision->length};
	rest[1] = (struct cli_cell){"digest", 0, CLI_WORD, .word = digest};
	cli_answers_row(answers, row, sizeof row / sizeof row[0]);
	return cli_output_failed() ? CLI_TROUBLE : CLI_OK;
}

void cli_print_found(struct cli_answers *answers, const struct cli_entry *e, size_t size)
{
	const struct robotsc_decision *const d = e->decision;
	char time[ROBOTSC_TIME_ROOM];
	if (!answers->is_text) {
		cli_print_entry(answers, e);
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

/* ---- numbers ------------------------------------------------------------------------ */

static void print_figure(const struct cli_figure *f)
{
	printf("%-13s %12" PRIu64, f->name, f->value);
	if (f->share && f->digits >= 0)
		printf("  %.*f", f->digits, f->each ? (double)f->of / (double)f->each : 0);
	if (f->share)
		printf("%s%s", f->digits < 0 ? "  " : " ", f->share);
	putchar('\n');
}

void cli_print_figures(struct cli_answers *answers, const struct cli_figure *figures, size_t n)
{
	for (const struct cli_figure *f = figures; f < figures + n; f++)
		if (answers->is_text && f->name)
			print_figure(f);
		else if (!answers->is_text && f->key)
			cli_answers_number(answers, f->key, f->value);
}

/* ---- settings ----------------------------------------------------------------------- */

void cli_print_damage(struct cli_answers *answers, const char *line)
{
	cli_answers_row(answers, &(struct cli_cell){"fault", 1, CLI_WORD, .word = line}, 1);
}

void cli_print_settings(const struct robotsc_store_settings *settings)
{
	const char *const dialect = robotsc_dialect_name(settings->dialect);
	printf("dialect %s, agents:", dialect ? dialect : "of another version");
	for (size_t i = 0; i < settings->nagents; i++) {
		putchar(' ');
		cli_print_text(stdout, settings->agents[i]);
	}
	puts(settings->nagents ? "" : " all");
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
