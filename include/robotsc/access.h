/* robotsc/access.h - fetching a robots.txt: its URL, the meaning of a fetch's result, and how long
 * that holds.  docs/access.md
 *
 * Freestanding, as check.h, and in the same libraries: no allocation, no clock, no network.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ACCESS_H
#define ROBOTSC_ACCESS_H

#include "robotsc/check.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROBOTSC_ORIGIN_MAX 268u     /* maximum octets of an origin */
#define ROBOTSC_ROBOTS_URL_MAX 279u /* maximum octets of a robots.txt's URL */

/* Compute the origin of a URL, "scheme://host" or "scheme://host:port".  It identifies the
 * robots.txt that applies.  RFC 9309 §2.3, RFC 3986 §3.2, RFC 3492; docs/access.md, "Origin"
 *
 * url      an absolute URL of len octets; userinfo, path, query and fragment are ignored.
 * out      receives the origin, not terminated; may be NULL if room is 0.
 * room     octets at out; ROBOTSC_ORIGIN_MAX suffices for every URL.
 * out_len  out: octets of the origin, on ROBOTSC_OK and ROBOTSC_ERR_ROOM; otherwise untouched.
 *
 * Scheme and host become lower case, a UTF-8 host its A-labels, an IPv6 address its shortest
 * form; the scheme's default port is dropped.  So equal origins have equal texts.
 * Cost O(len).  Any thread.
 * Errors: ROBOTSC_ERR_SCHEME, _HOST, _PORT: such a URL has no robots.txt; ROBOTSC_ERR_ROOM:
 * nothing was written.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_origin(const char *url, size_t len, char *out, size_t room, size_t *out_len);

/* Compute the URL of the robots.txt that applies to a URL: its origin and "/robots.txt".  As
 * robotsc_origin; ROBOTSC_ROBOTS_URL_MAX octets suffice.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_robots_url(const char *url, size_t len, char *out, size_t room, size_t *out_len);

/* Resolve a reference, such as that of Location or of a relative Sitemap, against a URL.
 * RFC 3986 §5.2.2
 *
 * base       an absolute URL.
 * reference  any octets.  One with a scheme but no authority, as "mailto:x", is not changed.
 * out        receives the result, not terminated.  Its path has no dot segments, an empty path is
 *            "/" (§6.2.2.3, §6.2.3), and its fragment is dropped.
 * room       octets at out; base.len + reference.len + 1 suffice.
 *
 * Returns the octets of the result; 0 if the base has no scheme or no authority and the reference
 * does not stand alone, or if the result, before dot segments are removed or after, has no room.
 * Cost O(len).  Any thread.  Since 0.2. */
ROBOTSC_API size_t robotsc_resolve_url(struct robotsc_text base, struct robotsc_text reference, char *out, size_t room);

/* The rules that map results of fetches to outcomes.  docs/access.md, "Outcome" */
enum robotsc_profile {
	ROBOTSC_PROFILE_RFC9309 = 0,  /* RFC 9309 */
	ROBOTSC_PROFILE_GOOGLE = 1,   /* Google's documentation of its crawlers */
	ROBOTSC_PROFILE_1996 = 2,     /* draft-koster-robots-00, for the record dialects */
	ROBOTSC_PROFILE_DRAFT2019 = 3 /* draft-koster-rep-00 */
};

/* Return the profile for a dialect: GOOGLE for google, 1996 for the record dialects, otherwise
 * RFC9309.  Since 0.1. */
ROBOTSC_API enum robotsc_profile robotsc_profile_of(enum robotsc_dialect dialect);

/* How a fetch ended. */
enum robotsc_end {
	ROBOTSC_END_RESPONSE = 0,   /* a response; its status counts.  FTP: 200 or 404 */
	ROBOTSC_END_DNS = 1,        /* the host was not found */
	ROBOTSC_END_CONNECT = 2,    /* no connection, or it broke before the response */
	ROBOTSC_END_TLS = 3,        /* no secure connection */
	ROBOTSC_END_TIMEOUT = 4,    /* timeout */
	ROBOTSC_END_TRUNCATED = 5,  /* the body ended early */
	ROBOTSC_END_MALFORMED = 6,  /* not an HTTP response */
	ROBOTSC_END_LOOP = 7,       /* a redirect to an earlier URL */
	ROBOTSC_END_NO_LOCATION = 8 /* a redirect without a usable target */
};

/* What a response that may be a challenge counts as.  A challenge asks for a proof that no robot
 * reads it: a 202, or a web page where a robots.txt was due.  docs/access.md, "Challenges" */
enum robotsc_challenge {
	ROBOTSC_CHALLENGE_PARSE = 0,       /* a robots.txt, as the documents of the profiles say */
	ROBOTSC_CHALLENGE_UNAVAILABLE = 1, /* as ROBOTSC_ROW_CLIENT_ERROR */
	ROBOTSC_CHALLENGE_UNREACHABLE = 2  /* as ROBOTSC_ROW_UNREACHABLE */
};

/* A header field of a response.  Case is ignored, as is white space around the value. */
struct robotsc_header_field {
	struct robotsc_text name, value;
};

/* A fetch that has ended, and what the caller knows from before.  Start with all members 0. */
struct robotsc_fetch {
	enum robotsc_profile profile;
	enum robotsc_end end;
	unsigned status;    /* of the last response */
	unsigned redirects; /* how many were followed */
	int64_t at;         /* when it ended: seconds since 1970, UTC */
	/* Header fields of the last response, in order.  Those on caching are read, and for a
	 * redirect whether there is a Location. */
	const struct robotsc_header_field *fields;
	size_t nfields;
	uint64_t unreachable;   /* seconds since the first failure in a row; 0: this is it */
	uint64_t cached_age;    /* with cached: seconds since the copy was fetched */
	unsigned cached : 1;    /* a copy of an earlier robots.txt exists */
	unsigned empty : 1;     /* the body is empty */
	unsigned site_up : 1;   /* google: other pages of the site can be fetched */
	unsigned allow_429 : 1; /* rfc9309, draft2019: treat 429 like other 4xx */
	unsigned refused : 1;   /* the caller does not follow this redirect */
	unsigned page : 1;      /* the body is a web page: ROBOTSC_CONTENT_HTML */
	unsigned challenge : 2; /* enum robotsc_challenge: what a 202 and a page count as */
	uintptr_t reserved[4];  /* zero */
};

/* What the caller does next. */
enum robotsc_outcome {
	ROBOTSC_OUTCOME_PARSE = 0,  /* compile the body; its rules apply */
	ROBOTSC_OUTCOME_ALLOW = 1,  /* everything is allowed */
	ROBOTSC_OUTCOME_DENY = 2,   /* nothing is allowed */
	ROBOTSC_OUTCOME_DEFER = 3,  /* visit nothing; fetch again later */
	ROBOTSC_OUTCOME_CACHED = 4, /* the rules of the copy still apply */
	ROBOTSC_OUTCOME_FOLLOW = 5  /* fetch the Location; count the redirect */
};

/* Rows of the table in docs/access.md, "Outcome". */
enum robotsc_row {
	ROBOTSC_ROW_FOUND = 0,            /* 2xx */
	ROBOTSC_ROW_NOT_MODIFIED = 1,     /* 304, with a copy */
	ROBOTSC_ROW_REDIRECT = 2,         /* another 3xx */
	ROBOTSC_ROW_NOWHERE = 3,          /* too many redirects, a loop, no Location */
	ROBOTSC_ROW_FORBIDDEN = 4,        /* 401, 403 */
	ROBOTSC_ROW_GONE = 5,             /* 404, 410 */
	ROBOTSC_ROW_TOO_MANY = 6,         /* 429 */
	ROBOTSC_ROW_CLIENT_ERROR = 7,     /* another 4xx */
	ROBOTSC_ROW_UNREACHABLE = 8,      /* 5xx, no response, truncated body */
	ROBOTSC_ROW_LONG_UNREACHABLE = 9, /* as UNREACHABLE, for more than 30 days */
	ROBOTSC_ROW_MALFORMED = 10        /* any other status; not HTTP */
};

/* The decision on a fetch, and how long it holds.  Blobs can store it (robotsc_stamp). */
struct robotsc_decision {
	int64_t fetched, expires; /* seconds since 1970-01-01 00:00 UTC */
	int64_t since;            /* CACHED: when the copy was fetched or confirmed; else fetched */
	uint16_t status;          /* as in struct robotsc_fetch; 0 if above 65535 */
	uint8_t end;              /* enum robotsc_end */
	uint8_t profile;          /* enum robotsc_profile */
	uint8_t outcome;          /* enum robotsc_outcome */
	uint8_t row;              /* enum robotsc_row */
	uint8_t revalidate;       /* 1: ask the server before each use */
	uint8_t challenge;        /* 1: the response may be a challenge; robotsc_stamp drops it */
	uint8_t reserved[8];      /* zero */
	/* For the caller, optional: octets and robotsc_digest of the fetched text. */
	uint64_t length, digest;
};

/* Decide what a fetch means and how long that holds.  RFC 9309 §2.3.1, §2.4; RFC 9111;
 * docs/access.md, "Outcome", "Freshness"
 *
 * fetch     borrowed for the call.
 * decision  out.
 *
 * Accepts any values: an unknown end counts as MALFORMED, an unknown profile as RFC9309;
 * unreadable header fields count as RFC 9111 requires.
 * Cost O(octets of the fields).  Any thread.  Cannot fail.  Since 0.1. */
ROBOTSC_API void robotsc_access(const struct robotsc_fetch *fetch, struct robotsc_decision *decision);

/* Which redirects of a robots.txt are followed.  docs/access.md, "Redirects" */
enum robotsc_redirect_scope {
	ROBOTSC_REDIRECT_ANY = 0,   /* to any origin: RFC 9309 §2.3.1.2 */
	ROBOTSC_REDIRECT_SITE = 1,  /* within the site: one label and a public suffix */
	ROBOTSC_REDIRECT_ORIGIN = 2 /* within the origin, and from http to https */
};

/* Check whether a redirect stays within a scope.  If not, set robotsc_fetch.refused and do not
 * follow it.
 *
 * scope     an unknown one counts as ORIGIN.
 * from      the URL that answered with the redirect.
 * to        the absolute URL that its Location names.
 * suffixes  for SITE: the text of the public suffix list (https://publicsuffix.org).  NULL or
 *           empty: a host is a site of its own.  Borrowed for the call.
 *
 * Returns 1 within the scope, otherwise 0.  A URL without an origin is within ANY only, and so is
 * one with a backslash or a control octet before its query: others may read another host in it.
 * Resolve the Location as it came, so that these octets stay.
 * Cost O(octets of the URLs); SITE also reads the list if the last two labels are the same.
 * No allocation.  Any thread.  Cannot fail.  Since 0.1. */
ROBOTSC_API int robotsc_redirect_in_scope(enum robotsc_redirect_scope scope, const struct robotsc_text *from,
                                          const struct robotsc_text *to, const struct robotsc_text *suffixes);

/* Return the command-line name of a scope ("site"); NULL for other values: a loop from 0 on ends
 * there.  Static storage.  Since 0.1. */
ROBOTSC_API const char *robotsc_redirect_scope_name(enum robotsc_redirect_scope scope);

/* Tell whether a response redirects to nowhere: a 3xx other than 304 whose fields have no Location,
 * or an empty one.  robotsc_access takes that for ROBOTSC_END_NO_LOCATION, unless it is refused.
 *
 * fetch  end, status and all fields of the response; borrowed for the call.
 *
 * Returns 1 or 0.  Cost O(fields).  Any thread.  Since 0.1. */
ROBOTSC_API int robotsc_leads_nowhere(const struct robotsc_fetch *fetch);

/* Find the next header field whose number or date robotsc_access cannot read.  robotsc_access
 * treats it as RFC 9111 §4.2.1 and RFC 9110 §10.2.3 require; the operator of the server may want
 * to know.
 *
 * fetch  as for robotsc_access; borrowed for the call.
 * from   index to begin at: 0, then the last result plus 1.
 * value  out: the unreadable octets of the field's value; empty where a value is missing.
 *
 * Returns the field's index, or fetch->nfields at the end.
 * Cost O(octets of the fields).  Any thread.  Cannot fail.  Since 0.1. */
ROBOTSC_API size_t robotsc_unreadable_field(const struct robotsc_fetch *fetch, size_t from, struct robotsc_text *value);

/* Return 1 if a decision may be used at a time without asking the server.  Returns 0 if it has
 * expired, must be revalidated, or is from the future.  Since 0.1. */
ROBOTSC_API int robotsc_fresh(const struct robotsc_decision *decision, int64_t now);

/* Return the English text of a row ("forbidden (401, 403)") or an outcome ("allow"); "unknown" for
 * other values.  Static storage.  Since 0.1. */
ROBOTSC_API const char *robotsc_row_text(enum robotsc_row row);
ROBOTSC_API const char *robotsc_outcome_name(enum robotsc_outcome outcome);

/* Return the command-line name of a profile ("rfc9309"), a way with challenges ("unavailable") or
 * an end ("timeout"); NULL for other values: a loop from 0 on ends there.  Static storage.
 * Since 0.1. */
ROBOTSC_API const char *robotsc_profile_name(enum robotsc_profile profile);
ROBOTSC_API const char *robotsc_challenge_name(enum robotsc_challenge challenge);
ROBOTSC_API const char *robotsc_end_name(enum robotsc_end end);

/* Read an HTTP date in any of its three forms.  RFC 9110 §5.6.7, RFC 9111 §4.2
 *
 * now      the present: two-digit years are at most 50 years after it.
 * seconds  out: since 1970-01-01 00:00 UTC; untouched if it is no date.
 *
 * Letters may be of either case.  The zone must be GMT.  The day of the week may be wrong.  A leap
 * second counts as the second before.  Returns 1 for a date, otherwise 0.  Since 0.1. */
ROBOTSC_API int robotsc_http_date(const char *at, size_t len, int64_t now, int64_t *seconds);

/* ---- what came -------------------------------------------------------------------- */

/* What the octets that came in place of a robots.txt look like. */
enum robotsc_content {
	ROBOTSC_CONTENT_TEXT = 0,     /* it may be a robots.txt */
	ROBOTSC_CONTENT_EMPTY = 1,    /* nothing but white space: it allows everything */
	ROBOTSC_CONTENT_HTML = 2,     /* a web page, or XML: it begins with '<' */
	ROBOTSC_CONTENT_JSON = 3,     /* an object or an array */
	ROBOTSC_CONTENT_PDF = 4,      /* a document */
	ROBOTSC_CONTENT_WARC = 5,     /* an archive of many files */
	ROBOTSC_CONTENT_BLOB = 6,     /* a compiled robots.txt, for robotsc_open */
	ROBOTSC_CONTENT_UTF16_LE = 7, /* with or without a byte order mark */
	ROBOTSC_CONTENT_UTF16_BE = 8,
	ROBOTSC_CONTENT_GZIP = 9, /* 9-13: compressed */
	ROBOTSC_CONTENT_ZSTD = 10,
	ROBOTSC_CONTENT_XZ = 11,
	ROBOTSC_CONTENT_BZIP2 = 12,
	ROBOTSC_CONTENT_ZIP = 13,
	ROBOTSC_CONTENT_BINARY = 14,   /* other octets that are no text, such as those of brotli */
	ROBOTSC_CONTENT_SNAPSHOT = 15, /* robotsc/snapshot.h */
	ROBOTSC_CONTENT_MANIFEST = 16, /* of a snapshot in shards */
	ROBOTSC_CONTENT_STORE = 17,    /* data.mdb, lock.mdb: a store, or another LMDB database */
	ROBOTSC_CONTENT_KINDS          /* number of kinds */
};

/* Tell by the first octets what came in place of a robots.txt.  docs/access.md, "Content"
 *
 * text  the file's octets, any content; may be NULL when len is 0.
 * len   octets.
 *
 * A guess for messages and statistics: no verdict depends on it, since every octet string is a
 * valid robots.txt.  No line of UTF-16, of compressed data or of a blob is a rule; in all
 * other kinds, lines that are rules stay rules.
 * Looks at 512 octets after the white space at the beginning.  No allocation.  Any thread.
 * Cannot fail.  Since 0.1. */
ROBOTSC_API enum robotsc_content robotsc_content_kind(const void *text, size_t len);

/* Return the stable name of a kind ("gzip"), NULL for other values: a loop from 0 on ends there;
 * and an English phrase that follows "this looks like" ("data compressed with gzip"), "unknown
 * data" for other values.  Static storage.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_content_name(enum robotsc_content kind);
ROBOTSC_API const char *robotsc_content_text(enum robotsc_content kind);

/* What is wrong with a text where a URL or a path should be. */
enum robotsc_url_kind {
	ROBOTSC_URL_GOOD = 0,  /* a URL that has a robots.txt, or a path from '/' on */
	ROBOTSC_URL_EMPTY = 1, /* nothing */
	ROBOTSC_URL_MARK = 2,  /* 2-5: the text begins with this character */
	ROBOTSC_URL_SPACE = 3,
	ROBOTSC_URL_QUOTE = 4,
	ROBOTSC_URL_BRACKET = 5,
	ROBOTSC_URL_SLASHES = 6,    /* "//host/path" */
	ROBOTSC_URL_HOST = 7,       /* "shop.example/path", "localhost:8080" */
	ROBOTSC_URL_SCHEME = 8,     /* another scheme, such as "mailto:" */
	ROBOTSC_URL_NO_SLASHES = 9, /* "https:/host/path" */
	ROBOTSC_URL_BAD_HOST = 10,  /* without a host, or with one that robotsc_origin refuses */
	ROBOTSC_URL_BAD_PORT = 11,
	ROBOTSC_URL_RELATIVE = 12, /* "path", "?query" */
	ROBOTSC_URL_KINDS          /* number of kinds */
};

/* Tell whether robotsc_check_url can be asked about a text, and what is wrong with it otherwise.
 * docs/access.md, "What is no URL"
 *
 * dialect  google reads "//host/path" and "host/path" as URLs; the others do not.
 * url      any octets; may be NULL when len is 0.
 * len      octets.
 *
 * Only for messages: robotsc_check_url refuses no text; without a scheme, it is read as a path.
 * Cost O(len).  No allocation.  Any thread.  Cannot fail.  Since 0.1. */
ROBOTSC_API enum robotsc_url_kind robotsc_url_kind(enum robotsc_dialect dialect, const char *url, size_t len);

/* Return what is wrong ("it has no scheme"), and what to do about it ("write 'https://' before a
 * host, or '/' before a path").  Static storage.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_url_kind_text(enum robotsc_url_kind kind);
ROBOTSC_API const char *robotsc_url_kind_hint(enum robotsc_url_kind kind);

/* ---- in a blob -------------------------------------------------------------------- */

#define ROBOTSC_STAMP_SIZE 53u /* octets that a decision adds to a blob */

/* Copy a blob and store a decision in the copy.  docs/formats/blob.md, "Fetch"
 *
 * blob      opened.  If it has a decision, the copy has the new one instead.
 * decision  NULL: the copy has none.
 * out       receives the copy; must not overlap the blob; may be NULL if room is 0.
 * room      octets at out; the blob's size plus ROBOTSC_STAMP_SIZE suffices.
 * out_len   out: octets of the copy, on ROBOTSC_OK and ROBOTSC_ERR_ROOM; otherwise untouched.
 *
 * The copy gives the same verdicts.  Cost O(size).  No allocation.  Any thread.
 * Errors: ROBOTSC_ERR_ROOM: nothing was written; _ARGUMENT: not a decision of robotsc_access;
 * _TOO_LARGE.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_stamp(const struct robotsc_blob *blob, const struct robotsc_decision *decision, void *out,
                                              size_t room, size_t *out_len);

/* Read the decision in a blob.  robotsc_fresh tells whether it still holds.
 *
 * blob      opened.
 * decision  out: filled on ROBOTSC_OK, untouched otherwise.
 *
 * Cost O(sections).  Any thread.
 * Errors: ROBOTSC_ERR_ABSENT: the blob has none; _CORRUPT.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_stamp_read(const struct robotsc_blob *blob, struct robotsc_decision *decision);

/* Compute a digest of a text.  If digest and length equal those of the last text, it need not be
 * compiled again.  Not safe against texts made to collide.  Cost O(len).  Since 0.1. */
ROBOTSC_API uint64_t robotsc_digest(const void *text, size_t len);

/* Return a blob that allows or disallows everything to every robot.  All dialects but google still
 * allow /robots.txt.  The compiler makes the same from "" and from "User-agent: *\nDisallow: /".
 *
 * len  out: octets of the blob.
 *
 * Static storage; NULL and 0 octets for an unknown dialect.  Any thread.  Since 0.1. */
ROBOTSC_API const void *robotsc_constant_blob(enum robotsc_dialect dialect, enum robotsc_verdict verdict, size_t *len);

/* Return 1 for a blob that stands for a missing file, so that no line can be named for its rules:
 * its decision allows or disallows everything, or it has the octets of robotsc_constant_blob.
 *
 * Without extensions, a text with no rule, or with one that disallows everything, may have those
 * octets, too.  Cost O(sections).  Any thread.  Since 0.1. */
ROBOTSC_API int robotsc_is_constant(const struct robotsc_blob *blob);

#ifdef __cplusplus
}
#endif
#endif
