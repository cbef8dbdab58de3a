/* delay_command.c - ROBOTS.DELAY: the pause between two fetches.  docs/extensions.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "read_cost.h"
#include "read_job.h"

/* Opening the lines, in nanoseconds an octet. */
#define COST_LINES 4u

static void run(struct job *job)
{
	struct read_job *const r = (struct read_job *)job;
	if (redis_read_select(r, true))
		(void)robotsc_next_fetch(&r->ext, &r->group, r->at, ROBOTSC_NEVER, 0, &r->pace);
}

static int reply(struct module_ctx *ctx, struct job *job)
{
	static const char *const reasons[] = {"none", "crawl-delay", "request-rate"};
	const struct read_job *const r = (const struct read_job *)job;
	if (r->error)
		return redis.ReplyWithError(ctx, r->error);
	redis.ReplyWithMap(ctx, 2);
	redis_reply_number(ctx, "pause", r->pace.pause);
	redis_reply_text(ctx, "reason", reasons[r->pace.reason <= ROBOTSC_PACE_REQUEST_RATE ? r->pace.reason : 0]);
	return MODULE_OK;
}

int redis_cmd_delay(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	struct command_args args = {argv, argc, 2, NULL};
	struct policy_view view;
	struct module_key *key;
	struct robot robot;
	struct read_job *r;
	int64_t expires;
	uint64_t cost;
	if (argc < 4)
		return redis.WrongArity(ctx);
	redis_arg_robot(&args, &robot);
	if (!args.error && args.at < argc)
		args.error = "nothing is due after the robot";
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
	/* A line with a time of day takes a step for each minute of the day. */
	cost = r->view.rules ? 100 * (uint64_t)COST_LINES * r->view.rules->extensions : 0;
	return redis_read_start(ctx, r, cost + redis_cost_robot(r->view.rules, &robot));
}
