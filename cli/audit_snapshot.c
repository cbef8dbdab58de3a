/* audit_snapshot.c - see audit_snapshot.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "audit_snapshot.h"

#include <stdlib.h>

#include "exit_status.h"
#include "messages.h"
#include "text_print.h"

/* Give the text of an entry.  What is wrong with it was said: then the audit ends. */
static enum robotsc_status give_text(void *ctx, uint32_t shard, const struct robotsc_snapshot_entry *entry, const void **robots,
                                     size_t *len)
{
	struct cli_audit_hosts *const h = ctx;
	free(h->last.bytes);
	h->last = (struct cli_file){.bytes = NULL};
	if (cli_entry_text(&h->texts, &h->texts.files.shards[shard], entry, &h->last) != 0)
		return ROBOTSC_ERR_CORRUPT;
	*robots = h->last.bytes;
	*len = h->last.len;
	return ROBOTSC_OK;
}

int cli_audit_hosts_open(struct cli_audit_hosts *h, const struct cli_settings *s)
{
	static const char *const schemes[] = {"http", "https"};
	struct robotsc_options options = s->options;
	if (cli_origin_texts_open(&h->texts, s, s->snapshot.name) != 0 || cli_origin_options(&h->texts, s, &options) != 0)
		return CLI_TROUBLE;
	h->snapshot = (struct robotsc_audit_snapshot){.name = cli_text(h->texts.files.name),
	                                              .shards = h->texts.files.shards,
	                                              .nshards = (uint32_t)h->texts.files.n,
	                                              .scheme = s->given[CLI_OPT_SCHEME] ? schemes[s->audit.scheme] : NULL,
	                                              .text = give_text,
	                                              .ctx = h};
	return 0;
}

void cli_audit_hosts_close(struct cli_audit_hosts *h)
{
	free(h->last.bytes);
	cli_origin_texts_close(&h->texts);
}
