/* file_parts.h - parts of check, diff, lint and summary in their own files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILE_PARTS_H
#define ROBOTSC_FILE_PARTS_H

#include "cli/cli_settings.h"
#include "cli/read_file.h"
#include "cli/sides.h"
#include "robotsc/lint.h"
#include "robotsc/summary.h"

/* Check one text or many in every dialect, by the operands of 'robotsc check'.  Returns the exit
 * status. */
int cli_compare_dialects(struct cli_settings *s);

/* Print what a blob means, as text or JSON, and what a blob cannot say.  Returns 0, or CLI_TROUBLE
 * after a message. */
int cli_blob_summary(const struct cli_settings *s, const struct robotsc_summary_question *question, const struct cli_file *file);

/* Make all fixes of a file whose effect is proved, and write the new text.  ids: kinds of findings,
 * with commas between them; empty: all.  Returns the exit status: CLI_FOUND if a finding is left
 * that is as severe as worst. */
int cli_fix_lint(const struct cli_settings *s, const char *ids, int worst);

/* Find the product tokens for words with commas or white space between them: purposes of described
 * crawlers, and tokens.  For a crawler the token is that whose group it obeys.  A crawler whose
 * family no side names is left out: it obeys the same rules as all others.
 *
 * list  out: tokens; empty for the word "all".  at is to be freed.
 *
 * Returns 0, or CLI_TROUBLE after a message: a word means nobody, or a side cannot be compiled. */
int cli_crawler_list(const char *words, const struct cli_side sides[2], struct cli_list *list);

/* Print which URLs of sitemaps are closed.  Returns the exit status. */
int cli_check_sitemaps(const struct cli_settings *s);

/* Print how many URLs are closed to search, in a line, for a summary of the file.  Returns 0, or
 * CLI_TROUBLE after a message. */
int cli_count_sitemaps(const struct cli_settings *s, const struct cli_file *file);

#endif
