/* reader.c - the runtime alone: maps a blob from 'robotsc compile', checks URLs from standard
 * input.
 *
 *     cc $(pkg-config --cflags robotsc-runtime) -o reader examples/reader.c \
 *         $(pkg-config --libs robotsc-runtime)
 *     ./reader site.robots ExampleBot <examples/urls.txt
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "robotsc/access.h"
#include "robotsc/check.h"

/* The file's octets, or NULL.  They must not change while they are mapped: to replace the file,
 * rename another file over it, as robotsc compile does. */
static const void *map(const char *path, size_t *len)
{
	const int fd = open(path, O_RDONLY);
	struct stat st;
	void *bytes = MAP_FAILED;

	if (fd >= 0 && fstat(fd, &st) == 0 && st.st_size > 0) {
		*len = (size_t)st.st_size;
		bytes = mmap(NULL, *len, PROT_READ, MAP_SHARED, fd, 0);
	}
	if (fd >= 0)
		close(fd);
	return bytes == MAP_FAILED ? NULL : bytes;
}

static void check_lines(const struct robotsc_group *group)
{
	char *line = NULL;
	size_t room = 0;
	ssize_t n;

	while ((n = getline(&line, &room, stdin)) > 0) {
		const size_t len = (size_t)n - (line[n - 1] == '\n');
		const enum robotsc_url_kind kind = robotsc_url_kind(ROBOTSC_RFC9309, line, len);
		const int ok = robotsc_check_url(group, line, len) == ROBOTSC_ALLOW;

		/* Any text is checked; if it is no URL, it is taken as a path. */
		if (kind != ROBOTSC_URL_GOOD)
			fprintf(stderr, "reader: %.*s: %s; %s\n", (int)len, line, robotsc_url_kind_text(kind),
			        robotsc_url_kind_hint(kind));
		printf("%s\t%.*s\n", ok ? "allow" : "disallow", (int)len, line);
	}
	free(line);
}

int main(int argc, char **argv)
{
	enum robotsc_status status;
	struct robotsc_blob blob;
	struct robotsc_group group;
	struct robotsc_text me;
	struct robotsc_decision decision;
	size_t len = 0;
	const void *bytes;

	if (argc != 3) {
		fputs("usage: reader BLOB AGENT <URLS\n", stderr);
		return 2;
	}
	bytes = map(argv[1], &len);
	if (!bytes) {
		fprintf(stderr, "reader: cannot map %s\n", argv[1]);
		return 2;
	}
	status = robotsc_open(&blob, bytes, len);
	if (status == ROBOTSC_OK) {
		me.at = argv[2];
		me.len = strlen(argv[2]);
		/* A whole User-Agent header would be cut to its first word. */
		if (!robotsc_is_token(ROBOTSC_RFC9309, me.at, me.len)) {
			fprintf(stderr, "reader: '%s' is no product token\n", argv[2]);
			return 2;
		}
		if (robotsc_stamp_read(&blob, &decision) == ROBOTSC_OK && !robotsc_fresh(&decision, (int64_t)time(NULL)))
			fprintf(stderr, "reader: %s is stale; fetch the robots.txt again\n", argv[1]);
		status = robotsc_select(&blob, &me, 1, &group);
	}
	if (status != ROBOTSC_OK) {
		fprintf(stderr, "reader: %s: %s\n", argv[1], robotsc_strerror(status));
		return 2;
	}
	check_lines(&group);
	return 0;
}
