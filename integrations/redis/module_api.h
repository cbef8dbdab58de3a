/* module_api.h - the part of the interface of Redis' modules that this module uses.
 *
 * Redis looks up functions by name while it loads a module.  They are declared here from Redis'
 * documentation, "Modules API reference", of Redis 7.0.  redis_api_load finds all of them, or says
 * which the server lacks.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_MODULE_API_H
#define ROBOTSC_MODULE_API_H

#include <stddef.h>
#include <stdint.h>

/* Objects of the server.  Redis calls them RedisModuleCtx, RedisModuleString, ... */
struct module_ctx;
struct module_string;
struct module_key;
struct module_io;
struct module_type;
struct module_digest;
struct module_blocked;
struct module_info;
struct module_reply;
struct module_filter;
struct module_filter_ctx;
struct module_command;
struct module_key_opt;

#define MODULE_OK 0
#define MODULE_ERR 1
#define MODULE_API_VERSION 1

#define MODULE_READ 1
#define MODULE_WRITE 2

#define MODULE_KEYTYPE_EMPTY 0
#define MODULE_KEYTYPE_MODULE 6

#define MODULE_IO_ERRORS_HANDLED 1 /* an option of the module: cut payloads do not end the server */

/* Flags from GetContextFlags. */
#define MODULE_CTX_LUA (1 << 0)
#define MODULE_CTX_MULTI (1 << 1)
#define MODULE_CTX_SLAVE (1 << 3)
#define MODULE_CTX_CLUSTER (1 << 5)
#define MODULE_CTX_REPLICATED (1 << 12)
#define MODULE_CTX_LOADING (1 << 13)
#define MODULE_CTX_DENY_BLOCKING (1 << 21)

/* Kinds of key events. */
#define MODULE_NOTIFY_MODULE (1 << 13)
/* Generic, string, list, set, hash, sorted set, stream, module; not expired: that is no command. */
#define MODULE_NOTIFY_WRITES (0x4FC | MODULE_NOTIFY_MODULE)

/* Events of the server. */
struct module_event {
	uint64_t id, version;
};
#define MODULE_EVENT_ROLE_CHANGED 0
#define MODULE_EVENT_FLUSHDB 2
#define MODULE_EVENT_LOADING 3
#define MODULE_EVENT_SHUTDOWN 5
#define MODULE_EVENT_SWAPDB 11

/* The data of MODULE_EVENT_FLUSHDB. */
struct module_flush {
	uint64_t version;
	int32_t sync, db; /* db -1: all databases */
};

/* The callbacks of a data type, in the order of version 4 of this struct. */
struct module_type_methods {
	uint64_t version;
	void *(*rdb_load)(struct module_io *io, int encver);
	void (*rdb_save)(struct module_io *io, void *value);
	void (*aof_rewrite)(struct module_io *io, struct module_string *key, void *value);
	size_t (*mem_usage)(const void *value);
	void (*digest)(struct module_digest *digest, void *value);
	void (*free)(void *value);
	int (*aux_load)(struct module_io *io, int encver, int when);
	void (*aux_save)(struct module_io *io, int when);
	int aux_save_triggers;
	size_t (*free_effort)(struct module_string *key, const void *value);
	void (*unlink)(struct module_string *key, const void *value);
	void *(*copy)(struct module_string *from, struct module_string *to, const void *value);
	int (*defrag)(void *defrag, struct module_string *key, void **value);
	size_t (*mem_usage2)(struct module_key_opt *opt, const void *value, size_t samples);
	size_t (*free_effort2)(struct module_key_opt *opt, const void *value);
	void (*unlink2)(struct module_key_opt *opt, const void *value);
	void *(*copy2)(struct module_key_opt *opt, const void *value);
};
#define MODULE_TYPE_METHODS_VERSION 4

/* The description of a command for COMMAND DOCS. */
struct module_info_version {
	int version;
	size_t sizeof_history, sizeof_key_spec, sizeof_arg;
};
struct module_history {
	const char *since, *changes;
};
#define MODULE_KEY_RO (1 << 0)
#define MODULE_KEY_RW (1 << 1)
#define MODULE_KEY_OW (1 << 2)
#define MODULE_KEY_ACCESS (1 << 4)
#define MODULE_KEY_UPDATE (1 << 5)
#define MODULE_BEGIN_INDEX 2
#define MODULE_FIND_RANGE 2
struct module_key_spec {
	const char *notes;
	uint64_t flags;
	int begin_search; /* MODULE_BEGIN_INDEX */
	union {
		struct {
			int at;
		} index;
		struct {
			const char *keyword;
			int from;
		} keyword;
	} begin;
	int find_keys; /* MODULE_FIND_RANGE */
	union {
		struct {
			int last, step, limit;
		} range;
		struct {
			int count_at, first, step;
		} count;
	} find;
};
enum module_arg_type {
	MODULE_ARG_STRING,
	MODULE_ARG_INTEGER,
	MODULE_ARG_DOUBLE,
	MODULE_ARG_KEY,
	MODULE_ARG_PATTERN,
	MODULE_ARG_TIME,
	MODULE_ARG_TOKEN,
	MODULE_ARG_ONE_OF,
	MODULE_ARG_BLOCK
};
#define MODULE_ARG_OPTIONAL 1
#define MODULE_ARG_MULTIPLE 2
#define MODULE_ARG_MULTIPLE_TOKEN 4
struct module_arg {
	const char *name;
	enum module_arg_type type;
	int key_spec; /* of an argument that is a key; else -1 */
	const char *token, *summary, *since;
	int flags;
	const char *deprecated_since;
	const struct module_arg *args; /* parts of a block; the last has the name NULL */
};
struct module_command_info {
	const struct module_info_version *version;
	const char *summary, *complexity, *since;
	const struct module_history *history;
	const char *tips;
	int arity;
	const struct module_key_spec *key_specs;
	const struct module_arg *args;
};

typedef int module_command_fn(struct module_ctx *ctx, struct module_string **argv, int argc);
typedef void module_free_fn(struct module_ctx *ctx, void *data);
typedef int module_key_event_fn(struct module_ctx *ctx, int type, const char *event, struct module_string *key);
typedef void module_event_fn(struct module_ctx *ctx, struct module_event event, uint64_t sub, void *data);
typedef void module_filter_fn(struct module_filter_ctx *filter);
typedef void module_timer_fn(struct module_ctx *ctx, void *data);
typedef void module_info_fn(struct module_info *info, int crash);

/* F(return type, name after "RedisModule_", arguments) */
#define MODULE_API(F)                                                                                                   \
	F(void *, Alloc, (size_t))                                                                                      \
	F(void, Free, (void *))                                                                                         \
	F(size_t, MallocSize, (void *))                                                                                 \
	F(void, SetModuleAttribs, (struct module_ctx *, const char *, int, int))                                        \
	F(void, SetModuleOptions, (struct module_ctx *, int))                                                           \
	F(void, Log, (struct module_ctx *, const char *, const char *, ...))                                            \
	F(int, CreateCommand, (struct module_ctx *, const char *, module_command_fn *, const char *, int, int, int))    \
	F(struct module_command *, GetCommand, (struct module_ctx *, const char *))                                     \
	F(int, SetCommandInfo, (struct module_command *, const struct module_command_info *))                           \
	F(struct module_type *, CreateDataType, (struct module_ctx *, const char *, int, struct module_type_methods *)) \
	F(struct module_key *, OpenKey, (struct module_ctx *, struct module_string *, int))                             \
	F(void, CloseKey, (struct module_key *))                                                                        \
	F(int, KeyType, (struct module_key *))                                                                          \
	F(struct module_type *, ModuleTypeGetType, (struct module_key *))                                               \
	F(void *, ModuleTypeGetValue, (struct module_key *))                                                            \
	F(int, ModuleTypeSetValue, (struct module_key *, struct module_type *, void *))                                 \
	F(int, SetAbsExpire, (struct module_key *, long long))                                                          \
	F(const char *, StringPtrLen, (const struct module_string *, size_t *))                                         \
	F(int, StringToLongLong, (const struct module_string *, long long *))                                           \
	F(void, RetainString, (struct module_ctx *, struct module_string *))                                            \
	F(void, FreeString, (struct module_ctx *, struct module_string *))                                              \
	F(void, TrimStringAllocation, (struct module_string *))                                                         \
	F(int, ReplyWithLongLong, (struct module_ctx *, long long))                                                     \
	F(int, ReplyWithError, (struct module_ctx *, const char *))                                                     \
	F(int, ReplyWithSimpleString, (struct module_ctx *, const char *))                                              \
	F(int, ReplyWithCString, (struct module_ctx *, const char *))                                                   \
	F(int, ReplyWithArray, (struct module_ctx *, long))                                                             \
	F(int, ReplyWithMap, (struct module_ctx *, long))                                                               \
	F(int, ReplyWithNull, (struct module_ctx *))                                                                    \
	F(int, ReplyWithStringBuffer, (struct module_ctx *, const char *, size_t))                                      \
	F(int, WrongArity, (struct module_ctx *))                                                                       \
	F(int, GetContextFlags, (struct module_ctx *))                                                                  \
	F(int, GetSelectedDb, (struct module_ctx *))                                                                    \
	F(long long, Milliseconds, (void))                                                                              \
	F(void, GetRandomBytes, (unsigned char *, size_t))                                                              \
	F(struct module_blocked *, BlockClient,                                                                         \
	  (struct module_ctx *, module_command_fn *, module_command_fn *, module_free_fn *, long long))                 \
	F(int, UnblockClient, (struct module_blocked *, void *))                                                        \
	F(void *, GetBlockedClientPrivateData, (struct module_ctx *))                                                   \
	F(uint64_t, CreateTimer, (struct module_ctx *, long long, module_timer_fn *, void *))                           \
	F(int, StopTimer, (struct module_ctx *, uint64_t, void **))                                                     \
	F(int, Replicate, (struct module_ctx *, const char *, const char *, ...))                                       \
	F(struct module_reply *, Call, (struct module_ctx *, const char *, const char *, ...))                          \
	F(void, FreeCallReply, (struct module_reply *))                                                                 \
	F(int, AvoidReplicaTraffic, (void))                                                                             \
	F(int, SubscribeToKeyspaceEvents, (struct module_ctx *, int, module_key_event_fn *))                            \
	F(int, NotifyKeyspaceEvent, (struct module_ctx *, int, const char *, struct module_string *))                   \
	F(int, SubscribeToServerEvent, (struct module_ctx *, struct module_event, module_event_fn *))                   \
	F(struct module_filter *, RegisterCommandFilter, (struct module_ctx *, module_filter_fn *, int))                \
	F(int, CommandFilterArgsCount, (struct module_filter_ctx *))                                                    \
	F(const struct module_string *, CommandFilterArgGet, (struct module_filter_ctx *, int))                         \
	F(void, SaveStringBuffer, (struct module_io *, const char *, size_t))                                           \
	F(char *, LoadStringBuffer, (struct module_io *, size_t *))                                                     \
	F(void, EmitAOF, (struct module_io *, const char *, const char *, ...))                                         \
	F(struct module_ctx *, GetContextFromIO, (struct module_io *))                                                  \
	F(void, DigestAddStringBuffer, (struct module_digest *, const char *, size_t))                                  \
	F(void, DigestEndSequence, (struct module_digest *))                                                            \
	F(int, RegisterInfoFunc, (struct module_ctx *, module_info_fn *))                                               \
	F(int, InfoAddSection, (struct module_info *, const char *))                                                    \
	F(int, InfoAddFieldULongLong, (struct module_info *, const char *, unsigned long long))

#define MODULE_MEMBER(type, name, args) type(*name) args;
struct module_api {
	MODULE_API(MODULE_MEMBER)
};
#undef MODULE_MEMBER

extern struct module_api redis;

/* Find the server's functions.  MODULE_OK; or MODULE_ERR, after a line in the server's log, or on
 * standard error if the server's function for its log is missing, too. */
int redis_api_load(struct module_ctx *ctx);

#endif
