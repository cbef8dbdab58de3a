/* lsp.h - a language server for robots.txt.  docs/editors.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LSP_H
#define ROBOTSC_LSP_H

#include <stdbool.h>

#include "robotsc/summary.h"

/* The settings with which a server starts.  Borrowed. */
struct lsp_settings {
	const struct robotsc_options *options;
	uint64_t budget; /* steps of a lint */
	const struct robotsc_crawler *crawlers;
	size_t ncrawlers;
	int in; /* a descriptor */
	/* Write all of it.  False: that failed. */
	bool (*write)(const char *octets, size_t len);
};

/* Serve until the client says exit, or standard input ends.  Returns 0 if the client said shutdown
 * before that, else 1. */
int robotsc__lsp_serve(const struct lsp_settings *settings);

#endif
