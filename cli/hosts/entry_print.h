/* entry_print.h - prints the settings of a store or a snapshot, and its entries.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ENTRY_PRINT_H
#define ROBOTSC_ENTRY_PRINT_H

#include "cli/answers.h"
#include "robotsc/store.h"

/* An entry of a store or a snapshot.  policy: offset in the file. */
struct cli_entry {
	struct robotsc_text origin;
	const struct robotsc_decision *decision;
	uint64_t policy;
};

/* Print an entry as an answer, or else as a line: origin, fetched, fresh to, outcome, HTTP status,
 * policy.  Returns CLI_OK, or CLI_TROUBLE if standard output fails. */
int cli_print_entry(struct cli_answers *answers, const struct cli_entry *entry);

/* Print an entry as an answer, or else as lines with names.  size: octets of its blob. */
void cli_print_found(struct cli_answers *answers, const struct cli_entry *entry, size_t size);

/* Print a fault that was found, as an answer or as a line. */
void cli_print_damage(struct cli_answers *answers, const char *line);

/* A number of a store or a snapshot.  For people its name comes before it, and a share after it. */
struct cli_figure {
	const char *key;  /* NULL: for people only */
	const char *name; /* NULL: for programs only */
	uint64_t value;
	const char *share; /* text after the share, such as "an origin"; or NULL */
	int digits;        /* digits of the share after the point; below 0: there is no share */
	uint64_t of, each; /* the share is of / each, or 0 if each is 0 */
};
void cli_print_figures(struct cli_answers *answers, const struct cli_figure *figures, size_t n);

/* Print dialect and agents, and a line for each other setting that is not the default. */
void cli_print_settings(const struct robotsc_store_settings *settings);

/* Print all settings as members of an answer. */
void cli_answers_settings(struct cli_answers *j, const struct robotsc_store_settings *settings);

#endif
