/* kit_test.c - the library, by its public calls, answers the questions of the kit.
 *
 *     kit_test [FOLDER [first]]    first: ends at the first failure
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_run.h"

#include <stdio.h>
#include <string.h>

#include "robotsc/access.h"
#include "robotsc/extensions.h"
#include "robotsc/snapshot.h"
#include "tests/support/status_word.h"

#define TOKENS 64

static struct robotsc_blob blob;
static struct robotsc_extensions ext;
static struct robotsc_group group;
static struct robotsc_lines lines;

static struct robotsc_text text_of(struct kit_octets o)
{
	return (struct robotsc_text){o.at, o.len};
}

static struct kit_octets octets_of(struct robotsc_text t)
{
	return (struct kit_octets){t.len ? t.at : "", t.len};
}

/* ---- blobs ----------------------------------------------------------------------- */

static const char *open_blob(const uint8_t *bytes, size_t len)
{
	return status_word(robotsc_open(&blob, bytes, len));
}

static void put_decision(const struct robotsc_decision *d, struct kit_decision *to)
{
	*to = (struct kit_decision){{d->fetched, d->expires, d->since, (int64_t)d->length, (int64_t)d->digest, d->status, d->end,
	                             d->profile, d->outcome, d->row, d->revalidate, d->challenge}};
}

static const char *fetch(struct kit_decision *to)
{
	struct robotsc_decision d = {.fetched = 0};
	const enum robotsc_status status = robotsc_stamp_read(&blob, &d);
	put_decision(&d, to);
	return status_word(status);
}

static const char *extensions(void)
{
	return status_word(robotsc_open_extensions(&blob, &ext));
}

static int same(struct robotsc_text a, struct kit_octets b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static int label(uint32_t number, unsigned field, struct kit_octets name, const struct kit_octets *values, size_t n)
{
	struct robotsc_label l;
	if (!robotsc_label_at(&ext, number, &l) || (unsigned)l.field != field || !same(l.name, name) || l.values != (n ? n : 2) ||
	    robotsc_find_label(&ext, l.field, l.name) != number)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (!same(robotsc_label_value(&ext, number, (uint32_t)i + 1), values[i]))
			return 0;
	return 1;
}

static const char *selected_word(const struct robotsc_group *g)
{
	static const char *const words[] = {"none", "star", "token"};
	return words[g->selected];
}

static const char *select_names(const struct kit_octets *tokens, size_t n, int64_t *token)
{
	struct robotsc_text texts[TOKENS];
	for (size_t i = 0; i < n; i++)
		texts[i] = text_of(tokens[i]);
	if (robotsc_select(&blob, texts, n, &group) != ROBOTSC_OK)
		return "unanswered";
	if (group.selected == ROBOTSC_SELECTED_TOKEN)
		*token = group.token;
	return selected_word(&group);
}

/* Of product tokens alone. */
static const char *select_group(const struct kit_octets *tokens, size_t n, int64_t *token)
{
	for (size_t i = 0; i < n; i++)
		if (!robotsc_is_token((enum robotsc_dialect)blob.dialect, tokens[i].at, tokens[i].len))
			return "no product token";
	return select_names(tokens, n, token);
}

static const char *header(struct kit_octets h, struct kit_octets *token)
{
	struct robotsc_text texts[TOKENS];
	const size_t n = robotsc_header_tokens(&blob, h.at, h.len, texts, TOKENS);
	if (robotsc_select(&blob, texts, n, &group) != ROBOTSC_OK)
		return "unanswered";
	if (group.selected == ROBOTSC_SELECTED_TOKEN)
		*token = octets_of(texts[group.token]);
	return selected_word(&group);
}

static int url(struct kit_octets u)
{
	return (int)robotsc_check_url(&group, u.at, u.len);
}

static int path(struct kit_octets p)
{
	return (int)robotsc_check_path(&group, p.at, p.len);
}

static int usage(unsigned field, struct kit_octets name, struct kit_octets u, int *says)
{
	struct robotsc_usage usage;
	const uint32_t number = robotsc_find_label(&ext, (enum robotsc_line_field)field, text_of(name));
	robotsc_check_usage(&ext, &group, u.at, u.len, &usage);
	if (number < ROBOTSC_LABELS_MAX)
		*says = usage.preferences[number];
	return (int)usage.verdict;
}

static void records(int whole)
{
	robotsc_begin_lines(&ext, whole ? NULL : &group, &lines);
}

static int64_t minute(uint32_t at)
{
	return at == ROBOTSC_UNTIMED ? -1 : (int64_t)at;
}

static int record(struct kit_record *r)
{
	struct robotsc_line l;
	if (!robotsc_next_line(&lines, &l))
		return 0;
	*r = (struct kit_record){(unsigned)l.field, l.line,      l.group, octets_of(l.name), octets_of(l.value), -1, -1, -1,
	                         minute(l.from),    minute(l.to)};
	if (l.field == ROBOTSC_FIELD_CRAWL_DELAY)
		r->delay = l.delay;
	if (l.field == ROBOTSC_FIELD_REQUEST_RATE) {
		r->documents = l.documents;
		r->seconds = l.seconds;
	}
	return 1;
}

static int64_t next(int64_t now, const int64_t *last, int64_t took)
{
	return robotsc_next_fetch(&ext, &group, now, last ? *last : ROBOTSC_NEVER, took, NULL);
}

/* ---- snapshots ------------------------------------------------------------------- */

static struct robotsc_snapshot opened;
static struct robotsc_text tokens[TOKENS];
static struct robotsc_snapshot_cursor cursor;

static const char *open_snapshot(const uint8_t *bytes, size_t len, const char *level, const uint8_t *root,
                                 const struct kit_octets *asked, size_t n)
{
	const enum robotsc_trust trust = strcmp(level, "known") == 0    ? ROBOTSC_TRUST_KNOWN
	                                 : strcmp(level, "intact") == 0 ? ROBOTSC_TRUST_INTACT
	                                                                : ROBOTSC_TRUST_FORGED;
	for (size_t i = 0; i < n; i++)
		tokens[i] = text_of(asked[i]);
	const struct robotsc_snapshot_options options = {.tokens = tokens, .ntokens = n, .trust = trust, .root = root};
	return status_word(robotsc_snapshot_open(&opened, bytes, len, &options));
}

static void info(int64_t number[12], uint8_t root[32])
{
	struct robotsc_snapshot_info i;
	robotsc_snapshot_info(&opened, &i);
	const int settings = i.strict_fields | i.conner2_rest_deny << 1 | i.extensions << 2 | i.aipref_rule << 3;
	const int64_t numbers[12] = {
		(int64_t)i.entries, (int64_t)i.policies,  i.time,           i.shard,         i.shards,       i.dialect, settings,
		i.redirect_scope,   (int64_t)i.challenge, (int64_t)i.limit, (int64_t)i.seed, i.longest_probe};
	memcpy(number, numbers, sizeof numbers);
	memcpy(root, i.root, 32);
}

static struct kit_octets agent(uint32_t number)
{
	return octets_of(robotsc_snapshot_agent(&opened, number));
}

/* What a lookup says: refusals are damage. */
static const char *lookup_word(enum robotsc_status status)
{
	return status >= ROBOTSC_ERR_TRUNCATED && status <= ROBOTSC_ERR_CHECKSUM ? "damaged" : status_word(status);
}

static const char *origin(struct kit_octets u, struct kit_octets *to)
{
	static char room[ROBOTSC_ORIGIN_MAX];
	size_t len = 0;
	const enum robotsc_status status = robotsc_origin(u.at, u.len, room, sizeof room, &len);
	*to = (struct kit_octets){room, len};
	return status_word(status);
}

static const char *shard(struct kit_octets u, uint32_t shards, uint32_t *number)
{
	enum robotsc_status status;
	*number = robotsc_shard(u.at, u.len, shards, &status);
	return status_word(status);
}

static const char *find(struct kit_octets u, struct kit_octets *own, struct kit_decision *d)
{
	struct robotsc_snapshot_entry e;
	const enum robotsc_status status = robotsc_snapshot_find(&opened, u.at, u.len, &e);
	if (status == ROBOTSC_OK) {
		*own = octets_of(e.origin);
		put_decision(&e.decision, d);
	}
	return lookup_word(status);
}

static const char *check(struct kit_octets u, struct kit_answer *answer)
{
	struct robotsc_snapshot_answer many;
	struct robotsc_snapshot_entry e;
	struct robotsc_group own;
	enum robotsc_status status = robotsc_snapshot_find(&opened, u.at, u.len, &e);
	if (status == ROBOTSC_OK)
		status = robotsc_snapshot_group(&opened, &e, &own);
	if (status == ROBOTSC_OK) {
		answer->verdict = (int)robotsc_check_url(&own, u.at, u.len);
		answer->selected = selected_word(&own);
	}
	robotsc_snapshot_check_urls(&opened, &(struct robotsc_text){u.at, u.len}, 1, &many);
	if (many.status != (uint8_t)status || (status == ROBOTSC_OK && many.verdict != (uint8_t)answer->verdict))
		return "another in a batch";
	return lookup_word(status);
}

static const char *domain(struct kit_octets d)
{
	if (d.len > 0)
		return lookup_word(robotsc_snapshot_domain(&opened, d.at, d.len, &cursor));
	robotsc_snapshot_begin(&opened, &cursor);
	return "ok";
}

static const char *next_origin(struct kit_octets *own)
{
	struct robotsc_snapshot_entry e;
	const enum robotsc_status status = robotsc_snapshot_next(&cursor, &e);
	if (status == ROBOTSC_OK)
		*own = octets_of(e.origin);
	return lookup_word(status);
}

int main(int argc, char **argv)
{
	static const struct kit_reader reader = {.open = open_blob,
	                                         .fetch = fetch,
	                                         .extensions = extensions,
	                                         .label = label,
	                                         .group = select_group,
	                                         .names = select_names,
	                                         .header = header,
	                                         .url = url,
	                                         .path = path,
	                                         .usage = usage,
	                                         .records = records,
	                                         .record = record,
	                                         .next = next,
	                                         .origin = origin,
	                                         .shard = shard,
	                                         .snapshot = open_snapshot,
	                                         .info = info,
	                                         .agent = agent,
	                                         .find = find,
	                                         .check = check,
	                                         .domain = domain,
	                                         .next_origin = next_origin};
	return kit_run(&reader, argc, argv);
}
