/* inputs.c - WARC files, folders of robots.txt, lists: everything that import reads, as items.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "import_command.h"
#include "import/chunks.h"
#include "pipeline.h"

/* How symbolic links are treated. */
enum links {
	LINKS_REFUSED,
	LINKS_FOLLOWED
};

/* A WARC file or a list that was begun. */
struct input {
	struct stream *stream; /* NULL: there is none */
	struct warc warc;
	bool is_warc, foreign; /* foreign: it is neither */
	/* Of a list: its first line that is one, and its number; or the result of reading it. */
	enum warc_result result;
	struct warc_response line;
	uint64_t number;
};

/* The current input, and where its items go. */
struct source {
	struct cli_pipeline *pipeline;
	struct job *jobs;
	struct job *job;      /* the one that is filled, or NULL */
	size_t limit;         /* octets of a robots.txt */
	enum links links;     /* in folders */
	struct http http;     /* for the heads of messages in chunks */
	struct buffer joined; /* a message whose data is in one chunk */
	uint64_t read;        /* octets of inputs that are finished */
	const char *name;
	int trouble;
};

/* ---- items ------------------------------------------------------------------------- */

/* Pass the job to the workers. */
static void send(struct source *s, uint64_t read)
{
	if (!s->job)
		return;
	s->job->read = s->read + read;
	s->job = NULL;
	cli_pipeline_submit(s->pipeline);
}

/* Make room for an item.  NULL: the import has stopped. */
static struct item *next_item(struct source *s, uint64_t read)
{
	int slot;

	if (s->job && (s->job->n == JOB_ITEMS || s->job->input.len >= JOB_OCTETS))
		send(s, read);
	if (!s->job) {
		slot = cli_pipeline_free(s->pipeline);
		if (slot < 0)
			return NULL;
		s->job = &s->jobs[slot];
		s->job->n = s->job->input.len = 0;
	}
	return &s->job->items[s->job->n];
}

/* Add an item.  0, or -1 when the import has stopped. */
static int add_item(struct source *s, struct item item, struct robotsc_text url, struct robotsc_text block, uint64_t read)
{
	struct item *to = next_item(s, read);

	if (!to)
		return -1;
	item.url_len = url.len;
	item.block_len = block.len;
	item.url = cli_buffer_add(&s->job->input, url.at, url.len);
	item.block = cli_buffer_add(&s->job->input, block.at, block.len);
	if (item.url == SIZE_MAX || item.block == SIZE_MAX) {
		s->trouble = cli_complain("out of memory");
		return -1;
	}
	*to = item;
	s->job->n++;
	return 0;
}

static int add_fault(struct source *s, struct position place, const char *why, uint64_t read)
{
	const struct item item = {.kind = ITEM_FAULT, .place = place, .why = why};
	const struct robotsc_text none = {"", 0};

	return add_item(s, item, none, none, read);
}

/* ---- robots.txt files ----------------------------------------------------------------- */

static const char no_file[] = "not a regular file";
static const char is_link[] = "a symbolic link; --follow follows it";

/* Open a regular file or, with folders, a folder.  Others are not opened: opening a FIFO waits, and
 * opening a device may have effects.  fstat notices when the file was replaced in between.  Returns
 * a descriptor, or -1 and why. */
static int open_plain(int folder, const char *name, enum links links, int folders, struct stat *st, const char **why)
{
	const int no_follow = links == LINKS_FOLLOWED ? 0 : O_NOFOLLOW;
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

/* Read a file, a little more than limit at most.  0, or -1 and why. */
static int read_text(int fd, size_t limit, struct buffer *text, const char **why)
{
	uint8_t part[65536];
	ssize_t n = 0;

	text->len = 0;
	while (text->len <= limit + 1 && (n = read(fd, part, sizeof part)) > 0)
		if (cli_buffer_add(text, part, (size_t)n) == SIZE_MAX) {
			errno = ENOMEM;
			n = -1;
			break;
		}
	if (n < 0)
		*why = strerror(errno);
	return n < 0 ? -1 : 0;
}

/* Add the fault of a file that cannot be read, so that it is reported in order. */
static int add_no_text(struct source *s, struct position place, const char *path, const char *why)
{
	const struct item item = {.kind = ITEM_FAULT, .place = place, .why = why};

	return add_item(s, item, cli_text(path), (struct robotsc_text){"", 0}, s->read);
}

static int add_text(struct source *s, struct position place, struct robotsc_text url, const struct buffer *text,
                    const struct stat *st)
{
	const struct item item = {.kind = ITEM_TEXT, .place = place, .date = st->st_mtime};

	return add_item(s, item, url, (struct robotsc_text){(const char *)text->at, text->len}, s->read);
}

/* ---- folders ---------------------------------------------------------------------------- */

/* Read the text of a host: the file of its name, or robots.txt in the folder of its name.  1; 0:
 * there is none; -1 and why. */
static int read_host(const struct source *s, int folder, const char *name, struct buffer *text, struct stat *st, const char **why)
{
	int fd = open_plain(folder, name, s->links, 1, st, why), result;

	if (fd >= 0 && S_ISDIR(st->st_mode)) {
		const int inner = fd;

		fd = open_plain(inner, "robots.txt", s->links, 0, st, why);
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

/* Add a file HOST, HOST:PORT, http:HOST or https:HOST, or a folder of such a name with a robots.txt
 * in it.  A name without a scheme stands for both. */
static int add_host(struct source *s, int folder, const char *name, struct buffer *text)
{
	static const char *const schemes[] = {"https", "http", "ftp"};
	const struct position place = {.input = s->name};
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
		return add_no_text(s, place, path, why);
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
		if (add_text(s, place, cli_text(url), text, &st) < 0)
			return -1;
	}
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Read a folder in the order of names, so that all runs give the same result. */
static int read_folder(struct source *s, int fd)
{
	DIR *dir = fdopendir(fd);
	struct dirent *entry;
	struct buffer text = {NULL, 0, 0};
	char **names = NULL;
	size_t n = 0, room = 0;
	int stopped = 0;

	if (!dir) {
		close(fd);
		return cli_complain("%s: cannot open: %s", s->name, strerror(errno));
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
	if (entry)
		s->trouble = cli_complain("out of memory");
	if (n)
		qsort(names, n, sizeof *names, by_name);
	for (size_t i = 0; i < n; i++) {
		stopped = stopped || add_host(s, fd, names[i], &text) < 0;
		free(names[i]);
	}
	closedir(dir);
	free(names);
	free(text.at);
	return 0;
}

/* ---- lists ------------------------------------------------------------------------------ */

static const char no_input[] = "no WARC file, and no list of origins and files; 'robotsc help import' says what is read";

static bool is_line(struct robotsc_text line)
{
	return line.len > 0 && line.at[0] != '#';
}

/* Add the file of a line "origin TAB file".  Empty lines and lines that begin with '#' are
 * skipped. */
static int add_line(struct source *s, struct robotsc_text line, uint64_t number, struct buffer *text, uint64_t read)
{
	const char *tab = line.len ? memchr(line.at, '\t', line.len) : NULL;
	const struct position place = {.input = s->name, .known = 1, .at = number};
	char path[4096], url[ROBOTSC_ROBOTS_URL_MAX];
	const char *why = NULL;
	struct stat st;
	size_t len;
	int fd, result;

	if (!is_line(line))
		return 0;
	len = tab ? line.len - (size_t)(tab + 1 - line.at) : 0;
	if (len == 0 || len >= sizeof path || memchr(line.at, '\0', line.len))
		return add_fault(s, place, "not an origin, a tab and the name of a file", read);
	memcpy(path, tab + 1, len);
	path[len] = '\0';
	if (robotsc_robots_url(line.at, (size_t)(tab - line.at), url, sizeof url, &len) != ROBOTSC_OK)
		return add_fault(s, place, "not a URL that has a robots.txt", read);
	fd = open_plain(AT_FDCWD, path, LINKS_FOLLOWED, 0, &st, &why);
	result = fd < 0 ? -1 : read_text(fd, s->limit, text, &why);
	if (fd >= 0)
		close(fd);
	return result < 0 ? add_no_text(s, place, path, why) : add_text(s, place, (struct robotsc_text){url, len}, text, &st);
}

static int read_list(struct source *s, struct input *in)
{
	struct buffer text = {NULL, 0, 0};
	uint64_t number = in->number;
	int stopped = 0;

	for (enum warc_result result = in->result; !stopped && result != WARC_END; number++) {
		const struct position place = {.input = s->name, .known = 1, .at = number};

		if (result == WARC_NOMEM)
			stopped = s->trouble = cli_complain("out of memory");
		else if (result == WARC_DAMAGED)
			stopped = add_fault(s, place, in->warc.why, in->stream->read) < 0;
		else
			stopped = add_line(s, in->line.block, number, &text, in->stream->read) < 0;
		if (!stopped)
			result = robotsc__warc_line(&in->warc, &in->line);
	}
	free(text.at);
	return 0;
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

/* Append the data of chunks.  0, or -1 without memory. */
static int join(struct buffer *to, struct chunks *c, struct robotsc_text more)
{
	const size_t at = cli_buffer_add(to, more.at, more.len);

	if (at == SIZE_MAX)
		return -1;
	to->len = at + robotsc__chunks_take(c, (const char *)to->at + at, more.len, (char *)to->at + at);
	return 0;
}

/* Read the rest of a response in chunks, which may be many times as long as its data, and put all
 * data into one chunk.  RESPONSE, or the result of reading on. */
static enum warc_result join_all(struct source *s, struct warc *w, struct warc_response *r, size_t head)
{
	const size_t data = head + SIZE_LINE;
	struct robotsc_text more = {r->block.at + head, r->block.len - head};
	struct buffer *to = &s->joined;
	enum warc_result result = WARC_RESPONSE;
	struct chunks c = {0};
	char size[SIZE_LINE + 1];

	to->len = 0;
	if (cli_buffer_add(to, r->block.at, head) == SIZE_MAX || cli_buffer_add(to, size, SIZE_LINE) == SIZE_MAX)
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
	/* When the last chunk is missing, the one chunk does not end either. */
	snprintf(size, sizeof size, "%016llx\r\n", (unsigned long long)(to->len - data) + (c.state != CHUNKS_END));
	memcpy(to->at + head, size, SIZE_LINE);
	if (c.state == CHUNKS_END && cli_buffer_add(to, "\r\n0\r\n\r\n", 7) == SIZE_MAX)
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

static int read_warc(struct source *s, struct warc *w)
{
	struct warc_response r;
	int stopped = 0;

	while (!stopped) {
		const enum warc_result result = next_response(s, w, &r);
		const int gzip = w->stream->gzip;
		const struct position place = {
			.input = s->name, .known = 1, .at = gzip ? w->record : w->inner, .inner = gzip ? w->inner : 0};

		if (result == WARC_END)
			break;
		if (result == WARC_NOMEM)
			stopped = s->trouble = cli_complain("out of memory");
		else if (result == WARC_DAMAGED)
			stopped = add_fault(s, place, w->why, w->stream->read) < 0;
		else if (has_robots(r.uri))
			stopped = add_item(s, (struct item){.kind = ITEM_RESPONSE, .place = place, .date = r.date, .cut = r.cut},
			                   r.uri, r.block, w->stream->read) < 0;
	}
	return 0;
}

/* ---- inputs -------------------------------------------------------------------------------- */

/* Look at the first octets, to tell a WARC file from a list.  0, or -1 without memory. */
static int begin_input(struct input *in, int fd)
{
	memset(in, 0, sizeof *in);
	in->stream = malloc(sizeof *in->stream);
	if (!in->stream || robotsc__stream_init(in->stream, fd) < 0) {
		free(in->stream);
		in->stream = NULL;
		return -1;
	}
	robotsc__warc_init(&in->warc, in->stream, 0);
	in->is_warc = robotsc__warc_is(&in->warc);
	if (in->is_warc)
		return 0;
	do {
		in->result = robotsc__warc_line(&in->warc, &in->line);
		in->number++;
	} while (in->result == WARC_RESPONSE && !is_line(in->line.block));
	if (in->result == WARC_RESPONSE)
		in->foreign = !memchr(in->line.block.at, '\t', in->line.block.len);
	else
		in->foreign = in->result == WARC_DAMAGED;
	return 0;
}

static void end_input(struct input *in)
{
	if (!in->stream)
		return;
	robotsc__warc_free(&in->warc);
	robotsc__stream_free(in->stream);
	free(in->stream);
	in->stream = NULL;
}

/* Say why an input is none, if so. */
static int complain_of_input(const struct input *in, const char *name)
{
	if (in->stream->failed)
		return cli_complain("%s: cannot read: %s", name, strerror(in->stream->failed));
	return in->foreign ? cli_complain("%s: %s", name, no_input) : 0;
}

/* Read a WARC file or a list that was begun. */
static int read_begun(struct source *s, struct input *in)
{
	in->warc.keep = s->limit + BESIDE_TEXT;
	if (in->is_warc)
		read_warc(s, &in->warc);
	else if (!in->foreign)
		read_list(s, in);
	s->trouble |= complain_of_input(in, s->name);
	send(s, in->stream->read);
	s->read += in->stream->read;
	end_input(in);
	return 0;
}

static int read_stream(struct source *s, int fd)
{
	struct input in;

	if (begin_input(&in, fd) < 0)
		return cli_complain("out of memory");
	return read_begun(s, &in);
}

static int read_input(struct source *s, const char *path, struct input *standard)
{
	struct stat st;
	int fd, trouble;

	s->name = strcmp(path, "-") == 0 ? "<stdin>" : path;
	if (strcmp(path, "-") == 0)
		return standard->stream ? read_begun(s, standard) : read_stream(s, STDIN_FILENO);
	fd = open(path, O_RDONLY);
	if (fd < 0 || fstat(fd, &st) < 0) {
		trouble = cli_complain("%s: cannot open: %s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return trouble;
	}
	if (S_ISDIR(st.st_mode)) {
		trouble = read_folder(s, fd);
		send(s, 0);
		return trouble;
	}
	trouble = read_stream(s, fd);
	close(fd);
	return trouble;
}

/* True when an input cannot be read or is of another kind; with say, after a message.  Only
 * standard input and files are looked at. */
static bool is_none(struct cli_inputs *in, const char *path, bool say)
{
	const bool standard = strcmp(path, "-") == 0;
	struct input file = {.stream = NULL}, *const look = standard ? in->standard : &file;
	struct stat st;
	bool none;
	int fd = STDIN_FILENO;

	if (!standard) {
		if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
			return false;
		fd = open(path, O_RDONLY);
		if (fd < 0 && say)
			cli_complain("%s: cannot open: %s", path, strerror(errno));
		if (fd < 0)
			return true;
	}
	if (!look->stream && begin_input(look, fd) < 0)
		none = false; /* reading it will fail, with a message */
	else
		none = say ? complain_of_input(look, standard ? "<stdin>" : path) != 0 : look->foreign || look->stream->failed;
	end_input(&file);
	if (!standard)
		close(fd);
	return none;
}

int cli_inputs_open(struct cli_inputs *in)
{
	in->standard = calloc(1, sizeof *in->standard);
	if (!in->standard)
		return cli_complain("out of memory");
	for (size_t i = 0; i < in->n; i++)
		if (!is_none(in, in->names[i], false))
			return 0;
	for (size_t i = 0; i < in->n; i++)
		is_none(in, in->names[i], true);
	return CLI_TROUBLE;
}

void cli_inputs_close(struct cli_inputs *in)
{
	if (in->standard)
		end_input(in->standard);
	free(in->standard);
}

int cli_inputs_read(const struct cli_inputs *in, size_t limit, struct cli_pipeline *p, struct job *jobs)
{
	struct source s = {.pipeline = p, .jobs = jobs, .limit = limit, .links = in->follow ? LINKS_FOLLOWED : LINKS_REFUSED};
	int trouble = 0;

	for (size_t i = 0; i < in->n; i++)
		trouble |= read_input(&s, in->names[i], in->standard);
	robotsc__http_free(&s.http);
	free(s.joined.at);
	return trouble | s.trouble;
}

uint64_t cli_inputs_size(const struct cli_inputs *in)
{
	uint64_t total = 0;

	for (size_t i = 0; i < in->n; i++) {
		struct stat st;

		if (strcmp(in->names[i], "-") == 0 || stat(in->names[i], &st) < 0 || !S_ISREG(st.st_mode))
			return 0;
		total += (uint64_t)st.st_size;
	}
	return total;
}
