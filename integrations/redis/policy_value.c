/* policy_value.c - see policy_value.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "policy_value.h"

#include <string.h>

#include "module_api.h"

struct policy_value *redis_value_new(const char *origin, size_t len)
{
	struct policy_value *value = redis.Alloc(sizeof *value + len);
	memset(value, 0, sizeof *value);
	value->origin_len = (uint16_t)len;
	if (len)
		memcpy(value->origin, origin, len);
	return value;
}

struct policy_value *redis_value_copy(const struct policy_value *value, const char *origin, size_t len)
{
	struct policy_value *copy = redis_value_new(origin ? origin : value->origin, origin ? len : value->origin_len);
	const uint16_t origin_len = copy->origin_len;
	memcpy(copy, value, offsetof(struct policy_value, origin));
	copy->origin_len = origin_len;
	redis_blob_hold(copy->rules);
	return copy;
}

void redis_value_free(struct policy_value *value)
{
	if (!value)
		return;
	redis_blob_drop(value->rules);
	redis.Free(value);
}

int64_t redis_value_seconds(int64_t time)
{
	return time < 0 ? 0 : time > VALUE_TIME_MAX / 1000 ? VALUE_TIME_MAX / 1000 : time;
}

void redis_value_decide(struct policy_value *value, const struct robotsc_decision *d)
{
	value->known = 1;
	value->outcome = d->outcome;
	value->row = d->row;
	value->end = d->end;
	value->profile = d->profile;
	value->status = d->status;
	value->revalidate = d->revalidate;
	value->fetched = redis_value_seconds(d->fetched);
	value->expires = 1000 * redis_value_seconds(d->expires);
	/* Redis takes an expiry of 0 as none. */
	if (value->expires == 0)
		value->expires = 1;
}

int redis_value_fresh(const struct policy_value *value, int64_t now)
{
	return value->known && now < value->expires && !value->revalidate && value->outcome != ROBOTSC_OUTCOME_DEFER;
}

const void *redis_value_blob(const struct policy_value *value, size_t *len)
{
	switch (value->outcome) {
	case ROBOTSC_OUTCOME_ALLOW:
		return robotsc_constant_blob((enum robotsc_dialect)value->dialect, ROBOTSC_ALLOW, len);
	case ROBOTSC_OUTCOME_DENY:
	case ROBOTSC_OUTCOME_DEFER:
		return robotsc_constant_blob((enum robotsc_dialect)value->dialect, ROBOTSC_DISALLOW, len);
	default:
		*len = value->rules->len;
		return value->rules->opaque ? NULL : value->rules->bytes;
	}
}

/* ---- as octets ------------------------------------------------------------------ */

#define LAYOUT 1
#define HEAD 64 /* octets before the origin */

/* Bits of the second octet. */
#define HAS_KNOWN 1
#define HAS_REVALIDATE 2
#define HAS_COMPILED 4
#define HAS_CLAIM 8 /* 0.1 had claims, and refuses a value without a fetch that lacks this bit */

static void put(uint8_t *to, uint64_t value, unsigned octets)
{
	for (unsigned i = 0; i < octets; i++)
		to[i] = (uint8_t)(value >> 8 * i);
}

static uint64_t get(const uint8_t *from, unsigned octets)
{
	uint64_t value = 0;
	for (unsigned i = 0; i < octets; i++)
		value |= (uint64_t)from[i] << 8 * i;
	return value;
}

uint8_t *redis_value_octets(const struct policy_value *value, size_t *len)
{
	const uint32_t blob_len = value->rules ? value->rules->len : 0;
	uint8_t *out;
	*len = HEAD + value->origin_len + (size_t)blob_len;
	out = redis.Alloc(*len);
	out[0] = LAYOUT;
	out[1] = (uint8_t)((value->known ? HAS_KNOWN : HAS_CLAIM) | (value->revalidate ? HAS_REVALIDATE : 0) |
	                   (value->rules && value->rules->compiled ? HAS_COMPILED : 0));
	out[2] = value->outcome;
	out[3] = value->row;
	out[4] = value->end;
	out[5] = value->profile;
	out[6] = value->dialect;
	out[7] = 0;
	put(out + 8, value->status, 2);
	put(out + 10, value->origin_len, 2);
	put(out + 12, blob_len, 4);
	put(out + 16, (uint64_t)value->expires, 8);
	put(out + 24, (uint64_t)value->fetched, 8);
	put(out + 32, (uint64_t)value->since, 8);
	put(out + 40, (uint64_t)value->failed, 8);
	memset(out + 48, 0, 16);
	if (value->origin_len)
		memcpy(out + HEAD, value->origin, value->origin_len);
	if (blob_len)
		memcpy(out + HEAD + value->origin_len, value->rules->bytes, blob_len);
	return out;
}

/* True for an origin as robotsc_origin writes it; without a fetch (known 0) it may be empty. */
static int is_origin(const char *origin, size_t len, int known)
{
	char out[ROBOTSC_ORIGIN_MAX];
	size_t out_len;
	if (len == 0)
		return !known;
	return robotsc_origin(origin, len, out, sizeof out, &out_len) == ROBOTSC_OK && out_len == len &&
	       memcmp(out, origin, len) == 0;
}

static int is_time(const uint8_t *at)
{
	return get(at, 8) <= (uint64_t)VALUE_TIME_MAX;
}

/* Whether the head is consistent: all enumerators are known, all times in range. */
static int head_is_good(const uint8_t *head)
{
	const unsigned has = head[1];
	const int rules = get(head + 12, 4) != 0;
	if (head[0] != LAYOUT || has > 15 || head[7] != 0 || (!rules && (has & HAS_COMPILED)))
		return 0;
	if (head[2] > ROBOTSC_OUTCOME_CACHED || head[3] > ROBOTSC_ROW_MALFORMED || head[4] > ROBOTSC_END_NO_LOCATION ||
	    head[5] > ROBOTSC_PROFILE_DRAFT2019 || head[6] > ROBOTSC_CONNER2)
		return 0;
	for (unsigned at = 16; at <= 40; at += 8)
		if (!is_time(head + at))
			return 0;
	if (has & HAS_CLAIM ? !is_time(head + 56) : get(head + 48, 8) || get(head + 56, 8))
		return 0;
	/* Only a fetch brings rules, and the outcomes PARSE and CACHED need rules. */
	if (!(has & HAS_KNOWN))
		return !rules && (has & HAS_CLAIM) && head[2] == 0;
	return rules || (head[2] != ROBOTSC_OUTCOME_PARSE && head[2] != ROBOTSC_OUTCOME_CACHED);
}

int redis_value_says_compiled(const void *octets)
{
	return (((const uint8_t *)octets)[1] & HAS_COMPILED) != 0;
}

struct policy_value *redis_value_parse(const void *octets, size_t len, unsigned trust)
{
	const uint8_t *const head = octets;
	struct policy_value *value;
	size_t origin_len, blob_len;
	if (len < HEAD || !head_is_good(head))
		return NULL;
	origin_len = (size_t)get(head + 10, 2);
	blob_len = (size_t)get(head + 12, 4);
	if (len - HEAD < origin_len || len - HEAD - origin_len != blob_len ||
	    !is_origin((const char *)head + HEAD, origin_len, head[1] & HAS_KNOWN))
		return NULL;
	if (!(head[1] & HAS_COMPILED))
		trust &= ~(unsigned)REDIS_COMPILED;
	value = redis_value_new((const char *)head + HEAD, origin_len);
	if (blob_len && redis_blob_take(&value->rules, head + HEAD + origin_len, blob_len, trust) != ROBOTSC_OK) {
		redis_value_free(value);
		return NULL;
	}
	value->known = head[1] & HAS_KNOWN;
	value->revalidate = (head[1] & HAS_REVALIDATE) != 0;
	value->outcome = head[2];
	value->row = head[3];
	value->end = head[4];
	value->profile = head[5];
	value->dialect = head[6];
	value->status = (uint16_t)get(head + 8, 2);
	value->expires = (int64_t)get(head + 16, 8);
	value->fetched = (int64_t)get(head + 24, 8);
	value->since = (int64_t)get(head + 32, 8);
	value->failed = (int64_t)get(head + 40, 8);
	return value;
}
