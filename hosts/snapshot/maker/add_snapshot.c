/* add_snapshot.c - adds the origins of a snapshot to another one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "maker_state.h"

static enum robotsc_store_status compare_settings(const struct robotsc_maker *m, const struct robotsc_snapshot *snapshot)
{
	struct robotsc_store_settings settings;
	struct robotsc_snapshot_info info;
	struct robotsc_text *agents;
	enum robotsc_store_status status;
	robotsc_snapshot_info(snapshot, &info);
	agents = malloc((info.agents + 1) * sizeof *agents);
	if (!agents)
		return ROBOTSC_STORE_NOMEM;
	robotsc_snapshot_settings(snapshot, &settings, agents);
	status = robotsc_settings_difference(&settings, &m->settings) ? ROBOTSC_STORE_SETTINGS : ROBOTSC_STORE_OK;
	free(agents);
	return status;
}

enum robotsc_store_status robotsc_maker_add_snapshot(struct robotsc_maker *maker, const struct robotsc_snapshot *snapshot)
{
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot_entry entry;
	enum robotsc_store_status status = compare_settings(maker, snapshot);
	enum robotsc_status next = ROBOTSC_OK;
	robotsc_snapshot_begin(snapshot, &cursor);
	while (status == ROBOTSC_STORE_OK && (next = robotsc_snapshot_next(&cursor, &entry)) == ROBOTSC_OK) {
		struct robotsc_blob blob;
		if (robotsc_snapshot_blob(snapshot, &entry, &blob) != ROBOTSC_OK)
			return ROBOTSC_STORE_DAMAGED;
		status = robotsc_maker_add(maker, entry.origin.at, entry.origin.len, &entry.decision, blob.bytes, blob.size);
		if (status == ROBOTSC_STORE_ORIGIN)
			status = ROBOTSC_STORE_DAMAGED;
	}
	if (status != ROBOTSC_STORE_OK)
		return status;
	return next == ROBOTSC_ERR_UNKNOWN ? ROBOTSC_STORE_OK : ROBOTSC_STORE_DAMAGED;
}
