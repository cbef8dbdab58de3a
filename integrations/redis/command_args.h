/* command_args.h - reads the arguments of a command, one after the other.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMMAND_ARGS_H
#define ROBOTSC_COMMAND_ARGS_H

#include <stdbool.h>

#include "module_api.h"
#include "policy_value.h"
#include "robotsc/compile.h"

#define AGENTS_MAX 64u
#define AGENT_OCTETS_MAX 1024u
#define HEADER_OCTETS_MAX 8192u
#define URLS_MAX 4096

struct command_args {
	struct module_string **argv;
	int argc, at;
	const char *error; /* a sentence; NULL: all arguments so far are good */
};

struct robotsc_text redis_text(const struct module_string *string);

/* Hold the arguments of a command beyond its end, for a thread.  Redis would trim long ones when
 * the command returns, which moves their octets; this trims them now, so take octets afterwards. */
struct module_string **redis_args_hold(struct module_string **argv, int argc);
void redis_args_drop(struct module_string **held, int n);

/* If the next argument is this word, in any case: pass over it and return true. */
bool redis_arg_is(struct command_args *args, const char *word);
/* The next argument.  If there is none, args->error is set to this sentence. */
struct robotsc_text redis_arg(struct command_args *args, const char *error);
/* The next argument, read as a number from low to high. */
long long redis_arg_number(struct command_args *args, long long low, long long high, const char *error);
/* "EX s" or "PXAT ms": true if present; *expires is then in milliseconds since 1970. */
bool redis_arg_expires(struct command_args *args, int64_t now, int64_t *expires);
/* "DIALECT d": true if present. */
bool redis_arg_dialect(struct command_args *args, enum robotsc_dialect *dialect);
/* "AGENTS n a ...": true if present. */
bool redis_arg_agents(struct command_args *args, struct robotsc_text agents[AGENTS_MAX], size_t *n);

/* The robot that a command asks for. */
struct robot {
	struct robotsc_text agents[AGENTS_MAX];
	size_t n;
	struct robotsc_text header;
	bool by_header;
};
/* Read "AGENTS n a ..." or "HEADER text"; args->error is set if neither is there. */
void redis_arg_robot(struct command_args *args, struct robot *robot);
/* Select the robot's group.  Returns NULL, or a sentence that says why there is none. */
const char *redis_select(const struct robot *robot, const struct robotsc_blob *blob, enum robotsc_dialect dialect,
                         struct robotsc_group *group);

/* Find the origin of a key's policy: from ORIGIN (given.at NULL: none), or the hash tag of its
 * name, or its value.  NULL, or a sentence; *len octets at out. */
const char *redis_find_origin(struct robotsc_text given, struct robotsc_text key, const struct policy_value *value,
                              char out[ROBOTSC_ORIGIN_MAX], size_t *len);

/* Reply with an error about an argument. */
int redis_argument_error(struct module_ctx *ctx, const char *sentence);

#endif
