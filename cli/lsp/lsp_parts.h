/* lsp_parts.h - what the parts of the language server share.
 *
 * One thread reads, answers and writes.  A second thread lints one text at a time, as long as that
 * takes.  Its findings are dropped if the text has changed since.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_LSP_PARTS_H
#define ROBOTSC_LSP_PARTS_H

#include "lsp.h"
#include "report/writer.h"

/* ---- frames.c: messages, RFC 8259 in the frames of the protocol ----------------------- */

#define LSP_MESSAGE_MAX ((size_t)64 << 20) /* most octets of a message that is read */
#define LSP_LINE_MAX ((size_t)4096)        /* most octets of a header line that are kept */

/* The octets that came in, from which messages are cut.  All 0 at the beginning; at is malloc'd. */
struct lsp_frames {
	unsigned char *at;
	size_t from, len, room; /* octets that are not yet cut begin at from */
	size_t seen;            /* octets after from in which no line ends */
	size_t body;            /* octets of the body, as announced */
	bool announced;         /* a line said how many octets the body has */
	bool in_body;           /* the header has ended */
	bool junk;              /* octets of no header were passed over */
	bool reported;          /* it was reported that octets are read a second time */
	uint64_t again;         /* how many octets were read a second time */
};

enum lsp_cut {
	LSP_CUT_MORE,    /* no whole message is there */
	LSP_CUT_MESSAGE, /* there is one */
	LSP_CUT_JUNK,    /* octets were passed over that are no message */
	LSP_CUT_LONG     /* a message of more than LSP_MESSAGE_MAX octets was announced */
};

/* Keep octets that came in.  False: there is no memory. */
bool robotsc__frames_add(struct lsp_frames *f, const void *octets, size_t len);

/* Cut the next message.  It is valid until the next call about frames.
 *
 * After junk, and after a message that is too long, the next header is looked for wherever it
 * begins: no line of JSON can hold one. */
enum lsp_cut robotsc__frames_next(struct lsp_frames *f, struct robotsc_text *message);

/* The last message is no JSON, so its length may be wrong: look for headers in its octets, too.
 * This is done for REREAD_MAX octets in all; then such a message is passed over. */
void robotsc__frames_reread(struct lsp_frames *f, size_t len);

/* ---- json_in.c: values of JSON ---------------------------------------------------------- */

/* The value of JSON is given as a text: its octets, without white space around.  .at NULL: none. */

/* True for one value, with nothing after it; *value: its octets.  At most 64 arrays and objects are
 * nested.  Inside strings, octets that are not UTF-8 are accepted as they are. */
bool robotsc__json_is_valid(struct robotsc_text text, struct robotsc_text *value);

/* The calls below take valid values. */

/* The member of an object, the last one of its name.  No value: also if it is no object. */
struct robotsc_text robotsc__json_member(struct robotsc_text object, const char *key);
/* A member of members: "params.textDocument.uri".  Else as robotsc__json_member. */
struct robotsc_text robotsc__json_path(struct robotsc_text object, const char *path);
/* Give the elements of an array, one after the other; at first *at is 0.  False: no more. */
bool robotsc__json_next(struct robotsc_text array, size_t *at, struct robotsc_text *element);
bool robotsc__json_is_string(struct robotsc_text value);
bool robotsc__json_is(struct robotsc_text value, const char *word);
/* A whole number of at most 2^53; false for anything else. */
bool robotsc__json_integer(struct robotsc_text value, int64_t *number);
/* Write the octets that a string stands for: at most its own length.  Half of a surrogate pair
 * becomes three octets that are not UTF-8.  Returns how many. */
size_t robotsc__json_octets(struct robotsc_text string, unsigned char *out);
/* A malloc'd copy of the octets that a string stands for; .at NULL: no string, or no memory. */
struct robotsc_text robotsc__json_copy(struct robotsc_text string);

/* ---- document.c: a text, and places in it ------------------------------------------ */

/* A line ends with LF, CR LF, or CR, for clients as for the compiler.  A character is counted in
 * octets or in units of UTF-16.  An octet that belongs to no character counts as one unit, and so
 * does half of a surrogate pair, which a client may send: it is kept as three octets. */

#define LSP_TEXT_MAX ((size_t)32 << 20)   /* most octets of a document */
#define LSP_TEXTS_MAX ((size_t)128 << 20) /* most octets of all documents together */

enum lsp_units {
	LSP_UTF16,
	LSP_UTF8
};

/* Both from 0. */
struct lsp_place {
	uint32_t line, character;
};

/* All 0 is an empty text. */
struct lsp_text {
	uint8_t *at; /* malloc'd */
	size_t len, room;
	uint32_t *starts; /* offsets of lines that begin in the scanned octets */
	size_t nstarts, starts_room;
	size_t scanned;
};

void robotsc__document_free(struct lsp_text *t);

/* Replace some octets by a string of JSON.  False: there is no memory, or the text would have more
 * than `most` octets; free it then. */
bool robotsc__document_replace(struct lsp_text *t, size_t from, size_t to, struct robotsc_text string, size_t most);

/* The offset of a place.  A place behind the end of a line or of the text means that end; a place
 * inside a character means its beginning. */
size_t robotsc__document_offset(struct lsp_text *t, struct lsp_place place, enum lsp_units units);

/* The place of an offset. */
struct lsp_place robotsc__document_place(struct lsp_text *t, size_t offset, enum lsp_units units);

/* The octets of a line, from 0, without its end; empty behind the last one. */
struct robotsc_text robotsc__document_line(struct lsp_text *t, size_t line);

/* Where a line begins; for a line behind the last, the end of the text. */
size_t robotsc__document_start(struct lsp_text *t, size_t line);

/* ---- what the parts share ------------------------------------------------------------ */

/* The findings of lint in a text.  They own their strings and fixes. */
struct lsp_findings {
	struct robotsc_finding *at;
	size_t n, room;
	bool whole;  /* lint had its whole budget, or needed less */
	bool failed; /* there was no memory */
};

struct lsp_document {
	struct lsp_document *next;
	struct robotsc_text uri; /* malloc'd */
	int64_t version;
	bool has_version;
	struct lsp_text text;
	const char *unread; /* why the text is not linted; NULL: it is linted */
	uint64_t number;    /* number of the text: no other text has it */
	bool linted;        /* findings are those of this text */
	struct lsp_findings findings;
};

struct lsp_job;

struct lsp_server {
	const struct lsp_settings *settings;
	struct robotsc_compiler *compiler; /* the memory of quick lints */
	struct lsp_frames frames;
	struct lsp_document *documents;
	enum lsp_units units;
	bool initialized, shut, ended;
	bool related;    /* the client can show related places */
	uint64_t number; /* number of the last text */
	struct lsp_job *job;
	int wake[2]; /* a pipe: an octet says that the job has ended */
	/* The message that is written. */
	char *out;
	size_t out_len, out_room;
	bool out_failed;
	struct report_writer writer;
};

/* Errors of JSON-RPC and of the protocol. */
enum lsp_error {
	LSP_PARSE = -32700,
	LSP_INVALID = -32600,
	LSP_NO_METHOD = -32601,
	LSP_PARAMS = -32602,
	LSP_INTERNAL = -32603,
	LSP_NOT_INITIALIZED = -32002
};

/* ---- frames.c: what is sent ---------------------------------------------------------- */

/* Write the beginning of an answer, up to its result.  Then write the result to the writer, and end
 * the answer by robotsc__lsp_send. */
struct report_writer *robotsc__lsp_result(struct lsp_server *s, struct robotsc_text id);
/* Write the beginning of a notification, up to its params; end it in the same way. */
struct report_writer *robotsc__lsp_notify(struct lsp_server *s, const char *method);
void robotsc__lsp_send(struct lsp_server *s);
/* Answer by an error; id.at NULL: null. */
void robotsc__lsp_refuse(struct lsp_server *s, struct robotsc_text id, enum lsp_error code, const char *message);

/* ---- document.c: documents ------------------------------------------------------------ */

/* The document of a URI, or NULL. */
struct lsp_document *robotsc__document_named(const struct lsp_server *s, struct robotsc_text uri);
/* The document that params name, or NULL.  If there is an id, an error was then answered. */
struct lsp_document *robotsc__lsp_document(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params);
/* Read a place: {"line": 0, "character": 0}. */
bool robotsc__lsp_place(struct robotsc_text value, struct lsp_place *place);
/* Write a range, with its braces. */
void robotsc__lsp_range(struct lsp_server *s, struct lsp_document *d, size_t from, size_t to);

/* ---- findings.c: diagnostics ------------------------------------------------------- */

/* Find what lint finds within QUICK steps, and publish it. */
void robotsc__lsp_lint(struct lsp_server *s, struct lsp_document *d);
/* Let the other thread lint a document, if it has nothing to do. */
void robotsc__lsp_lint_whole(struct lsp_server *s);
/* The thread has ended: publish its findings, unless the text has changed. */
void robotsc__lsp_linted(struct lsp_server *s);
/* Call it when the text of a document has changed, or is gone. */
void robotsc__lsp_unlint(struct lsp_server *s, struct lsp_document *d);
/* Tell the thread to end, and wait for it. */
void robotsc__lsp_lint_end(struct lsp_server *s);
/* Publish findings, or that there are none any more. */
void robotsc__lsp_publish(struct lsp_server *s, struct lsp_document *d);
/* Write a finding as a diagnostic. */
void robotsc__lsp_diagnostic(struct lsp_server *s, struct lsp_document *d, const struct robotsc_finding *f);

/* ---- requests, each answered in its file -------------------------------------------- */

/* hover.c */
void robotsc__lsp_hover(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params);
/* actions.c */
void robotsc__lsp_actions(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params);

#endif
