/* ask.c - what the library says of texts and vectors, so that systems can be compared.
 *
 *     ask FRAMES
 *
 * ISO C and public calls alone.  A line for each frame (platforms.py): its number, a hash of
 * its blobs and one of what lint prints of it; and for each verdict that a vector does not want.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "robotsc/report.h"

static unsigned long frames, verdicts, wrong;

/* FNV-1a. */
static void hash(uint64_t *sum, const void *at, size_t len)
{
	for (const unsigned char *p = at; len > 0; len--, p++)
		*sum = (*sum ^ *p) * 1099511628211u;
}

static void hash_text(void *ctx, const char *text, size_t len)
{
	hash(ctx, text, len);
}

/* Compile a blob; hash its length, then its octets.  False if it cannot be made or opened. */
static int blob_of(const struct robotsc_options *options, struct robotsc_text robots, uint64_t *sum, struct robotsc_blob *blob,
                   void **bytes)
{
	unsigned char length[8];
	size_t size;

	if (robotsc_compile(options, robots.at, robots.len, bytes, &size) != ROBOTSC_OK)
		return 0;
	for (int i = 0; i < 8; i++)
		length[i] = (unsigned char)((uint64_t)size >> 8 * i);
	hash(sum, length, sizeof length);
	hash(sum, *bytes, size);
	return robotsc_open(blob, *bytes, size) == ROBOTSC_OK;
}

/* Check that a URL has the wanted verdict, and that its path has the same one. */
static void ask(const struct robotsc_blob *blob, enum robotsc_dialect dialect, int want, struct robotsc_text agent,
                struct robotsc_text url)
{
	struct robotsc_group group;
	struct robotsc_text path;
	int right = 0;

	if (robotsc_select(blob, &agent, 1, &group) == ROBOTSC_OK) {
		robotsc_url_path(dialect, url.at, url.len, &path);
		right = robotsc_check_url(&group, url.at, url.len) == (want ? ROBOTSC_ALLOW : ROBOTSC_DISALLOW) &&
		        robotsc_check_path(&group, path.at, path.len) == robotsc_check_url(&group, url.at, url.len);
	}
	verdicts++;
	wrong += !right;
	if (!right)
		printf("%lu: wrong verdict\n", frames);
}

/* Compile a text in each form, for all agents and for this one alone.  want: '0' or '1' of a
 * vector; another octet for a text. */
static void compile(int digit, int want, struct robotsc_text robots, struct robotsc_text agent, struct robotsc_text url,
                    uint64_t *sum)
{
	const int is_vector = want == '0' || want == '1';

	for (int form = 0; form < 3; form++)
		for (int only = 0; only < 2; only++) {
			struct robotsc_options options;
			struct robotsc_blob blob;
			void *bytes = NULL;

			robotsc_options_init(&options);
			options.dialect = (enum robotsc_dialect)(digit - '0');
			options.form = (enum robotsc_form)form;
			options.agents = only ? &agent : NULL;
			options.nagents = (size_t)only;
			options.extensions = !is_vector;
			if (!blob_of(&options, robots, sum, &blob, &bytes)) {
				wrong++;
				printf("%lu: no blob\n", frames);
			} else if (is_vector) {
				ask(&blob, options.dialect, want == '1', agent, url);
			}
			if (bytes != NULL)
				robotsc_free_blob(NULL, bytes, blob.size);
		}
}

static void lint(struct robotsc_text robots, uint64_t *sum)
{
	for (int format = ROBOTSC_REPORT_TEXT; format <= ROBOTSC_REPORT_SARIF; format++) {
		struct robotsc_report report = {.write = hash_text, .ctx = sum, .format = (enum robotsc_report_format)format};
		struct robotsc_report_file file = {.name = {"robots.txt", 10}, .robots = robots.at, .len = robots.len};
		struct robotsc_lint_total total;

		memset(&total, 0, sizeof total);
		robotsc_lint_report_begin(&report);
		robotsc_lint_report_file(&report, NULL, &file, 0, &total);
		robotsc_lint_report_end(&report, &total);
	}
}

/* Read a text after its length in 4 octets, little-endian.  False at the end, or if it is cut. */
static int read_text(FILE *f, struct robotsc_text *t)
{
	unsigned char n[4];
	char *at;

	if (fread(n, 1, 4, f) != 4)
		return 0;
	t->len = n[0] | (size_t)n[1] << 8 | (size_t)n[2] << 16 | (size_t)n[3] << 24;
	t->at = at = malloc(t->len + 1);
	return at != NULL && fread(at, 1, t->len, f) == t->len;
}

int main(int argc, char **argv)
{
	FILE *f = argc == 2 ? fopen(argv[1], "rb") : NULL;
	char head[2];

	if (f == NULL)
		return 2;
	while (fread(head, 1, 2, f) == 2) {
		uint64_t blobs = 14695981039346656037u, said = 14695981039346656037u;
		struct robotsc_text robots, agent, url;

		if (!read_text(f, &robots) || !read_text(f, &agent) || !read_text(f, &url))
			return 2;
		frames++;
		compile(head[0], head[1], robots, agent, url, &blobs);
		lint(robots, &said);
		printf("%lu: blobs %016" PRIx64 ", lint %016" PRIx64 "\n", frames, blobs, said);
		free((void *)robots.at);
		free((void *)agent.at);
		free((void *)url.at);
	}
	fclose(f);
	printf("%lu frames, %lu verdicts, %lu wrong\n", frames, verdicts, wrong);
	return wrong != 0;
}
