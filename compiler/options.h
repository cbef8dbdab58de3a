/* options.h - what the caller asked for, checked.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_OPTIONS_H
#define ROBOTSC_OPTIONS_H

#include "dialect.h"
#include "robotsc/compile.h"

/* The dialect's row; or ROBOTSC_ERR_ARGUMENT, ROBOTSC_ERR_DIALECT.  No options given: *given becomes the
 * defaults, kept in defaults. */
enum robotsc_status robotsc__options_check(const struct robotsc_options **given, struct robotsc_options *defaults,
                                           const struct robotsc__dialect **dialect);

#endif
