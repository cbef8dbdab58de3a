/* disorder_test.c - globs that a blob does not hold in the order of their ranks decide as "The
 * walk" of docs/formats/blob.md says, for paths of any length: the second reader agrees.
 *
 *     disorder_test [BLOBS]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/test.h"
#include "decode.h"
#include "fuzz/forge.h"
#include "fuzz/forge_map.h"
#include "tests/support/product.h"
#include "runtime/match/blob_layout.h"

#define BLOBS 400
#define RANKS 12
#define LONGEST 9700
#define ROOM (1 << 16)
#define RULES 100

/* Rules of few literals, with more globs than are tried side by side.  Most rules match a path of
 * "a" and "b", some at its end only; a few match none. */
static size_t make_rules(char *text)
{
	static const char *const ends[] = {"", "a", "$", "q$", "b*z", "*b$", "qq$"};
	size_t n = (size_t)sprintf(text, "User-agent: *\nDisallow: /*qq\nDisallow: /*aba*b*a\nAllow: /*bab*a\n");

	for (unsigned i = 0; i < RULES; i++) {
		n += (size_t)sprintf(text + n, "%s: /*ab", i % 2 ? "Allow" : "Disallow");
		for (unsigned k = 0; k < i / 7; k++)
			n += (size_t)sprintf(text + n, k % 3 ? "*b" : "*a");
		n += (size_t)sprintf(text + n, "*%s\n", ends[i % 7]);
	}
	return n;
}

static size_t next_glob(const struct forge *f, const struct forge_machine *m, size_t glob)
{
	return glob + (size_t)GLOB_FIELDS * m->unit + (size_t)forge_load(f->bytes + glob + (size_t)GLOB_SIZE * m->unit, m->unit);
}

/* Give random ranks to all globs, or exchange the ranks of a few; and either verdict to paths that
 * no rule matches. */
static void change_ranks(struct forge *f, uint64_t *state)
{
	const int all = product_below(state, 4) != 0;
	struct forge_machine m;
	size_t other = 0;

	if (!CHECK(forge_machine_at(f, 0, &m) && m.filter))
		return;
	if (product_below(state, 2))
		f->bytes[m.at] ^= MACHINE_FALLBACK;
	for (size_t glob = m.globs; glob < m.end; glob = next_glob(f, &m, glob)) {
		const uint64_t rank = forge_load(f->bytes + glob + (size_t)GLOB_RANK * m.unit, m.unit);

		if (all) {
			forge_store(f->bytes + glob + (size_t)GLOB_RANK * m.unit, 1 + product_below(state, RANKS), m.unit);
		} else if (other && product_below(state, 16) == 0) {
			forge_store(f->bytes + glob + (size_t)GLOB_RANK * m.unit, forge_load(f->bytes + other, m.unit), m.unit);
			forge_store(f->bytes + other, rank, m.unit);
		}
		if (product_below(state, 4) == 0)
			other = glob + (size_t)GLOB_RANK * m.unit;
	}
	forge_repair(f);
}

static void compare(const struct forge *f, uint64_t *state, unsigned long *verdicts)
{
	static const char *const ends[] = {"", "a", "q", "qq", "z"};
	static const size_t sizes[] = {40, 6140, 6150, LONGEST};
	static char path[LONGEST + 8];
	const struct robotsc_text name = {"nobody", 6};
	const struct decode_text same_name = {"nobody", 6};
	struct robotsc_blob blob;
	struct robotsc_group group;
	struct decode_blob b;
	uint32_t policy;

	if (!CHECK(robotsc_open(&blob, f->bytes, f->len) == ROBOTSC_OK && robotsc_select(&blob, &name, 1, &group) == ROBOTSC_OK) ||
	    !CHECK(decode_open(&b, f->bytes, f->len) == DECODE_OK && decode_select(&b, &same_name, 1, &policy)))
		return;
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		const char *const end = ends[product_below(state, sizeof ends / sizeof *ends)];

		for (size_t n = 0; n < sizes[i]; n++)
			path[n] = n == 0 ? '/' : "ab"[(n - 1) % 2];
		memcpy(path + sizes[i], end, strlen(end));
		const size_t n = sizes[i] + strlen(end);
		const int ours = (int)robotsc_check_path(&group, path, n);
		CHECK_MSG(ours == decode_check(&b, policy, path, n), "%zu octets, \"%s\" ends them", n, end);
		verdicts[ours]++;
	}
	decode_close(&b);
}

int main(int argc, char **argv)
{
	const unsigned long n = argc > 1 ? strtoul(argv[1], NULL, 10) : BLOBS;
	static const enum robotsc_dialect dialects[] = {ROBOTSC_RFC9309, ROBOTSC_GOOGLE, ROBOTSC_CONNER2};
	static char rules[ROOM];
	const size_t size = make_rules(rules);
	unsigned long verdicts[2] = {0, 0};

	for (uint64_t seed = 0; seed < n; seed++) {
		static uint8_t bytes[ROOM];
		struct robotsc_options options;
		struct product p;
		uint64_t state = seed;

		robotsc_options_init(&options);
		options.dialect = dialects[seed % 3];
		options.form = ROBOTSC_FORM_FILTER;
		if (!CHECK(product_open_with(&p, &options, rules, size) == ROBOTSC_OK && p.len <= ROOM))
			continue;
		struct forge f = {bytes, p.len, ROOM, seed};
		memcpy(bytes, p.bytes, p.len);
		change_ranks(&f, &state);
		compare(&f, &state, verdicts);
		product_close(&p);
	}
	CHECK_MSG(verdicts[0] > n / 4 && verdicts[1] > n / 4, "%lu disallowed, %lu allowed", verdicts[0], verdicts[1]);
	return check_done();
}
