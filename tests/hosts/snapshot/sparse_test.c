/* sparse_test.c - a snapshot of 8 GB, nearly all holes, answers like the small one from which it
 * was made: 4 GB of zeros stand before its entries, and 4 GB before its policies.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "second_reader.h"
#include "snapshot_ask.h"
#include "tests/support/product.h"
#include "tests/support/test.h"

/* AddressSanitizer needs more addresses than any limit leaves. */
#if defined(__SANITIZE_ADDRESS__)
#define LIMITLESS 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LIMITLESS 1
#endif
#endif
#ifndef LIMITLESS
#define LIMITLESS 0
#endif

#define GAP ((UINT64_C(1) << 32) + 64)
#define MOST_STORED (1 << 26) /* octets that the file may take on the disk */
#define HEAD 4096

/* The large snapshot, while it is written. */
struct sparse {
	const uint8_t *small;
	struct second_snapshot s;
	int fd, failed;
	uint64_t len;
	uint8_t head[HEAD];
};

static uint64_t up(uint64_t n)
{
	return (n + 63) / 64 * 64;
}

static void put(struct sparse *x, const void *octets, size_t n, uint64_t at)
{
	x->failed |= pwrite(x->fd, octets, n, (off_t)at) != (ssize_t)n;
}

/* Give a section the next place, and write it into the head.  Returns its offset. */
static uint64_t place(struct sparse *x, enum second_section k, uint64_t size)
{
	const uint64_t at = up(x->len);

	second_store(x->head + 72 + 48 * (size_t)k, at, 8);
	second_store(x->head + 80 + 48 * (size_t)k, size, 8);
	x->len = at + size;
	return at;
}

/* Write the entries behind a gap; their policies will stand behind another one. */
static void put_entries(struct sparse *x, struct second_indexed *indexed)
{
	const struct second_place *old = &x->s.section[SECOND_ENTRIES];
	const uint64_t start = place(x, SECOND_ENTRIES, GAP + old->size);
	uint8_t *copy = product_alloc(NULL, (size_t)old->size);
	struct second_entry e;
	size_t n = 0;

	memcpy(copy, old->octets, (size_t)old->size);
	for (uint64_t at = 0; second_next(&x->s, &at, &e) == SECOND_OK; n++) {
		uint8_t *entry = copy + e.at;

		second_store(entry + 36, (GAP + e.policy) / 8, 5);
		second_store(entry, second_checksum32(entry + 4, (size_t)e.size - 4), 4);
		indexed[n] = (struct second_indexed){GAP + e.at, e.origin, e.origin_len};
	}
	put(x, copy, (size_t)old->size, start + GAP);
	free(copy);
}

static void put_marks(struct sparse *x)
{
	const struct second_place *old = &x->s.section[SECOND_MARKS];
	const uint64_t start = place(x, SECOND_MARKS, old->size);

	for (uint64_t i = 0; i < old->size; i += 8) {
		uint8_t mark[8];

		second_store(mark, GAP + second_load(old->octets + i, 8), 8);
		put(x, mark, 8, start + i);
	}
}

static void put_index(struct sparse *x, const struct second_indexed *indexed)
{
	const size_t size = (size_t)x->s.section[SECOND_INDEX].size;
	uint8_t *index = product_alloc(NULL, size);

	CHECK(second_index(indexed, (size_t)x->s.nentries, x->s.seed, index) == x->s.longest);
	put(x, index, size, place(x, SECOND_INDEX, size));
	free(index);
}

/* Returns 0 if the file system cannot make a file with such holes. */
static int make_sparse(struct sparse *x)
{
	struct second_indexed *indexed = product_alloc(NULL, ((size_t)x->s.nentries + 1) * sizeof *indexed);
	const struct second_place *policies = &x->s.section[SECOND_POLICIES];
	struct stat st;

	if (ftruncate(x->fd, (off_t)(2 * GAP)) < 0)
		x->failed = 1;
	memcpy(x->head, x->small, x->s.head);
	x->len = x->s.head;
	put_entries(x, indexed);
	put_marks(x);
	put_index(x, indexed);
	put(x, policies->octets, (size_t)policies->size, place(x, SECOND_POLICIES, GAP + policies->size) + GAP);
	second_store(x->head + 16, x->len, 8);
	second_digest(x->head, x->s.head - 32, x->head + x->s.head - 32);
	put(x, x->head, x->s.head, 0);
	free(indexed);
	return !x->failed && fstat(x->fd, &st) == 0 && (uint64_t)st.st_blocks * 512 < MOST_STORED;
}

/* Compare the answers for all URLs, alone and in a batch, and the entries of a domain. */
static void compare(const struct world *w, const uint8_t *large, uint64_t len, enum robotsc_trust trust)
{
	const struct robotsc_text me = TEXT("a-bot");
	struct robotsc_snapshot_options options = {.tokens = &me, .ntokens = 1, .trust = trust};
	uint64_t *used = calloc((size_t)robotsc_snapshot_used_size(large, HEAD) / 8 + 1, 8);
	struct robotsc_snapshot a, b;
	struct robotsc_snapshot_cursor x, y;
	struct robotsc_snapshot_entry e, f;

	options.root = root_of(w->bytes);
	CHECK(robotsc_snapshot_open(&a, w->bytes, w->len, &options) == ROBOTSC_OK);
	options.root = root_of(large);
	options.used = used;
	if (!CHECK(used != NULL) || !CHECK(robotsc_snapshot_open(&b, large, (size_t)len, &options) == ROBOTSC_OK)) {
		free(used);
		return;
	}
	for (size_t i = 0; i <= w->n; i++) {
		char url[2 * ROBOTSC_ORIGIN_MAX];
		const struct robotsc_text none = TEXT("https://none.example");
		const struct robotsc_text text = {url, put_url(url, i < w->n ? w->entries[i].origin : none, "/a/x?y=1")};
		const struct robotsc_snapshot_answer small = answer_alone(&a, text), alone = answer_alone(&b, text);
		struct robotsc_snapshot_answer answers[2];
		const struct robotsc_text urls[2] = {text, none};

		robotsc_snapshot_check_urls(&b, urls, 2, answers);
		CHECK(same_answer(&small, &alone) && same_answer(&small, &answers[0]));
		CHECK(answers[1].status == ROBOTSC_ERR_UNKNOWN);
		CHECK((small.status == ROBOTSC_OK) == (i < w->n));
	}
	CHECK(robotsc_snapshot_domain(&a, "com", 3, &x) == ROBOTSC_OK && robotsc_snapshot_domain(&b, "com", 3, &y) == ROBOTSC_OK);
	size_t n = 0;
	enum robotsc_status status;

	while ((status = robotsc_snapshot_next(&x, &e)) == ROBOTSC_OK && CHECK(robotsc_snapshot_next(&y, &f) == ROBOTSC_OK)) {
		CHECK(e.origin.len == f.origin.len && memcmp(e.origin.at, f.origin.at, e.origin.len) == 0);
		n++;
	}
	CHECK(status == ROBOTSC_ERR_UNKNOWN && robotsc_snapshot_next(&y, &f) == ROBOTSC_ERR_UNKNOWN && n > 0);
	free(used);
}

/* The command answers from the snapshot; when memory is limited, its message says what to do.
 * limit: in kilobytes. */
static int command(const char *robotsc, const char *path, struct robotsc_text origin, const char *limit, const char *says)
{
	char line[2048];

	snprintf(line, sizeof line, "%s'%s' snapshot get '%s' '%.*s' 2>&1 | grep -q '%s'", limit, robotsc, path, (int)origin.len,
	         origin.at, says);
	const int status = system(line);

	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void ask(const struct world *w, const char *path, int fd, uint64_t len, const char *robotsc)
{
	void *large = sizeof(size_t) > 4 ? mmap(NULL, (size_t)len, PROT_READ, MAP_SHARED, fd, 0) : MAP_FAILED;

	if (large == MAP_FAILED) {
		printf("skipped: %llu octets cannot be mapped\n", (unsigned long long)len);
	} else {
		for (size_t i = 0; i < sizeof trusts / sizeof *trusts; i++)
			compare(w, large, len, trusts[i]);
		munmap(large, (size_t)len);
		CHECK(command(robotsc, path, w->entries[0].origin, "", "octets"));
	}
#if !LIMITLESS
	CHECK(command(robotsc, path, w->entries[0].origin, "ulimit -v 2000000; ", "too large to map .*--shards"));
#endif
}

int main(int argc, char **argv)
{
	static const struct robotsc_text agents[] = {TEXT("a-bot"), TEXT("b-bot")};
	const struct world_plan plan = {200, 40, 31, ROBOTSC_RFC9309, agents, 2};
	const char *slash = argc > 0 ? strrchr(argv[0], '/') : NULL, *tmp = getenv("TMPDIR");
	struct sparse x = {.failed = 0};
	struct world w;
	char path[256], robotsc[256];

	snprintf(robotsc, sizeof robotsc, "%.*s/../robotsc", slash ? (int)(slash - argv[0]) : 1, slash ? argv[0] : ".");
	snprintf(path, sizeof path, "%s/robotsc-sparse-XXXXXX", tmp ? tmp : "/tmp");
	x.fd = mkstemp(path);
	if (!CHECK(x.fd >= 0) || !CHECK(world_make(&w, &plan) == 0))
		return check_done();
	x.small = w.bytes;
	if (CHECK(second_open(&x.s, w.bytes, w.len, NULL) == SECOND_OK)) {
		if (make_sparse(&x))
			ask(&w, path, x.fd, x.len, robotsc);
		else
			printf("skipped: this file system makes no sparse file of 8 GB\n");
	}
	close(x.fd);
	unlink(path);
	world_free(&w);
	return check_done();
}
