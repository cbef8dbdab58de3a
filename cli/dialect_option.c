/* dialect_option.c - the name of a dialect, as an option has it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "dialect_option.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "guess.h"
#include "messages.h"

#define NAMES_ROOM 128

/* "rfc9309 (default), google or conner2", with all names. */
static const char *list_dialects(char room[NAMES_ROOM])
{
	const char *name;
	room[0] = '\0';
	for (int d = 0; (name = robotsc_dialect_name((enum robotsc_dialect)d)) != NULL; d++) {
		const size_t len = strlen(room);
		const char *const before = d == 0 ? "" : robotsc_dialect_name((enum robotsc_dialect)(d + 1)) ? ", " : " or ";
		snprintf(room + len, NAMES_ROOM - len, "%s%s%s", before, name, d == 0 ? " (default)" : "");
	}
	return room;
}

int cli_set_dialect(const char *value, enum robotsc_dialect *dialect)
{
	struct cli_guess guess = {value, NULL, 0};
	char room[CLI_GUESS_ROOM];
	char names[NAMES_ROOM];
	const char *name;
	for (int d = 0; (name = robotsc_dialect_name((enum robotsc_dialect)d)) != NULL; d++) {
		if (strcasecmp(value, name) == 0) {
			*dialect = (enum robotsc_dialect)d;
			return 0;
		}
		cli_guess(&guess, name);
	}
	cli_complain("'%s' is not a dialect that is known here%s the dialects are %s", value, cli_guessed(&guess, "", room),
	             list_dialects(names));
	return -1;
}
