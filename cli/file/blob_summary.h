/* blob_summary.h - what a blob means, for all crawlers at once: what can be said without a text.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_BLOB_SUMMARY_H
#define ROBOTSC_BLOB_SUMMARY_H

#include "cli/cli_settings.h"
#include "cli/read_file.h"
#include "robotsc/summary.h"

/* Print it, as text or JSON, and what it leaves out.  Returns 0, or CLI_TROUBLE after a message. */
int cli_blob_summary(const struct cli_settings *s, const struct robotsc_summary_question *question, const struct cli_file *file);

#endif
