/* store_input.c - a store as an input of snapshot make.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "cli/hosts/store_input.h"
#include "store_common.h"

struct robotsc_store *cli_input_open(const char *folder, const struct robotsc_store_settings **settings)
{
	const struct cli_settings named = {.store = folder};
	struct robotsc_store *const store = cli_open_store(&named, ROBOTSC_STORE_READ, NULL);
	if (store)
		*settings = robotsc_store_settings(store);
	return store;
}

enum robotsc_store_status cli_input_add(struct robotsc_store *store, struct robotsc_maker *maker)
{
	struct robotsc_reader *reader = NULL;
	enum robotsc_store_status status = robotsc_reader_open(&reader, store);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_reader_begin(reader, NULL);
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_maker_add_store(maker, store, reader);
	robotsc_reader_close(reader);
	return status;
}

void cli_input_close(struct robotsc_store *store)
{
	robotsc_store_close(store);
}
