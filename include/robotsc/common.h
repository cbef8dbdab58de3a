/* robotsc/common.h - declarations that all headers share: version, status, verdict, dialect.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMMON_H
#define ROBOTSC_COMMON_H

#include <stddef.h>
#include <stdint.h>

#define ROBOTSC_VERSION_MAJOR 0
#define ROBOTSC_VERSION_MINOR 2
#define ROBOTSC_VERSION_PATCH 0
#define ROBOTSC_VERSION_STRING "0.2.0"

/* What stands before public calls.  A module that holds the library may define it as nothing. */
#if !defined(ROBOTSC_API) && (defined(__GNUC__) || defined(__clang__))
#define ROBOTSC_API __attribute__((visibility("default")))
#elif !defined(ROBOTSC_API)
#define ROBOTSC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The result of a call.  Values are ABI: they are never renumbered; new values take the gaps. */
enum robotsc_status {
	ROBOTSC_OK = 0,
	ROBOTSC_ERR_NOMEM = 1,      /* the allocator refused */
	ROBOTSC_ERR_TOO_LARGE = 2,  /* a size that 32-bit offsets cannot express */
	ROBOTSC_ERR_ARGUMENT = 3,   /* an option is out of range, such as a limit below 512,000 */
	ROBOTSC_ERR_ROOM = 4,       /* the caller's buffer is too small for the result */
	ROBOTSC_ERR_TRUNCATED = 16, /* 16-31: reading blobs; fewer octets than the header states */
	ROBOTSC_ERR_MAGIC = 17,     /* not a robotsc blob */
	ROBOTSC_ERR_VERSION = 18,   /* the blob's format version is unknown to this reader */
	ROBOTSC_ERR_CORRUPT = 19,   /* an offset, count, target or reserved field is out of range */
	ROBOTSC_ERR_CHECKSUM = 20,  /* the content does not match its checksum */
	ROBOTSC_ERR_AGENT = 24,     /* the blob was compiled for other product tokens */
	ROBOTSC_ERR_ABSENT = 25,    /* the blob was compiled without the requested part */
	ROBOTSC_ERR_UNKNOWN = 26,   /* the origin is not there */
	ROBOTSC_ERR_SHARD = 27,     /* the origin belongs to another shard */
	ROBOTSC_ERR_DIALECT = 32,   /* 32-47: compiling; unknown or unavailable dialect */
	ROBOTSC_ERR_SCHEME = 48,    /* 48-55: URLs; not http://, https:// or ftp:// */
	ROBOTSC_ERR_HOST = 49,      /* no host, or an invalid one */
	ROBOTSC_ERR_PORT = 50       /* not a number up to 65535 */
};

/* Whether a URL may be fetched.  The low bit of a rank has these values, as have batch results. */
enum robotsc_verdict {
	ROBOTSC_DISALLOW = 0,
	ROBOTSC_ALLOW = 1
};

/* The dialects of robots.txt.  docs/dialects.md */
enum robotsc_dialect {
	ROBOTSC_RFC9309 = 0,    /* RFC 9309, the default */
	ROBOTSC_GOOGLE = 1,     /* google/robotstxt: the same verdicts for the octets read */
	ROBOTSC_NEXOR1994 = 2,  /* A Standard for Robot Exclusion, 1994 */
	ROBOTSC_KOSTER1996 = 3, /* draft-koster-robots-00, 1996 */
	ROBOTSC_CONNER2 = 4     /* Conner's Robot-version 2.0.0 proposal, 1996 */
};

/* Octets that the caller owns.  Not terminated; may contain any octet, also NUL. */
struct robotsc_text {
	const char *at; /* may be NULL when len is 0 */
	size_t len;     /* octets */
};

/* Return the version of the linked library, as "major.minor.patch".  Static storage.
 * Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_version(void);

/* Return an English phrase for a status, without a final period; "unknown status" for any other
 * value.  Static storage.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_strerror(enum robotsc_status status);

/* robotsc_dialect_name returns the name of a dialect ("rfc9309"), or NULL, which ends a loop from
 * 0 on.
 * robotsc_dialect_by_name returns ROBOTSC_OK and the dialect, or ROBOTSC_ERR_DIALECT for an unknown
 * name.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_dialect_name(enum robotsc_dialect dialect);
ROBOTSC_API enum robotsc_status robotsc_dialect_by_name(const char *name, enum robotsc_dialect *dialect);

#ifdef __cplusplus
}
#endif
#endif
