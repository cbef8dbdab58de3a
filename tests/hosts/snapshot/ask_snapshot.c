/* ask_snapshot.c - see ask_snapshot.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/product.h"
#include "ask_snapshot.h"
#include "snapshot_maker.h"

#define DOMAINS 4 /* domains whose entries are asked for */
#define AGENTS 20 /* agents that are compared; there may be more */

/* Note what differs.  Returns 0. */
int ask_differ(struct asked *a, const char *format, ...)
{
	va_list arguments;
	int n = snprintf(a->wrong, sizeof a->wrong, "trust %d: ", (int)a->trust);

	va_start(arguments, format);
	vsnprintf(a->wrong + n, sizeof a->wrong - (size_t)n, format, arguments);
	va_end(arguments);
	return 0;
}

static int is_damage(enum robotsc_status status)
{
	return status == ROBOTSC_ERR_CORRUPT || status == ROBOTSC_ERR_CHECKSUM;
}

/* True for a status with which opening a blob may fail. */
static int is_refusal(unsigned status)
{
	return status >= ROBOTSC_ERR_TRUNCATED && status <= ROBOTSC_ERR_CHECKSUM;
}

/* True if a check is sure to stay inside the blob. */
int ask_may_check(const struct asked *a)
{
	return a->octets->valid || a->trust == ROBOTSC_TRUST_FORGED ||
	       (a->trust == ROBOTSC_TRUST_INTACT && !a->octets->blobs_changed);
}

/* ---- URLs ----------------------------------------------------------------------- */

static enum second_answer class_of(enum robotsc_status status)
{
	return status == ROBOTSC_OK            ? SECOND_OK
	       : status == ROBOTSC_ERR_UNKNOWN ? SECOND_UNKNOWN
	       : status == ROBOTSC_ERR_SHARD   ? SECOND_SHARD
	       : is_damage(status)             ? SECOND_DAMAGED
	                                       : SECOND_MAGIC;
}

/* Look one URL up, then ask for its policy, too. */
static int ask_url(struct asked *a, size_t nth)
{
	const struct robotsc_text url = a->urls.urls[nth];
	const struct snapshot_url_origin *origin = &a->urls.origins[nth];
	struct robotsc_snapshot_answer *single = &a->single[nth];
	struct robotsc_snapshot_entry e;
	struct robotsc_group group;
	struct second_entry s;
	enum robotsc_status status = robotsc_snapshot_find(&a->snapshot, url.at, url.len, &e);

	*single = (struct robotsc_snapshot_answer){.status = (uint8_t)status};
	if (origin->status != 0)
		return (int)status == origin->status ? 1 : ask_differ(a, "find %d, origin %d", (int)status, origin->status);
	const enum second_answer answer = second_find(&a->second, origin->text, origin->len, &s);

	if (class_of(status) != answer)
		return ask_differ(a, "find %d, second reader %d of %.*s", (int)status, (int)answer, (int)origin->len, origin->text);
	if (nth % 4 == 0 && !ask_search(a, url, status, &e))
		return 0;
	a->counts->unknown += answer == SECOND_UNKNOWN;
	a->counts->damaged += answer == SECOND_DAMAGED;
	a->counts->found += answer == SECOND_OK;
	if (status != ROBOTSC_OK)
		return 1;
	if (!ask_same_entry(a, &e, &s) || !ask_policy(a, &e, &s, &group, &status))
		return 0;
	single->status = (uint8_t)status;
	if (status == ROBOTSC_OK && ask_may_check(a)) {
		single->verdict = (uint8_t)robotsc_check_url(&group, url.at, url.len);
		single->outcome = e.decision.outcome;
		single->revalidate = e.decision.revalidate;
		single->challenge = e.decision.challenge;
		single->expires = e.decision.expires;
	}
	return 1;
}

/* True if overlapping records may share a bit: then the checksums of a record that was refused may
 * not be compared the second time. */
static int may_be_used(const struct asked *a)
{
	return a->trust == ROBOTSC_TRUST_INTACT && a->has_used && !a->octets->valid;
}

/* The call for many URLs gives the same answers as calls for each. */
static int ask_batch(struct asked *a)
{
	const size_t n = a->urls.n;
	struct robotsc_snapshot_answer *answers = product_alloc(NULL, n * sizeof *answers);
	int same = 1;

	robotsc_snapshot_check_urls(&a->snapshot, a->urls.urls, n, answers);
	for (size_t i = 0; i < n && same; i++) {
		const struct robotsc_snapshot_answer *x = &answers[i], *y = &a->single[i];

		if (x->status != y->status && !(may_be_used(a) && is_refusal(x->status) && is_refusal(y->status)))
			same = ask_differ(a, "answer %zu of %zu: status %d, alone %d", i, n, x->status, y->status);
		else if (x->status == ROBOTSC_OK &&
		         (x->verdict != y->verdict || x->outcome != y->outcome || x->revalidate != y->revalidate ||
		          x->challenge != y->challenge || x->expires != y->expires))
			same = ask_differ(a, "answer %zu of %zu", i, n);
	}
	free(answers);
	return same;
}

static int ask_urls(struct asked *a)
{
	for (size_t i = 0; i < a->urls.n; i++)
		if (!ask_url(a, i))
			return 0;
	return !ask_may_check(a) || ask_batch(a);
}

/* The shard of each URL. */
static int ask_shards(struct asked *a)
{
	for (size_t i = 0; i < a->urls.n; i += 3) {
		const uint32_t shards =
			1 + (uint32_t)product_below(a->state, product_below(a->state, 2) == 0 ? 4 : ROBOTSC_SNAPSHOT_SHARDS_MAX);
		const struct snapshot_url_origin *origin = &a->urls.origins[i];
		enum robotsc_status status = ROBOTSC_ERR_NOMEM;
		const uint32_t shard = robotsc_shard(a->urls.urls[i].at, a->urls.urls[i].len, shards, i % 2 == 0 ? &status : NULL);

		if (i % 2 == 0 && (int)status != origin->status)
			return ask_differ(a, "shard %d, origin %d", (int)status, origin->status);
		if (shard != (origin->status == 0 ? second_shard(origin->text, origin->len, shards) : 0))
			return ask_differ(a, "shard %u of %u", (unsigned)shard, (unsigned)shards);
	}
	return 1;
}

/* ---- in order ------------------------------------------------------------------- */

static int ask_all(struct asked *a)
{
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot_entry e;
	struct second_entry s;
	uint64_t at = 0;

	robotsc_snapshot_begin(&a->snapshot, &cursor);
	for (;;) {
		const enum robotsc_status status = robotsc_snapshot_next(&cursor, &e);
		const enum second_answer answer = second_next(&a->second, &at, &s);

		if (class_of(status) != answer)
			return ask_differ(a, "next %d, second reader %d at %llu", (int)status, (int)answer, (unsigned long long)at);
		if (status != ROBOTSC_OK)
			return 1;
		if (!ask_same_entry(a, &e, &s))
			return 0;
	}
}

/* The next entry of a domain, found by looking at all entries. */
static int next_of(const struct asked *a, uint64_t *at, struct robotsc_text domain, struct second_entry *s)
{
	uint8_t key[SECOND_KEY_MAX], beginning[SECOND_KEY_MAX];
	const size_t n = second_domain_key(domain.at, domain.len, beginning);

	while (second_next(&a->second, at, s) == SECOND_OK) {
		const size_t len = second_key(s->origin, s->origin_len, key);

		if (second_in_domain(key, len, beginning, n))
			return 1;
	}
	return 0;
}

static int ask_domain(struct asked *a, struct robotsc_text domain)
{
	const uint64_t most = a->second.section[SECOND_ENTRIES].size / 8 + 1;
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot_entry e;
	struct second_entry s;
	uint64_t at = 0, n = 0;
	enum robotsc_status status = robotsc_snapshot_domain(&a->snapshot, domain.at, domain.len, &cursor);

	if (status != ROBOTSC_OK)
		return is_damage(status) && !a->octets->valid ? 1 : ask_differ(a, "domain %d", (int)status);
	while ((status = robotsc_snapshot_next(&cursor, &e)) == ROBOTSC_OK) {
		if (n++ > most)
			return ask_differ(a, "a domain without end");
		if (!a->octets->valid)
			continue;
		if (!next_of(a, &at, domain, &s))
			return ask_differ(a, "entry too many of domain %.*s", (int)domain.len, domain.at);
		if (!ask_same_entry(a, &e, &s))
			return 0;
	}
	if (a->octets->valid && (status != ROBOTSC_ERR_UNKNOWN || next_of(a, &at, domain, &s)))
		return ask_differ(a, "%d at the end of domain %.*s", (int)status, (int)domain.len, domain.at);
	return status == ROBOTSC_ERR_UNKNOWN || is_damage(status) ? 1 : ask_differ(a, "next %d in a domain", (int)status);
}

/* Compare the entries of domains of the URLs' hosts. */
static int ask_domains(struct asked *a)
{
	for (int i = 0; i < DOMAINS; i++) {
		const struct snapshot_url_origin *origin = &a->urls.origins[product_below(a->state, a->urls.n)];
		struct robotsc_text domain = {"com", 3};

		if (origin->status == 0 && product_below(a->state, 4) > 0)
			domain = snapshot_url_domain(origin, product_below(a->state, 3));
		if (!ask_domain(a, domain))
			return 0;
	}
	return 1;
}

/* ---- the head ------------------------------------------------------------------- */

static int compare_info(struct asked *a)
{
	const struct second_snapshot *s = &a->second;
	struct robotsc_snapshot_info i;

	robotsc_snapshot_info(&a->snapshot, &i);
	if (i.size != s->len || i.entries != s->nentries || i.policies != s->npolicies || i.time != s->time ||
	    i.shard != s->shard || i.shards != s->shards || memcmp(i.root, s->root, sizeof i.root) != 0)
		return ask_differ(a, "numbers of the head");
	if ((uint8_t)i.dialect != s->dialect || i.strict_fields != (s->settings & 1) ||
	    i.conner2_rest_deny != (s->settings >> 1 & 1) || i.extensions != (s->settings >> 2 & 1) ||
	    i.aipref_rule != (s->settings >> 3 & 1) || (uint8_t)i.redirect_scope != s->scope ||
	    (uint8_t)i.challenge != s->challenge || i.limit != s->limit)
		return ask_differ(a, "settings");
	if (i.agents != s->nagents || i.seed != s->seed || i.longest_probe != s->longest)
		return ask_differ(a, "agents, seed or probe");
	for (size_t k = 0; k < SECOND_SECTIONS; k++)
		if (i.section[k] != s->section[k].size)
			return ask_differ(a, "size of section %zu", k);
	for (uint32_t k = 0; k < i.agents + 2; k += k < AGENTS ? 1 : 1 + (i.agents + 1 - k) / 2) {
		const struct robotsc_text agent = robotsc_snapshot_agent(&a->snapshot, k);
		uint32_t len = 0;
		const char *at = k < i.agents ? second_agent(s, k, &len) : NULL;

		if (agent.len != len || (len > 0 && agent.at != at))
			return ask_differ(a, "agent %u", (unsigned)k);
	}
	return 1;
}

static void choose_tokens(struct asked *a)
{
	static const struct robotsc_text names[] = {{"ExampleBot", 10}, {"stranger", 8}, {"a-bot", 5}, {"BOT", 3}};

	a->ntokens = product_below(a->state, 2) == 0 ? 1 : product_below(a->state, ASK_TOKENS + 1);
	for (size_t i = 0; i < a->ntokens; i++) {
		a->tokens[i] = names[product_below(a->state, 4)];
		if (a->opened == SECOND_OK && a->second.nagents > 0 && product_below(a->state, 8) > 0) {
			uint32_t len;

			a->tokens[i].at = second_agent(&a->second, (uint32_t)product_below(a->state, a->second.nagents), &len);
			a->tokens[i].len = len;
		}
	}
}

/* The part of a name that blobs for some agents compare: docs/formats/blob.md, "Agents". */
static struct robotsc_text cut(const struct asked *a, const char *at, size_t len)
{
	static const char token[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._-";
	size_t n = 0;

	if (a->second.dialect == ROBOTSC_GOOGLE)
		return (struct robotsc_text){at, len};
	while (n < len && (a->second.dialect == ROBOTSC_RFC9309 ? memchr(token, at[n], sizeof token - 1) != NULL : at[n] != '/'))
		n++;
	for (; a->second.dialect != ROBOTSC_RFC9309 && n > 0 && (*at == ' ' || *at == '\t'); n--)
		at++;
	while (a->second.dialect != ROBOTSC_RFC9309 && n > 0 && (at[n - 1] == ' ' || at[n - 1] == '\t'))
		n--;
	return (struct robotsc_text){at, n};
}

static int lower(char c)
{
	return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

/* True if the head has a token, apart from letter case. */
static int has_token(const struct asked *a, struct robotsc_text token)
{
	token = cut(a, token.at, token.len);
	for (uint32_t k = 0; k < a->second.nagents; k++) {
		uint32_t len;
		const char *at = second_agent(&a->second, k, &len);
		const struct robotsc_text agent = cut(a, at, len);
		size_t same = 0;

		while (agent.len == token.len && same < agent.len && lower(agent.at[same]) == lower(token.at[same]))
			same++;
		if (agent.len == token.len && same == agent.len)
			return 1;
	}
	return 0;
}

static int has_tokens(const struct asked *a)
{
	for (size_t i = 0; i < a->ntokens && a->second.nagents > 0; i++)
		if (!has_token(a, a->tokens[i]))
			return 0;
	return 1;
}

/* The root, which ends the head; the head states its size.  NULL if the octets end before. */
static const uint8_t *root_of(const struct snapshot_octets *o)
{
	const size_t head = o->len < 16 ? 0 : (size_t)second_load(o->bytes + 12, 4);

	return head < SECOND_DIGEST || head > o->len ? NULL : o->bytes + head - SECOND_DIGEST;
}

/* True if the root is the digest of the octets before it, or if there is no root. */
static int is_sealed(const struct snapshot_octets *o)
{
	const uint8_t *root = root_of(o);
	uint8_t digest[SECOND_DIGEST];

	if (root == NULL)
		return 1;
	second_digest(o->bytes, (size_t)(root - o->bytes), digest);
	return memcmp(digest, root, SECOND_DIGEST) == 0;
}

/* True if opening may fail with this status where the second reader refuses.  A corrupt head with a
 * wrong root may be refused for either reason. */
static int is_refused_so(const struct asked *a, enum robotsc_status status)
{
	static const enum robotsc_status statuses[] = {[SECOND_TRUNCATED] = ROBOTSC_ERR_TRUNCATED,
	                                               [SECOND_MAGIC] = ROBOTSC_ERR_MAGIC,
	                                               [SECOND_VERSION] = ROBOTSC_ERR_VERSION,
	                                               [SECOND_CORRUPT] = ROBOTSC_ERR_CORRUPT,
	                                               [SECOND_ROOT] = ROBOTSC_ERR_CHECKSUM};

	return status == statuses[a->opened] ||
	       (a->opened == SECOND_CORRUPT && status == ROBOTSC_ERR_CHECKSUM && !is_sealed(a->octets));
}

/* Open at a level.  Returns 1 to go on, 0 to stop; a->wrong says what differs, if anything. */
static int ask_open(struct asked *a, uint64_t *used)
{
	const struct snapshot_octets *o = a->octets;
	const int rooted = a->trust == ROBOTSC_TRUST_KNOWN || product_below(a->state, 4) == 0;
	uint8_t root[ROBOTSC_SNAPSHOT_ROOT] = {0};
	struct robotsc_snapshot_options options = {.tokens = a->tokens, .ntokens = a->ntokens, .trust = a->trust, .used = used};

	if (root_of(o))
		memcpy(root, root_of(o), sizeof root);
	if (rooted)
		options.root = root;
	const enum robotsc_status status = robotsc_snapshot_open(&a->snapshot, o->bytes, o->len, &options);

	if (a->opened != SECOND_OK && !is_refused_so(a, status))
		return ask_differ(a, "open %d, second reader %d", (int)status, (int)a->opened);
	if (a->opened == SECOND_OK && status != ROBOTSC_OK && (status != ROBOTSC_ERR_AGENT || has_tokens(a)))
		return ask_differ(a, "open %d, second reader opens", (int)status);
	if (a->opened == SECOND_OK && status == ROBOTSC_OK && !has_tokens(a))
		return ask_differ(a, "opened for other tokens");
	if (status != ROBOTSC_OK)
		return 0;
	/* Another root is refused. */
	struct robotsc_snapshot other;

	const size_t bit = product_below(a->state, 8 * sizeof root);

	root[bit / 8] ^= (uint8_t)(1u << bit % 8);
	options.root = root;
	if (robotsc_snapshot_open(&other, o->bytes, o->len, &options) != ROBOTSC_ERR_CHECKSUM)
		return ask_differ(a, "opened with another root");
	options.root = NULL;
	if (a->trust == ROBOTSC_TRUST_KNOWN && robotsc_snapshot_open(&other, o->bytes, o->len, &options) != ROBOTSC_ERR_ARGUMENT)
		return ask_differ(a, "known without a root");
	a->counts->opened++;
	return 1;
}

static void ask_level(struct asked *a)
{
	const uint64_t size = robotsc_snapshot_used_size(a->octets->bytes, a->octets->len);
	uint64_t *used = NULL;

	if (a->opened == SECOND_OK && (size % 8 != 0 || size * 8 < a->second.section[SECOND_POLICIES].size / SECOND_RECORD_MIN)) {
		ask_differ(a, "%llu octets for used", (unsigned long long)size);
		return;
	}
	if (a->opened == SECOND_OK && product_below(a->state, 4) > 0) {
		used = product_alloc(NULL, size > 0 ? (size_t)size : 1);
		memset(used, 0, (size_t)size);
	}
	a->second.trust = a->trust == ROBOTSC_TRUST_KNOWN    ? SECOND_KNOWN
	                  : a->trust == ROBOTSC_TRUST_INTACT ? SECOND_INTACT
	                                                     : SECOND_FORGED;
	a->nexpected = 0;
	a->has_used = used != NULL;
	choose_tokens(a);
	if (ask_open(a, used) && compare_info(a) && ask_urls(a) && ask_all(a) && ask_domains(a))
		ask_urls(a);
	free(used);
}

const char *ask_snapshot(const struct snapshot_octets *octets, uint64_t *state, struct snapshot_counts *counts)
{
	static struct asked asked;
	static const enum robotsc_trust levels[] = {ROBOTSC_TRUST_INTACT, ROBOTSC_TRUST_FORGED, ROBOTSC_TRUST_KNOWN};
	struct asked *a = &asked;

	a->octets = octets;
	a->state = state;
	a->counts = counts;
	a->wrong[0] = '\0';
	a->opened = second_open(&a->second, octets->bytes, octets->len, NULL);
	snapshot_urls_make(&a->urls, a->opened == SECOND_OK ? &a->second : NULL, octets->level != 0, state);
	ask_shards(a);
	for (size_t i = 0; i < 3 && a->wrong[0] == '\0'; i++) {
		a->trust = levels[i];
		if (octets->level != 0 && octets->level != (int)a->trust + 1)
			continue;
		ask_level(a);
	}
	return a->wrong[0] != '\0' ? a->wrong : NULL;
}

#define SPARE 8192 /* octets of a snapshot of one origin without its blob */

/* A plan with one origin, for every agent or for one. */
static void plan_one(struct snapshot_plan *plan, const uint8_t *blob, size_t len, uint32_t nagents)
{
	static const struct robotsc_text agent = {"ExampleBot", 10};
	static const char origin[] = "https://www.example.com";
	struct maker_entry *e = plan->entries;

	memset(plan, 0, sizeof *plan);
	plan->dialect = (enum robotsc_dialect)blob[6];
	plan->limit = 512000;
	plan->time = -1;
	plan->shards = 1;
	plan->agents = &agent;
	plan->nagents = nagents;
	*e = (struct maker_entry){.len = sizeof origin - 1, .expires = 2000, .fetched = 1000, .since = 1000, .status = 200};
	memcpy(e->origin, origin, e->len);
	plan->blobs[0] = (struct maker_blob){blob, len};
	plan->nentries = plan->nblobs = 1;
}

const char *ask_snapshot_of(const void *blob, size_t len, uint64_t *state, struct snapshot_counts *counts)
{
	static struct snapshot_plan plan;
	static struct snapshot_map map;
	static uint8_t *room;
	struct snapshot_octets octets = {.blobs_changed = 1, .level = 1 + (int)product_below(state, 3)};
	const char *wrong;

	if (len > MAKER_ROOM - SPARE)
		return NULL;
	if (room == NULL)
		room = product_alloc(NULL, MAKER_ROOM);
	plan_one(&plan, blob, len, (uint32_t)product_below(state, 2));
	octets.len = snapshot_write(&plan, room, &map);
	uint8_t *copy = product_alloc(NULL, octets.len); /* sanitizers see reads beyond it */

	memcpy(copy, room, octets.len);
	octets.bytes = copy;
	wrong = ask_snapshot(&octets, state, counts);
	free(copy);
	return wrong;
}
