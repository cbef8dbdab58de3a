/* serve.h - robotsc compile --serve: compiles text after text, in frames.  docs/serve.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SERVE_H
#define ROBOTSC_SERVE_H

#include "cli/cli_settings.h"

/* Options of compile that no other command has. */
struct cli_compile_own {
	const char *constant; /* "allow-all", "deny-all": a robots.txt that says so; or NULL */
	bool verify, serve;
};

/* Answer each frame of standard input by one on standard output, until its end.  Returns the exit
 * status. */
int cli_serve(struct cli_settings *s);

#endif
