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

#include "import.h"
#include "pipeline.h"

/* Where items go, and what is known of the input that they come from. */
struct source {
	struct cli_pipeline *pipeline;
	struct job *jobs;
	struct job *job; /* that is being filled, or NULL */
	size_t limit;    /* octets of a robots.txt */
	uint64_t read;   /* octets of inputs that are finished */
	const char *name;
	int trouble;
};

/* ---- items ------------------------------------------------------------------------- */

/* Give the job to the workers. */
static void send(struct source *s, uint64_t read)
{
	if (!s->job)
		return;
	s->job->read = s->read + read;
	s->job = NULL;
	cli_pipeline_submit(s->pipeline);
}

/* Room for an item; NULL when the import has stopped. */
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

/* Fill it.  -1: the import has stopped. */
static int add_item(struct source *s, struct item item, struct robotsc_text url, struct robotsc_text block, uint64_t read)
{
	struct item *to = next_item(s, read);

	if (!to)
		return -1;
	item.url_len = url.len;
	item.block_len = block.len;
	item.url = cli_heap_add(&s->job->input, url.at, url.len);
	item.block = cli_heap_add(&s->job->input, block.at, block.len);
	if (item.url == SIZE_MAX || item.block == SIZE_MAX) {
		s->trouble = cli_complain("out of memory");
		return -1;
	}
	*to = item;
	s->job->n++;
	return 0;
}

static int add_fault(struct source *s, struct place place, const char *why, uint64_t read)
{
	const struct item item = {.kind = ITEM_FAULT, .place = place, .why = why};
	const struct robotsc_text none = {"", 0};

	return add_item(s, item, none, none, read);
}

/* ---- robots.txt files ----------------------------------------------------------------- */

/* The file's text, as much of it as counts.  0, or -1 and errno. */
static int read_text(const char *path, size_t limit, struct heap *text, int64_t *date)
{
	const int fd = open(path, O_RDONLY);
	uint8_t part[65536];
	struct stat st;
	ssize_t n = 0;
	int error;

	text->len = 0;
	if (fd < 0 || fstat(fd, &st) < 0)
		return -1;
	*date = st.st_mtime;
	while (text->len <= limit + 1 && (n = read(fd, part, sizeof part)) > 0)
		if (cli_heap_add(text, part, (size_t)n) == SIZE_MAX) {
			errno = ENOMEM;
			n = -1;
			break;
		}
	error = errno;
	close(fd);
	errno = error;
	return n < 0 ? -1 : 0;
}

static int add_text(struct source *s, struct place place, struct robotsc_text url, const char *path, struct heap *text)
{
	struct item item = {.kind = ITEM_TEXT, .place = place};

	if (read_text(path, s->limit, text, &item.date) < 0) { /* reported in its turn, with the other faults */
		item.kind = ITEM_FAULT;
		item.why = strerror(errno);
		return add_item(s, item, cli_text(path), (struct robotsc_text){"", 0}, s->read);
	}
	return add_item(s, item, url, (struct robotsc_text){(const char *)text->at, text->len}, s->read);
}

/* ---- folders ---------------------------------------------------------------------------- */

/* A file HOST, HOST:PORT, http:HOST or https:HOST; or a folder of such a name with a robots.txt in it.
 * Without a scheme it stands for both. */
static int add_host(struct source *s, const char *folder, const char *name, struct heap *text)
{
	static const char *const schemes[] = {"https", "http"};
	char path[4096], url[1100];
	struct stat st;
	int all = 1;
	const struct place place = {.input = s->name};
	int n = snprintf(path, sizeof path, "%s/%s", folder, name);

	if (n < 0 || (size_t)n >= sizeof path - sizeof "/robots.txt" || strlen(name) > 1000)
		return 0;
	if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
		memcpy(path + n, "/robots.txt", sizeof "/robots.txt"); /* there is room, as seen above */
		if (stat(path, &st) < 0)
			return 0;
	}
	for (size_t i = 0; i < 2; i++) {
		const size_t len = strlen(schemes[i]);

		if (strncmp(name, schemes[i], len) == 0 && name[len] == ':' && (name[len + 1] < '0' || name[len + 1] > '9')) {
			snprintf(url, sizeof url, "%s://%s/robots.txt", schemes[i], name + len + 1);
			all = 0;
			if (add_text(s, place, cli_text(url), path, text) < 0)
				return -1;
		}
	}
	for (size_t i = 0; i < 2 && all; i++) {
		snprintf(url, sizeof url, "%s://%s/robots.txt", schemes[i], name);
		if (add_text(s, place, cli_text(url), path, text) < 0)
			return -1;
	}
	return 0;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* In the order of names, so that runs agree. */
static int read_folder(struct source *s, const char *folder)
{
	DIR *dir = opendir(folder);
	struct dirent *entry;
	struct heap text = {NULL, 0, 0};
	char **names = NULL;
	size_t n = 0, room = 0;
	int stopped = 0;

	if (!dir)
		return cli_complain("%s: cannot open: %s", folder, strerror(errno));
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
	closedir(dir);
	if (entry)
		s->trouble = cli_complain("out of memory");
	if (n)
		qsort(names, n, sizeof *names, by_name);
	for (size_t i = 0; i < n; i++) {
		stopped = stopped || add_host(s, folder, names[i], &text) < 0;
		free(names[i]);
	}
	free(names);
	free(text.at);
	return 0;
}

/* ---- lists ------------------------------------------------------------------------------ */

/* "origin TAB file"; empty lines and those that begin with '#' are passed over. */
static int add_line(struct source *s, struct robotsc_text line, uint64_t number, struct heap *text, uint64_t read)
{
	const char *tab = line.len ? memchr(line.at, '\t', line.len) : NULL;
	const struct place place = {.input = s->name, .known = 1, .at = number};
	char path[4096], url[ROBOTSC_ROBOTS_URL_MAX];
	size_t len;

	if (line.len == 0 || line.at[0] == '#')
		return 0;
	len = tab ? line.len - (size_t)(tab + 1 - line.at) : 0;
	if (len == 0 || len >= sizeof path || memchr(line.at, '\0', line.len))
		return add_fault(s, place, "not an origin, a tab and the name of a file", read);
	memcpy(path, tab + 1, len);
	path[len] = '\0';
	if (robotsc_robots_url(line.at, (size_t)(tab - line.at), url, sizeof url, &len) != ROBOTSC_OK)
		return add_fault(s, place, "not a URL that has a robots.txt", read);
	return add_text(s, place, (struct robotsc_text){url, len}, path, text);
}

static int read_list(struct source *s, struct warc *w)
{
	struct warc_response r;
	struct heap text = {NULL, 0, 0};
	uint64_t number = 0;
	int stopped = 0;

	while (!stopped) {
		const enum warc_result result = robotsc__warc_line(w, &r);

		number++;
		if (result == WARC_END)
			break;
		if (result == WARC_NOMEM)
			stopped = s->trouble = cli_complain("out of memory");
		else if (result == WARC_DAMAGED)
			stopped = add_fault(s, (struct place){.input = s->name, .known = 1, .at = number}, w->why,
			                    w->stream->read) < 0;
		else
			stopped = add_line(s, r.block, number, &text, w->stream->read) < 0;
	}
	free(text.at);
	return 0;
}

/* ---- WARC files --------------------------------------------------------------------------- */

static int has_robots(struct robotsc_text uri)
{
	static const char *const schemes[] = {"http://", "https://", "ftp://"};

	for (size_t i = 0; i < 3; i++) {
		const size_t len = strlen(schemes[i]);
		size_t n = 0;

		while (n < len && n < uri.len && (n + 3 < len ? (uri.at[n] | 0x20) : uri.at[n]) == schemes[i][n])
			n++;
		if (n == len)
			return 1;
	}
	return 0;
}

static int read_warc(struct source *s, struct warc *w)
{
	struct warc_response r;
	int stopped = 0;

	while (!stopped) {
		const enum warc_result result = robotsc__warc_next(w, &r);
		const int gzip = w->stream->gzip;
		const struct place place = {
			.input = s->name, .known = 1, .at = gzip ? w->record : w->inner, .behind = gzip ? w->inner : 0};

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

#define BESIDE_TEXT (1u << 20) /* octets of an HTTP message that are no text: head, chunks */

/* A WARC file or a list: the first octets tell. */
static int read_stream(struct source *s, int fd)
{
	struct stream *stream = malloc(sizeof *stream);
	struct warc w;

	if (!stream || robotsc__stream_init(stream, fd) < 0) {
		free(stream);
		return cli_complain("out of memory");
	}
	robotsc__warc_init(&w, stream, s->limit + BESIDE_TEXT);
	if (robotsc__warc_is(&w))
		read_warc(s, &w);
	else
		read_list(s, &w);
	if (stream->failed)
		s->trouble = cli_complain("%s: cannot read: %s", s->name, strerror(stream->failed));
	send(s, stream->read);
	s->read += stream->read;
	robotsc__warc_free(&w);
	robotsc__stream_free(stream);
	free(stream);
	return 0;
}

static int read_input(struct source *s, const char *path)
{
	struct stat st;
	int fd, trouble;

	s->name = strcmp(path, "-") == 0 ? "<stdin>" : path;
	if (strcmp(path, "-") == 0)
		return read_stream(s, STDIN_FILENO);
	fd = open(path, O_RDONLY);
	if (fd < 0 || fstat(fd, &st) < 0) {
		trouble = cli_complain("%s: cannot open: %s", path, strerror(errno));
		if (fd >= 0)
			close(fd);
		return trouble;
	}
	if (S_ISDIR(st.st_mode)) {
		close(fd);
		trouble = read_folder(s, path);
		send(s, 0);
		return trouble;
	}
	trouble = read_stream(s, fd);
	close(fd);
	return trouble;
}

int cli_inputs_read(char **inputs, size_t n, size_t limit, struct cli_pipeline *p, struct job *jobs)
{
	struct source s = {.pipeline = p, .jobs = jobs, .limit = limit};
	int trouble = 0;

	for (size_t i = 0; i < n; i++)
		trouble |= read_input(&s, inputs[i]);
	return trouble | s.trouble;
}

uint64_t cli_inputs_size(char **inputs, size_t n)
{
	uint64_t total = 0;

	for (size_t i = 0; i < n; i++) {
		struct stat st;

		if (strcmp(inputs[i], "-") == 0 || stat(inputs[i], &st) < 0 || !S_ISREG(st.st_mode))
			return 0;
		total += (uint64_t)st.st_size;
	}
	return total;
}
