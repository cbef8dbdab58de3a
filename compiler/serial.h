/* serial.h - one pattern with many stars to a ranked machine without registers.
 *
 * Of one pattern only the furthest segment matters, so its segments follow each other: the search
 * for one ends in the search for the next.  Where OP_SLASH or OP_QUERY are to come there are two
 * such chains, as the path and as the query have them, and a '?' leads from one to the other.
 *
 * In    a simple pattern.
 * Out   a ranked machine with at most two states for an octet.
 * Fails ROBOTSC_ERR_NOMEM only.   Cost O(octets).
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SERIAL_H
#define ROBOTSC_SERIAL_H

#include "machine.h"
#include "pattern.h"

enum robotsc_status robotsc__serial_run(struct arena *a, const struct pattern *pattern, const struct rules *rules,
                                        struct machine *out);

#endif
