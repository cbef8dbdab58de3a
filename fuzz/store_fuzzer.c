/* store_fuzzer.c - Whatever the bytes, a header, key, entry or pack of a database is refused, or
 * read inside them and written again as the same.
 *
 * The bytes are taken as each of the four, and as a URL from which a key is made.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "robotsc/access.h"
#include "hosts/store/pack.h"
#include "hosts/store/handle.h"

static void check_header(const uint8_t *bytes, size_t len)
{
	uint8_t *copy = (uint8_t *)harness_copy(bytes, len);
	const MDB_val header = {len, copy};
	struct robotsc_store_settings settings;
	const enum robotsc_store_status status = robotsc__settings_get(&header, &settings);
	size_t at = HEADER_TEXT;

	for (size_t i = 0; status == ROBOTSC_STORE_OK && i < settings.nagents; i++) {
		const struct robotsc_text *a = &settings.agents[i];

		must(a->len == get_little(copy + at, 2) && memcmp(a->at, copy + at + 2, a->len) == 0);
		at += 2 + a->len;
	}
	if (status == ROBOTSC_STORE_OK)
		must(at == len && robotsc__settings_equal(&settings, &settings));
	else
		must(status == ROBOTSC_STORE_DAMAGED || status == ROBOTSC_STORE_VERSION || status == ROBOTSC_STORE_BLOBS);
	robotsc__settings_free(&settings);
	free(copy);
}

/* A key is refused or has an origin, whose canonical form gives the same key. */
static void check_key(const uint8_t *bytes, size_t len)
{
	char *copy = harness_copy(bytes, len);
	char origin[ROBOTSC_ORIGIN_MAX], same[ROBOTSC_ORIGIN_MAX];
	const size_t n = robotsc__key_origin(copy, len, origin);
	struct key key;
	size_t m = 0;

	must(n <= sizeof origin);
	if (n > 0 && robotsc_origin(origin, n, same, sizeof same, &m) == ROBOTSC_OK && m == n && memcmp(origin, same, n) == 0)
		must(robotsc__key_make(&key, origin, n) == ROBOTSC_STORE_OK && key.len == len && memcmp(key.at, copy, len) == 0);
	const int has = robotsc_origin(copy, len, same, sizeof same, &m) == ROBOTSC_OK;

	must(robotsc__key_make(&key, copy, len) == (has ? ROBOTSC_STORE_OK : ROBOTSC_STORE_ORIGIN));
	if (has)
		must(robotsc__key_origin(key.at, key.len, origin) == m && memcmp(origin, same, m) == 0);
	free(copy);
}

static void check_entry(const uint8_t *bytes, size_t len)
{
	uint8_t *copy = (uint8_t *)harness_copy(bytes, len), out[ENTRY_LONG];
	MDB_val key = {4, (void *)(uintptr_t) "host"}, octets = {len, copy};
	struct robotsc_store_entry entry;
	const int sized = len == ENTRY_SIZE || len == ENTRY_LONG, known = sized && bytes[ENTRY_AT_FLAGS] < 4;

	if (sized && bytes[0] % 2) /* repair the checksum */
		put_little(copy + len - CHECKSUM_SIZE, CHECKSUM_SIZE, robotsc__entry_hash(&key, copy, len));
	const enum robotsc_store_status status = robotsc__entry_get(&key, &octets, &entry);

	must(known || status == ROBOTSC_STORE_DAMAGED);
	must(!known || bytes[0] % 2 == 0 || status == ROBOTSC_STORE_OK);
	if (status == ROBOTSC_STORE_OK) {
		const size_t n = robotsc__entry_put(out, &key, &entry);

		must(n == len || (len == ENTRY_LONG && entry.decision.since == entry.decision.fetched));
		must(memcmp(out, copy, n - CHECKSUM_SIZE) == 0 && (n != len || memcmp(out, copy, n) == 0));
		copy[len / 2] ^= 1;
		must(robotsc__entry_get(&key, &octets, &entry) == ROBOTSC_STORE_DAMAGED);
	}
	free(copy);
}

/* Copy all blobs of a pack to another pack. */
static void check_pack(const uint8_t *bytes, size_t len)
{
	uint8_t *copy = (uint8_t *)harness_copy(bytes, len);
	struct packer packer;
	struct pack pack;

	if (robotsc__pack_open(&pack, copy, len) == 0) {
		unsigned whole = 1;
		size_t n = 0;

		must(robotsc__pack_blob(&pack, pack.count, &n) == NULL);
		must(robotsc__packer_init(&packer, 1) == 0);
		for (unsigned i = 0; i < pack.count; i++) {
			const uint8_t *blob = robotsc__pack_blob(&pack, i, &n);

			if (blob == NULL) {
				whole = 0;
				continue;
			}
			must(blob >= copy && n <= len && (size_t)(blob - copy) <= len - n);
			must(robotsc__packer_add(&packer, blob, n) == 0);
		}
		n = robotsc__packer_size(&packer);
		uint8_t *again = product_alloc(NULL, n);

		robotsc__packer_write(&packer, again);
		if (whole && get_little(copy + 2, 2) == 0)
			must(n <= len && memcmp(copy, again, n) == 0);
		free(again);
		robotsc__packer_free(&packer);
	}
	free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	check_header(bytes, len);
	check_key(bytes, len);
	check_entry(bytes, len);
	check_pack(bytes, len);
	return 0;
}
