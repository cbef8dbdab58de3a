/* settings_print.h - the settings of a store or a snapshot, printed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SETTINGS_PRINT_H
#define ROBOTSC_SETTINGS_PRINT_H

#include "answers.h"
#include "robotsc/store.h"

/* Print a line for each that is not the default, but for the dialect, the agents and the limit. */
void cli_print_settings(const struct robotsc_store_settings *settings);

/* All of them as members of an answer. */
void cli_answers_settings(struct cli_answers *j, const struct robotsc_store_settings *settings);

#endif
