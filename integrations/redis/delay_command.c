/* delay_command.c - ROBOTS.DELAY: the pause between two fetches.  docs/extensions.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "read_job.h"

/* Cost of opening the lines beside rules, in nanoseconds an octet. */
#define COST_LINES 4u

static void run(struct job *job)
{
	struct read_job *const r = (struct read_job *)job;
	if (redis_read_select(r, true))
		(void)robotsc_next_fetch_within(&r->ext, &r->group, r->at, ROBOTSC_NEVER, 0, r->at_least, r->at_most, &r->pace);
}

static int reply(struct module_ctx *ctx, struct job *job)
{
	static const char *const reasons[] = {"none", "crawl-delay", "request-rate"};
	static const char *const cuts[] = {"none", "at-least", "at-most"};
	const struct read_job *const r = (const struct read_job *)job;
	if (r->error)
		return redis.ReplyWithError(ctx, r->error);
	redis.ReplyWithMap(ctx, 2 + r->bounded);
	redis_reply_number(ctx, "pause", r->pace.pause);
	redis_reply_text(ctx, "reason", reasons[r->pace.reason <= ROBOTSC_PACE_REQUEST_RATE ? r->pace.reason : 0]);
	if (r->bounded)
		redis_reply_text(ctx, "cut", cuts[r->pace.cut]);
	return MODULE_OK;
}

static void take_bounds(struct command_args *args, int64_t *at_least, int64_t *at_most)
{
	static const char due[] = "after ATLEAST and ATMOST milliseconds are due, up to 2^53; ATMOST may not be less";
	if (redis_arg_is(args, "ATLEAST"))
		*at_least = redis_arg_number(args, 0, VALUE_TIME_MAX, due);
	if (redis_arg_is(args, "ATMOST"))
		*at_most = redis_arg_number(args, *at_least, VALUE_TIME_MAX, due);
	if (!args->error && args->at < args->argc)
		args->error = "after the robot ATLEAST and then ATMOST may stand";
}

int redis_cmd_delay(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	struct command_args args = {argv, argc, 2, NULL};
	struct policy_view view;
	struct module_key *key;
	struct robot robot;
	struct read_job *r;
	int64_t expires, at_least = 0, at_most = INT64_MAX;
	uint64_t cost;
	if (argc < 4)
		return redis.WrongArity(ctx);
	redis_arg_robot(&args, &robot);
	take_bounds(&args, &at_least, &at_most);
	if (args.error)
		return redis_argument_error(ctx, args.error);
	if (!redis_view_or_null(ctx, argv[1], &view, &key, &expires))
		return MODULE_OK;
	r = redis_read_new(argv, argc, &view);
	redis.CloseKey(key);
	r->robot = robot;
	r->job.run = run;
	r->job.answer = reply;
	r->at = redis.Milliseconds();
	r->at_least = at_least;
	r->at_most = at_most;
	r->bounded = at_least > 0 || at_most < INT64_MAX;
	/* A line with a time of day may take a step for each minute of the day. */
	cost = r->view.rules ? 100 * (uint64_t)COST_LINES * r->view.rules->extensions : 0;
	return redis_read_start(ctx, r, cost + redis_cost_robot(r->view.rules, &robot));
}
