/* by_url_robotsc.c - this library, asked about whole URLs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>

#include "measure.h"
#include "url_reader.h"
#include "robotsc/check.h"

struct policy {
	struct robotsc_group group;
	void *blob;
	size_t size;
};

void *by_url_build(struct robotsc_text robots, struct robotsc_text agent)
{
	struct policy *policy = bench_alloc(sizeof *policy);
	struct robotsc_blob blob;

	if (bench_compiler == NULL) /* kept to the end */
		bench_compiler = robotsc_compiler_new(NULL);
	policy->blob = blob_make(robots, &agent, NULL, &policy->size);
	if (robotsc_open(&blob, policy->blob, policy->size) != ROBOTSC_OK ||
	    robotsc_select(&blob, &agent, 1, &policy->group) != ROBOTSC_OK)
		bench_die("robotsc", "a blob cannot be opened");
	return policy;
}

void by_url_drop(void *policy)
{
	struct policy *p = policy;

	blob_free(p->blob, p->size, NULL);
	free(p);
}

uint64_t by_url_ask(const void *policy, const struct robotsc_text *url, size_t n)
{
	const struct policy *p = policy;
	uint64_t sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += robotsc_check_url(&p->group, url[i].at, url[i].len) == ROBOTSC_ALLOW;
	return sum;
}
