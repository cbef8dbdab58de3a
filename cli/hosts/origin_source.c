/* origin_source.c - see origin_source.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "origin_source.h"

#include <stdlib.h>
#include <string.h>

#include "cli/exit_status.h"
#include "cli/messages.h"
#include "cli/text_print.h"

/* Begin before the first origin; count them, too, since a domain has not all. */
static enum robotsc_status begin_entries(struct cli_origins *o, const struct robotsc_text *domain)
{
	struct robotsc_snapshot_entry entry;
	enum robotsc_status status = cli_merged_begin(&o->entries, &o->files, domain);
	while (status == ROBOTSC_OK && (status = cli_merged_next(o->entries, &entry, NULL)) == ROBOTSC_OK)
		o->n++;
	if (status != ROBOTSC_ERR_UNKNOWN)
		return status;
	cli_merged_end(o->entries);
	return cli_merged_begin(&o->entries, &o->files, domain);
}

static int open_snapshot(struct cli_origins *o, const char *name)
{
	char host[ROBOTSC_ORIGIN_MAX];
	struct robotsc_text domain = {host, 0};
	const struct cli_snapshot_files *const files = &o->files;
	enum robotsc_status status;
	if (cli_snapshot_open(&o->files, o->s, name) != 0)
		return CLI_TROUBLE;
	if (o->s->snapshot.domain) {
		if (cli_take_domain(o->s->snapshot.domain, host, &domain.len) != 0)
			return CLI_TROUBLE;
		status = begin_entries(o, &domain);
		return status == ROBOTSC_OK ? 0 : cli_snapshot_trouble(name, status);
	}
	for (size_t i = 0; i < files->n; i++) {
		struct robotsc_snapshot_info info;
		robotsc_snapshot_info(&files->shards[i], &info);
		o->n += (size_t)info.entries;
	}
	status = cli_merged_begin(&o->entries, files, NULL);
	return status == ROBOTSC_OK ? 0 : cli_snapshot_trouble(name, status);
}

int cli_origins_open(struct cli_origins *o, const struct cli_settings *s, char **operands, size_t n)
{
	o->s = s;
	o->is_texts = s->warc;
	if (!s->warc)
		return open_snapshot(o, operands[0]);
	if (cli_collection_open(s, operands, n, &o->texts) != 0)
		return CLI_TROUBLE;
	o->n = o->texts.n;
	return 0;
}

void cli_origins_close(struct cli_origins *o)
{
	cli_merged_end(o->entries);
	cli_snapshot_close(&o->files);
	if (o->is_texts)
		cli_collection_close(&o->texts);
}

/* ---- reading ------------------------------------------------------------------------------ */

static void read_entry(struct cli_origins *o, struct cli_origin *origin)
{
	size_t shard = 0;
	const enum robotsc_status status = cli_merged_next(o->entries, &origin->entry, &shard);
	origin->unread = status != ROBOTSC_OK;
	/* After damage a shard has none left: one message. */
	if (origin->unread && status != ROBOTSC_ERR_UNKNOWN)
		cli_snapshot_trouble(o->files.name, status);
	if (!origin->unread)
		origin->shard = &o->files.shards[shard];
}

/* The URL of a text without its path. */
static struct robotsc_text origin_of(const struct cli_file *text)
{
	static const char path[] = "/robots.txt";
	struct robotsc_text origin = cli_text(text->name);
	origin.len -= sizeof path - 1;
	return origin;
}

static void read_text(struct cli_origins *o, struct cli_origin *origin)
{
	const struct cli_member *const member = &o->texts.at[o->next];
	origin->unread = cli_collection_read(&o->texts, o->next++, o->s->options.limit, &origin->text) < 0;
	if (origin->unread)
		return;
	origin->entry.origin = origin_of(&origin->text);
	origin->entry.decision.fetched = member->date;
	origin->entry.decision.length = origin->text.len;
}

size_t cli_origins_read(void *ctx, void *origin)
{
	struct cli_origins *const o = ctx;
	(o->is_texts ? read_text : read_entry)(o, origin);
	return ((struct cli_origin *)origin)->text.len;
}

void cli_origins_release(void *origin)
{
	struct cli_origin *const o = origin;
	robotsc_free_blob(NULL, o->compiled, o->len);
	free(o->text.bytes);
}

int cli_origin_blob(const struct cli_origins *o, struct cli_origin *origin, struct robotsc_blob *blob)
{
	struct robotsc_options options = o->s->options;
	enum robotsc_status status;
	if (!o->is_texts) {
		status = robotsc_snapshot_blob(origin->shard, &origin->entry, blob);
		return status == ROBOTSC_OK ? 0 : cli_snapshot_trouble(o->files.name, status);
	}
	options.extensions = 1;
	/* An answer that is given again has its blob. */
	status = origin->compiled
	                 ? ROBOTSC_OK
	                 : robotsc_compile(&options, origin->text.bytes, origin->text.len, &origin->compiled, &origin->len);
	if (status == ROBOTSC_OK)
		status = robotsc_open(blob, origin->compiled, origin->len);
	return status == ROBOTSC_OK ? 0 : cli_complain("%s: cannot compile: %s", origin->text.name, cli_why(status));
}
