/* doc_page.h - a page of docs/ and a C header, read as tests need them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_DOC_PAGE_H
#define ROBOTSC_DOC_PAGE_H

#include <stddef.h>
#include <stdint.h>

#define PAGE_CELLS 10

/* A row of a table. */
struct page_row {
	unsigned line;     /* of the page, from 1 */
	char *const *head; /* cells of the table's first row */
	unsigned table;    /* which table, from 0 */
	unsigned ncells;
	char *cell[PAGE_CELLS]; /* trimmed */
};

struct page {
	char *text;
	size_t len;
	struct page_row *rows;
	size_t nrows;
	char **heads; /* PAGE_CELLS for each table */
	unsigned ntables;
	char *copy; /* where cells point to */
};

/* The whole of a file, NUL behind it; the end of the program when it cannot be read. */
char *page_file(const char *path, size_t *len);

void page_open(struct page *p, const char *path);
void page_close(struct page *p);

/* The number of the column with a heading, or PAGE_CELLS. */
unsigned page_column(const struct page_row *row, const char *heading);

/* What stands between the line "```NAME" and the line "```"; NULL when there is none. */
const char *page_block(const struct page *p, const char *name, size_t *len);

/* A number, decimal or 0x..., that is all of a text.  0 when it is none. */
int page_number(const char *text, uint64_t *value);

/* The text between backquotes, if it is all of a text, in a buffer of its own.  Otherwise NULL. */
char *page_code(const char *text);

#define PAGE_NAME 64

struct page_constant {
	char name[PAGE_NAME];
	uint64_t value;
	unsigned seen;
};

/* Add the "#define NAME number" and "NAME = number," of a header, as far as the names begin with
 * the prefix.  Returns how many there are now. */
size_t page_constants(const char *path, const char *prefix, struct page_constant **all, size_t n);

#endif
