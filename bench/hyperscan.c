/* hyperscan.c - Hyperscan, from Debian: all rules as one database; the match of highest rank
 * decides.
 *
 * The scan stops when the rule of highest rank has matched.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifdef HAVE_HYPERSCAN
#include <hs/hs.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"
#include "engine.h"
#include "regex.h"

struct policy {
	hs_database_t *database;
	unsigned n;
	uint8_t allows[]; /* the verdict of each rule, then that of no rule */
};

static hs_scratch_t *scratch; /* large enough for every database built so far */

static struct policy *make(hs_database_t *database, const struct rules *rules)
{
	struct policy *p = bench_alloc(sizeof *p + rules->n + 1);

	*p = (struct policy){database, (unsigned)rules->n};
	for (size_t i = 0; i < rules->n; i++)
		p->allows[i] = rules->rule[i].rank & 1;
	p->allows[rules->n] = 1;
	if (hs_alloc_scratch(database, &scratch) != HS_SUCCESS)
		bench_die("Hyperscan", "no scratch");
	return p;
}

static void *hyperscan_build(const struct source *source, size_t *bytes)
{
	struct expressions e;
	hs_database_t *database = NULL;
	hs_compile_error_t *error = NULL;
	struct policy *p = NULL;
	unsigned *flags;

	regex_of(source->rules, 1, &e);
	flags = bench_alloc(e.n * sizeof *flags);
	for (size_t i = 0; i < e.n; i++)
		flags[i] = HS_FLAG_DOTALL | HS_FLAG_SINGLEMATCH;
	if (hs_compile_multi((const char *const *)e.text, flags, e.rule, (unsigned)e.n, HS_MODE_BLOCK, NULL, &database, &error) ==
	    HS_SUCCESS) {
		p = make(database, source->rules);
		hs_database_size(database, bytes);
		*bytes += sizeof *p + p->n + 1;
	} else {
		hs_free_compile_error(error);
	}
	free(flags);
	regex_free(&e);
	return p;
}

static void *hyperscan_copy(const void *policy, const struct source *source)
{
	const struct policy *p = policy;
	hs_database_t *database = NULL;
	char *octets = NULL;
	size_t n;

	if (hs_serialize_database(p->database, &octets, &n) != HS_SUCCESS ||
	    hs_deserialize_database(octets, n, &database) != HS_SUCCESS)
		bench_die("Hyperscan", "a database cannot be copied");
	free(octets);
	return make(database, source->rules);
}

static void hyperscan_drop(void *policy)
{
	struct policy *p = policy;

	hs_free_database(p->database);
	free(p);
}

static int on_match(unsigned id, unsigned long long from, unsigned long long to, unsigned flags, void *best)
{
	(void)from;
	(void)to;
	(void)flags;
	if (id < *(unsigned *)best)
		*(unsigned *)best = id;
	return id == 0;
}

static int verdict(const struct policy *p, const char *path, size_t len)
{
	unsigned best = p->n;

	hs_scan(p->database, path, (unsigned)len, 0, scratch, on_match, &best);
	return p->allows[best];
}

ENGINE_LOOPS(hyperscan, verdict(policy, path, len))

const struct engine engine_hyperscan = {
	"Hyperscan",    ANSWERS_EXACT,  4, 1, -1, hyperscan_build, hyperscan_copy, hyperscan_drop, hyperscan_hot,
	hyperscan_cold, hyperscan_check};
#else
typedef int nothing; /* C requires a declaration in every file */
#endif
