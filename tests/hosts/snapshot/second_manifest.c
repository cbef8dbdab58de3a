/* second_manifest.c - see second_manifest.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "second_manifest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/product.h"

#define PATH_ROOM 512

void second_shard_name(char name[SECOND_SHARD_NAME], uint32_t shard, const uint8_t *root)
{
	snprintf(name, SECOND_SHARD_NAME, "%04u-%02x%02x%02x%02x%02x%02x%02x%02x.snapshot", (unsigned)shard, root[0], root[1],
	         root[2], root[3], root[4], root[5], root[6], root[7]);
}

/* All octets of a file, to be freed; NULL if it cannot be read. */
static uint8_t *read_whole(const char *folder, const char *name, size_t *len)
{
	char path[PATH_ROOM];
	uint8_t *octets = NULL;
	size_t room = 0, n;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	FILE *file = fopen(path, "rb");

	*len = 0;
	if (file == NULL)
		return NULL;
	do {
		room += 65536;
		octets = product_alloc(octets, room);
		n = fread(octets + *len, 1, room - *len, file);
		*len += n;
	} while (*len == room);
	fclose(file);
	return octets;
}

/* How often a snapshot has an agent. */
static unsigned count_agent(const struct second_snapshot *s, const char *agent, uint32_t len)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < s->nagents; i++) {
		uint32_t other_len;
		const char *other = second_agent(s, i, &other_len);

		n += other_len == len && memcmp(other, agent, len) == 0;
	}
	return n;
}

static int same_settings(const struct second_snapshot *a, const struct second_snapshot *b)
{
	if (a->dialect != b->dialect || (a->settings & 15) != (b->settings & 15) || a->scope != b->scope ||
	    a->challenge != b->challenge || a->limit != b->limit || a->nagents != b->nagents)
		return 0;
	for (uint32_t i = 0; i < a->nagents; i++) {
		uint32_t len;
		const char *agent = second_agent(a, i, &len);

		if (count_agent(a, agent, len) != count_agent(b, agent, len))
			return 0;
	}
	return 1;
}

struct opened {
	struct second_snapshot s;
	uint8_t *octets;
	size_t len;
};

static const char *open_shard(const char *folder, uint32_t number, uint32_t shards, const uint8_t *row, struct opened *o)
{
	char name[SECOND_SHARD_NAME];

	second_shard_name(name, number, row + 16);
	o->octets = read_whole(folder, name, &o->len);
	if (o->octets == NULL)
		return "a shard is missing";
	if (second_open(&o->s, o->octets, o->len, row + 16) != SECOND_OK)
		return "a shard does not open";
	if (o->len != second_load(row, 8) || o->s.nentries != second_load(row + 8, 8))
		return "size or entries of a shard";
	return o->s.shard == number && o->s.shards == shards ? NULL : "number of a shard";
}

static const char *read_shards(const char *folder, const uint8_t *manifest, uint32_t n, int whole)
{
	struct opened *all = product_alloc(NULL, n * sizeof *all);
	int64_t time = 0;
	const char *wrong = NULL;

	memset(all, 0, n * sizeof *all);
	for (uint32_t i = 0; i < n && wrong == NULL; i++) {
		wrong = open_shard(folder, i, n, manifest + 32 + 48 * (size_t)i, &all[i]);
		if (wrong == NULL && !same_settings(&all[0].s, &all[i].s))
			wrong = "settings of a shard";
		if (wrong == NULL && whole)
			wrong = second_verify(all[i].octets, all[i].len);
		time = wrong == NULL && all[i].s.time > time ? all[i].s.time : time;
	}
	for (uint32_t i = 0; i < n; i++)
		free(all[i].octets);
	free(all);
	if (wrong == NULL && whole && (uint64_t)time != second_load(manifest + 16, 8))
		wrong = "time of the manifest";
	return wrong;
}

const char *second_manifest_head(const uint8_t *octets, size_t len)
{
	static const uint8_t magic[] = {0x8D, 0x52, 0x53, 0x4D, 0x0D, 0x0A, 0x1A, 0x0A};
	uint8_t digest[SECOND_DIGEST];

	if (len < 32 || memcmp(octets, magic, 8) != 0 || second_load(octets + 8, 2) != 1)
		return "manifest";
	const uint64_t n = second_load(octets + 12, 4);

	if (n < 1 || n > 1024 || len != 32 + 48 * n + 32)
		return "manifest";
	second_digest(octets, len - 32, digest);
	return memcmp(digest, octets + len - 32, 32) == 0 ? NULL : "manifest";
}

const char *second_manifest(const char *folder, int whole)
{
	size_t len;
	uint8_t *m = read_whole(folder, "manifest", &len);

	if (m == NULL)
		return "no manifest";
	const char *wrong = second_manifest_head(m, len);

	if (wrong == NULL)
		wrong = read_shards(folder, m, (uint32_t)second_load(m + 12, 4), whole);
	if (wrong == NULL && whole && second_load(m + 10, 2) == 0 && second_load(m + 24, 8) != 0)
		wrong = "zeros of the manifest";
	free(m);
	return wrong;
}
