/* resolve_url.c - where a reference leads.  RFC 3986 §5.2
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc/access.h"
#include "text.h"

void *memchr(const void *at, int octet, size_t n); /* <string.h> need not exist */
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);

static struct robotsc_text cut(struct robotsc_text t, char c)
{
	const char *p = t.len ? memchr(t.at, c, t.len) : NULL;
	return (struct robotsc_text){t.at, p ? (size_t)(p - t.at) : t.len};
}

/* The length of "scheme:" at the beginning, or 0. */
static size_t scheme_of(struct robotsc_text t)
{
	for (size_t i = 0; i < t.len; i++) {
		const char c = t.at[i];
		if (c == ':')
			return i ? i + 1 : 0;
		if (!is_alpha(c) && (i == 0 || !(is_digit(c) || c == '+' || c == '-' || c == '.')))
			return 0;
	}
	return 0;
}

/* RFC 3986 §5.2.4, in place, on a path that begins with '/'; returns its new length. */
static size_t remove_dots(char *path, size_t len)
{
	size_t out = 0, at = 0;
	while (at < len) {
		size_t end = at + 1;
		while (end < len && path[end] != '/')
			end++;
		if (end - at == 2 && path[at + 1] == '.') {
			if (end == len)
				path[out++] = '/';
		} else if (end - at == 3 && path[at + 1] == '.' && path[at + 2] == '.') {
			while (out > 0 && path[--out] != '/')
				;
			if (end == len)
				path[out++] = '/';
		} else {
			memmove(path + out, path + at, end - at);
			out += end - at;
		}
		at = end;
	}
	return out;
}

struct out {
	char *at;
	size_t len, room;
};

static bool put(struct out *o, struct robotsc_text t)
{
	if (t.len > o->room - o->len)
		return false;
	if (t.len)
		memcpy(o->at + o->len, t.at, t.len);
	o->len += t.len;
	return true;
}

/* The octets of t after its beginning. */
static struct robotsc_text after(struct robotsc_text t, struct robotsc_text beginning)
{
	return (struct robotsc_text){beginning.at + beginning.len, t.len - beginning.len};
}

static bool names_authority(struct robotsc_text t)
{
	return t.len >= 2 && t.at[0] == '/' && t.at[1] == '/';
}

size_t robotsc_resolve_url(struct robotsc_text base, struct robotsc_text ref, char *out, size_t room)
{
	static const struct robotsc_text slash = {"/", 1}, empty = {"", 0};
	struct robotsc_text scheme, head, path, rest, ref_path, query;
	struct out o = {out, 0, room};
	size_t path_at;
	base = cut(base, '#');
	ref = ref.len > 0 ? cut(ref, '#') : empty;
	if (scheme_of(ref) > 0) { /* an absolute reference needs no base */
		base = ref;
		if (!names_authority(after(ref, (struct robotsc_text){ref.at, scheme_of(ref)})))
			return put(&o, ref) ? o.len : 0;
		ref = empty;
	}
	scheme = (struct robotsc_text){base.at, scheme_of(base)};
	rest = after(base, scheme);
	if (names_authority(ref)) {
		rest = ref;
		ref = empty;
	}
	if (scheme.len == 0 || !names_authority(rest))
		return 0;
	head = cut(cut((struct robotsc_text){rest.at + 2, rest.len - 2}, '?'), '/');
	head = (struct robotsc_text){rest.at, head.len + 2};
	rest = after(rest, head);
	path = cut(rest, '?');
	ref_path = cut(ref, '?');
	query = ref.len > 0 ? after(ref, ref_path) : after(rest, path);
	if (ref_path.len > 0 && ref_path.at[0] == '/')
		path.len = 0;
	else if (ref_path.len > 0)
		while (path.len > 0 && path.at[path.len - 1] != '/')
			path.len--;
	if (!put(&o, scheme) || !put(&o, head))
		return 0;
	path_at = o.len;
	if (!put(&o, path) || (path.len == 0 && (ref_path.len == 0 || ref_path.at[0] != '/') && !put(&o, slash)) ||
	    !put(&o, ref_path))
		return 0;
	o.len = path_at + remove_dots(out + path_at, o.len - path_at);
	return put(&o, query) ? o.len : 0;
}
