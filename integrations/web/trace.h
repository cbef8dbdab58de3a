/* trace.h - the way of a path through the drawn automaton, and the parts of a blob's octets.
 *
 * Nodes are named as by robotsc_dot: "n12" is the node at offset 12 of the code, "g3" is glob 3.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TRACE_H
#define ROBOTSC_TRACE_H

#include "robotsc/check.h"

/* Places of a path; src/trace.js numbers these values, too. */
enum trace_kind {
	TRACE_START,    /* before the first octet */
	TRACE_PREFIXES, /* the node "prefixes" */
	TRACE_NODE,     /* "n" and the number */
	TRACE_VERDICT,  /* "allow" or "disallow": number has the verdict */
	TRACE_GLOB,     /* "g" and the number: this glob matches if the path ends here */
	TRACE_NO_GLOB   /* "verdict": no glob matches if the path ends here */
};

/* Where a path is after some of its canonical octets. */
struct trace_step {
	uint32_t octets; /* how many octets of the path were read */
	enum trace_kind kind;
	uint32_t number;
	uint32_t read;    /* octets of a run or prefix that were read in this node */
	uint32_t verdict; /* if the path ends here */
};

/* Follow a path.
 *
 * path  called once, with the canonical octets; valid during the call.
 * step  called after 0 octets, 1 octet and so on; for filters, once for each glob that matches.
 *
 * The steps of a filter end early once ten million octets of paths and globs were read.  Errors:
 * ROBOTSC_ERR_NOMEM. */
enum robotsc_status trace_path(const struct robotsc_group *group, struct robotsc_text url,
                               void (*path)(void *ctx, const uint8_t *octets, size_t len),
                               void (*step)(void *ctx, const struct trace_step *step), void *ctx);

/* Kinds of a blob's parts; src/trace.js numbers these values, too. */
enum trace_part {
	TRACE_HEADER, /* with the section table */
	TRACE_FIELDS, /* flags and fields of a machine */
	TRACE_PREFIX_TABLE,
	TRACE_SKIP_TABLES,
	TRACE_LITERALS,
	TRACE_CODE,
	TRACE_GLOBS,
	TRACE_POLICIES,
	TRACE_AGENTS,
	TRACE_RECORDS,
	TRACE_OTHER,
	TRACE_CHECKSUM
};

/* A number, and a range of the blob's octets from begin up to end. */
struct trace_range {
	uint32_t number, begin, end;
};
typedef void trace_put(void *ctx, const struct trace_range *range);

/* List the parts of an opened blob, in order and without gaps.  number: enum trace_part. */
void trace_parts(const struct robotsc_blob *blob, trace_put *put, void *ctx);

/* List the nodes of the DFA that is drawn for a group; a filter has none. */
void trace_nodes(const struct robotsc_blob *blob, const struct robotsc_group *group, trace_put *put, void *ctx);

/* The octets of a group's first machine; empty if the group has none. */
struct trace_range trace_machine(const struct robotsc_blob *blob, const struct robotsc_group *group);

#endif
