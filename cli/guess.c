/* guess.c - the word that a misspelt word stands for.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "guess.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#define LONGEST 25 /* octets of a word that is compared */

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

static unsigned char lower(char c)
{
	return (unsigned char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
}

/* How many letters to insert, remove or replace, or neighbours to swap, to turn a into b.  Each has
 * LONGEST letters at most. */
static size_t distance(const char *a, const char *b)
{
	size_t d[LONGEST + 1][LONGEST + 1];
	const size_t n = strlen(a), m = strlen(b);
	for (size_t i = 0; i <= n; i++) {
		for (size_t k = 0; k <= m; k++) {
			if (i == 0 || k == 0) {
				d[i][k] = i + k;
				continue;
			}
			d[i][k] =
				least(d[i - 1][k - 1] + (lower(a[i - 1]) != lower(b[k - 1])), 1 + least(d[i - 1][k], d[i][k - 1]));
			if (i > 1 && k > 1 && lower(a[i - 1]) == lower(b[k - 2]) && lower(a[i - 2]) == lower(b[k - 1]))
				d[i][k] = least(d[i][k], d[i - 2][k - 2] + 1);
		}
	}
	return d[n][m];
}

/* A word that others begin with stands for them, too. */
void cli_guess(struct cli_guess *g, const char *candidate)
{
	const size_t len = strlen(g->word);
	size_t d;
	if (len < 2 || len > LONGEST || strlen(candidate) > LONGEST)
		return;
	d = len > 2 && strncasecmp(g->word, candidate, len) == 0 ? 1 : distance(g->word, candidate);
	if (d > 1 + (len - 1) / 4 || (g->best && d >= g->distance))
		return;
	g->best = candidate;
	g->distance = d;
}

const char *cli_guessed(const struct cli_guess *g, const char *before, char room[CLI_GUESS_ROOM])
{
	room[0] = '\0';
	if (g->best)
		snprintf(room, CLI_GUESS_ROOM, "; did you mean '%s%s'?", before, g->best);
	return g->best ? room : ";";
}
