/* audit_names.c - the robots that have rows, and which of them a User-Agent header names.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "audit_parts.h"
#include "robotsc/inspect.h"
#include "match/half_sip_hash.h"

#define HEADER_TOKENS 8 /* tokens of a header to look at: the longest ones */

#define HASHED 64 /* octets of a token that are hashed at a time */

static uint64_t hash(uint64_t key, struct robotsc_text token)
{
	uint8_t lower[HASHED] = {0};
	do {
		const size_t n = token.len < HASHED ? token.len : HASHED;
		for (size_t i = 0; i < n; i++)
			lower[i] = (uint8_t)ascii_lower((uint8_t)token.at[i]);
		key = half_sip_hash(key, lower, n);
		token = (struct robotsc_text){token.at + n, token.len - n};
	} while (token.len);
	return key;
}

static bool same_token(struct robotsc_text a, struct robotsc_text b)
{
	return a.len == b.len && compare_folded(a, b) == 0;
}

static struct robotsc_text token_of(const struct audit_index *index, const void *items, size_t i)
{
	return *(const struct robotsc_text *)(const void *)((const char *)items + i * index->size);
}

uint32_t *robotsc__audit_place(const struct audit_index *index, const void *items, struct robotsc_text token)
{
	size_t at = (size_t)hash(index->key, token) & index->mask;
	while (index->table[at] && !same_token(token_of(index, items, index->table[at] - 1), token))
		at = (at + 1) & index->mask;
	return &index->table[at];
}

bool robotsc__audit_enlarge(struct arena *arena, struct audit_index *index, const void *items, size_t n, size_t size)
{
	const size_t places = index->table ? 2 * (index->mask + 1) : 1024;
	if (index->table && n <= index->mask / 2)
		return true;
	/* The key is an address: the library has no clock, and nobody who writes a file knows the
	 * address. */
	index->key = (uint64_t)(uintptr_t)index;
	index->size = size;
	index->table = robotsc__arena_zeroed(arena, places, sizeof *index->table);
	index->mask = places - 1;
	for (size_t i = 0; index->table && i < n; i++)
		*robotsc__audit_place(index, items, token_of(index, items, i)) = (uint32_t)i + 1;
	return index->table != NULL;
}

/* Add a token, unless the names have it.  Returns its name; NULL: there is no memory. */
static struct audit_name *add(struct robotsc_audit *audit, struct robotsc_text token)
{
	struct audit_names *const names = &audit->names;
	uint32_t *place;
	if (!robotsc__audit_enlarge(&audit->arena, &names->index, names->at, names->n, sizeof *names->at))
		return NULL;
	place = robotsc__audit_place(&names->index, names->at, token);
	if (*place)
		return &names->at[*place - 1];
	if (names->n == names->room && !robotsc__arena_grow(&audit->arena, (void **)&names->at, &names->room, sizeof *names->at))
		return NULL;
	names->at[names->n] = (struct audit_name){.token = token, .dialect = audit->options.dialect};
	*place = (uint32_t)++names->n;
	return &names->at[names->n - 1];
}

/* The name of a token; NULL: there is none. */
static struct audit_name *find(struct robotsc_audit *audit, struct robotsc_text token)
{
	struct audit_names *const names = &audit->names;
	const uint32_t index = names->index.table ? *robotsc__audit_place(&names->index, names->at, token) : 0;
	return index ? &names->at[index - 1] : NULL;
}

/* Add the crawlers of the list.  A crawler that must be named has a row only if a file names it. */
static bool add_crawlers(struct robotsc_audit *audit)
{
	for (size_t i = 0; i < audit->question.ncrawlers; i++) {
		const struct robotsc_crawler *const crawler = &audit->question.crawlers[i];
		const struct robotsc_text token = {crawler->token, strlen(crawler->token)};
		struct audit_name *const name = crawler->only_named ? find(audit, token) : add(audit, token);
		if (!name && !crawler->only_named)
			return false;
		if (!name || name->crawler)
			continue;
		name->token = token; /* spelled as in the list */
		name->crawler = crawler;
		if (!audit->question.hosts)
			name->dialect = crawler->dialect;
	}
	return true;
}

/* Add the addresses of crawlers.  Each of these crawlers has a row. */
static enum robotsc_status add_ranges(struct robotsc_audit *audit)
{
	for (size_t i = 0; i < audit->question.nranges; i++) {
		const struct robotsc_audit_ranges *const ranges = &audit->question.ranges[i];
		struct audit_name *const name =
			robotsc_is_token(ROBOTSC_RFC9309, ranges->token.at, ranges->token.len) ? add(audit, ranges->token) : NULL;
		const enum robotsc_status status = name ? robotsc__audit_ranges(audit, name, ranges->json) : ROBOTSC_ERR_ARGUMENT;
		if (status != ROBOTSC_OK)
			return status;
	}
	return ROBOTSC_OK;
}

/* The robots that the policies of hosts were made for. */
static bool add_agents(struct robotsc_audit *audit)
{
	const struct robotsc_audit_hosts *const h = audit->question.hosts;
	for (size_t i = 0; h && i < h->nagents; i++) {
		const struct robotsc_text agent = h->agents[i];
		struct audit_name *name;
		if (!robotsc_is_token(ROBOTSC_RFC9309, agent.at, agent.len))
			continue;
		name = add(audit, agent);
		if (!name)
			return false;
		name->named = true;
	}
	return true;
}

/* Add the tokens that a file names.  They are copied, since not all of its blobs are kept. */
static bool add_file(struct robotsc_audit *audit, const struct robotsc_blob *blob)
{
	struct robotsc_agent_info agent;
	for (uint32_t i = 0; robotsc_agent_at(blob, i, &agent); i++) {
		struct audit_name *name;
		char *copy;
		if (!agent.named || !robotsc_is_token(ROBOTSC_RFC9309, agent.token.at, agent.token.len))
			continue;
		copy = robotsc__arena_take(&audit->arena, agent.token.len);
		if (!copy)
			return false;
		memcpy(copy, agent.token.at, agent.token.len);
		name = add(audit, (struct robotsc_text){copy, agent.token.len});
		if (!name)
			return false;
		name->named = true;
	}
	return true;
}

/* The next line of a file, and where its value begins; NULL: no robot is named on it. */
static const char *next_value(struct text_left *left, const char **end)
{
	static const char field[] = "user";
	const char *const begin = left->at, *at = begin, *colon;
	size_t n = 0;
	while (left->at < left->end && *left->at != '\n' && *left->at != '\r')
		left->at++;
	*end = left->at;
	left->at += left->at < left->end;
	while (at < *end && *at != '#' && !is_alpha(*at))
		at++;
	while (at + n < *end && n < sizeof field - 1 && ascii_lower(at[n]) == field[n])
		n++;
	colon = n == sizeof field - 1 ? memchr(begin, ':', (size_t)(*end - begin)) : NULL;
	return colon ? trim((struct robotsc_text){colon + 1, (size_t)(*end - colon) - 1}).at : NULL;
}

/* Blobs have names in lower case.  Show each name as the file spells it first. */
static void spell_names(struct robotsc_audit *audit, const struct robotsc_audit_file *file)
{
	struct text_left left = {file->robots, file->robots};
	if (file->len)
		left.end += file->len;
	while (left.at < left.end) {
		const char *end, *const at = next_value(&left, &end);
		struct audit_name *name;
		size_t len = 0;
		while (at && at + len < end && is_token_octet(at[len]))
			len++;
		name = len ? find(audit, (struct robotsc_text){at, len}) : NULL;
		if (name && !name->spelled) {
			name->token = (struct robotsc_text){at, len};
			name->spelled = true;
		}
	}
}

static void find_family(const struct robotsc_audit *audit, struct audit_name *name)
{
	name->ntokens = 1;
	name->tokens[0] = name->token;
	if (name->crawler)
		name->ntokens =
			robotsc_crawler_tokens(audit->question.crawlers, audit->question.ncrawlers, name->token, name->tokens);
}

/* Compile a robots.txt that has all names: the library then finds them in headers. */
static enum robotsc_status compile_names(struct robotsc_audit *audit)
{
	static const char line[] = "User-agent: ", rule[] = "Disallow:\n";
	struct audit_names *const names = &audit->names;
	struct robotsc_options options;
	enum robotsc_status status;
	size_t len = sizeof rule - 1;
	char *text, *to;
	for (size_t i = 0; i < names->n; i++)
		len += sizeof line + names->at[i].token.len;
	to = text = robotsc__arena_take(&audit->arena, len);
	if (!text)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < names->n; i++) {
		to = put_octets(to, line, sizeof line - 1);
		to = put_octets(to, names->at[i].token.at, names->at[i].token.len);
		*to++ = '\n';
	}
	put_octets(to, rule, sizeof rule - 1);
	robotsc_options_init(&options);
	options.alloc = audit->options.alloc;
	options.limit = len > ROBOTSC_MIN_LIMIT ? len : ROBOTSC_MIN_LIMIT;
	status = robotsc_compile(&options, text, len, &names->bytes, &names->len);
	return status == ROBOTSC_OK ? robotsc_open_intact(&names->blob, names->bytes, names->len) : status;
}

enum robotsc_status robotsc__audit_names(struct robotsc_audit *audit)
{
	struct audit_names *const names = &audit->names;
	enum robotsc_status status;
	bool all = true;
	for (size_t i = 0; all && i < audit->question.nfiles; i++)
		all = add_file(audit, &audit->policies[i].blobs[audit->options.dialect]);
	for (size_t i = 0; all && i < audit->question.nfiles; i++)
		spell_names(audit, &audit->question.files[i]);
	if (!all || !add_agents(audit) || !add_crawlers(audit))
		return ROBOTSC_ERR_NOMEM;
	status = add_ranges(audit);
	if (status == ROBOTSC_OK)
		status = compile_names(audit);
	if (status != ROBOTSC_OK)
		return status;
	for (size_t i = 0; i < names->n; i++)
		find_family(audit, &names->at[i]);
	if (names->n == names->room && !robotsc__arena_grow(&audit->arena, (void **)&names->at, &names->room, sizeof *names->at))
		return ROBOTSC_ERR_NOMEM;
	names->at[names->n++] = (struct audit_name){.dialect = audit->options.dialect};
	return ROBOTSC_OK;
}

/* The rank of a name in a header: 3 for a crawler, 2 for another name, 1 for "Mozilla".  Nearly
 * every header begins with "Mozilla". */
static int rank(const struct audit_name *name)
{
	static const struct robotsc_text mozilla = {"Mozilla", 7};
	return same_token(name->token, mozilla) ? 1 : !name->crawler || name->crawler->only_named ? 2 : 3;
}

/* Of two names of equal rank the longer one counts, which comes first. */
uint32_t robotsc__audit_name_in(const struct audit_names *names, struct robotsc_text header)
{
	struct robotsc_text tokens[HEADER_TOKENS];
	const size_t n = robotsc_header_tokens(&names->blob, header.at, header.len, tokens, HEADER_TOKENS);
	uint32_t best = (uint32_t)names->n - 1;
	int best_rank = 0;
	for (size_t i = 0; i < n; i++) {
		const uint32_t index = *robotsc__audit_place(&names->index, names->at, tokens[i]) - 1;
		if (rank(&names->at[index]) > best_rank) {
			best = index;
			best_rank = rank(&names->at[index]);
		}
	}
	return best;
}
