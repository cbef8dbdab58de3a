/* origin_answers.h - prints answers for all origins of a snapshot or of archives, with several
 * threads.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ORIGIN_ANSWERS_H
#define ROBOTSC_ORIGIN_ANSWERS_H

#include "cli/answers.h"
#include "origin_source.h"

/* Print the answers for an origin to j.  0, or another value after a message.  Called in any
 * thread. */
typedef int cli_print_origin(const void *ctx, struct cli_origin *origin, struct cli_answers *j);

/* Print the answers for all origins in their order, and end them.  j has begun, and says how they
 * are printed.  Returns the exit status. */
int cli_answer_origins(struct cli_origins *origins, const struct cli_settings *s, struct cli_answers *j, cli_print_origin *print,
                       const void *ctx);

#endif
