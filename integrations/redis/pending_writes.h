/* pending_writes.h - keys that wait for a compile, and what happens to them meanwhile.
 *
 * On the server's thread only.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PENDING_WRITES_H
#define ROBOTSC_PENDING_WRITES_H

#include "module_api.h"

struct pending_write {
	struct pending_write *next;
	const char *key; /* borrowed */
	size_t key_len;
	uint64_t hash;
	int db;
	int listed;
	const char *touched; /* what has happened to the key; NULL: nothing */
};

/* Listen to events and commands of the server.  MODULE_OK or MODULE_ERR. */
int redis_pending_start(struct module_ctx *ctx);

/* Begin to watch a key.  Earlier writes that wait for the same key count as touched from now on. */
void redis_pending_add(struct pending_write *write, int db, const char *key, size_t len);
/* Stop watching.  May be called more than once. */
void redis_pending_end(struct pending_write *write);

/* Say what has happened to a key, in words that follow "not written: ". */
void redis_pending_touch(int db, const char *key, size_t len, const char *what);

uint64_t redis_pending_lost(void); /* how many writes were touched */

#endif
