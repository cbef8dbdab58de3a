/* store_flip_test.c - bits of a store's file flipped, one at a time: either verifying the store
 * notices it, or every verdict and every listed word stays the same.
 *
 * 	store_flip_test          some hundred bits, of every page
 * 	store_flip_test all      all of them
 *
 * A child process reads the damaged files and may crash: a crash while it verifies a file counts as
 * noticed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "store_setup.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include "tests/support/splitmix.h"

#define ORIGINS 150u
#define PAGE 4096u
#define SECONDS 20 /* processor time of a child, for its share of the flips */
#define SHARE 2000u

/* Memory that parent and child share. */
struct progress {
	size_t next;   /* number of the flip to try */
	int verifying; /* 1: a file is verified now; 0: a file that verify found good is read */
	size_t refused, reported, same, changed, crashed;
	size_t bad; /* the last bit whose flip changed an answer and was not noticed */
};

static char path[sizeof folder + 16];
static uint8_t *image;
static size_t image_len;

static void host(unsigned i, char out[64])
{
	snprintf(out, 64, "http%s://host%u.example%s", i % 3 ? "s" : "", i * 7919 % 1000, i % 5 ? "" : ":8080");
}

/* A store that was written, added to and changed, so that pages of earlier transactions remain. */
static void make_store(int copy)
{
	char origin[64], rule[40], dense[sizeof folder];
	struct robotsc_store *store;
	struct robotsc_reader *reader;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	for (unsigned round = 0; round < 4; round++)
		for (unsigned i = round * 31; i < ORIGINS; i += 1 + 7 * round) {
			host(i, origin);
			snprintf(rule, sizeof rule, "/%u", i % 20 + round);
			put(store, origin, rule, 1000 + round * 50);
		}
	if (copy) {
		reader = open_reader(store);
		snprintf(dense, sizeof dense, "%s/dense", top);
		CHECK(robotsc_reader_copy(reader, dense) == ROBOTSC_STORE_OK);
		robotsc_reader_close(reader);
		memcpy(folder, dense, sizeof dense);
	}
	robotsc_store_close(store);
}

/* ---- what a store says ------------------------------------------------------------------ */

static void mix(uint64_t *hash, const void *octets, size_t len)
{
	const uint8_t *p = octets;

	for (size_t i = 0; i < len; i++)
		*hash = (*hash ^ p[i]) * 0x100000001B3u;
}

static void mix_entry(uint64_t *hash, const struct robotsc_store_entry *e)
{
	const struct robotsc_decision *d = &e->decision;
	const uint64_t all[] = {e->policy,           (uint64_t)d->fetched,
	                        (uint64_t)d->since,  (uint64_t)d->expires,
	                        (uint64_t)d->status, (uint64_t)d->outcome,
	                        (uint64_t)d->row,    (uint64_t)d->end,
	                        (uint64_t)d->length, d->digest};

	mix(hash, all, sizeof all);
}

static int answer(struct robotsc_reader *reader, const char *url)
{
	struct robotsc_store_entry entry;
	struct robotsc_blob blob;
	struct robotsc_group group;
	enum robotsc_store_status status = robotsc_reader_find(reader, url, strlen(url), &entry);

	if (status == ROBOTSC_STORE_OK)
		status = robotsc_reader_blob(reader, entry.policy, &blob);
	if (status != ROBOTSC_STORE_OK)
		return 2 + (int)status;
	return robotsc_select(&blob, NULL, 0, &group) == ROBOTSC_OK ? (int)robotsc_check_url(&group, url, strlen(url)) : 2;
}

/* A digest of settings, entries in order, and verdicts for hosts that the store has or lacks. */
static uint64_t said(struct robotsc_store *store)
{
	const struct robotsc_store_settings *s = robotsc_store_settings(store);
	struct robotsc_reader *reader = open_reader(store);
	struct robotsc_store_entry entry;
	char origin[ROBOTSC_ORIGIN_MAX], url[96];
	uint64_t hash = s->limit + (uint64_t)s->dialect + s->nagents;
	enum robotsc_store_status status = robotsc_reader_seek(reader, NULL, 0);
	size_t len;

	for (size_t n = 0; status == ROBOTSC_STORE_OK && n < 10 * ORIGINS; n++) {
		status = robotsc_reader_next(reader, origin, &len, &entry);
		mix(&hash, &status, sizeof status);
		if (status != ROBOTSC_STORE_OK)
			break;
		mix(&hash, origin, len);
		mix_entry(&hash, &entry);
	}
	for (unsigned i = 0; i < ORIGINS + 10; i++)
		for (unsigned k = 0; k < 3; k++) {
			char name[64];
			int is;

			host(i, name);
			snprintf(url, sizeof url, "%s/%u", name, i % 20 + k);
			is = answer(reader, url);
			mix(&hash, &is, sizeof is);
		}
	robotsc_reader_close(reader);
	return hash;
}

/* ---- flips ------------------------------------------------------------------------------ */

static void try_flip(struct progress *p, int fd, size_t bit, uint64_t right)
{
	const uint8_t octet = (uint8_t)(image[bit / 8] ^ 1u << bit % 8);
	struct robotsc_store *store;
	int n = 0;

	p->verifying = 1;
	if (pwrite(fd, &octet, 1, (off_t)(bit / 8)) != 1)
		_exit(9);
	if (robotsc_store_open(&store, folder, ROBOTSC_STORE_READ, NULL) != ROBOTSC_STORE_OK) {
		p->refused++;
	} else {
		struct robotsc_reader *reader = NULL;
		enum robotsc_store_status status = robotsc_reader_open(&reader, store);

		if (status == ROBOTSC_STORE_OK)
			status = robotsc_reader_begin(reader, NULL);
		if (status == ROBOTSC_STORE_OK)
			status = robotsc_reader_verify(reader, count_fault, &n);
		robotsc_reader_close(reader);
		p->verifying = 0;
		if (status != ROBOTSC_STORE_OK) {
			p->reported++;
		} else if (said(store) == right) {
			p->same++;
		} else {
			p->changed++;
			p->bad = bit;
		}
		robotsc_store_close(store);
	}
	if (pwrite(fd, &image[bit / 8], 1, (off_t)(bit / 8)) != 1)
		_exit(9);
}

/* Try all flips.  When one crashes the child, the next child goes on after it. */
static void try_all(struct progress *p, size_t n, size_t (*bit_of)(size_t i), uint64_t right)
{
	const struct rlimit seconds = {SECONDS, SECONDS}, none = {0, 0};
	const int fd = open(path, O_RDWR);

	CHECK(fd >= 0);
	while (p->next < n) {
		const size_t end = p->next + SHARE < n ? p->next + SHARE : n;
		const pid_t child = fork();
		int status = 0;

		if (child == 0) {
			setrlimit(RLIMIT_CPU, &seconds);
			setrlimit(RLIMIT_CORE, &none);
			if (freopen("/dev/null", "w", stderr) == NULL)
				_exit(9);
			for (; p->next < end; p->next++)
				try_flip(p, fd, bit_of(p->next), right);
			_exit(0);
		}
		CHECK(child > 0 && waitpid(child, &status, 0) == child);
		CHECK(!WIFEXITED(status) || WEXITSTATUS(status) != 9);
		if (status == 0)
			continue;
		p->crashed++;
		if (!p->verifying) {
			p->changed++;
			p->bad = bit_of(p->next);
		}
		CHECK(pwrite(fd, image, image_len, 0) == (ssize_t)image_len);
		p->next++;
	}
	close(fd);
}

static size_t every_bit(size_t i)
{
	return i;
}

/* A random bit, mostly in the first octets of a page, with its head and the offsets of its nodes,
 * or in LMDB's own first two pages. */
static size_t some_bit(size_t i)
{
	uint64_t state = i;
	const uint32_t page = splitmix_below(&state, (uint32_t)(image_len / PAGE));
	const uint32_t used = i % 3 == 0 ? 64 : i % 3 == 1 ? 300 : PAGE;

	return ((size_t)(i % 8 == 0 ? page % 2 : page) * PAGE + splitmix_below(&state, used)) * 8 + splitmix(&state) % 8;
}

static void test_flips(int copy, int all)
{
	struct progress *p = mmap(NULL, sizeof *p, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	struct robotsc_store *store;
	struct stat st;
	uint64_t right;
	int fd;

	CHECK(p != MAP_FAILED);
	make_store(copy);
	store = open_store(ROBOTSC_STORE_READ, NULL);
	CHECK(faults(store) == 0);
	right = said(store);
	robotsc_store_close(store);
	snprintf(path, sizeof path, "%s/data.mdb", folder);
	CHECK(stat(path, &st) == 0);
	image_len = (size_t)st.st_size;
	image = malloc(image_len);
	fd = open(path, O_RDONLY);
	CHECK(image && fd >= 0 && read(fd, image, image_len) == (ssize_t)image_len);
	close(fd);
	try_all(p, all ? image_len * 8 : 600, all ? every_bit : some_bit, right);
	CHECK_MSG(p->changed == 0, "%zu changed what the store says, unnoticed; bit %zu was one", p->changed, p->bad);
	CHECK_MSG(p->refused > 0 && p->reported > 40, "%zu refused, %zu reported", p->refused, p->reported);
	if (all)
		printf("%zu octets: %zu refused, %zu reported, %zu the same, %zu changed, %zu crashed\n", image_len, p->refused,
		       p->reported, p->same, p->changed, p->crashed);
	free(image);
	munmap(p, sizeof *p);
}

int main(int argc, char **argv)
{
	const int all = argc > 1 && strcmp(argv[1], "all") == 0;

	setup_begin();
	test_flips(0, all);
	test_flips(1, all);
	setup_end();
	return check_done();
}
