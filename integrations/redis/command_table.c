/* command_table.c - the commands, their flags, and their descriptions for COMMAND DOCS.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "commands.h"

#define OPT MODULE_ARG_OPTIONAL
#define MANY MODULE_ARG_MULTIPLE
#define ARG(n, kind, word, how)                                                                         \
	{                                                                                               \
		.name = (n), .type = MODULE_ARG_##kind, .key_spec = -1, .token = (word), .flags = (how) \
	}
#define PARTS(n, kind, word, how, list)                                                                                 \
	{                                                                                                               \
		.name = (n), .type = MODULE_ARG_##kind, .key_spec = -1, .token = (word), .flags = (how), .args = (list) \
	}
#define KEY                                           \
	{                                             \
		.name = "key", .type = MODULE_ARG_KEY \
	}
#define END                  \
	{                    \
		.name = NULL \
	}

static const struct module_arg agents[] = {ARG("number", INTEGER, NULL, 0), ARG("agent", STRING, NULL, MANY), END};
static const struct module_arg robot[] = {PARTS("agents", BLOCK, "AGENTS", 0, agents), ARG("header", STRING, "HEADER", 0), END};
static const struct module_arg fresh[] = {ARG("seconds", INTEGER, "EX", 0), ARG("milliseconds", TIME, "PXAT", 0), END};
static const struct module_arg ended[] = {ARG("status", INTEGER, "STATUS", 0), ARG("end", STRING, "FAILURE", 0), END};
static const struct module_arg field[] = {ARG("name", STRING, NULL, 0), ARG("value", STRING, NULL, 0), END};

#define ROBOT PARTS("robot", ONE_OF, NULL, 0, robot)
#define URLS ARG("url", STRING, "URLS", MANY)
#define ORIGIN ARG("origin", STRING, "ORIGIN", OPT)
#define DIALECT ARG("dialect", STRING, "DIALECT", OPT)
#define FRESH PARTS("fresh", ONE_OF, NULL, OPT, fresh)

static const struct module_arg set_args[] = {KEY,
                                             ARG("text", STRING, NULL, 0),
                                             ORIGIN,
                                             DIALECT,
                                             PARTS("agents", BLOCK, "AGENTS", OPT, agents),
                                             ARG("extensions", TOKEN, "EXTENSIONS", OPT),
                                             FRESH,
                                             END};
static const struct module_arg load_args[] = {KEY, ARG("blob", STRING, NULL, 0), ORIGIN, FRESH, END};
static const struct module_arg state_args[] = {KEY, ARG("octets", STRING, NULL, 0), ARG("expires", TIME, "PXAT", OPT), END};
static const struct module_arg outcome_args[] = {KEY,
                                                 PARTS("ended", ONE_OF, NULL, 0, ended),
                                                 PARTS("field", BLOCK, "FIELD", OPT | MANY | MODULE_ARG_MULTIPLE_TOKEN, field),
                                                 ARG("at", TIME, "AT", OPT),
                                                 ORIGIN,
                                                 DIALECT,
                                                 ARG("profile", STRING, "PROFILE", OPT),
                                                 ARG("redirects", INTEGER, "REDIRECTS", OPT),
                                                 ARG("refused", TOKEN, "REFUSED", OPT),
                                                 ARG("empty", TOKEN, "EMPTY", OPT),
                                                 ARG("page", TOKEN, "PAGE", OPT),
                                                 ARG("siteup", TOKEN, "SITEUP", OPT),
                                                 ARG("allow429", TOKEN, "ALLOW429", OPT),
                                                 ARG("challenge", STRING, "CHALLENGE", OPT),
                                                 END};
static const struct module_arg urls_args[] = {KEY, ROBOT, URLS, END};
static const struct module_arg delay_args[] = {KEY, ROBOT, ARG("at-least", INTEGER, "ATLEAST", OPT),
                                               ARG("at-most", INTEGER, "ATMOST", OPT), END};
static const struct module_arg claim_args[] = {KEY, ARG("until", TIME, "PXAT", 0), ARG("token", INTEGER, NULL, 0), END};
static const struct module_arg key_args[] = {KEY, END};

#define READS (MODULE_KEY_RO | MODULE_KEY_ACCESS)
#define WRITES (MODULE_KEY_RW | MODULE_KEY_UPDATE)

static const struct command {
	const char *name;
	module_command_fn *run;
	const char *flags;
	int arity;
	uint64_t key_flags;
	const char *summary, *complexity;
	const struct module_arg *args;
} commands[] = {
	{"robots.set", redis_cmd_set, "write deny-oom", -3, WRITES, "Compiles a robots.txt and keeps its policy.",
         "O(N) in a thread, N octets of the text", set_args},
	{"robots.load", redis_cmd_load, "write deny-oom", -3, WRITES, "Keeps the policy of a blob.", "O(N), N octets of the blob",
         load_args},
	{"robots.state", redis_cmd_state, "write deny-oom", -3, MODULE_KEY_OW | MODULE_KEY_UPDATE,
         "Keeps what a primary has: for replicas and the AOF.", "O(N), N octets", state_args},
	{"robots.outcome", redis_cmd_outcome, "write deny-oom", -4, WRITES, "Keeps what the end of a fetch of a robots.txt means.",
         "O(N), N octets of the fields", outcome_args},
	{"robots.check", redis_cmd_check, "readonly fast", -6, READS, "Tells which URLs a robot may fetch.",
         "O(N), N octets of the URLs; for hostile policies more, in a thread", urls_args},
	{"robots.delay", redis_cmd_delay, "readonly", -4, READS, "Tells the pause between fetches.", "O(M), M octets of the lines",
         delay_args},
	{"robots.blob", redis_cmd_blob, "readonly fast", 2, READS, "Gives the blob, and when it goes stale.", "O(1)", key_args},
	{"robots.claim", redis_cmd_claim, "readonly fast", -2, READS, "Does nothing: for AOFs and primaries of 0.1.", "O(1)",
         claim_args},
	{"robots.stat", redis_cmd_stat, "readonly fast", 2, READS, "Tells what is known of a policy.", "O(1)", key_args},
};

static int add(struct module_ctx *ctx, const struct command *c)
{
	static const struct module_info_version version = {1, sizeof(struct module_history), sizeof(struct module_key_spec),
	                                                   sizeof(struct module_arg)};
	const struct module_key_spec keys[] = {{.flags = c->key_flags,
	                                        .begin_search = MODULE_BEGIN_INDEX,
	                                        .begin.index = {1},
	                                        .find_keys = MODULE_FIND_RANGE,
	                                        .find.range = {0, 1, 0}},
	                                       {.begin_search = 0}};
	const struct module_command_info info = {.version = &version,
	                                         .summary = c->summary,
	                                         .complexity = c->complexity,
	                                         .since = "0.1.0",
	                                         .arity = c->arity,
	                                         .key_specs = keys,
	                                         .args = c->args};
	if (redis.CreateCommand(ctx, c->name, c->run, c->flags, 1, 1, 1) != MODULE_OK)
		return MODULE_ERR;
	return redis.SetCommandInfo(redis.GetCommand(ctx, c->name), &info);
}

int redis_commands_start(struct module_ctx *ctx)
{
	for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
		if (add(ctx, &commands[i]) == MODULE_OK)
			continue;
		redis.Log(ctx, "warning", "robotsc: the server refuses the command %s", commands[i].name);
		return MODULE_ERR;
	}
	return MODULE_OK;
}
