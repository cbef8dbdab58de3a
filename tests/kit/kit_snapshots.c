/* kit_snapshots.c - snapshots.kit: origins, and snapshots with what the oracle says of their texts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_parts.h"

#include <stdlib.h>
#include <string.h>

#include "kit_site.h"
#include "kit_texts.h"
#include "tests/oracle/oracle_origin.h"
#include "tests/hosts/snapshot/snapshot_urls.h"

#define SNAPSHOTS 20
#define CHECKED 60 /* URLs that each level is asked about, at most */
#define DOMAINS 6

static struct kit_site site;
static struct snapshot_urls urls;

static const char *origin_word(int status)
{
	return status == ORACLE_ORIGIN_OK       ? "ok"
	       : status == ORACLE_ORIGIN_SCHEME ? "scheme"
	       : status == ORACLE_ORIGIN_HOST   ? "host"
	                                        : "port";
}

/* ---- origins --------------------------------------------------------------------- */

static void ask_shard(struct kit *k, const char *url, size_t len, uint32_t shards)
{
	char origin[ORACLE_ORIGIN_ROOM] = "";
	const int status = oracle_origin(url, len, origin);
	kit_word(k, "shard");
	kit_name(k, origin_word(status));
	kit_unsigned(k, status == ORACLE_ORIGIN_OK ? second_shard(origin, strlen(origin), shards) : 0);
	kit_unsigned(k, shards);
	kit_text(k, url, len);
	kit_end(k);
}

static void ask_origin(struct kit *k, const char *url, size_t len)
{
	static const uint32_t shards[] = {1, 2, 10, 1024};
	char origin[ORACLE_ORIGIN_ROOM] = "";
	const int status = oracle_origin(url, len, origin);
	const size_t n = status == ORACLE_ORIGIN_OK ? strlen(origin) : 0;
	kit_word(k, "origin");
	kit_name(k, origin_word(status));
	kit_text(k, origin, n);
	kit_text(k, url, len);
	kit_end(k);
	ask_shard(k, url, len, shards[len % 4]);
}

static void origins(struct kit *k)
{
	static const char *const known[] = {"https://example.com",
	                                    "HTTPS://EXAMPLE.COM:443/",
	                                    "http://www.example.com:8080/x",
	                                    "ftp://a",
	                                    "ftp://a.:21/",
	                                    "http://192.0.2.1:8080",
	                                    "http://0300.0.2.1",
	                                    "http://192.0.2.256",
	                                    "http://1.2.3",
	                                    "http://[2001:DB8::1]:80/",
	                                    "http://[2001:db8:0:0:1:0:0:1]",
	                                    "http://[::ffff:192.0.2.1]",
	                                    "http://[1:2:3:4:5:6:7:8:9]",
	                                    ("http://b\xC3\xBC"
	                                     "cher.example"),
	                                    "http://b%C3%BCcher.example",
	                                    "http://xn--bcher-kva.example",
	                                    "http://a_b.example",
	                                    "http://-a.example",
	                                    "http://user:pass@h:1/",
	                                    "http://h:",
	                                    "http://h:0",
	                                    "http://h:00080",
	                                    "http://h:65536",
	                                    "http://h:8a",
	                                    "http:/h",
	                                    "http:h",
	                                    "mailto:a@b",
	                                    " http://h",
	                                    "http://h ",
	                                    "http://h\\x",
	                                    "http://a..b",
	                                    "http://.a",
	                                    "http://a.b..",
	                                    "http://h?q",
	                                    "http://h#f",
	                                    "http://%41",
	                                    "http://%zz"};
	/* Hosts with which the lower half of the product counts. */
	static const char *const carry[] = {"http://h8930234.example", "http://h5919.example"};
	uint64_t state = 11;
	for (size_t i = 0; i < 2; i++)
		ask_shard(k, carry[i], strlen(carry[i]), 1000);
	for (size_t i = 0; i < sizeof known / sizeof *known; i++)
		ask_origin(k, known[i], strlen(known[i]));
	for (int round = 0; round < 3; round++) {
		snapshot_urls_make(&urls, NULL, 0, &state);
		for (size_t i = 0; i < urls.n; i++)
			ask_origin(k, urls.urls[i].at, urls.urls[i].len);
	}
}

/* ---- answers --------------------------------------------------------------------- */

static const struct maker_entry *entry_of(const struct snapshot_url_origin *origin)
{
	for (size_t i = 0; i < site.plan.nentries; i++)
		if (site.plan.entries[i].len == origin->len && memcmp(site.plan.entries[i].origin, origin->text, origin->len) == 0)
			return &site.plan.entries[i];
	return NULL;
}

static const char *found(const struct snapshot_url_origin *origin, const struct maker_entry **e)
{
	*e = origin->status == ORACLE_ORIGIN_OK ? entry_of(origin) : NULL;
	if (origin->status != ORACLE_ORIGIN_OK)
		return origin_word(origin->status);
	if (*e)
		return "ok";
	return second_shard(origin->text, origin->len, site.plan.shards) == site.plan.shard ? "unknown" : "shard";
}

static void ask_find(struct kit *k, size_t i)
{
	const struct maker_entry *e;
	struct second_entry has = {.at = 0};
	const char *status = found(&urls.origins[i], &e);
	if (e)
		has = (struct second_entry){.origin = e->origin,
		                            .origin_len = (uint32_t)e->len,
		                            .flags = e->flags,
		                            .outcome = e->outcome,
		                            .end = e->end,
		                            .profile = e->profile,
		                            .row = e->row,
		                            .expires = e->expires,
		                            .fetched = e->fetched,
		                            .since = e->flags & 4 ? e->since : e->fetched,
		                            .length = e->length,
		                            .digest = e->digest,
		                            .status = e->status};
	kit_put_find(k, status, urls.urls[i].at, urls.urls[i].len, &has);
}

static void ask_check(struct kit *k, size_t i, const struct oracle_text *tokens, size_t n)
{
	const struct maker_entry *e;
	const struct robotsc_text url = urls.urls[i];
	const char *status = found(&urls.origins[i], &e), *selected = "none";
	int verdict = 0;
	if (e) {
		struct oracle_policy *policy = oracle_select(site.files[e->blob], tokens, n);
		verdict = oracle_check(policy, url.at, url.len, NULL);
		selected = kit_selected(oracle_selected_by(policy, NULL));
		oracle_free_policy(policy);
	}
	kit_put_check(k, status, verdict, selected, url.at, url.len);
}

static void ask_level(struct kit *k, enum second_trust trust, const struct decode_text *tokens, size_t n, uint64_t *state)
{
	struct kit_second second = {.ntokens = n};
	struct oracle_text named[KIT_SECOND_TOKENS];
	const uint8_t *root = site.bytes + site.map.head - SECOND_DIGEST;
	for (size_t i = 0; i < n; i++) {
		second.tokens[i] = tokens[i];
		named[i] = (struct oracle_text){tokens[i].at, tokens[i].len};
	}
	const char *status = kit_second_open(&second, site.bytes, site.len, trust, root);
	kit_put_open(k, status, trust, trust == SECOND_KNOWN ? root : NULL, tokens, n);
	if (strcmp(status, "ok") != 0)
		return;
	snapshot_urls_make(&urls, &second.s, 1, state);
	for (size_t i = 0; i < urls.n && i < CHECKED; i++) {
		if (i % 4 == 0)
			ask_find(k, i);
		ask_check(k, i, named, n);
	}
	if (trust != SECOND_INTACT)
		return;
	kit_put_domain(k, &second, "", 0);
	for (size_t i = 0, asked = 0; i < urls.n && asked < DOMAINS; i++) {
		if (urls.origins[i].status != ORACLE_ORIGIN_OK)
			continue;
		const struct robotsc_text domain = snapshot_url_domain(&urls.origins[i], asked++ % 3);
		kit_put_domain(k, &second, domain.at, domain.len);
	}
}

static void put_info(struct kit *k)
{
	struct second_snapshot s;
	char digits[2 * SECOND_DIGEST + 1];
	if (second_open(&s, site.bytes, site.len, NULL) != SECOND_OK)
		exit(1);
	kit_word(k, "info");
	kit_unsigned(k, s.nentries);
	kit_unsigned(k, s.npolicies);
	kit_number(k, s.time);
	kit_unsigned(k, s.shard);
	kit_unsigned(k, s.shards);
	kit_unsigned(k, s.dialect);
	kit_unsigned(k, s.settings & 15);
	kit_unsigned(k, s.scope);
	kit_unsigned(k, s.challenge);
	kit_unsigned(k, s.limit);
	kit_unsigned(k, s.seed);
	kit_unsigned(k, s.longest);
	for (size_t i = 0; i < SECOND_DIGEST; i++)
		sprintf(digits + 2 * i, "%02x", s.root[i]);
	kit_name(k, digits);
	for (uint32_t i = 0; i < s.nagents; i++) {
		uint32_t len;
		const char *agent = second_agent(&s, i, &len);
		kit_text(k, agent, len);
	}
	kit_end(k);
}

static void ask_snapshot_site(struct kit *k, const char *name, uint64_t *state)
{
	static const struct decode_text bots[] = {{"ExampleBot", 10}, {"a-bot", 5}, {"a-stranger", 10}};
	kit_put_snapshot(k, name, site.bytes, site.len);
	put_info(k);
	for (int trust = SECOND_KNOWN; trust <= SECOND_FORGED; trust++) {
		struct decode_text tokens[MAKER_AGENTS];
		for (uint32_t i = 0; i < site.plan.nagents; i++)
			tokens[i] = (struct decode_text){site.plan.agents[i].at, site.plan.agents[i].len};
		if (site.plan.nagents == 0) {
			ask_level(k, (enum second_trust)trust, bots, (size_t)trust, state);
			continue;
		}
		ask_level(k, (enum second_trust)trust, tokens + trust % (int)site.plan.nagents, 1, state);
		if (trust == SECOND_INTACT) {
			ask_level(k, SECOND_INTACT, tokens, site.plan.nagents, state);
			ask_level(k, SECOND_INTACT, bots + 2, 1, state);
		}
	}
	kit_put_open(k, "checksum", SECOND_INTACT, site.bytes, NULL, 0); /* the wrong root */
}

/* ---- a folder of shards ---------------------------------------------------------- */

#define SHARDS 3u

struct manifest {
	uint8_t bytes[32 + 48 * SHARDS + 32];
	char names[SHARDS][40], snapshots[SHARDS][40];
	int nmembers;
};

static void seal(struct manifest *m)
{
	second_digest(m->bytes, sizeof m->bytes - 32, m->bytes + sizeof m->bytes - 32);
}

static void put_manifest(struct kit *k, const struct manifest *m, const char *name, const char *status, size_t len)
{
	kit_word(k, "manifest");
	kit_name(k, name);
	kit_name(k, status);
	kit_base64(k, m->bytes, len);
	kit_end(k);
	for (int i = 0; i < m->nmembers; i++) {
		kit_word(k, "member");
		kit_name(k, m->names[i]);
		kit_name(k, m->snapshots[i]);
		kit_end(k);
	}
}

/* A change of the manifest, and whether its digest is put right. */
static void put_changed(struct kit *k, const struct manifest *m, const char *name, const char *status, size_t at, uint8_t by,
                        int sealed)
{
	struct manifest other = *m;
	other.bytes[at] = (uint8_t)(other.bytes[at] ^ by);
	if (sealed)
		seal(&other);
	put_manifest(k, &other, name, status, sizeof other.bytes);
}

static void folder(struct kit *k, uint64_t *state)
{
	static const uint8_t magic[] = {0x8D, 0x52, 0x53, 0x4D, 0x0D, 0x0A, 0x1A, 0x0A, 1};
	static struct snapshot_plan whole;
	struct manifest m = {.nmembers = SHARDS};
	uint64_t latest = 0;
	do
		snapshot_make_plan(&whole, state);
	while (whole.nentries < 30 || whole.nentries > 60 || whole.time >= 0);
	memcpy(m.bytes, magic, sizeof magic);
	m.bytes[12] = SHARDS;
	for (uint32_t i = 0; i < SHARDS; i++) {
		memcpy(&site.plan, &whole, sizeof whole);
		site.plan.shards = SHARDS;
		site.plan.shard = i;
		site.plan.nentries = 0;
		for (size_t e = 0; e < whole.nentries; e++)
			if (second_shard(whole.entries[e].origin, whole.entries[e].len, SHARDS) == i)
				site.plan.entries[site.plan.nentries++] = whole.entries[e];
		kit_site_make(&site, state);
		const uint8_t *root = site.bytes + site.map.head - SECOND_DIGEST;
		snprintf(m.snapshots[i], sizeof m.snapshots[i], "shard-%u-of-%u", (unsigned)i, SHARDS);
		sprintf(m.names[i], "%04u-%02x%02x%02x%02x%02x%02x%02x%02x.snapshot", (unsigned)i, root[0], root[1], root[2],
		        root[3], root[4], root[5], root[6], root[7]);
		second_store(m.bytes + 32 + 48 * i, site.len, 8);
		second_store(m.bytes + 40 + 48 * i, site.plan.nentries, 8);
		memcpy(m.bytes + 48 + 48 * i, root, SECOND_DIGEST);
		latest = second_load(site.bytes + 24, 8) > latest ? second_load(site.bytes + 24, 8) : latest;
		ask_snapshot_site(k, m.snapshots[i], state);
		kit_site_free(&site);
	}
	second_store(m.bytes + 16, latest, 8);
	seal(&m);
	put_manifest(k, &m, "folder", "ok", sizeof m.bytes);
	put_changed(k, &m, "folder-later-minor", "ok", 10, 1, 1);
	put_changed(k, &m, "folder-time", "ok", 16, 1, 1);
	put_changed(k, &m, "folder-spare", "ok", 24, 1, 1);
	put_changed(k, &m, "folder-magic", "refused", 3, 1, 1);
	put_changed(k, &m, "folder-major", "refused", 8, 3, 1);
	put_changed(k, &m, "folder-fewer", "refused", 12, 1, 1);
	put_changed(k, &m, "folder-none", "refused", 12, SHARDS, 1);
	put_changed(k, &m, "folder-many", "refused", 14, 1, 1);
	put_changed(k, &m, "folder-size", "refused", 32, 1, 1);
	put_changed(k, &m, "folder-entries", "refused", 40, 1, 1);
	put_changed(k, &m, "folder-root", "refused", 79, 1, 1);
	put_changed(k, &m, "folder-digest", "refused", 200, 1, 0);
	put_changed(k, &m, "folder-content", "refused", 20, 1, 0);
	put_manifest(k, &m, "folder-cut", "refused", sizeof m.bytes - 1);
	m.nmembers--;
	put_manifest(k, &m, "folder-member", "refused", sizeof m.bytes);
}

/* ---- hosts that are easily read in another way ------------------------------------ */

static void plan_hosts(void)
{
	static const struct robotsc_text agents[] = {{"ExampleBot", 10}};
	static const char *const names[] = {"http://10.0.0.9",       "http://10.0.0.10",  "https://192.0.2.109",
	                                    "http://a.b2",           "https://b2",        "ftp://h1.example2",
	                                    "http://9x.example",     "http://a.example.", "http://[2001:db8::9]",
	                                    "http://a.example:8080", "https://a.example"};
	const size_t n = sizeof names / sizeof *names;
	site.plan = (struct snapshot_plan){.limit = 512000,
	                                   .time = -1,
	                                   .shards = 1,
	                                   .nagents = 1,
	                                   .agents = agents,
	                                   .seed = 7,
	                                   .nentries = n + 1,
	                                   .nblobs = 4};
	for (size_t i = 0; i <= n; i++) {
		struct maker_entry *e = &site.plan.entries[i];
		*e = (struct maker_entry){.fetched = 1800000000, .expires = 1800086400, .status = 200, .blob = i % 4};
		if (i < n) {
			e->len = strlen(names[i]);
			memcpy(e->origin, names[i], e->len);
			continue;
		}
		/* The longest origin there is: 253 octets of labels, a dot, and a port. */
		e->len = 268;
		memset(e->origin, 'a', e->len);
		memcpy(e->origin, "https://", 8);
		for (size_t k = 1; k <= 3; k++)
			e->origin[8 + 64 * k - 1] = '.';
		memcpy(e->origin + 8 + 253, ".:65535", 7);
	}
}

/* Domains as labels say them: the last octets of an address are none. */
static void hosts(struct kit *k, uint64_t *state)
{
	static const char *const domains[] = {"9",  "10",       "109",     "0.9",      "10.0.0.9", "10.0.0.10",
	                                      "b2", "example2", "example", "example.", "2",        "[2001:db8::9]"};
	struct kit_second second = {.ntokens = 1, .tokens = {{"ExampleBot", 10}}};
	struct second_entry e;
	char longer[300];
	plan_hosts();
	kit_site_make(&site, state);
	ask_snapshot_site(k, "hosts", state);
	const char *status = kit_second_open(&second, site.bytes, site.len, SECOND_FORGED, NULL);
	kit_put_open(k, status, SECOND_FORGED, NULL, second.tokens, 1);
	for (size_t i = 0; i < sizeof domains / sizeof *domains; i++)
		kit_put_domain(k, &second, domains[i], strlen(domains[i]));
	memset(longer, 'a', sizeof longer);
	kit_put_domain(k, &second, longer, sizeof longer);
	for (size_t i = 0; i < site.plan.nentries; i++) {
		const struct maker_entry *entry = &site.plan.entries[i];
		kit_put_find(k, kit_second_find(&second, entry->origin, entry->len, &e), entry->origin, entry->len, &e);
		if (entry->len == 268)
			kit_put_domain(k, &second, entry->origin + 8, 254);
	}
	kit_site_free(&site);
}

/* Numbers of entries with which the sizes of marks and index are easily wrong. */
static void sizes(struct kit *k)
{
	static const size_t numbers[] = {17, 56, 64, 65, 113, 128, 129};
	struct kit_second second = {.ntokens = 0};
	struct second_entry e;
	uint64_t state = 41;
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		char name[40];
		site.plan = (struct snapshot_plan){.time = -1, .shards = 1, .nentries = numbers[i], .nblobs = 1};
		for (size_t n = 0; n < numbers[i]; n++) {
			struct maker_entry *entry = &site.plan.entries[n];
			*entry = (struct maker_entry){.expires = 1};
			entry->len = (size_t)sprintf(entry->origin, "http://%u.h%u", (unsigned)n, (unsigned)n / 9);
		}
		kit_site_make(&site, &state);
		snprintf(name, sizeof name, "entries-%u", (unsigned)numbers[i]);
		kit_put_snapshot(k, name, site.bytes, site.len);
		put_info(k);
		kit_put_open(k, kit_second_open(&second, site.bytes, site.len, SECOND_FORGED, NULL), SECOND_FORGED, NULL, NULL, 0);
		for (size_t n = 0; n < numbers[i]; n += 7) {
			const struct maker_entry *entry = &site.plan.entries[n];
			kit_put_find(k, kit_second_find(&second, entry->origin, entry->len, &e), entry->origin, entry->len, &e);
		}
		kit_put_domain(k, &second, "h0", 2);
		kit_put_domain(k, &second, "h7", 2);
		kit_put_domain(k, &second, "h14", 3);
		kit_put_domain(k, &second, "", 0);
		kit_site_free(&site);
	}
}

void kit_snapshots(struct kit *k)
{
	uint64_t state = 12;
	origins(k);
	for (int i = 0; i < SNAPSHOTS; i++) {
		char name[40];
		snapshot_make_plan(&site.plan, &state);
		kit_site_make(&site, &state);
		snprintf(name, sizeof name, "snapshot-%d", i);
		ask_snapshot_site(k, name, &state);
		kit_site_free(&site);
	}
	folder(k, &state);
	hosts(k, &state);
	sizes(k);
	kit_folders(k);
}
