/* oracle_import.h - what import reads, in the plainest C: where redirects lead, what responses say,
 * where archives have them.  RFC 3986; RFC 9110, RFC 9112; RFC 1950 to 1952; ISO 28500
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ORACLE_IMPORT_H
#define ROBOTSC_ORACLE_IMPORT_H

#include <stddef.h>
#include <stdint.h>

/* RFC 3986 §5.2.2, as robotsc_resolve_url wants it.  out has room for base_len + ref_len + 1
 * octets.  Returns the length; 0: the reference leads nowhere. */
size_t oracle_resolve_url(const char *base, size_t base_len, const char *ref, size_t ref_len, char *out);

/* The name of a URL, as hosts/import/url_key.h wants it.  out has room for
 * ORACLE_ORIGIN_ROOM + len octets.  Returns the length, 0 when the URL has no origin; then *robots
 * is left alone. */
size_t oracle_url_key(const char *url, size_t len, char *out, int *robots);

/* ---- responses --------------------------------------------------------------- */

#define ORACLE_HTTP_FIELDS 128

struct oracle_slice {
	const char *at;
	size_t len;
};

struct oracle_field {
	char *name, *value; /* with NUL behind; there may be NULs within */
	size_t name_len, value_len;
};

/* A response as hosts/import/http.c wants it. */
struct oracle_http {
	int refused;
	int brotli; /* the body is in br, which is not decoded here */
	unsigned status, nfields;
	struct oracle_field fields[ORACLE_HTTP_FIELDS];
	struct oracle_slice location;
	unsigned char *body;
	size_t len;
	int cut, truncated; /* cut: the head ended early; truncated: the head or the body did */
};

void oracle_http_read(struct oracle_http *h, const char *block, size_t len, size_t limit);
void oracle_http_free(struct oracle_http *h);

enum oracle_wrapping {
	ORACLE_RAW,
	ORACLE_ZLIB,
	ORACLE_GZIP
};

enum oracle_inflated {
	ORACLE_BROKEN, /* damaged */
	ORACLE_SHORT,  /* it ends early */
	ORACLE_ENOUGH, /* as much as is wanted came out */
	ORACLE_ENDS,   /* and octets follow */
	ORACLE_WHOLE   /* the data end with the last octet */
};

/* Inflate up to `most` octets, all members of a gzip file.  *n: how many came out. */
enum oracle_inflated oracle_inflate(enum oracle_wrapping wrapping, const void *at, size_t len, size_t most, unsigned char *out,
                                    size_t *n);

/* ---- archives ---------------------------------------------------------------- */

/* Reads an archive without gzip, in memory, by the rules of hosts/import/warc_reader.h. */
struct oracle_warc {
	const char *bytes;
	size_t len, keep; /* keep: octets of a block that are wanted */
	size_t at;        /* 0 at first, like the fields below; above len: the last block is cut */
	int lost;
	/* What was found: the offsets of the record and of its block, how much of the block is
	 * wanted.  cut is numbered as enum warc_cut. */
	size_t record, block, block_len, uri_len;
	char uri[8192];
	const char *why; /* why a fault is one, as import says it */
	int64_t date;
	int cut;
};

enum oracle_warc_event {
	ORACLE_WARC_END,
	ORACLE_WARC_RESPONSE,
	ORACLE_WARC_FAULT
};

enum oracle_warc_event oracle_warc_next(struct oracle_warc *w);

#endif
