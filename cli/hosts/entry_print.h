/* entry_print.h - the settings of a store or a snapshot, and what it knows about origins, printed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ENTRY_PRINT_H
#define ROBOTSC_ENTRY_PRINT_H

#include "cli/answers.h"
#include "robotsc/store.h"

/* An entry.  policy: a position in the file. */
struct cli_entry {
	struct robotsc_text origin;
	const struct robotsc_decision *decision;
	uint64_t policy;
};

/* Print it as an answer, or else as a line: origin, fetched, fresh to, outcome, HTTP status,
 * policy.  Returns CLI_OK, or CLI_TROUBLE if standard output fails. */
int cli_print_entry(const struct cli_settings *s, struct cli_answers *json, const struct cli_entry *entry);

/* Print it as an answer, or else as lines with names.  size: octets of its blob. */
void cli_print_found(const struct cli_settings *s, struct cli_answers *json, const struct cli_entry *entry, size_t size);

/* Print a fault that was found, as an answer or as a line. */
void cli_print_damage(const struct cli_settings *s, struct cli_answers *json, const char *line);

/* Print a line for each setting that is not the default, but for dialect, agents and limit. */
void cli_print_settings(const struct robotsc_store_settings *settings);

/* All of them as members of an answer. */
void cli_answers_settings(struct cli_answers *j, const struct robotsc_store_settings *settings);

#endif
