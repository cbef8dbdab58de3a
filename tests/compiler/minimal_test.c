/* minimal_test.c - DFAs have no two equivalent states, filters no two equal ones, and
 * both give the runtime's verdicts when they are read from the blob state by state.
 *
 *     minimal_test [TEXTS]    random rule sets
 *
 * Blobs come from small rule sets, all of a kind or random ones, and, where ROBOTSC_CORPUS names a
 * folder, from real files.  Where minimizing would cost more than it may, there is no machine.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <robotsc/check.h>
#include <robotsc/compile.h>
#include <stdlib.h>
#include <string.h>

#include "automaton/dfa.h"
#include "tests/runtime/match/automaton.h"
#include "tests/support/test.h"
#include "tests/support/counting.h"
#include "tests/support/product.h"
#include "tests/support/warc.h"

#define STATES_MAX 600 /* larger machines of real files take too long the naive way */
#define PATHS 24       /* for each blob */

static unsigned long dfas, filters, states, prefix_tables;

/* ---- paths ------------------------------------------------------------------- */

static const char *const atoms[] = {"a", "b", "/", "?", "a", "b", "/", "%61", "%2F", "%2f", "%", "\xE3", "%3F", "x", "=", ".gif"};

/* Make a path: of atoms, or of a rule's text with something for each star. */
static size_t make_path(char *path, size_t room, const char *robots, size_t len, uint64_t *seed)
{
	size_t n = 0, at = product_below(seed, len + 1);
	path[n++] = '/';
	if (product_below(seed, 3) > 0) {
		while (at < len && robots[at] != '/')
			at++;
		for (at++; at < len && n + 8 < room && robots[at] != '\n' && robots[at] != '\r'; at++)
			if (robots[at] != '*' && robots[at] != '$')
				path[n++] = robots[at];
			else if (product_below(seed, 2))
				path[n++] = "ab/?"[product_below(seed, 4)];
	}
	for (size_t k = product_below(seed, 5); k > 0 && n + 8 < room; k--) {
		const char *atom = atoms[product_below(seed, sizeof atoms / sizeof atoms[0])];
		memcpy(path + n, atom, strlen(atom));
		n += strlen(atom);
	}
	return n;
}

/* ---- one blob ---------------------------------------------------------------- */

/* Each prefix of a prefix table is found by its hash, begins with no other prefix, and has no
 * control octet and no '%'. */
static void check_prefix_tables(const struct decode_machine *m, const char *robots, size_t len)
{
	for (uint32_t f = 0; f < m->nnodes; f++)
		for (uint32_t i = 0; m->nodes[f].prefix_table && i < m->nnodes; i++) {
			const struct decode_node *prefix_table = &m->nodes[f], *l = &m->nodes[i];
			if (!l->prefix)
				continue;
			prefix_tables++;
			uint32_t at = prefix_table->targets[decode_hash(prefix_table, l->octets, l->count)] - DECODE_NODE;
			while (at != i && m->nodes[at].more)
				at++;
			CHECK_MSG(at == i && prefix_table->keys[l->octets[0] % 16] <= l->count, "prefix %u is lost:\n%.*s",
			          (unsigned)i, (int)len, robots);
			for (uint32_t k = 0; k < l->count; k++)
				CHECK(l->octets[k] >= 0x20 && l->octets[k] != '%');
			for (uint32_t j = 0; j < i; j++)
				CHECK(!m->nodes[j].prefix ||
				      memcmp(m->nodes[j].octets, l->octets,
				             m->nodes[j].count < l->count ? m->nodes[j].count : l->count) != 0);
		}
}

static void check_machine(const struct decode_machine *m, const char *robots, size_t len)
{
	if (m->filter) {
		const uint32_t n = automaton_twins(m);
		filters++;
		check_prefix_tables(m, robots, len);
		CHECK_MSG(n == 0, "%u twins:\n%.*s", (unsigned)n, (int)len, robots);
		return;
	}
	struct automaton a;
	automaton_make(&a, m);
	const uint32_t n = automaton_states(&a), classes = automaton_classes(&a);
	uint32_t has_prefix = 0;
	dfas++;
	states += a.n;
	CHECK_MSG(classes == n, "%u states, %u classes:\n%.*s", (unsigned)n, (unsigned)classes, (int)len, robots);
	for (uint32_t i = 0; i < m->nnodes; i++)
		has_prefix += m->nodes[i].prefix ? m->nodes[i].count : 0;
	CHECK_MSG(n - AUTOMATON_START == m->nstates - DECODE_STATES - has_prefix, "states that nothing leads to:\n%.*s", (int)len,
	          robots);
	check_prefix_tables(m, robots, len);
	automaton_free(&a);
}

/* The policy's verdict, state by state where it is a DFA. */
static int verdict_of(const struct decode_blob *b, uint32_t policy, const char *path, size_t len)
{
	uint8_t octets[3 * 256 + 1];
	struct automaton a;
	const struct decode_policy *p = policy ? &b->policies[policy - 1] : NULL;
	if (!p || p->kind != 0 || b->machines[p->machines[0]].filter)
		return decode_check(b, policy, path, len);
	automaton_make(&a, &b->machines[p->machines[0]]);
	const int verdict = automaton_verdict(&a, octets, decode_canonical(b, path, len, octets));
	automaton_free(&a);
	return verdict;
}

static void check_verdicts(const struct decode_blob *b, const struct robotsc_blob *blob, const char *robots, size_t len,
                           uint64_t *seed)
{
	struct robotsc_group group;
	uint32_t policy;
	char path[256];
	CHECK(decode_select(b, NULL, 0, &policy));
	CHECK(robotsc_select(blob, NULL, 0, &group) == ROBOTSC_OK);
	for (int i = 0; i < PATHS; i++) {
		const size_t n = make_path(path, sizeof path, robots, len, seed);
		CHECK_MSG(verdict_of(b, policy, path, n) == (int)robotsc_check_path(&group, path, n), "%.*s of\n%.*s", (int)n, path,
		          (int)len, robots);
	}
}

static void check_text(const char *robots, size_t len, enum robotsc_dialect dialect, enum robotsc_form form, uint64_t *seed)
{
	struct robotsc_options options;
	struct decode_blob b;
	struct robotsc_blob blob;
	void *bytes;
	size_t size;
	robotsc_options_init(&options);
	options.dialect = dialect;
	options.form = form;
	if (!CHECK(robotsc_compile(&options, robots, len, &bytes, &size) == ROBOTSC_OK))
		return;
	const enum decode_status status = decode_open(&b, bytes, size);
	if (CHECK_MSG(status == DECODE_OK, "%d for\n%.*s", (int)status, (int)len, robots) &&
	    CHECK(robotsc_open(&blob, bytes, size) == ROBOTSC_OK)) {
		for (uint32_t i = 0; i < b.nmachines; i++)
			if (b.machines[i].nstates <= STATES_MAX)
				check_machine(&b.machines[i], robots, len);
		if (b.nmachines < 8)
			check_verdicts(&b, &blob, robots, len, seed);
	}
	decode_close(&b);
	robotsc_free_blob(NULL, bytes, size);
}

/* ---- where rule sets come from ------------------------------------------------ */

/* All sets of three rules of a few kinds. */
static void check_all(uint64_t *seed)
{
	static const char *const rules[] = {"/a", "/a$", "/ab", "/*a", "/*b$", "/a*b", "/a/b", "/ba", "*", "/a*b*a"};
	const size_t n = sizeof rules / sizeof rules[0];
	for (size_t x = 0; x < n; x++)
		for (size_t y = 0; y < n; y++)
			for (size_t z = 0; z < n; z++) {
				char robots[256];
				const size_t verdicts = (x + y + z) % 3;
				const int len = snprintf(robots, sizeof robots, "User-agent: *\n%s: %s\n%s: %s\nDisallow: %s\n",
				                         verdicts == 0 ? "Disallow" : "Allow", rules[x],
				                         verdicts == 1 ? "Allow" : "Disallow", rules[y], rules[z]);
				check_text(robots, (size_t)len, ROBOTSC_RFC9309, ROBOTSC_FORM_DFA, seed);
				check_text(robots, (size_t)len, ROBOTSC_RFC9309, ROBOTSC_FORM_FILTER, seed);
			}
}

static void check_random(uint64_t *seed, int count)
{
	static const char *const parts[] = {"a", "b", "a", "b", "/", "*", "ab", "aa", "long-literal", ".", "?", "%2F", "%20", "e"};
	for (int i = 0; i < count; i++) {
		char robots[1024] = "User-agent: *\n";
		const size_t rules = 1 + product_below(seed, 9);
		for (size_t r = 0; r < rules; r++) {
			strcat(robots, product_below(seed, 2) ? "Allow: /" : "Disallow: /");
			for (size_t k = product_below(seed, 6); k > 0; k--) {
				const size_t most = product_below(seed, 8) ? 10 : sizeof parts / sizeof parts[0];
				strcat(robots, parts[product_below(seed, most)]);
			}
			strcat(robots, product_below(seed, 5) ? "\n" : "$\n");
		}
		check_text(robots, strlen(robots), i % 2 ? ROBOTSC_GOOGLE : ROBOTSC_RFC9309, (enum robotsc_form)(i % 3), seed);
	}
}

/* States that are equal only after what they link to has been merged. */
static void check_late(uint64_t *seed)
{
	static const char robots[] =
		"User-agent: *\nDisallow: /*filter=\nDisallow: /?filter=\nDisallow: /*price=\nDisallow: /?price=\n";
	check_text(robots, sizeof robots - 1, ROBOTSC_RFC9309, ROBOTSC_FORM_FILTER, seed);
}

static void check_corpus(uint64_t *seed)
{
	const char *folder = getenv("ROBOTSC_CORPUS");
	char path[4096];
	struct warc_response response;
	if (!folder || !warc_available())
		return;
	snprintf(path, sizeof path, "%s/robots.warc.gz", folder);
	struct warc *w = warc_open(path);
	if (!CHECK(w != NULL))
		return;
	for (unsigned i = 0; warc_next(w, &response) > 0; i++)
		if (response.status == 200 && i % 4 == 0)
			check_text(response.body, response.len, i % 8 ? ROBOTSC_GOOGLE : ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, seed);
	warc_close(w);
}

/* ---- a budget ---------------------------------------------------------------- */

#define RING 40

/* States in a ring: 'x' leads to "disallow", 'y' to the next state, 'w' to the first, but from the
 * last one to "allow".  Only going round shows which states are equal. */
static void make_ring(struct dfa *d)
{
	static uint32_t other[DFA_SINKS + RING], first[DFA_SINKS + RING + 1], target[3 * RING];
	static uint8_t end[DFA_SINKS + RING], octet[3 * RING];
	uint32_t edges = 0;

	for (uint32_t s = 0; s < DFA_SINKS; s++) {
		end[s] = (uint8_t)s;
		other[s] = s;
	}
	for (uint32_t s = DFA_SINKS; s < DFA_SINKS + RING; s++) {
		const uint32_t last = DFA_SINKS + RING - 1, next = s < last ? s + 1 : DFA_SINKS;

		end[s] = ROBOTSC_ALLOW;
		other[s] = ROBOTSC_ALLOW;
		first[s] = edges;
		if (s != last) {
			octet[edges] = 'w';
			target[edges++] = DFA_SINKS;
		}
		octet[edges] = 'x';
		target[edges++] = 0;
		octet[edges] = 'y';
		target[edges++] = next;
	}
	first[DFA_SINKS + RING] = edges;
	*d = (struct dfa){DFA_SINKS + RING, DFA_SINKS, end, other, first, octet, target};
}

static void check_budget(void)
{
	struct counting memory = {0};
	const struct robotsc_alloc alloc = {counting_resize, &memory};
	struct arena arena;
	struct dfa ring, minimal;

	make_ring(&ring);
	robotsc__arena_init(&arena, &alloc);
	CHECK(robotsc__minimize_run(&arena, &ring, 10000, &minimal) == ROBOTSC_OK && minimal.n == ring.n);
	CHECK(robotsc__minimize_run(&arena, &ring, 1, &minimal) == ROBOTSC_OK && minimal.n == 0);
	robotsc__arena_free(&arena);
	CHECK(memory.live == 0 && memory.wrong == 0);
}

int main(int argc, char **argv)
{
	const int texts = argc > 1 ? atoi(argv[1]) : 3000;
	const unsigned long limit = (unsigned long)texts / 2;
	uint64_t seed = 1;

	CHECK_PART(check_budget);
	if (check_case("check_all"))
		check_all(&seed);
	if (check_case("check_random"))
		check_random(&seed, texts);
	if (check_case("check_late"))
		check_late(&seed);
	if (check_case("check_corpus"))
		check_corpus(&seed);
	if (check_all_cases())
		CHECK_MSG(dfas > limit && filters > limit && prefix_tables > limit, "%lu DFAs, %lu filters, %lu prefixes", dfas,
		          filters, prefix_tables);
	printf("%lu DFAs of %lu states and %lu prefixes, %lu filters\n", dfas, states, prefix_tables, filters);
	return check_done();
}
