/* c_robotsc.c - librobotsc.  SPDX-License-Identifier: CC0-1.0 */
#include <stdio.h>
#include <string.h>
#include "robotsc/check.h"
#include "robotsc/compile.h"

/* The octets of a member, decoded in place: ask for the last member first.  NULL for "=". */
static struct robotsc_text member(const char *line, const char *name)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *const begin = strchr(strstr(line, name) + strlen(name) + 1, '"') + 1, *to = begin;
	unsigned bits = 0, value = 0;
	for (const char *from = begin; *from != '=' && *from != '"'; from++) {
		value = value << 6 | (unsigned)(strchr(digits, *from) - digits);
		if ((bits += 6) >= 8)
			*to++ = (char)(value >> (bits -= 8));
	}
	return (struct robotsc_text){*begin == '=' && to == begin ? NULL : begin, (size_t)(to - begin)};
}

int main(void)
{
	struct robotsc_blob blob;
	struct robotsc_group group;
	char *line = NULL;
	void *octets = NULL;
	size_t room = 0, n = 0;
	for (; getline(&line, &room, stdin) > 0; fflush(stdout)) {
		const struct robotsc_text url = member(line, "\"url"), token = member(line, "\"token"),
					  robots = member(line, "\"robots");
		if (robots.at) {
			robotsc_free_blob(NULL, octets, n);
			robotsc_compile(NULL, robots.at, robots.len, &octets, &n);
			robotsc_open(&blob, octets, n);
		}
		robotsc_select(&blob, &token, 1, &group);
		puts(robotsc_check_url(&group, url.at, url.len) ? "{\"verdict\":\"allow\"}" : "{\"verdict\":\"disallow\"}");
	}
}
