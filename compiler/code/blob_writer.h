/* blob_writer.h - assemble the blob from machines, policies and names.  docs/formats/blob.md
 *
 * In    the results of the passes.
 * Out   the blob, allocated by the caller's allocator.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost O(size of the blob).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_BLOB_WRITER_H
#define ROBOTSC_BLOB_WRITER_H

#include "machine.h"
#include "front/group.h"

/* A policy of the blob. */
struct blob_entry {
	uint32_t kind;            /* POLICY_... */
	uint32_t verdict;         /* for POLICY_CONSTANT */
	const uint32_t *machines; /* for POLICY_LIST: indices of entries */
	uint32_t nmachines;
};

/* A section that readers may ignore. */
struct extra {
	uint32_t type; /* SECTION_..., above SECTION_AGENTS */
	struct octets octets;
};

struct content {
	const struct robotsc__dialect *dialect;
	const struct grouping *grouping;
	const uint32_t *entry_of;      /* of each policy of the grouping */
	const struct octets *machines; /* entry i is machine i while i < nmachines */
	uint32_t nmachines;
	const struct blob_entry *entries; /* entries after those of the machines */
	uint32_t nentries;
	const struct extra *extras; /* of ascending types */
	uint32_t nextras;
};

enum robotsc_status robotsc__blob_writer_run(const struct robotsc_alloc *alloc, const struct content *content, void **blob,
                                             size_t *len);

#endif
