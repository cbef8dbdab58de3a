/* kit_ask_snapshots.c - see kit_asked.h: the words about snapshots and folders of shards.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* mkdtemp */
#include "kit_asked.h"

#include <unistd.h>

/* What a snapshot is, by its name: a folder of shards names them. */
static struct kept {
	char name[128];
	uint8_t *bytes;
	size_t len;
} * kept;
static size_t nkept;

static void keep(struct kit_octets bytes)
{
	struct kept *more = realloc(kept, (nkept + 1) * sizeof *kept);
	uint8_t *copy = malloc(bytes.len + 1);
	if (more == NULL || copy == NULL)
		abort();
	kept = more;
	memcpy(copy, bytes.at, bytes.len);
	kept[nkept] = (struct kept){.bytes = copy, .len = bytes.len};
	snprintf(kept[nkept++].name, sizeof kept->name, "%s", kit_asked.blob);
}

void kit_forget_snapshots(void)
{
	while (nkept > 0)
		free(kept[--nkept].bytes);
}

void kit_ask_snapshot(void)
{
	const struct kit_octets bytes = kit_decode_base64(&kit_asked.lines, 2);
	kit_name_blob();
	keep(bytes);
	kit_asked.bytes = kit_blob_at(bytes);
	kit_asked.len = bytes.len;
}

static void root_of(size_t i, uint8_t root[32])
{
	for (size_t k = 0; k < 32; k++) {
		const char digits[3] = {kit_asked.lines.field[i].at[2 * k], kit_asked.lines.field[i].at[2 * k + 1], 0};
		root[k] = (uint8_t)strtoul(digits, NULL, 16);
	}
}

void kit_ask_open(void)
{
	static struct kit_octets tokens[KIT_FIELDS];
	uint8_t root[32] = {0};
	const int has_root = !kit_is(&kit_asked.lines, 3, "-");
	const size_t n = kit_texts(4, tokens);
	if (has_root)
		root_of(3, root);
	const char *status = kit_asked.reader->snapshot(kit_asked.bytes, kit_asked.len, kit_asked.lines.field[2].at,
	                                                has_root ? root : NULL, tokens, n);
	kit_asked.opened = kit_says(status, 1) && strcmp(status, "ok") == 0;
}

/* The head alone is asked: any level will do. */
void kit_ask_info(void)
{
	int64_t number[12] = {0};
	uint8_t own[32] = {0}, root[32];
	root_of(13, root);
	if (!kit_ok(strcmp(kit_asked.reader->snapshot(kit_asked.bytes, kit_asked.len, "intact", NULL, NULL, 0), "ok") == 0, "open"))
		return;
	kit_asked.reader->info(number, own);
	for (size_t i = 0; i < 12; i++)
		kit_ok((uint64_t)number[i] == kit_natural(&kit_asked.lines, i + 1), "a number of the head");
	kit_ok(memcmp(own, root, 32) == 0, "root");
	for (size_t i = 14; i < kit_asked.lines.n; i++)
		kit_ok(kit_same_text(kit_asked.reader->agent((uint32_t)(i - 14)), i), "agent");
}

void kit_ask_origin(void)
{
	struct kit_octets own = {"", 0};
	if (kit_says(kit_asked.reader->origin(kit_text_at(3), &own), 1) && kit_is(&kit_asked.lines, 1, "ok"))
		kit_ok(kit_same_text(own, 2), "origin");
}

void kit_ask_shard(void)
{
	uint32_t number = 0;
	kit_says(kit_asked.reader->shard(kit_text_at(4), (uint32_t)kit_natural(&kit_asked.lines, 3), &number), 1);
	kit_ok(number == kit_natural(&kit_asked.lines, 2), "shard");
}

void kit_ask_find(void)
{
	struct kit_octets own = {"", 0};
	struct kit_decision d;
	if (kit_asked.opened && kit_says(kit_asked.reader->find(kit_text_at(2), &own, &d), 1) &&
	    kit_is(&kit_asked.lines, 1, "ok")) {
		kit_ok(kit_same_text(own, 3), "origin");
		kit_same_decision(&d, 4);
	}
}

void kit_ask_check(void)
{
	struct kit_answer answer = {0};
	if (kit_asked.opened && kit_says(kit_asked.reader->check(kit_text_at(4), &answer), 1) &&
	    kit_is(&kit_asked.lines, 1, "ok")) {
		kit_same_verdict(answer.verdict, 2);
		kit_says(answer.selected, 3);
	}
}

void kit_ask_domain(void)
{
	const size_t n = (size_t)kit_natural(&kit_asked.lines, 3);
	struct kit_octets own = {"", 0};
	const char *status = kit_asked.opened ? kit_asked.reader->domain(kit_text_at(2)) : NULL;
	for (size_t i = 0; i <= n && status != NULL && strcmp(status, "ok") == 0; i++) {
		status = kit_asked.reader->next_origin(&own);
		if (strcmp(status, "ok") == 0)
			kit_ok(i < n && kit_same_text(own, 4 + i), "origin of a domain");
		else if (strcmp(status, "unknown") == 0)
			kit_ok(i == n, "origins of a domain");
	}
	if (status != NULL)
		kit_ok(strcmp(status, kit_is(&kit_asked.lines, 1, "ok") ? "unknown" : "damaged") == 0, "end of a domain");
}

/* ---- a folder of shards ---------------------------------------------------------- */

static struct {
	char path[64]; /* empty: there is none */
	int good;
	char *files[8];
	size_t nfiles;
} shards;

static void write_file(const char *named, const uint8_t *bytes, size_t len)
{
	char path[256];
	snprintf(path, sizeof path, "%s/%s", shards.path, named);
	FILE *f = fopen(path, "wb");
	if (f == NULL || shards.nfiles == 8)
		abort();
	const size_t written = fwrite(bytes, 1, len, f);
	kit_ok(fclose(f) == 0 && written == len, "a file is not written");
	char *kept_path = strdup(path);
	if (kept_path == NULL)
		abort();
	shards.files[shards.nfiles++] = kept_path;
}

/* All members are known: ask, and remove the folder. */
void kit_end_folder(void)
{
	if (shards.path[0] == '\0')
		return;
	const char *status = kit_asked.reader->manifest(shards.path);
	kit_ok(status != NULL && (strcmp(status, "ok") == 0) == shards.good, "folder");
	while (shards.nfiles > 0) {
		remove(shards.files[--shards.nfiles]);
		free(shards.files[shards.nfiles]);
	}
	rmdir(shards.path);
	shards.path[0] = '\0';
}

void kit_ask_manifest(void)
{
	const struct kit_octets bytes = kit_decode_base64(&kit_asked.lines, 3);
	kit_name_blob();
	snprintf(shards.path, sizeof shards.path, "/tmp/robotsc-kit-XXXXXX");
	if (mkdtemp(shards.path) == NULL)
		abort();
	shards.good = kit_is(&kit_asked.lines, 2, "ok");
	write_file("manifest", (const uint8_t *)bytes.at, bytes.len);
}

void kit_ask_member(void)
{
	for (size_t i = 0; i < nkept; i++)
		if (kit_is(&kit_asked.lines, 2, kept[i].name))
			write_file(kit_asked.lines.field[1].at, kept[i].bytes, kept[i].len);
}
