/* write_commands.c - ROBOTS.SET, ROBOTS.LOAD, ROBOTS.STATE, and the rest of ROBOTS.CLAIM.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "commands.h"
#include "policy_key.h"
#include "robotsc/compile.h"
#include "write_job.h"

#define INLINE_OCTETS 262144u /* most octets of a blob that the server's thread verifies */

/* Read the options after the text or blob.  False after an error. */
static bool read_options(struct write_job *w, struct command_args *args, struct robotsc_text *origin)
{
	while (!args->error && args->at < args->argc) {
		if (redis_arg_is(args, "ORIGIN"))
			*origin = redis_arg(args, "after ORIGIN a URL of http, https or ftp is due");
		else if (!w->is_blob && redis_arg_is(args, "EXTENSIONS"))
			w->options.extensions = 1;
		else if (!redis_arg_expires(args, w->now, &w->expires) &&
		         (w->is_blob || (!redis_arg_dialect(args, &w->options.dialect) &&
		                         !redis_arg_agents(args, w->agents, &w->options.nagents))) &&
		         !args->error)
			args->error = w->is_blob ? "after the blob ORIGIN, EX or PXAT is due"
			                         : "after the text ORIGIN, DIALECT, AGENTS, EXTENSIONS, EX or PXAT is due";
	}
	for (size_t i = 0; i < w->options.nagents && !args->error; i++)
		if (!robotsc_is_token(w->options.dialect, w->agents[i].at, w->agents[i].len))
			args->error = "an agent is no product token of the dialect";
	return !args->error;
}

/* Find the origin, which the key's policy may tell.  MODULE_ERR: a reply was sent. */
static int prepare(struct module_ctx *ctx, struct write_job *w, struct command_args *args, struct robotsc_text origin)
{
	struct policy_value *value;
	struct module_key *key;
	if (redis_key_open(ctx, w->held[1], MODULE_READ, &key, &value) != MODULE_OK)
		return MODULE_ERR;
	args->error = redis_find_origin(origin, redis_text(w->held[1]), value, w->origin, &w->origin_len);
	redis.CloseKey(key);
	if (args->error)
		redis_argument_error(ctx, args->error);
	return args->error ? MODULE_ERR : MODULE_OK;
}

/* Give the job to a thread and watch its key, which only this, the server's thread can change. */
static int wait_for(struct module_ctx *ctx, struct write_job *w)
{
	const struct robotsc_text key = redis_text(w->held[1]);
	if (redis_jobs_add(ctx, &w->job) == MODULE_OK)
		redis_pending_add(&w->pending, redis.GetSelectedDb(ctx), key.at, key.len);
	return MODULE_OK;
}

static struct write_job *begin(struct module_ctx *ctx, struct module_string **argv, int argc, bool is_blob)
{
	struct command_args args = {argv, argc, 3, NULL};
	struct robotsc_text origin = {NULL, 0};
	struct write_job *const w = redis_write_new(argv, argc);
	w->is_blob = is_blob;
	w->source = redis_text(argv[2]);
	if (!read_options(w, &args, &origin))
		redis_argument_error(ctx, args.error);
	else if (prepare(ctx, w, &args, origin) == MODULE_OK)
		return w;
	redis_write_free(&w->job);
	return NULL;
}

int redis_cmd_set(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	struct write_job *w;
	if (argc < 3)
		return redis.WrongArity(ctx);
	if (!redis_may_wait(ctx))
		return redis.ReplyWithError(ctx, "ERR ROBOTS.SET waits for a compiler, which MULTI, scripts and some clients may "
		                                 "not: compile the text before, and use ROBOTS.LOAD");
	w = begin(ctx, argv, argc, false);
	return w ? wait_for(ctx, w) : MODULE_OK;
}

int redis_cmd_load(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	struct write_job *w;
	if (argc < 3)
		return redis.WrongArity(ctx);
	w = begin(ctx, argv, argc, true);
	if (!w)
		return MODULE_OK;
	if (w->source.len > INLINE_OCTETS && redis_may_wait(ctx))
		return wait_for(ctx, w);
	if (w->source.len > INLINE_OCTETS) {
		redis.ReplyWithError(ctx, "BUSY a blob of more than 256 KiB is verified by a thread, which MULTI, scripts and some "
		                          "clients may not wait for");
	} else {
		redis_write_run(&w->job);
		redis_write_finish(ctx, &w->job);
	}
	redis_write_free(&w->job);
	return MODULE_OK;
}

int redis_cmd_state(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	const int flags = redis.GetContextFlags(ctx);
	const bool follows = flags & (MODULE_CTX_LOADING | MODULE_CTX_REPLICATED);
	struct command_args args = {argv, argc, 3, NULL};
	struct policy_value *value, *old;
	struct robotsc_text octets;
	struct module_key *key;
	uint8_t *held;
	size_t len;
	int64_t expires = 0;
	if (argc != 3 && argc != 5)
		return redis.WrongArity(ctx);
	octets = redis_text(argv[2]);
	if (argc == 5 && redis_arg_is(&args, "PXAT"))
		expires = redis_arg_number(&args, 1, 2 * VALUE_TIME_MAX, "after PXAT a time is due, in milliseconds since 1970");
	else if (argc == 5)
		args.error = "after the octets PXAT is due";
	if (args.error)
		return redis_argument_error(ctx, args.error);
	if (redis_key_open(ctx, argv[1], MODULE_READ | MODULE_WRITE, &key, &old) != MODULE_OK)
		return MODULE_OK;
	value = redis_value_parse(octets.at, octets.len, follows ? REDIS_KEEP_ALL | REDIS_COMPILED : REDIS_NEWER);
	if (!value) {
		redis.CloseKey(key);
		return redis.ReplyWithError(ctx, "ERR these octets are no policy");
	}
	/* Pass on the value as held here: a sender may have said that a compiler made the blob. */
	held = redis_value_octets(value, &len);
	redis_key_put(ctx, key, argv[1], value, "robots.state", expires);
	redis.Replicate(ctx, "ROBOTS.STATE", argc == 5 ? "sbcl" : "sb", argv[1], held, len, "PXAT", (long long)expires);
	redis.Free(held);
	return redis.ReplyWithSimpleString(ctx, "OK");
}

/* AOFs and primaries of 0.1 send claims.  A server ends at an unknown command of an AOF. */
int redis_cmd_claim(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	(void)argv, (void)argc;
	if (redis.GetContextFlags(ctx) & (MODULE_CTX_LOADING | MODULE_CTX_REPLICATED))
		return redis.ReplyWithSimpleString(ctx, "OK");
	return redis_argument_error(ctx, "ROBOTS.CLAIM does nothing: take a lock with SET key NX PX, as docs/fleet.md shows");
}
