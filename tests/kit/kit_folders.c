/* kit_folders.c - of snapshots.kit: folders whose shards differ in one thing each.
 *
 * The answers are those of docs/snapshot.md, "Shards": it says which settings all shards have.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_parts.h"

#include <string.h>

#include "kit_site.h"

#define SHARDS 3u
#define ROW 48u
#define AGENT 12u /* octets of each of the agents in the head, with its size */

struct shard {
	uint8_t bytes[8192];
	size_t len;
	char name[60]; /* of the snapshot, in the kit */
};

static struct kit_site site;
static struct shard shards[SHARDS], changed;
static const struct robotsc_text agents[] = {{"ExampleBot", 10}, {"SecondBotX", 10}};

static const uint8_t *root_of(const struct shard *s)
{
	return s->bytes + second_load(s->bytes + 12, 4) - SECOND_DIGEST;
}

static void put_shard(struct kit *k, struct shard *s, const char *name)
{
	const size_t head = (size_t)second_load(s->bytes + 12, 4);
	second_digest(s->bytes, head - SECOND_DIGEST, s->bytes + head - SECOND_DIGEST);
	snprintf(s->name, sizeof s->name, "%s", name);
	kit_put_snapshot(k, s->name, s->bytes, s->len);
}

/* A shard of a number of all, with the origins that belong there. */
static void make_shard(struct kit *k, struct shard *s, uint32_t number, uint32_t of)
{
	char name[60];
	uint64_t state = 31;
	memset(&site.plan, 0, sizeof site.plan);
	site.plan = (struct snapshot_plan){.settings = 9,
	                                   .scope = 1,
	                                   .challenge = 1,
	                                   .limit = 512000,
	                                   .time = -1,
	                                   .shard = number,
	                                   .shards = of,
	                                   .nagents = 2,
	                                   .agents = agents,
	                                   .nblobs = 1};
	for (unsigned i = 0; i < 12; i++) {
		struct maker_entry *e = &site.plan.entries[site.plan.nentries];
		*e = (struct maker_entry){.fetched = 1800000000 + i, .expires = 1800086400, .status = 200};
		e->len = (size_t)sprintf(e->origin, "https://host%u.example", i);
		site.plan.nentries += second_shard(e->origin, e->len, of) == number;
	}
	kit_site_make(&site, &state);
	memcpy(s->bytes, site.bytes, site.len);
	s->len = site.len;
	kit_site_free(&site);
	snprintf(name, sizeof name, "alike-%u-of-%u", (unsigned)number, (unsigned)of);
	put_shard(k, s, name);
}

/* Put a folder of n shards.  Its manifest says that there are `says`. */
static void put_folder(struct kit *k, const char *name, const char *status, const struct shard *const *of, uint32_t n,
                       uint32_t says)
{
	static const uint8_t magic[] = {0x8D, 0x52, 0x53, 0x4D, 0x0D, 0x0A, 0x1A, 0x0A, 1};
	uint8_t manifest[32 + ROW * SHARDS + SECOND_DIGEST] = {0};
	const size_t rows = 32 + ROW * (size_t)n;
	memcpy(manifest, magic, sizeof magic);
	second_store(manifest + 12, says, 4);
	second_store(manifest + 16, 1800000011, 8);
	for (uint32_t i = 0; i < n; i++) {
		second_store(manifest + 32 + ROW * i, of[i]->len, 8);
		second_store(manifest + 40 + ROW * i, second_load(of[i]->bytes + 32, 8), 8);
		memcpy(manifest + 48 + ROW * i, root_of(of[i]), SECOND_DIGEST);
	}
	second_digest(manifest, rows, manifest + rows);
	kit_word(k, "manifest");
	kit_name(k, name);
	kit_name(k, status);
	kit_base64(k, manifest, rows + SECOND_DIGEST);
	kit_end(k);
	for (uint32_t i = 0; i < n; i++) {
		char file[40];
		const uint8_t *root = root_of(of[i]);
		int at = sprintf(file, "%04u-", (unsigned)i);
		for (size_t octet = 0; octet < 8; octet++)
			at += sprintf(file + at, "%02x", root[octet]);
		sprintf(file + at, ".snapshot");
		kit_word(k, "member");
		kit_name(k, file);
		kit_name(k, of[i]->name);
		kit_end(k);
	}
}

/* The folder with another head of a shard, which has a number of n octets there. */
static void put_changed(struct kit *k, const char *what, const char *status, uint32_t number, size_t at, size_t n, uint64_t value)
{
	const struct shard *of[SHARDS] = {&shards[0], &shards[1], &shards[2]};
	char name[60];
	changed = shards[number];
	second_store(changed.bytes + at, value, n);
	snprintf(name, sizeof name, "alike-%u-%s", (unsigned)number, what);
	put_shard(k, &changed, name);
	of[number] = &changed;
	snprintf(name, sizeof name, "folder-%u-%s", (unsigned)number, what);
	put_folder(k, name, status, of, SHARDS, SHARDS);
}

/* The agents of a shard are these two. */
static void put_agents(struct kit *k, const char *what, const char *status, size_t first, size_t second)
{
	const struct shard *of[SHARDS] = {&shards[0], &changed, &shards[2]};
	char name[60];
	changed = shards[1];
	memcpy(changed.bytes + 282, agents[first].at, agents[first].len);
	memcpy(changed.bytes + 282 + AGENT, agents[second].at, agents[second].len);
	snprintf(name, sizeof name, "alike-%s", what);
	put_shard(k, &changed, name);
	snprintf(name, sizeof name, "folder-%s", what);
	put_folder(k, name, status, of, SHARDS, SHARDS);
}

/* All shards have one agent; that of the second one may be an octet shorter. */
static void put_one_agent(struct kit *k, const char *what, const char *status, uint64_t size)
{
	static struct shard all[SHARDS];
	const struct shard *const of[] = {&all[0], &all[1], &all[2]};
	char name[60];
	for (uint32_t i = 0; i < SHARDS; i++) {
		all[i] = shards[i];
		second_store(all[i].bytes + 268, 1, 4);
		if (i == 1)
			second_store(all[i].bytes + 280, size, 2);
		snprintf(name, sizeof name, "alike-%u-%s", (unsigned)i, what);
		put_shard(k, &all[i], name);
	}
	snprintf(name, sizeof name, "folder-%s", what);
	put_folder(k, name, status, of, SHARDS, SHARDS);
}

static void settings(struct kit *k)
{
	for (uint32_t number = 0; number < SHARDS; number += 2) {
		put_changed(k, "dialect", "refused", number, 264, 1, 1);
		put_changed(k, "fields", "refused", number, 265, 1, 9 ^ 1);
		put_changed(k, "rest", "refused", number, 265, 1, 9 ^ 2);
		put_changed(k, "extensions", "refused", number, 265, 1, 9 ^ 4);
		put_changed(k, "aipref", "refused", number, 265, 1, 9 ^ 8);
		put_changed(k, "unknown-settings", "ok", number, 265, 1, 9 ^ 0xF0);
		put_changed(k, "scope", "refused", number, 266, 1, 2);
		put_changed(k, "challenge", "refused", number, 267, 1, 0);
		put_changed(k, "fewer-agents", "refused", number, 268, 4, 1);
		put_changed(k, "limit", "refused", number, 272, 8, 512001);
		put_changed(k, "large-limit", "refused", number, 272, 8, 512000 + ((uint64_t)1 << 32));
		put_changed(k, "agent", "refused", number, 282, 1, 'F');
		put_changed(k, "last-agent", "refused", number, 282 + AGENT, 1, 'T');
	}
	put_agents(k, "agents-in-disorder", "ok", 1, 0);
	put_agents(k, "first-agent-twice", "refused", 0, 0);
	put_agents(k, "last-agent-twice", "refused", 1, 1);
	put_one_agent(k, "one-agent", "ok", 10);
	put_one_agent(k, "shorter-agent", "refused", 9);
}

void kit_folders(struct kit *k)
{
	static struct shard alone;
	for (uint32_t i = 0; i < SHARDS; i++)
		make_shard(k, &shards[i], i, SHARDS);
	make_shard(k, &alone, 0, 1);
	const struct shard *const of[] = {&shards[0], &shards[1], &shards[2]},
				  *const swapped[] = {&shards[1], &shards[0], &shards[2]}, *const one[] = {&alone};
	put_folder(k, "folder-alike", "ok", of, SHARDS, SHARDS);
	put_folder(k, "folder-swapped", "refused", swapped, SHARDS, SHARDS);
	put_folder(k, "folder-of-fewer", "refused", of, 2, 2);
	put_folder(k, "folder-one", "ok", one, 1, 1);
	put_folder(k, "folder-one-of-more", "refused", of, 1, 1);
	put_folder(k, "folder-without", "refused", of, 0, 0);
	put_folder(k, "folder-too-many", "refused", of, SHARDS, 1025);
	settings(k);
}
