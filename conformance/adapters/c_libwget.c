/* c_libwget.c - libwget, the library of wget2.  SPDX-License-Identifier: CC0-1.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wget.h>

/* The octets of a member, to be freed.  NULL for "=". */
static char *member(const char *line, const char *name)
{
	const char *const begin = strchr(strstr(line, name) + strlen(name) + 1, '"') + 1;
	const size_t n = strcspn(begin, "\"");
	return n == 1 ? NULL : wget_base64_decode_alloc(begin, n, NULL);
}

int main(void)
{
	char *line = NULL, *text = NULL;
	for (size_t room = 0; getline(&line, &room, stdin) > 0; fflush(stdout)) {
		char *const url = member(line, "\"url"), *const token = member(line, "\"token"),
			    *const robots = member(line, "\"robots");
		wget_iri_t *iri = wget_iri_parse(url, "utf-8");
		if (robots)
			free(text);
		text = robots ? robots : text;
		wget_robots_t *rules = wget_robots_parse(text, token);
		/* libwget lists the closed paths; wget2 compares them like this. */
		int closed = 0;
		for (int i = 0; iri && rules && i < wget_vector_size(rules->paths) && !closed; i++) {
			const wget_string_t *const path = wget_vector_get(rules->paths, i);
			closed = path->len && !strncmp(path->p + 1, iri->path ? iri->path : "", path->len - 1);
		}
		puts(!iri ? "{\"verdict\":\"refuse\"}" : closed ? "{\"verdict\":\"disallow\"}" : "{\"verdict\":\"allow\"}");
		wget_robots_free(&rules);
		wget_iri_free(&iri);
		free(token);
		free(url);
	}
}
