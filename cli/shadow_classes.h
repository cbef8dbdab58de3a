/* shadow_classes.h - the answers of another reader, counted by how they come about.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SHADOW_CLASSES_H
#define ROBOTSC_SHADOW_CLASSES_H

#include "cli_settings.h"
#include "read_file.h"
#include "robotsc/explain.h"

/* An answer that differs, with copies of its texts. */
struct cli_example {
	struct robotsc_text url, line, other_line; /* the lines are empty where none decides */
	uint32_t number, other_number;             /* as in struct robotsc_shadow */
};

/* Those that differ in one way. */
struct cli_shadow_class {
	enum robotsc_shadow_kind kind;
	enum robotsc_dialect dialect;
	enum robotsc_verdict verdict; /* of robotsc: the other reader has the other one */
	uint64_t count;
	struct cli_example *examples;
	size_t n;
};

#define CLI_SHADOW_CLASSES 32

/* All 0 at the beginning. */
struct cli_shadow_classes {
	uint64_t verdicts[2]; /* of robotsc: disallowed, allowed */
	uint64_t unknown;     /* lines whose host has no text, or that hold no URL */
	uint64_t same;
	uint64_t challenges; /* lines whose text is a web page: it may be a challenge */
	struct cli_shadow_class at[CLI_SHADOW_CLASSES];
	size_t n;
};

/* Count an answer.  most: examples that are kept of a class; 0: all.  Returns 0, or -1 after a
 * message. */
int cli_shadow_count(struct cli_shadow_classes *all, const struct robotsc_shadow *shadow, struct robotsc_text url,
                     const struct cli_file *file, uint64_t most);
void cli_shadow_free(struct cli_shadow_classes *all);

/* Print the classes, those of most answers first, as --format says. */
void cli_shadow_print(struct cli_shadow_classes *all, const struct cli_settings *s);

/* Write the counts to a file, in the text format of Prometheus, whole or not at all.  Returns 0, or
 * -1 after a message. */
int cli_shadow_metrics(const struct cli_shadow_classes *all, const char *path);

#endif
