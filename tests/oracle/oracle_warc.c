/* oracle_warc.c - see oracle_import.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_import.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MOST_HEADER 65536

static int begins_record(const struct oracle_warc *w, size_t at)
{
	return w->len - at >= 7 && memcmp(w->bytes + at, "WARC/1.", 7) == 0;
}

static enum oracle_warc_event fault(struct oracle_warc *w, const char *why)
{
	w->why = why;
	return ORACLE_WARC_FAULT;
}

/* ---- the header -------------------------------------------------------------- */

static struct oracle_slice trim(const char *at, size_t len)
{
	while (len > 0 && (*at == ' ' || *at == '\t'))
		at++, len--;
	while (len > 0 && (at[len - 1] == ' ' || at[len - 1] == '\t'))
		len--;
	return (struct oracle_slice){at, len};
}

/* A text with NUL behind; "" if the text itself has a NUL, which no field may have.  To be
 * freed. */
static char *text_of(struct oracle_slice s)
{
	char *text = calloc(1, s.len + 1);

	if (text == NULL)
		abort();
	memcpy(text, s.at, s.len);
	if (strlen(text) != s.len)
		text[0] = '\0';
	return text;
}

/* True if a text begins with a form, in which 'd' stands for a digit. */
static int looks(const char *text, const char *form)
{
	for (; *form != '\0'; form++, text++)
		if (*form == 'd' ? *text < '0' || *text > '9' : *text != *form)
			return 0;
	return 1;
}

static int is_leap(int year)
{
	return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* "2026-01-31T12:00:00.5Z", or "2026-01-31"; seconds since 1970, or -1. */
static int64_t date_of(const char *text)
{
	static const int before[] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};
	int year, month, day, hour = 0, minute = 0, second = 0;
	int64_t days = 0;

	if (!looks(text, "dddd-dd-dd") || sscanf(text, "%d-%d-%d", &year, &month, &day) != 3)
		return -1;
	text += 10;
	if (*text != '\0') {
		if (!looks(text, "Tdd:dd:dd") || sscanf(text, "T%d:%d:%d", &hour, &minute, &second) != 3)
			return -1;
		text += 9;
		if (*text == '.')
			text += 1 + strspn(text + 1, "0123456789");
		if (strcmp(text, "Z") != 0)
			return -1;
	}
	if (month < 1 || month > 12 || day < 1 || day > before[month] - before[month - 1] + (month == 2 && is_leap(year)))
		return -1;
	if (hour > 23 || minute > 59 || second > 60 || year < 1970)
		return -1;
	for (int y = 1970; y < year; y++)
		days += 365 + is_leap(y);
	days += before[month - 1] + (month > 2 && is_leap(year)) + day - 1;
	return days * 86400 + hour * 3600 + minute * 60 + (second == 60 ? 59 : second);
}

/* Read a number of 64 bits from a field's text. */
static int length_of(const char *text, uint64_t *length)
{
	const size_t digits = strspn(text, "0123456789");

	errno = 0;
	*length = strtoull(text, NULL, 10);
	return digits > 0 && text[digits] == '\0' && errno == 0;
}

struct header {
	int response, sized, segment, targets, differ;
	uint64_t length;
};

static void read_field(struct oracle_warc *w, const char *line, size_t len, struct header *h)
{
	const char *const colon = memchr(line, ':', len);
	struct oracle_slice said;
	char *name, *value;

	if (colon == NULL)
		return;
	said = trim(colon + 1, len - (size_t)(colon + 1 - line));
	name = text_of((struct oracle_slice){line, (size_t)(colon - line)});
	value = text_of(said);
	if (strcasecmp(name, "WARC-Type") == 0)
		h->response = strcasecmp(value, "response") == 0;
	if (strcasecmp(name, "Content-Length") == 0)
		h->sized = length_of(value, &h->length) ? 1 : -1;
	if (strcasecmp(name, "WARC-Date") == 0)
		w->date = date_of(value);
	if (strcasecmp(name, "WARC-Truncated") == 0)
		w->cut = strcasecmp(value, "length") == 0 ? 1 : 2;
	if (strcasecmp(name, "WARC-Segment-Number") == 0)
		h->segment = 1;
	if (strcasecmp(name, "WARC-Target-URI") == 0) {
		if (said.len >= 2 && said.at[0] == '<' && said.at[said.len - 1] == '>')
			said = (struct oracle_slice){said.at + 1, said.len - 2};
		if (said.len > sizeof w->uri)
			said.len = 0;
		if (h->targets++ > 0 && (said.len != w->uri_len || memcmp(said.at, w->uri, said.len) != 0))
			h->differ = 1;
		w->uri_len = said.len;
		memcpy(w->uri, said.at, w->uri_len);
	}
	free(name);
	free(value);
}

/* Read lines.  A line that begins with white space continues the line before. */
static void read_lines(struct oracle_warc *w, char *lines, size_t len, struct header *h)
{
	if (len > 0 && memchr(lines, '\n', len - 1) == NULL) {
		len -= len > 1 && lines[len - 2] == '\r' ? 2 : 1;
	} else {
		for (size_t i = 0; i < len; i++)
			if (lines[i] == '\r' || lines[i] == '\n')
				lines[i] = ' ';
	}
	read_field(w, lines, len, h);
}

/* Read the lines up to the empty one.  Returns NULL, or why there is no empty line. */
static const char *read_header(struct oracle_warc *w, struct header *h)
{
	static char lines[MOST_HEADER];
	size_t n = 0;

	memset(h, 0, sizeof *h);
	w->uri_len = 0;
	w->date = -1;
	w->cut = 0;
	for (;;) {
		const char *const line = w->bytes + w->at;
		size_t len = 0;

		while (w->at + len < w->len && line[len] != '\n')
			len++;
		if (w->at + len == w->len && w->len - w->record <= MOST_HEADER) {
			w->at = w->len;
			return "the file ends inside a record";
		}
		len++;
		if (w->at + len > w->len || w->at + len - w->record > MOST_HEADER)
			return "the header of the record does not end";
		w->at += len;
		if (line[0] != ' ' && line[0] != '\t') {
			read_lines(w, lines, n, h);
			n = 0;
		}
		if (line[0] == '\n' || (line[0] == '\r' && line[1] == '\n'))
			return NULL;
		memcpy(lines + n, line, len);
		n += len;
	}
}

/* ---- records ----------------------------------------------------------------- */

/* Go to the next record.  Returns 0 if there is none. */
static int find(struct oracle_warc *w)
{
	if (w->lost) /* to the next line that begins as a record does */
		while (w->at < w->len && !(begins_record(w, w->at) && (w->at == 0 || w->bytes[w->at - 1] == '\n')))
			w->at++;
	else
		while (w->at < w->len && (w->bytes[w->at] == '\r' || w->bytes[w->at] == '\n'))
			w->at++;
	w->lost = 0;
	return w->at < w->len;
}

enum oracle_warc_event oracle_warc_next(struct oracle_warc *w)
{
	struct header h;

	for (;;) {
		if (w->at > w->len) { /* the last block did not end */
			w->at = w->len;
			return fault(w, "the file ends inside a record");
		}
		if (!find(w))
			return ORACLE_WARC_END;
		w->record = w->at;
		if (!begins_record(w, w->at)) {
			w->lost = 1;
			return fault(w, w->len - w->at < 7 ? "the file ends inside a record" : "not a WARC record");
		}
		const char *const why = read_header(w, &h);

		if (why != NULL) {
			w->lost = 1;
			return fault(w, why);
		}
		if (h.sized != 1) {
			w->lost = 1;
			return fault(w, h.sized ? "the record's Content-Length is no number, or too large a one"
			                        : "the record does not say its Content-Length");
		}
		w->block = w->at;
		w->block_len = h.length < w->keep ? (size_t)h.length : w->keep;
		w->at = h.length <= w->len - w->at ? w->at + (size_t)h.length : w->len + 1;
		if (!h.response || w->block_len > w->len - w->block)
			continue;
		if ((h.length > w->keep || h.segment) && w->cut == 0)
			w->cut = 1;
		if (h.differ)
			return fault(w, "the record has two different WARC-Target-URIs");
		if (w->uri_len == 0)
			return fault(w, "the record has no WARC-Target-URI");
		if (w->date < 0)
			return fault(w, "the record has no WARC-Date");
		return ORACLE_WARC_RESPONSE;
	}
}
