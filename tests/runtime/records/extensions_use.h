/* extensions_use.h - makes every call of robotsc/extensions.h on any blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXTENSIONS_USE_H
#define ROBOTSC_EXTENSIONS_USE_H

#include "robotsc/extensions.h"

/* Read everything.  Returns a number that depends on every octet. */
unsigned extensions_use(const struct robotsc_extensions *ext, const struct robotsc_group *group);

#endif
