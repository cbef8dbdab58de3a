/* origin_key.h - the keys that give the order of a snapshot's entries.  docs/formats/snapshot.md,
 * "Keys and order"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ORIGIN_KEY_H
#define ROBOTSC_ORIGIN_KEY_H

#include "robotsc/access.h"

#define ORIGIN_KEY_MAX (ROBOTSC_ORIGIN_MAX + 4u)
#define ORIGIN_KEY_TAIL 4u /* octets after the labels: KEY_END, port and scheme */

/* Write the key of an origin that robotsc_origin wrote.  Returns its octets; 0: it is no origin. */
size_t robotsc__origin_key(struct robotsc_text origin, uint8_t key[ORIGIN_KEY_MAX]);

#endif
