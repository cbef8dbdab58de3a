/* counters.c - see counters.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "counters.h"

const char *const counter_names[COUNTERS] = {"instructions", "branches", "branch misses", "first-level misses"};

#if defined(__has_include)
#if __has_include(<linux/perf_event.h>)
#define HAVE_COUNTERS 1
#endif
#endif

#ifdef HAVE_COUNTERS
#include <linux/perf_event.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

static int files[COUNTERS]; /* the first leads the others */
static int tried, there;

static int open_one(uint32_t type, uint64_t config, int leader)
{
	struct perf_event_attr a;

	memset(&a, 0, sizeof a);
	a.size = sizeof a;
	a.type = type;
	a.config = config;
	a.disabled = leader < 0;
	a.exclude_kernel = 1;
	a.exclude_hv = 1;
	return (int)syscall(SYS_perf_event_open, &a, 0, -1, leader, 0);
}

static int open_all(void)
{
	static const struct {
		uint32_t type;
		uint64_t config;
	} events[COUNTERS] = {
		{PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
		{PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_INSTRUCTIONS},
		{PERF_TYPE_HARDWARE, PERF_COUNT_HW_BRANCH_MISSES},
		{PERF_TYPE_HW_CACHE,
	         PERF_COUNT_HW_CACHE_L1D | PERF_COUNT_HW_CACHE_OP_READ << 8 | PERF_COUNT_HW_CACHE_RESULT_MISS << 16},
	};

	for (int i = 0; i < COUNTERS; i++) {
		files[i] = open_one(events[i].type, events[i].config, i == 0 ? -1 : files[0]);
		if (files[i] < 0) {
			while (i-- > 0)
				close(files[i]);
			return 0;
		}
	}
	return 1;
}

int counters_begin(void)
{
	if (!tried) {
		tried = 1;
		there = open_all();
	}
	if (!there)
		return 0;
	ioctl(files[0], PERF_EVENT_IOC_RESET, PERF_IOC_FLAG_GROUP);
	ioctl(files[0], PERF_EVENT_IOC_ENABLE, PERF_IOC_FLAG_GROUP);
	return 1;
}

void counters_end(struct counters *total)
{
	uint64_t n;

	ioctl(files[0], PERF_EVENT_IOC_DISABLE, PERF_IOC_FLAG_GROUP);
	for (int i = 0; i < COUNTERS; i++)
		if (read(files[i], &n, sizeof n) == (ssize_t)sizeof n)
			total->of[i] += n;
}
#else
int counters_begin(void)
{
	return 0;
}

void counters_end(struct counters *total)
{
	(void)total;
}
#endif
