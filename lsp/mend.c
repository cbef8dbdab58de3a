/* mend.c - changes of a text that follow the hint of a finding.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "access/text.h"
#include "report/spelling.h"
#include "lsp_parts.h"

/* ---- pieces ------------------------------------------------------------------------- */

static void edit(struct mend *m, size_t from, size_t to, const char *text, size_t len)
{
	m->failed |= m->n == sizeof m->edits / sizeof m->edits[0] || len > MEND_TEXT - m->used;
	if (m->failed)
		return;
	memcpy(m->room + m->used, text, len);
	m->edits[m->n++] = (struct mend_edit){from, to, m->room + m->used, len};
	m->used += len;
}

static bool put(struct mend *m, size_t from, size_t to, const char *text, const char *label)
{
	m->label = label;
	edit(m, from, to, text, strlen(text));
	return true;
}

/* The edits, which put their texts in at one place, become one. */
static void join(struct mend *m)
{
	m->edits[0].len = m->used;
	m->n = 1;
}

static size_t line_start(struct mend *m, uint32_t line)
{
	return robotsc__document_start(&m->d->text, line - 1);
}

static struct robotsc_text line_text(struct mend *m, uint32_t line)
{
	return robotsc__document_line(&m->d->text, line - 1);
}

static size_t line_end(struct mend *m, uint32_t line)
{
	return line_start(m, line) + line_text(m, line).len;
}

/* How lines of the document end. */
static const char *line_break(const struct mend *m)
{
	const uint8_t *const at = m->d->text.at, *const end = at + m->d->text.len;
	const uint8_t *p = at;
	while (p < end && *p != '\n' && *p != '\r')
		p++;
	return p == end || *p == '\n' ? "\n" : p + 1 < end && p[1] == '\n' ? "\r\n" : "\r";
}

/* A line with its end goes; of the last one, the end before it. */
static void remove_line(struct mend *m, uint32_t line)
{
	size_t from = line_start(m, line);
	const size_t to = line_start(m, line + 1), end = line_end(m, line);
	if (to == end && from > 0) {
		from--;
		from -= from > 0 && m->d->text.at[from] == '\n' && m->d->text.at[from - 1] == '\r';
	}
	edit(m, from, to, "", 0);
}

/* A line of its own goes in before an offset where a line begins, or after one where it ends. */
static void add_line_after(struct mend *m, uint32_t line, const char *text, size_t len)
{
	const char *const ends = line_break(m);
	char whole[MEND_TEXT];
	const size_t n = strlen(ends);
	m->failed |= n + len > MEND_TEXT;
	if (m->failed)
		return;
	memcpy(whole, ends, n);
	memcpy(whole + n, text, len);
	edit(m, line_end(m, line), line_end(m, line), whole, n + len);
}

/* ---- what lines hold ------------------------------------------------------------------ */

static const struct rule *rule_at(const struct mend *m, uint32_t line)
{
	size_t low = 0, high = m->doc->nrules;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (m->doc->rules[middle].line < line)
			low = middle + 1;
		else
			high = middle;
	}
	return low < m->doc->nrules && m->doc->rules[low].line == line ? &m->doc->rules[low] : NULL;
}

static bool is_agent(const struct mend *m, uint32_t line)
{
	size_t low = 0, high = m->doc->nagents;
	while (low < high) {
		const size_t middle = low + (high - low) / 2;
		if (m->doc->agents[middle].line < line)
			low = middle + 1;
		else
			high = middle;
	}
	return low < m->doc->nagents && m->doc->agents[low].line == line;
}

static bool is_blank_line(struct mend *m, uint32_t line)
{
	return trim(line_text(m, line)).len == 0;
}

/* True if a line has this field, with or without a value. */
static bool has_field(struct mend *m, uint32_t line, const char *field)
{
	const struct robotsc_text text = trim(line_text(m, line));
	const size_t n = strlen(field);
	return text.len > n && compare_folded((struct robotsc_text){text.at, n}, robotsc__writer_text(field)) == 0 &&
	       trim((struct robotsc_text){text.at + n, text.len - n}).at[0] == ':';
}

static bool is_disallow(struct mend *m, uint32_t line)
{
	return has_field(m, line, "disallow");
}

static bool is_gone(const struct mend *m, uint32_t line)
{
	bool named = line == m->f->line;
	for (uint32_t i = 0; i < m->f->nlines && i < ROBOTSC_LINT_LINES; i++)
		named |= m->f->lines[i] == line && strcmp(m->f->rule->id, "redundant-together") == 0;
	return named;
}

/* True if without the lines that go, this one's record has no line of its field: who reads no rule
 * in a record drops it, and some know no Allow. */
static bool is_last(struct mend *m, uint32_t line)
{
	const bool disallow = is_disallow(m, line);
	for (int step = -1; step <= 1; step += 2)
		for (uint32_t at = line + (uint32_t)step;
		     at > 0 && line_start(m, at) < m->d->text.len && !is_blank_line(m, at) && !is_agent(m, at);
		     at += (uint32_t)step)
			if (!is_gone(m, at) && (is_disallow(m, at) || (!disallow && has_field(m, at, "allow"))))
				return false;
	return true;
}

/* ---- what to do, by the kind of the finding -------------------------------------------- */

static bool remove_rule(struct mend *m)
{
	const uint32_t line = m->f->line;
	const bool repeated = strcmp(m->f->rule->id, "repeated") == 0;
	if (!repeated && is_last(m, line)) {
		if (!is_disallow(m, line))
			return false;
		return put(m, line_start(m, line), line_end(m, line), "Disallow:", "Write 'Disallow:' in its place");
	}
	m->label = "Remove this line";
	remove_line(m, line);
	return true;
}

static bool remove_together(struct mend *m)
{
	if (m->f->nlines > ROBOTSC_LINT_LINES || m->f->said)
		return false;
	m->label = "Remove this line and those that the remark names";
	for (uint32_t i = 0; i <= m->f->nlines; i++) {
		const uint32_t line = i < m->f->nlines ? m->f->lines[i] : m->f->line;
		if (is_last(m, line))
			return false;
		remove_line(m, line);
	}
	return true;
}

static bool write_said(struct mend *m)
{
	return m->f->said && put(m, m->from, m->to, m->f->said, "Write");
}

static bool write_colon(struct mend *m)
{
	const struct robotsc_text line = line_text(m, m->f->line);
	size_t at = 0;
	while (at < line.len && is_blank(line.at[at]))
		at++;
	while (at < line.len && (is_alpha(line.at[at]) || line.at[at] == '-' || line.at[at] == '_'))
		at++;
	at += line_start(m, m->f->line);
	return put(m, at, at, ":", "Write the ':'");
}

static bool group_for_all(struct mend *m)
{
	const size_t at = m->from - (m->f->column - 1);
	for (size_t i = 0; i < m->doc->nagents; i++)
		if (m->doc->agents[i].star)
			return false;
	m->label = "Write 'User-agent: *' before it";
	edit(m, at, at, "User-agent: *", 13);
	edit(m, at, at, line_break(m), strlen(line_break(m)));
	join(m);
	return true;
}

static bool begin_path(struct mend *m)
{
	return put(m, m->from, m->from, "/", "Begin it with '/'");
}

static bool escape(struct mend *m)
{
	static const char digits[] = "0123456789ABCDEF";
	m->label = "Write it in escaped form";
	for (size_t i = m->from; i < m->to && !m->failed; i++) {
		const uint8_t c = m->d->text.at[i];
		const char escaped[3] = {'%', digits[c >> 4], digits[c & 15]};
		edit(m, i, i + 1, escaped, sizeof escaped);
		join(m);
		m->edits[0].to = i + 1;
	}
	return m->to > m->from;
}

/* The first octet of the finding alone. */
static bool escape_first(struct mend *m)
{
	m->to = m->from < m->d->text.len ? m->from + 1 : m->from;
	return escape(m);
}

static bool remove_mark(struct mend *m)
{
	const size_t at = line_start(m, m->f->line);
	if (m->d->text.len - at < 3 || memcmp(m->d->text.at + at, "\xEF\xBB\xBF", 3) != 0)
		return false;
	return put(m, at, at + 3, "", "Remove the byte order mark");
}

static bool remove_star(struct mend *m)
{
	return put(m, m->from, m->to, "", "Remove the '*'");
}

static bool one_star(struct mend *m)
{
	return put(m, m->from, m->to, "*", "Write one '*'");
}

/* "yes" and "allow" are no guess for 'y' but their first letters: only these are written. */
static bool usage_value(struct mend *m)
{
	for (size_t i = m->from; i < m->to; i++) {
		const int c = ascii_lower(m->d->text.at[i]);
		if (!is_alpha(c))
			continue;
		if (c == 'y' || c == 'n')
			return put(m, m->from, m->to, c == 'y' ? "y" : "n", c == 'y' ? "Write 'y'" : "Write 'n'");
		return false;
	}
	return false;
}

static bool in_lower_case(struct mend *m)
{
	m->label = "Write it in lower case";
	for (size_t i = m->from; i < m->to && !m->failed; i++) {
		const char lower = (char)ascii_lower(m->d->text.at[i]);
		edit(m, i, i + 1, &lower, 1);
		join(m);
		m->edits[0].to = i + 1;
	}
	return m->to > m->from;
}

static bool rule_at_end(struct mend *m)
{
	m->label = "Write 'Disallow:' after it";
	add_line_after(m, m->f->line, "Disallow:", 9);
	return true;
}

static bool remove_empty_allow(struct mend *m)
{
	const uint32_t line = m->f->line;
	if ((line == 1 || !rule_at(m, line - 1)) && !rule_at(m, line + 1))
		return false;
	m->label = "Remove this line";
	remove_line(m, line);
	return true;
}

static bool remove_blank(struct mend *m)
{
	if (m->f->nlines == 0 || !is_blank_line(m, m->f->lines[0]))
		return false;
	m->label = "Remove the blank line";
	remove_line(m, m->f->lines[0]);
	return true;
}

static bool own_rule(struct mend *m)
{
	if (m->f->nlines == 0)
		return false;
	m->label = "Write 'Disallow:' after the User-agent lines before";
	add_line_after(m, m->f->lines[0], "Disallow:", 9);
	return true;
}

/* The last rule of the group of a User-agent line; 0: it has none. */
static uint32_t last_rule(const struct mend *m, uint32_t line)
{
	uint32_t last = 0;
	for (size_t i = 0; i < m->doc->nagents; i++)
		for (size_t k = 0; m->doc->agents[i].line == line && k < m->doc->nrules; k++)
			if (m->doc->rules[k].group == m->doc->agents[i].group)
				last = m->doc->rules[k].line;
	return last;
}

static bool copy_of_star(struct mend *m)
{
	const uint32_t last = last_rule(m, m->f->line);
	const char *const ends = line_break(m);
	if (!last || m->f->nlines > ROBOTSC_LINT_LINES)
		return false;
	m->label = "Copy the lines of '*' that the remark names into this group";
	for (uint32_t i = 0; i < m->f->nlines; i++) {
		const struct robotsc_text line = trim(line_text(m, m->f->lines[i]));
		edit(m, line_end(m, last), line_end(m, last), ends, strlen(ends));
		edit(m, line_end(m, last), line_end(m, last), line.at, line.len);
		if (m->failed)
			return false;
		join(m);
	}
	return m->n > 0;
}

static bool move_to_top(struct mend *m)
{
	const struct robotsc_text line = trim(line_text(m, m->f->line));
	const char *const ends = line_break(m);
	const size_t at = m->d->text.len >= 3 && memcmp(m->d->text.at, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
	if (m->f->line == 1)
		return false;
	m->label = "Move it to the top";
	edit(m, at, at, line.at, line.len);
	edit(m, at, at, ends, strlen(ends));
	edit(m, at, at, ends, strlen(ends));
	if (m->failed)
		return false;
	join(m);
	remove_line(m, m->f->line);
	return true;
}

static const struct mend_kind {
	const char *id;
	bool (*make)(struct mend *m);
} kinds[] = {
	{"dead-rule", remove_rule},
	{"duplicate-rule", remove_rule},
	{"conflicting-rules", remove_rule},
	{"redundant-rule", remove_rule},
	{"repeated", remove_rule},
	{"redundant-together", remove_together},
	{"misspelt-field", write_said},
	{"field-typo", write_said},
	{"other-label", write_said},
	{"agent-typo", write_said},
	{"missing-colon", write_colon},
	{"no-group", group_for_all},
	{"never-matches", begin_path},
	{"stray-percent", escape_first},
	{"hash-cuts", escape_first},
	{"unescaped", escape},
	{"bom", remove_mark},
	{"bom-inside", remove_mark},
	{"star-at-end", remove_star},
	{"star-repeated", one_star},
	{"usage-value", usage_value},
	{"signal-case", in_lower_case},
	{"group-empty", rule_at_end},
	{"allow-empty", remove_empty_allow},
	{"blank-ends-record", remove_blank},
	{"agents-joined", own_rule},
	{"star-not-inherited", copy_of_star},
	{"license-in-group", move_to_top},
};

bool robotsc__mend_make(struct mend *m)
{
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
		if (strcmp(kinds[i].id, m->f->rule->id) == 0)
			return kinds[i].make(m) && !m->failed && m->n > 0;
	return false;
}
