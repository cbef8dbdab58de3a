/* exports.c - see exports.h; and what every module exports: version, statuses, what a text is.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "exports.h"

#include <stdlib.h>
#include <string.h>

#include "heap.h"

struct call call;

static struct robotsc_text *texts;
static size_t room;

/* Forgets the texts and the answer of the last call. */
EXPORT(begin) void begin(void)
{
	heap_forget();
	memset(&call, 0, sizeof call);
	texts = NULL;
	room = 0;
}

/* Where JavaScript puts the octets of the next text; NULL: no memory. */
EXPORT(add_text) char *add_text(uint32_t len)
{
	char *const at = malloc((size_t)len + 1);
	if (at && call.n == room) {
		struct robotsc_text *const more = realloc(texts, (2 * room + 8) * sizeof *more);
		if (!more) {
			free(at);
			return NULL;
		}
		call.texts = texts = more;
		room = 2 * room + 8;
	}
	if (at)
		texts[call.n++] = (struct robotsc_text){at, len};
	return at;
}

EXPORT(answer_at) const char *answer_at(void)
{
	return call.answer;
}

EXPORT(answer_length) uint32_t answer_length(void)
{
	return (uint32_t)call.len;
}

EXPORT(version) enum robotsc_status version(void)
{
	return robotsc__tool_version(&call);
}

EXPORT(status_text) enum robotsc_status status_text(enum robotsc_status status)
{
	return robotsc__tool_status_text(&call, status);
}

EXPORT(content) enum robotsc_status content(void)
{
	return robotsc__tool_content(&call);
}

EXPORT(content_text) enum robotsc_status content_text(enum robotsc_content kind)
{
	return robotsc__tool_content_text(&call, kind);
}
