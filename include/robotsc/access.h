/* robotsc/access.h - getting a robots.txt: where it is, what the end of a fetch means, how long that
 * holds.  docs/access.md
 *
 * Freestanding, as check.h is, and in the same libraries: no allocation, no clock, no network.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ACCESS_H
#define ROBOTSC_ACCESS_H

#include "check.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROBOTSC_ORIGIN_MAX 268u     /* most octets of an origin */
#define ROBOTSC_ROBOTS_URL_MAX 279u /* most octets of a robots.txt's URL: 11 more */

/* The origin of a URL: the key of the robots.txt that holds for it, "scheme://host" or
 * "scheme://host:port".  RFC 9309 §2.3, RFC 3986 §3.2, RFC 3492; docs/access.md, "Origin"
 *
 * url      an absolute URL, len octets; userinfo, path, query and fragment do not matter.
 * out      receives the origin, not terminated; may be NULL when room is 0.
 * room     octets at out; ROBOTSC_ORIGIN_MAX suffices for every URL.
 * out_len  out: octets of the origin, on ROBOTSC_OK and ROBOTSC_ERR_ROOM; else untouched.
 *
 * Scheme and host are in lower case, a UTF-8 host in its A-label form, an IPv6 address in its
 * shortest form, the port is left out if it is the scheme's.  Equal origins have equal keys.
 * Cost O(len).  Any thread.
 * Errors: ROBOTSC_ERR_SCHEME, _HOST, _PORT: such a URL has no robots.txt; ROBOTSC_ERR_ROOM:
 * nothing was written.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_origin(const char *url, size_t len, char *out, size_t room, size_t *out_len);

/* The URL of that robots.txt: the origin and "/robots.txt".  As robotsc_origin;
 * ROBOTSC_ROBOTS_URL_MAX octets suffice.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_robots_url(const char *url, size_t len, char *out, size_t room, size_t *out_len);

/* Whose rules say what the end of a fetch means.  docs/access.md, "Outcome" */
enum robotsc_profile {
	ROBOTSC_PROFILE_RFC9309 = 0,  /* RFC 9309 */
	ROBOTSC_PROFILE_GOOGLE = 1,   /* what Google documents of its crawlers */
	ROBOTSC_PROFILE_1996 = 2,     /* draft-koster-robots-00, for the record dialects */
	ROBOTSC_PROFILE_DRAFT2019 = 3 /* draft-koster-rep-00 */
};

/* The profile that goes with a dialect: GOOGLE with google, 1996 with the record dialects, else RFC9309.  Since 0.1. */
ROBOTSC_API enum robotsc_profile robotsc_profile_of(enum robotsc_dialect dialect);

/* How a fetch ended. */
enum robotsc_end {
	ROBOTSC_END_RESPONSE = 0,   /* with a response, whose status counts; FTP: as 200 or 404 */
	ROBOTSC_END_DNS = 1,        /* the host was not found */
	ROBOTSC_END_CONNECT = 2,    /* no connection, or it broke before the response */
	ROBOTSC_END_TLS = 3,        /* no secure connection */
	ROBOTSC_END_TIMEOUT = 4,    /* took too long */
	ROBOTSC_END_TRUNCATED = 5,  /* the body ended early */
	ROBOTSC_END_MALFORMED = 6,  /* no HTTP response */
	ROBOTSC_END_LOOP = 7,       /* redirected to where it had been before */
	ROBOTSC_END_NO_LOCATION = 8 /* redirected to no usable place */
};

/* A header field of a response; any case, white space around the value allowed. */
struct robotsc_header_field {
	struct robotsc_text name, value;
};

/* A fetch that has ended, and what is known from before.  All zero is a start: then fill in what is so. */
struct robotsc_fetch {
	enum robotsc_profile profile;
	enum robotsc_end end;
	unsigned status;                           /* of the last response */
	unsigned redirects;                        /* how many were followed */
	int64_t at;                                /* when it ended: seconds since 1970-01-01 00:00 UTC */
	const struct robotsc_header_field *fields; /* of the last response, in order; others than those of caching are skipped */
	size_t nfields;
	uint64_t unreachable;   /* seconds since the first of the failures that this one continues; 0: it is the first */
	uint64_t cached_age;    /* with cached: seconds since the copy was fetched */
	unsigned cached : 1;    /* there is a copy of an earlier robots.txt */
	unsigned empty : 1;     /* the body has no octets */
	unsigned site_up : 1;   /* google: the site's other pages can be fetched */
	unsigned allow_429 : 1; /* rfc9309, draft2019: 429 is like any other 4xx */
	uintptr_t reserved[4];  /* zero */
};

/* What to do now. */
enum robotsc_outcome {
	ROBOTSC_OUTCOME_PARSE = 0,  /* the rules are in the body */
	ROBOTSC_OUTCOME_ALLOW = 1,  /* everything is allowed */
	ROBOTSC_OUTCOME_DENY = 2,   /* nothing is allowed */
	ROBOTSC_OUTCOME_DEFER = 3,  /* visit nothing, try again */
	ROBOTSC_OUTCOME_CACHED = 4, /* the rules of the copy hold on */
	ROBOTSC_OUTCOME_FOLLOW = 5  /* fetch what Location says, counting the redirect */
};

/* The row of the table in docs/access.md, "Outcome", that a fetch falls into. */
enum robotsc_row {
	ROBOTSC_ROW_FOUND = 0,            /* 2xx */
	ROBOTSC_ROW_NOT_MODIFIED = 1,     /* 304, with a copy */
	ROBOTSC_ROW_REDIRECT = 2,         /* another 3xx */
	ROBOTSC_ROW_NOWHERE = 3,          /* too many redirects, a loop, no Location */
	ROBOTSC_ROW_FORBIDDEN = 4,        /* 401, 403 */
	ROBOTSC_ROW_GONE = 5,             /* 404, 410 */
	ROBOTSC_ROW_TOO_MANY = 6,         /* 429 */
	ROBOTSC_ROW_CLIENT_ERROR = 7,     /* another 4xx */
	ROBOTSC_ROW_UNREACHABLE = 8,      /* 5xx, no response, a body that ended early */
	ROBOTSC_ROW_LONG_UNREACHABLE = 9, /* the same for more than 30 days */
	ROBOTSC_ROW_MALFORMED = 10        /* any other status, no HTTP */
};

/* What was decided about a fetch, and how long it holds.  It can be kept in a blob. */
struct robotsc_decision {
	int64_t fetched, expires; /* seconds since 1970-01-01 00:00 UTC */
	int64_t since;            /* with CACHED: when the copy was fetched, or found unchanged; else as fetched */
	uint16_t status;          /* as in struct robotsc_fetch; 0 for one above 65535 */
	uint8_t end;              /* enum robotsc_end */
	uint8_t profile;          /* enum robotsc_profile */
	uint8_t outcome;          /* enum robotsc_outcome */
	uint8_t row;              /* enum robotsc_row */
	uint8_t revalidate;       /* 1: ask the server before each use, even if it is not expired */
	uint8_t reserved[9];      /* zero */
	/* For the caller to set, if it likes: of the text that was fetched, its octets and its robotsc_digest. */
	uint64_t length, digest;
};

/* Decide what the end of a fetch means and how long that holds.  RFC 9309 §2.3.1, §2.4; RFC 9111;
 * docs/access.md, "Outcome", "Freshness"
 *
 * fetch     borrowed for the call.
 * decision  out.
 *
 * Any values are taken: an end or profile that is none is as MALFORMED, as RFC9309; of header fields
 * whatever cannot be read counts as RFC 9111 says.  Cost O(octets of the fields).  Any thread.
 * Cannot fail.  Since 0.1. */
ROBOTSC_API void robotsc_access(const struct robotsc_fetch *fetch, struct robotsc_decision *decision);

/* The next field, from an index on, of which robotsc_access cannot read what is to be a number or a date: what it did then
 * is what RFC 9111 §4.2.1 and RFC 9110 §10.2.3 ask for, but the server's operator may want to know.
 *
 * fetch     as for robotsc_access; borrowed for the call.
 * from      0, then what was returned and 1.
 * value     out: the octets in the field's value; none at the place where they are missing.
 *
 * Returns the field's index, or fetch->nfields if there is no more.  Cost O(octets of the fields).  Any thread.  Cannot
 * fail.  Since 0.1. */
ROBOTSC_API size_t robotsc_unreadable_field(const struct robotsc_fetch *fetch, size_t from, struct robotsc_text *value);

/* May what was decided be used at a time, without asking the server?  1: yes.  0: it has expired, must
 * be revalidated first, or is of the future.  Since 0.1. */
ROBOTSC_API int robotsc_fresh(const struct robotsc_decision *decision, int64_t now);

/* The words for a row and an outcome ("forbidden (401, 403)", "allow"), "unknown" for none.  Static storage.
 * Since 0.1. */
ROBOTSC_API const char *robotsc_row_text(enum robotsc_row row);
ROBOTSC_API const char *robotsc_outcome_name(enum robotsc_outcome outcome);

/* The command-line name of a profile ("rfc9309") or of an end ("timeout"), or NULL for none: so that all can
 * be listed from 0 on.  Static storage.  Since 0.1. */
ROBOTSC_API const char *robotsc_profile_name(enum robotsc_profile profile);
ROBOTSC_API const char *robotsc_end_name(enum robotsc_end end);

/* Read an HTTP date in any of its three forms.  RFC 9110 §5.6.7, RFC 9111 §4.2
 *
 * now      the present, for years of two digits: they are at most 50 years ahead.
 * seconds  out: since 1970-01-01 00:00 UTC; untouched unless it is a date.
 *
 * Letters may be of either case, the zone must be GMT, the day of the week need not be that of the
 * date.  A leap second counts as the second before.  Returns 1 for a date, else 0.  Since 0.1. */
ROBOTSC_API int robotsc_http_date(const char *at, size_t len, int64_t now, int64_t *seconds);

/* ---- in a blob -------------------------------------------------------------------- */

#define ROBOTSC_STAMP_SIZE 53u /* octets by which a stamp makes a blob larger */

/* Copy a blob with a decision in it.  docs/format.md, "Fetch"
 *
 * blob      opened.  A decision that it has already is replaced.
 * decision  NULL: the copy has none.
 * out       receives the copy; must not overlap the blob; may be NULL when room is 0.
 * room      octets at out; the blob's size and ROBOTSC_STAMP_SIZE suffice.
 * out_len   out: octets of the copy, on ROBOTSC_OK and ROBOTSC_ERR_ROOM; else untouched.
 *
 * Verdicts are those of the blob.  Cost O(size).  No allocation.  Any thread.
 * Errors: ROBOTSC_ERR_ROOM: nothing was written; _ARGUMENT: not a decision that robotsc_access makes;
 * _TOO_LARGE.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_stamp(const struct robotsc_blob *blob, const struct robotsc_decision *decision, void *out,
                                              size_t room, size_t *out_len);

/* The decision in a blob: ask robotsc_fresh whether it still holds.
 *
 * blob      opened.
 * decision  out: filled on ROBOTSC_OK, untouched otherwise.
 *
 * Cost O(sections).  Any thread.
 * Errors: ROBOTSC_ERR_ABSENT: the blob has none; _CORRUPT.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_stamp_read(const struct robotsc_blob *blob, struct robotsc_decision *decision);

/* A number that tells texts apart: if it and the length are those of the last text, there is nothing to
 * compile.  It is no protection against a text made to have the same.  Cost O(len).  Since 0.1. */
ROBOTSC_API uint64_t robotsc_digest(const void *text, size_t len);

/* A blob that allows, or disallows, everything to every robot; but /robots.txt is always allowed, if the dialect
 * says so, as all but google do.  What the compiler makes of "" and of "User-agent: *\nDisallow: /".
 *
 * len  out: its octets.
 *
 * Static storage; NULL, and 0 octets, for an unknown dialect.  Any thread.  Since 0.1. */
ROBOTSC_API const void *robotsc_constant_blob(enum robotsc_dialect dialect, enum robotsc_verdict verdict, size_t *len);

#ifdef __cplusplus
}
#endif
#endif
