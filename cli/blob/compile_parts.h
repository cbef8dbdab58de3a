/* compile_parts.h - other work of robotsc compile: it proves a blob, and answers frames.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMPILE_PARTS_H
#define ROBOTSC_COMPILE_PARTS_H

#include "cli/cli_settings.h"
#include "robotsc/prove.h"

/* Options of compile that no other command has. */
struct cli_compile_own {
	const char *constant; /* "allow-all" or "deny-all": the policy to compile; or NULL */
	bool verify, serve;
};

/* Answer each frame on standard input by a frame on standard output, until input ends.
 * docs/formats/serve.md Returns the exit status. */
int cli_serve(struct cli_settings *s);

/* Prove that a blob gives the verdicts of its text.  It is reported if this is not proved.
 * Returns 0, or -1 after a message. */
int cli_verify_blob(const struct cli_settings *s, const char *name, const struct robotsc_side *text, const void *bytes, size_t len);

#endif
