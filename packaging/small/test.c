/* test.c - the verdicts of vectors/, by robotsc.c.
 *
 *     cc -O2 -o test test.c robotsc.c && ./test
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "robotsc.h"

#define ROOM 65536

/* Write a character in UTF-8.  Returns the number of its octets. */
static size_t put(char *to, unsigned long c)
{
	size_t more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
	const size_t n = more + 1;
	*to++ = (char)(more ? (0xF0E0C0u >> 8 * (more - 1) & 0xFF) | c >> 6 * more : c);
	while (more-- > 0)
		*to++ = (char)(0x80 | (c >> 6 * more & 0x3F));
	return n;
}

/* Read a JSON string from behind its first quotation mark. */
static struct robotsc_text read_string(const char *at, char *room)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	size_t len = 0;
	for (; *at != '"'; at++) {
		if (*at != '\\') {
			room[len++] = *at;
		} else if (*++at == 'u') {
			char digits[5] = "";
			memcpy(digits, at + 1, 4);
			len += put(room + len, strtoul(digits, NULL, 16));
			at += 4;
		} else {
			room[len++] = to[strchr(from, *at) - from];
		}
	}
	return (struct robotsc_text){room, len};
}

/* The value of a member of the object in a line; the program ends if there is no such member. */
static const char *find(const char *line, const char *name)
{
	const char *const at = strstr(line, name);
	if (!at)
		exit((fprintf(stderr, "no %s in: %s\n", name, line), 2));
	return at + strlen(name);
}

/* True if the verdict of a vector is the one that it names. */
static int holds(const char *line, enum robotsc_dialect dialect)
{
	static char rooms[3][ROOM];
	const struct robotsc_text robots = read_string(find(line, "\"robots\": \""), rooms[0]);
	const struct robotsc_text agent = read_string(find(line, "\"agent\": \""), rooms[1]);
	const struct robotsc_text url = read_string(find(line, "\"url\": \""), rooms[2]);
	const int allowed = strncmp(find(line, "\"allowed\": "), "true", 4) == 0;
	struct robotsc_options options;
	struct robotsc_blob blob;
	struct robotsc_group group;
	void *bytes;
	size_t len;
	int is;
	robotsc_options_init(&options);
	options.dialect = dialect;
	if (robotsc_compile(&options, robots.at, robots.len, &bytes, &len) != ROBOTSC_OK)
		return 0;
	is = robotsc_open(&blob, bytes, len) == ROBOTSC_OK && robotsc_select(&blob, &agent, 1, &group) == ROBOTSC_OK &&
	     (robotsc_check_url(&group, url.at, url.len) == ROBOTSC_ALLOW) == allowed;
	robotsc_free_blob(NULL, bytes, len);
	return is;
}

int main(void)
{
	static const char *const names[] = {"rfc9309", "google", "nexor1994", "koster1996", "conner2"};
	static char line[ROOM];
	int passed = 0, failed = 0;
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
		enum robotsc_dialect dialect;
		char path[64];
		FILE *f;
		snprintf(path, sizeof path, "vectors/%s.jsonl", names[i]);
		f = fopen(path, "r");
		if (!f || robotsc_dialect_by_name(names[i], &dialect) != ROBOTSC_OK)
			return perror(path), 2;
		while (fgets(line, sizeof line, f)) {
			if (holds(line, dialect)) {
				passed++;
			} else {
				failed++;
				fputs(line, stderr);
			}
		}
		fclose(f);
	}
	printf("%d passed, %d failed\n", passed, failed);
	return failed != 0 || passed == 0;
}
