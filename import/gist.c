/* gist.c - see gist.h.
 *
 * A line is left out only where that cannot join others or make them something else: it stands behind a line feed, and
 * goes with the whole of its end.  The first line, which may have a byte order mark, always stays.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>
#include <strings.h>

#include "gist.h"

/* Where the line at from ends, and the next begins. */
static const char *line_end(const char *from, const char *end, const char **next)
{
	const char *lf = memchr(from, '\n', (size_t)(end - from)), *stop = lf ? lf : end;
	const char *cr = memchr(from, '\r', (size_t)(stop - from));

	if (cr && cr + 1 != lf) { /* an end of its own */
		*next = cr + 1;
		return cr;
	}
	*next = lf ? lf + 1 : end;
	return cr ? cr : stop;
}

static const char *skip_space(const char *at, const char *end)
{
	while (at < end && (*at == ' ' || *at == '\t'))
		at++;
	return at;
}

static int says_nothing(const char *at, const char *end)
{
	static const char name[] = "sitemap";
	const size_t n = sizeof name - 1;

	at = skip_space(at, end);
	if (at < end && *at == '#')
		return 1;
	if ((size_t)(end - at) <= n || (*at | 0x20) != *name || strncasecmp(at, name, n) != 0)
		return 0;
	at = skip_space(at + n, end);
	return at < end && *at == ':';
}

size_t robotsc__gist(const char *text, size_t len, char *out)
{
	const char *at = text, *kept = text, *end = text + len, *next;
	size_t n = 0;

	for (; at < end; at = next) {
		const char *stop = line_end(at, end, &next);

		if (at == text || at[-1] != '\n' || !says_nothing(at, stop))
			continue;
		memcpy(out + n, kept, (size_t)(at - kept));
		n += (size_t)(at - kept);
		kept = next;
	}
	if (end > kept)
		memcpy(out + n, kept, (size_t)(end - kept));
	return n + (size_t)(end - kept);
}
