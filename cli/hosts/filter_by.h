/* filter_by.h - filter, by a store or by a snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_FILTER_BY_H
#define ROBOTSC_FILTER_BY_H

#include "cli/cli_settings.h"
#include "robotsc/filter.h"

/* Open what the settings name, and answer standard input.  The options lack the tokens.  Returns
 * the exit status.  The first stands in cli/store/ and cli/no_store/. */
int cli_filter_by_store(struct cli_settings *s, struct robotsc_filter_options *options);
int cli_filter_by_snapshot(struct cli_settings *s, struct robotsc_filter_options *options);

#endif
