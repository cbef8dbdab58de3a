/* messages.c - messages on standard error.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "messages.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "exit_status.h"
#include "text_print.h"

/* Of this thread; NULL: standard error. */
static _Thread_local FILE *messages;

FILE *cli_messages(void)
{
	return messages ? messages : stderr;
}

void cli_messages_to(FILE *file)
{
	messages = file;
}

/* The whole message, or its first octets when there is no memory. */
static void print_message(const char *format, va_list ap)
{
	char few[256], *all = NULL;
	va_list again;
	int n;
	va_copy(again, ap);
	n = vsnprintf(few, sizeof few, format, ap);
	if (n >= (int)sizeof few)
		all = malloc((size_t)n + 1);
	if (all)
		vsnprintf(all, (size_t)n + 1, format, again);
	va_end(again);
	if (n >= 0)
		cli_print_string(cli_messages(), all ? all : few);
	free(all);
}

int cli_complain(const char *format, ...)
{
	FILE *const f = cli_messages();
	va_list ap;
	flockfile(f);
	fputs("robotsc: ", f);
	va_start(ap, format);
	print_message(format, ap);
	va_end(ap);
	putc('\n', f);
	funlockfile(f);
	return CLI_TROUBLE;
}

const char *cli_why(enum robotsc_status status)
{
	return status == ROBOTSC_ERR_ARGUMENT ? "--limit is higher than this version can take" : robotsc_strerror(status);
}
