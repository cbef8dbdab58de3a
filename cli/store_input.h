/* store_input.h - a store, as an input of snapshot make.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STORE_INPUT_H
#define ROBOTSC_STORE_INPUT_H

#include "robotsc/snapshot_make.h"

/* In cli/store/ and cli/no_store/.  Open it; NULL after a message.  Add all of it to a snapshot.
 * Close it. */
struct robotsc_store *cli_input_open(const char *folder, const struct robotsc_store_settings **settings);
enum robotsc_store_status cli_input_add(struct robotsc_store *store, struct robotsc_maker *maker);
void cli_input_close(struct robotsc_store *store);

#endif
