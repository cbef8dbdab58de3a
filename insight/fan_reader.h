/* fan_reader.h - the fan of a machine, and its labels.  docs/format.md, "Fans"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FAN_READER_H
#define ROBOTSC_FAN_READER_H

#include "machine_reader.h"

/* Fill in the labels of the fan.  Fails ROBOTSC_ERR_NOMEM only. */
enum robotsc_status robotsc__fan_read(struct arena *a, struct machine_reader *m);

/* A label as a run.  With other octets it does what the fan does. */
struct node robotsc__fan_label(const struct machine_reader *m, uint32_t label);

/* The first label that begins with n octets and one more; UINT32_MAX: none. */
uint32_t robotsc__fan_find(const struct machine_reader *m, const uint8_t *begin, uint32_t n, uint8_t octet);

/* Does the hash lead to every label, and is none of them the beginning of another?  slow: octets that no label may hold. */
bool robotsc__fan_holds(const struct machine_reader *m, uint8_t slow);

#endif
