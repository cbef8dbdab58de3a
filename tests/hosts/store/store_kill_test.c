/* store_kill_test.c - writers and readers are killed at any moment, again and again: all committed
 * batches are there, none in part; no blob is torn, and the store stays good.
 *
 * Every batch gives all origins a blob made from the batch's number, and the number as the time of
 * the fetch; so a session in which two origins disagree has seen half a batch.
 *
 *     store_kill_test [ROUNDS]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* usleep */
#include "tests/support/splitmix.h"
#include "store_setup.h"

#include <signal.h>
#include <sys/wait.h>

#define ROUNDS 100
#define ORIGINS 24u
#define READERS 2

static uint32_t random_below(uint32_t n)
{
	static uint64_t state;

	return splitmix_below(&state, n);
}

/* Rules that differ for each batch and for each four origins; some fill pages of their own. */
static void make_batch(uint64_t batch, unsigned origin, void **blob, size_t *len)
{
	static char text[40000];
	size_t n = (size_t)snprintf(text, sizeof text, "User-agent: *\nDisallow: /batch%llu/\nDisallow: /origin%u\n",
	                            (unsigned long long)batch, origin / 4);

	for (unsigned i = 0; i < (batch + origin) % 9 * 16; i++)
		n += (size_t)snprintf(text + n, sizeof text - n, "Disallow: /%u/%llu\n", i * 7919, (unsigned long long)batch);
	if (robotsc_compile(NULL, text, n, blob, len) != ROBOTSC_OK)
		_exit(3);
}

/* Write batches without end, and report each when it is committed. */
static void write_on(uint64_t batch, int report)
{
	struct robotsc_store_change changes[ORIGINS];
	struct robotsc_store *store;
	char names[ORIGINS][40];

	if (robotsc_store_open(&store, folder, ROBOTSC_STORE_WRITE, NULL) != ROBOTSC_STORE_OK)
		_exit(4);
	for (;; batch++) {
		void *blobs[ORIGINS];

		memset(changes, 0, sizeof changes);
		for (unsigned i = 0; i < ORIGINS; i++) {
			const int len = snprintf(names[i], sizeof names[i], "https://h%u.example", i);

			make_batch(batch, i, &blobs[i], &changes[i].blob_len);
			changes[i].origin = (struct robotsc_text){names[i], (size_t)len};
			changes[i].blob = blobs[i];
			changes[i].entry.decision.fetched = (int64_t)batch;
		}
		if (robotsc_store_write(store, changes, ORIGINS, NULL) != ROBOTSC_STORE_OK)
			_exit(5);
		if (write(report, &batch, sizeof batch) != sizeof batch)
			_exit(6);
		for (unsigned i = 0; i < ORIGINS; i++)
			robotsc_free_blob(NULL, blobs[i], changes[i].blob_len);
	}
}

/* The batch to which an origin belongs; UINT64_MAX when its entry and its blob disagree. */
static uint64_t batch_of(struct robotsc_reader *reader, unsigned origin)
{
	struct robotsc_store_entry entry;
	struct robotsc_blob blob;
	struct robotsc_group group;
	char url[80];
	size_t len = (size_t)snprintf(url, sizeof url, "https://h%u.example/", origin);

	if (robotsc_reader_find(reader, url, len, &entry) != ROBOTSC_STORE_OK ||
	    robotsc_reader_blob(reader, entry.policy, &blob) != ROBOTSC_STORE_OK ||
	    robotsc_open(&blob, blob.bytes, blob.size) != ROBOTSC_OK || robotsc_select(&blob, NULL, 0, &group) != ROBOTSC_OK)
		return UINT64_MAX;
	len = (size_t)snprintf(url, sizeof url, "/batch%llu/", (unsigned long long)entry.decision.fetched);
	if (robotsc_check_path(&group, url, len) != ROBOTSC_DISALLOW)
		return UINT64_MAX;
	len = (size_t)snprintf(url, sizeof url, "/batch%llu/", (unsigned long long)entry.decision.fetched + 1);
	if (robotsc_check_path(&group, url, len) != ROBOTSC_ALLOW)
		return UINT64_MAX;
	len = (size_t)snprintf(url, sizeof url, "/origin%u", origin / 4);
	return robotsc_check_path(&group, url, len) == ROBOTSC_DISALLOW ? (uint64_t)entry.decision.fetched : UINT64_MAX;
}

/* The batch that a session sees; UINT64_MAX when it sees no batch, or more than one. */
static uint64_t batch_seen(struct robotsc_reader *reader)
{
	const uint64_t batch = batch_of(reader, 0);

	for (unsigned i = 1; i < ORIGINS; i++)
		if (batch_of(reader, i) != batch)
			return UINT64_MAX;
	return batch;
}

/* Begin sessions without end; exit when a session sees no whole batch, or an older batch than the
 * session before. */
static void read_on(void)
{
	struct robotsc_store *store;
	struct robotsc_reader *reader;
	uint64_t last = 0;

	if (robotsc_store_open(&store, folder, ROBOTSC_STORE_READ, NULL) != ROBOTSC_STORE_OK ||
	    robotsc_reader_open(&reader, store) != ROBOTSC_STORE_OK)
		_exit(7);
	for (;;) {
		uint64_t batch;

		if (robotsc_reader_begin(reader, NULL) != ROBOTSC_STORE_OK)
			_exit(8);
		batch = batch_seen(reader);
		if (batch == UINT64_MAX || batch < last)
			_exit(9);
		last = batch;
		robotsc_reader_end(reader);
	}
}

static pid_t start_reader(void)
{
	const pid_t child = fork();

	if (child == 0)
		read_on();
	return child;
}

/* Kill a child, which must have been alive until now. */
static void end(pid_t child)
{
	int status = 0;

	kill(child, SIGKILL);
	CHECK(waitpid(child, &status, 0) == child);
	CHECK_MSG(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL, "exit status %d", WEXITSTATUS(status));
}

static void print_fault(void *ctx, const char *line)
{
	(void)ctx;
	printf("%s\n", line);
}

/* The batch that a new process finds in the store. */
static uint64_t look(void)
{
	struct robotsc_store *store;
	struct robotsc_reader *reader;
	uint64_t batch = UINT64_MAX;

	if (!CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_READ, NULL) == ROBOTSC_STORE_OK))
		return batch;
	CHECK(robotsc_reader_open(&reader, store) == ROBOTSC_STORE_OK);
	CHECK(robotsc_reader_begin(reader, NULL) == ROBOTSC_STORE_OK);
	batch = batch_seen(reader);
	CHECK(robotsc_reader_verify(reader, print_fault, NULL) == ROBOTSC_STORE_OK);
	robotsc_reader_close(reader);
	robotsc_store_close(store);
	return batch;
}

/* Start a writer, let it report a number of batches, and kill it after a time.  Returns the last
 * batch it reported, or last. */
static uint64_t write_a_while(uint64_t last, unsigned batches, unsigned microseconds)
{
	int ends[2];
	uint64_t batch;
	pid_t child;

	CHECK(pipe(ends) == 0);
	child = fork();
	if (child == 0)
		write_on(last + 1, ends[1]);
	close(ends[1]);
	for (; batches > 0; batches--)
		CHECK(read(ends[0], &last, sizeof last) == sizeof last);
	usleep(microseconds);
	end(child);
	while (read(ends[0], &batch, sizeof batch) == sizeof batch)
		last = batch;
	close(ends[0]);
	return last;
}

static void make_store(void)
{
	fresh();
	robotsc_store_close(open_store(ROBOTSC_STORE_CREATE, NULL));
	CHECK(write_a_while(0, 3, 0) > 0);
}

int main(int argc, char **argv)
{
	const int rounds = argc > 1 ? atoi(argv[1]) : ROUNDS;
	pid_t readers[READERS];
	uint64_t found, first;

	setup_begin();
	make_store();
	first = found = look();
	CHECK(found != UINT64_MAX);
	for (size_t i = 0; i < READERS; i++)
		readers[i] = start_reader();
	for (int round = 0; round < rounds && found != UINT64_MAX; round++) {
		const uint64_t reported = write_a_while(found, random_below(4), random_below(20000));
		const size_t victim = random_below(READERS);

		found = look();
		CHECK_MSG(found == reported || found == reported + 1, "found %llu, reported %llu", (unsigned long long)found,
		          (unsigned long long)reported);
		end(readers[victim]);
		readers[victim] = start_reader();
	}
	for (size_t i = 0; i < READERS; i++)
		end(readers[i]);
	CHECK(found > first); /* writers made progress; how much depends on the machine */
	setup_end();
	return check_done();
}
