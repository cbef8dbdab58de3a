/* server.c - see lsp.h: takes messages, keeps the documents, and calls the other parts.
 *
 * Language Server Protocol 3.17
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lsp_parts.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct robotsc_text none = {NULL, 0};

/* ---- documents --------------------------------------------------------------------- */

static void take_version(struct lsp_document *d, struct robotsc_text params)
{
	d->has_version = robotsc__json_integer(robotsc__json_path(params, "textDocument.version"), &d->version);
}

/* Forget the text of a document, and keep the reason. */
static void lose(struct lsp_document *d, const char *why)
{
	robotsc__document_free(&d->text);
	d->unread = why;
}

/* Replace some octets by a string, within the room for all documents. */
static void replace(struct lsp_server *s, struct lsp_document *d, size_t from, size_t to, struct robotsc_text string)
{
	size_t others = 0, most;
	for (const struct lsp_document *other = s->documents; other; other = other->next)
		others += other == d ? 0 : other->text.len;
	most = LSP_TEXTS_MAX - others < LSP_TEXT_MAX ? LSP_TEXTS_MAX - others : LSP_TEXT_MAX;
	d->unread = NULL;
	if (!robotsc__document_replace(&d->text, from, to, string, most))
		lose(d, "this file is larger than 32 MiB, or all open ones are larger than 128 MiB: it is not looked at");
}

static void did_open(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params)
{
	const struct robotsc_text text = robotsc__json_path(params, "textDocument.text");
	struct robotsc_text uri;
	struct lsp_document *d;
	(void)id;
	uri = robotsc__json_is_string(text) ? robotsc__json_copy(robotsc__json_path(params, "textDocument.uri")) : none;
	d = uri.at ? robotsc__document_named(s, uri) : NULL;
	if (d) {
		free((void *)uri.at);
	} else if (uri.at && (d = calloc(1, sizeof *d)) != NULL) {
		*d = (struct lsp_document){.next = s->documents, .uri = uri};
		s->documents = d;
	}
	if (!d)
		return;
	take_version(d, params);
	robotsc__lsp_unlint(s, d);
	replace(s, d, 0, d->text.len, text);
}

/* Make one change.  False: it is no change, or has no valid place. */
static bool change(struct lsp_server *s, struct lsp_document *d, struct robotsc_text event)
{
	const struct robotsc_text text = robotsc__json_member(event, "text"), range = robotsc__json_member(event, "range");
	struct lsp_place begin_at, end_at;
	size_t from, to;
	if (!robotsc__json_is_string(text))
		return false;
	if (!range.at) {
		replace(s, d, 0, d->text.len, text);
		return true;
	}
	if (d->unread) /* wait for the whole text */
		return true;
	if (!robotsc__lsp_place(robotsc__json_member(range, "start"), &begin_at) ||
	    !robotsc__lsp_place(robotsc__json_member(range, "end"), &end_at))
		return false;
	from = robotsc__document_offset(&d->text, begin_at, s->units);
	to = robotsc__document_offset(&d->text, end_at, s->units);
	replace(s, d, from, to < from ? from : to, text);
	return true;
}

/* Most octets of texts that the changes of a message may move: this takes less than a second. */
#define MOVED_MAX ((uint64_t)4 << 30)

static void did_change(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params)
{
	const struct robotsc_text changes = robotsc__json_member(params, "contentChanges");
	struct lsp_document *const d = robotsc__lsp_document(s, none, params);
	struct robotsc_text event;
	uint64_t moved = 0;
	size_t at = 0;
	(void)id;
	if (!d)
		return;
	take_version(d, params);
	robotsc__lsp_unlint(s, d);
	while (robotsc__json_next(changes, &at, &event)) {
		if (!change(s, d, event))
			lose(d, "a change of this text was not understood: close the file and open it again");
		moved += d->text.len;
		if (moved > MOVED_MAX)
			lose(d, "one message has too many changes of so long a text: close the file and open it again");
	}
}

static void free_document(struct lsp_server *s, struct lsp_document *d)
{
	robotsc__lsp_unlint(s, d);
	robotsc__document_free(&d->text);
	free((void *)d->uri.at);
	free(d);
}

static void did_close(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params)
{
	struct lsp_document *const d = robotsc__lsp_document(s, none, params);
	(void)id;
	if (!d)
		return;
	for (struct lsp_document **at = &s->documents; *at; at = *at == d ? &d->next : &(*at)->next)
		if (*at == d) {
			*at = d->next;
			break;
		}
	robotsc__lsp_unlint(s, d);
	lose(d, NULL);
	d->has_version = false;
	robotsc__lsp_publish(s, d);
	free_document(s, d);
}

/* ---- the session ------------------------------------------------------------------- */

/* True if a client has a capability. */
static bool can(struct robotsc_text params, const char *path)
{
	const struct robotsc_text value = robotsc__json_path(robotsc__json_member(params, "capabilities"), path);
	return value.len == 4 && memcmp(value.at, "true", 4) == 0;
}

static enum lsp_units choose_units(struct robotsc_text params)
{
	const struct robotsc_text offered = robotsc__json_path(params, "capabilities.general.positionEncodings");
	struct robotsc_text one;
	for (size_t at = 0; robotsc__json_next(offered, &at, &one);)
		if (robotsc__json_is(one, "utf-8"))
			return LSP_UTF8;
	return LSP_UTF16;
}

static void initialize(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params)
{
	struct report_writer *w;
	if (s->initialized) {
		robotsc__lsp_refuse(s, id, LSP_INVALID, "initialize was sent before");
		return;
	}
	s->initialized = true;
	s->units = choose_units(params);
	s->related = can(params, "textDocument.publishDiagnostics.relatedInformation");
	w = robotsc__lsp_result(s, id);
	robotsc__writer_format(w, "{\"capabilities\":{\"positionEncoding\":\"%s\",", s->units == LSP_UTF8 ? "utf-8" : "utf-16");
	robotsc__writer_string(w, "\"textDocumentSync\":{\"openClose\":true,\"change\":2,\"save\":true},");
	robotsc__writer_string(w, "\"hoverProvider\":true,");
	robotsc__writer_string(w, "\"codeActionProvider\":{\"codeActionKinds\":[\"quickfix\"]}},");
	robotsc__writer_format(w, "\"serverInfo\":{\"name\":\"robotsc\",\"version\":\"%s\"}}", robotsc_version());
	robotsc__lsp_send(s);
}

static void shut_down(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params)
{
	(void)params;
	s->shut = true;
	robotsc__writer_string(robotsc__lsp_result(s, id), "null");
	robotsc__lsp_send(s);
}

static void leave(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params)
{
	(void)id;
	(void)params;
	s->ended = true;
}

static const struct lsp_method {
	const char *name;
	bool request;
	void (*run)(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params);
} methods[] = {
	{"initialize", true, initialize},
	{"shutdown", true, shut_down},
	{"exit", false, leave},
	{"textDocument/didOpen", false, did_open},
	{"textDocument/didChange", false, did_change},
	{"textDocument/didClose", false, did_close},
	{"textDocument/hover", true, robotsc__lsp_hover},
	{"textDocument/codeAction", true, robotsc__lsp_actions},
};

static const struct lsp_method *method_named(struct robotsc_text name, bool request)
{
	for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
		if (methods[i].request == request && robotsc__json_is(name, methods[i].name))
			return &methods[i];
	return NULL;
}

static bool is_id(struct robotsc_text id)
{
	return robotsc__json_is_string(id) || (id.len > 0 && (*id.at == '-' || *id.at == 'n' || (*id.at >= '0' && *id.at <= '9')));
}

static void take_request(struct lsp_server *s, struct robotsc_text id, struct robotsc_text name, struct robotsc_text params)
{
	const struct lsp_method *const m = method_named(name, true);
	if (!s->initialized && !robotsc__json_is(name, "initialize"))
		robotsc__lsp_refuse(s, id, LSP_NOT_INITIALIZED, "initialize must come first");
	else if (s->shut)
		robotsc__lsp_refuse(s, id, LSP_INVALID, "after shutdown only exit may come");
	else if (!m)
		robotsc__lsp_refuse(s, id, LSP_NO_METHOD, "this method is not known");
	else
		m->run(s, id, params);
}

static void take_notification(struct lsp_server *s, struct robotsc_text name, struct robotsc_text params)
{
	const struct lsp_method *const m = method_named(name, false);
	if (m && (m->run == leave || (s->initialized && !s->shut)))
		m->run(s, none, params);
}

/* Take a message.  False: it is no JSON. */
static bool take_message(struct lsp_server *s, struct robotsc_text message)
{
	struct robotsc_text value, id, name, params;
	if (!robotsc__json_is_valid(message, &value)) {
		robotsc__lsp_refuse(s, none, LSP_PARSE, "this is no JSON");
		return false;
	}
	id = robotsc__json_member(value, "id");
	name = robotsc__json_member(value, "method");
	params = robotsc__json_member(value, "params");
	if (*value.at != '{' || (id.at && !is_id(id)))
		robotsc__lsp_refuse(s, none, LSP_INVALID, "a message is one object, and its id a string or a number");
	else if (robotsc__json_is_string(name) && id.at)
		take_request(s, id, name, params);
	else if (robotsc__json_is_string(name))
		take_notification(s, name, params);
	else if (name.at || (!robotsc__json_member(value, "result").at && !robotsc__json_member(value, "error").at))
		robotsc__lsp_refuse(s, id, LSP_INVALID, "this is no request, no notification and no response");
	return true;
}

/* Take all whole messages that were read. */
static void take_messages(struct lsp_server *s)
{
	struct robotsc_text message;
	while (!s->ended)
		switch (robotsc__frames_next(&s->frames, &message)) {
		case LSP_CUT_MORE:
			return;
		case LSP_CUT_MESSAGE:
			if (!take_message(s, message))
				robotsc__frames_reread(&s->frames, message.len);
			break;
		case LSP_CUT_JUNK:
			robotsc__lsp_refuse(s, none, LSP_PARSE, "octets that begin no message were passed over");
			break;
		case LSP_CUT_LONG:
			robotsc__lsp_refuse(s, none, LSP_INVALID, "a message of more than 64 MiB is not read");
			break;
		}
}

/* Read the input that is there.  False: input has ended. */
static bool read_more(struct lsp_server *s)
{
	static char octets[1 << 16];
	ssize_t n;
	do
		n = read(s->settings->in, octets, sizeof octets);
	while (n < 0 && errno == EINTR);
	return n > 0 && robotsc__frames_add(&s->frames, octets, (size_t)n);
}

/* True if there is input, or it has ended; wait: wait for input, or for the other thread. */
static bool has_input(struct lsp_server *s, bool wait)
{
	struct pollfd polled[2] = {{.fd = s->settings->in, .events = POLLIN}, {.fd = s->wake[0], .events = POLLIN}};
	while (poll(polled, 2, wait ? -1 : 0) < 0 && errno == EINTR)
		;
	if (polled[1].revents)
		robotsc__lsp_linted(s);
	return polled[0].revents != 0;
}

/* Lint a document whose text is new.  False: no text is new. */
static bool lint_next(struct lsp_server *s)
{
	struct lsp_document *d = s->documents;
	while (d && d->linted)
		d = d->next;
	if (d)
		robotsc__lsp_lint(s, d);
	return d != NULL;
}

int robotsc__lsp_serve(const struct lsp_settings *settings)
{
	struct lsp_server s = {.settings = settings};
	if (pipe(s.wake) < 0)
		return 1;
	s.compiler = robotsc_compiler_new(NULL);
	while (!s.ended) {
		take_messages(&s);
		if (s.ended)
			break;
		/* Input goes before work, so that no text is linted that has changed already. */
		if (!has_input(&s, false)) {
			if (lint_next(&s))
				continue;
			robotsc__lsp_lint_whole(&s);
			if (!has_input(&s, true))
				continue;
		}
		if (!read_more(&s))
			break;
	}
	robotsc__lsp_lint_end(&s);
	while (s.documents) {
		struct lsp_document *const d = s.documents;
		s.documents = d->next;
		free_document(&s, d);
	}
	close(s.wake[0]);
	close(s.wake[1]);
	robotsc_compiler_free(s.compiler);
	free(s.frames.at);
	free(s.out);
	return s.shut ? 0 : 1;
}
