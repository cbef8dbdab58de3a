/* warc.h - read the responses of a WARC file, and text by lines; compressed (gzip, any number of
 * members) or not.  For tests and benchmarks: it stops the program when memory runs out.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WARC_H
#define ROBOTSC_WARC_H

#include <stddef.h>

struct warc;

/* A captured response.  Borrowed from the reader, until the next call. */
struct warc_response {
	const char *uri; /* WARC-Target-URI */
	int status;      /* of HTTP */
	const char *body;
	size_t len;
};

/* 0 when this program was built without zlib: then nothing can be opened. */
int warc_available(void);

/* NULL when the file cannot be opened. */
struct warc *warc_open(const char *path);
void warc_close(struct warc *w);

/* The next response; other records are passed over.  1, or 0 at the end, or -1 when the file is
 * damaged. */
int warc_next(struct warc *w, struct warc_response *response);

/* The next line of a text file, without its end; NULL at the end. */
const char *warc_line(struct warc *w, size_t *len);

#endif
