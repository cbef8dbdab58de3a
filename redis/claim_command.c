/* claim_command.c - ROBOTS.CLAIM: which of many crawlers fetches.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "command_args.h"
#include "commands.h"
#include "policy_key.h"

#define CLAIM_MAX 86400 /* seconds */

struct claim_args {
	int64_t now, until;
	uint64_t token;
	bool has_token;
};

static int reply(struct module_ctx *ctx, const char *word, const uint64_t *token, int64_t until)
{
	char text[17];
	redis.ReplyWithArray(ctx, 3);
	redis.ReplyWithCString(ctx, word);
	if (token) {
		snprintf(text, sizeof text, "%08lx%08lx", (unsigned long)(*token >> 32), (unsigned long)(*token & UINT32_MAX));
		redis.ReplyWithStringBuffer(ctx, text, 16);
	} else {
		redis.ReplyWithNull(ctx);
	}
	redis.ReplyWithLongLong(ctx, until);
	return MODULE_OK;
}

/* Whether the crawler need not fetch now: 1 after a reply. */
static int is_settled(struct module_ctx *ctx, const struct policy_value *value, int64_t now)
{
	size_t len;
	/* What cannot be read answers nobody. */
	if (value && redis_value_fresh(value, now) && redis_value_blob(value, &len))
		return reply(ctx, "fresh", NULL, value->expires), 1;
	if (value && value->known && value->outcome == ROBOTSC_OUTCOME_DEFER && now < value->expires)
		return reply(ctx, "wait", NULL, value->expires), 1;
	if (value && value->claim && now < value->claim->until)
		return reply(ctx, "wait", NULL, value->claim->until), 1;
	return 0;
}

/* Put the claim into the key, and tell replicas the time as it is. */
static void claim(struct module_ctx *ctx, struct module_string *name, const struct claim_args *c)
{
	struct policy_value *value, *made;
	char origin[ROBOTSC_ORIGIN_MAX];
	struct module_key *key;
	size_t len = 0;
	if (redis_key_open(ctx, name, MODULE_READ | MODULE_WRITE, &key, &value) != MODULE_OK)
		return;
	if (value) {
		const long long expires = redis.GetAbsExpire(key);
		redis_value_claim(value, c->token, c->until);
		if (expires != MODULE_NO_EXPIRE && expires < c->until)
			redis.SetAbsExpire(key, c->until);
		redis.CloseKey(key);
		redis.Replicate(ctx, "ROBOTS.CLAIM", "scll", name, "PXAT", (long long)c->until, (long long)c->token);
		return;
	}
	if (redis_find_origin((struct robotsc_text){NULL, 0}, redis_text(name), NULL, origin, &len) != NULL)
		len = 0;
	made = redis_value_new(origin, len);
	redis_value_claim(made, c->token, c->until);
	redis_key_set(ctx, key, name, made, NULL);
}

/* What replicas get: the time and the token. */
static int claim_as_told(struct module_ctx *ctx, struct module_string **argv)
{
	struct command_args args = {argv, 5, 3, NULL};
	struct claim_args c = {.has_token = true};
	const int flags = redis.GetContextFlags(ctx);
	c.until = redis_arg_number(&args, 1, VALUE_TIME_MAX, "after PXAT a time and a token are due");
	c.token = (uint64_t)redis_arg_number(&args, INT64_MIN, INT64_MAX, "after PXAT a time and a token are due");
	if (!(flags & (MODULE_CTX_LOADING | MODULE_CTX_REPLICATED)))
		args.error = "PXAT is for replicas: give ROBOTS.CLAIM a number of seconds";
	if (args.error)
		return redis_argument_error(ctx, args.error);
	claim(ctx, argv[1], &c);
	return redis.ReplyWithSimpleString(ctx, "OK");
}

int redis_cmd_claim(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	struct command_args args = {argv, argc, 2, NULL};
	struct claim_args c = {.now = redis.Milliseconds()};
	struct policy_value *value;
	struct module_key *key;
	int settled;
	if (argc == 5 && redis_arg_is(&args, "PXAT"))
		return claim_as_told(ctx, argv);
	if (argc != 3)
		return redis.WrongArity(ctx);
	c.until = c.now + 1000 * redis_arg_number(&args, 1, CLAIM_MAX, "the time of a claim is from 1 to 86400 seconds");
	if (args.error)
		return redis_argument_error(ctx, args.error);
	if (redis_key_open(ctx, argv[1], MODULE_READ, &key, &value) != MODULE_OK)
		return MODULE_OK;
	settled = is_settled(ctx, value, c.now);
	redis.CloseKey(key);
	if (settled)
		return MODULE_OK;
	redis.GetRandomBytes((unsigned char *)&c.token, sizeof c.token);
	claim(ctx, argv[1], &c);
	return reply(ctx, "token", &c.token, c.until);
}
