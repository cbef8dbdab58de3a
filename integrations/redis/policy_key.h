/* policy_key.h - the data type of the server, and keys that have it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_POLICY_KEY_H
#define ROBOTSC_POLICY_KEY_H

#include "module_api.h"
#include "policy_value.h"

/* Register the type.  keep: how long a key stays after its policy went stale, in seconds. */
int redis_type_start(struct module_ctx *ctx, long long keep);

/* Open a key.  MODULE_OK: *value is NULL if the key is empty; the caller closes the key.
 * MODULE_ERR: the key has another type, is closed, and the client got an error. */
int redis_key_open(struct module_ctx *ctx, struct module_string *name, int mode, struct module_key **key,
                   struct policy_value **value);

/* A RESTORE has set the key: do not trust its blob.  The sender may have set the bit that a
 * compiler here made it, and AOFs and primaries repeat the command as it was sent. */
void redis_key_restored(struct module_ctx *ctx, struct module_string *name);

/* Give a key a value, which the key owns from now on; replicas and the AOF get it, too.  Closes the
 * key. event: its name for clients that listen to key events. */
void redis_key_set(struct module_ctx *ctx, struct module_key *key, struct module_string *name, struct policy_value *value,
                   const char *event);

/* The same without replicas and AOF.  expires: of the key, in milliseconds since 1970; 0: never. */
void redis_key_put(struct module_ctx *ctx, struct module_key *key, struct module_string *name, struct policy_value *value,
                   const char *event, int64_t expires);

#endif
