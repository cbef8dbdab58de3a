/* embed.c - the library in one page: compile a robots.txt, ask about URLs.
 *
 *     cc $(pkg-config --cflags robotsc) -o embed examples/embed.c $(pkg-config --libs robotsc)
 *     ./embed examples/robots.txt
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "robotsc/check.h"
#include "robotsc/compile.h"

int main(int argc, char **argv)
{
	static const char *const urls[] = {"https://shop.example/", "https://shop.example/private/accounts.html", "/index.php"};
	static char robots[ROBOTSC_MIN_LIMIT];
	const struct robotsc_text me = {"ExampleBot", strlen("ExampleBot")};
	enum robotsc_status status;
	struct robotsc_group group;
	struct robotsc_blob blob;
	size_t len, blob_len;
	void *bytes;
	FILE *f;

	if (argc != 2) {
		fputs("usage: embed ROBOTS.TXT\n", stderr);
		return 2;
	}
	f = fopen(argv[1], "rb");
	if (!f) {
		perror(argv[1]);
		return 2;
	}
	len = fread(robots, 1, sizeof robots, f);
	fclose(f);
	/* Once for a file: compile.  The octets could be stored, and mapped by another program. */
	status = robotsc_compile(NULL, robots, len, &bytes, &blob_len);
	/* Once for a process: verify. */
	if (status == ROBOTSC_OK)
		status = robotsc_open(&blob, bytes, blob_len);
	/* Once for a crawler: find its rules. */
	if (status == ROBOTSC_OK)
		status = robotsc_select(&blob, &me, 1, &group);
	if (status != ROBOTSC_OK) {
		fprintf(stderr, "embed: %s\n", robotsc_strerror(status));
		return 2;
	}
	/* Then check; this cannot fail. */
	for (size_t i = 0; i < sizeof urls / sizeof urls[0]; i++) {
		const int ok = robotsc_check_url(&group, urls[i], strlen(urls[i])) == ROBOTSC_ALLOW;

		printf("%s %s\n", ok ? "fetch" : "leave", urls[i]);
	}
	robotsc_free_blob(NULL, bytes, blob_len);
	return 0;
}
