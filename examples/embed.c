/* embed.c - the library in one page: compile a robots.txt, ask about URLs.
 *
 *     cc $(pkg-config --cflags robotsc) -o embed examples/embed.c $(pkg-config --libs robotsc)
 *     ./embed examples/robots.txt [TOKEN]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "robotsc/access.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"

#define URLS 3

int main(int argc, char **argv)
{
	static const char *const urls[URLS] = {"https://shop.example/", "https://shop.example/private/accounts.html", "/index.php"};
	static char robots[ROBOTSC_MIN_LIMIT];
	const char *token = argc == 3 ? argv[2] : "ExampleBot";
	const struct robotsc_text me = {token, strlen(token)};
	enum robotsc_content kind;
	enum robotsc_status status;
	struct robotsc_text url[URLS];
	uint8_t verdicts[URLS];
	struct robotsc_group group;
	struct robotsc_blob blob;
	size_t len, blob_len;
	void *bytes;
	FILE *f;

	if (argc != 2 && argc != 3) {
		fputs("usage: embed ROBOTS.TXT [TOKEN]\n", stderr);
		return 2;
	}
	/* Others may give a whole User-Agent header: robotsc_header_tokens reads headers. */
	if (!robotsc_is_token(ROBOTSC_RFC9309, me.at, me.len)) {
		fprintf(stderr, "embed: '%s' is no product token\n", token);
		return 2;
	}
	f = fopen(argv[1], "rb");
	if (!f) {
		perror(argv[1]);
		return 2;
	}
	len = fread(robots, 1, sizeof robots, f);
	fclose(f);
	/* Any text compiles: say so if it looks like something else, or is cut. */
	kind = robotsc_content_kind(robots, len);
	if (kind > ROBOTSC_CONTENT_EMPTY)
		fprintf(stderr, "embed: %s: this looks like %s\n", argv[1], robotsc_content_text(kind));
	if (len == sizeof robots)
		fprintf(stderr, "embed: %s: only %zu octets are read\n", argv[1], len);
	/* Once for a file: compile.  The octets could be stored, and mapped by another program. */
	status = robotsc_compile(NULL, robots, len, &bytes, &blob_len);
	/* Once for a process: verify the blob. */
	if (status == ROBOTSC_OK)
		status = robotsc_open(&blob, bytes, blob_len);
	/* Once for a crawler: find its rules. */
	if (status == ROBOTSC_OK)
		status = robotsc_select(&blob, &me, 1, &group);
	if (status != ROBOTSC_OK) {
		fprintf(stderr, "embed: %s\n", robotsc_strerror(status));
		return 2;
	}
	/* Then check one URL or many; this cannot fail. */
	for (size_t i = 0; i < URLS; i++)
		url[i] = (struct robotsc_text){urls[i], strlen(urls[i])};
	robotsc_check_urls(&group, url, URLS, verdicts);
	for (size_t i = 0; i < URLS; i++)
		printf("%s %s\n", verdicts[i] == ROBOTSC_ALLOW ? "fetch" : "leave", urls[i]);
	robotsc_free_blob(NULL, bytes, blob_len);
	return 0;
}
