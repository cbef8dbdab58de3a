/* snapshot_forge_test.c - the reader agrees with the second reader about snapshots that were made
 * up; a forged one is refused, or all calls stay inside it, end and agree with the second reader.
 *
 *     snapshot_forge_test [FILES [FIRST]]   makes up FILES snapshots, from number FIRST on
 *     snapshot_forge_test -w FILE NUMBER    writes the snapshot of this number
 *
 * The number of a snapshot selects its contents and its changes.  A child process tests the
 * snapshots.  If it dies, the next child goes on after that snapshot.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* fence.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/test.h"
#include "ask_snapshot.h"
#include "ask_whole.h"
#include "snapshot_forger.h"
#include "robotsc/snapshot.h"
#include "tests/support/fence.h"
#include "tests/support/product.h"

#define FILES 6000
#define VALID 4 /* 1 of this number of snapshots is not changed */
#define PLANTED 12
#define DEATHS 20  /* children that may die */
#define SECONDS 20 /* processor time for one snapshot */

/* ---- sums -------------------------------------------------------------------- */

/* Vectors of the reference implementation, and Linux's for HalfSipHash-1-3 with 4 octets. */
static void sums_of_the_second_reader(void)
{
	static const uint64_t wide[] = {0xC83CB8B9591F8D21u, 0x157338F8122455BEu, 0x57EB507CEF394F06u, 0x790606F7451A0FCEu};
	static const uint32_t narrow[] = {0x5814C896, 0xE7E864CA, 0xBC4B0E30, 0x01539939, 0x7E059EA6};
	static const uint8_t abc[] = {0xBA, 0x78, 0x16, 0xBF, 0x8F, 0x01, 0xCF, 0xEA, 0x41, 0x41, 0x40,
	                              0xDE, 0x5D, 0xAE, 0x22, 0x23, 0xB0, 0x03, 0x61, 0xA3, 0x96, 0x17,
	                              0x7A, 0x9C, 0xB4, 0x10, 0xFF, 0x61, 0xF2, 0x00, 0x15, 0xAD};
	const uint64_t key = 0x0706050403020100u;
	uint8_t octets[300], digest[SECOND_DIGEST], own[ROBOTSC_SNAPSHOT_ROOT];
	struct robotsc_sha256 sha;

	for (size_t i = 0; i < sizeof octets; i++)
		octets[i] = (uint8_t)i;
	for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
		CHECK_MSG(second_half_sip_hash(2, 4, key, octets, i, 8) == wide[i], "%zu octets", i);
	for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
		CHECK_MSG(second_half_sip_hash(1, 3, key, octets, i, 4) == narrow[i], "%zu octets", i);
	second_digest((const uint8_t *)"abc", 3, digest);
	CHECK(memcmp(digest, abc, sizeof abc) == 0);
	for (size_t i = 0; i <= sizeof octets; i++) {
		robotsc_sha256_begin(&sha);
		robotsc_sha256_add(&sha, octets, i / 3);
		robotsc_sha256_add(&sha, octets + i / 3, i - i / 3);
		robotsc_sha256_end(&sha, own);
		second_digest(octets, i, digest);
		CHECK_MSG(memcmp(digest, own, sizeof own) == 0, "%zu octets", i);
		CHECK_MSG(second_checksum(octets, i) == robotsc_digest(octets, i), "%zu octets", i);
	}
}

/* ---- snapshots ----------------------------------------------------------------- */

/* Counts, in memory that parent and children share. */
struct counts {
	unsigned long at, made, valid; /* at: the snapshot under test */
	unsigned long done[SNAPSHOT_CHANGES], opened[SNAPSHOT_CHANGES];
	struct snapshot_counts asked;
};

static struct snapshot_forgery forgery;

static void make(unsigned long number)
{
	snapshot_forge(&forgery, number, number % VALID == 0);
}

static const char *ask_all(const struct snapshot_octets *octets, uint64_t *state, struct snapshot_counts *counts)
{
	const char *wrong = ask_snapshot(octets, state, counts);

	if (wrong == NULL)
		wrong = ask_whole(octets, state);
	return wrong != NULL ? wrong : ask_audit(octets, state);
}

/* Ask octets that end at an unreadable page, or octets in an allocation of their size at an odd
 * address, where sanitizers find more. */
static const char *ask(struct snapshot_octets *octets, unsigned long number, struct snapshot_counts *counts)
{
	static struct fence fence;
	uint64_t state = number;
	const size_t odd = product_below(&state, 16);
	const char *wrong;

	if (fence.room == 0)
		fence = fence_make(MAKER_ROOM);
	if (product_below(&state, 2) == 0) {
		octets->bytes = (const uint8_t *)at_end(&fence, octets->bytes, octets->len);
		return ask_all(octets, &state, counts);
	}
	uint8_t *copy = product_alloc(NULL, odd + octets->len + (octets->len == 0));

	memcpy(copy + odd, octets->bytes, octets->len);
	octets->bytes = copy + odd;
	wrong = ask_all(octets, &state, counts);
	free(copy);
	return wrong;
}

static void show(unsigned long number)
{
	printf("snapshot %lu, %zu octets, %zu entries, changed:", number, forgery.len, forgery.plan.nentries);
	for (size_t i = 0; i < forgery.nchanges; i++)
		printf("%s %s", i ? "," : "", snapshot_change_name(forgery.changes[i]));
	printf("\n");
	fflush(stdout);
}

static void look_at_all(struct counts *c, unsigned long end)
{
	for (; c->at < end; c->at++) {
		make(c->at);
		check_seconds(SECONDS);
		struct snapshot_octets octets = {forgery.bytes, forgery.len, forgery.valid, forgery.blobs_changed, 0};
		const char *unlike = forgery.valid ? second_verify(forgery.bytes, forgery.len) : NULL;

		if (!CHECK_MSG(unlike == NULL, "second reader verifies: %s", unlike)) {
			show(c->at);
			exit(3);
		}
		const unsigned long opened = c->asked.opened;
		const char *wrong = ask(&octets, c->at, &c->asked);

		c->made++;
		c->valid += (unsigned long)forgery.valid;
		for (size_t i = 0; i < forgery.nchanges; i++) {
			c->done[forgery.changes[i]]++;
			c->opened[forgery.changes[i]] += c->asked.opened > opened;
		}
		if (!CHECK_MSG(wrong == NULL, "%s", wrong)) {
			show(c->at);
			exit(3);
		}
	}
}

/* Let children test all snapshots, one child at a time. */
static void forge_all(struct counts *c, unsigned long end)
{
	for (unsigned deaths = 0; c->at < end && deaths < DEATHS; c->at++) {
		int status = 0;
		pid_t child;

		fflush(stdout);
		child = fork();
		if (child == 0) {
			look_at_all(c, end);
			exit(0);
		}
		if (!CHECK(child > 0 && waitpid(child, &status, 0) == child))
			return;
		if (status == 0)
			break;
		deaths++;
		CHECK_MSG(0, "snapshot %lu: %s %d", c->at, WIFSIGNALED(status) ? "signal" : "exit status",
		          WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
		make(c->at);
		show(c->at);
	}
}

/* ---- two records at one bit ------------------------------------------------------ */

/* A record within the same 64 octets as another one is verified after the other was used. */
static void planted_records(void)
{
	static const char host[] = "https://host.example/x", planted[] = "https://planted.example/x";
	uint64_t used[MAKER_ROOM / 64 / 64 + 2] = {0};

	for (unsigned long i = 0; i < PLANTED; i++) {
		struct robotsc_snapshot_options options = {.trust = ROBOTSC_TRUST_FORGED, .used = used};
		struct robotsc_snapshot snapshot;
		struct robotsc_snapshot_entry entry;
		struct robotsc_group group;
		struct robotsc_blob blob;
		struct robotsc_snapshot_answer answers[2];
		const struct robotsc_text urls[2] = {{host, sizeof host - 1}, {planted, sizeof planted - 1}};

		snapshot_forge_planted(&forgery, i);
		memset(used, 0, sizeof used);
		if (!CHECK(robotsc_snapshot_open(&snapshot, forgery.bytes, forgery.len, &options) == ROBOTSC_OK) ||
		    !CHECK(robotsc_snapshot_used_size(forgery.bytes, forgery.len) <= sizeof used))
			continue;
		CHECK(robotsc_snapshot_find(&snapshot, host, sizeof host - 1, &entry) == ROBOTSC_OK);
		if (forgery.plan.nagents == 0)
			CHECK(robotsc_snapshot_group(&snapshot, &entry, &group) == ROBOTSC_OK);
		CHECK(robotsc_snapshot_blob(&snapshot, &entry, &blob) == ROBOTSC_OK);
		CHECK(robotsc_snapshot_find(&snapshot, planted, sizeof planted - 1, &entry) == ROBOTSC_OK);
		CHECK_MSG(robotsc_snapshot_group(&snapshot, &entry, &group) != ROBOTSC_OK, "group of planted record %lu", i);
		CHECK_MSG(robotsc_snapshot_blob(&snapshot, &entry, &blob) != ROBOTSC_OK, "blob of planted record %lu", i);
		robotsc_snapshot_check_urls(&snapshot, urls, 2, answers);
		CHECK_MSG(answers[1].status != ROBOTSC_OK, "answer of planted record %lu", i);
	}
}

/* ---- the test ------------------------------------------------------------------- */

static void report(const struct counts *c)
{
	printf("%lu snapshots, %lu of them valid, %lu times opened\n%-12s %9s %9s\n", c->made, c->valid, c->asked.opened, "change",
	       "done", "opened");
	for (int k = 0; k < SNAPSHOT_CHANGES; k++)
		printf("%-12s %9lu %9lu\n", snapshot_change_name((enum snapshot_change)k), c->done[k], c->opened[k]);
	printf("origins: %lu found, %lu unknown, %lu damaged; %lu groups, %lu refused; verdicts: %lu, %lu\n", c->asked.found,
	       c->asked.unknown, c->asked.damaged, c->asked.groups, c->asked.refused, c->asked.verdicts[0], c->asked.verdicts[1]);
}

static int write_one(const char *path, unsigned long number)
{
	FILE *file = fopen(path, "wb");

	make(number);
	if (file == NULL || fwrite(forgery.bytes, 1, forgery.len, file) != forgery.len || fclose(file) != 0) {
		perror(path);
		return 2;
	}
	return 0;
}

int main(int argc, char **argv)
{
	const int writes = argc > 3 && strcmp(argv[1], "-w") == 0;
	const unsigned long files = !writes && argc > 1 ? strtoul(argv[1], NULL, 10) : FILES;
	const unsigned long first = argc > 2 ? strtoul(argv[writes ? 3 : 2], NULL, 10) : 0;
	struct counts *c = mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (writes)
		return write_one(argv[2], first);
	if (!CHECK(c != MAP_FAILED))
		return check_done();
	sums_of_the_second_reader();
	c->at = first;
	forge_all(c, first + files);
	planted_records();
	report(c);
	CHECK(c->valid > 0 && c->asked.opened > c->made && c->asked.found > c->made && c->asked.unknown > c->made);
	CHECK(c->asked.damaged > 0 && c->asked.groups > c->made && c->asked.refused > 0);
	CHECK(c->asked.verdicts[0] > c->made && c->asked.verdicts[1] > c->made);
	for (int k = 0; k < SNAPSHOT_CHANGES && files >= FILES; k++)
		CHECK_MSG(c->opened[k] > 0 || k == CHANGE_WRAP, "%s: nothing opened",
		          snapshot_change_name((enum snapshot_change)k));
	return check_done();
}
