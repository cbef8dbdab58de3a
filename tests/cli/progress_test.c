/* progress_test.c - the line that says how far a command is fits the terminal, however wide
 * that is.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/parallel.h"
#include "tests/support/test.h"

static const char said[] = "0:00:10 to go, 1686 records, 9.3 MB/s, 843 policies/s, 2 errors";

static void check(const struct progress *p, double seconds, size_t width, const char *want)
{
	char line[PROGRESS_ROOM];

	cli_progress_line(p, seconds, width, line);
	CHECK_MSG(strcmp(line, want) == 0, "%zu columns: \"%s\"", width, line);
}

int main(void)
{
	struct progress p = {.terminal = 1,
	                     .report = {.total = 111600000, .read = 18600000, .records = 1686, .policies = 1686, .faults = 2}};
	char line[PROGRESS_ROOM];

	check(&p, 2, 119, "[###                 ] 0:00:10 to go, 1686 records, 9.3 MB/s, 843 policies/s, 2 errors");
	check(&p, 2, 79, "[##           ] 0:00:10 to go, 1686 records, 9.3 MB/s, 843 policies/s, 2 errors");
	check(&p, 2, 71, "[     ] 0:00:10 to go, 1686 records, 9.3 MB/s, 843 policies/s, 2 errors");
	check(&p, 2, 70, said);
	check(&p, 2, 39, "0:00:10 to go, 1686 records, 9.3 MB/s, ");
	check(&p, 2, 0, "");
	for (size_t width = 0; width < 200; width++) {
		cli_progress_line(&p, 2, width, line);
		CHECK(strlen(line) <= width && (width < 63 || strstr(line, said) != NULL));
	}
	p.report.read = p.report.total;
	check(&p, 3725, 100, "[####################] 0:00:00 to go, 1686 records, 0.0 MB/s, 0 policies/s, 2 errors");
	p.report.read = p.report.total + 1; /* a file that grows */
	check(&p, 3725, 100, "[####################] 0:00:00 to go, 1686 records, 0.0 MB/s, 0 policies/s, 2 errors");
	p.report.read = p.report.total / 100;
	check(&p, 60, 100, "[                    ] 1:39:00 to go, 1686 records, 0.0 MB/s, 28 policies/s, 2 errors");
	p.report.total = 0; /* a pipe */
	check(&p, 60, 100, "1686 records, 0.0 MB/s, 28 policies/s, 2 errors");
	p.terminal = 0;
	check(&p, 60, 0, "1686 records, 0.0 MB/s, 28 policies/s, 2 errors");
	/* numbers as long as there are */
	p.report.total = p.report.records = p.report.policies = p.report.faults = UINT64_MAX;
	p.report.read = 0;
	p.terminal = 1;
	for (size_t width = 0; width < 200; width++) {
		cli_progress_line(&p, 1, width, line);
		CHECK(strlen(line) <= width);
	}
	/* a command with many files */
	p = (struct progress){.terminal = 1, .files = 2995, .done = 1000};
	check(&p, 4, 79, "[######              ] 0:00:07 to go, 1000 of 2995 files, 250 files/s");
	check(&p, 4, 20, "0:00:07 to go, 1000 ");
	p.things = "origins";
	check(&p, 4, 79, "[######              ] 0:00:07 to go, 1000 of 2995 origins, 250 origins/s");
	p.things = NULL;
	p.done = p.files;
	check(&p, 4, 79, "[####################] 0:00:00 to go, 2995 of 2995 files, 749 files/s");
	return check_done();
}
