/* kit_second.c - see kit_second.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_second.h"

#include <string.h>

#include "tests/oracle/oracle_origin.h"

const char *kit_second_word(enum second_answer answer)
{
	static const char *const words[] = {"ok",    "unknown", "shard",   "damaged", "truncated",
	                                    "magic", "version", "corrupt", "checksum"};
	return words[answer];
}

/* How blobs of a dialect that were compiled for agents compare names. */
static unsigned match_of(const struct second_snapshot *s)
{
	return s->dialect == 0 ? 0 : s->dialect == 1 ? 1 : 2;
}

static int is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static int same(const char *a, size_t n, const char *b, size_t m)
{
	size_t i = 0;
	while (i < n && i < m && (a[i] == b[i] || (is_letter(a[i]) && is_letter(b[i]) && (a[i] & 31) == (b[i] & 31))))
		i++;
	return i == n && i == m;
}

/* The agent of the head that a token is, plus 1; 0: none is. */
static uint32_t find_agent(const struct second_snapshot *s, struct decode_text token)
{
	uint32_t len;
	for (uint32_t i = 0; i < s->nagents; i++) {
		const char *agent = second_agent(s, i, &len);
		if (same(agent, len, token.at, token.len))
			return i + 1;
	}
	return 0;
}

const char *kit_second_open(struct kit_second *k, const uint8_t *bytes, size_t len, enum second_trust trust, const uint8_t *root)
{
	const enum second_answer answer = second_open(&k->s, bytes, len, root);
	k->s.trust = trust;
	for (size_t i = 0; answer == SECOND_OK && k->s.nagents && i < k->ntokens; i++)
		if (find_agent(&k->s, k->tokens[i]) == 0)
			return "agent";
	return kit_second_word(answer);
}

const char *kit_second_find(const struct kit_second *k, const char *url, size_t len, struct second_entry *e)
{
	static const char *const words[] = {"scheme", "host", "port"};
	char origin[ORACLE_ORIGIN_ROOM];
	const int status = oracle_origin(url, len, origin);
	if (status != ORACLE_ORIGIN_OK)
		return words[status - ORACLE_ORIGIN_SCHEME];
	return kit_second_word(second_find(&k->s, origin, strlen(origin), e));
}

/* True for a blob of the head's dialect, for its agents or for every agent. */
static int is_of_head(const struct kit_second *k, const struct second_record *r)
{
	const int partial = r->blob[13] & 1;
	return r->blob[6] == k->s.dialect && (!partial || (k->s.nagents > 0 && r->blob[12] == match_of(&k->s)));
}

/* True if each front is what the blob gives. */
static int are_fronts_right(const struct kit_second *k, const struct second_record *r)
{
	for (uint32_t i = 0; i < k->s.nagents; i++) {
		const struct second_front has = second_front(r, i);
		struct second_front gives = {0, 0, 0};
		uint32_t len;
		const char *agent = second_agent(&k->s, i, &len);
		if (!second_select(r->blob, r->blob_len, agent, len, &gives) || has.policy != gives.policy ||
		    has.entry != gives.entry || has.selected != gives.selected)
			return 0;
	}
	return 1;
}

static const char *check_blob(const struct kit_second *k, const struct second_record *r, const char *url, size_t len, int *verdict,
                              const char **selected)
{
	static const char *const words[] = {"none", "star", "token"};
	struct decode_blob b;
	uint32_t policy, entry;
	const char *status = "damaged";
	if (decode_open(&b, r->blob, r->blob_len) == DECODE_OK && (k->s.trust != SECOND_FORGED || are_fronts_right(k, r))) {
		status = "agent";
		if (decode_select(&b, k->tokens, k->ntokens, &policy) && decode_entry(&b, k->tokens, k->ntokens, &entry)) {
			const size_t cut = decode_cut(&b, url, len);
			status = "ok";
			*verdict = decode_check(&b, policy, url + cut, len - cut);
			*selected = words[entry && b.names[entry - 1].policy & 1 ? 2 : policy != 0];
		}
	}
	decode_close(&b);
	return status;
}

const char *kit_second_check(const struct kit_second *k, const char *url, size_t len, int *verdict, const char **selected)
{
	struct second_entry e;
	struct second_record r;
	const char *status = kit_second_find(k, url, len, &e);
	if (strcmp(status, "ok") != 0)
		return status;
	if (second_record(&k->s, &e, &r) != SECOND_OK || (k->s.trust != SECOND_KNOWN && !is_of_head(k, &r)))
		return "damaged";
	return check_blob(k, &r, url, len, verdict, selected);
}
