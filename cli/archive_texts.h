/* archive_texts.h - the texts of archives, for commands that read many robots.txt files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ARCHIVE_TEXTS_H
#define ROBOTSC_ARCHIVE_TEXTS_H

#include "cli_settings.h"

/* Takes a text.  Returns 0, or -1 after a message. */
typedef int cli_take_text(void *ctx, struct robotsc_text url, int64_t date, struct robotsc_text text);

/* Which texts: each origin's own, or also those that redirects lead to, without messages. */
enum cli_texts {
	CLI_TEXTS_OWN,
	CLI_TEXTS_ALL
};

/* In cli/store/ and cli/no_store/: read the archives that the operands name.  *trouble is set after
 * a message about a part that was left out.  Returns 0, or CLI_TROUBLE after a message. */
int cli_read_archives(const struct cli_settings *s, char **operands, size_t n, enum cli_texts wanted, cli_take_text *take,
                      void *ctx, bool *trouble);

#endif
