/* util.c - messages, files and lines for the commands.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

#define CHUNK 65536u

/* Of this thread; NULL: standard error. */
static _Thread_local FILE *messages;

FILE *cli_messages(void)
{
	return messages ? messages : stderr;
}

void cli_messages_to(FILE *file)
{
	messages = file;
}

/* The whole message, or its first octets when there is no memory. */
static void print_message(const char *format, va_list ap)
{
	char few[256], *all = NULL;
	va_list again;
	int n;

	va_copy(again, ap);
	n = vsnprintf(few, sizeof few, format, ap);
	if (n >= (int)sizeof few)
		all = malloc((size_t)n + 1);
	if (all)
		vsnprintf(all, (size_t)n + 1, format, again);
	va_end(again);
	if (n >= 0)
		cli_print_string(cli_messages(), all ? all : few);
	free(all);
}

int cli_complain(const char *format, ...)
{
	FILE *const f = cli_messages();
	va_list ap;

	flockfile(f);
	fputs("robotsc: ", f);
	va_start(ap, format);
	print_message(format, ap);
	va_end(ap);
	putc('\n', f);
	funlockfile(f);
	return CLI_TROUBLE;
}

const char *cli_why(enum robotsc_status status)
{
	return status == ROBOTSC_ERR_ARGUMENT ? "--limit is higher than this version can take" : robotsc_strerror(status);
}

struct robotsc_text cli_text(const char *s)
{
	const struct robotsc_text text = {s, strlen(s)};

	return text;
}

ssize_t cli_read(int fd, void *at, size_t room)
{
	ssize_t n;

	do
		n = read(fd, at, room);
	while (n < 0 && errno == EINTR);
	return n;
}

/* ---- reading a file -------------------------------------------------------- */

bool cli_begins_blob(const void *bytes, size_t len)
{
	static const unsigned char magic[CLI_MAGIC] = {0x8D, 'R', 'B', 'C'};

	return len >= sizeof magic && memcmp(bytes, magic, sizeof magic) == 0;
}

/* Double the room.  0, or -1 when there is no memory or the size would overflow. */
static int make_room(struct cli_file *file, size_t *room)
{
	unsigned char *p;

	if (file->len < *room)
		return 0;
	if (*room > SIZE_MAX / 2) {
		errno = ENOMEM;
		return -1;
	}
	*room = *room ? 2 * *room : CHUNK;
	p = realloc(file->bytes, *room);
	if (!p)
		return -1;
	file->bytes = p;
	return 0;
}

static int read_all(int fd, size_t limit, struct cli_file *file)
{
	size_t room = 0;

	for (;;) {
		ssize_t n;

		if (make_room(file, &room) < 0)
			return -1;
		n = cli_read(fd, file->bytes + file->len, room - file->len);
		if (n < 0)
			return -1;
		file->len += (size_t)n;
		file->is_blob = cli_begins_blob(file->bytes, file->len);
		if (n == 0 || (!file->is_blob && file->len > limit && file->len - limit > CHUNK))
			return 0;
	}
}

int cli_read_file(const char *path, size_t limit, struct cli_file *file)
{
	const int is_stdin = strcmp(path, "-") == 0;
	const int fd = is_stdin ? STDIN_FILENO : open(path, O_RDONLY);
	struct stat st;

	memset(file, 0, sizeof *file);
	file->name = is_stdin ? "<stdin>" : path;
	if (fd < 0) {
		cli_complain("%s: cannot open: %s", file->name, strerror(errno));
		return -1;
	}
	if (fstat(fd, &st) == 0) {
		file->device = st.st_dev;
		file->inode = st.st_ino;
	}
	if (read_all(fd, limit, file) < 0) {
		cli_complain("%s: cannot read: %s", file->name, strerror(errno));
		free(file->bytes);
		file->bytes = NULL;
		if (!is_stdin)
			close(fd);
		return -1;
	}
	if (!is_stdin)
		close(fd);
	return 0;
}

bool cli_is_cut(const struct cli_file *file, size_t limit)
{
	return !file->is_blob && file->len > limit;
}

void cli_warn_cut(const struct cli_file *file, size_t limit)
{
	if (cli_is_cut(file, limit))
		cli_complain("%s: warning: it has more than %zu octets, and the rest does not count; --limit raises that",
		             file->name, limit);
}

/* ---- standard output ------------------------------------------------------- */

/* The errno of a failed write to standard output.  Some C libraries report it only once. */
static int output_error;

bool cli_output_failed(void)
{
	if (!ferror(stdout))
		return false;
	if (output_error == 0)
		output_error = errno;
	return true;
}

int cli_finish(int status)
{
	if (fflush(stdout) == 0 && !ferror(stdout))
		return status;
	cli_output_failed();
	return cli_complain("cannot write to standard output: %s", strerror(output_error));
}

/* ---- lines ----------------------------------------------------------------- */

/* Read more input after what is there.  Returns 1; 0 at the end of input; -1 after a message. */
static int refill(struct cli_lines *l)
{
	ssize_t n;

	if (l->buffer && l->from > 0) {
		memmove(l->buffer, l->buffer + l->from, l->to - l->from);
		l->to -= l->from;
		l->from = 0;
	}
	if (l->room - l->to < CHUNK) {
		char *p = l->room > SIZE_MAX / 2 - CHUNK ? NULL : realloc(l->buffer, 2 * l->room + CHUNK);

		if (!p) {
			cli_complain("<stdin>: out of memory for a line of more than %zu octets", l->to);
			return -1;
		}
		l->buffer = p;
		l->room = 2 * l->room + CHUNK;
	}
	if (fflush(stdout) != 0) {
		cli_output_failed(); /* cli_finish says why */
		return -1;
	}
	n = cli_read(STDIN_FILENO, l->buffer + l->to, l->room - l->to);
	if (n < 0) {
		cli_complain("<stdin>: cannot read: %s", strerror(errno));
		return -1;
	}
	l->to += (size_t)n;
	return n > 0;
}

int cli_next_line(struct cli_lines *l, struct robotsc_text *line)
{
	size_t seen = 0;

	for (;;) {
		const size_t have = l->to - l->from;
		const char *start = l->buffer ? l->buffer + l->from : NULL;
		const char *lf = start && have > seen ? memchr(start + seen, '\n', have - seen) : NULL;
		int more;

		if (lf || (l->eof && have > 0)) {
			line->at = start;
			line->len = lf ? (size_t)(lf - start) : have;
			l->from += line->len + (lf != NULL);
			if (lf && line->len > 0 && lf[-1] == '\r')
				line->len--;
			return 1;
		}
		if (l->eof)
			return 0;
		seen = have;
		more = refill(l);
		if (more < 0)
			return -1;
		l->eof = more == 0;
	}
}

/* ---- printing -------------------------------------------------------------- */

void cli_put(void *file, const char *text, size_t len)
{
	fwrite(text, 1, len, file);
}

void cli_print_text(FILE *f, struct robotsc_text text)
{
	robotsc_spell(text, ROBOTSC_SPELL_TEXT, cli_put, f);
}

void cli_print_start(FILE *f, struct robotsc_text text)
{
	robotsc_spell(text, ROBOTSC_SPELL_LINE, cli_put, f);
}

void cli_print_string(FILE *f, const char *text)
{
	cli_print_text(f, cli_text(text));
}

void cli_print_path(struct robotsc_text path)
{
	robotsc_spell(path, ROBOTSC_SPELL_PATH, cli_put, stdout);
}

struct robotsc_report cli_report(const struct cli_settings *s)
{
	return (struct robotsc_report){
		.write = cli_put, .ctx = stdout, .format = (enum robotsc_report_format)s->format, .color = cli_has_color()};
}

void cli_print_json(struct robotsc_text text)
{
	putchar('"');
	robotsc_spell(text, ROBOTSC_SPELL_JSON, cli_put, stdout);
	putchar('"');
}
