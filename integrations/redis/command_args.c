/* command_args.c - see command_args.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "command_args.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "robotsc/inspect.h"

#define TRIMMED 16384u /* octets; Redis trims arguments from 32,768 octets on */

struct robotsc_text redis_text(const struct module_string *string)
{
	struct robotsc_text text;
	text.at = redis.StringPtrLen(string, &text.len);
	return text;
}

struct module_string **redis_args_hold(struct module_string **argv, int argc)
{
	struct module_string **const held = redis.Alloc((size_t)argc * sizeof(struct module_string *));
	for (int i = 0; i < argc; i++) {
		held[i] = argv[i];
		if (redis_text(argv[i]).len >= TRIMMED)
			redis.TrimStringAllocation(argv[i]);
		redis.RetainString(NULL, argv[i]);
	}
	return held;
}

void redis_args_drop(struct module_string **held, int n)
{
	for (int i = 0; i < n; i++)
		redis.FreeString(NULL, held[i]);
	redis.Free(held);
}

bool redis_arg_is(struct command_args *args, const char *word)
{
	struct robotsc_text text;
	if (args->error || args->at >= args->argc)
		return false;
	text = redis_text(args->argv[args->at]);
	if (text.len != strlen(word) || strncasecmp(text.at, word, text.len) != 0)
		return false;
	args->at++;
	return true;
}

struct robotsc_text redis_arg(struct command_args *args, const char *error)
{
	if (!args->error && args->at < args->argc)
		return redis_text(args->argv[args->at++]);
	if (!args->error)
		args->error = error;
	return (struct robotsc_text){"", 0};
}

long long redis_arg_number(struct command_args *args, long long low, long long high, const char *error)
{
	long long number = low;
	if (!args->error && (args->at >= args->argc || redis.StringToLongLong(args->argv[args->at], &number) != MODULE_OK ||
	                     number < low || number > high))
		args->error = error;
	args->at++;
	return args->error ? low : number;
}

bool redis_arg_expires(struct command_args *args, int64_t now, int64_t *expires)
{
	const int64_t before = *expires;
	if (redis_arg_is(args, "EX"))
		*expires = now + 1000 * redis_arg_number(args, 1, 1ll << 32, "after EX a number of seconds from 1 to 2^32 is due");
	else if (redis_arg_is(args, "PXAT"))
		*expires = redis_arg_number(args, 1, VALUE_TIME_MAX,
		                            "after PXAT a time is due, in milliseconds since 1970, up to 2^53");
	else
		return false;
	if (before && !args->error)
		args->error = "EX and PXAT stand once, and one of them only";
	return true;
}

bool redis_arg_dialect(struct command_args *args, enum robotsc_dialect *dialect)
{
	struct robotsc_text name;
	char word[16] = "";
	if (!redis_arg_is(args, "DIALECT"))
		return false;
	name = redis_arg(args, "");
	if (name.len < sizeof word)
		memcpy(word, name.at, name.len);
	if (strlen(word) != name.len || robotsc_dialect_by_name(word, dialect) != ROBOTSC_OK)
		args->error = "after DIALECT one of rfc9309, google, nexor1994, koster1996 and conner2 is due";
	return true;
}

bool redis_arg_agents(struct command_args *args, struct robotsc_text agents[AGENTS_MAX], size_t *n)
{
	if (!redis_arg_is(args, "AGENTS"))
		return false;
	*n = (size_t)redis_arg_number(args, 1, AGENTS_MAX, "after AGENTS the number of agents is due, from 1 to 64");
	for (size_t i = 0; i < *n; i++) {
		agents[i] = redis_arg(args, "there are fewer agents than the number after AGENTS says");
		if (agents[i].len > AGENT_OCTETS_MAX)
			args->error = "an agent has more than 1024 octets";
	}
	return true;
}

/* ---- robots ------------------------------------------------------------------------- */

static bool is_blank(struct robotsc_text text)
{
	while (text.len > 0 && (text.at[text.len - 1] == ' ' || text.at[text.len - 1] == '\t'))
		text.len--;
	return text.len == 0;
}

void redis_arg_robot(struct command_args *args, struct robot *robot)
{
	robot->by_header = redis_arg_is(args, "HEADER");
	robot->n = 0;
	if (!robot->by_header) {
		if (!redis_arg_agents(args, robot->agents, &robot->n) && !args->error)
			args->error = "after the key AGENTS or HEADER is due";
		return;
	}
	robot->header = redis_arg(args, "after HEADER the value of a User-Agent header is due");
	if (!args->error && is_blank(robot->header))
		args->error = "the header is empty: to ask for a robot without a name, give AGENTS one that no file names";
	if (robot->header.len > HEADER_OCTETS_MAX)
		args->error = "the header has more than 8192 octets";
}

static bool is_partial(const struct robotsc_blob *blob)
{
	struct robotsc_info info;
	robotsc_blob_info(blob, &info);
	return info.partial;
}

const char *redis_select(const struct robot *robot, const struct robotsc_blob *blob, enum robotsc_dialect dialect,
                         struct robotsc_group *group)
{
	struct robotsc_text found[8];
	const struct robotsc_text *agents = robot->agents;
	size_t n = robot->n;
	if (robot->by_header) {
		agents = found;
		n = robotsc_header_tokens(blob, robot->header.at, robot->header.len, found, 8);
		if (n == 0 && is_partial(blob))
			return "ERR the policy was compiled for a list of agents, and the header names none of them";
	}
	for (size_t i = 0; i < robot->n; i++)
		if (!robotsc_is_token(dialect, agents[i].at, agents[i].len))
			return "ERR an agent is no product token: give a whole User-Agent header with HEADER";
	if (robotsc_select(blob, agents, n, group) != ROBOTSC_OK)
		return "ERR the policy was compiled for a list of agents that lacks this one";
	return NULL;
}

/* ---- origins ------------------------------------------------------------------------ */

/* The text in the first braces of a key, as Redis Cluster reads them; empty: none. */
static struct robotsc_text hash_tag(struct robotsc_text key)
{
	const char *open = memchr(key.at, '{', key.len), *close;
	if (!open)
		return (struct robotsc_text){"", 0};
	open++;
	close = memchr(open, '}', key.len - (size_t)(open - key.at));
	return (struct robotsc_text){open, close ? (size_t)(close - open) : 0};
}

const char *redis_find_origin(struct robotsc_text given, struct robotsc_text key, const struct policy_value *value,
                              char out[ROBOTSC_ORIGIN_MAX], size_t *len)
{
	const struct robotsc_text tag = hash_tag(key);
	if (given.at) {
		if (robotsc_origin(given.at, given.len, out, ROBOTSC_ORIGIN_MAX, len) == ROBOTSC_OK)
			return NULL;
		return "after ORIGIN a URL of http, https or ftp is due";
	}
	if (tag.len && robotsc_origin(tag.at, tag.len, out, ROBOTSC_ORIGIN_MAX, len) == ROBOTSC_OK)
		return NULL;
	if (!value || !value->origin_len)
		return "the key has no origin in braces, as in robots:{https://example.com}: say which with ORIGIN";
	*len = value->origin_len;
	memcpy(out, value->origin, *len);
	return NULL;
}

int redis_argument_error(struct module_ctx *ctx, const char *sentence)
{
	char line[200];
	snprintf(line, sizeof line, "ERR %s", sentence);
	return redis.ReplyWithError(ctx, line);
}
