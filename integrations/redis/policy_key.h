/* policy_key.h - the data type of the server, and keys that have it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_POLICY_KEY_H
#define ROBOTSC_POLICY_KEY_H

#include "module_api.h"
#include "policy_value.h"

/* Register the type.  keep: seconds that a key stays after its policy went stale. */
int redis_type_start(struct module_ctx *ctx, long long keep);

/* Open a key.  MODULE_OK: *value is NULL where there is none, and the caller closes the key.
 * MODULE_ERR: it has another type, and the client an error. */
int redis_key_open(struct module_ctx *ctx, struct module_string *name, int mode, struct module_key **key,
                   struct policy_value **value);

/* A RESTORE has set the key: do not trust its blob.  The sender may have written that a compiler
 * here made it, and AOFs and primaries repeat the command as it was sent. */
void redis_key_restored(struct module_ctx *ctx, struct module_string *name);

/* Give a key a value, which it owns then: also at replicas and in the AOF.  Closes the key.
 * event: for those who listen. */
void redis_key_set(struct module_ctx *ctx, struct module_key *key, struct module_string *name, struct policy_value *value,
                   const char *event);

/* The same at a replica that got octets.  expires: of the key, 0: as redis_key_set has it. */
void redis_key_put(struct module_ctx *ctx, struct module_key *key, struct module_string *name, struct policy_value *value,
                   const char *event, int64_t expires);

#endif
