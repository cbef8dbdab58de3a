/* origin_text.c - see origin_text.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "origin_text.h"

#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "robotsc/access.h"
#include "snapshot_check.h"

int cli_origin_texts_open(struct cli_origin_texts *o, const struct cli_settings *s, const char *name)
{
	if (cli_snapshot_open(&o->files, s, name) != 0)
		return CLI_TROUBLE;
	o->texts = calloc(o->files.n, sizeof *o->texts);
	return o->texts ? 0 : cli_complain("out of memory");
}

void cli_origin_texts_close(struct cli_origin_texts *o)
{
	for (size_t i = 0; o->texts && i < o->files.n; i++)
		cli_texts_close(&o->texts[i]);
	free(o->texts);
	cli_snapshot_close(&o->files);
}

/* Name a file after its origin, in memory after its octets. */
static int name_file(struct cli_file *file, struct robotsc_text origin, const char *path)
{
	const size_t room = origin.len + strlen(path) + 1;
	unsigned char *const bytes = realloc(file->bytes, file->len + room);
	char *name;
	if (!bytes)
		return cli_complain("out of memory");
	file->bytes = bytes;
	name = (char *)bytes + file->len;
	memcpy(name, origin.at, origin.len);
	strcpy(name + origin.len, path);
	file->name = name;
	return 0;
}

static int copy_blob(const struct cli_origin_texts *o, const struct robotsc_snapshot *shard,
                     const struct robotsc_snapshot_entry *entry, struct cli_file *file)
{
	struct robotsc_blob blob;
	const enum robotsc_status status = robotsc_snapshot_blob(shard, entry, &blob);
	if (status != ROBOTSC_OK)
		return cli_snapshot_trouble(o->files.name, status);
	*file = (struct cli_file){.bytes = malloc(blob.size), .len = blob.size, .is_blob = true};
	if (!file->bytes)
		return cli_complain("out of memory");
	memcpy(file->bytes, blob.bytes, blob.size);
	return name_file(file, entry->origin, "");
}

int cli_entry_text(const struct cli_origin_texts *o, const struct robotsc_snapshot *shard,
                   const struct robotsc_snapshot_entry *entry, struct cli_file *file)
{
	const size_t number = (size_t)(shard - o->files.shards);
	struct cli_texts *const texts = &o->texts[number];
	*file = (struct cli_file){.bytes = NULL};
	if (!texts->path[0] && cli_texts_open(texts, &o->files, number) != 0)
		return CLI_TROUBLE;
	if (cli_texts_find(texts, entry->decision.digest, entry->decision.length, &file->bytes) != 0)
		return CLI_TROUBLE;
	if (!file->bytes)
		return 0;
	file->len = (size_t)entry->decision.length;
	return name_file(file, entry->origin, "/robots.txt");
}

int cli_origin_text(const struct cli_origin_texts *o, const char *url, struct cli_file *file)
{
	const struct robotsc_snapshot *shard = NULL;
	struct robotsc_snapshot_entry entry;
	const enum robotsc_status status = cli_snapshot_find(&o->files, url, strlen(url), &shard, &entry);
	*file = (struct cli_file){.bytes = NULL};
	if (status == ROBOTSC_ERR_UNKNOWN || status == ROBOTSC_ERR_SHARD)
		return cli_complain("'%s': not in the snapshot; 'robotsc snapshot list' lists what is", url);
	if (status == ROBOTSC_ERR_SCHEME || status == ROBOTSC_ERR_HOST || status == ROBOTSC_ERR_PORT)
		return cli_complain("'%s': not a URL that has a robots.txt; write it as https://example.com", url);
	if (status != ROBOTSC_OK)
		return cli_snapshot_trouble(o->files.name, status);
	if (entry.decision.outcome != ROBOTSC_OUTCOME_PARSE) {
		cli_complain("%.*s: no robots.txt was found (%s), so no line decides", (int)entry.origin.len, entry.origin.at,
		             robotsc_outcome_name((enum robotsc_outcome)entry.decision.outcome));
		return copy_blob(o, shard, &entry, file);
	}
	if (cli_entry_text(o, shard, &entry, file) != 0)
		return CLI_TROUBLE;
	if (file->bytes)
		return 0;
	cli_complain("%.*s: the snapshot has no text of it, only its policy", (int)entry.origin.len, entry.origin.at);
	return copy_blob(o, shard, &entry, file);
}
