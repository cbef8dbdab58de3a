/* side_by_side.c - see side_by_side.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "side_by_side.h"

#include <stdlib.h>

#include "exit_status.h"
#include "messages.h"

#define REST 8192u /* origins after which the system may take the pages back */

static int advance(struct cli_reading *r)
{
	const enum robotsc_status status = cli_merged_next(r->merged, &r->next, &r->shard);
	r->entry = status == ROBOTSC_OK ? &r->next : NULL;
	return status == ROBOTSC_OK || status == ROBOTSC_ERR_UNKNOWN ? 0 : cli_snapshot_trouble(r->files->name, status);
}

static int begin_one(struct cli_reading *r)
{
	const enum robotsc_status status = cli_merged_begin(&r->merged, r->files, NULL);
	return status == ROBOTSC_OK ? advance(r) : cli_snapshot_trouble(r->files->name, status);
}

static bool choose_origin(struct cli_side_by_side *b)
{
	b->origin.at = NULL;
	for (size_t i = 0; i < b->n; i++) {
		const struct robotsc_snapshot_entry *const e = b->at[i].entry;
		if (e && (!b->origin.at || robotsc_origin_order(&e->origin, &b->origin) < 0))
			b->origin = e->origin;
	}
	return b->origin.at != NULL;
}

int cli_side_by_side_begin(struct cli_side_by_side *b, struct cli_snapshot_files *files, size_t n)
{
	*b = (struct cli_side_by_side){.at = calloc(n + 1, sizeof *b->at), .n = n};
	if (!b->at)
		return cli_complain("out of memory");
	for (size_t i = 0; i < n; i++) {
		b->at[i].files = &files[i];
		if (begin_one(&b->at[i]) != 0)
			return CLI_TROUBLE;
	}
	choose_origin(b);
	return 0;
}

void cli_side_by_side_end(struct cli_side_by_side *b)
{
	for (size_t i = 0; b->at && i < b->n; i++)
		cli_merged_end(b->at[i].merged);
	free(b->at);
	b->at = NULL;
}

const struct robotsc_snapshot_entry *cli_side_by_side_entry(const struct cli_side_by_side *b, size_t i)
{
	const struct robotsc_snapshot_entry *const e = b->at[i].entry;
	return e && robotsc_origin_order(&e->origin, &b->origin) == 0 ? e : NULL;
}

/* The snapshots that have the origin move on. */
int cli_side_by_side_next(struct cli_side_by_side *b)
{
	for (size_t i = 0; i < b->n; i++) {
		struct cli_reading *const r = &b->at[i];
		if (!cli_side_by_side_entry(b, i))
			continue;
		if (advance(r) != 0)
			return -1;
	}
	if (++b->steps % REST == 0)
		for (size_t i = 0; i < b->n; i++)
			cli_snapshot_rest(b->at[i].files);
	return choose_origin(b);
}
