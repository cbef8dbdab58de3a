/* robotsc/common.h - what the compiler and the runtime both speak: version, status, verdict, dialect.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMMON_H
#define ROBOTSC_COMMON_H

#include <stddef.h>
#include <stdint.h>

#define ROBOTSC_VERSION_MAJOR 0
#define ROBOTSC_VERSION_MINOR 1
#define ROBOTSC_VERSION_PATCH 0
#define ROBOTSC_VERSION_STRING "0.1.0"

#if defined(__GNUC__) || defined(__clang__)
#define ROBOTSC_API __attribute__((visibility("default")))
#else
#define ROBOTSC_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* What a call has to say.  Values are ABI: never renumbered, new ones go into the gaps. */
enum robotsc_status {
	ROBOTSC_OK = 0,
	ROBOTSC_ERR_NOMEM = 1,      /* the allocator refused */
	ROBOTSC_ERR_TOO_LARGE = 2,  /* a size that 32-bit offsets cannot express */
	ROBOTSC_ERR_ARGUMENT = 3,   /* an option out of range, such as a size limit below 512,000 octets */
	ROBOTSC_ERR_ROOM = 4,       /* the result does not fit in the room that was given for it */
	ROBOTSC_ERR_TRUNCATED = 16, /* 16-31: reading a blob; fewer octets than its header promises */
	ROBOTSC_ERR_MAGIC = 17,     /* not a robotsc blob */
	ROBOTSC_ERR_VERSION = 18,   /* a blob of a format version this reader does not know */
	ROBOTSC_ERR_CORRUPT = 19,   /* an offset, count, target or reserved field out of range */
	ROBOTSC_ERR_CHECKSUM = 20,  /* the content does not match its checksum */
	ROBOTSC_ERR_AGENT = 24,     /* the blob was compiled for other product tokens */
	ROBOTSC_ERR_ABSENT = 25,    /* the blob was compiled without what is asked for */
	ROBOTSC_ERR_DIALECT = 32,   /* 32-47: compiling; unknown or unavailable dialect */
	ROBOTSC_ERR_SCHEME = 48,    /* 48-55: URLs; not http://, https:// or ftp:// */
	ROBOTSC_ERR_HOST = 49,      /* no host, or none that can be */
	ROBOTSC_ERR_PORT = 50       /* not a number up to 65535 */
};

/* May the URL be fetched?  The values are the low bit of a rank and the octets of batch results. */
enum robotsc_verdict {
	ROBOTSC_DISALLOW = 0,
	ROBOTSC_ALLOW = 1
};

/* The languages of robots.txt.  docs/dialects.md */
enum robotsc_dialect {
	ROBOTSC_RFC9309 = 0,    /* RFC 9309, the default */
	ROBOTSC_GOOGLE = 1,     /* google/robotstxt, bit for bit in the octets that are read */
	ROBOTSC_NEXOR1994 = 2,  /* A Standard for Robot Exclusion, 1994 */
	ROBOTSC_KOSTER1996 = 3, /* draft-koster-robots-00, 1996 */
	ROBOTSC_CONNER2 = 4     /* Conner's Robot-version 2.0.0 proposal, 1996 */
};

/* A run of octets that somebody else owns.  Not terminated; may hold any octet, NUL included. */
struct robotsc_text {
	const char *at; /* may be NULL when len is 0 */
	size_t len;     /* octets */
};

/* The version of the library that is linked, as "major.minor.patch".  Static storage.
 * Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_version(void);

/* One English sentence fragment for a status, without a final period; "unknown status" for a
 * value that is none.  Static storage.  Any thread.  Since 0.1. */
ROBOTSC_API const char *robotsc_strerror(enum robotsc_status status);

#ifdef __cplusplus
}
#endif
#endif
