/* extensions_use.h - every call of robotsc/extensions.h, on a blob from anywhere.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXTENSIONS_USE_H
#define ROBOTSC_EXTENSIONS_USE_H

#include "robotsc/extensions.h"

/* Read all that there is; returns a number that depends on every octet. */
unsigned extensions_use(const struct robotsc_extensions *ext, const struct robotsc_group *group);

#endif
