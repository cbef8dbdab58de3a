/* sharing_model.c - see sharing_model.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sharing_model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "measure.h"

/* A file, for an order by the sizes of policies. */
struct ranked {
	struct sharing_file is;
	uint32_t file;
};

static int by_policy(const void *left, const void *right)
{
	const struct sharing_file *a = &((const struct ranked *)left)->is, *b = &((const struct ranked *)right)->is;

	if (a->octets != b->octets)
		return a->octets < b->octets ? -1 : 1;
	if (a->policy != b->policy)
		return a->policy < b->policy ? -1 : 1;
	return (a->text > b->text) - (a->text < b->text);
}

static int same_policy(const struct ranked *a, const struct ranked *b)
{
	return a->is.octets == b->is.octets && a->is.policy == b->is.policy;
}

static int same_text(const struct ranked *a, const struct ranked *b)
{
	return same_policy(a, b) && a->is.text == b->is.text;
}

typedef int same(const struct ranked *a, const struct ranked *b);

/* The number of files at the beginning that have the same policy, or text. */
static uint32_t run(const struct ranked *r, uint32_t n, same *is_same)
{
	uint32_t k = 1;

	while (k < n && is_same(&r[0], &r[k]))
		k++;
	return k;
}

/* The probability that a random half of n files contains one of k given files. */
static double in_half(uint32_t k, uint32_t n)
{
	const uint32_t others = n - n / 2;
	double none = 1;

	for (uint32_t i = 0; i < k; i++)
		none *= i < others ? (double)(others - i) / (n - i) : 0;
	return 1 - none;
}

/* The exponent of growth: there are `half` in n / 2 files, and `all` in n files. */
static double growth(double all, double half, uint32_t n)
{
	const uint32_t drawn = n / 2;

	return n < 2 ? 1 : log(all / half) / log((double)n / drawn);
}

/* ---- measuring the files ---- */

/* Measure a group; r has its files, sorted. */
static void measure(struct sharing_group *g, const struct ranked *r, uint32_t n)
{
	uint32_t shared = 0, single = 0, k, t; /* texts of shared policies; those of one file */
	double half = 0;

	*g = (struct sharing_group){.files = n, .octets = n > 0 ? r[n - 1].is.octets : 0};
	for (uint32_t i = 0; i < n; i += k) {
		k = run(&r[i], n - i, same_policy);
		half += in_half(k, n);
		g->policies++;
		for (uint32_t j = i; k > 1 && j < i + k; j += t) {
			t = run(&r[j], i + k - j, same_text);
			shared++;
			single += t == 1;
		}
	}
	g->policies_grow = growth(g->policies, half, n);
	g->texts_grow = shared > 0 ? (double)single / shared : 1;
}

/* Number the policies and texts of the files, and assign each file to a group. */
static void number_files(struct sharing_model *u, const struct ranked *r)
{
	const uint32_t n = u->files;
	uint32_t begin = 0, end;

	for (uint32_t i = 0; i < n; i++) {
		u->policies += i == 0 || !same_policy(&r[i - 1], &r[i]);
		u->texts += i == 0 || !same_text(&r[i - 1], &r[i]);
		u->origin[r[i].file] = (struct sharing_origin){r[i].file, u->policies - 1, u->texts - 1};
	}
	for (uint32_t g = 0; g < SHARING_GROUPS; g++, begin = end) {
		end = (uint32_t)((uint64_t)n * (g + 1) / SHARING_GROUPS);
		if (end < begin)
			end = begin;
		while (end > begin && end < n && same_policy(&r[end - 1], &r[end]))
			end++;
		measure(&u->group[g], &r[begin], end - begin);
		for (uint32_t i = begin; i < end; i++)
			u->group_of[r[i].file] = (uint8_t)g;
	}
}

/* ---- origins ---- */

/* True in p of all calls, in turn and not by chance, so that each group keeps to its exponent. */
static int falls_due(double *due, double p)
{
	*due += p;
	if (*due < 1)
		return 0;
	*due -= 1;
	return 1;
}

/* How often each policy and each text occurs among the origins. */
struct counts {
	uint32_t *policy, *text;
};

static void count(struct counts *c, const struct sharing_origin *o, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		c->policy[o[i].policy]++;
		c->text[o[i].text]++;
	}
}

static uint32_t *zeros(uint32_t n)
{
	return memset(bench_alloc(n * sizeof(uint32_t)), 0, n * sizeof(uint32_t));
}

/* Add the origins after those of the files, in rounds with one origin for each file.  A round
 * multiplies the number of policies by ((rounds + 1) / rounds)^b. */
static void add_origins(struct sharing_model *u, uint32_t n, uint64_t *seed)
{
	struct counts have = {zeros(n), zeros(n)};
	uint32_t policies = u->policies, texts = u->texts;
	double policy_due[SHARING_GROUPS], text_due[SHARING_GROUPS];

	for (unsigned g = 0; g < SHARING_GROUPS; g++)
		policy_due[g] = text_due[g] = 0.5;
	for (uint32_t begin = u->files, rounds = 1; begin < n; begin += u->files, rounds++) {
		const uint32_t more = n - begin < u->files ? n - begin : u->files;
		double rate[SHARING_GROUPS];

		for (unsigned g = 0; g < SHARING_GROUPS; g++)
			rate[g] = rounds * (pow(1 + 1.0 / rounds, u->group[g].policies_grow) - 1);
		count(&have, &u->origin[begin - u->files], u->files);
		for (uint32_t file = 0; file < more; file++) {
			const unsigned g = u->group_of[file];
			struct sharing_origin o = u->origin[file + u->files * bench_random(seed, rounds)];

			if (falls_due(&policy_due[g], rate[g] / have.policy[o.policy]))
				o.policy = policies++, o.text = texts++;
			else if (falls_due(&text_due[g], u->group[g].texts_grow / have.text[o.text]))
				o.text = texts++;
			u->origin[begin + file] = o;
		}
	}
	free(have.policy);
	free(have.text);
}

void sharing_draw(struct sharing_model *u, const struct sharing_file *files, uint32_t nfiles, uint32_t n, uint64_t seed)
{
	struct ranked *r = bench_alloc(nfiles * sizeof *r);

	n = n < nfiles ? nfiles : n;
	*u = (struct sharing_model){.files = nfiles, .group_of = bench_alloc(nfiles), .origin = bench_alloc(n * sizeof *u->origin)};
	for (uint32_t i = 0; i < nfiles; i++)
		r[i] = (struct ranked){files[i], i};
	qsort(r, nfiles, sizeof *r, by_policy);
	number_files(u, r);
	add_origins(u, n, &seed);
	for (uint32_t i = n; i > 1; i--) { /* in random order */
		const uint32_t j = bench_random(&seed, i);
		const struct sharing_origin o = u->origin[i - 1];

		u->origin[i - 1] = u->origin[j];
		u->origin[j] = o;
	}
	free(r);
}

void sharing_free(struct sharing_model *u)
{
	free(u->group_of);
	free(u->origin);
}

void sharing_print(const struct sharing_model *u, uint32_t n)
{
	const size_t room = (size_t)u->files + n; /* above the number of any policy and text */
	uint8_t *seen = bench_alloc(2 * room);

	memset(seen, 0, 2 * room);
	printf("%-22s %8s %8s %8s %9s %9s %9s %9s\n", "policies", "files", "differ", "exponent", "origins", "expected", "differ",
	       "texts");
	for (unsigned g = 0; g < SHARING_GROUPS; g++) {
		const struct sharing_group *is = &u->group[g];
		const double expected = is->policies * pow((double)n / u->files, is->policies_grow);
		uint32_t origins = 0, policies = 0, texts = 0;

		for (uint32_t k = 0; k < n; k++) {
			const struct sharing_origin *o = &u->origin[k];

			if (u->group_of[o->file] != g)
				continue;
			origins++;
			policies += !seen[o->policy];
			texts += !seen[room + o->text];
			seen[o->policy] = seen[room + o->text] = 1;
		}
		printf("up to %8u octets  %8u %8u %8.3f %9u %9.0f %9u %9u\n", is->octets, is->files, is->policies,
		       is->policies_grow, origins, expected, policies, texts);
	}
	free(seen);
}
