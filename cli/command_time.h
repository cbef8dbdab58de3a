/* command_time.h - times on the command line.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMMAND_TIME_H
#define ROBOTSC_COMMAND_TIME_H

#include <stdbool.h>
#include <stdint.h>

/* Times are seconds since 1970, UTC.  cli_take_time reads the forms that the help of
 * --fetched lists.  Returns 0, or -1 after a message that names the option. */
int64_t cli_now(void);
int cli_take_time(const char *option, const char *text, int64_t *seconds);
void cli_print_time(int64_t seconds);

/* Read a time in milliseconds.  A number of seconds may have a fraction. */
int cli_take_milliseconds(const char *option, const char *text, int64_t *milliseconds);
/* Read a number of seconds as milliseconds.  False: it is none. */
bool cli_read_seconds(const char *text, int64_t *milliseconds);

#endif
