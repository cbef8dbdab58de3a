/* compat_set.h - reads the sets of old files: tests/compat/VERSION.tar, and its answers.
 *
 * tests/compat/compat_set.py writes them and says what they hold.  For one source file per program.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMPAT_SET_H
#define ROBOTSC_COMPAT_SET_H

#include "tests/support/archive.h"

#define COMPAT_URLS 128

struct compat_text {
	const char *at;
	size_t len;
};

/* Take the text before the next octet end, or all; what follows stays in *rest.  0 at the end. */
static inline int compat_cut(struct compat_text *rest, char end, struct compat_text *cut)
{
	const char *found = rest->len ? memchr(rest->at, end, rest->len) : NULL;
	const size_t len = found ? (size_t)(found - rest->at) : rest->len;

	*cut = (struct compat_text){rest->at, len};
	if (rest->len == 0)
		return 0;
	rest->at += len + (found != NULL);
	rest->len -= len + (found != NULL);
	return 1;
}

/* Cut a line at tabs into n fields.  0 if it has less. */
static inline int compat_fields(struct compat_text line, struct compat_text *fields, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!compat_cut(&line, '\t', &fields[i]))
			return 0;
	return 1;
}

static inline int compat_is(struct compat_text text, const char *word)
{
	return text.len == strlen(word) && memcmp(text.at, word, text.len) == 0;
}

/* The member "before" + name of an archive; empty if there is none. */
static inline struct compat_text compat_member(struct archive *a, const char *before, struct compat_text name)
{
	struct archive_member member;
	char path[100];

	snprintf(path, sizeof path, "%s%.*s", before, (int)name.len, name.at);
	archive_find(a, path, &member);
	return (struct compat_text){member.bytes, member.len};
}

/* Put the lines of a member, such as "urls", into lines: at most room.  Returns how many. */
static inline size_t compat_lines(struct archive *a, const char *name, struct compat_text *lines, size_t room)
{
	struct compat_text rest = compat_member(a, name, (struct compat_text){"", 0});
	size_t n = 0;

	while (n < room && compat_cut(&rest, '\n', &lines[n]))
		n++;
	return n;
}

#endif
