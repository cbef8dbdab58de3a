/* check_command.c - ROBOTS.CHECK.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"
#include "read_job.h"

static int8_t answer_url(const struct policy_view *view, const struct robotsc_group *group, struct robotsc_text url)
{
	if (!redis_view_has(view, url))
		return -1;
	return robotsc_check_url(group, url.at, url.len) == ROBOTSC_ALLOW;
}

static void reply_answer(struct module_ctx *ctx, int8_t answer)
{
	if (answer == ANSWER_BUSY)
		redis.ReplyWithError(ctx, "BUSY this URL takes too long to be answered here");
	else
		redis.ReplyWithLongLong(ctx, answer);
}

static int reply_nothing(struct module_ctx *ctx, int n)
{
	redis.ReplyWithArray(ctx, n);
	for (int i = 0; i < n; i++)
		redis.ReplyWithNull(ctx);
	return MODULE_OK;
}

/* Answer on the server's thread; BUSY for each URL that exceeds what is left of the budget. */
static int answer_here(struct module_ctx *ctx, const struct policy_view *view, const struct robot *robot,
                       struct module_string **urls, int n)
{
	uint64_t left = COST_BUDGET;
	struct robotsc_group group;
	const char *const error = redis_select(robot, &view->blob, view->dialect, &group);
	if (error)
		return redis.ReplyWithError(ctx, error);
	redis.ReplyWithArray(ctx, n);
	for (int i = 0; i < n; i++) {
		const struct robotsc_text url = redis_text(urls[i]);
		const uint64_t cost = redis_cost_url(view->rules, url.len);
		reply_answer(ctx, cost > left ? ANSWER_BUSY : answer_url(view, &group, url));
		left -= cost > left ? 0 : cost;
	}
	return MODULE_OK;
}

/* ---- on another thread ------------------------------------------------------------------ */

static void run(struct job *job)
{
	struct read_job *const r = (struct read_job *)job;
	uint64_t left = COST_TOO_MUCH;
	if (!redis_read_select(r, false))
		return;
	for (int i = 0; i < r->nurls; i++) {
		const struct robotsc_text url = redis_text(r->held[r->first + i]);
		const uint64_t cost = redis_cost_url(r->view.rules, url.len);
		r->answers[i] = cost > left ? ANSWER_BUSY : answer_url(&r->view, &r->group, url);
		left -= cost > left ? 0 : cost;
	}
}

static int reply(struct module_ctx *ctx, struct job *job)
{
	struct read_job *const r = (struct read_job *)job;
	if (r->error)
		return redis.ReplyWithError(ctx, r->error);
	redis.ReplyWithArray(ctx, r->nurls);
	for (int i = 0; i < r->nurls; i++)
		reply_answer(ctx, r->answers[i]);
	return MODULE_OK;
}

static int answer_later(struct module_ctx *ctx, const struct policy_view *view, const struct robot *robot,
                        const struct command_args *args)
{
	struct read_job *const r = redis_read_new(args->argv, args->argc, view);
	r->job.run = run;
	r->job.answer = reply;
	r->robot = *robot;
	r->first = args->at;
	r->nurls = args->argc - args->at;
	r->answers = redis.Alloc((size_t)r->nurls);
	redis_jobs_add(ctx, &r->job);
	return MODULE_OK;
}

int redis_cmd_check(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	struct command_args args = {argv, argc, 2, NULL};
	struct policy_view view;
	struct module_key *key;
	struct robot robot;
	int64_t expires;
	uint64_t cost;
	int n;
	if (argc < 6)
		return redis.WrongArity(ctx);
	redis_arg_robot(&args, &robot);
	if (!args.error && (!redis_arg_is(&args, "URLS") || args.at == argc))
		args.error = "after the robot URLS and at least one URL are due";
	n = argc - args.at;
	if (!args.error && n > URLS_MAX)
		args.error = "one command takes 4096 URLs at most";
	if (args.error)
		return redis_argument_error(ctx, args.error);
	switch (redis_view_open(ctx, argv[1], &view, &key, &expires)) {
	case VIEW_REPLIED:
		return MODULE_OK;
	case VIEW_NONE:
		redis.CloseKey(key);
		return reply_nothing(ctx, n);
	case VIEW_FOUND:
		break;
	}
	cost = redis_cost_robot(view.rules, &robot);
	if (cost > COST_BUDGET && !redis_may_wait(ctx)) {
		redis.CloseKey(key);
		return redis.ReplyWithError(ctx,
		                            "BUSY to find the robot of this header takes longer than the server may wait here");
	}
	for (int i = args.at; i < argc; i++)
		cost += redis_cost_url(view.rules, redis_text(argv[i]).len);
	if (cost > COST_BUDGET && redis_may_wait(ctx))
		answer_later(ctx, &view, &robot, &args);
	else
		answer_here(ctx, &view, &robot, argv + args.at, n);
	redis.CloseKey(key);
	return MODULE_OK;
}
