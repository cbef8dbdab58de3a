/* policy.h - a FILE that may be a blob or a robots.txt, and the group that an agent gets in it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_POLICY_H
#define ROBOTSC_POLICY_H

#include "cli_settings.h"
#include "read_file.h"
#include "robotsc/extensions.h"
#include "robotsc/inspect.h"
#include "robotsc/lint.h"

struct cli_policy {
	struct cli_file file;
	const void *bytes; /* the blob, in file or in compiled */
	size_t len;
	void *compiled;
	struct robotsc_blob blob;
	struct robotsc_info info;
};

/* Read and, if it is text, compile path.  Returns 0, or -1 after a message; close p in any case. */
int cli_open_policy(const struct cli_settings *s, const char *path, struct cli_policy *p);
void cli_close_policy(struct cli_policy *p);

/* Warn if the blob's rules have expired at a time, in seconds since 1970, as its stamp says. */
void cli_warn_stale(const struct cli_policy *p, int64_t at);

/* Replace p, which has no lines, by an empty robots.txt, and select its group.  Returns 0,
 * or -1 after a message. */
int cli_empty_policy(const struct cli_settings *s, struct cli_policy *p, struct robotsc_group *group);

/* Open the extension records of the blob.  For a text, s->options.extensions must have been set.
 * Returns 0, or -1 after a message. */
int cli_open_extensions(const struct cli_policy *p, struct robotsc_extensions *ext);

/* True if the blob has the dialect of --dialect, or none was given.  False after a message. */
bool cli_same_dialect(const struct cli_settings *s, const char *file, enum robotsc_dialect dialect);

/* Print which agents the blob was compiled for. */
void cli_print_known_agents(const char *file, const struct robotsc_blob *blob);

/* The name of the blob's dialect. */
const char *cli_dialect_of(const struct cli_policy *p);

/* Select the group for agent, or else for the --fallback tokens.  Returns 0, or -1 after a
 * message. */
int cli_select(struct cli_settings *s, const struct cli_policy *p, const char *agent, struct robotsc_group *group);

/* ---- files that are no robots ---- */

/* Read a file as cli_read_file does: a robots.txt or a blob.  Another file is refused, or there is
 * a warning. */
int cli_read_robots(const struct cli_settings *s, const char *path, size_t limit, struct cli_file *file);
/* Refuse a file that is certainly no robots.txt, unless --as-text is given: -1 after a message.
 * Warn of a file that is probably none. */
int cli_refuse_content(const struct cli_settings *s, const struct cli_file *file);
/* Warn if standard input ("-" as path) was empty. */
void cli_warn_empty(const char *path, const struct cli_file *file);
/* Warn if octets do not begin as a web page does. */
void cli_warn_no_page(const char *name, const void *bytes, size_t len);
/* True for a diagnostic that lint's finding replaces: the file is no robots.txt. */
bool cli_is_content(enum robotsc_diag_kind kind);

/* Print a diagnostic of a file as a warning. */
void cli_warn_diag(const struct cli_file *file, const struct robotsc_diag *diag);

/* The kind of a file that is no robots.txt at all: compressed, HTML, UTF-16, ...; or NULL. */
const struct robotsc_lint_rule *cli_content(const void *bytes, size_t len);

#endif
