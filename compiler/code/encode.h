/* encode.h - encode a machine as the octets that the runtime walks.  docs/format.md, "Machines"
 *
 * In    a machine.
 * Out   its header, tables and code, ready for the machines section.
 * Fails ROBOTSC_ERR_NOMEM, ROBOTSC_ERR_TOO_LARGE.   Cost O(states + edges).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ENCODE_H
#define ROBOTSC_ENCODE_H

#include "machine.h"

struct octets {
	uint8_t *at;
	uint32_t len;
	uint32_t top; /* highest rank of a filter */
};

/* keep: arena of the octets.  form: path form (FORM_...) of the octets on the edges. */
enum robotsc_status robotsc__encode_run(struct arena *a, struct arena *keep, const struct machine *m, uint8_t form,
                                        struct octets *out);

#endif
