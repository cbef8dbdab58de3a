/* url_messages.h - which lines or operands are URLs or paths.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_URL_MESSAGES_H
#define ROBOTSC_URL_MESSAGES_H

#include <stdbool.h>
#include <stdint.h>

#include "robotsc/common.h"

/* What is read, and what was seen so far. */
struct cli_urls {
	bool only_urls; /* no paths */
	bool hosts;     /* also "shop.example/x" and "//shop.example/x", as in the dialect google */
	bool lines;     /* of standard input: messages have their numbers */
	bool each;      /* a message for each that is none, not for the first of a kind */
	unsigned said;  /* kinds */
	uint64_t seen, wrong, told;
};

/* True for a URL that has a robots.txt, and for a path.  For the first of each kind of what is none
 * a message says what to write. */
bool cli_take_url(struct cli_urls *u, struct robotsc_text url);

/* Say how many had no message.  Returns CLI_TROUBLE when any was none, or CLI_OK. */
int cli_end_urls(const struct cli_urls *u);

#endif
