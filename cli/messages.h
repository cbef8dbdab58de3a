/* messages.h - messages on standard error, and exit statuses, the same for every command.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MESSAGES_H
#define ROBOTSC_MESSAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "robotsc/common.h"

#define CLI_OK 0
#define CLI_DISALLOWED 1
#define CLI_NOT_FRESH 1
#define CLI_FOUND 1
#define CLI_TROUBLE 2

/* "robotsc: " and the message, on standard error.  Returns CLI_TROUBLE. */
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
int cli_complain(const char *format, ...);

/* Where messages of this thread go: standard error, or a chosen file (NULL: standard error). */
FILE *cli_messages(void);
void cli_messages_to(FILE *file);

/* The words of robotsc_strerror, or others that fit the command line. */
const char *cli_why(enum robotsc_status status);

/* ---- the word that a misspelt word stands for ---- */

/* The candidate that a misspelt word is most like. */
struct cli_guess {
	const char *word, *best; /* best NULL: none is like it */
	size_t distance;
};
void cli_guess(struct cli_guess *g, const char *candidate);

/* Write "; did you mean 'BEFOREcandidate'?" into room; or ";" if there is no candidate. */
#define CLI_GUESS_ROOM 64
const char *cli_guessed(const struct cli_guess *g, const char *before, char room[CLI_GUESS_ROOM]);

/* ---- which lines or operands are URLs or paths ---- */

/* What counts as a URL, and counts of what was read. */
struct cli_urls {
	bool only_urls; /* no paths */
	bool hosts;     /* also "shop.example/x" and "//shop.example/x", as in the dialect google */
	bool lines;     /* lines of standard input: messages give their numbers */
	bool each;      /* a message for each wrong line, not only for the first of a kind */
	unsigned kinds; /* kinds */
	uint64_t seen, wrong, reported;
};

/* True for a URL that has a robots.txt, and for a path.  If it is neither, a message says what to
 * write, for the first of each kind. */
bool cli_take_url(struct cli_urls *u, struct robotsc_text url);

/* Say how many lines had no message.  Returns CLI_TROUBLE if any line was no URL, or CLI_OK. */
int cli_end_urls(const struct cli_urls *u);

/* ---- whether all of standard output was written ---- */

/* True when standard output could not be written.  Call it soon after writing: it keeps errno for
 * the message of cli_finish. */
bool cli_output_failed(void);

/* Flush standard output.  Returns status, or CLI_TROUBLE after a message when a write failed. */
int cli_finish(int status);

#endif
