/* select.h - a group for one policy of a blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_SELECT_H
#define ROBOTSC_SELECT_H

#include "robotsc/check.h"

/* A group that answers as a policy does, given by its index; paths are read in a form (FORM_...). */
void robotsc__select_policy(const struct robotsc_blob *blob, uint32_t policy, uint8_t form, struct robotsc_group *group);

#endif
