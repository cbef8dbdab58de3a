/* settings.c - the header of a store: writes and reads its settings as octets.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "databases.h"
#include "handle.h"
#include "runtime/access/text.h"

enum {
	BLOB_AT_MAJOR = 4, /* docs/formats/blob.md, header */
	BLOB_AT_MINOR = 5
};

/* A blob in the version of the format that this library writes. */
static const uint8_t *own_blob(void)
{
	size_t len;
	return robotsc_constant_blob(ROBOTSC_RFC9309, ROBOTSC_ALLOW, &len);
}

bool robotsc__settings_is_later(const void *blob, size_t len)
{
	const uint8_t *b = blob, *own = own_blob();
	return len > BLOB_AT_MINOR && b[BLOB_AT_MAJOR] == own[BLOB_AT_MAJOR] && b[BLOB_AT_MINOR] > own[BLOB_AT_MINOR];
}

static uint8_t flags_of(const struct robotsc_store_settings *s)
{
	return (uint8_t)((s->strict_fields ? FLAG_STRICT : 0) | (s->conner2_rest_deny ? FLAG_REST : 0) |
	                 (s->extensions ? FLAG_RECORDS : 0) | (s->aipref_rule ? FLAG_USAGE : 0) |
	                 (s->challenge == ROBOTSC_CHALLENGE_UNAVAILABLE ? FLAG_UNAVAILABLE : 0) |
	                 (s->challenge == ROBOTSC_CHALLENGE_UNREACHABLE ? FLAG_UNREACHABLE : 0));
}

/* The checksum of a header: of all octets before its checksum. */
static uint32_t header_hash(const MDB_val *header)
{
	return (uint32_t)XXH3_64bits(header->mv_data, header->mv_size - CHECKSUM_SIZE);
}

int robotsc__settings_put(MDB_txn *txn, MDB_dbi meta, const struct robotsc_store_settings *settings)
{
	MDB_val key = {sizeof HEADER_KEY - 1, (void *)HEADER_KEY}, value = {HEADER_TEXT + CHECKSUM_SIZE, NULL};
	uint8_t *p;
	int rc;
	for (size_t i = 0; i < settings->nagents; i++)
		value.mv_size += 2 + settings->agents[i].len;
	rc = mdb_put(txn, meta, &key, &value, MDB_RESERVE);
	if (rc)
		return rc;
	p = value.mv_data;
	memset(p, 0, HEADER_TEXT);
	memcpy(p, HEADER_MAGIC, HEADER_AT_FORMAT);
	put_little(p + HEADER_AT_FORMAT, 4, ROBOTSC_STORE_FORMAT);
	p[HEADER_AT_MAJOR] = own_blob()[BLOB_AT_MAJOR];
	p[HEADER_AT_DIALECT] = (uint8_t)settings->dialect;
	p[HEADER_AT_FLAGS] = flags_of(settings);
	p[HEADER_AT_SCOPE] = (uint8_t)settings->redirect_scope;
	put_little(p + HEADER_AT_LIMIT, 8, settings->limit);
	put_little(p + HEADER_AT_AGENTS, 4, settings->nagents);
	p += HEADER_TEXT;
	for (size_t i = 0; i < settings->nagents; i++) {
		const struct robotsc_text *a = &settings->agents[i];
		put_little(p, 2, a->len);
		memcpy(p + 2, a->at, a->len);
		p += 2 + a->len;
	}
	put_little(p, CHECKSUM_SIZE, header_hash(&value));
	return 0;
}

/* Copy the tokens into one block of memory: the array, then the text of all. */
static enum robotsc_store_status get_agents(const uint8_t *p, size_t left, struct robotsc_store_settings *settings)
{
	const size_t n = settings->nagents;
	struct robotsc_text *agents;
	char *text;
	if (n > left / 2)
		return ROBOTSC_STORE_DAMAGED;
	agents = malloc(n * sizeof *agents + left + 1);
	if (!agents)
		return ROBOTSC_STORE_NOMEM;
	settings->agents = agents;
	text = (char *)(agents + n);
	for (size_t i = 0; i < n; i++) {
		const size_t len = left >= 2 ? (size_t)get_little(p, 2) : SIZE_MAX;
		if (left < 2 || len > left - 2)
			return ROBOTSC_STORE_DAMAGED;
		memcpy(text, p + 2, len);
		agents[i] = (struct robotsc_text){text, len};
		text += len;
		p += 2 + len;
		left -= 2 + len;
	}
	return left == 0 ? ROBOTSC_STORE_OK : ROBOTSC_STORE_DAMAGED;
}

enum robotsc_store_status robotsc__settings_get(const MDB_val *header, struct robotsc_store_settings *settings)
{
	const uint8_t *p = header->mv_data;
	memset(settings, 0, sizeof *settings);
	if (header->mv_size < HEADER_AT_MAJOR || memcmp(p, HEADER_MAGIC, HEADER_AT_FORMAT) != 0)
		return ROBOTSC_STORE_DAMAGED;
	if (get_little(p + HEADER_AT_FORMAT, 4) != ROBOTSC_STORE_FORMAT)
		return ROBOTSC_STORE_VERSION;
	if (header->mv_size < HEADER_TEXT + CHECKSUM_SIZE || p[HEADER_AT_SCOPE] > ROBOTSC_REDIRECT_ORIGIN ||
	    (p[HEADER_AT_FLAGS] & ~FLAGS) != 0)
		return ROBOTSC_STORE_DAMAGED;
	if (p[HEADER_AT_MAJOR] != own_blob()[BLOB_AT_MAJOR])
		return ROBOTSC_STORE_BLOBS;
	if (get_little(p + header->mv_size - CHECKSUM_SIZE, CHECKSUM_SIZE) != header_hash(header))
		return ROBOTSC_STORE_DAMAGED;
	settings->dialect = (enum robotsc_dialect)p[HEADER_AT_DIALECT];
	settings->strict_fields = (p[HEADER_AT_FLAGS] & FLAG_STRICT) != 0;
	settings->conner2_rest_deny = (p[HEADER_AT_FLAGS] & FLAG_REST) != 0;
	settings->extensions = (p[HEADER_AT_FLAGS] & FLAG_RECORDS) != 0;
	settings->aipref_rule = (p[HEADER_AT_FLAGS] & FLAG_USAGE) != 0;
	settings->redirect_scope = (enum robotsc_redirect_scope)p[HEADER_AT_SCOPE];
	settings->challenge = p[HEADER_AT_FLAGS] & FLAG_UNREACHABLE   ? ROBOTSC_CHALLENGE_UNREACHABLE
	                      : p[HEADER_AT_FLAGS] & FLAG_UNAVAILABLE ? ROBOTSC_CHALLENGE_UNAVAILABLE
	                                                              : ROBOTSC_CHALLENGE_PARSE;
	settings->limit = get_little(p + HEADER_AT_LIMIT, 8);
	settings->nagents = (size_t)get_little(p + HEADER_AT_AGENTS, 4);
	return get_agents(p + HEADER_TEXT, header->mv_size - HEADER_TEXT - CHECKSUM_SIZE, settings);
}

void robotsc__settings_free(struct robotsc_store_settings *settings)
{
	free((void *)settings->agents);
	settings->agents = NULL;
}

static bool same_token(const struct robotsc_text *a, const struct robotsc_text *b)
{
	if (a->len != b->len)
		return false;
	for (size_t i = 0; i < a->len; i++)
		if (ascii_lower(a->at[i]) != ascii_lower(b->at[i]))
			return false;
	return true;
}

static bool has_token(const struct robotsc_store_settings *s, const struct robotsc_text *token)
{
	for (size_t i = 0; i < s->nagents; i++)
		if (same_token(&s->agents[i], token))
			return true;
	return false;
}

/* True if b has all agents of a.  Agents are a set: their order and repetition do not matter. */
static bool all_in(const struct robotsc_store_settings *a, const struct robotsc_store_settings *b)
{
	for (size_t i = 0; i < a->nagents; i++)
		if (!has_token(b, &a->agents[i]))
			return false;
	return true;
}

bool robotsc__settings_equal(const struct robotsc_store_settings *a, const struct robotsc_store_settings *b)
{
	return a->dialect == b->dialect && flags_of(a) == flags_of(b) && a->redirect_scope == b->redirect_scope &&
	       a->limit == b->limit && !a->nagents == !b->nagents && all_in(a, b) && all_in(b, a);
}
