/* robotsc/check.h - the runtime: open a blob, select a group, check URLs.
 *
 * Freestanding: no allocation, no libc functions but memcpy, memmove, memset, memcmp and memchr.
 * Opened blobs and selected groups are read-only, so any number of threads may share them without
 * locks.
 * Link librobotsc_runtime.a for these calls alone, librobotsc for them and the compiler.
 *
 *     struct robotsc_blob blob;
 *     struct robotsc_group group;
 *     struct robotsc_text me = {"ExampleBot", 10};
 *     if (robotsc_open(&blob, bytes, len) == ROBOTSC_OK &&
 *         robotsc_select(&blob, &me, 1, &group) == ROBOTSC_OK)
 *             verdict = robotsc_check_url(&group, url, url_len);
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_CHECK_H
#define ROBOTSC_CHECK_H

#include "robotsc/common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An opened blob.  The caller allocates it; robotsc_open fills it; read-only afterwards.
 * The members are not part of the interface. */
struct robotsc_blob {
	const uint8_t *bytes;
	uint32_t size;
	uint32_t machines, policies, agents, agents_end;
	uint8_t dialect, form, match, flags;
	uint32_t reserved[6];
};

/* Which groups of the robots.txt a selected group stands for. */
enum robotsc_selected {
	ROBOTSC_SELECTED_NONE = 0, /* no group applies to this robot: everything is allowed */
	ROBOTSC_SELECTED_STAR = 1, /* the groups of "*" */
	ROBOTSC_SELECTED_TOKEN = 2 /* the groups that name one of the tokens */
};

/* The rules for one robot.  The caller allocates it; robotsc_select fills it; read-only afterwards.
 * Borrows the blob's octets.  Only selected and token are part of the interface. */
struct robotsc_group {
	const uint8_t *machine;
	union {
		struct {
			const uint8_t *prefixes;
			uint64_t keys, multiplier;
		} prefix_table;
		struct {
			const uint8_t *at, *entries, *machines;
		} list;
	} of;
	uint32_t code, root, tables, more;
	uint8_t flags, prefix_verdicts, shift, unit, form, verdict, dialect;
	uint8_t selected; /* enum robotsc_selected */
	uint32_t token;   /* index into tokens, for ROBOTSC_SELECTED_TOKEN */
	uint32_t name;
	uint32_t reserved[2];
	uint64_t reserved_word;
};

/* Verify a blob and prepare it for matching.  docs/formats/blob.md
 *
 * blob   out: filled on ROBOTSC_OK, untouched otherwise.  Nothing to free.
 * bytes  the blob, at any alignment.  Borrowed: must stay mapped and unchanged while blob, or a
 *        group selected from it, is in use.
 * len    octets at bytes; must equal the blob's size.
 *
 * Verifies everything that later calls rely on: sizes, every offset, every state and target, the
 * checksum.  After ROBOTSC_OK no check reads outside the blob, whatever the path's octets.
 * Cost O(len), once.  No allocation.  Any thread.
 * Errors: ROBOTSC_ERR_TRUNCATED, _MAGIC, _VERSION, _CORRUPT, _CHECKSUM.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_open(struct robotsc_blob *blob, const void *bytes, size_t len);

/* Open a blob whose original robotsc_open has accepted: for example from a file or a store that
 * receives only verified blobs; or one that robotsc_compile has just made, which needs no
 * verifying.  Arguments as for robotsc_open.
 *
 * Verifies the header, the section table and the checksum, so it refuses accidental changes.  It
 * may accept a forged blob, and then a later check may read anywhere: use robotsc_open for blobs
 * of others.  A blob of another minor version is verified as by robotsc_open, since the rules for
 * its nodes may have differed.
 * Cost O(len), on average a sixth of robotsc_open's.  No allocation.  Any thread.
 * Errors: as robotsc_open.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_open_intact(struct robotsc_blob *blob, const void *bytes, size_t len);

/* Open octets that robotsc_open has accepted and that have not changed since.  Arguments as for
 * robotsc_open.
 *
 * Verifies the header and the section table only.  With other octets a later check may read
 * anywhere.
 * Cost: a few octets of one cache line.  No allocation.  Any thread.
 * Errors: ROBOTSC_ERR_TRUNCATED, _MAGIC, _VERSION, _CORRUPT.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_reopen(struct robotsc_blob *blob, const void *bytes, size_t len);

/* Find the rules for a robot.  RFC 9309 §2.2.1; docs/dialects.md, "agent compares".
 *
 * blob    opened.
 * tokens  product tokens in order of preference; the first that the file names decides.  With
 *         rfc9309 a token ends at the first octet outside [A-Za-z0-9._-]; google compares it whole.
 *         So a whole User-Agent header selects the group of "Mozilla", or that of "*".  Ask
 *         robotsc_is_token first, and give headers to robotsc_header_tokens.
 * n       how many tokens; 0 selects the "*" groups.
 * group   out: filled on ROBOTSC_OK, untouched otherwise.
 *
 * Cost O(n * log agents).  No allocation.  Any thread.
 * Errors: ROBOTSC_ERR_AGENT if the blob was compiled for a list of tokens that lacks one of these.
 * Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_select(const struct robotsc_blob *blob, const struct robotsc_text *tokens, size_t n,
                                               struct robotsc_group *group);

/* Tell whether a dialect compares all of a text as a product token.  docs/dialects.md, "agent
 * compares"
 *
 * text  any octets; may be NULL when len is 0.
 * len   octets.
 *
 * rfc9309 compares [A-Za-z0-9._-]+.  google: [A-Za-z_-]*, since groups there can name the empty
 * token and no longer one of other octets.  The dialects of the nineties compare names without '/'
 * and without blanks at the ends, and no empty one.  "*" is no token of rfc9309 and google: it
 * names no robot.
 *
 * Returns 1 or 0; 0 for an unknown dialect.  A name with 0 is cut by robotsc_select and the
 * compiler, or named by no group; a User-Agent header belongs to robotsc_header_tokens.
 * Cost O(len).  No allocation.  Any thread.  Not part of the core.  Since 0.1. */
ROBOTSC_API int robotsc_is_token(enum robotsc_dialect dialect, const char *text, size_t len);

/* Find the product tokens that a file names in a whole User-Agent header, to select with them.
 * RFC 9309 §2.2.1: a product token should be a substring of that header.
 *
 * blob    opened.  Of a blob for a list of tokens, those tokens are found, named or not.
 * header  the field's value: any octets.  A token is found where a product stands: at the
 *         beginning, or after white space or one of "(),;<>[]{}; and before no octet of
 *         [A-Za-z0-9._-], ':' or '@', since URLs and e-mail addresses name no product.
 * len     octets.
 * tokens  out: room of them at most, the longest first, of equally long ones the first in the
 *         header, each once.  They borrow the header.
 * room    8 is plenty; with 1 the longest alone is found.
 *
 * With rfc9309 and google, a token is a name of the file, ignoring case.  The dialects of the
 * nineties compare names otherwise, so a token is a word that contains a name of the file
 * (nexor1994), begins with one (conner2), or is one up to its first '/' (koster1996).  Such a name
 * may have several words.
 *
 * Returns how many tokens were put: the n of robotsc_select.  With 0, that selects the groups of
 * "*"; of a blob for a list of tokens, it is not known whether these hold.  Cannot fail.
 * Cost O(len * log agents), in the dialects of the nineties O(len * octets of all agents) at worst.
 * No allocation.  Any thread.  Not part of the core: linked where it is used.  Since 0.1. */
ROBOTSC_API size_t robotsc_header_tokens(const struct robotsc_blob *blob, const char *header, size_t len,
                                         struct robotsc_text *tokens, size_t room);

/* Prefetch a group and the octets after it.  Keep a blob directly after its group to prefetch both.
 *
 * A hint for groups that are in no cache; call it some time before robotsc_check_path.
 * robotsc_check_batch prefetches by itself.  Never faults.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_prefetch(const struct robotsc_group *group);

/* Check whether a path may be fetched.  RFC 9309 §2.2.2.
 *
 * group  selected.
 * path   path and query as they are in the URL: any octets, percent-encoded or not.  The path ends
 *        at the first '#'.  A missing leading '/' is supplied.  The check compares the dialect's
 *        percent-canonical form (docs/formats/blob.md, "Path forms").  A whole URL is no path:
 *        "https:" would be its first segment, which hardly any rule disallows.  Use
 *        robotsc_check_url.
 * len    octets.
 *
 * Cannot fail.  Cost O(len); less if the first octets decide.  Any thread.  Since 0.1. */
ROBOTSC_API enum robotsc_verdict robotsc_check_path(const struct robotsc_group *group, const char *path, size_t len);

/* Check whether a URL may be fetched.  As robotsc_check_path for the part of an absolute URL that
 * robotsc_url_path returns.  A URL without a scheme is taken as a path: robotsc_url_kind tells them
 * apart.  The caller has made sure that the blob belongs to the URL's origin.  Since 0.1. */
ROBOTSC_API enum robotsc_verdict robotsc_check_url(const struct robotsc_group *group, const char *url, size_t len);

/* Check n paths with one group, as n calls of robotsc_check_path: URLs are no paths.  verdicts[i]
 * receives the enum robotsc_verdict of paths[i].  Since 0.1. */
ROBOTSC_API void robotsc_check_paths(const struct robotsc_group *group, const struct robotsc_text *paths, size_t n,
                                     uint8_t *verdicts);

/* Check n URLs with one group, as n calls of robotsc_check_url.  verdicts[i] receives the enum
 * robotsc_verdict of urls[i].  Since 0.1. */
ROBOTSC_API void robotsc_check_urls(const struct robotsc_group *group, const struct robotsc_text *urls, size_t n,
                                    uint8_t *verdicts);

/* One query of a batch over several hosts. */
struct robotsc_query {
	const struct robotsc_group *group;
	struct robotsc_text path; /* as for robotsc_check_path; for robotsc_check_url_batch a URL */
};

/* Check n pairs of a group and a path, as n calls of robotsc_check_path: URLs are no paths.
 * verdicts[i] receives the enum robotsc_verdict of queries[i].  Overlaps the loads of several
 * walks: faster than single calls for groups that are in no cache.  Since 0.1. */
ROBOTSC_API void robotsc_check_batch(const struct robotsc_query *queries, size_t n, uint8_t *verdicts);

/* Check n pairs of a group and a URL, as n calls of robotsc_check_url.  queries[i].path is the URL.
 * Overlaps loads as robotsc_check_batch does.  Since 0.1. */
ROBOTSC_API void robotsc_check_url_batch(const struct robotsc_query *queries, size_t n, uint8_t *verdicts);

/* Find the part of a URL that a dialect matches rules with: path and query, without scheme,
 * authority and fragment.  *path borrows url.  If *path is empty or begins with '?' (google: or
 * ';'), it stands for the same with '/' before it.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_url_path(enum robotsc_dialect dialect, const char *url, size_t len, struct robotsc_text *path);

#ifdef __cplusplus
}
#endif
#endif
