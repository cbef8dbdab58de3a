/* crawler_access.c - see crawler_access.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "crawler_access.h"

#include "cli/cli_settings.h"
#include "cli/exit_status.h"
#include "cli/family.h"
#include "cli/messages.h"
#include "robotsc/prove.h"
#include "cli/text_print.h"

#define PROOF_STEPS 5000000 /* for each crawler: some 50 ms at most */

const char *cli_access_name(enum cli_crawler_access access)
{
	static const char *const names[] = {NULL, "open", "partly", "closed"};
	return names[access];
}

/* ---- bounds -------------------------------------------------------------------------- */

static enum robotsc_status compile(struct cli_access_bounds *b, enum robotsc_dialect dialect, int i, const char *robots,
                                   struct robotsc_blob *blob)
{
	const struct robotsc_text text = cli_text(robots);
	struct robotsc_options options;
	enum robotsc_status status;
	robotsc_options_init(&options);
	options.dialect = dialect;
	status = robotsc_compile(&options, text.at, text.len, &b->bytes[i], &b->len[i]);
	return status == ROBOTSC_OK ? robotsc_open(blob, b->bytes[i], b->len[i]) : status;
}

int cli_access_bounds_open(struct cli_access_bounds *b, enum robotsc_dialect dialect)
{
	enum robotsc_status status = compile(b, dialect, 0, "", &b->open);
	if (status == ROBOTSC_OK)
		status = compile(b, dialect, 1, CLI_DENY_ALL, &b->closed);
	return status == ROBOTSC_OK ? 0 : cli_complain("cannot compile: %s", cli_why(status));
}

void cli_access_bounds_close(struct cli_access_bounds *b)
{
	for (int i = 0; i < 2; i++)
		robotsc_free_blob(NULL, b->bytes[i], b->len[i]);
}

/* ---- one crawler ----------------------------------------------------------------------- */

/* One difference suffices. */
static void stop(void *ctx, const struct robotsc_difference *d)
{
	struct robotsc_question *const question = ctx;
	(void)d;
	question->budget = 0;
}

/* The verdict of "/" rules one of the bounds out.  The other one is compared. */
static enum robotsc_status prove(const struct cli_access_bounds *b, const struct robotsc_blob *blob,
                                 const struct robotsc_group *group, const struct robotsc_text *tokens, size_t n,
                                 enum cli_crawler_access *access)
{
	const bool maybe_open = robotsc_check_path(group, "/", 1) == ROBOTSC_ALLOW;
	const struct robotsc_side side = {.blob = blob}, bound = {.blob = maybe_open ? &b->open : &b->closed};
	struct robotsc_question question = {.budget = PROOF_STEPS, .difference = stop};
	struct robotsc_comparison found;
	enum robotsc_status status;
	question.ctx = &question;
	status = robotsc_compare(&side, &bound, tokens, n, &question, &found);
	if (status != ROBOTSC_OK)
		return status;
	if (found.answer == ROBOTSC_SAME)
		*access = maybe_open ? CLI_ACCESS_OPEN : CLI_ACCESS_CLOSED;
	else
		*access = found.answer == ROBOTSC_DIFFERENT ? CLI_ACCESS_PARTLY : CLI_ACCESS_UNKNOWN;
	return ROBOTSC_OK;
}

enum robotsc_status cli_access_of_crawlers(const struct cli_access_bounds *b, const struct robotsc_blob *blob, bool is_text,
                                           enum cli_crawler_access *access)
{
	enum cli_crawler_access others = CLI_ACCESS_UNKNOWN; /* of the groups of "*" */
	enum robotsc_status status = ROBOTSC_OK;
	for (size_t i = 0; i < cli_ncrawlers && status == ROBOTSC_OK; i++) {
		struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS];
		const size_t n = cli_crawler_tokens(&cli_crawlers()[i], tokens);
		struct robotsc_group group;
		access[i] = CLI_ACCESS_UNKNOWN;
		if (robotsc_select(blob, tokens, n, &group) != ROBOTSC_OK)
			continue; /* compiled for other agents */
		if (group.selected == ROBOTSC_SELECTED_NONE ||
		    (group.selected == ROBOTSC_SELECTED_STAR && is_text && cli_crawlers()[i].ignores_star)) {
			access[i] = CLI_ACCESS_OPEN;
		} else if (group.selected == ROBOTSC_SELECTED_STAR) {
			if (others == CLI_ACCESS_UNKNOWN)
				status = prove(b, blob, &group, tokens, n, &others);
			access[i] = others;
		} else {
			status = prove(b, blob, &group, tokens, n, &access[i]);
		}
	}
	return status;
}
