/* content.h - files that are no robots.txt at all.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CONTENT_H
#define ROBOTSC_CONTENT_H

#include "cli_settings.h"
#include "read_file.h"
#include "robotsc/lint.h"

/* Read a file as cli_read_file does: a robots.txt or a blob.  What is neither is refused or warned
 * of. */
int cli_read_robots(const struct cli_settings *s, const char *path, size_t limit, struct cli_file *file);
/* Refuse a file that is certainly no robots.txt, unless --as-text is given: -1 after a message.
 * Warn of one that is probably none. */
int cli_refuse_content(const struct cli_settings *s, const struct cli_file *file);
void cli_warn_content(const struct cli_file *file);
/* Warn when standard input, as path, brought nothing. */
void cli_warn_empty(const char *path, const struct cli_file *file);
/* Warn when what begins with these octets is no web page. */
void cli_warn_no_page(const char *name, const void *bytes, size_t len);
/* True for a diagnostic that cli_warn_content gives instead: the file is no robots.txt. */
bool cli_is_content(enum robotsc_diag_kind kind);

/* Print a diagnostic of a file as a warning. */
void cli_warn_diag(const struct cli_file *file, const struct robotsc_diag *diag);

/* The kind of a file that is no robots.txt at all: compressed, HTML, UTF-16, ...; or NULL. */
const struct robotsc_lint_rule *cli_content(const void *bytes, size_t len);

#endif
