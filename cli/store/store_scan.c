/* store_scan.c - visits the entries of a store.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "cli/exit_status.h"
#include "cli/messages.h"
#include "store_job.h"

int cli_store_scan(struct job *j, const char *from, visit *on_entry, void *ctx)
{
	char origin[ROBOTSC_ORIGIN_MAX];
	struct robotsc_store_entry entry;
	size_t len;
	int result = CLI_OK;
	enum robotsc_store_status status = robotsc_reader_seek(j->reader, from, from ? strlen(from) : 0);
	if (from && status == ROBOTSC_STORE_ORIGIN)
		return cli_complain("'%s': %s; write it as https://example.com", from, robotsc_store_strerror(status));
	while (status == ROBOTSC_STORE_OK && result == CLI_OK) {
		status = robotsc_reader_next(j->reader, origin, &len, &entry);
		if (status == ROBOTSC_STORE_OK)
			result = on_entry(j, (struct robotsc_text){origin, len}, &entry, ctx);
	}
	if (status != ROBOTSC_STORE_OK && status != ROBOTSC_STORE_NOT_FOUND)
		return cli_store_trouble(j->s, status);
	return result;
}
