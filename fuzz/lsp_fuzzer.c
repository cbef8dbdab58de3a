/* lsp_fuzzer.c - Whatever a client sends, the language server answers in whole messages of JSON,
 * each request once; and a text that came in pieces gets the answers of the same text in one piece.
 *
 * The bytes are what a client writes; or messages, a line each, which get their frames here; or a
 * text, which an editor sends in pieces, and then asks about.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>

#include "harness.h"
#include "cli/lsp/lsp.h"

#define PIECES 4
#define PLACES 2

static void add_text(struct harness_octets *o, const char *text)
{
	harness_add(o, text, strlen(text));
}

static void add_number(struct harness_octets *o, uint64_t n)
{
	char digits[24];

	harness_add(o, digits, (size_t)snprintf(digits, sizeof digits, "%llu", (unsigned long long)n));
}

/* Add octets as they stand in a string of JSON. */
static void add_string(struct harness_octets *o, const uint8_t *at, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		char unit[8];

		if (at[i] < 0x20 || at[i] == '"' || at[i] == '\\')
			harness_add(o, unit, (size_t)snprintf(unit, sizeof unit, "\\u%04x", at[i]));
		else
			harness_add(o, at + i, 1);
	}
}

/* ---- what is sent ------------------------------------------------------------------------ */

static void add_message(struct harness_octets *sent, const uint8_t *body, size_t len)
{
	add_text(sent, "Content-Length: ");
	add_number(sent, len);
	add_text(sent, "\r\n\r\n");
	harness_add(sent, body, len);
}

/* A session of a client. */
struct client {
	struct harness_octets sent, message;
	unsigned requests;
};

/* Write "METHOD",...; the caller adds the rest of params, and then calls end. */
static void begin(struct client *c, const char *method, unsigned id)
{
	c->message.len = 0;
	add_text(&c->message, "{\"jsonrpc\":\"2.0\",");
	if (id) {
		add_text(&c->message, "\"id\":");
		add_number(&c->message, id);
		add_text(&c->message, ",");
		c->requests++;
	}
	add_text(&c->message, "\"method\":\"");
	add_text(&c->message, method);
	add_text(&c->message, "\",\"params\":{\"textDocument\":{\"uri\":\"file:///robots.txt\",\"version\":1");
}

static void end(struct client *c, const char *rest)
{
	add_text(&c->message, rest);
	add_text(&c->message, "}}");
	add_message(&c->sent, (const uint8_t *)c->message.at, c->message.len);
}

static void add_place(struct harness_octets *o, const char *name, uint64_t line, uint64_t character)
{
	add_text(o, "\"");
	add_text(o, name);
	add_text(o, "\":{\"line\":");
	add_number(o, line);
	add_text(o, ",\"character\":");
	add_number(o, character);
	add_text(o, "}");
}

static void initialize(struct client *c, int utf8)
{
	begin(c, "initialize", 1);
	end(c, utf8 ? "},\"capabilities\":{\"general\":{\"positionEncodings\":[\"utf-8\"]}}" : "},\"capabilities\":{}");
}

static void open(struct client *c, const uint8_t *text, size_t len)
{
	begin(c, "textDocument/didOpen", 0);
	add_text(&c->message, ",\"text\":\"");
	add_string(&c->message, text, len);
	end(c, "\"}");
}

/* Put a text in place of the first lines of the file, or, with at_end, after its last line. */
static void change(struct client *c, int at_end, unsigned lines, const uint8_t *text, size_t len)
{
	const uint64_t first = at_end ? 1u << 30 : 0;

	begin(c, "textDocument/didChange", 0);
	add_text(&c->message, "},\"contentChanges\":[{\"range\":{");
	add_place(&c->message, "start", first, 0);
	add_text(&c->message, ",");
	add_place(&c->message, "end", first + lines, 0);
	add_text(&c->message, "},\"text\":\"");
	add_string(&c->message, text, len);
	end(c, "\"}]");
}

static void ask(struct client *c, const char *method, unsigned id, uint64_t line, uint64_t character)
{
	begin(c, method, id);
	add_text(&c->message, "},");
	add_place(&c->message, "position", line, character);
	add_text(&c->message, ",\"context\":{\"only\":[\"source\"]},\"range\":{");
	add_place(&c->message, "start", line, character);
	add_text(&c->message, ",");
	add_place(&c->message, "end", line + 1, character);
	end(c, "}");
}

/* Ask about a text.  The changes asked for are of a kind, "source", that nobody offers: whether
 * other changes are compared in time depends on the clock. */
static void ask_all(struct client *c, uint64_t state)
{
	unsigned id = 100;

	ask(c, "textDocument/codeAction", id++, 0, 0);
	for (int i = 0; i < PLACES; i++)
		ask(c, "textDocument/hover", id++, product_random(&state) % 8, 0);
	begin(c, "shutdown", id);
	end(c, "}");
}

/* ---- what is answered -------------------------------------------------------------------- */

static struct harness_octets said;

static bool hear(const char *octets, size_t len)
{
	harness_add(&said, octets, len);
	return true;
}

/* Let a server read what was sent.  Its answers go to `said`. */
static void serve(const struct harness_octets *sent)
{
	static const struct robotsc_crawler crawlers[] = {
		{.maker = "A", .token = "ABot", .purpose = "search"},
		{.maker = "Lists", .token = "ListBot", .purpose = "ai-training", .obeys = "ABot"}};
	struct robotsc_options options;
	FILE *const file = tmpfile();
	const struct lsp_settings settings = {.options = &options,
	                                      .budget = 20000,
	                                      .crawlers = crawlers,
	                                      .ncrawlers = 2,
	                                      .in = file ? fileno(file) : -1,
	                                      .write = hear};

	must(file && fwrite(sent->at, 1, sent->len, file) == sent->len && fflush(file) == 0);
	rewind(file);
	robotsc_options_init(&options);
	said.len = 0;
	(void)robotsc__lsp_serve(&settings);
	fclose(file);
}

/* One object with closed strings and brackets, and no control character. */
static void check_json(const char *at, size_t len)
{
	char open_ones[64];
	size_t depth = 0;
	int quoted = 0;

	must(len > 1 && at[0] == '{');
	for (size_t i = 0; i < len; i++) {
		must((unsigned char)at[i] >= 0x20);
		must(i == 0 || depth > 0);
		if (quoted) {
			if (at[i] == '\\')
				i++; /* the escaped octet */
			else
				quoted = at[i] != '"';
		} else if (at[i] == '"') {
			quoted = 1;
		} else if (at[i] == '{' || at[i] == '[') {
			must(depth < sizeof open_ones);
			open_ones[depth++] = at[i] == '{' ? '}' : ']';
		} else if (at[i] == '}' || at[i] == ']') {
			must(open_ones[--depth] == at[i]);
		}
	}
	must(depth == 0 && !quoted);
}

/* Check all messages that were said.  Messages from the answer 100 on are added to *rest.  Returns
 * how many have an id. */
static unsigned check_said(struct harness_octets *rest)
{
	static const char field[] = "Content-Length: ", answer[] = "{\"jsonrpc\":\"2.0\",\"id\":", hundred[] = "100,";
	static const size_t id_at = sizeof answer - 1;
	const char *at = said.at;
	unsigned answers = 0;
	int is_rest = 0;

	for (size_t left = said.len; left > 0;) {
		const char *const line_end = memchr(at, '\r', left);
		char *number_end;
		size_t len, head;

		if (!line_end || left <= sizeof field || memcmp(at, field, sizeof field - 1) != 0)
			abort();
		len = strtoul(at + sizeof field - 1, &number_end, 10);
		must(number_end == line_end);
		head = (size_t)(line_end - at) + 4;
		must(left >= head && memcmp(line_end, "\r\n\r\n", 4) == 0 && left - head >= len);
		check_json(at + head, len);
		if (len > id_at && memcmp(at + head, answer, id_at) == 0) {
			answers++;
			is_rest |= len > id_at + 4 && memcmp(at + head + id_at, hundred, 4) == 0;
		}
		if (is_rest)
			harness_add(rest, at + head, len);
		at += head + len;
		left -= head + len;
	}
	return answers;
}

/* ---- the cases ----------------------------------------------------------------------------- */

/* The bytes are what a client writes. */
static void try_wire(const uint8_t *bytes, size_t len)
{
	const struct harness_octets sent = {(char *)harness_copy(bytes, len), len, len};
	struct harness_octets rest = {NULL, 0, 0};

	serve(&sent);
	(void)check_said(&rest);
	free(rest.at);
	free(sent.at);
}

/* Each line of the bytes is a message. */
static void try_messages(const uint8_t *bytes, size_t len)
{
	struct client c = {.requests = 0};
	struct harness_octets rest = {NULL, 0, 0};

	initialize(&c, 0);
	while (len > 0) {
		const uint8_t *const line_end = memchr(bytes, '\n', len);
		const size_t n = line_end ? (size_t)(line_end - bytes) : len;

		add_message(&c.sent, bytes, n);
		bytes += n + (line_end != NULL);
		len -= n + (line_end != NULL);
	}
	serve(&c.sent);
	(void)check_said(&rest);
	free(rest.at);
	free(c.sent.at);
	free(c.message.at);
}

/* Where the piece that begins here ends: at the end of a line, inside that end, or anywhere. */
static size_t piece(const uint8_t *bytes, size_t len, uint64_t *state)
{
	const uint8_t *const line_end = len ? memchr(bytes, product_random(state) % 2 ? '\r' : '\n', len) : NULL;

	return line_end && product_random(state) % 2 ? (size_t)(line_end - bytes) + 1 : product_below(state, len + 1);
}

/* A text that is sent in pieces, which may end inside a line or a character. */
static void send_pieces(struct client *c, const uint8_t *bytes, size_t len, uint64_t *state)
{
	size_t from = product_below(state, len + 1), to = from + piece(bytes + from, len - from, state);

	open(c, bytes + from, to - from);
	for (int i = 0; i < PIECES; i++) {
		const int at_end = (int)(product_random(state) % 2);
		const size_t n = at_end ? piece(bytes + to, len - to, state) : product_below(state, from + 1);

		ask(c, "textDocument/hover", 2, product_random(state) % 8, product_random(state) % 16);
		if (product_random(state) % 4 == 0) {
			change(c, 0, 0, (const uint8_t *)"Allow: /\xFF\n", 10);
			change(c, 0, 1, NULL, 0);
		}
		if (at_end)
			change(c, 1, 0, bytes + to, n);
		else
			change(c, 0, 0, bytes + from - n, n);
		to += at_end ? n : 0;
		from -= at_end ? 0 : n;
	}
	change(c, 0, 0, bytes, from);
	ask(c, "textDocument/hover", 2, 0, 0);
	change(c, 1, 0, bytes + to, len - to);
}

static void try_text(const uint8_t *bytes, size_t len, uint64_t *state)
{
	struct harness_octets rest[2] = {{NULL, 0, 0}, {NULL, 0, 0}};
	const uint64_t places = product_random(state);

	for (int in_pieces = 0; in_pieces < 2; in_pieces++) {
		struct client c = {.requests = 0};

		initialize(&c, (int)(places % 2));
		if (in_pieces)
			send_pieces(&c, bytes, len, state);
		else
			open(&c, bytes, len);
		ask_all(&c, places);
		serve(&c.sent);
		must(check_said(&rest[in_pieces]) == c.requests);
		free(c.sent.at);
		free(c.message.at);
	}
	must(rest[0].len == rest[1].len && memcmp(rest[0].at, rest[1].at, rest[0].len) == 0);
	free(rest[0].at);
	free(rest[1].at);
}

static void try_case(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	if (nth == 0)
		try_wire(bytes, len);
	else if (nth == 1)
		try_messages(bytes, len);
	else
		try_text(bytes, len, state);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	harness_try(bytes, len, 3, try_case);
	return 0;
}
