/* finish.h - whether all of standard output was written.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FINISH_H
#define ROBOTSC_FINISH_H

#include <stdbool.h>

/* True when standard output could not be written.  Call it soon after writing: it keeps errno for
 * the message of cli_finish. */
bool cli_output_failed(void);

/* Flush standard output.  Returns status, or CLI_TROUBLE after a message when a write failed. */
int cli_finish(int status);

#endif
