/* shared_blob.c - see policy_value.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "policy_value.h"

#include <pthread.h>
#include <string.h>

#include "../../runtime/match/half_sip_hash.h"
#include "module_api.h"
#include "robotsc/access.h"
#include "robotsc/extensions.h"
#include "robotsc/inspect.h"

#define FIRST_CHAINS 1024u

/* The table of blobs.  The lock guards all of it, and the blobs' counts of references. */
static struct {
	pthread_mutex_t lock;
	struct shared_blob **chains;
	size_t nchains; /* a power of two */
	uint64_t key;   /* key of the blobs' hash */
	struct redis_blob_sums sums;
} table = {.lock = PTHREAD_MUTEX_INITIALIZER};

void redis_blobs_seed(uint64_t seed)
{
	table.key = seed;
}

static struct shared_blob **chain_of(uint64_t hash)
{
	return &table.chains[hash & (table.nchains - 1)];
}

/* Grow the table if it has no room for another blob. */
static void grow(void)
{
	struct shared_blob **const old = table.chains;
	const size_t nold = table.nchains;
	if (table.sums.blobs < nold)
		return;
	table.nchains = nold ? 2 * nold : FIRST_CHAINS;
	table.chains = redis.Alloc(table.nchains * sizeof(struct shared_blob *));
	memset(table.chains, 0, table.nchains * sizeof(struct shared_blob *));
	for (size_t i = 0; i < nold; i++) {
		for (struct shared_blob *blob = old[i], *next; blob; blob = next) {
			struct shared_blob **const chain = chain_of(blob->hash);
			next = blob->next;
			blob->next = *chain;
			*chain = blob;
		}
	}
	redis.Free(old);
}

/* Find an equal blob, with the lock held.  NULL: there is none. */
static struct shared_blob *find(uint64_t hash, const void *bytes, size_t len)
{
	struct shared_blob *blob = table.nchains ? *chain_of(hash) : NULL;
	while (blob && (blob->hash != hash || blob->len != len || memcmp(blob->bytes, bytes, len) != 0))
		blob = blob->next;
	return blob;
}

/* Add a reference, with the lock held. */
static void count_up(struct shared_blob *blob)
{
	blob->refs++;
	table.sums.refs++;
	table.sums.octets_unshared += blob->len;
}

/* The most octets of filters with globs that a check of a policy may walk.  Policies may share
 * machines: after counting three times the octets of all, it returns those of all. */
static uint32_t count_globs(const struct robotsc_blob *blob, const struct robotsc_info *info)
{
	const uint64_t enough = 3 * (uint64_t)info->machines_bytes + 65536;
	uint64_t looked = 0;
	uint32_t most = 0;
	for (uint32_t policy = 0; policy < info->policies; policy++) {
		struct robotsc_machine_info machine;
		uint32_t octets = 0;
		for (uint32_t nth = 0; robotsc_machine_at(blob, policy, nth, &machine); nth++) {
			if (machine.filter)
				octets += machine.bytes;
			looked += machine.bytes + 16;
			if (looked > enough)
				return info->machines_bytes;
		}
		if (octets > most)
			most = octets;
	}
	return most;
}

/* Verify the octets, and set what the blob tells.  The blob has no reference yet. */
static enum robotsc_status verify(struct shared_blob *made, unsigned trust)
{
	struct robotsc_blob opened;
	struct robotsc_extensions extensions;
	struct robotsc_info info;
	const enum robotsc_status status = robotsc_open(&opened, made->bytes, made->len);
	if (status == ROBOTSC_OK) {
		robotsc_blob_info(&opened, &info);
		made->dialect = (uint8_t)info.dialect;
		made->globs = count_globs(&opened, &info);
		made->names = info.agents_bytes;
		made->extensions = info.other_bytes;
		made->lines = robotsc_open_extensions(&opened, &extensions) == ROBOTSC_OK;
		return ROBOTSC_OK;
	}
	made->opaque = 1;
	return trust & REDIS_KEEP_ALL || (trust & REDIS_NEWER && status == ROBOTSC_ERR_VERSION) ? ROBOTSC_OK : status;
}

static struct shared_blob *make(const void *bytes, size_t len, uint64_t hash)
{
	struct shared_blob *made = redis.Alloc(sizeof *made + len);
	memset(made, 0, sizeof *made);
	made->hash = hash;
	made->len = (uint32_t)len;
	memcpy(made->bytes, bytes, len);
	return made;
}

enum robotsc_status redis_blob_take(struct shared_blob **blob, const void *bytes, size_t len, unsigned trust)
{
	const uint64_t hash = half_sip_hash(table.key, bytes, len);
	struct shared_blob *found, *made = NULL;
	enum robotsc_status status = len < UINT32_MAX ? ROBOTSC_OK : ROBOTSC_ERR_TOO_LARGE;
	if (status != ROBOTSC_OK)
		return status;
	pthread_mutex_lock(&table.lock);
	found = find(hash, bytes, len);
	if (found && found->opaque && !(trust & (REDIS_KEEP_ALL | REDIS_NEWER)))
		found = NULL;
	if (!found) {
		/* Verify without the lock, so that the server need not wait for a thread. */
		pthread_mutex_unlock(&table.lock);
		made = make(bytes, len, hash);
		status = verify(made, trust);
		pthread_mutex_lock(&table.lock);
		found = status == ROBOTSC_OK ? find(hash, bytes, len) : NULL;
		if (status == ROBOTSC_OK && !found) {
			grow();
			made->next = *chain_of(hash);
			*chain_of(hash) = made;
			table.sums.blobs++;
			table.sums.octets += made->len;
			table.sums.opaque += made->opaque;
			found = made;
			made = NULL;
		}
	}
	if (found) {
		found->compiled |= (trust & REDIS_COMPILED) != 0;
		count_up(found);
		*blob = found;
	}
	pthread_mutex_unlock(&table.lock);
	redis.Free(made);
	return status;
}

void redis_blob_trust(struct shared_blob *blob, int compiled)
{
	pthread_mutex_lock(&table.lock);
	blob->compiled = compiled != 0;
	pthread_mutex_unlock(&table.lock);
}

struct shared_blob *redis_blob_hold(struct shared_blob *blob)
{
	if (!blob)
		return NULL;
	pthread_mutex_lock(&table.lock);
	count_up(blob);
	pthread_mutex_unlock(&table.lock);
	return blob;
}

static void unlink_blob(struct shared_blob *blob)
{
	struct shared_blob **at = chain_of(blob->hash);
	while (*at != blob)
		at = &(*at)->next;
	*at = blob->next;
	table.sums.blobs--;
	table.sums.octets -= blob->len;
	table.sums.opaque -= blob->opaque;
}

void redis_blob_drop(struct shared_blob *blob)
{
	uint32_t left;
	if (!blob)
		return;
	pthread_mutex_lock(&table.lock);
	left = --blob->refs;
	table.sums.refs--;
	table.sums.octets_unshared -= blob->len;
	if (left == 0)
		unlink_blob(blob);
	pthread_mutex_unlock(&table.lock);
	if (left == 0)
		redis.Free(blob);
}

size_t redis_blob_share(struct shared_blob *blob, uint32_t *refs)
{
	const size_t all = redis.MallocSize(blob);
	pthread_mutex_lock(&table.lock);
	*refs = blob->refs;
	pthread_mutex_unlock(&table.lock);
	return (all + *refs - 1) / *refs;
}

void redis_blob_sums(struct redis_blob_sums *sums)
{
	pthread_mutex_lock(&table.lock);
	*sums = table.sums;
	pthread_mutex_unlock(&table.lock);
}
