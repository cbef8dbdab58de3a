/* multiply.c - makes a larger snapshot of a small one, and URLs for it.
 *
 *     multiply TIMES SNAPSHOT OUT   each origin TIMES times, on hosts "c0.HOST", "c1.HOST", ...
 *     multiply TIMES <URLS          each URL on one of these hosts, at random
 *
 * The policies of the copies differ in the decision that they hold, so none is shared between
 * copies.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "measure.h"
#include "robotsc/snapshot_make.h"
#include "tests/support/splitmix.h"

/* Read the octets of a file. */
static void *read_all(const char *path, size_t *len)
{
	FILE *file = fopen(path, "rb");
	struct stat st;
	void *bytes;

	if (!file || fstat(fileno(file), &st) < 0 || (bytes = malloc((size_t)st.st_size)) == NULL)
		bench_die(path, "cannot be read");
	*len = fread(bytes, 1, (size_t)st.st_size, file);
	fclose(file);
	return bytes;
}

/* Write a URL of a copy: its host begins with one more label. */
static size_t put_url(char *out, size_t room, const char *url, size_t len, unsigned long copy)
{
	const char *host = len > 3 ? strstr(url, "://") : NULL;
	const int skip = host ? (int)(host + 3 - url) : 0;
	const int n = snprintf(out, room, "%.*sc%lu.%.*s", skip, url, copy, (int)len - skip, url + skip);

	return n > 0 && (size_t)n < room ? (size_t)n : 0;
}

static void multiply_urls(unsigned long times)
{
	static char line[1 << 16], out[sizeof line + 32];
	uint64_t state = times;

	while (fgets(line, sizeof line, stdin)) {
		put_url(out, sizeof out, line, strlen(line), splitmix_below(&state, (uint32_t)times));
		fputs(out, stdout);
	}
}

/* Add an entry to the maker once for each copy. */
static void add_copies(struct robotsc_maker *maker, const struct robotsc_snapshot_entry *entry, const struct robotsc_blob *blob,
                       unsigned long times, unsigned char *stamped, size_t room)
{
	char text[ROBOTSC_ORIGIN_MAX + 1], url[2 * ROBOTSC_ORIGIN_MAX];
	struct robotsc_decision decision = entry->decision;

	memcpy(text, entry->origin.at, entry->origin.len);
	text[entry->origin.len] = '\0';
	for (unsigned long i = 0; i < times; i++) {
		const size_t n = put_url(url, sizeof url, text, entry->origin.len, i);
		size_t len = 0;

		decision.digest = i;
		if (robotsc_stamp(blob, &decision, stamped, room, &len) != ROBOTSC_OK ||
		    robotsc_maker_add(maker, url, n, &decision, stamped, len) != ROBOTSC_STORE_OK)
			bench_die(url, "cannot be added");
	}
}

static void multiply(unsigned long times, const char *from, const char *to)
{
	size_t len, room = 0;
	void *const bytes = read_all(from, &len);
	unsigned char *stamped = NULL;
	struct robotsc_store_settings settings;
	struct robotsc_text agents[64];
	struct robotsc_snapshot s;
	struct robotsc_snapshot_entry entry;
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_maker_options options = {.output = to, .settings = &settings};
	struct robotsc_maker *maker;

	if (robotsc_snapshot_open(&s, bytes, len, NULL) != ROBOTSC_OK || s.nagents > 64)
		bench_die(from, "is no snapshot");
	robotsc_snapshot_settings(&s, &settings, agents);
	if (robotsc_maker_open(&maker, &options) != ROBOTSC_STORE_OK)
		bench_die(to, "cannot be made");
	robotsc_snapshot_begin(&s, &cursor);
	while (robotsc_snapshot_next(&cursor, &entry) == ROBOTSC_OK) {
		struct robotsc_blob blob;

		if (robotsc_snapshot_blob(&s, &entry, &blob) != ROBOTSC_OK)
			bench_die(from, "is damaged");
		if (room < blob.size + ROBOTSC_STAMP_SIZE) {
			room = 2 * (blob.size + ROBOTSC_STAMP_SIZE);
			stamped = realloc(stamped, room);
		}
		if (!stamped)
			bench_die(from, "out of memory");
		add_copies(maker, &entry, &blob, times, stamped, room);
	}
	if (robotsc_maker_finish(maker, NULL) != ROBOTSC_STORE_OK)
		bench_die(to, "cannot be written");
	robotsc_maker_close(maker);
	free(stamped);
	free(bytes);
}

int main(int argc, char **argv)
{
	const unsigned long times = argc > 1 ? strtoul(argv[1], NULL, 10) : 0;

	if (times == 0 || times > UINT32_MAX || (argc != 2 && argc != 4))
		bench_die("multiply", "TIMES [SNAPSHOT OUT]");
	if (argc == 2)
		multiply_urls(times);
	else
		multiply(times, argv[2], argv[3]);
	return 0;
}
