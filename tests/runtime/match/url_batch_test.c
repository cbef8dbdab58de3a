/* url_batch_test.c - robotsc_check_url_batch: groups of every dialect, batches of every length.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "tests/support/sample.h"

/* URLs of several hosts: each is checked with its own group, in that group's dialect, whatever
 * their number; nothing is written after the last verdict. */
int main(void)
{
	static const char text[] = "User-agent: a\nDisallow: /a\nDisallow: /*x\nUser-agent: b\nDisallow: /b\nDisallow: /;\n";
	static const char *const urls[] = {"https://h/a",   "http://u@h:8/b?x",   "https://h",       "/a",   "b",
	                                   "https://h/xyz", "ftp://host.example", "https://h;a/b/x", "//a/b"};
	enum {
		DIALECTS = 5,
		ROBOTS = 2,
		URLS = sizeof urls / sizeof *urls,
		MOST = 64
	};
	static const struct robotsc_text robots[ROBOTS] = {TEXT("a"), TEXT("b")};
	struct robotsc_group groups_of[DIALECTS][ROBOTS];
	struct robotsc_query queries[MOST];
	struct compiled c[DIALECTS];
	struct robotsc_options options;
	uint8_t verdicts[MOST + 1];

	robotsc_options_init(&options);
	for (int d = 0; d < DIALECTS; d++) {
		options.dialect = (enum robotsc_dialect)d;
		if (!open_text(&c[d], &options, text, sizeof text - 1))
			return 2;
		for (int r = 0; r < ROBOTS; r++)
			CHECK(robotsc_select(&c[d].blob, &robots[r], 1, &groups_of[d][r]) == ROBOTSC_OK);
	}
	for (size_t n = 0; n <= MOST; n++)
		for (size_t shift = 0; shift < URLS; shift++) {
			for (size_t i = 0; i < n; i++) {
				const char *url = urls[(i + shift) % URLS];

				queries[i] =
					(struct robotsc_query){&groups_of[i % DIALECTS][i / DIALECTS % ROBOTS], {url, strlen(url)}};
			}
			memset(verdicts, 9, sizeof verdicts);
			robotsc_check_url_batch(queries, n, verdicts);
			for (size_t i = 0; i < n; i++)
				CHECK(verdicts[i] ==
				      (int)robotsc_check_url(queries[i].group, queries[i].path.at, queries[i].path.len));
			CHECK(verdicts[n] == 9);
		}
	for (int d = 0; d < DIALECTS; d++)
		close_text(&c[d]);
	return check_done();
}
