/* policy_key.c - see policy_key.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "policy_key.h"

#include "pending_writes.h"

#define TYPE_NAME "robotscp1"
#define ENCODING 1

static struct module_type *policy_type;
static int64_t keep; /* milliseconds */
/* Blob of the last loaded value, if only this value says that it was compiled here; else NULL. */
static const struct shared_blob *compiled_here;

/* ---- callbacks of the type ------------------------------------------------------------ */

/* While the server loads data or follows its primary, no blob may be refused. */
static unsigned trust_of(struct module_ctx *ctx)
{
	const int flags = redis.GetContextFlags(ctx);
	if (flags & (MODULE_CTX_LOADING | MODULE_CTX_REPLICATED))
		return REDIS_KEEP_ALL | REDIS_COMPILED;
	return REDIS_NEWER;
}

static void *load(struct module_io *io, int encver)
{
	struct policy_value *value;
	unsigned trust;
	size_t len;
	char *octets;
	if (encver != ENCODING)
		return NULL;
	octets = redis.LoadStringBuffer(io, &len);
	if (!octets)
		return NULL;
	trust = trust_of(redis.GetContextFromIO(io));
	value = redis_value_parse(octets, len, trust & ~(unsigned)REDIS_COMPILED);
	compiled_here = NULL;
	if (value && value->rules && !value->rules->compiled && trust & REDIS_COMPILED && redis_value_says_compiled(octets)) {
		redis_blob_trust(value->rules, 1);
		compiled_here = value->rules;
	}
	redis.Free(octets);
	return value;
}

static void save(struct module_io *io, void *value)
{
	size_t len;
	uint8_t *const octets = redis_value_octets(value, &len);
	redis.SaveStringBuffer(io, (const char *)octets, len);
	redis.Free(octets);
}

static void rewrite(struct module_io *io, struct module_string *key, void *value)
{
	size_t len;
	uint8_t *const octets = redis_value_octets(value, &len);
	redis.EmitAOF(io, "ROBOTS.STATE", "sb", key, octets, len);
	redis.Free(octets);
}

static size_t mem_usage(struct module_key_opt *opt, const void *at, size_t samples)
{
	const struct policy_value *const value = at;
	size_t octets = redis.MallocSize((void *)(uintptr_t)at);
	uint32_t refs;
	(void)opt, (void)samples;
	if (value->rules)
		octets += redis_blob_share(value->rules, &refs);
	return octets;
}

static void digest(struct module_digest *out, void *value)
{
	size_t len;
	uint8_t *const octets = redis_value_octets(value, &len);
	/* Servers that hold the same value may differ in trusting its blob. */
	octets[1] &= (uint8_t)~4u;
	redis.DigestAddStringBuffer(out, (const char *)octets, len);
	redis.DigestEndSequence(out);
	redis.Free(octets);
}

static void release(void *value)
{
	redis_value_free(value);
}

/* A value has at most two allocations: that is no work for another thread. */
static size_t free_effort(struct module_key_opt *opt, const void *value)
{
	(void)opt, (void)value;
	return 1;
}

static void *copy(struct module_key_opt *opt, const void *value)
{
	(void)opt;
	return redis_value_copy(value, NULL, 0);
}

int redis_type_start(struct module_ctx *ctx, long long keep_seconds)
{
	static struct module_type_methods methods = {.version = MODULE_TYPE_METHODS_VERSION,
	                                             .rdb_load = load,
	                                             .rdb_save = save,
	                                             .aof_rewrite = rewrite,
	                                             .digest = digest,
	                                             .free = release,
	                                             .mem_usage2 = mem_usage,
	                                             .free_effort2 = free_effort,
	                                             .copy2 = copy};
	keep = 1000 * (int64_t)keep_seconds;
	policy_type = redis.CreateDataType(ctx, TYPE_NAME, ENCODING, &methods);
	return policy_type ? MODULE_OK : MODULE_ERR;
}

/* ---- keys ---------------------------------------------------------------------------- */

int redis_key_open(struct module_ctx *ctx, struct module_string *name, int mode, struct module_key **key,
                   struct policy_value **value)
{
	struct module_key *const opened = redis.OpenKey(ctx, name, mode);
	*key = opened;
	*value = NULL;
	if (!opened || redis.KeyType(opened) == MODULE_KEYTYPE_EMPTY)
		return MODULE_OK;
	if (redis.ModuleTypeGetType(opened) == policy_type) {
		*value = redis.ModuleTypeGetValue(opened);
		return MODULE_OK;
	}
	redis.CloseKey(opened);
	redis.ReplyWithError(ctx, "WRONGTYPE the key holds something else than a policy");
	return MODULE_ERR;
}

void redis_key_restored(struct module_ctx *ctx, struct module_string *name)
{
	struct module_key *const key = compiled_here ? redis.OpenKey(ctx, name, MODULE_READ) : NULL;
	if (key && redis.KeyType(key) != MODULE_KEYTYPE_EMPTY && redis.ModuleTypeGetType(key) == policy_type) {
		const struct policy_value *const value = redis.ModuleTypeGetValue(key);
		if (value->rules == compiled_here)
			redis_blob_trust(value->rules, 0);
	}
	if (key)
		redis.CloseKey(key);
	compiled_here = NULL;
}

void redis_key_put(struct module_ctx *ctx, struct module_key *key, struct module_string *name, struct policy_value *value,
                   const char *event, int64_t expires)
{
	size_t len;
	const char *const at = redis.StringPtrLen(name, &len);
	redis.ModuleTypeSetValue(key, policy_type, value);
	if (expires)
		redis.SetAbsExpire(key, expires);
	redis.CloseKey(key);
	redis_pending_touch(redis.GetSelectedDb(ctx), at, len, "a newer command has set the key");
	redis.NotifyKeyspaceEvent(ctx, MODULE_NOTIFY_MODULE, event, name);
}

void redis_key_set(struct module_ctx *ctx, struct module_key *key, struct module_string *name, struct policy_value *value,
                   const char *event)
{
	size_t len;
	uint8_t *const octets = redis_value_octets(value, &len);
	const int64_t expires = value->expires + keep;
	redis_key_put(ctx, key, name, value, event, expires);
	redis.Replicate(ctx, "ROBOTS.STATE", "sbcl", name, octets, len, "PXAT", (long long)expires);
	redis.Free(octets);
}
