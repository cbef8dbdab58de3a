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

/* True if the hash leads to every label, none begins with another, and none holds a slow octet.
 * slow: the class of those. */
bool robotsc__fan_holds(const struct machine_reader *m, uint8_t slow);

#endif
