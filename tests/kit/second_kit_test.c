/* second_kit_test.c - the plain readers of tests/ answer the questions of the kit.
 *
 *     second_kit_test [FOLDER [first]]    first: ends at the first failure
 *
 * Some answers of the kit come from them: then this says that the kit is read as it was written.
 * tests/kit/mutate.py changes them, and counts the changes that the kit notices.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_run.h"

#include <stdio.h>
#include <string.h>

#include "kit_second.h"
#include "tests/oracle/oracle_origin.h"
#include "tests/runtime/records/decode_extensions.h"
#include "tests/hosts/snapshot/second_manifest.h"

#define TOKENS 64

static struct decode_blob blob;
static struct decode_extensions ext;
static uint32_t policy, entry;
static uint64_t taken; /* steps */
/* Where the iteration over records is: the groups of a set, or the whole file. */
static uint32_t member, members_end, at, end, group;

static struct decode_text text_of(struct kit_octets o)
{
	return (struct decode_text){o.at, o.len};
}

static struct kit_octets octets_of(struct decode_text t)
{
	return (struct kit_octets){t.len ? t.at : "", t.len};
}

static const char *open_blob(const uint8_t *bytes, size_t len)
{
	static const char *const words[] = {"ok", "truncated", "magic", "version", "corrupt", "checksum"};
	decode_extensions_close(&ext);
	memset(&ext, 0, sizeof ext);
	decode_close(&blob);
	return words[decode_open(&blob, bytes, len)];
}

static const char *presence(int found)
{
	return found > 0 ? "ok" : found < 0 ? "corrupt" : "absent";
}

static const char *fetch(struct kit_decision *to)
{
	struct decode_fetch f = {0};
	const int found = decode_fetch(&blob, &f);
	*to = (struct kit_decision){{f.fetched, f.expires, f.since, (int64_t)f.length, (int64_t)f.digest, f.status, f.end,
	                             f.profile, f.outcome, f.row, f.revalidate, 0}};
	return presence(found);
}

static const char *extensions(void)
{
	return presence(decode_extensions_open(&ext, &blob));
}

static int same(struct decode_text a, struct kit_octets b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static int label(uint32_t number, unsigned field, struct kit_octets name, const struct kit_octets *values, size_t n)
{
	const struct decode_prefix *l = &ext.labels[number];
	if (number >= ext.nlabels || l->field != field || !same(l->name, name) || l->values != (n ? n : 2))
		return 0;
	for (size_t i = 0; i < n; i++)
		if (!same(l->value[i], values[i]))
			return 0;
	return 1;
}

/* True if the field of the entry says that the file names it. */
static int is_named(void)
{
	return entry > 0 && blob.names[entry - 1].policy & 1;
}

static const char *select_group(const struct kit_octets *tokens, size_t n, int64_t *token)
{
	struct decode_text texts[TOKENS];
	uint32_t alone = 0;
	for (size_t i = 0; i < n; i++)
		texts[i] = text_of(tokens[i]);
	if (!decode_select(&blob, texts, n, &policy) || !decode_entry(&blob, texts, n, &entry))
		return "unanswered";
	if (!is_named())
		return policy ? "star" : "none";
	for (size_t i = n; i-- > 0;)
		if (decode_entry(&blob, &texts[i], 1, &alone) && alone == entry)
			*token = (int64_t)i;
	return "token";
}

static int path(struct kit_octets p)
{
	return decode_check_steps(&blob, policy, p.at, p.len, &taken);
}

static uint64_t steps(void)
{
	return taken;
}

static int url(struct kit_octets u)
{
	const size_t cut = decode_cut(&blob, u.at, u.len);
	return decode_check(&blob, policy, u.at + cut, u.len - cut);
}

static int usage(unsigned field, struct kit_octets name, struct kit_octets u, int *says)
{
	struct decode_blob rfc9309 = blob;
	const struct decode_set *set = decode_extensions_set(&ext, entry);
	const int verdict = url(u);
	rfc9309.dialect = 0;
	const size_t cut = decode_cut(field == 9 ? &blob : &rfc9309, u.at, u.len);
	*says = 0;
	for (uint32_t i = 0; set && i < ext.nlabels; i++)
		if (ext.labels[i].field == field && same(ext.labels[i].name, name) && (verdict || field != 11))
			*says = decode_extensions_says(&ext, set, i, u.at + cut, u.len - cut);
	return verdict;
}

static void begin_group(uint32_t number)
{
	at = ext.groups[number].records_begin;
	end = ext.groups[number].records_end;
	group = ext.groups[number].number;
}

static void records(int whole)
{
	const struct decode_set *set = whole ? NULL : decode_extensions_set(&ext, entry);
	at = end = 0;
	member = set ? set->members_begin : 0;
	members_end = set ? set->members_end : 0;
	if (whole)
		begin_group(0);
}

static int64_t minute(uint32_t m)
{
	return m == 65535 ? -1 : (int64_t)m;
}

static int record(struct kit_record *to)
{
	while (at == end && member < members_end)
		begin_group(ext.members[member++]);
	if (at == end)
		return 0;
	const struct decode_record *r = &ext.records[at++];
	*to = (struct kit_record){r->field, r->line, group, octets_of(r->name), octets_of(r->value),
	                          -1,       -1,      -1,    minute(r->from),    minute(r->to)};
	if (r->field == 2)
		to->delay = r->count;
	if (r->field == 3) {
		to->documents = r->count;
		to->seconds = r->seconds;
	}
	return 1;
}

/* ---- snapshots ------------------------------------------------------------------- */

static struct kit_second opened;
static struct second_entry found;
static uint8_t of_domain[SECOND_KEY_MAX];
static size_t of_domain_len;
static uint64_t next_at;
static int is_all;

static const char *open_snapshot(const uint8_t *bytes, size_t len, const char *level, const uint8_t *root,
                                 const struct kit_octets *tokens, size_t n)
{
	opened.ntokens = n;
	for (size_t i = 0; i < n; i++)
		opened.tokens[i] = text_of(tokens[i]);
	return kit_second_open(&opened, bytes, len,
	                       level[0] == 'k'   ? SECOND_KNOWN
	                       : level[0] == 'i' ? SECOND_INTACT
	                                         : SECOND_FORGED,
	                       root);
}

static void info(int64_t number[12], uint8_t root[32])
{
	const struct second_snapshot *s = &opened.s;
	const int64_t numbers[12] = {(int64_t)s->nentries,
	                             (int64_t)s->npolicies,
	                             s->time,
	                             s->shard,
	                             s->shards,
	                             s->dialect,
	                             s->settings & 15,
	                             s->scope,
	                             s->challenge,
	                             (int64_t)s->limit,
	                             (int64_t)s->seed,
	                             s->longest};
	memcpy(number, numbers, sizeof numbers);
	memcpy(root, s->root, SECOND_DIGEST);
}

static struct kit_octets agent(uint32_t number)
{
	uint32_t len;
	const char *own = second_agent(&opened.s, number, &len);
	return (struct kit_octets){own, len};
}

static const char *shard(struct kit_octets u, uint32_t shards, uint32_t *number)
{
	static const char *const words[] = {"scheme", "host", "port"};
	char own[ORACLE_ORIGIN_ROOM];
	const int status = oracle_origin(u.at, u.len, own);
	if (status != ORACLE_ORIGIN_OK)
		return words[status - ORACLE_ORIGIN_SCHEME];
	*number = second_shard(own, strlen(own), shards);
	return "ok";
}

static const char *find(struct kit_octets u, struct kit_octets *own, struct kit_decision *d)
{
	const char *status = kit_second_find(&opened, u.at, u.len, &found);
	*own = (struct kit_octets){found.origin, found.origin_len};
	*d = (struct kit_decision){{(int64_t)found.fetched, (int64_t)found.expires, (int64_t)found.since, (int64_t)found.length,
	                            (int64_t)found.digest, found.status, found.end, found.profile, found.outcome, found.row,
	                            found.flags & 1, found.flags >> 1 & 1}};
	return status;
}

static const char *check(struct kit_octets u, struct kit_answer *answer)
{
	return kit_second_check(&opened, u.at, u.len, &answer->verdict, &answer->selected);
}

static const char *domain(struct kit_octets d)
{
	is_all = d.len == 0;
	of_domain_len = second_domain_key(d.at, d.len, of_domain);
	next_at = 0;
	return "ok";
}

static const char *next_origin(struct kit_octets *own)
{
	uint8_t key[SECOND_KEY_MAX];
	enum second_answer answer;
	while ((answer = second_next(&opened.s, &next_at, &found)) == SECOND_OK && !is_all &&
	       !second_in_domain(key, second_key(found.origin, found.origin_len, key), of_domain, of_domain_len))
		;
	*own = (struct kit_octets){found.origin, found.origin_len};
	return kit_second_word(answer);
}

static const char *manifest(const char *folder)
{
	return second_manifest(folder, 0) ? "refused" : "ok";
}

int main(int argc, char **argv)
{
	static const struct kit_reader reader = {.open = open_blob,
	                                         .fetch = fetch,
	                                         .extensions = extensions,
	                                         .label = label,
	                                         .group = select_group,
	                                         .names = select_group,
	                                         .url = url,
	                                         .path = path,
	                                         .steps = steps,
	                                         .usage = usage,
	                                         .records = records,
	                                         .record = record,
	                                         .shard = shard,
	                                         .snapshot = open_snapshot,
	                                         .info = info,
	                                         .agent = agent,
	                                         .find = find,
	                                         .check = check,
	                                         .domain = domain,
	                                         .next_origin = next_origin,
	                                         .manifest = manifest};
	return kit_run(&reader, argc, argv);
}
