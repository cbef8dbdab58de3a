/* usage_print.h - permitted uses as text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_USAGE_PRINT_H
#define ROBOTSC_USAGE_PRINT_H

#include "answers.h"
#include "robotsc/extensions.h"

/* Print the preferences, as "Content-Usage: train-ai=n; Noindex", or "-" when there are none. */
void cli_print_usage(FILE *f, const struct robotsc_extensions *ext, const struct robotsc_usage *usage);

/* The same as the member "usage". */
void cli_answers_usage(struct cli_answers *j, const struct robotsc_extensions *ext, const struct robotsc_usage *usage);

#endif
