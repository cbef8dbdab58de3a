/* sharing_model_test.c - the benchmark's origins share policies as files of a corpus do.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/sharing_model.h"
#include "tests/support/test.h"

#define FILES 4000u
#define ORIGINS 200000u

/* Four groups of 1,000 files: all share one policy; pairs share one; half of the files share one,
 * the others have their own; each file has its own. */
static void make_files(struct sharing_file files[FILES])
{
	for (uint32_t i = 0; i < FILES; i++) {
		const uint32_t group = i / 1000, place = i % 1000;
		const uint64_t policy = group == 0 ? 0 : group == 1 ? place / 2 : group == 2 && place % 2 ? 0 : place;

		/* every second file of a shared policy has its own text */
		files[(i * 7919) % FILES] =
			(struct sharing_file){1000 * group + policy, place % 4 ? policy : 10000 + place, 100 * group};
	}
}

/* The number of different values, which are below room. */
static uint32_t different(const uint32_t *value, uint32_t n, uint32_t room)
{
	uint8_t *seen = calloc(room, 1);
	uint32_t count = 0;

	for (uint32_t i = 0; seen != NULL && i < n; i++) {
		count += !seen[value[i]];
		seen[value[i]] = 1;
	}
	free(seen);
	return count;
}

static void check_group(const struct sharing_model *s, unsigned g, uint32_t files, double exponent, uint32_t *value)
{
	const struct sharing_group *is = &s->group[g];
	const double more = (double)ORIGINS / FILES, expected = is->policies * pow(more, exponent);
	uint32_t n = 0, policies;

	CHECK_MSG(is->files == files && fabs(is->policies_grow - exponent) < 0.001, "group %u: %u files, exponent %g", g, is->files,
	          is->policies_grow);
	for (uint32_t k = 0; k < ORIGINS; k++)
		if (s->group_of[s->origin[k].file] == g)
			value[n++] = s->origin[k].policy;
	CHECK(n == files * (ORIGINS / FILES));
	policies = different(value, n, FILES + ORIGINS);
	CHECK_MSG(fabs(policies - expected) <= 0.02 * expected, "group %u: %u policies, not %g", g, policies, expected);
}

/* Each text belongs to one policy, and the policy that all files of group 0 share keeps its
 * share. */
static void check_texts(const struct sharing_model *s)
{
	uint32_t *policy = malloc((FILES + ORIGINS) * sizeof *policy), wrong = 0, common = 0, likes = 0;
	uint32_t shared = 0;

	memset(policy, 0xFF, (FILES + ORIGINS) * sizeof *policy);
	for (uint32_t k = 0; k < ORIGINS; k++) {
		const struct sharing_origin *o = &s->origin[k];

		wrong += policy[o->text] != UINT32_MAX && policy[o->text] != o->policy;
		shared += policy[o->text] == o->policy;
		policy[o->text] = o->policy;
		common += o->policy == 0; /* the only policy of the first group */
		likes += s->group_of[o->file] == 0;
	}
	CHECK(wrong == 0 && shared > 0);
	CHECK(common == likes);
	free(policy);
}

static void check_many(const struct sharing_file *files)
{
	uint32_t *value = malloc(ORIGINS * sizeof *value);
	struct sharing_model s, again;

	sharing_draw(&s, files, FILES, ORIGINS, 1);
	sharing_draw(&again, files, FILES, ORIGINS, 1);
	CHECK(memcmp(s.origin, again.origin, ORIGINS * sizeof *s.origin) == 0);
	check_group(&s, 0, 1000, 0, value);
	/* A random half misses both files of a pair with probability 500 / 1000 * 499 / 999. */
	check_group(&s, 1, 1000, log2(1 / (1 - 499.0 / 1998)), value);
	/* A random half has 250 policies of one file, and the common one. */
	check_group(&s, 2, 1000, log2(501 / 251.0), value);
	check_group(&s, 3, 1000, 1, value);
	check_texts(&s);
	sharing_free(&s);
	sharing_free(&again);
	free(value);
}

/* With fewer origins than files, each origin is a different file. */
static void check_few(const struct sharing_file *files)
{
	struct sharing_model s;
	uint32_t file[100];

	sharing_draw(&s, files, FILES, 100, 1);
	for (uint32_t k = 0; k < 100; k++) {
		file[k] = s.origin[k].file;
		CHECK(s.origin[k].policy < s.policies && s.origin[k].text < s.texts);
	}
	CHECK(different(file, 100, FILES) == 100);
	sharing_free(&s);
	sharing_draw(&s, files, 1, 1000, 1); /* one file: nothing to measure */
	CHECK(s.group[SHARING_GROUPS - 1].files == 1);
	sharing_free(&s);
}

int main(void)
{
	static struct sharing_file files[FILES];

	make_files(files);
	if (check_case("check_many"))
		check_many(files);
	if (check_case("check_few"))
		check_few(files);
	return check_done();
}
