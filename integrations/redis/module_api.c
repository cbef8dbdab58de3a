/* module_api.c - see module_api.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "module_api.h"

#include <stdio.h>
#include <string.h>

struct module_api redis;

typedef int get_api_fn(const char *name, void *function);

/* Log that the server has no such function, or print it if there is no log. */
static void complain(struct module_ctx *ctx, const char *name)
{
	static const char sentence[] = "robotsc: this server has no function %s; the module needs Redis 7.0 or later";
	if (redis.Log) {
		redis.Log(ctx, "warning", sentence, name);
	} else {
		fprintf(stderr, sentence, name);
		fputc('\n', stderr);
	}
}

/* Returns the function that finds the others: it is the first word of the context. */
static get_api_fn *find_getter(const struct module_ctx *ctx)
{
	get_api_fn *get = NULL;
	memcpy(&get, ctx, sizeof get);
	return get;
}

int redis_api_load(struct module_ctx *ctx)
{
	get_api_fn *const get = find_getter(ctx);
	int result = MODULE_OK;
	if (get("RedisModule_Log", &redis.Log) != MODULE_OK)
		redis.Log = NULL;
#define FIND(type, name, args)                                     \
	if (get("RedisModule_" #name, &redis.name) != MODULE_OK) { \
		complain(ctx, "RedisModule_" #name);               \
		result = MODULE_ERR;                               \
	}
	MODULE_API(FIND)
#undef FIND
	return result;
}
