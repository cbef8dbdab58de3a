/* delta_items_test.c - items at random, good ones and such that an attacker would write, are
 * applied: what comes of them is what the second reader of deltas says.
 *
 *     delta_items_test [ROUNDS [FOLDER]]
 *
 * With FOLDER, it gets the items as first inputs of delta_fuzzer.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "robotsc/compile.h"
#include "snapshot/ask_delta.h"
#include "snapshot/second_reader.h"
#include "support/splitmix.h"
#include "support/test.h"

#define ROOM 8192
#define ENTRIES 24u /* of OLD */

/* Items that are being written. */
struct draft {
	uint8_t at[ROOM];
	size_t n;
	uint64_t random;
	size_t blobs[4]; /* where sizes of blobs stand */
	unsigned nblobs;
	unsigned named; /* origins of kind 3 */
	int hostile;
	unsigned harm; /* done */
};

static unsigned below(struct draft *d, uint32_t n)
{
	return splitmix_below(&d->random, n);
}

/* True once in a while, for what an attacker writes; rarely after it was. */
static int is_now(struct draft *d, uint32_t n)
{
	const int now = d->hostile && splitmix_below(&d->random, n) == 0 && (d->harm == 0 || splitmix_below(&d->random, 20) == 0);

	d->harm += (unsigned)now;
	return now;
}

static void put(struct draft *d, const void *octets, size_t n)
{
	if (n <= ROOM - d->n) {
		memcpy(d->at + d->n, octets, n);
		d->n += n;
	}
}

static void put_octet(struct draft *d, unsigned octet)
{
	const uint8_t one = (uint8_t)octet;

	put(d, &one, 1);
}

/* A number; with 10 octets and a bit too many, where a reader may overlook that. */
static void put_number(struct draft *d, uint64_t v)
{
	static const uint64_t odd[] = {0,         1, 127, 128, 268, 269, UINT32_MAX, (UINT64_C(1) << 40) - 1, UINT64_C(1) << 40,
	                               UINT64_MAX};
	unsigned n = 1;

	if (is_now(d, 40))
		v = odd[below(d, 10)];
	const unsigned least = is_now(d, 40) ? 10 : 1;

	for (; v > 127 || n < least; v >>= 7, n++)
		put_octet(d, (unsigned)(v & 127) | 128);
	put_octet(d, (unsigned)v | (least == 10 ? below(d, 4) : 0));
}

static void put_signed(struct draft *d, uint64_t v)
{
	put_number(d, v >> 63 ? 2 * (0 - v - 1) + 1 : 2 * v);
}

static void put_brought(struct draft *d)
{
	static const struct robotsc_text agents[] = {{"ExampleBot", 10}, {"a-bot", 5}};
	struct robotsc_options options;
	char text[128];
	void *blob;
	size_t len;

	robotsc_options_init(&options);
	options.agents = agents;
	options.nagents = below(d, 8) ? 2 : 0;
	options.dialect = is_now(d, 10) ? ROBOTSC_GOOGLE : ROBOTSC_RFC9309;
	snprintf(text, sizeof text, "User-agent: *\nDisallow: /%u\nAllow: /%u/*x\n", below(d, 9), below(d, 1000));
	if (!CHECK(robotsc_compile(&options, text, strlen(text), &blob, &len) == ROBOTSC_OK))
		return;
	put_number(d, 1);
	if (d->nblobs < 4)
		d->blobs[d->nblobs++] = d->n;
	put_number(d, len);
	put(d, blob, len);
	if (is_now(d, 8))
		d->at[d->n - 1 - below(d, (uint32_t)len / 2)] ^= 4;
	robotsc_free_blob(NULL, blob, len);
}

/* A policy: of OLD, of the part, or a new one. */
static void put_policy(struct draft *d)
{
	struct second_snapshot old;
	struct second_entry e = {.policy = 0};
	size_t len;
	const uint8_t *bytes = ask_delta_old(&len);
	uint64_t at = 0;

	switch (below(d, 3)) {
	case 0:
		if (d->nblobs > 0) {
			put_number(d, 2 * (d->blobs[below(d, d->nblobs)] + (is_now(d, 9) ? below(d, 3000) : 0)) + 1);
			break;
		}
		/* fall through */
	case 1:
		put_brought(d);
		break;
	default:
		CHECK(second_open(&old, bytes, len, NULL) == SECOND_OK);
		for (unsigned i = below(d, ENTRIES); i < ENTRIES; i++)
			CHECK(second_next(&old, &at, &e) == SECOND_OK);
		put_number(d, 2 * (e.policy / 8 + (uint64_t)is_now(d, 9)));
	}
}

static void put_item(struct draft *d, unsigned kind)
{
	char origin[64];
	const unsigned whole = kind == 3 && !is_now(d, 9) ? 0x70 : 0, more = is_now(d, 30) ? 0x80 : 0;
	const unsigned item = kind | (below(d, 128) & 0x7C) | whole | more;

	put_octet(d, item);
	if (kind == 3) {
		snprintf(origin, sizeof origin, "https://%cnew%u.example", is_now(d, 9) ? 'N' : 'n',
		         is_now(d, 9) ? below(d, 2) : d->named++);
		put_number(d, strlen(origin));
		put(d, origin, strlen(origin));
	}
	put_signed(d, kind == 3 ? 1000000000 + below(d, 1000) : (uint64_t)below(d, 1000) - 500);
	if (item & 4)
		put_signed(d, kind == 3 ? below(d, 100000) : below(d, 10));
	if (item & 8)
		put_signed(d, (uint64_t)0 - below(d, 100));
	if (item & 16) {
		const uint8_t facts[] = {200,
		                         0,
		                         (uint8_t)below(d, 9),
		                         (uint8_t)below(d, 4),
		                         (uint8_t)below(d, 6),
		                         (uint8_t)below(d, 11),
		                         (uint8_t)(below(d, 4) + (is_now(d, 9) ? 4 : 0))};

		put(d, facts, sizeof facts);
	}
	if (item & 32) {
		const uint64_t digest = splitmix(&d->random);

		put_number(d, below(d, 500000));
		put(d, &digest, 8);
	}
	if (item & 64)
		put_policy(d);
}

static void write_items(struct draft *d)
{
	unsigned left = ENTRIES + (unsigned)is_now(d, 9);

	while (left > 0) {
		const unsigned kind = below(d, 4), n = 1 + below(d, left);

		if (kind < 2) {
			put_octet(d, kind | (is_now(d, 20) ? 4 : 0));
			put_number(d, n);
			left -= n;
		} else {
			put_item(d, kind);
			left -= kind == 2;
		}
	}
	for (; below(d, 3) == 0;)
		put_item(d, 3);
	if (d->n > 0 && is_now(d, 3))
		d->at[below(d, (uint32_t)d->n)] = (uint8_t)splitmix(&d->random);
	if (is_now(d, 9))
		d->n = below(d, (uint32_t)d->n + 1);
}

static void write_input(const char *folder, unsigned number, const struct draft *d)
{
	char path[512];

	snprintf(path, sizeof path, "%s/items-%03u", folder, number);
	FILE *file = fopen(path, "wb");

	CHECK(file && fwrite(d->at, 1, d->n, file) == d->n);
	if (file)
		fclose(file);
}

static unsigned rounds = 1500;
static const char *inputs;

/* Some of each kind of octets come to a snapshot, others are refused. */
static void compare(void)
{
	static struct draft d;
	struct delta_counts counts[DELTA_OCTETS_N] = {{0}};
	uint64_t random = 35;
	char path[64];
	size_t len;
	const uint8_t *old = ask_delta_old(&len);

	snprintf(path, sizeof path, "/tmp/robotsc-items-%ld", (long)getpid());
	for (unsigned i = 0; i < rounds; i++) {
		d = (struct draft){.random = splitmix(&random), .hostile = i % 3 != 0};
		write_items(&d);
		if (inputs)
			write_input(inputs, i, &d);
		for (int kind = DELTA_FILE; kind < DELTA_OCTETS_N; kind++) {
			const char *wrong = ask_delta(old, len, (enum delta_octets)kind, d.at, d.n, &random, path, &counts[kind]);

			CHECK_MSG(wrong == NULL, "round %u, kind %d: %s", i, kind, wrong ? wrong : "");
		}
	}
	CHECK_MSG(counts[DELTA_ITEMS].made > rounds / 3 && counts[DELTA_ITEMS].refused > rounds / 8, "%lu made, %lu refused",
	          counts[DELTA_ITEMS].made, counts[DELTA_ITEMS].refused);
	CHECK(counts[DELTA_COUNTED].made == 0 && counts[DELTA_FILE].made == 0);
}

int main(int argc, char **argv)
{
	if (argc > 1)
		rounds = (unsigned)strtoul(argv[1], NULL, 10);
	if (argc > 2)
		inputs = argv[2];
	CHECK_PART(compare);
	return check_done();
}
