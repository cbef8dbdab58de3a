/* store_threads_test.c - one store in one process: threads read while another thread writes, and
 * while the map grows.
 *
 * Every batch gives all origins the same blob, of rules with the batch's number; so readers share
 * policies that they open at the same time, and a session in which two origins disagree has seen
 * half a batch.  Made with -fsanitize=thread this finds races.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "store_setup.h"

#include <pthread.h>
#include <stdatomic.h>

#define ORIGINS 40
#define BATCHES 60
#define READERS 4
#define LARGE 60000u /* octets of rules, so that the map must grow again and again */

static struct robotsc_store *store;
static atomic_int done, wrong;

static size_t origin_of(int i, char out[40])
{
	return (size_t)snprintf(out, 40, "https://h%d.example", i);
}

static void write_batch(int batch)
{
	static char text[LARGE + 100], names[ORIGINS][40];
	struct robotsc_store_change changes[ORIGINS];
	size_t n = (size_t)snprintf(text, sizeof text, "User-agent: *\nDisallow: /batch%d/\n", batch), len;
	void *blob;

	for (unsigned i = 0; batch % 4 == 3 && n < LARGE; i++)
		n += (size_t)snprintf(text + n, sizeof text - n, "Disallow: /%u/%d/%u\n", i * 7919 % 10007, batch, i);
	if (robotsc_compile(NULL, text, n, &blob, &len) != ROBOTSC_OK) {
		atomic_store(&wrong, 1);
		return;
	}
	memset(changes, 0, sizeof changes);
	for (int i = 0; i < ORIGINS; i++) {
		changes[i].origin = (struct robotsc_text){names[i], origin_of(i, names[i])};
		changes[i].blob = blob;
		changes[i].blob_len = len;
		changes[i].entry.decision.fetched = batch;
	}
	if (robotsc_store_write(store, changes, ORIGINS, NULL) != ROBOTSC_STORE_OK)
		atomic_store(&wrong, 1);
	robotsc_free_blob(NULL, blob, len);
}

/* The batch to which an origin belongs; -1 when its entry and its rules disagree. */
static int64_t batch_of(struct robotsc_reader *reader, int i)
{
	struct robotsc_store_entry entry;
	struct robotsc_blob blob;
	struct robotsc_group group;
	char url[40];
	const size_t len = origin_of(i, url);

	if (robotsc_reader_find(reader, url, len, &entry) != ROBOTSC_STORE_OK ||
	    robotsc_reader_blob(reader, entry.policy, &blob) != ROBOTSC_STORE_OK ||
	    robotsc_select(&blob, NULL, 0, &group) != ROBOTSC_OK)
		return -1;
	snprintf(url, sizeof url, "/batch%lld/", (long long)entry.decision.fetched);
	return robotsc_check_path(&group, url, strlen(url)) == ROBOTSC_DISALLOW ? entry.decision.fetched : -1;
}

static void *read_on(void *unused)
{
	struct robotsc_reader *reader;
	int64_t last = -1;

	if (robotsc_reader_open(&reader, store) != ROBOTSC_STORE_OK)
		atomic_store(&wrong, 1);
	while (!atomic_load(&done) && !atomic_load(&wrong)) {
		int64_t batch;

		if (robotsc_reader_begin(reader, NULL) != ROBOTSC_STORE_OK) {
			atomic_store(&wrong, 1);
			break;
		}
		batch = batch_of(reader, 0);
		for (int i = 1; i < ORIGINS; i++)
			if (batch_of(reader, i) != batch)
				atomic_store(&wrong, 2);
		if (batch < last)
			atomic_store(&wrong, 3);
		last = batch;
		robotsc_reader_end(reader);
	}
	robotsc_reader_close(reader);
	return unused;
}

int main(void)
{
	pthread_t readers[READERS];

	setup_begin();
	make_small();
	store = open_store(ROBOTSC_STORE_WRITE, NULL);
	write_batch(0);
	for (size_t i = 0; i < READERS; i++)
		CHECK(pthread_create(&readers[i], NULL, read_on, NULL) == 0);
	for (int batch = 1; batch <= BATCHES; batch++)
		write_batch(batch);
	atomic_store(&done, 1);
	for (size_t i = 0; i < READERS; i++)
		pthread_join(readers[i], NULL);
	CHECK_MSG(atomic_load(&wrong) == 0, "fault %d", atomic_load(&wrong));
	robotsc_store_close(store);
	setup_end();
	return check_done();
}
