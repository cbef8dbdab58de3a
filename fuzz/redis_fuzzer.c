/* redis_fuzzer.c - Whatever the bytes, the value of a key in Redis is refused, or it is written as
 * the bytes that it was read from, without a claim of 0.1, and checks of it stay inside its blob.
 *
 * The bytes are what RESTORE, an RDB file or a primary hands to the module: a head, an origin, and
 * a blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"

#include "integrations/redis/module_api.h"
#include "integrations/redis/policy_value.h"

#define HEAD 64  /* octets before the origin */
#define CLAIM 48 /* octets of the head before a claim */
#define CASES 5

static size_t size_of(void *memory)
{
	(void)memory;
	return 64;
}

static void *alloc(size_t size)
{
	return product_alloc(NULL, size);
}

/* What the module needs of the server here. */
struct module_api redis = {.Alloc = alloc, .Free = free, .MallocSize = size_of};

/* The value has the octets that it was read from; the sizes of its parts add up to them. */
static void written_again(const struct policy_value *value, const uint8_t *bytes, size_t len)
{
	size_t again;
	uint8_t *octets = redis_value_octets(value, &again);

	must(again == len && octets[0] == bytes[0] && octets[1] == (value->known ? bytes[1] & ~8 : bytes[1]));
	must(memcmp(octets + 2, bytes + 2, CLAIM - 2) == 0 && memcmp(octets + HEAD, bytes + HEAD, len - HEAD) == 0);
	for (size_t i = CLAIM; i < HEAD; i++)
		must(octets[i] == 0);
	free(octets);
}

/* A copy is a value, too. */
static void copied(const struct policy_value *value)
{
	struct policy_value *copy = redis_value_copy(value, "http://a", 8), *read;
	size_t len;
	uint8_t *octets = redis_value_octets(copy, &len);

	read = redis_value_parse(octets, len, REDIS_KEEP_ALL | REDIS_COMPILED);
	must(read != NULL && read->known == value->known);
	redis_value_free(read);
	redis_value_free(copy);
	free(octets);
}

/* Whatever times a decision has, the value of a key that keeps it can be read again. */
static void decided(const uint8_t *bytes, size_t len)
{
	struct robotsc_decision decision = {.outcome = ROBOTSC_OUTCOME_ALLOW};
	struct policy_value *value, *read;
	size_t written;
	uint8_t *octets;

	if (len < HEAD)
		return;
	memcpy(&decision.expires, bytes + 16, 8);
	memcpy(&decision.fetched, bytes + 24, 8);
	memcpy(&decision.since, bytes + 32, 8);
	value = redis_value_new("http://a", 8);
	redis_value_decide(value, &decision);
	value->since = redis_value_seconds(decision.since);
	must(value->expires > 0);
	octets = redis_value_octets(value, &written);
	read = redis_value_parse(octets, written, REDIS_FORGED);
	must(read != NULL && read->expires == value->expires && read->fetched == value->fetched);
	redis_value_free(read);
	redis_value_free(value);
	free(octets);
}

static void checked(const struct policy_value *value)
{
	struct robotsc_blob blob;
	struct robotsc_group group;
	const struct robotsc_text token = {"ExampleBot", 10};
	uint32_t refs;
	size_t len;

	if (value->rules != NULL)
		must(redis_blob_share(value->rules, &refs) > 0 && refs == 1);
	if (!value->known)
		return;
	const void *octets = redis_value_blob(value, &len);

	must(octets != NULL || value->rules->opaque);
	if (octets == NULL)
		return;
	must(robotsc_open(&blob, octets, len) == ROBOTSC_OK);
	if (robotsc_select(&blob, &token, 1, &group) == ROBOTSC_OK)
		robotsc_check_url(&group, "https://a.example/b?c", 21);
	must(redis_value_fresh(value, value->expires) == 0);
}

static void try_trust(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	static const unsigned trusts[CASES] = {REDIS_FORGED, REDIS_NEWER, REDIS_KEEP_ALL, REDIS_FORGED | REDIS_COMPILED,
	                                       REDIS_KEEP_ALL | REDIS_COMPILED};
	char *copy = harness_copy(bytes, len);
	struct policy_value *value = redis_value_parse(copy, len, trusts[nth]);
	struct redis_blob_sums sums;
	struct robotsc_blob blob;

	(void)state;
	if (value != NULL) {
		const size_t at = HEAD + (size_t)value->origin_len;

		if ((trusts[nth] & REDIS_COMPILED) != 0 || (bytes[1] & 4) == 0)
			written_again(value, bytes, len);
		if (trusts[nth] <= REDIS_FORGED && at < len)
			must(robotsc_open(&blob, copy + at, len - at) == ROBOTSC_OK);
		checked(value);
		copied(value);
	}
	redis_value_free(value);
	decided(bytes, len);
	redis_blob_sums(&sums);
	must(sums.blobs == 0 && sums.octets == 0 && sums.refs == 0 && sums.octets_unshared == 0 && sums.opaque == 0);
	free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	harness_try(bytes, len, CASES, try_trust);
	return 0;
}
