/* options.h - check the caller's options.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_OPTIONS_H
#define ROBOTSC_OPTIONS_H

#include "dialect/dialect.h"
#include "robotsc/compile.h"

/* Find the dialect's row.  Fails with ROBOTSC_ERR_ARGUMENT or ROBOTSC_ERR_DIALECT.  If *given is
 * NULL it becomes defaults, which is filled in. */
enum robotsc_status robotsc__options_check(const struct robotsc_options **given, struct robotsc_options *defaults,
                                           const struct robotsc__dialect **dialect);

/* As robotsc__options_check, but check the names of one_robot, too: for callers that use them. */
enum robotsc_status robotsc__options_check_robot(const struct robotsc_options **given, struct robotsc_options *defaults,
                                                 const struct robotsc__dialect **dialect);

/* The options, or the defaults, to read a text for all robots: without agents, a form, diagnostics
 * and dumps. */
struct robotsc_options robotsc__options_of_all(const struct robotsc_options *options);

#endif
