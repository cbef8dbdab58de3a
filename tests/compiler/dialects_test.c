/* dialects_test.c - docs/dialects.md, "Where they differ": each row against the library and the
 * oracle.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/oracle/oracle.h"
#include "tests/support/doc_page.h"
#include "tests/support/product.h"

#include <stdlib.h>
#include <string.h>

#define PAGE "docs/dialects.md"
#define DIALECTS ORACLE_DIALECTS

static const char *const names[DIALECTS] = {"rfc9309", "google", "nexor1994", "koster1996", "conner2"};

/* A row's file: each text between backquotes is a line; the word "blank" is an empty line. */
static void read_file(const char *cell, char *text)
{
	static const char star[] = "User-agent: *\n", blank[] = "blank";
	const char *p = cell;

	*text = '\0';
	if (strncmp(cell, "`User-agent", 11) != 0)
		strcpy(text, star);
	for (; *p; p++) {
		const char *end = strchr(p + 1, '`');

		if (strncmp(p, blank, sizeof blank - 1) == 0) {
			strcat(text, "\n");
			p += sizeof blank - 2;
		} else if (*p == '`' && end) {
			strncat(text, p + 1, (size_t)(end - p - 1));
			strcat(text, "\n");
			p = end;
		}
	}
}

/* The verdict of the library; -1 if the text does not compile, or the robot finds no rules. */
static int ask_library(enum oracle_dialect dialect, const char *text, struct robotsc_text robot, const char *url)
{
	struct robotsc_group group;
	struct product p;
	int verdict = -1;

	if (product_open(&p, dialect, ROBOTSC_FORM_AUTO, text, strlen(text), NULL, 0) == ROBOTSC_OK &&
	    robotsc_select(&p.blob, &robot, 1, &group) == ROBOTSC_OK)
		verdict = (int)robotsc_check_url(&group, url, strlen(url));
	product_close(&p);
	return verdict;
}

/* Returns how many different verdicts there are.  A robot other than bot stands after the URL. */
static unsigned check_row(const struct page_row *row)
{
	char text[4096];
	const char *cell = row->cell[page_column(row, "URL")], *end = strrchr(cell, '`'), *comma = end ? strstr(end, ", ") : NULL;
	char *url = end && end > cell && *cell == '`' ? strndup(cell + 1, (size_t)(end - cell - 1)) : NULL;
	const char *name = comma ? comma + 2 : "bot";
	const struct robotsc_text robot = {name, strlen(name)};
	const struct oracle_text token = {name, strlen(name)};
	unsigned seen = 0;

	read_file(row->cell[page_column(row, "file")], text);
	if (!CHECK_MSG(url != NULL, "%s:%u: no URL", PAGE, row->line))
		return 0;
	for (int d = 0; d < DIALECTS; d++) {
		const char *want = row->cell[page_column(row, names[d])];
		const int allowed = strcmp(want, "allow") == 0;
		const enum oracle_dialect dialect = (enum oracle_dialect)d;

		CHECK_MSG(allowed || strcmp(want, "disallow") == 0, "%s:%u: '%s'", PAGE, row->line, want);
		CHECK_MSG(ask_library(dialect, text, robot, url) == allowed, "%s:%u: library, %s", PAGE, row->line, names[d]);
		CHECK_MSG(oracle_allowed(dialect, text, strlen(text), &token, 1, url, strlen(url)) == allowed, "%s:%u: oracle, %s",
		          PAGE, row->line, names[d]);
		seen |= 1u << allowed;
	}
	free(url);
	return seen == 3 ? 2 : 1;
}

int main(void)
{
	unsigned rows = 0, different = 0;
	struct page p;

	page_open(&p, PAGE);
	for (size_t i = 0; i < p.nrows; i++) {
		const struct page_row *row = &p.rows[i];

		if (row->ncells != 8 || page_column(row, "about") != 0)
			continue;
		if (!check_case(row->cell[0]))
			continue;
		rows++;
		different += check_row(row) == 2;
	}
	CHECK_MSG(!check_all_cases() || (rows > 25 && different > 25), "%u rows, %u with different verdicts", rows, different);
	page_close(&p);
	return check_done();
}
