/* guess.h - the word that a misspelt word stands for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_GUESS_H
#define ROBOTSC_GUESS_H

#include <stddef.h>

/* The candidate that a misspelt word is most like. */
struct cli_guess {
	const char *word, *best; /* best NULL: none is like it */
	size_t distance;
};
void cli_guess(struct cli_guess *g, const char *candidate);

/* "; did you mean 'BEFOREcandidate'?" in room, or ";". */
#define CLI_GUESS_ROOM 64
const char *cli_guessed(const struct cli_guess *g, const char *before, char room[CLI_GUESS_ROOM]);

#endif
