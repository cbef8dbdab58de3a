/* trace.h - the way of a path through the drawn automaton, and what the octets of a blob are.
 *
 * Nodes are those of robotsc_dot: "n12" is the node at offset 12 of the code, "g3" is glob 3.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TRACE_H
#define ROBOTSC_TRACE_H

#include "robotsc/check.h"

/* Where a path is; src/trace.js names these values, too. */
enum trace_kind {
	TRACE_START,    /* before the first octet */
	TRACE_PREFIXES, /* the node "prefixes" */
	TRACE_NODE,     /* "n" and a number */
	TRACE_VERDICT,  /* "allow" or "disallow": number has the verdict */
	TRACE_GLOB,     /* "g" and a number: a glob that matches if the path ends here */
	TRACE_NO_GLOB   /* "verdict": no glob matches if the path ends here */
};

/* After some canonical octets of a path. */
struct trace_step {
	uint32_t octets; /* how many were read */
	enum trace_kind kind;
	uint32_t number;
	uint32_t read;    /* octets that were read in this node, of a run or a prefix */
	uint32_t verdict; /* if the path ends here */
};

/* Follow a path.
 *
 * path  called once, with the canonical octets; valid during the call.
 * step  called for 0 octets, 1 octet and so on; of filters for each glob that matches.
 *
 * The steps of a filter end early where they need ten million looks at globs.
 * Errors: ROBOTSC_ERR_NOMEM. */
enum robotsc_status trace_path(const struct robotsc_group *group, struct robotsc_text url,
                               void (*path)(void *ctx, const uint8_t *octets, size_t len),
                               void (*step)(void *ctx, const struct trace_step *step), void *ctx);

/* What some octets of a blob are; src/trace.js names these values, too. */
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

/* A number, and the octets of the blob from begin up to end. */
struct trace_range {
	uint32_t number, begin, end;
};
typedef void trace_put(void *ctx, const struct trace_range *range);

/* List the parts of an opened blob in order and without gaps; number: enum trace_part. */
void trace_parts(const struct robotsc_blob *blob, trace_put *put, void *ctx);

/* List the nodes of the DFA that is drawn for a group; for a filter there are none. */
void trace_nodes(const struct robotsc_blob *blob, const struct robotsc_group *group, trace_put *put, void *ctx);

/* The octets of a group's first machine; empty if it has none. */
struct trace_range trace_machine(const struct robotsc_blob *blob, const struct robotsc_group *group);

#endif
