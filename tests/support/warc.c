/* warc.c - read the responses of a WARC file, and text by lines.
 *
 * ISO 28500: a record is "WARC/1.x", header lines, an empty line, Content-Length octets and two
 * line ends.  The octets of a response are an HTTP message.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "warc.h"

#ifdef HAVE_ZLIB

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <zlib.h>

#define LINE_ROOM 65536
#define URI_ROOM 4096

struct warc {
	gzFile file;
	char line[LINE_ROOM];
	char uri[URI_ROOM];
	char *block;
	size_t room;
};

/* What the header of a record says. */
struct header {
	int is_response;
	size_t len;
};

int warc_available(void)
{
	return 1;
}

struct warc *warc_open(const char *path)
{
	gzFile file = gzopen(path, "rb");
	struct warc *w;

	if (file == NULL)
		return NULL;
	w = calloc(1, sizeof *w);
	if (w == NULL) {
		gzclose(file);
		return NULL;
	}
	w->file = file;
	return w;
}

void warc_close(struct warc *w)
{
	if (w == NULL)
		return;
	gzclose(w->file);
	free(w->block);
	free(w);
}

const char *warc_line(struct warc *w, size_t *len)
{
	if (gzgets(w->file, w->line, LINE_ROOM) == NULL)
		return NULL;
	*len = strlen(w->line);
	while (*len > 0 && (w->line[*len - 1] == '\n' || w->line[*len - 1] == '\r'))
		w->line[--*len] = '\0';
	return w->line;
}

/* The value of a header line if its field has this name. */
static const char *value_of(const char *line, const char *name)
{
	const size_t n = strlen(name);

	if (strncasecmp(line, name, n) != 0 || line[n] != ':')
		return NULL;
	for (line += n + 1; *line == ' ' || *line == '\t';)
		line++;
	return line;
}

static int read_header(struct warc *w, struct header *h)
{
	const char *line, *value;
	size_t len;
	int sized = 0;

	h->is_response = 0;
	w->uri[0] = '\0';
	while ((line = warc_line(w, &len)) != NULL && len > 0) {
		if ((value = value_of(line, "WARC-Type")) != NULL)
			h->is_response = strcasecmp(value, "response") == 0;
		if ((value = value_of(line, "WARC-Target-URI")) != NULL)
			snprintf(w->uri, URI_ROOM, "%s", value);
		if ((value = value_of(line, "Content-Length")) != NULL) {
			h->len = (size_t)strtoul(value, NULL, 10);
			sized = 1;
		}
	}
	return line != NULL && sized;
}

static int read_block(struct warc *w, size_t len)
{
	size_t have = 0;

	if (w->room <= len) {
		free(w->block);
		w->room = len + 1;
		w->block = malloc(w->room);
		if (w->block == NULL) {
			fprintf(stderr, "out of memory\n");
			exit(2);
		}
	}
	while (have < len) {
		const size_t want = len - have < 1u << 20 ? len - have : 1u << 20;
		const int got = gzread(w->file, w->block + have, (unsigned)want);

		if (got <= 0)
			return 0;
		have += (size_t)got;
	}
	w->block[len] = '\0';
	return 1;
}

/* Split an HTTP message at the empty line. */
static int read_http(const char *block, size_t len, struct warc_response *r)
{
	size_t at = 0;

	if (sscanf(block, "HTTP/%*s %d", &r->status) != 1)
		return 0;
	for (;;) {
		const size_t from = at;

		while (at < len && block[at] != '\n')
			at++;
		if (at == len)
			return 0;
		at++;
		if (at - from == 1 || (at - from == 2 && block[from] == '\r'))
			break;
	}
	r->body = block + at;
	r->len = len - at;
	return 1;
}

int warc_next(struct warc *w, struct warc_response *response)
{
	const char *line;
	struct header h = {0, 0};
	size_t len;

	for (;;) {
		do /* empty lines behind the record before */
			line = warc_line(w, &len);
		while (line != NULL && len == 0);
		if (line == NULL)
			return 0;
		if (strncmp(line, "WARC/1.", 7) != 0 || !read_header(w, &h) || !read_block(w, h.len))
			return -1;
		if (h.is_response)
			break;
	}
	response->uri = w->uri;
	return read_http(w->block, h.len, response) ? 1 : -1;
}

#else

struct warc {
	int unused;
};

int warc_available(void)
{
	return 0;
}

struct warc *warc_open(const char *path)
{
	(void)path;
	return NULL;
}

void warc_close(struct warc *w)
{
	(void)w;
}

int warc_next(struct warc *w, struct warc_response *response)
{
	(void)w;
	(void)response;
	return 0;
}

const char *warc_line(struct warc *w, size_t *len)
{
	(void)w;
	*len = 0;
	return 0;
}

#endif
