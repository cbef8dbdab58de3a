/* linear_test.c - prints times that show whether work is linear; a forged blob that would make
 * opening quadratic is refused.
 *
 * Each kind of work is done with an input and with one four times as large.  Linear work takes four
 * times as long, quadratic work sixteen times.  Processor times, the best of some tries, are
 * printed but do not fail the test.
 *
 *     linear_test [EVERY]    every EVERYth hostile file
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tests/support/test.h"
#include "tests/compiler/hostile.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "runtime/match/blob_layout.h"
#include "runtime/match/checksum.h"

#define TRIES 5

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void compare(const char *what, const char *name, double small, double large)
{
	printf("%-8s %-22s %10.3f ms %10.3f ms %6.1f times\n", what, name, small * 1e3, large * 1e3, large / small);
}

/* ---- compiling ---- */

static char *text_of(const struct hostile_case *c, size_t room, size_t *len)
{
	struct hostile_case sized = *c;

	sized.room = room;
	return hostile_make(&sized, len);
}

/* Negative if there is no such case of that size. */
static double time_compile(const struct hostile_case *c, size_t room)
{
	double best = 1e9, start;
	size_t len, size;
	char *text = text_of(c, room, &len);
	void *blob;
	int i;

	if (len < room / 2)
		best = -1;
	for (i = 0; text != NULL && best > 0 && i < TRIES && (i == 0 || best < 0.2); i++) {
		start = now();
		if (!CHECK(robotsc_compile(NULL, text, len, &blob, &size) == ROBOTSC_OK))
			break;
		best = now() - start < best ? now() - start : best;
		robotsc_free_blob(NULL, blob, size);
	}
	free(text);
	return best;
}

/* ---- checking: a longer path ---- */

static double time_check(const struct robotsc_group *group, const char *path, size_t len)
{
	double best = 1e9, start, took;
	unsigned n = 1, i, try;

	for (try = 0; try < TRIES || n == 1;) {
		start = now();
		for (i = 0; i < n; i++)
			robotsc_check_path(group, path, len);
		took = now() - start;
		if (took < 1e-3 && n < 1u << 20) {
			n *= 4;
			continue;
		}
		best = took / n < best ? took / n : best;
		try++;
		if (n == 1 && try >= TRIES)
			break;
	}
	return best;
}

static void checks(const struct hostile_case *c)
{
	static char path[8000];
	const size_t room = sizeof path;
	struct robotsc_group group;
	struct robotsc_blob blob;
	size_t len, size;
	char *text = text_of(c, 60000, &len);
	void *bytes;
	unsigned kind;

	if (!CHECK(text != NULL) || !CHECK(robotsc_compile(NULL, text, len, &bytes, &size) == ROBOTSC_OK))
		return;
	if (CHECK(robotsc_open(&blob, bytes, size) == ROBOTSC_OK && robotsc_select(&blob, NULL, 0, &group) == ROBOTSC_OK))
		for (kind = 0; kind < HOSTILE_PATH_KINDS; kind += HOSTILE_PATH_BACK) {
			const size_t n = hostile_path((enum hostile_path)kind, text, len, 1, path, room);

			compare("check", c->name, time_check(&group, path, n / 4), time_check(&group, path, n));
		}
	robotsc_free_blob(NULL, bytes, size);
	free(text);
}

/* ---- opening: a forged blob whose policies are all lists, and all the same list ---- */

static void put32(uint8_t *p, size_t v)
{
	int i;

	for (i = 0; i < 4; i++)
		p[i] = (uint8_t)(v >> 8 * i);
}

static size_t section(const uint8_t *blob, unsigned type)
{
	unsigned i;

	for (i = 0; i < (ld32(blob + BLOB_HEADER + SECTION_AT_OFFSET) - BLOB_HEADER) / SECTION_ENTRY; i++) {
		const uint8_t *entry = blob + BLOB_HEADER + i * SECTION_ENTRY;

		if (entry[SECTION_AT_TYPE] == type)
			return ld32(entry + SECTION_AT_OFFSET);
	}
	return 0;
}

/* Forge a blob of n policies: the machine of a given blob, and n - 1 times the same list, which
 * names it members times. */
static uint8_t *forge(const uint8_t *from, size_t n, size_t members, size_t *len)
{
	const size_t machines = section(from, SECTION_MACHINES), policies = section(from, SECTION_POLICIES);
	const size_t head = BLOB_HEADER + 3 * SECTION_ENTRY, code = policies - machines;
	const size_t at = head + code, list = POLICIES_AT_ENTRIES + POLICY_ENTRY * n, agents = at + list + 4 + 4 * members;
	uint8_t *b;
	size_t i;

	*len = agents + AGENTS_AT_COUNT + 2 * 4 + BLOB_OVERREAD + BLOB_TRAILER;
	b = calloc(1, *len);
	if (b == NULL || policies <= machines)
		return b;
	memcpy(b, from, BLOB_HEADER);
	put32(b + BLOB_AT_SIZE, *len);
	for (i = 0; i < 3; i++)
		b[BLOB_HEADER + i * SECTION_ENTRY] = (uint8_t)(SECTION_MACHINES + i);
	put32(b + BLOB_HEADER + SECTION_AT_OFFSET, head);
	put32(b + BLOB_HEADER + SECTION_ENTRY + SECTION_AT_OFFSET, at);
	put32(b + BLOB_HEADER + 2 * SECTION_ENTRY + SECTION_AT_OFFSET, agents);
	memcpy(b + head, from + machines, code);
	put32(b + at, n);
	for (i = 1; i < n; i++)
		put32(b + at + POLICIES_AT_ENTRIES + POLICY_ENTRY * i, POLICY_LIST | list);
	put32(b + at + list, members);
	b[agents + AGENTS_AT_WIDTH] = 4;
	i = *len - BLOB_TRAILER;
	put32(b + i, (size_t)(robotsc_checksum(b, i) & 0xFFFFFFFF));
	put32(b + i + 4, (size_t)(robotsc_checksum(b, i) >> 32));
	return b;
}

static double time_forged(const uint8_t *from, size_t n, size_t members, enum robotsc_status *status)
{
	struct robotsc_blob blob;
	double best = 1e9, start;
	size_t len;
	uint8_t *b = forge(from, n, members, &len);
	int i;

	for (i = 0; CHECK(b != NULL) && i < TRIES; i++) {
		start = now();
		*status = robotsc_open(&blob, b, len);
		best = now() - start < best ? now() - start : best;
	}
	free(b);
	return best;
}

static void opens(void)
{
	static const char robots[] = "User-agent: *\nDisallow: /*a*b\n";
	enum robotsc_status one = ROBOTSC_ERR_MAGIC, small = one, large = one;
	struct robotsc_options options;
	double a, b;
	size_t size;
	void *bytes;

	robotsc_options_init(&options);
	options.form = ROBOTSC_FORM_FILTER;
	if (!CHECK(robotsc_compile(&options, robots, sizeof robots - 1, &bytes, &size) == ROBOTSC_OK))
		return;
	time_forged(bytes, 2, 1, &one);
	/* The forged blob is good but for its lists. */
	CHECK_MSG(one == ROBOTSC_OK, "a forged blob of one list: %s", robotsc_strerror(one));
	time_forged(bytes, 2, 2, &one);
	CHECK(one == ROBOTSC_ERR_CORRUPT); /* a list names a machine only once */
	a = time_forged(bytes, 5000, 1, &small);
	b = time_forged(bytes, 20000, 1, &large);
	CHECK(small == ROBOTSC_ERR_CORRUPT && large == ROBOTSC_ERR_CORRUPT);
	compare("open", "forged lists", a, b);
	robotsc_free_blob(NULL, bytes, size);
}

int main(int argc, char **argv)
{
	const size_t every = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
	size_t i;

	for (i = 0; i < hostile_ncases; i += every) {
		const struct hostile_case *c = &hostile_cases[i];
		if (!check_case(c->name))
			continue;
		const double small = time_compile(c, 30000), large = time_compile(c, 120000);

		if (small > 0 && large > 0)
			compare("compile", c->name, small, large);
		checks(c);
	}
	CHECK_PART(opens);
	return check_done();
}
