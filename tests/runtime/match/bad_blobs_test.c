/* bad_blobs_test.c - each bad blob of tests/runtime/match/bad-blobs/ is refused with the status of
 * expected.txt.
 *
 *     bad_blobs_test FILE    opens that blob alone: tests/runtime/match/checks.py counts what is
 * executed
 *
 * A blob ends at an unreadable page.  tests/runtime/match/bad_blobs.py writes the folder.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* fence.h */
#include "match/checksum.h"
#include "match/percent.h"
#include "tests/support/archive.h"
#include "tests/support/status_word.h"
#include "tests/support/test.h"
#include "tests/support/fence.h"
#include "robotsc/access.h"
#include "robotsc/check.h"
#include "robotsc/extensions.h"

#define FOLDER "tests/runtime/match/bad-blobs"
#define SIZE_MAX_BLOB 40000

/* The results of calls on a blob; of the last two only if the first accepts it. */
struct answers {
	enum robotsc_status open, intact, extensions, fetch;
};

/* Check paths of all lengths, each at an unreadable page.  Returns 0 if a verdict is no verdict. */
static int answers_paths(const struct fence *fence, const struct robotsc_blob *blob)
{
	static const char *const names[] = {"bot", "other"};
	static const char text[] = "/abacabad/e%2f?#-------", zeros[sizeof text] = "/", fragment[sizeof text] = "/a#-------";
	struct robotsc_group group;
	unsigned wrong = 0;

	for (size_t i = 0; i < 2; i++) {
		const struct robotsc_text name = {names[i], strlen(names[i])};

		if (robotsc_select(blob, &name, 1, &group) != ROBOTSC_OK)
			return 0;
		for (size_t n = 0; n < sizeof text; n++) {
			wrong += robotsc_check_path(&group, at_end(fence, text, n), n) > ROBOTSC_ALLOW;
			wrong += robotsc_check_path(&group, at_end(fence, zeros, n), n) > ROBOTSC_ALLOW;
			wrong += robotsc_check_path(&group, at_end(fence, fragment, n), n) > ROBOTSC_ALLOW;
		}
	}
	return wrong == 0;
}

static struct fence paths;
static struct archive blobs;

static struct answers ask(const struct fence *fence, const char *name, const char *bytes, size_t len)
{
	struct answers a = {ROBOTSC_ERR_ABSENT, ROBOTSC_ERR_ABSENT, ROBOTSC_ERR_ABSENT, ROBOTSC_ERR_ABSENT};
	struct robotsc_extensions extensions;
	struct robotsc_decision decision;
	struct robotsc_blob blob;

	if (!CHECK_MSG(len < SIZE_MAX_BLOB, "%s", name))
		return a;
	a.intact = robotsc_open_intact(&blob, at_end(fence, bytes, len), len);
	a.open = robotsc_open(&blob, at_end(fence, bytes, len), len);
	if (a.open == ROBOTSC_OK) {
		a.extensions = robotsc_open_extensions(&blob, &extensions);
		a.fetch = robotsc_stamp_read(&blob, &decision);
		CHECK_MSG(answers_paths(&paths, &blob), "%s", name);
	}
	return a;
}

/* The blob of a name; empty if there is none. */
static struct archive_member find(const char *name)
{
	struct archive_member found = {.name = name};
	char file[80];

	snprintf(file, sizeof file, "%s.robots", name);
	CHECK_MSG(archive_find(&blobs, file, &found), "%s", file);
	return found;
}

/* True for a section that is good, and for one that is absent. */
static int is_good(enum robotsc_status status)
{
	return status == ROBOTSC_OK || status == ROBOTSC_ERR_ABSENT;
}

static void compare(const struct fence *fence, const char *name, const char *call, const char *status)
{
	const struct archive_member blob = find(name);
	const struct answers a = ask(fence, name, blob.bytes, blob.len);

	if (strcmp(call, "open") == 0) {
		CHECK_MSG(strcmp(status_word(a.open), status) == 0, "%s: %s", name, status_word(a.open));
		CHECK_MSG(is_good(a.extensions) && is_good(a.fetch), "%s", name);
		if (strncmp(name, "header-", 7) == 0 || strncmp(name, "sections-", 9) == 0)
			CHECK_MSG(a.intact == a.open, "%s: %s", name, status_word(a.intact));
	} else {
		CHECK_MSG(a.open == ROBOTSC_OK && is_good(a.extensions) != is_good(a.fetch), "%s: %s", name, status_word(a.open));
		CHECK_MSG(strcmp(status_word(is_good(a.fetch) ? a.extensions : a.fetch), status) == 0, "%s", name);
	}
}

static unsigned count_blobs(void)
{
	struct archive_member member;
	unsigned n = 0;
	int more;

	blobs.at = 0;
	while ((more = archive_next(&blobs, &member)) == 1)
		n++;
	CHECK(more == 0);
	return n;
}

/* True if a good blob stays good with another octet in a place where `old` was. */
static int is_good_with(const struct fence *fence, const char *name, size_t at, unsigned old, unsigned octet)
{
	const struct archive_member good = find(name);
	const size_t len = good.len;
	unsigned char bytes[SIZE_MAX_BLOB];
	struct robotsc_blob blob;
	uint64_t sum;

	if (!CHECK(len > at && len <= sizeof bytes))
		return 0;
	memcpy(bytes, good.bytes, len);
	if (!CHECK(bytes[at] == old))
		return 0;
	bytes[at] = (unsigned char)octet;
	sum = robotsc_checksum(bytes, len - 8);
	for (unsigned i = 0; i < 8; i++)
		bytes[len - 8 + i] = (unsigned char)(sum >> 8 * i);
	return robotsc_open(&blob, at_end(fence, bytes, len), len) == ROBOTSC_OK;
}

/* good-prefixes-plain and the like: the octets of the prefix.  docs/formats/blob.md, "Prefix
 * tables" */
#define PREFIX_OCTETS_AT 50

/* A prefix may hold only octets that stand for themselves in all paths of the blob's form. */
static void every_prefix_octet(const struct fence *fence, const char *name, unsigned form)
{
	for (unsigned octet = 0; octet < 128; octet++) {
		const int plain = octet >= 0x20 && octet != '#' && octet != '%' && !(octet_class[octet] & octet_slow[form]);

		CHECK_MSG(is_good_with(fence, name, PREFIX_OCTETS_AT, '!', octet) == plain, "form %u, octet %02X", form, octet);
		CHECK_MSG(is_good_with(fence, name, PREFIX_OCTETS_AT + 1, '~', octet) == plain, "form %u, octet %02X", form, octet);
	}
}

#define ROOT_AT 101 /* good-dfa-tables.robots: first octet of its root; blob.md, "Scan" */
#define ROOT 0xC4u  /* a branch that stays on other octets */
#define ROOT_E 0x20u

/* The root of a skip table must be a branch that stays: the walk reads it as one. */
static void every_root_head(const struct fence *fence)
{
	for (unsigned head = 0x80; head < 0x100; head++)
		CHECK_MSG(is_good_with(fence, "good-dfa-tables", ROOT_AT, ROOT, head) == ((head & ~ROOT_E) == ROOT), "head %02X",
		          head);
}

static int ask_file(const struct fence *fence, const char *path)
{
	size_t len;
	char *bytes = archive_load(path, &len);

	if (CHECK_MSG(bytes != NULL, "%s", path))
		ask(fence, path, bytes, len);
	free(bytes);
	return check_failed != 0;
}

int main(int argc, char **argv)
{
	const struct fence fence = fence_make(SIZE_MAX_BLOB);
	char name[64], call[16], status[16];
	unsigned lines = 0;
	FILE *expected;

	paths = fence_make(SIZE_MAX_BLOB);
	if (argc > 1)
		return ask_file(&fence, argv[1]);
	if (!CHECK(archive_open(&blobs, FOLDER "/blobs.tar")))
		return check_done();
	expected = fopen(FOLDER "/expected.txt", "r");
	for (; CHECK(expected != NULL) && fscanf(expected, "%63s %15s %15s", name, call, status) == 3; lines++)
		if (check_case(name))
			compare(&fence, name, call, status);
	CHECK_MSG(lines > 100 && lines == count_blobs(), "%u lines, %u blobs", lines, count_blobs());
	if (expected != NULL)
		fclose(expected);
	if (check_all_cases()) {
		every_prefix_octet(&fence, "good-prefixes-plain-raw", FORM_RAW);
		every_prefix_octet(&fence, "good-prefixes-plain", FORM_R);
		every_prefix_octet(&fence, "good-prefixes-plain-units", FORM_K);
		every_root_head(&fence);
	}
	archive_close(&blobs);
	return check_done();
}
