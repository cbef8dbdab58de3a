/* next_day.c - the snapshot of the next day.
 *
 *     next_day CHANGED SNAPSHOT OUT
 *
 * All origins are fetched again, in random order within the day; of 1,000 of them CHANGED have a
 * new robots.txt, of 1 to 40 rules.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "measure.h"
#include "robotsc/compile.h"
#include "robotsc/snapshot_make.h"
#include "tests/support/splitmix.h"

#define AGENTS 64
#define RULES 40
#define DAY 86400

struct next_day {
	struct robotsc_maker *maker;
	struct robotsc_options options;
	uint32_t changed;
	uint64_t random;
};

/* Write a robots.txt of rules that no other origin has. */
static size_t write_text(struct next_day *d, char *text, size_t room)
{
	const unsigned rules = 1 + splitmix_below(&d->random, RULES);
	size_t n = (size_t)snprintf(text, room, "User-agent: *\n");

	for (unsigned i = 0; i < rules; i++)
		n += (size_t)snprintf(text + n, room - n, "Disallow: /%08x/%x\n", splitmix_below(&d->random, UINT32_MAX),
		                      splitmix_below(&d->random, 4096));
	return n;
}

static void add(struct next_day *d, const struct robotsc_snapshot *s, struct robotsc_snapshot_entry *e)
{
	const int64_t moved = DAY / 2 + splitmix_below(&d->random, DAY);
	char text[64 * (RULES + 1)];
	struct robotsc_blob old;
	void *blob = NULL;
	size_t len = 0;

	if (robotsc_snapshot_blob(s, e, &old) != ROBOTSC_OK)
		bench_die("the snapshot", "is damaged");
	e->decision.fetched += moved;
	e->decision.expires += moved;
	e->decision.since = e->decision.fetched;
	if (splitmix_below(&d->random, 1000) < d->changed) {
		e->decision.length = write_text(d, text, sizeof text);
		e->decision.digest = robotsc_digest(text, (size_t)e->decision.length);
		if (robotsc_compile(&d->options, text, (size_t)e->decision.length, &blob, &len) != ROBOTSC_OK)
			bench_die("a text", "cannot be compiled");
	}
	if (robotsc_maker_add(d->maker, e->origin.at, e->origin.len, &e->decision, blob ? blob : old.bytes,
	                      blob ? len : old.size) != ROBOTSC_STORE_OK)
		bench_die("an origin", "cannot be added");
	robotsc_free_blob(NULL, blob, len);
}

static void make(struct next_day *d, const struct robotsc_snapshot *s, const char *to)
{
	struct robotsc_text agents[AGENTS];
	struct robotsc_store_settings settings;
	struct robotsc_maker_options options = {.output = to, .settings = &settings};
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot_entry entry;

	robotsc_snapshot_settings(s, &settings, agents);
	robotsc_options_init(&d->options);
	d->options.dialect = settings.dialect;
	d->options.agents = settings.agents;
	d->options.nagents = settings.nagents;
	d->options.extensions = settings.extensions != 0;
	if (robotsc_maker_open(&d->maker, &options) != ROBOTSC_STORE_OK)
		bench_die(to, "cannot be made");
	robotsc_snapshot_begin(s, &cursor);
	while (robotsc_snapshot_next(&cursor, &entry) == ROBOTSC_OK)
		add(d, s, &entry);
	if (robotsc_maker_finish(d->maker, NULL) != ROBOTSC_STORE_OK)
		bench_die(to, "cannot be written");
	robotsc_maker_close(d->maker);
}

int main(int argc, char **argv)
{
	struct next_day d = {.random = 1};
	struct robotsc_snapshot s;
	struct stat st;
	void *bytes;
	int fd;

	if (argc != 4)
		bench_die("next_day", "CHANGED SNAPSHOT OUT");
	d.changed = (uint32_t)strtoul(argv[1], NULL, 10);
	fd = open(argv[2], O_RDONLY);
	if (fd < 0 || fstat(fd, &st) < 0)
		bench_die(argv[2], "cannot be read");
	bytes = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_SHARED, fd, 0);
	if (bytes == MAP_FAILED || robotsc_snapshot_open(&s, bytes, (size_t)st.st_size, NULL) != ROBOTSC_OK || s.nagents > AGENTS)
		bench_die(argv[2], "is no snapshot");
	make(&d, &s, argv[3]);
	close(fd);
	return 0;
}
