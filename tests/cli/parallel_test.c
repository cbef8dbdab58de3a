/* parallel_test.c - an answer that takes long does not hold the others up, unless they take much
 * memory; answers come in order.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <stdatomic.h>
#include <time.h>

#include "cli/parallel.h"
#include "tests/support/test.h"

#define INPUTS 300
#define JOBS 2
#define FAR 100         /* inputs that are answered before the first one */
#define FEW 6           /* inputs that take much memory: three for each thread */
#define PATIENCE 100000 /* milliseconds */

static struct {
	size_t octets; /* that each input is said to take */
	size_t wait;   /* the first answer waits for this number of others */
	size_t read, added, most, in_order;
	atomic_size_t seen;
	bool waited;
} run;

static size_t read_next(void *ctx, void *input)
{
	(void)ctx;
	*(size_t *)input = run.read++;
	if (run.octets)
		atomic_store(&run.seen, run.read);
	return run.octets;
}

static void release(void *input)
{
	(void)input;
}

static void answer(const void *ctx, void *input, FILE *out, void *total)
{
	static const struct timespec moment = {0, 1000000};
	const size_t i = *(size_t *)input;
	(void)ctx, (void)out;
	*(size_t *)total = i;
	for (int k = 0; i == 0 && k < PATIENCE && !run.waited; k++) {
		run.waited = atomic_load(&run.seen) >= run.wait;
		nanosleep(&moment, NULL);
	}
	if (!run.octets)
		atomic_fetch_add(&run.seen, 1);
}

static void begin(const void *ctx, void *part, bool first)
{
	(void)ctx, (void)part, (void)first;
}

/* What is read and not added is held.  The reader may be one ahead of what it has told. */
static bool add(void *ctx, const void *part, bool first)
{
	(void)ctx, (void)first;
	run.in_order += *(const size_t *)part == run.added;
	run.added++;
	if (run.octets && atomic_load(&run.seen) - (run.added - 1) > run.most)
		run.most = atomic_load(&run.seen) - (run.added - 1);
	return true;
}

static void go(size_t octets, size_t wait)
{
	size_t all = 0;
	const struct cli_parallel p = {.n = INPUTS,
	                               .jobs = JOBS,
	                               .input = sizeof(size_t),
	                               .total = sizeof(size_t),
	                               .ctx = &all,
	                               .all = &all,
	                               .read = read_next,
	                               .release = release,
	                               .answer = answer,
	                               .begin = begin,
	                               .add = add};
	memset(&run, 0, sizeof run);
	run.octets = octets;
	run.wait = wait;
	CHECK(cli_parallel_run(&p) == 0);
	CHECK(run.waited);
	CHECK(run.read == INPUTS && run.added == INPUTS && run.in_order == INPUTS);
}

int main(void)
{
	go(0, FAR);
	go((size_t)1 << 30, FEW);
	CHECK_MSG(run.most <= FEW, "%zu are held", run.most);
	return check_done();
}
