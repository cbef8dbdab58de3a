/* redis_module.c - the module as Redis loads it.  docs/fleet.md
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "command_args.h"
#include "commands.h"
#include "job_queue.h"
#include "pending_writes.h"
#include "policy_key.h"

#define MODULE_VERSION (10000 * ROBOTSC_VERSION_MAJOR + 100 * ROBOTSC_VERSION_MINOR + ROBOTSC_VERSION_PATCH)

/* The only name that the module exports. */
__attribute__((visibility("default"))) int RedisModule_OnLoad(struct module_ctx *ctx, struct module_string **argv, int argc);

struct settings {
	long long threads, queue, timeout, keep;
};

/* Read the arguments of the loadmodule line.  Returns NULL, or a sentence that names the error. */
static const char *read_settings(struct module_string **argv, int argc, struct settings *s)
{
	struct command_args args = {argv, argc, 0, NULL};
	*s = (struct settings){2, 1024, 10000, 2678400};
	while (!args.error && args.at < argc) {
		if (redis_arg_is(&args, "THREADS"))
			s->threads = redis_arg_number(&args, 1, 64, "THREADS is from 1 to 64");
		else if (redis_arg_is(&args, "QUEUE"))
			s->queue = redis_arg_number(&args, 1, 1000000, "QUEUE is from 1 to 1000000");
		else if (redis_arg_is(&args, "TIMEOUT"))
			s->timeout = redis_arg_number(&args, 1, 3600000, "TIMEOUT is from 1 to 3600000 milliseconds");
		else if (redis_arg_is(&args, "KEEP"))
			s->keep = redis_arg_number(&args, 0, 1ll << 32, "KEEP is from 0 to 2^32 seconds");
		else
			args.error = "there is an argument other than THREADS, QUEUE, TIMEOUT and KEEP";
	}
	return args.error;
}

int RedisModule_OnLoad(struct module_ctx *ctx, struct module_string **argv, int argc)
{
	struct settings s;
	const char *error;
	uint64_t seed;
	if (redis_api_load(ctx) != MODULE_OK)
		return MODULE_ERR;
	redis.SetModuleAttribs(ctx, "robotsc", MODULE_VERSION, MODULE_API_VERSION);
	redis.SetModuleOptions(ctx, MODULE_IO_ERRORS_HANDLED);
	error = read_settings(argv, argc, &s);
	if (error) {
		redis.Log(ctx, "warning", "robotsc: %s", error);
		return MODULE_ERR;
	}
	redis.GetRandomBytes((unsigned char *)&seed, sizeof seed);
	redis_blobs_seed(seed);
	if (redis_lines_start() != MODULE_OK || redis_type_start(ctx, s.keep) != MODULE_OK ||
	    redis_commands_start(ctx) != MODULE_OK || redis_info_start(ctx) != MODULE_OK || redis_pending_start(ctx) != MODULE_OK)
		return MODULE_ERR;
	return redis_jobs_start((unsigned)s.threads, (unsigned)s.queue, s.timeout);
}
