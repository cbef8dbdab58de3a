/* robotsc/inspect.h - what a blob holds, for people and tools.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_INSPECT_H
#define ROBOTSC_INSPECT_H

#include "robotsc/check.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ROBOTSC_NO_POLICY UINT32_MAX

/* Facts about a blob as a whole. */
struct robotsc_info {
	uint32_t size; /* octets of the blob */
	uint8_t format_major, format_minor;
	enum robotsc_dialect dialect;
	int partial;                         /* 1: compiled for a list of tokens */
	uint32_t agents, policies, machines; /* how many */
	uint32_t star_policy;                /* policy of "*", or ROBOTSC_NO_POLICY */
	/* These add up to size.  other: gaps, and sections that are none of these. */
	uint32_t header_bytes, agents_bytes, policies_bytes, machines_bytes, other_bytes, trailer_bytes;
};

/* An entry of the agent index. */
struct robotsc_agent_info {
	struct robotsc_text token; /* lower case; borrows the blob */
	uint32_t policy;           /* index, or ROBOTSC_NO_POLICY: everything is allowed */
	/* 1: a group of the file names this token; 0: it falls back to "*". */
	int named;
};

/* One machine of a policy. */
struct robotsc_machine_info {
	uint32_t index; /* machines are numbered in blob order; policies may share them */
	int filter;     /* 0 a DFA, 1 a filter */
	uint32_t bytes; /* octets in the blob, its header included */
	uint32_t nodes; /* encoded nodes */
	/* States of the automaton, or of the filter's tries: a run of octets stands for several. */
	uint32_t states;
	/* Filter: patterns that are tried one by one where their literal was found. */
	uint32_t globs;
};

/* These calls take an opened blob, fill caller's storage, allocate nothing; any thread.
 * robotsc_agent_at and robotsc_machine_at return 0 when there is no such entry, else 1.
 * robotsc_machine_at counts states: O(size of the machine).  Since 0.1. */
ROBOTSC_API void robotsc_blob_info(const struct robotsc_blob *blob, struct robotsc_info *info);
ROBOTSC_API int robotsc_agent_at(const struct robotsc_blob *blob, uint32_t index, struct robotsc_agent_info *agent);
ROBOTSC_API int robotsc_machine_at(const struct robotsc_blob *blob, uint32_t policy, uint32_t nth,
                                   struct robotsc_machine_info *machine);

#ifdef __cplusplus
}
#endif
#endif
