/* exports.c - see exports.h; exports that every module has: version, phrases for statuses, kinds of
 * content, questions about a policy.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "exports.h"

#include <stdlib.h>
#include <string.h>

#include "bindings/c/wasm/heap.h"

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

/* Returns the place for the octets of the next text; NULL: no memory. */
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
	robotsc__put(&call, robotsc_version());
	return robotsc__ended(&call, ROBOTSC_OK);
}

/* Answers the phrase for a status; for an unknown dialect, also the names of all dialects. */
EXPORT(status_text) enum robotsc_status status_text(enum robotsc_status status)
{
	const char *name;
	robotsc__put(&call, robotsc_strerror(status));
	for (int d = 0; status == ROBOTSC_ERR_DIALECT && (name = robotsc_dialect_name((enum robotsc_dialect)d)) != NULL; d++) {
		robotsc__put(&call, d == 0 ? "; take " : robotsc_dialect_name((enum robotsc_dialect)(d + 1)) ? ", " : " or ");
		robotsc__put(&call, name);
	}
	return robotsc__ended(&call, ROBOTSC_OK);
}

EXPORT(content) enum robotsc_status content(void)
{
	return robotsc__tool_content(&call);
}

EXPORT(compile) enum robotsc_status compile(uint32_t flags)
{
	return robotsc__tool_compile(&call, flags);
}

/* Answers the name of a kind of content, a space, and the phrase for it. */
EXPORT(content_text) enum robotsc_status content_text(enum robotsc_content kind)
{
	robotsc__put(&call, robotsc_content_name(kind));
	robotsc__put(&call, " ");
	robotsc__put(&call, robotsc_content_text(kind));
	return robotsc__ended(&call, ROBOTSC_OK);
}
