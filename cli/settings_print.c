/* settings_print.c - see settings_print.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "settings_print.h"

#include <stdio.h>

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
