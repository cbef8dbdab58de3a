/* robotsc/check.h - the runtime: open a blob, select a group, check URLs.
 *
 * Freestanding: no allocation, no libc beyond memcpy, memcmp and memchr.  Everything here is
 * read-only after it was filled, so any number of threads may share it without locks.
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

#include "common.h"

#ifdef __cplusplus
extern "C" {
#endif

/* An opened blob.  Caller's storage, filled by robotsc_open, read-only afterwards.
 * The members are not part of the interface. */
struct robotsc_blob {
	const uint8_t *bytes;
	uint32_t size;
	uint32_t machines, policies, agents, agents_end;
	uint8_t dialect, form, match, flags;
	uint32_t reserved[6];
};

/* How a group came to be selected. */
enum robotsc_selected {
	ROBOTSC_SELECTED_NONE = 0, /* no group speaks to this robot: everything is allowed */
	ROBOTSC_SELECTED_STAR = 1, /* the groups of "*" */
	ROBOTSC_SELECTED_TOKEN = 2 /* the groups that name one of the tokens */
};

/* The rules that hold for one robot.  Caller's storage, filled by robotsc_select, read-only
 * afterwards; borrows the blob's octets.  Only selected and token are part of the interface. */
struct robotsc_group {
	const uint8_t *machine;
	union {
		struct {
			const uint8_t *labels;
			uint64_t keys, multiplier;
		} fan;
		struct {
			const uint8_t *at, *entries, *machines;
		} list;
	} of;
	uint32_t code, hub, tables, more;
	uint8_t flags, fan, shift, unit, form, verdict, dialect;
	uint8_t selected; /* enum robotsc_selected */
	uint32_t token;   /* index into tokens, for ROBOTSC_SELECTED_TOKEN */
	uint32_t name;
	uint32_t reserved[2];
	uint64_t reserved_word;
};

/* Check a blob and prepare it for matching.  docs/format.md
 *
 * blob   out: filled on ROBOTSC_OK, untouched otherwise.  Nothing to free.
 * bytes  the blob, at any alignment.  Borrowed: must stay mapped and unchanged while blob, or a
 *        group selected from it, is in use.
 * len    octets available at bytes; the blob's own size must equal it.
 *
 * Verifies everything that later calls rely on: sizes, every offset, every state and target, the
 * checksum.  After ROBOTSC_OK no path, whatever its octets, makes a check read outside the blob.
 * Cost O(len), once.  No allocation.  Any thread.
 * Errors: ROBOTSC_ERR_TRUNCATED, _MAGIC, _VERSION, _CORRUPT, _CHECKSUM.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_open(struct robotsc_blob *blob, const void *bytes, size_t len);

/* As robotsc_open, for octets of which robotsc_open has accepted the original: those of a file or a store, say, into which
 * nothing comes that was not opened before.  Looks at the header, the table of sections and the checksum, so it refuses what an
 * accident has changed.  What somebody forged it may take, and then a later check may read anywhere: robotsc_open is
 * for what others send.  A blob of another minor version is opened as by robotsc_open, since other rules may have held for
 * its nodes.  Cost O(len), in the mean a sixth of robotsc_open's.  No allocation.  Any thread.
 * Errors: as robotsc_open.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_open_intact(struct robotsc_blob *blob, const void *bytes, size_t len);

/* As robotsc_open, for octets that robotsc_open has accepted before and that have not changed since:
 * looks at the header and the table of sections only.  On other octets a later check may read
 * anywhere.  Cost: some octets of one cache line.  Any thread.
 * Errors: ROBOTSC_ERR_TRUNCATED, _MAGIC, _VERSION, _CORRUPT.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_reopen(struct robotsc_blob *blob, const void *bytes, size_t len);

/* Find the rules for a robot.  RFC 9309 §2.2.1; SPEC B.0 "agent compare".
 *
 * blob    opened.
 * tokens  product tokens in order of preference; the first that the file names decides.  With
 *         rfc9309 a token ends at the first octet outside [A-Za-z0-9._-]; google compares it whole.
 * n       how many tokens; 0 asks for the "*" groups.
 * group   out: filled on ROBOTSC_OK, untouched otherwise.
 *
 * Cost O(n * log agents).  No allocation.  Any thread.
 * Errors: ROBOTSC_ERR_AGENT when the blob was compiled for a list of tokens and one of these is
 * not on it.  Since 0.1. */
ROBOTSC_API enum robotsc_status robotsc_select(const struct robotsc_blob *blob, const struct robotsc_text *tokens, size_t n,
                                               struct robotsc_group *group);

/* Ask the processor for the memory of a group that is in no cache, and for the first lines behind it: those
 * of the blob, where a caller keeps a blob's octets right behind its group.  A hint, to be given before
 * robotsc_check_path, and the better the earlier; robotsc_check_batch gives its own.  Never faults.  Any
 * thread.  Since 0.1. */
ROBOTSC_API void robotsc_prefetch(const struct robotsc_group *group);

/* May this path be fetched?
 *
 * group  selected.
 * path   path and query as they stand in the URL: any octets, percent-encoded or not; it ends at
 *        the first '#'.  A missing leading '/' is supplied.  The dialect's percent-canonical form
 *        is applied during the walk (docs/format.md, "Path forms").
 * len    octets.
 *
 * Cannot fail.  Cost O(len), at once when the first octets decide.  Any thread.  Since 0.1. */
ROBOTSC_API enum robotsc_verdict robotsc_check_path(const struct robotsc_group *group, const char *path, size_t len);

/* May this URL be fetched?  As robotsc_check_path, on the part of an absolute URL that the dialect
 * looks at: without scheme, authority and fragment.  A URL that does not begin with a scheme is
 * taken as a path.  The caller has matched the URL's origin to the blob's.  Since 0.1. */
ROBOTSC_API enum robotsc_verdict robotsc_check_url(const struct robotsc_group *group, const char *url, size_t len);

/* Check n paths against one group; verdicts[i] receives the enum robotsc_verdict of paths[i].
 * As n calls of robotsc_check_path.  Since 0.1. */
ROBOTSC_API void robotsc_check_paths(const struct robotsc_group *group, const struct robotsc_text *paths, size_t n,
                                     uint8_t *verdicts);

/* One question of a batch over many hosts. */
struct robotsc_query {
	const struct robotsc_group *group;
	struct robotsc_text path; /* as for robotsc_check_path */
};

/* Check n (group, path) pairs; verdicts[i] receives the enum robotsc_verdict of queries[i].  The
 * loads of several walks overlap, so cold policies cost less than in single calls.  Since 0.1. */
ROBOTSC_API void robotsc_check_batch(const struct robotsc_query *queries, size_t n, uint8_t *verdicts);

/* The part of a URL that a dialect matches against: everything that robotsc_check_url skips is
 * skipped here too.  *path borrows url; an empty path, or one that begins with '?' (google: or
 * ';'), stands for itself with '/' in front.  Any thread.  Since 0.1. */
ROBOTSC_API void robotsc_url_path(enum robotsc_dialect dialect, const char *url, size_t len, struct robotsc_text *path);

#ifdef __cplusplus
}
#endif
#endif
