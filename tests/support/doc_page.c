/* doc_page.c - see doc_page.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "doc_page.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *grow(void *old, size_t size)
{
	void *p = realloc(old, size ? size : 1);
	if (!p) {
		fputs("page: out of memory\n", stderr);
		exit(2);
	}
	return p;
}

char *page_file(const char *path, size_t *len)
{
	FILE *f = fopen(path, "rb");
	char *text = NULL;
	size_t room = 0;
	*len = 0;
	while (f && !ferror(f)) {
		text = grow(text, room = 2 * room + 65536);
		*len += fread(text + *len, 1, room - *len - 1, f);
		if (feof(f))
			break;
	}
	if (!f || ferror(f)) {
		fprintf(stderr, "page: cannot read %s; run from the top of the tree\n", path);
		exit(2);
	}
	fclose(f);
	text[*len] = 0;
	return text;
}

/* Cut a line "| a | b |" into cells, in place. */
static unsigned cut(char *line, char **cell)
{
	unsigned n = 0;
	char *at = line + 1;
	for (char *bar; n < PAGE_CELLS && (bar = strchr(at, '|')) != NULL; at = bar + 1) {
		char *end = bar;
		*bar = 0;
		while (*at == ' ')
			at++;
		while (end > at && end[-1] == ' ')
			*--end = 0;
		cell[n++] = at;
	}
	return n;
}

void page_open(struct page *p, const char *path)
{
	char *cell[PAGE_CELLS];
	unsigned number = 0;
	int in_table = 0, fence = 0;
	*p = (struct page){0};
	p->text = page_file(path, &p->len);
	p->copy = page_file(path, &p->len);
	p->heads = grow(NULL, p->len * sizeof *p->heads); /* a page has fewer cells than octets */
	for (char *line = p->copy, *next; line; line = next) {
		next = strchr(line, '\n');
		if (next)
			*next++ = 0;
		number++;
		fence ^= strncmp(line, "```", 3) == 0;
		if (line[0] != '|' || fence) {
			in_table = 0;
			continue;
		}
		if (strncmp(line, "| ---", 5) == 0)
			continue;
		const unsigned n = cut(line, cell);
		if (!in_table) {
			in_table = 1;
			for (unsigned i = 0; i < PAGE_CELLS; i++)
				p->heads[PAGE_CELLS * p->ntables + i] = i < n ? cell[i] : NULL;
			p->ntables++;
			continue;
		}
		p->rows = grow(p->rows, (p->nrows + 1) * sizeof *p->rows);
		struct page_row *row = &p->rows[p->nrows++];
		*row = (struct page_row){number, p->heads + PAGE_CELLS * (size_t)(p->ntables - 1), p->ntables - 1, n, {NULL}};
		memcpy(row->cell, cell, n * sizeof *cell);
	}
}

void page_close(struct page *p)
{
	free(p->text);
	free(p->copy);
	free(p->rows);
	free(p->heads);
	*p = (struct page){0};
}

unsigned page_column(const struct page_row *row, const char *heading)
{
	for (unsigned i = 0; i < row->ncells; i++)
		if (row->head[i] && strcmp(row->head[i], heading) == 0)
			return i;
	return PAGE_CELLS;
}

const char *page_block(const struct page *p, const char *name, size_t *len)
{
	char fence[PAGE_NAME];
	snprintf(fence, sizeof fence, "\n```%s\n", name);
	const char *at = strstr(p->text, fence), *end;
	if (!at)
		return NULL;
	at += strlen(fence);
	end = strstr(at - 1, "\n```");
	*len = end ? (size_t)(end + 1 - at) : 0;
	return at;
}

int page_number(const char *text, uint64_t *value)
{
	char *end;
	if (!isdigit((unsigned char)text[0]))
		return 0;
	*value = strtoull(text, &end, strncmp(text, "0x", 2) == 0 ? 16 : 10);
	return *end == 0;
}

char *page_code(const char *text)
{
	const size_t n = strlen(text);
	if (n < 3 || text[0] != '`' || text[n - 1] != '`' || strchr(text + 1, '`') != text + n - 1)
		return NULL;
	char *code = grow(NULL, n);
	memcpy(code, text + 1, n - 2);
	code[n - 2] = 0;
	return code;
}

size_t page_constants(const char *path, const char *prefix, struct page_constant **all, size_t n)
{
	size_t len;
	char *text = page_file(path, &len);
	for (char *at = text; (at = strstr(at, "\\\n")) != NULL;) /* join lines that go on */
		at[0] = at[1] = ' ';
	for (char *line = text, *next; line; line = next) {
		struct page_constant c = {.seen = 0};
		char number[PAGE_NAME];
		next = strchr(line, '\n');
		if (next)
			*next++ = 0;
		if (sscanf(line, "#define %63s %63[0-9A-Fa-fxu]", c.name, number) != 2 &&
		    sscanf(line, " %63[A-Z0-9_] = %63[0-9A-Fa-fxu]", c.name, number) != 2)
			continue;
		if (strncmp(c.name, prefix, strlen(prefix)) != 0)
			continue;
		c.value = strtoull(number, NULL, 0);
		*all = grow(*all, (n + 1) * sizeof **all);
		(*all)[n++] = c;
	}
	free(text);
	return n;
}
