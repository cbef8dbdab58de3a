/* add_store.c - adds the origins of a store to a snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "maker_state.h"

enum robotsc_store_status robotsc_maker_add_store(struct robotsc_maker *maker, struct robotsc_store *store,
                                                  struct robotsc_reader *reader)
{
	char origin[ROBOTSC_ORIGIN_MAX];
	struct robotsc_store_entry entry;
	enum robotsc_store_status status;
	size_t len;
	if (robotsc_settings_difference(robotsc_store_settings(store), &maker->settings))
		return ROBOTSC_STORE_SETTINGS;
	status = robotsc_reader_seek(reader, NULL, 0);
	while (status == ROBOTSC_STORE_OK) {
		struct robotsc_blob blob;
		status = robotsc_reader_next(reader, origin, &len, &entry);
		if (status == ROBOTSC_STORE_OK)
			status = robotsc_reader_blob(reader, entry.policy, &blob);
		if (status == ROBOTSC_STORE_OK)
			status = robotsc_maker_add(maker, origin, len, &entry.decision, blob.bytes, blob.size);
	}
	return status == ROBOTSC_STORE_NOT_FOUND ? ROBOTSC_STORE_OK : status;
}
