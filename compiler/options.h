/* options.h - what the caller asked for, checked.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_OPTIONS_H
#define ROBOTSC_OPTIONS_H

#include "dialect.h"
#include "robotsc/compile.h"

/* ROBOTSC_ERR_ARGUMENT, ROBOTSC_ERR_DIALECT, or the dialect's row. */
enum robotsc_status robotsc__options_check(const struct robotsc_options *options, const struct robotsc__dialect **dialect);

#endif
