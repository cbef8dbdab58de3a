/* reader_files_test.c - the second reader and the runtime agree on the files of the tree.
 *
 *     reader_files_test [EVERY]    one of EVERY files of the corpus; default 40
 *
 * The files are those of tests/runtime/match/bad-blobs/, examples, goldens, and with
 * $ROBOTSC_CORPUS real files.  Both readers refuse a bad blob with the status of expected.txt, and
 * say the same of a good one with another octet.  On all others they give the same verdicts, for
 * robots that the file names and others, and for URLs of the vectors and of the rules.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/archive.h"
#include "tests/support/test.h"
#include "decode.h"
#include "tests/runtime/records/decode_extensions.h"
#include "tests/support/doc_page.h"
#include "tests/support/product.h"
#include "tests/support/random_gen.h"
#include "tests/support/status_word.h"
#include "robotsc/access.h"
#include "robotsc/extensions.h"
#include "tests/support/warc.h"

#define FOLDER "tests/runtime/match/bad-blobs/"
#define URLS 2000
#define MADE 20  /* URLs made from the rules, for each robot */
#define SOME 25  /* URLs of the vectors, for each robot */
#define EVERY 40 /* files of the corpus */

static char *urls[URLS];
static size_t nurls;
static unsigned long files, verdicts[2], cuts, changes;

/* ---- answers ------------------------------------------------------------------ */

struct both {
	struct decode_blob b;
	struct robotsc_blob blob;
};

static void ask_url(const struct both *x, const struct robotsc_group *group, uint32_t policy, const char *url, size_t len)
{
	const size_t at = decode_cut(&x->b, url, len);
	struct robotsc_text path;
	const int ours = (int)robotsc_check_url(group, url, len), theirs = decode_check(&x->b, policy, url + at, len - at);

	robotsc_url_path((enum robotsc_dialect)x->blob.dialect, url, len, &path);
	cuts += at > 0;
	verdicts[ours]++;
	CHECK_MSG(path.len == len - at, "%.*s is cut at %zu, by the second reader at %zu", (int)len, url, len - path.len, at);
	if (CHECK_MSG(ours == theirs, "runtime %d, second reader %d", ours, theirs))
		return;
	product_show(url, len);
	printf("\n");
}

/* Ask about a URL with a random beginning, so that its path is the same or another one. */
static void ask_around(const struct both *x, const struct robotsc_group *group, uint32_t policy, const char *url, size_t len,
                       uint64_t *seed)
{
	static const char *const before[] = {"",   "http://h", "//h",       "x-1+.:/", "1http://h",
	                                     "h;", "mailto:",  "http://h#", "://",     "/http://h"};
	char text[4000];
	const char *prefix = before[product_below(seed, sizeof before / sizeof *before)];
	const size_t n = strlen(prefix);

	if (len + n > sizeof text)
		return;
	memcpy(text, prefix, n);
	memcpy(text + n, url, len);
	ask_url(x, group, policy, text, n + len);
}

static void ask_robot(const struct both *x, const struct oracle_file *file, const char *robot, size_t len, uint64_t *seed)
{
	const struct robotsc_text token = {robot, len};
	const struct decode_text name = {robot, len};
	static struct draft url;
	struct robotsc_group group;
	uint32_t policy;
	const enum robotsc_status status = robotsc_select(&x->blob, &token, 1, &group);

	if (!CHECK(status == (decode_select(&x->b, &name, 1, &policy) ? ROBOTSC_OK : ROBOTSC_ERR_AGENT)) || status != ROBOTSC_OK)
		return;
	for (int i = 0; i < SOME && nurls > 0; i++) {
		const char *at = urls[product_below(seed, nurls)];

		ask_around(x, &group, policy, at, strlen(at), seed);
	}
	for (int i = 0; i < MADE && file; i++) {
		random_gen_url(&url, seed, file);
		ask_around(x, &group, policy, url.at, url.len, seed);
	}
}

/* ---- blobs that are there ------------------------------------------------------- */

static const char *says(enum decode_status status)
{
	static const char *const names[] = {
		[DECODE_OK] = "ok",           [DECODE_TRUNCATED] = "truncated", [DECODE_MAGIC] = "magic",
		[DECODE_VERSION] = "version", [DECODE_CORRUPT] = "corrupt",     [DECODE_CHECKSUM] = "checksum"};

	return names[status];
}

#define FAR 8000

/* Ask about paths that repeat one octet, with lengths around that of the walks' buffer and beyond:
 * the tries of "good-filter-far" lead further than compiled ones do. */
static void ask_far(const struct both *x)
{
	static char path[FAR];
	struct robotsc_group group;
	uint32_t policy;

	CHECK(decode_select(&x->b, NULL, 0, &policy) && robotsc_select(&x->blob, NULL, 0, &group) == ROBOTSC_OK);
	for (size_t n = 5800; n < 6500; n += 3)
		for (size_t from = 0; from < 2; from++) {
			/* One octet fills the path, or stands in it about as often as the floating
			 * trie is long.  "%66" is not canonical: else no buffer would be needed. */
			memset(path, from ? 'x' : 'f', FAR);
			path[0] = '/';
			memset(path + n - 260, 'f', 196 + n % 10);
			memcpy(path + (from ? 1 : 300), "%66", 3);
			ask_url(x, &group, policy, path, n);
			ask_url(x, &group, policy, path, FAR - n % 3);
		}
}

static enum robotsc_status presence(int found)
{
	return found > 0 ? ROBOTSC_OK : found < 0 ? ROBOTSC_ERR_CORRUPT : ROBOTSC_ERR_ABSENT;
}

static int same_decision(const struct robotsc_decision *d, const struct decode_fetch *f)
{
	return d->fetched == f->fetched && d->expires == f->expires && d->since == f->since && d->length == f->length &&
	       d->digest == f->digest && d->status == f->status && d->end == f->end && d->profile == f->profile &&
	       d->outcome == f->outcome && d->row == f->row && d->revalidate == f->revalidate;
}

/* Both readers refuse a blob, or its sections beside the rules, with the same status. */
static void check_same(const char *name, const uint8_t *bytes, size_t len)
{
	struct decode_extensions e;
	struct decode_fetch f = {0};
	struct robotsc_decision d;
	struct robotsc_extensions ext;
	struct both x;

	const char *ours = status_word(robotsc_open(&x.blob, bytes, len)), *theirs = says(decode_open(&x.b, bytes, len));
	if (CHECK_MSG(strcmp(ours, theirs) == 0, "%s: %s, second reader %s", name, ours, theirs) && strcmp(ours, "ok") == 0) {
		const enum robotsc_status fetch = robotsc_stamp_read(&x.blob, &d);
		const enum robotsc_status extensions = robotsc_open_extensions(&x.blob, &ext);

		CHECK_MSG(fetch == presence(decode_fetch(&x.b, &f)), "%s: fetch %d", name, (int)fetch);
		CHECK_MSG(fetch != ROBOTSC_OK || same_decision(&d, &f), "%s: another decision", name);
		CHECK_MSG(extensions == presence(decode_extensions_open(&e, &x.b)), "%s: extensions %d", name, (int)extensions);
		decode_extensions_close(&e);
	}
	decode_close(&x.b);
}

/* Change each octet, and repair the checksum. */
static void check_changes(const char *name, uint8_t *bytes, size_t len)
{
	for (size_t at = 0; at + 8 < len; at++) {
		const uint8_t was = bytes[at],
			      values[] = {0, (uint8_t)(was + 1), (uint8_t)(was - 1), was ^ 0x20, was ^ 0x40, was ^ 0x80};

		for (size_t i = 0; i < sizeof values; i++, changes++) {
			bytes[at] = values[i];
			const uint64_t sum = decode_checksum(bytes, len - 8);
			for (size_t n = 0; n < 8; n++)
				bytes[len - 8 + n] = (uint8_t)(sum >> 8 * n);
			check_same(name, bytes, len);
		}
		bytes[at] = was;
	}
}

/* Cut blobs: the readers agree which is refused first, the length or the content. */
static void check_beginnings(void)
{
	static const struct {
		size_t len;
		uint8_t first, major;
		const char *status;
	} tiny[] = {{0, 0x8D, 2, "truncated"}, {3, 0x8D, 2, "truncated"},  {3, 0, 2, "truncated"},     {4, 0x8D, 2, "truncated"},
	            {4, 0, 2, "magic"},        {21, 0x8D, 2, "truncated"}, {21, 0x8D, 3, "truncated"}, {21, 0, 2, "magic"},
	            {22, 0x8D, 3, "version"},  {22, 0x8D, 1, "version"},   {22, 0, 3, "magic"},        {22, 0x8D, 2, "corrupt"},
	            {23, 0x8D, 2, "corrupt"}};

	for (size_t i = 0; i < sizeof tiny / sizeof *tiny; i++) {
		uint8_t bytes[23] = {tiny[i].first, 0x52, 0x42, 0x43, tiny[i].major, 0, 0, 0, 22};
		struct robotsc_blob blob;

		/* The sections are corrupt; the checksum is right. */
		for (size_t at = 14; tiny[i].len == 22 && at < 22; at++)
			bytes[at] = (uint8_t)(decode_checksum(bytes, 14) >> 8 * (at - 14));
		CHECK(strcmp(status_word(robotsc_open(&blob, bytes, tiny[i].len)), tiny[i].status) == 0);
		check_same(tiny[i].status, bytes, tiny[i].len);
	}
}

/* The later calls are only made on blobs that the first one takes. */
static void check_bad(struct archive *blobs, const char *name, const char *call, const char *status)
{
	struct archive_member member;
	char file[80];
	struct decode_extensions e;
	struct decode_fetch fetch;
	struct both x;
	uint64_t seed = 1;

	snprintf(file, sizeof file, "%s.robots", name);
	if (!CHECK_MSG(archive_find(blobs, file, &member), "%s", file))
		return;
	const size_t len = member.len;
	char *bytes = malloc(len + 1); /* a copy, so that a sanitizer finds a read beyond the end */
	if (bytes == NULL)
		abort();
	memcpy(bytes, member.bytes, len);
	const char *opened = says(decode_open(&x.b, (const uint8_t *)bytes, len));
	if (strcmp(call, "open") == 0) {
		CHECK_MSG(strcmp(opened, status) == 0, "%s: %s", name, opened);
	} else if (CHECK_MSG(strcmp(opened, "ok") == 0, "%s: %s", name, opened)) {
		CHECK_MSG((decode_fetch(&x.b, &fetch) < 0) != (decode_extensions_open(&e, &x.b) < 0), "%s: not refused", name);
		decode_extensions_close(&e);
	}
	if (strcmp(opened, "ok") == 0 && CHECK_MSG(robotsc_open(&x.blob, bytes, len) == ROBOTSC_OK, "%s", name)) {
		ask_robot(&x, NULL, "bot", 3, &seed);
		ask_robot(&x, NULL, "nobody", 6, &seed);
		if (strcmp(name, "good-filter-far") == 0)
			ask_far(&x);
	}
	decode_close(&x.b);
	if (strcmp(call, "open") == 0 && strcmp(status, "ok") == 0)
		check_changes(name, (uint8_t *)bytes, len);
	check_same(name, (uint8_t *)bytes, len);
	free(bytes);
}

static void check_bad_blobs(void)
{
	char name[64], call[16], status[16];
	FILE *expected = fopen(FOLDER "expected.txt", "r");
	struct archive blobs;
	unsigned n = 0;

	if (!CHECK(expected != NULL) || !CHECK(archive_open(&blobs, FOLDER "blobs.tar")))
		return;
	for (; fscanf(expected, "%63s %15s %15s", name, call, status) == 3; n++)
		check_bad(&blobs, name, call, status);
	fclose(expected);
	archive_close(&blobs);
	CHECK_MSG(n > 100, "%u blobs", n);
}

/* ---- files ---------------------------------------------------------------------- */

/* Ask for a name that the file has, for names that contain it or begin with it, and for another
 * name. */
static void ask_robots(const struct both *x, const struct oracle_file *file, uint64_t *seed)
{
	struct oracle_text agent;
	char name[256];

	ask_robot(x, file, "nobody", 6, seed);
	if (!oracle_agent_at(file, 0, &agent) || agent.len > 200)
		return;
	for (int around = 0; around < 3; around++) {
		const int n = snprintf(name, sizeof name, "%s%.*s%s", around == 1 ? "x" : "", (int)agent.len, agent.at,
		                       around == 2 ? "x" : "");

		ask_robot(x, file, name, (size_t)n, seed);
	}
}

static void check_file(const char *text, size_t len, uint64_t *seed)
{
	for (int d = 0; d < ORACLE_DIALECTS; d++) {
		struct oracle_options of = {.dialect = (enum oracle_dialect)d};
		struct robotsc_options options;
		struct product p;
		struct both x;

		robotsc_options_init(&options);
		options.dialect = product_dialect(of.dialect);
		options.form = (enum robotsc_form)((files + (unsigned)d) % 3);
		if (!CHECK(product_open_with(&p, &options, text, len) == ROBOTSC_OK))
			continue;
		x.blob = p.blob;
		if (CHECK(decode_open(&x.b, p.bytes, p.len) == DECODE_OK)) {
			struct oracle_file *file = oracle_parse(&of, text, len);

			ask_robots(&x, file, seed);
			oracle_free_file(file);
		}
		decode_close(&x.b);
		product_close(&p);
	}
	files++;
}

static void check_files(const char *pattern, uint64_t *seed)
{
	glob_t found;

	if (!CHECK_MSG(glob(pattern, 0, NULL, &found) == 0, "%s", pattern))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		size_t len;
		char *text = page_file(found.gl_pathv[i], &len);

		check_file(text, len, seed);
		free(text);
	}
	globfree(&found);
}

static void check_corpus(unsigned long every, uint64_t *seed)
{
	const char *folder = getenv("ROBOTSC_CORPUS");
	struct warc_response response;
	char path[1000];

	if (folder == NULL || !warc_available())
		return;
	snprintf(path, sizeof path, "%s/robots.warc.gz", folder);
	struct warc *w = warc_open(path);
	if (!CHECK_MSG(w != NULL, "%s", path))
		return;
	for (unsigned long n = 0; warc_next(w, &response) == 1; n++)
		if (n % every == 0)
			check_file(response.body, response.len, seed);
	warc_close(w);
}

/* The URLs of the conformance vectors, as they stand there. */
static void read_urls(void)
{
	static const char mark[] = "\"url\": \"";
	glob_t found;

	if (!CHECK(glob("tests/vectors/*.jsonl", 0, NULL, &found) == 0))
		return;
	for (size_t i = 0; i < found.gl_pathc; i++) {
		size_t len;
		char *text = page_file(found.gl_pathv[i], &len);

		for (char *at = text; (at = strstr(at, mark)) != NULL && nurls < URLS;) {
			at += strlen(mark);
			urls[nurls++] = strndup(at, strcspn(at, "\"\n"));
		}
		free(text);
	}
	globfree(&found);
	CHECK_MSG(nurls > 100, "%zu URLs", nurls);
}

int main(int argc, char **argv)
{
	const unsigned long every = argc > 1 ? strtoul(argv[1], NULL, 10) : EVERY;
	uint64_t seed = 3;

	read_urls();
	CHECK_PART(check_bad_blobs);
	CHECK_PART(check_beginnings);
	if (check_case("check_files")) {
		check_files("examples/*.txt", &seed);
		check_files("tests/goldens/*.golden", &seed);
		check_files("tests/goldens/cli/*", &seed);
	}
	if (check_case("check_corpus"))
		check_corpus(every > 0 ? every : 1, &seed);
	printf("%lu files, %lu verdicts, %lu URLs cut, %lu octets changed\n", files, verdicts[0] + verdicts[1], cuts, changes);
	if (check_all_cases())
		CHECK(changes > 50000 && files > 60 && verdicts[0] > 1000 && verdicts[1] > 1000 && cuts > 1000);
	while (nurls > 0)
		free(urls[--nurls]);
	return check_done();
}
