/* pending_writes.c - see pending_writes.h.
 *
 * Key events tell of every change but one: DEL and UNLINK of a key that is not there yet.  A
 * command filter looks for these.  Both cost a comparison while no write is pending.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "pending_writes.h"

#include <string.h>
#include <strings.h>

#include "../../runtime/match/half_sip_hash.h"
#include "job_queue.h"
#include "policy_key.h"

#define CHAINS 512u

static struct pending_write *chains[CHAINS];
static size_t count;
static uint64_t lost;
static uint64_t secret; /* seed of the hash, since others choose the keys */

static struct pending_write **chain_of(uint64_t hash)
{
	return &chains[hash % CHAINS];
}

static void touch(struct pending_write *write, const char *what)
{
	lost += !write->touched;
	if (!write->touched)
		write->touched = what;
}

/* Tell the pending writes of a key what has happened to it.  db -1: in every database. */
static void touch_key(int db, const char *key, size_t len, const char *what)
{
	const uint64_t hash = count ? half_sip_hash(secret, (const uint8_t *)key, len) : 0;
	if (!count)
		return;
	for (struct pending_write *write = *chain_of(hash); write; write = write->next)
		if ((db < 0 || write->db == db) && write->hash == hash && write->key_len == len &&
		    memcmp(write->key, key, len) == 0)
			touch(write, what);
}

void redis_pending_touch(int db, const char *key, size_t len, const char *what)
{
	touch_key(db, key, len, what);
}

static void touch_all(int db, const char *what)
{
	for (unsigned i = 0; count && i < CHAINS; i++)
		for (struct pending_write *write = chains[i]; write; write = write->next)
			if (db < 0 || write->db == db)
				touch(write, what);
}

void redis_pending_add(struct pending_write *write, int db, const char *key, size_t len)
{
	touch_key(db, key, len, "a newer command has set the key");
	write->db = db;
	write->key = key;
	write->key_len = len;
	write->hash = half_sip_hash(secret, (const uint8_t *)key, len);
	write->next = *chain_of(write->hash);
	*chain_of(write->hash) = write;
	write->listed = 1;
	count++;
}

void redis_pending_end(struct pending_write *write)
{
	struct pending_write **at = chain_of(write->hash);
	if (!write->listed)
		return;
	while (*at != write)
		at = &(*at)->next;
	*at = write->next;
	write->listed = 0;
	count--;
}

uint64_t redis_pending_lost(void)
{
	return lost;
}

/* ---- what the server tells ---------------------------------------------------------- */

static int on_key_event(struct module_ctx *ctx, int type, const char *event, struct module_string *key)
{
	size_t len;
	const char *at;
	(void)type;
	if (strcmp(event, "restore") == 0)
		redis_key_restored(ctx, key);
	if (!count)
		return MODULE_OK;
	at = redis.StringPtrLen(key, &len);
	touch_key(redis.GetSelectedDb(ctx), at, len, "another command has changed the key");
	return MODULE_OK;
}

static void on_event(struct module_ctx *ctx, struct module_event event, uint64_t sub, void *data)
{
	(void)ctx, (void)sub;
	switch (event.id) {
	case MODULE_EVENT_FLUSHDB:
		touch_all(((const struct module_flush *)data)->db, "the database was emptied");
		break;
	case MODULE_EVENT_ROLE_CHANGED:
		touch_all(-1, "the server has another role now; ask the primary");
		break;
	case MODULE_EVENT_SWAPDB:
		touch_all(-1, "databases were swapped");
		break;
	case MODULE_EVENT_LOADING:
		touch_all(-1, "the server has loaded other data");
		break;
	case MODULE_EVENT_SHUTDOWN:
		redis_jobs_stop();
		break;
	}
}

/* Finds DEL and UNLINK before they run. */
static void on_command(struct module_filter_ctx *filter)
{
	size_t len;
	const char *at;
	if (!count)
		return;
	at = redis.StringPtrLen(redis.CommandFilterArgGet(filter, 0), &len);
	if (!(len == 3 && strncasecmp(at, "DEL", 3) == 0) && !(len == 6 && strncasecmp(at, "UNLINK", 6) == 0))
		return;
	for (int i = 1; i < redis.CommandFilterArgsCount(filter); i++) {
		at = redis.StringPtrLen(redis.CommandFilterArgGet(filter, i), &len);
		touch_key(-1, at, len, "a DEL or UNLINK named the key");
	}
}

int redis_pending_start(struct module_ctx *ctx)
{
	static const uint64_t events[] = {MODULE_EVENT_FLUSHDB, MODULE_EVENT_ROLE_CHANGED, MODULE_EVENT_SWAPDB,
	                                  MODULE_EVENT_LOADING, MODULE_EVENT_SHUTDOWN};
	redis.GetRandomBytes((unsigned char *)&secret, sizeof secret);
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (redis.SubscribeToServerEvent(ctx, (struct module_event){events[i], 1}, on_event) != MODULE_OK)
			return MODULE_ERR;
	if (redis.SubscribeToKeyspaceEvents(ctx, MODULE_NOTIFY_WRITES, on_key_event) != MODULE_OK)
		return MODULE_ERR;
	return redis.RegisterCommandFilter(ctx, on_command, 0) ? MODULE_OK : MODULE_ERR;
}
