/* extension_commands.c - ROBOTS.USAGE, DELAY, NEXT and RECORDS: what a policy says beside Allow and
 * Disallow.  docs/extensions.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "read_cost.h"
#include "read_job.h"

#define LINES_MAX 1000u

/* Opening the lines, in nanoseconds an octet; and a step for each of them. */
#define COST_LINES 4u

void redis_reply_text(struct module_ctx *ctx, const char *name, const char *text)
{
	redis.ReplyWithCString(ctx, name);
	redis.ReplyWithCString(ctx, text);
}

void redis_reply_number(struct module_ctx *ctx, const char *name, long long number)
{
	redis.ReplyWithCString(ctx, name);
	redis.ReplyWithLongLong(ctx, number);
}

static uint64_t cost_of_lines(const struct policy_view *view)
{
	return view->rules ? (uint64_t)COST_LINES * view->rules->extensions : 0;
}

/* Open the key, and make a job of the command.  NULL after a reply: to a command without a policy
 * that is n nulls, or one where n is 0. */
static struct read_job *begin(struct module_ctx *ctx, struct command_args *args, const struct robot *robot, int n)
{
	struct policy_view view;
	struct module_key *key;
	struct read_job *r;
	int64_t expires;
	if (args->error) {
		redis_argument_error(ctx, args->error);
		return NULL;
	}
	switch (redis_view_open(ctx, args->argv[1], &view, &key, &expires)) {
	case VIEW_REPLIED:
		return NULL;
	case VIEW_NONE:
		redis.CloseKey(key);
		if (n)
			redis.ReplyWithArray(ctx, n);
		for (int i = 0; i < (n ? n : 1); i++)
			redis.ReplyWithNull(ctx);
		return NULL;
	case VIEW_FOUND:
		break;
	}
	r = redis_read_new(args->argv, args->argc, &view);
	redis.CloseKey(key);
	r->robot = *robot;
	r->any_robot = robot->n == 0 && !robot->by_header;
	return r;
}

static bool reply_error(struct module_ctx *ctx, const struct read_job *r)
{
	if (r->error)
		redis.ReplyWithError(ctx, r->error);
	return r->error != NULL;
}

/* ---- USAGE --------------------------------------------------------------------------------- */

/* A URL is looked for among the rules and among the lines of each label.  All are machines. */
static uint64_t cost_of_usage(const struct shared_blob *rules, size_t len)
{
	struct shared_blob all;
	if (!rules || rules->extensions == 0)
		return redis_cost_url(rules, len);
	all = (struct shared_blob){.globs = rules->machines, .compiled = rules->compiled, .dialect = rules->dialect};
	return redis_cost_url(&all, len);
}

static void run_usage(struct job *job)
{
	struct read_job *const r = (struct read_job *)job;
	uint64_t left = COST_TOO_MUCH;
	if (!redis_read_select(r, true))
		return;
	for (int i = 0; i < r->nurls; i++) {
		const struct robotsc_text url = redis_text(r->held[r->first + i]);
		const uint64_t cost = cost_of_usage(r->view.rules, url.len);
		r->answers[i] = cost > left ? ANSWER_BUSY : -1;
		left -= cost > left ? 0 : cost;
		if (r->answers[i] == -1 && redis_view_has(&r->view, url)) {
			r->answers[i] = robotsc_check_url(&r->group, url.at, url.len) == ROBOTSC_ALLOW;
			(void)robotsc_check_usage(&r->ext, &r->group, url.at, url.len, &r->usages[i]);
		}
	}
}

static void reply_usage_of(struct module_ctx *ctx, const struct read_job *r, const struct robotsc_usage *usage)
{
	struct robotsc_label label;
	char name[128];
	long n = 0;
	for (uint32_t i = 0; robotsc_label_at(&r->ext, i, &label); i++)
		n += usage->preferences[i] != ROBOTSC_UNSTATED;
	redis.ReplyWithMap(ctx, n);
	for (uint32_t i = 0; robotsc_label_at(&r->ext, i, &label); i++) {
		const struct robotsc_text value = robotsc_label_value(&r->ext, i, usage->preferences[i]);
		int len;
		if (usage->preferences[i] == ROBOTSC_UNSTATED)
			continue;
		len = snprintf(name, sizeof name, "%s:%.*s", robotsc_field_name(label.field),
		               (int)(label.name.len < 64 ? label.name.len : 64), label.name.at);
		redis.ReplyWithStringBuffer(ctx, name, (size_t)len);
		redis.ReplyWithStringBuffer(ctx, value.at, value.len);
	}
}

static int reply_usage(struct module_ctx *ctx, struct job *job)
{
	struct read_job *const r = (struct read_job *)job;
	if (reply_error(ctx, r))
		return MODULE_OK;
	redis.ReplyWithArray(ctx, r->nurls);
	for (int i = 0; i < r->nurls; i++) {
		if (r->answers[i] == ANSWER_BUSY) {
			redis.ReplyWithError(ctx, "BUSY this URL takes too long to be answered");
		} else if (r->answers[i] < 0) {
			redis.ReplyWithLongLong(ctx, -1);
		} else {
			redis.ReplyWithArray(ctx, 2);
			redis.ReplyWithLongLong(ctx, r->answers[i]);
			reply_usage_of(ctx, r, &r->usages[i]);
		}
	}
	return MODULE_OK;
}

int redis_cmd_usage(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	struct command_args args = {argv, argc, 2, NULL};
	struct robot robot;
	struct read_job *r;
	uint64_t cost;
	if (argc < 6)
		return redis.WrongArity(ctx);
	if (!redis_arg_robot(&args, &robot) && !args.error)
		args.error = "after the key AGENTS or HEADER is due";
	if (!args.error && (!redis_arg_is(&args, "URLS") || args.at == argc))
		args.error = "after the robot URLS and at least one URL are due";
	if (!args.error && argc - args.at > URLS_MAX / 4)
		args.error = "one command takes 1024 URLs at most";
	r = begin(ctx, &args, &robot, argc - args.at);
	if (!r)
		return MODULE_OK;
	r->job.run = run_usage;
	r->job.answer = reply_usage;
	r->first = args.at;
	r->nurls = argc - args.at;
	r->answers = redis.Alloc((size_t)r->nurls);
	r->usages = redis.Alloc((size_t)r->nurls * sizeof *r->usages);
	cost = cost_of_lines(&r->view) + redis_cost_robot(r->view.rules, &robot);
	for (int i = args.at; i < argc; i++)
		cost += 4 * cost_of_usage(r->view.rules, redis_text(argv[i]).len);
	return redis_read_start(ctx, r, cost);
}

/* ---- DELAY and NEXT ------------------------------------------------------------------------ */

static void run_pace(struct job *job)
{
	struct read_job *const r = (struct read_job *)job;
	if (redis_read_select(r, true))
		r->next = robotsc_next_fetch(&r->ext, &r->group, r->at, r->last, r->took, &r->pace);
}

static int reply_pace(struct module_ctx *ctx, struct job *job)
{
	static const char *const reasons[] = {"none", "crawl-delay", "request-rate"};
	struct read_job *const r = (struct read_job *)job;
	if (reply_error(ctx, r))
		return MODULE_OK;
	redis.ReplyWithMap(ctx, r->is_next ? 4 : 2);
	if (r->is_next)
		redis_reply_number(ctx, "at", r->next);
	redis_reply_number(ctx, "pause", r->pace.pause);
	redis_reply_text(ctx, "reason", reasons[r->pace.reason <= ROBOTSC_PACE_REQUEST_RATE ? r->pace.reason : 0]);
	if (r->is_next)
		redis_reply_number(ctx, "shut", r->pace.shut);
	return MODULE_OK;
}

static void read_times(struct command_args *args, struct read_job *times)
{
	static const char error[] = "after AT, LAST and TOOK a number of milliseconds is due, up to 2^53";
	while (!args->error && args->at < args->argc) {
		if (redis_arg_is(args, "AT"))
			times->at = redis_arg_number(args, 0, VALUE_TIME_MAX, error);
		else if (redis_arg_is(args, "LAST"))
			times->last = redis_arg_number(args, 0, VALUE_TIME_MAX, error);
		else if (redis_arg_is(args, "TOOK"))
			times->took = redis_arg_number(args, 0, VALUE_TIME_MAX, error);
		else
			args->error = "after the robot AT, LAST or TOOK is due";
	}
}

static int pace(struct module_ctx *ctx, struct module_string **argv, int argc, bool is_next)
{
	struct command_args args = {argv, argc, 2, NULL};
	struct read_job times = {.at = redis.Milliseconds(), .last = ROBOTSC_NEVER};
	struct robot robot;
	struct read_job *r;
	if (argc < 4)
		return redis.WrongArity(ctx);
	if (!redis_arg_robot(&args, &robot) && !args.error)
		args.error = "after the key AGENTS or HEADER is due";
	if (is_next)
		read_times(&args, &times);
	else if (!args.error && args.at < argc)
		args.error = "nothing is due after the robot";
	r = begin(ctx, &args, &robot, 0);
	if (!r)
		return MODULE_OK;
	r->job.run = run_pace;
	r->job.answer = reply_pace;
	r->at = times.at;
	r->last = times.last;
	r->took = times.took;
	r->is_next = is_next;
	/* A line with a time of day takes a step for each minute of the day. */
	return redis_read_start(ctx, r, 100 * cost_of_lines(&r->view) + redis_cost_robot(r->view.rules, &robot));
}

int redis_cmd_delay(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	return pace(ctx, argv, argc, false);
}

int redis_cmd_next(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	return pace(ctx, argv, argc, true);
}

/* ---- RECORDS -------------------------------------------------------------------------------- */

static void run_records(struct job *job)
{
	struct read_job *const r = (struct read_job *)job;
	struct robotsc_lines lines;
	size_t skip = r->from;
	if (!redis_read_select(r, true))
		return;
	robotsc_begin_lines(&r->ext, r->any_robot ? NULL : &r->group, &lines);
	while (r->nlines < r->count && robotsc_next_line(&lines, &r->lines[r->nlines])) {
		if (skip > 0)
			skip--;
		else
			r->nlines++;
	}
}

static int reply_records(struct module_ctx *ctx, struct job *job)
{
	struct read_job *const r = (struct read_job *)job;
	if (reply_error(ctx, r))
		return MODULE_OK;
	redis.ReplyWithArray(ctx, (long)r->nlines);
	for (size_t i = 0; i < r->nlines; i++) {
		const struct robotsc_line *const line = &r->lines[i];
		const char *const name = robotsc_field_name(line->field);
		redis.ReplyWithArray(ctx, 3);
		redis.ReplyWithLongLong(ctx, line->line);
		redis.ReplyWithStringBuffer(ctx, name ? name : line->name.at, name ? strlen(name) : line->name.len);
		redis.ReplyWithStringBuffer(ctx, line->value.at, line->value.len);
	}
	return MODULE_OK;
}

int redis_cmd_records(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	struct command_args args = {argv, argc, 2, NULL};
	struct robot robot = {.n = 0};
	struct read_job *r;
	size_t from = 0, count = LINES_MAX;
	if (argc < 2)
		return redis.WrongArity(ctx);
	(void)redis_arg_robot(&args, &robot);
	if (redis_arg_is(&args, "LIMIT")) {
		from = (size_t)redis_arg_number(&args, 0, UINT32_MAX, "after LIMIT the first line is due, and how many");
		count = (size_t)redis_arg_number(&args, 1, LINES_MAX, "after LIMIT the first line is due, and up to 1000 lines");
	}
	if (!args.error && args.at < argc)
		args.error = "after the key AGENTS, HEADER or LIMIT is due";
	r = begin(ctx, &args, &robot, 0);
	if (!r)
		return MODULE_OK;
	r->job.run = run_records;
	r->job.answer = reply_records;
	r->from = from;
	r->count = count;
	r->lines = redis.Alloc(count * sizeof *r->lines);
	return redis_read_start(ctx, r, cost_of_lines(&r->view) + redis_cost_robot(r->view.rules, &robot));
}
