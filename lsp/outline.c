/* outline.c - symbols, which are groups with their rules, and what may be written at a place.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <string.h>

#include "access/text.h"
#include "front/options.h"
#include "front/parse.h"
#include "report/spelling.h"
#include "lsp_parts.h"
#include "text/usage_labels.h"

/* Of SymbolKind and CompletionItemKind. */
enum kind {
	SYMBOL_GROUP = 3, /* a namespace */
	SYMBOL_RULE = 8,  /* a field */
	ITEM_FIELD = 5,
	ITEM_CRAWLER = 12 /* a value */
};

/* ---- symbols ------------------------------------------------------------------------- */

struct outline {
	struct lsp_server *s;
	struct lsp_document *d;
	struct report_writer *w;
	struct document doc;
	size_t agent, rule; /* the next ones */
	bool any;           /* a symbol was written */
};

/* Write the range of lines, from 1, without the end of the last. */
static void put_lines(struct outline *o, uint32_t first, uint32_t last)
{
	const size_t from = robotsc__document_start(&o->d->text, first - 1), to = robotsc__document_start(&o->d->text, last - 1);
	robotsc__lsp_range(o->s, o->d, from, to + robotsc__document_line(&o->d->text, last - 1).len);
}

/* Write where a symbol is, and end what is known of it but the brace. */
static void put_where(struct outline *o, enum kind kind, uint32_t first, uint32_t last)
{
	robotsc__writer_format(o->w, "\",\"kind\":%d,", (int)kind);
	if (!o->s->trees) {
		robotsc__writer_string(o->w, "\"location\":{\"uri\":");
		robotsc__spelling_exact_json(o->w, o->d->uri);
		robotsc__writer_string(o->w, ",\"range\":");
		put_lines(o, first, last);
		robotsc__writer_string(o->w, "}");
		return;
	}
	robotsc__writer_string(o->w, "\"range\":");
	put_lines(o, first, last);
	robotsc__writer_string(o->w, ",\"selectionRange\":");
	put_lines(o, first, first);
}

static void put_span(struct outline *o, const struct span *octets)
{
	robotsc__spelling_put(o->w, (struct robotsc_text){(const char *)octets->at, octets->len}, ROBOTSC_SPELL_JSON);
}

/* Begin a symbol: its name follows. */
static void open_symbol(struct outline *o)
{
	robotsc__writer_string(o->w, o->any ? ",{\"name\":\"" : "{\"name\":\"");
	o->any = true;
}

static void put_rules(struct outline *o, size_t end)
{
	for (o->any = false; o->rule < end; o->rule++) {
		const struct rule *const rule = &o->doc.rules[o->rule];
		open_symbol(o);
		robotsc__writer_string(o->w, rule->verdict == ROBOTSC_ALLOW ? "Allow: " : "Disallow: ");
		put_span(o, &rule->value);
		put_where(o, SYMBOL_RULE, rule->line, rule->line);
		robotsc__writer_string(o->w, "}");
	}
}

/* Write a group: its names, and then its rules. */
static void put_group(struct outline *o, uint32_t group)
{
	const struct agent *const agents = o->doc.agents + o->agent;
	const size_t agent = o->agent;
	size_t end = o->rule;
	uint32_t last;
	open_symbol(o);
	robotsc__writer_string(o->w, "User-agent: ");
	for (; o->agent < o->doc.nagents && o->doc.agents[o->agent].group == group; o->agent++) {
		robotsc__writer_string(o->w, o->agent > agent ? ", " : "");
		put_span(o, &o->doc.agents[o->agent].token);
	}
	while (end < o->doc.nrules && o->doc.rules[end].group == group)
		end++;
	last = o->agent > agent ? o->doc.agents[o->agent - 1].line : 1;
	if (end > o->rule && o->doc.rules[end - 1].line > last)
		last = o->doc.rules[end - 1].line;
	put_where(o, SYMBOL_GROUP, agents->line, last);
	if (o->s->trees) {
		robotsc__writer_string(o->w, ",\"children\":[");
		put_rules(o, end);
		robotsc__writer_string(o->w, "]");
	}
	robotsc__writer_string(o->w, "}");
	o->any = true;
	o->rule = end;
}

/* Read the lines of a document.  False: there is no memory, which was answered. */
static bool read_document(struct lsp_server *s, struct robotsc_text id, struct lsp_document *d, struct arena *arena,
                          struct document *doc)
{
	const struct robotsc_options *options = s->settings->options;
	const struct robotsc__dialect *const dialect = robotsc__dialect_find(options->dialect);
	struct robotsc_options quiet = *options;
	quiet.diag = NULL;
	if (robotsc__parse_run(arena, &quiet, dialect, d->text.at ? d->text.at : (const uint8_t *)"", d->text.len, doc) ==
	    ROBOTSC_OK)
		return true;
	robotsc__lsp_refuse(s, id, LSP_INTERNAL, "out of memory");
	return false;
}

void robotsc__lsp_symbols(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params)
{
	struct outline o = {.s = s, .d = robotsc__lsp_document(s, id, params)};
	struct arena arena;
	if (!o.d)
		return;
	robotsc__arena_init(&arena, NULL);
	if (read_document(s, id, o.d, &arena, &o.doc)) {
		o.w = robotsc__lsp_result(s, id);
		robotsc__writer_string(o.w, "[");
		while (o.agent < o.doc.nagents)
			put_group(&o, o.doc.agents[o.agent].group);
		robotsc__writer_string(o.w, "]");
		robotsc__lsp_send(s);
	}
	robotsc__arena_free(&arena);
}

/* ---- completion ----------------------------------------------------------------------- */

/* What is written at a place: the octets before it that an item replaces. */
struct completing {
	struct lsp_server *s;
	struct lsp_document *d;
	size_t from, to;
	bool any;
};

static bool begins(struct completing *c, const char *word)
{
	const struct robotsc_text typed = {(const char *)c->d->text.at + c->from, c->to - c->from};
	const size_t len = strlen(word);
	return len >= typed.len && compare_folded((struct robotsc_text){word, typed.len}, typed) == 0;
}

/* Write an item, if what is typed begins it. */
static void put_item(struct completing *c, const char *label, const char *after, enum kind kind, const char *detail)
{
	struct report_writer *const w = &c->s->writer;
	if (!begins(c, label))
		return;
	robotsc__writer_format(w, "%s{\"label\":\"%s\",\"kind\":%d", c->any ? "," : "", label, (int)kind);
	if (detail)
		robotsc__spelling_member(w, "detail", robotsc__writer_text(detail));
	robotsc__writer_string(w, ",\"textEdit\":{\"range\":");
	robotsc__lsp_range(c->s, c->d, c->from, c->to);
	robotsc__writer_format(w, ",\"newText\":\"%s%s\"}}", label, after);
	c->any = true;
}

static void put_fields(struct completing *c)
{
	static const char *const records[] = {
#define SPELLING(name, spelling) spelling,
		RECORD_FIELD_LIST(SPELLING)
#undef SPELLING
	};
	put_item(c, "User-agent", ": ", ITEM_FIELD, "whom the group is for");
	put_item(c, "Disallow", ": ", ITEM_FIELD, "a path that its robots may not fetch");
	put_item(c, "Allow", ": ", ITEM_FIELD, "a path that they may fetch");
	for (size_t i = 0; i < sizeof records / sizeof records[0]; i++)
		put_item(c, records[i], ": ", ITEM_FIELD, NULL);
}

static void put_names(struct completing *c)
{
	const struct lsp_settings *const all = c->s->settings;
	put_item(c, "*", "", ITEM_CRAWLER, "all robots that no group names");
	for (uint32_t i = 0; i < LABELS; i++) {
		char detail[sizeof LSP_LABEL + 80];
		if (!labels[i].token)
			continue;
		snprintf(detail, sizeof detail, LSP_LABEL "%s", labels[i].token);
		put_item(c, labels[i].name, "", ITEM_CRAWLER, detail);
	}
	for (size_t i = 0; i < all->ncrawlers; i++) {
		const struct robotsc_crawler *const crawler = &all->crawlers[i];
		char detail[160];
		size_t n = strlen(crawler->purpose), maker = crawler->maker ? strlen(crawler->maker) : 0;
		if (n + maker + 4 > sizeof detail)
			maker = 0;
		memcpy(detail, crawler->purpose, n);
		if (maker) {
			memcpy(detail + n, ", ", 2);
			memcpy(detail + n + 2, crawler->maker, maker);
			n += 2 + maker;
		}
		detail[n] = '\0';
		put_item(c, crawler->token, "", ITEM_CRAWLER, detail);
	}
}

/* True for the field User-agent, as it is spelled. */
static bool is_agent(struct robotsc_text name)
{
	static const char agent[] = "user-agent";
	return compare_folded(trim(name), (struct robotsc_text){agent, sizeof agent - 1}) == 0;
}

void robotsc__lsp_complete(struct lsp_server *s, struct robotsc_text id, struct robotsc_text params)
{
	struct completing c = {.s = s, .d = robotsc__lsp_document(s, id, params)};
	struct lsp_place place;
	const char *line, *colon;
	if (!c.d)
		return;
	if (!robotsc__lsp_place(robotsc__json_member(params, "position"), &place)) {
		robotsc__lsp_refuse(s, id, LSP_PARAMS, "position is missing");
		return;
	}
	c.to = robotsc__document_offset(&c.d->text, place, s->units);
	c.from = robotsc__document_start(&c.d->text, place.line);
	line = (const char *)c.d->text.at + c.from;
	colon = c.to > c.from ? memchr(line, ':', c.to - c.from) : NULL;
	c.from += colon ? (size_t)(colon - line) + 1 : 0;
	while (c.from < c.to && is_blank(c.d->text.at[c.from]))
		c.from++;
	robotsc__writer_string(robotsc__lsp_result(s, id), "[");
	if (!colon)
		put_fields(&c);
	else if (is_agent((struct robotsc_text){line, (size_t)(colon - line)}))
		put_names(&c);
	robotsc__writer_string(&s->writer, "]");
	robotsc__lsp_send(s);
}
