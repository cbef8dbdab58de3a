/* archive.h - reads the archives that tests/support/archive.py writes: uncompressed tar files.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ARCHIVE_H
#define ROBOTSC_ARCHIVE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARCHIVE_BLOCK 512

/* A whole file in memory.  at: the header of the next member. */
struct archive {
	char *bytes;
	size_t len, at;
};

/* A file of an archive.  Its octets are borrowed from the archive, until that is closed. */
struct archive_member {
	const char *name, *bytes;
	size_t len;
};

/* The octets of a file, to be freed by the caller; NULL if it cannot be read. */
static inline char *archive_load(const char *path, size_t *len)
{
	FILE *f = fopen(path, "rb");
	char *bytes = NULL;
	size_t room = 0;

	*len = 0;
	if (f == NULL)
		return NULL;
	do {
		char *more = realloc(bytes, room + 65536);

		if (more == NULL)
			abort();
		bytes = more;
		room += 65536;
		*len += fread(bytes + *len, 1, room - *len, f);
	} while (*len == room);
	fclose(f);
	return bytes;
}

/* Open an archive.  Returns 0 if there is no such file. */
static inline int archive_open(struct archive *a, const char *path)
{
	a->at = 0;
	a->bytes = archive_load(path, &a->len);
	return a->bytes != NULL;
}

static inline void archive_close(struct archive *a)
{
	free(a->bytes);
	a->bytes = NULL;
}

/* The next member.  Returns 1; 0 after the last one; -1 if the file is no archive or ends too
 * early. */
static inline int archive_next(struct archive *a, struct archive_member *member)
{
	const char *header = a->bytes + a->at;
	size_t left = a->len - a->at;

	if (left < ARCHIVE_BLOCK || memchr(header, '\0', 100) == NULL)
		return -1;
	if (header[0] == '\0')
		return 0;
	if (memcmp(header + 257, "ustar", 5) != 0)
		return -1;
	left -= ARCHIVE_BLOCK;
	*member = (struct archive_member){header, header + ARCHIVE_BLOCK, strtoul(header + 124, NULL, 8)};
	if (member->len > left)
		return -1;
	a->at += ARCHIVE_BLOCK + (member->len + ARCHIVE_BLOCK - 1) / ARCHIVE_BLOCK * ARCHIVE_BLOCK;
	return a->at <= a->len ? 1 : -1;
}

/* The member of a name.  Returns 0, with an empty member, if there is none. */
static inline int archive_find(struct archive *a, const char *name, struct archive_member *member)
{
	a->at = 0;
	while (archive_next(a, member) == 1)
		if (strcmp(member->name, name) == 0)
			return 1;
	*member = (struct archive_member){name, NULL, 0};
	return 0;
}

#endif
