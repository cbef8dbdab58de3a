/* url_key.c - see url_key.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "url_key.h"

#include <string.h>

#include "robotsc/check.h"

size_t robotsc__url_key(struct robotsc_text url, char out[URL_ROOM], bool *robots)
{
	static const char name[] = "/robots.txt";
	const char *const fragment = url.len ? memchr(url.at, '#', url.len) : NULL;
	struct robotsc_text path;
	size_t len;
	if (fragment)
		url.len = (size_t)(fragment - url.at);
	if (robotsc_origin(url.at, url.len, out, URL_ROOM, &len) != ROBOTSC_OK)
		return 0;
	robotsc_url_path(ROBOTSC_RFC9309, url.at, url.len, &path);
	if (path.len == 0 || path.at[0] != '/')
		out[len++] = '/';
	*robots = path.len == sizeof name - 1 && memcmp(path.at, name, path.len) == 0;
	if (path.len > URL_ROOM - len)
		return 0;
	if (path.len)
		memcpy(out + len, path.at, path.len);
	return len + path.len;
}
