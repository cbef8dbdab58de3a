/* document.c - see lsp_parts.h: a text that a client has open, and places in it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lsp_parts.h"

#include <stdlib.h>
#include <string.h>

#include "access/utf8.h"
#include "support/sort.h"

void robotsc__document_free(struct lsp_text *t)
{
	free(t->at);
	free(t->starts);
	*t = (struct lsp_text){.at = NULL};
}

/* ---- lines ----------------------------------------------------------------------- */

static bool add_start(struct lsp_text *t, size_t offset)
{
	if (t->nstarts == t->starts_room) {
		const size_t room = t->starts_room ? 2 * t->starts_room : 64;
		uint32_t *const starts = realloc(t->starts, room * sizeof *starts);
		if (!starts)
			return false;
		t->starts = starts;
		t->starts_room = room;
	}
	t->starts[t->nstarts++] = (uint32_t)offset;
	return true;
}

/* Find where lines begin: one more than `lines`, and all that begin up to an offset. */
static void scan(struct lsp_text *t, size_t lines, size_t offset)
{
	if (t->nstarts == 0 && !add_start(t, 0))
		return;
	while (t->scanned < t->len && (t->nstarts <= lines || t->scanned <= offset)) {
		const uint8_t c = t->at[t->scanned++];
		if (c != '\n' && c != '\r')
			continue;
		if (c == '\r' && t->scanned < t->len && t->at[t->scanned] == '\n')
			t->scanned++;
		if (!add_start(t, t->scanned))
			return;
	}
}

/* Forget the lines that begin at an offset or after it, and the one before, which may have ended
 * with a part of CR LF. */
static void forget(struct lsp_text *t, size_t offset)
{
	while (t->nstarts > 0 && t->starts[t->nstarts - 1] >= offset)
		t->nstarts--;
	t->scanned = t->nstarts > 0 ? t->starts[t->nstarts - 1] : 0;
}

size_t robotsc__document_start(struct lsp_text *t, size_t line)
{
	scan(t, line, 0);
	return line < t->nstarts ? t->starts[line] : t->len;
}

struct robotsc_text robotsc__document_line(struct lsp_text *t, size_t line)
{
	const size_t from = robotsc__document_start(t, line);
	size_t to;
	scan(t, line + 1, 0);
	to = line + 1 < t->nstarts ? t->starts[line + 1] : t->len;
	while (to > from && (t->at[to - 1] == '\n' || t->at[to - 1] == '\r'))
		to--;
	return (struct robotsc_text){(const char *)t->at + from, to - from};
}

/* ---- characters ------------------------------------------------------------------ */

/* True for half of a surrogate pair, kept as three octets. */
static bool is_surrogate(const uint8_t *at, const uint8_t *end)
{
	return end - at >= 3 && at[0] == 0xED && at[1] >= 0xA0 && at[1] <= 0xBF && utf8_continues(at[2]);
}

/* How many octets the character at a place has. */
static size_t character(const uint8_t *at, const uint8_t *end)
{
	const size_t n = utf8_length(at, end);
	return n ? n : is_surrogate(at, end) ? 3 : 1;
}

static uint32_t units_of(size_t octets, enum lsp_units units)
{
	return units == LSP_UTF8 ? (uint32_t)octets : octets == 4 ? 2 : 1;
}

size_t robotsc__document_offset(struct lsp_text *t, struct lsp_place place, enum lsp_units units)
{
	const size_t start = robotsc__document_start(t, place.line);
	const struct robotsc_text line = robotsc__document_line(t, place.line);
	const uint8_t *at = t->at + start, *const end = at + line.len;
	uint32_t passed = 0;
	while (at < end) {
		const size_t n = character(at, end);
		passed += units_of(n, units);
		if (passed > place.character)
			break;
		at += n;
	}
	return start + (size_t)(at - (t->at + start));
}

struct lsp_place robotsc__document_place(struct lsp_text *t, size_t offset, enum lsp_units units)
{
	struct lsp_place place = {0, 0};
	size_t low = 0, high;
	scan(t, 0, offset);
	high = t->nstarts;
	BISECT(low, high, i, t->starts[i] <= offset);
	low -= low > 0;
	place.line = (uint32_t)low;
	if (t->nstarts == 0)
		return place;
	for (const uint8_t *at = t->at + t->starts[low], *const end = t->at + t->len; at < t->at + offset;) {
		const size_t n = character(at, end);
		if (at + n > t->at + offset)
			break;
		place.character += units_of(n, units);
		at += n;
	}
	return place;
}

/* ---- changes --------------------------------------------------------------------- */

bool robotsc__document_replace(struct lsp_text *t, size_t from, size_t to, struct robotsc_text string, size_t most)
{
	/* The octets may be fewer than the string's, so the rest of the text is moved twice. */
	const size_t rest = t->len - to, room = string.len, need = from + room + rest;
	size_t n;
	if (need >= t->room) {
		const size_t some = need + need / 8 + 1;
		uint8_t *const at = realloc(t->at, some);
		if (!at)
			return false;
		t->at = at;
		t->room = some;
	}
	memmove(t->at + from + room, t->at + to, rest);
	n = robotsc__json_octets(string, t->at + from);
	memmove(t->at + from + n, t->at + from + room, rest);
	t->len = from + n + rest;
	forget(t, from);
	return t->len <= most;
}

/* ---- documents ----------------------------------------------------------------------- */

struct lsp_document *robotsc__document_named(const struct lsp_server *s, struct robotsc_text uri)
{
	struct lsp_document *d = s->documents;
	while (d && !(d->uri.len == uri.len && memcmp(d->uri.at, uri.at, uri.len) == 0))
		d = d->next;
	return d;
}

struct lsp_document *robotsc__lsp_document(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params)
{
	const struct robotsc_text uri = robotsc__json_copy(robotsc__json_path(params, "textDocument.uri"));
	struct lsp_document *const d = uri.at ? robotsc__document_named(s, uri) : NULL;
	if (!d && id.at)
		robotsc__lsp_refuse(s, id, LSP_PARAMS, uri.at ? "this document is not open" : "textDocument.uri is missing");
	free((void *)uri.at);
	return d;
}

bool robotsc__lsp_place(struct robotsc_text value, struct lsp_place *place)
{
	int64_t line, character;
	if (!robotsc__json_integer(robotsc__json_member(value, "line"), &line) ||
	    !robotsc__json_integer(robotsc__json_member(value, "character"), &character) || line < 0 || character < 0)
		return false;
	place->line = line < UINT32_MAX ? (uint32_t)line : UINT32_MAX;
	place->character = character < UINT32_MAX ? (uint32_t)character : UINT32_MAX;
	return true;
}

void robotsc__lsp_range(struct lsp_server *s, struct lsp_document *d, size_t from, size_t to)
{
	const struct lsp_place a = robotsc__document_place(&d->text, from, s->units),
			       b = robotsc__document_place(&d->text, to, s->units);
	robotsc__writer_format(&s->writer, "{\"start\":{\"line\":%lu,\"character\":%lu},\"end\":{\"line\":%lu,\"character\":%lu}}",
	                       (unsigned long)a.line, (unsigned long)a.character, (unsigned long)b.line,
	                       (unsigned long)b.character);
}
