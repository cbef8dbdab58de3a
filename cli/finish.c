/* finish.c - whether all of standard output was written.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "finish.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "messages.h"

/* The errno of a failed write to standard output.  Some C libraries report it only once. */
static int output_error;

bool cli_output_failed(void)
{
	if (!ferror(stdout))
		return false;
	if (output_error == 0)
		output_error = errno;
	return true;
}

int cli_finish(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	cli_output_failed();
	return cli_complain("cannot write to standard output: %s", strerror(output_error));
}
