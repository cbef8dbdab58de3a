/* serve.c - robotsc compile --serve: compiles text after text, in frames.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "compile_parts.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/agent.h"
#include "cli/messages.h"
#include "cli/fetch.h"
#include "cli/policy.h"
#include "cli/read_file.h"
#include "cli/sides.h"
#include "robotsc/prove.h"

/* A frame: a header, then octets, whose number the header has.  docs/formats/serve.md */
#define HEADER 8
#define VERSION 1
#define LENGTH_END (1u << 27) /* a request has fewer octets */

/* The statuses of answers. */
enum status {
	BLOB = 0,
	REFUSED = 1,  /* this text will always be refused */
	TRY_AGAIN = 2 /* there was no memory */
};

/* What came from standard input. */
enum taken {
	ALL,
	NOTHING, /* it has ended */
	PART,    /* input ended within it */
	FAILED   /* after a message, or when standard output failed */
};

struct server {
	const struct cli_settings *s;
	struct robotsc_compiler *compiler;
	unsigned char buffer[1 << 16]; /* of standard input */
	size_t from, to;               /* part of buffer that was not yet taken */
	struct cli_file text;          /* text of this request, up to limit + 1 */
	size_t room;
	char name[40];
};

/* ---- requests ------------------------------------------------------------------- */

/* Read more input.  First the answers are flushed: the client may wait for them. */
static enum taken refill(struct server *v)
{
	ssize_t n;
	fflush(stdout);
	if (cli_output_failed()) /* cli_finish says why */
		return FAILED;
	n = cli_read(STDIN_FILENO, v->buffer, sizeof v->buffer);
	if (n < 0) {
		cli_complain("<stdin>: cannot read: %s", strerror(errno));
		return FAILED;
	}
	v->from = 0;
	v->to = (size_t)n;
	return n > 0 ? ALL : NOTHING;
}

/* Take len octets of input; to NULL: drop them. */
static enum taken take(struct server *v, unsigned char *to, size_t len)
{
	size_t taken = 0;
	while (taken < len) {
		const size_t left = len - taken, have = v->to - v->from, n = left < have ? left : have;
		if (to)
			memcpy(to + taken, v->buffer + v->from, n);
		v->from += n;
		taken += n;
		if (taken < len) {
			const enum taken more = refill(v);
			if (more != ALL)
				return more == NOTHING && taken > 0 ? PART : more;
		}
	}
	return ALL;
}

/* Grow the room for the text, to at most `most` octets.  False: there is no memory. */
static bool make_room(struct server *v, size_t most)
{
	const size_t twice = v->room ? 2 * v->room : 4096, room = twice < most ? twice : most;
	unsigned char *bytes;
	if (v->text.len < v->room)
		return true;
	bytes = realloc(v->text.bytes, room);
	if (!bytes)
		return false;
	v->text.bytes = bytes;
	v->room = room;
	return true;
}

/* Take a text of len octets.  At most limit + 1 are kept, which shows that the text is cut; the
 * rest is dropped.  *fits: there was memory for them. */
static enum taken take_text(struct server *v, size_t len, bool *fits)
{
	const size_t most = v->s->options.limit + 1, keep = len < most ? len : most;
	v->text.len = 0;
	while (v->text.len < keep && make_room(v, most)) {
		const size_t part = (keep < v->room ? keep : v->room) - v->text.len;
		const enum taken taken = take(v, v->text.bytes + v->text.len, part);
		if (taken != ALL)
			return taken;
		v->text.len += part;
	}
	*fits = v->text.len == keep;
	return take(v, NULL, len - v->text.len);
}

/* ---- answers -------------------------------------------------------------------- */

static void answer(enum status status, const void *bytes, size_t len)
{
	const unsigned char header[HEADER] = {
		(unsigned char)len,   (unsigned char)(len >> 8), (unsigned char)(len >> 16), (unsigned char)(len >> 24), VERSION,
		(unsigned char)status};
	fwrite(header, 1, sizeof header, stdout);
	fwrite(bytes, 1, len, stdout);
}

static void say(enum status status, const char *message)
{
	answer(status, message, strlen(message));
}

static void print_diag(void *ctx, const struct robotsc_diag *diag)
{
	cli_warn_diag(ctx, diag);
}

/* Compile the text, and answer. */
static void compile(const struct server *v)
{
	const struct cli_settings *const s = v->s;
	const struct robotsc_side text = {NULL, &s->options, v->text.bytes, v->text.len};
	void *blob = NULL;
	size_t len = 0;
	enum robotsc_status status;
	if (cli_begins_blob(v->text.bytes, v->text.len)) {
		say(REFUSED, "1:1: this is a blob already; send its robots.txt");
		return;
	}
	status = robotsc_compiler_compile(v->compiler, &s->options, v->text.bytes, v->text.len, &blob, &len);
	if (status != ROBOTSC_OK)
		say(status == ROBOTSC_ERR_NOMEM ? TRY_AGAIN : REFUSED, cli_why(status));
	else if (((const struct cli_compile_own *)s->own)->verify && cli_verify_blob(s, v->name, &text, blob, len) < 0)
		say(REFUSED, "the blob is not proved to give the verdicts of its text; standard error says more");
	else
		answer(BLOB, blob, len);
	robotsc_free_blob(NULL, blob, len);
}

/* Answer that there is no memory for the text, and free the part that was read. */
static void give_up(struct server *v)
{
	free(v->text.bytes);
	v->text.bytes = NULL;
	v->room = 0;
	say(TRY_AGAIN, cli_why(ROBOTSC_ERR_NOMEM));
}

/* ---- all of them ---------------------------------------------------------------- */

/* Read the length out of a header.  False: no request of this version begins so. */
static bool read_header(const unsigned char header[HEADER], uint32_t *len)
{
	static const unsigned char rest[HEADER - 4] = {VERSION};
	*len = header[0] | (uint32_t)header[1] << 8 | (uint32_t)header[2] << 16 | (uint32_t)header[3] << 24;
	return *len < LENGTH_END && memcmp(header + 4, rest, sizeof rest) == 0;
}

/* Answer all requests.  Returns the exit status. */
static int serve(struct server *v)
{
	enum taken taken = ALL;
	for (unsigned long long n = 1; taken == ALL; n++) {
		unsigned char header[HEADER];
		uint32_t len;
		bool fits;
		snprintf(v->name, sizeof v->name, "<request %llu>", n);
		taken = take(v, header, sizeof header);
		if (taken == NOTHING)
			return CLI_OK;
		if (taken == ALL && !read_header(header, &len))
			return cli_complain("%s: no frame of version %d begins so: a length of less than %u octets, then %d 0 0 0",
			                    v->name, VERSION, LENGTH_END, VERSION);
		if (taken == ALL)
			taken = take_text(v, len, &fits);
		if (taken == ALL && fits)
			compile(v);
		else if (taken == ALL)
			give_up(v);
	}
	if (taken == PART || taken == NOTHING)
		cli_complain("%s: standard input ends in this frame", v->name);
	return CLI_TROUBLE;
}

/* The operand or option on the command line that is for one text only, or NULL. */
static const char *about_one(const struct cli_settings *s)
{
	if (s->noperands)
		return s->operands[0];
	if (s->output)
		return "-o";
	if (((const struct cli_compile_own *)s->own)->constant)
		return "--allow-all and --deny-all";
	return cli_fetch_given(s) ? "--status and its like" : NULL;
}

/* Check the options, which hold for all requests.  Returns 0, or -1 after a message. */
static int check_call(const struct cli_settings *s)
{
	const char *const one = about_one(s);
	enum robotsc_status status;
	void *blob = NULL;
	size_t len = 0;
	if (one) {
		cli_complain("--serve compiles the texts of standard input to standard output; leave out '%s'", one);
		return -1;
	}
	for (size_t i = 0; i < s->options.nagents; i++)
		if (cli_check_agent(s->options.dialect, s->agents.at[i]) < 0)
			return -1;
	status = robotsc_compile(&s->options, "", 0, &blob, &len);
	robotsc_free_blob(NULL, blob, len);
	if (status != ROBOTSC_OK)
		cli_complain("cannot compile: %s", cli_why(status));
	return status == ROBOTSC_OK ? 0 : -1;
}

int cli_serve(struct cli_settings *s)
{
	static struct server v;
	int result;
	if (check_call(s) < 0)
		return CLI_TROUBLE;
	v.s = s;
	v.text.name = v.name;
	if (!s->quiet) {
		s->options.diag = print_diag;
		s->options.diag_ctx = &v.text;
	}
	v.compiler = robotsc_compiler_new(NULL);
	result = serve(&v);
	robotsc_compiler_free(v.compiler);
	free(v.text.bytes);
	return result;
}
