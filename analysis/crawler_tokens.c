/* crawler_tokens.c - whose groups a robot obeys.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "robotsc/summary.h"

static const char *obeyed_by(const struct robotsc_crawler *crawlers, size_t n, struct robotsc_text token)
{
	for (size_t i = 0; i < n; i++)
		if (compare_folded((struct robotsc_text){crawlers[i].token, strlen(crawlers[i].token)}, token) == 0)
			return crawlers[i].obeys;
	return NULL;
}

size_t robotsc_crawler_tokens(const struct robotsc_crawler *crawlers, size_t n, struct robotsc_text robot,
                              struct robotsc_text tokens[ROBOTSC_CRAWLER_TOKENS])
{
	size_t found = 0;
	const char *next;
	tokens[found++] = robot;
	while (found < ROBOTSC_CRAWLER_TOKENS && (next = obeyed_by(crawlers, n, tokens[found - 1])))
		tokens[found++] = (struct robotsc_text){next, strlen(next)};
	return found;
}
