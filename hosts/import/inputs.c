/* inputs.c - WARC files and lists: what an import reads, as items.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "items.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "stream.h"

/* ---- folders of robots ---- */

/* ---- robots.txt files ----------------------------------------------------------------- */

static const char no_file[] = "not a regular file";
static const char is_link[] = "a symbolic link; --follow follows it";

/* Open a regular file or, with folders, a folder.  Nothing else is opened: opening a FIFO waits,
 * and opening a device may have effects.  fstat notices when the file was replaced meanwhile.
 * Returns a descriptor, or -1 and why. */
static int open_plain(int folder, const char *name, bool follow, bool folders, struct stat *st, const char **why)
{
	const int no_follow = follow ? 0 : O_NOFOLLOW;
	int fd;
	if (fstatat(folder, name, st, no_follow ? AT_SYMLINK_NOFOLLOW : 0) < 0) {
		*why = strerror(errno);
		return -1;
	}
	*why = S_ISLNK(st->st_mode) ? is_link : no_file;
	errno = EINVAL;
	if (!S_ISREG(st->st_mode) && !(folders && S_ISDIR(st->st_mode)))
		return -1;
	fd = openat(folder, name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | no_follow);
	if (fd < 0) {
		*why = errno == ELOOP && no_follow ? is_link : strerror(errno);
		return -1;
	}
	if (fstat(fd, st) == 0 && (S_ISREG(st->st_mode) || (folders && S_ISDIR(st->st_mode))))
		return fd;
	close(fd);
	return -1;
}

/* Read a file; of a longer one, a little more than limit octets.  0, or -1 and why. */
static int read_text(int fd, size_t limit, struct buffer *text, const char **why)
{
	uint8_t part[65536];
	ssize_t n = 0;
	text->len = 0;
	while (text->len <= limit + 1 && (n = read(fd, part, sizeof part)) > 0)
		if (robotsc__buffer_add(text, part, (size_t)n) == SIZE_MAX) {
			errno = ENOMEM;
			n = -1;
			break;
		}
	if (n < 0)
		*why = strerror(errno);
	return n < 0 ? -1 : 0;
}

/* ---- folders ---------------------------------------------------------------------------- */

/* Read the text of a host: the file of its name, or robots.txt in the folder of its name.  1: text
 * has it; 0: there is none; -1 and why. */
static int read_host(const struct source *s, int folder, const char *name, struct buffer *text, struct stat *st, const char **why)
{
	int fd = open_plain(folder, name, s->follow, true, st, why), result;
	if (fd >= 0 && S_ISDIR(st->st_mode)) {
		const int inner = fd;
		fd = open_plain(inner, "robots.txt", s->follow, false, st, why);
		result = fd < 0 && errno == ENOENT;
		close(inner);
		if (result)
			return 0;
	}
	if (fd < 0)
		return -1;
	result = read_text(fd, s->limit, text, why);
	close(fd);
	return result < 0 ? -1 : 1;
}

enum {
	HTTPS,
	HTTP,
	FTP,
	SCHEMES
};

static bool is_port(const char *text)
{
	return text[strspn(text, "0123456789")] == '\0';
}

/* Add a file or a folder with a robots.txt in it, named HOST, HOST:PORT or SCHEME:HOST, where
 * SCHEME is http, https or ftp.  A name without a scheme stands for http and https. */
static int add_host(struct source *s, int folder, const char *name, struct buffer *text)
{
	static const char *const schemes[] = {"https", "http", "ftp"};
	const struct input_position place = {.input = s->name};
	const char *why = NULL, *host = name;
	char url[1100], path[4096];
	struct stat st;
	size_t only = SCHEMES;
	int result;
	if (strlen(name) > 1000)
		return 0;
	result = read_host(s, folder, name, text, &st, &why);
	if (result < 0) {
		snprintf(path, sizeof path, "%s/%s", s->name, name);
		return robotsc__source_no_text(s, place, path, why);
	}
	for (size_t i = 0; i < SCHEMES; i++) {
		const size_t len = strlen(schemes[i]);
		if (strncmp(name, schemes[i], len) == 0 && name[len] == ':' && !is_port(name + len + 1)) {
			only = i;
			host = name + len + 1;
		}
	}
	for (size_t i = 0; i < SCHEMES && result > 0; i++) {
		if (only < SCHEMES ? i != only : i == FTP)
			continue;
		snprintf(url, sizeof url, "%s://%s/robots.txt", schemes[i], host);
		if (robotsc__source_text(s, place, (struct robotsc_text){url, strlen(url)}, text, &st) < 0)
			return -1;
	}
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Read a folder in the order of names, so that all runs give the same result.  Closes fd. */
static void read_folder(struct source *s, int fd)
{
	DIR *dir = fdopendir(fd);
	struct dirent *entry;
	struct buffer text = {NULL, 0, 0};
	char **names = NULL;
	size_t n = 0, room = 0;
	int stopped = 0;
	if (!dir) {
		robotsc__source_lose(s, "cannot open", errno, s->read);
		close(fd);
		return;
	}
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		if (n == room) {
			char **more = realloc(names, (room = 2 * room + 256) * sizeof *names);
			if (!more)
				break;
			names = more;
		}
		names[n] = strdup(entry->d_name);
		if (!names[n])
			break;
		n++;
	}
	s->nomem |= entry != NULL;
	if (n)
		qsort(names, n, sizeof *names, by_name);
	for (size_t i = 0; i < n; i++) {
		stopped = stopped || add_host(s, fd, names[i], &text) < 0;
		free(names[i]);
	}
	closedir(dir);
	free(names);
	free(text.at);
}

/* ---- lists ------------------------------------------------------------------------------ */

static bool is_line(struct robotsc_text line)
{
	return line.len > 0 && line.at[0] != '#';
}

/* Add the file of a line "origin TAB file".  Empty lines and lines that begin with '#' are
 * skipped. */
static int add_line(struct source *s, struct robotsc_text line, uint64_t number, struct buffer *text, uint64_t read)
{
	const char *tab = line.len ? memchr(line.at, '\t', line.len) : NULL;
	const struct input_position place = {.input = s->name, .known = 1, .at = number};
	char path[4096], url[ROBOTSC_ROBOTS_URL_MAX];
	const char *why = NULL;
	struct stat st;
	size_t len;
	int fd, result;
	if (!is_line(line))
		return 0;
	len = tab ? line.len - (size_t)(tab + 1 - line.at) : 0;
	if (len == 0 || len >= sizeof path || memchr(line.at, '\0', line.len))
		return robotsc__source_fault(s, place, "not an origin, a tab and the name of a file", read);
	memcpy(path, tab + 1, len);
	path[len] = '\0';
	if (robotsc_robots_url(line.at, (size_t)(tab - line.at), url, sizeof url, &len) != ROBOTSC_OK)
		return robotsc__source_fault(s, place, "not a URL that has a robots.txt", read);
	fd = open_plain(AT_FDCWD, path, true, false, &st, &why);
	result = fd < 0 ? -1 : read_text(fd, s->limit, text, &why);
	if (fd >= 0)
		close(fd);
	return result < 0 ? robotsc__source_no_text(s, place, path, why)
	                  : robotsc__source_text(s, place, (struct robotsc_text){url, len}, text, &st);
}

static void read_list(struct source *s, struct begun *b)
{
	struct buffer text = {NULL, 0, 0};
	uint64_t number = b->number;
	bool stopped = false;
	for (enum warc_result result = b->result; !stopped && result != WARC_END; number++) {
		const struct input_position place = {.input = s->name, .known = 1, .at = number};
		if (result == WARC_NOMEM)
			stopped = s->nomem = true;
		else if (result == WARC_DAMAGED)
			stopped = robotsc__source_fault(s, place, b->warc.why, b->stream.read) < 0;
		else
			stopped = add_line(s, b->line.block, number, &text, b->stream.read) < 0;
		if (!stopped)
			result = robotsc__warc_line(&b->warc, &b->line);
	}
	free(text.at);
}

/* ---- WARC files --------------------------------------------------------------------------- */

static bool has_robots(struct robotsc_text uri)
{
	static const char *const schemes[] = {"http://", "https://", "ftp://"};
	for (size_t i = 0; i < 3; i++) {
		const size_t len = strlen(schemes[i]);
		size_t n = 0;
		while (n < len && n < uri.len && (n + 3 < len ? (uri.at[n] | 0x20) : uri.at[n]) == schemes[i][n])
			n++;
		if (n == len)
			return true;
	}
	return false;
}

#define BESIDE_TEXT (1u << 20) /* octets of an HTTP message outside its text */
#define SIZE_LINE 18u          /* octets of a line with the size of a chunk, in 16 digits */

/* Append the data of more chunks.  0, or -1 without memory. */
static int join(struct buffer *to, struct chunks *c, struct robotsc_text more)
{
	const size_t at = robotsc__buffer_add(to, more.at, more.len);
	if (at == SIZE_MAX)
		return -1;
	to->len = at + robotsc__chunks_take(c, (const char *)to->at + at, more.len, (char *)to->at + at);
	return 0;
}

/* Read the rest of a response in chunks, which may be many times as long as its data, and put all
 * data into one chunk.  RESPONSE, or why reading on failed. */
static enum warc_result join_all(struct source *s, struct warc *w, struct warc_response *r, size_t head)
{
	const size_t data = head + SIZE_LINE;
	struct robotsc_text more = {r->block.at + head, r->block.len - head};
	struct buffer *to = &s->joined;
	enum warc_result result = WARC_RESPONSE;
	struct chunks c = {0};
	char size[SIZE_LINE + 1];
	to->len = 0;
	if (robotsc__buffer_add(to, r->block.at, head) == SIZE_MAX || robotsc__buffer_add(to, size, SIZE_LINE) == SIZE_MAX)
		return WARC_NOMEM;
	do {
		if (join(to, &c, more) < 0)
			return WARC_NOMEM;
		if (c.state >= CHUNKS_END || to->len - data > s->limit + BESIDE_TEXT)
			break;
		result = robotsc__warc_rest(w, &more);
	} while (result == WARC_RESPONSE && more.len > 0);
	if (c.state >= CHUNKS_END || more.len == 0)
		r->cut = r->stated;
	/* When the last chunk is missing, the one chunk lacks an octet, so it ends early too. */
	snprintf(size, sizeof size, "%016llx\r\n", (unsigned long long)(to->len - data) + (c.state != CHUNKS_END));
	memcpy(to->at + head, size, SIZE_LINE);
	if (c.state == CHUNKS_END && robotsc__buffer_add(to, "\r\n0\r\n\r\n", 7) == SIZE_MAX)
		return WARC_NOMEM;
	r->block = (struct robotsc_text){(const char *)to->at, to->len};
	return result;
}

/* Read the next response, with all data of its chunks up to the limit. */
static enum warc_result next_response(struct source *s, struct warc *w, struct warc_response *r)
{
	const enum warc_result result = robotsc__warc_next(w, r);
	const size_t head = result == WARC_RESPONSE && w->skip > 0 ? robotsc__http_chunks(&s->http, r->block) : 0;
	return head > 0 ? join_all(s, w, r, head) : result;
}

static void read_warc(struct source *s, struct warc *w)
{
	struct warc_response r;
	bool stopped = false;
	while (!stopped) {
		const enum warc_result result = next_response(s, w, &r);
		const int gzip = w->stream->gzip;
		const struct input_position place = {
			.input = s->name, .known = 1, .at = gzip ? w->record : w->inner, .inner = gzip ? w->inner : 0};
		if (result == WARC_END)
			break;
		if (result == WARC_NOMEM)
			stopped = s->nomem = true;
		else if (result == WARC_DAMAGED)
			stopped = robotsc__source_fault(s, place, w->why, w->stream->read) < 0;
		else if (has_robots(r.uri))
			stopped = robotsc__source_add(
					  s, (struct item){.kind = ITEM_RESPONSE, .place = place, .date = r.date, .cut = r.cut},
					  r.uri, r.block, w->stream->read) < 0;
	}
}

/* ---- inputs -------------------------------------------------------------------------------- */

struct begun *robotsc__input_begin(int fd)
{
	struct begun *b = calloc(1, sizeof *b);
	if (!b || robotsc__stream_init(&b->stream, fd) < 0) {
		free(b);
		return NULL;
	}
	robotsc__warc_init(&b->warc, &b->stream, 0);
	b->is_warc = robotsc__warc_is(&b->warc);
	if (b->warc.nomem) {
		robotsc__input_end(b);
		return NULL;
	}
	if (b->is_warc)
		return b;
	do {
		b->result = robotsc__warc_line(&b->warc, &b->line);
		b->number++;
	} while (b->result == WARC_RESPONSE && !is_line(b->line.block));
	if (b->result == WARC_RESPONSE)
		b->foreign = !memchr(b->line.block.at, '\t', b->line.block.len);
	else
		b->foreign = b->result == WARC_DAMAGED;
	return b;
}

void robotsc__input_end(struct begun *b)
{
	if (!b)
		return;
	robotsc__warc_free(&b->warc);
	robotsc__stream_free(&b->stream);
	free(b);
}

/* Read a WARC file or a list that was begun. */
static void read_begun(struct source *s, struct begun *b)
{
	const struct stream *stream = &b->stream;
	b->warc.keep = s->limit + BESIDE_TEXT;
	if (b->is_warc)
		read_warc(s, &b->warc);
	else if (!b->foreign)
		read_list(s, b);
	if (stream->failed)
		robotsc__source_lose(s, "cannot read", stream->failed, stream->read);
	else if (b->foreign)
		robotsc__source_lose(s, robotsc_store_strerror(ROBOTSC_STORE_INPUT), 0, stream->read);
	robotsc__source_submit(s, stream->read);
	s->read += stream->read;
}

static void read_opened(struct source *s, int fd)
{
	struct begun *b;
	struct stat st;
	if (fstat(fd, &st) == 0 && S_ISDIR(st.st_mode)) {
		read_folder(s, fd);
		return;
	}
	b = robotsc__input_begin(fd);
	if (b)
		read_begun(s, b);
	else
		s->nomem = true;
	robotsc__input_end(b);
	close(fd);
}

void robotsc__input_read(struct source *s, const struct input *in)
{
	int fd;
	s->name = in->name;
	if (in->begun) {
		read_begun(s, in->begun);
		return;
	}
	fd = open(in->name, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		robotsc__source_lose(s, "cannot open", errno, s->read);
	else
		read_opened(s, fd);
	robotsc__source_submit(s, 0);
}
