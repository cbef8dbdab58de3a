/* command_time.c - times on the command line.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "command_time.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "hosts/import/iso8601.h"
#include "messages.h"
#include "robotsc/access.h"
#include "robotsc/report.h"

int64_t cli_now(void)
{
	return (int64_t)time(NULL);
}

static bool read_number(const char *text, int64_t *seconds)
{
	char *end;
	if (text[text[0] == '-'] < '0' || text[text[0] == '-'] > '9' || strlen(text) > 18)
		return false;
	*seconds = strtoll(text, &end, 10);
	return *end == '\0';
}

static bool read_time(const char *text, int64_t *seconds)
{
	const int64_t now = cli_now();
	if (strcmp(text, "now") == 0)
		*seconds = now;
	return strcmp(text, "now") == 0 || read_number(text, seconds) || robotsc__iso8601_read(text, strlen(text), seconds) ||
	       robotsc_http_date(text, strlen(text), now, seconds);
}

static int complain(const char *option, const char *text)
{
	cli_complain("--%s takes 'now', a time such as 2026-01-31T12:00:00Z, a date as in HTTP, or seconds since 1970, not '%s'",
	             option, text);
	return -1;
}

int cli_take_time(const char *option, const char *text, int64_t *seconds)
{
	return read_time(text, seconds) ? 0 : complain(option, text);
}

void cli_print_time(int64_t seconds)
{
	char text[ROBOTSC_TIME_ROOM];
	robotsc_write_time(seconds, text);
	fputs(text, stdout);
}

static bool scale(int64_t seconds, int64_t *milliseconds)
{
	if (seconds > INT64_MAX / 1000 - 1 || seconds < INT64_MIN / 1000 + 1)
		return false;
	*milliseconds = seconds * 1000;
	return true;
}

bool cli_read_seconds(const char *text, int64_t *milliseconds)
{
	const char *point = strchr(text, '.');
	char whole[24];
	int64_t seconds = 0, ms = 0, unit = 1000;
	if (!point)
		return read_number(text, &seconds) && scale(seconds, milliseconds);
	if (!point[1] || (size_t)(point - text) >= sizeof whole)
		return false;
	memcpy(whole, text, (size_t)(point - text));
	whole[point - text] = '\0';
	for (const char *p = point + 1; *p; p++) {
		if (*p < '0' || *p > '9')
			return false;
		ms += (*p - '0') * (unit /= 10);
	}
	if (!read_number(whole, &seconds) || !scale(seconds, milliseconds))
		return false;
	*milliseconds += text[0] == '-' ? -ms : ms;
	return true;
}

int cli_take_milliseconds(const char *option, const char *text, int64_t *milliseconds)
{
	int64_t seconds = 0;
	return cli_read_seconds(text, milliseconds) || (read_time(text, &seconds) && scale(seconds, milliseconds))
	               ? 0
	               : complain(option, text);
}
