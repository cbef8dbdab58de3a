/* explain_text.c - an explanation for people.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "explain_answer.h"

#include <string.h>

static void put_group(struct report_writer *w, const struct answer *a)
{
	if (a->e.selected == ROBOTSC_SELECTED_NONE) {
		robotsc__writer_string(w, "  group    none speaks to this agent, so everything is allowed\n");
		return;
	}
	robotsc__writer_string(w, "  group    \"");
	robotsc__spelling_put(w, robotsc__answer_agent(a), ROBOTSC_SPELL_TEXT);
	robotsc__writer_format(w, "\", first on line %lu, rules: %lu\n", (unsigned long)a->e.agent_line, (unsigned long)a->e.rules);
}

static const char *color_of(enum robotsc_verdict verdict)
{
	return verdict == ROBOTSC_ALLOW ? "32" : "1;31";
}

/* The beginning of a line, in whole characters.  width: its octets; 0: all of the line. */
static struct robotsc_text start_of(struct robotsc_text line, size_t width)
{
	size_t n = 0;
	if (!width || line.len <= width)
		return line;
	for (size_t next = 0; next <= width; next += robotsc__spelling_character((struct robotsc_text){line.at + n, line.len - n}))
		n = next;
	return (struct robotsc_text){line.at, n};
}

static void put_line(struct report_writer *w, const struct robotsc_report *report, const struct robotsc_match *m)
{
	const struct robotsc_text text = start_of(m->text, report->width);
	robotsc__writer_format(w, "  %s  line %lu: ", m->deciding ? "decides" : "matches", (unsigned long)m->line);
	if (m->deciding)
		robotsc__writer_color(w, color_of(m->verdict));
	robotsc__spelling_put(w, text, ROBOTSC_SPELL_TEXT);
	robotsc__writer_string(w, text.len < m->text.len ? "..." : "");
	if (m->deciding)
		robotsc__writer_color(w, "0");
	robotsc__writer_string(w, "\n");
}

static void put_matches(struct report_writer *w, const struct robotsc_report *report, const struct answer *a)
{
	if (a->e.implied)
		robotsc__writer_string(w, "  decides  nothing in the file: /robots.txt may always be fetched\n");
	else if (a->e.deciding == 0 && a->e.selected != ROBOTSC_SELECTED_NONE)
		robotsc__writer_format(w, "  decides  no rule matches, and that means %s\n", robotsc__answer_verdict(a->e.verdict));
	for (int deciding = 1; deciding >= 0; deciding--)
		for (size_t i = 0; i < a->nmatches; i++)
			if (a->matches[i].deciding == deciding)
				put_line(w, report, &a->matches[i]);
}

/* Write why a line decides when others match too: "...: 15 octets against 9". */
static void put_because(struct report_writer *w, const struct answer *a)
{
	unsigned long decides = 0, next = 0;
	if (a->e.implied || a->nmatches < 2)
		return;
	for (const struct robotsc_match *m = a->matches; m < a->matches + a->nmatches; m++)
		if (m->deciding)
			decides = m->octets;
		else if (m->octets > next)
			next = m->octets;
	robotsc__writer_string(w, "  because  ");
	robotsc__writer_string(w, robotsc_precedence(a->dialect));
	if (decides > next)
		robotsc__writer_format(w, ": %lu octets against %lu", decides, next);
	else if (decides)
		robotsc__writer_format(w, ": both have %lu octets", decides);
	robotsc__writer_string(w, "\n");
}

/* ---- changes ---- */

/* Write "(also allows URLs such as /x)". */
static void put_others(struct report_writer *w, const struct answer *a, const struct answer_change *c)
{
	if (c->others == ROBOTSC_SAME) {
		robotsc__writer_string(w, " (changes no other URL)\n");
	} else if (c->also.at) {
		robotsc__writer_format(w, " (also %s URLs such as ", a->e.verdict == ROBOTSC_ALLOW ? "disallows" : "allows");
		robotsc__spelling_put(w, c->also, ROBOTSC_SPELL_PATH);
		robotsc__writer_string(w, ")\n");
	} else {
		robotsc__writer_string(w, " (may change other URLs too)\n");
	}
}

/* Write "remove lines 3, 5; line 2 decides then".  Returns the index of the next change. */
static size_t put_removals(struct report_writer *w, const struct answer *a, size_t from)
{
	const unsigned long then = a->changes[from].change.then;
	size_t to = from;
	while (to < a->nchanges && a->changes[to].change.kind == ROBOTSC_CHANGE_REMOVE)
		to++;
	robotsc__writer_string(w, to - from > 1 ? " remove lines" : " remove line");
	for (size_t i = from; i < to; i++)
		robotsc__writer_format(w, "%s %lu", i > from ? "," : "", (unsigned long)a->changes[i].change.line);
	if (then)
		robotsc__writer_format(w, "; line %lu decides then", then);
	else
		robotsc__writer_string(w, "; no rule matches then");
	put_others(w, a, &a->changes[from]);
	return to;
}

/* Write a rule to add.  It was made of printable ASCII, so it can be pasted. */
static void put_addition(struct report_writer *w, const struct answer *a, const struct answer_change *c)
{
	const char *const end = c->change.text.at + c->change.text.len, *rule = c->change.text.at;
	if (c->change.kind == ROBOTSC_CHANGE_ADD_GROUP) {
		rule = (const char *)memchr(rule, '\n', c->change.text.len) + 1;
		robotsc__writer_string(w, " add at the end, after User-agent: *: ");
	} else {
		robotsc__writer_format(w, " add before line %lu: ", (unsigned long)c->change.line);
	}
	robotsc__writer_put(w, rule, (size_t)(end - rule));
	if (c->change.kind == ROBOTSC_CHANGE_SHORTEST)
		put_others(w, a, c);
	else
		robotsc__writer_string(w, end[-1] == '$' ? "\n" : " (and for URLs that begin so)\n");
}

static void put_changes(struct report_writer *w, const struct answer *a)
{
	const char *const label = a->e.verdict == ROBOTSC_ALLOW ? "  to disallow it," : "  to allow it,";
	for (size_t i = 0; i < a->nchanges;) {
		robotsc__writer_string(w, label);
		if (a->changes[i].change.kind == ROBOTSC_CHANGE_REMOVE)
			i = put_removals(w, a, i);
		else
			put_addition(w, a, &a->changes[i++]);
	}
	if (a->dialect == ROBOTSC_NEXOR1994 && a->e.verdict == ROBOTSC_DISALLOW)
		robotsc__writer_format(w, "%s no rule can be added: %s has no Allow\n", label, robotsc_dialect_name(a->dialect));
}

void robotsc__answer_text(struct report_writer *w, const struct robotsc_report *report, const struct answer *a)
{
	robotsc__writer_color(w, color_of(a->e.verdict));
	robotsc__writer_string(w, robotsc__answer_verdict(a->e.verdict));
	robotsc__writer_color(w, "0");
	robotsc__writer_string(w, "\t");
	robotsc__spelling_put(w, a->asked->url, ROBOTSC_SPELL_TEXT);
	robotsc__writer_string(w, "\n");
	if (a->asked->flags & ROBOTSC_URL_DIALECT)
		robotsc__writer_format(w, "  dialect  %s\n", robotsc_dialect_name(a->dialect));
	put_group(w, a);
	put_matches(w, report, a);
	put_because(w, a);
	put_changes(w, a);
}
