/* suggest.c - suggest changes of a robots.txt that reverse a verdict.  Each is tried before it is
 * reported.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <string.h>

#include "match/blob_layout.h"
#include "match/percent.h"
#include "front/options.h"
#include "front/parse.h"
#include "dialect/fnmatch.h"
#include "robotsc/explain.h"

/* The arguments of robotsc_changes, the explanation, and the rules that match. */
struct change_question {
	struct arena *arena;
	struct robotsc_options options; /* without diagnostics */
	const struct robotsc__dialect *dialect;
	struct robotsc_text text;
	const struct robotsc_text *tokens;
	size_t ntokens;
	struct robotsc_text url;
	struct robotsc_explanation is;
	struct robotsc_match *matches;
	size_t nmatches;
};

struct text_octets {
	char *at;
	size_t len;
};

static void put(struct text_octets *to, const void *at, size_t len)
{
	if (len)
		memcpy(to->at + to->len, at, len);
	to->len += len;
}

static void keep(void *ctx, const struct robotsc_match *match)
{
	struct change_question *q = ctx;
	q->matches[q->nmatches++] = *match;
}

/* Set *yes if a text gives the other verdict, and *deciding to the line that decides then. */
static enum robotsc_status flips(const struct change_question *q, const struct text_octets *text, bool *yes, uint32_t *deciding)
{
	struct robotsc_explanation e;
	const enum robotsc_status status =
		robotsc_explain(&q->options, text->at, text->len, q->tokens, q->ntokens, q->url, NULL, NULL, &e);
	*yes = status == ROBOTSC_OK && e.verdict != q->is.verdict;
	*deciding = *yes ? e.deciding : 0;
	return status;
}

/* How many octets a line has, without its terminator. */
static size_t line_len(const char *line, const char *end)
{
	const char *p = line;
	while (p < end && *p != '\n' && *p != '\r')
		p++;
	return (size_t)(p - line);
}

/* How many octets a line has, with its terminator. */
static size_t line_size(const char *p, const char *end)
{
	const char *const from = p;
	p += line_len(p, end);
	if (p < end)
		p += *p == '\r' && end - p > 1 && p[1] == '\n' ? 2 : 1;
	return (size_t)(p - from);
}

/* The offset of a line, numbered from 1. */
static size_t line_start(struct robotsc_text text, uint32_t line)
{
	const char *p = text.at, *const end = text.at + text.len;
	while (--line && p < end)
		p += line_size(p, end);
	return (size_t)(p - text.at);
}

/* The best rank of the rules of the other verdict.  Rules of the present one above it must go. */
static uint32_t best_of_other(const struct change_question *q)
{
	uint32_t best = 0;
	for (size_t i = 0; i < q->nmatches; i++)
		if ((q->matches[i].rank & 1) != (uint32_t)q->is.verdict && q->matches[i].rank > best)
			best = q->matches[i].rank;
	return best;
}

static enum robotsc_status try_removal(const struct change_question *q,
                                       void (*change)(void *ctx, const struct robotsc_change *change), void *ctx)
{
	struct text_octets without = {robotsc__arena_take(q->arena, q->text.len + 1), 0};
	uint8_t *gone = robotsc__arena_zeroed(q->arena, q->nmatches, 1);
	const char *from = q->text.at, *const end = q->text.at + q->text.len;
	const uint32_t other = best_of_other(q);
	uint32_t then;
	bool yes;
	if (!without.at || !gone)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < q->nmatches; i++) {
		const char *const line = q->matches[i].text.at;
		gone[i] = (q->matches[i].rank & 1) == (uint32_t)q->is.verdict && q->matches[i].rank > other;
		if (!gone[i])
			continue;
		put(&without, from, (size_t)(line - from));
		from = line + line_size(line, end);
	}
	put(&without, from, (size_t)(end - from));
	const enum robotsc_status status = flips(q, &without, &yes, &then);
	for (size_t i = 0; then && i < q->nmatches; i++)
		then += gone[i] && q->matches[i].line <= then;
	for (size_t i = 0; yes && i < q->nmatches; i++) {
		const char *const line = q->matches[i].text.at;
		const struct robotsc_change found = {
			ROBOTSC_CHANGE_REMOVE, q->matches[i].line, {line, line_len(line, end)}, then, {without.at, without.len}};
		if (gone[i])
			change(ctx, &found);
	}
	return status;
}

/* True if a rule must spell an octet of a path as an escape, "%XX". */
static bool needs_escape(const struct robotsc__dialect *dialect, uint8_t octet)
{
	if (octet <= ' ' || octet >= 0x7F || octet == '#' || octet == '*')
		return true;
	if (dialect->form == FORM_K)
		return fnmatch_is_special(octet);
	return octet == '$';
}

/* True if a dialect that decodes nothing cannot spell an octet: it makes hex digits capitals. */
static bool cannot_be_spelled(const uint8_t *p, const uint8_t *path)
{
	const bool digit = (p - path >= 1 && p[-1] == '%') || (p - path >= 2 && p[-2] == '%');
	return *p <= ' ' || *p >= 0x7F || *p == '#' || *p == '$' || (digit && *p >= 'a' && *p <= 'f');
}

/* Spell the next octet of a path for a rule.  Returns how many octets were written. */
static size_t spell(const struct change_question *q, const uint8_t *p, const uint8_t *path, char out[3])
{
	out[0] = '%';
	out[1] = (char)octet_digit(*p >> 4);
	out[2] = (char)octet_digit(*p & 15);
	if (q->dialect->form != FORM_RAW && needs_escape(q->dialect, *p))
		return 3;
	out[0] = q->dialect->form == FORM_RAW && cannot_be_spelled(p, path) ? '*' : (char)*p;
	return 1;
}

/* Shorten an escape that counts as one octet in form R: write that octet, or a star if it would be
 * an operator.  Returns how many octets the text has then. */
static size_t shorten(char spelled[3], bool query)
{
	const uint8_t octet = (uint8_t)(octet_hex((uint8_t)spelled[1]) << 4 | octet_hex((uint8_t)spelled[2]));
	if (!(octet_class[octet] & OCTET_R_DECODE) && !(query && octet_class[octet] & OCTET_R_QUERY))
		return 3;
	spelled[0] = (char)(octet == '*' || octet == '$' ? '*' : octet);
	return 1;
}

/* Write the URL's path as a pattern, in at most room octets that each count (SIZE_MAX: the whole
 * path).  Returns how many octets were written. */
static size_t put_path(const struct change_question *q, struct text_octets *to, size_t room)
{
	struct robotsc_text url;
	robotsc_url_path(q->dialect->id, q->url.at, q->url.len, &url);
	const uint8_t *path = (const uint8_t *)(url.len ? url.at : ""), *const end = path + url.len;
	const size_t begin = to->len;
	bool query = false;
	if (url.len == 0 || *path != '/')
		put(to, "/", 1);
	for (const uint8_t *p = path; p < end && *p != '#' && !(q->dialect->form == FORM_RAW && *p == 0); p++) {
		char spelled[3];
		const bool escape =
			q->dialect->form != FORM_RAW && *p == '%' && end - p > 2 && octet_hex(p[1]) < 16 && octet_hex(p[2]) < 16;
		size_t n = escape ? 3 : spell(q, p, path, spelled);
		if (escape)
			memcpy(spelled, p, 3);
		if (n == 3 && room != SIZE_MAX && q->dialect->form == FORM_R)
			n = shorten(spelled, query);
		if (n > room - (to->len - begin))
			break;
		put(to, spelled, n);
		query |= *p == '?';
		p += escape ? 2 : 0;
	}
	return to->len - begin;
}

/* Write a rule.  octets 0: it matches the URL's path and, if the dialect has '$', no other path.
 * Else its pattern has `octets` octets; if the dialect has stars, these fill it up. */
static void put_rule(const struct change_question *q, struct text_octets *to, size_t octets)
{
	if (q->is.verdict == ROBOTSC_ALLOW)
		put(to, "Disallow: ", 10);
	else
		put(to, "Allow: ", 7);
	size_t n = put_path(q, to, octets ? octets : SIZE_MAX);
	for (; q->dialect->wildcards && n < octets; n++)
		put(to, "*", 1);
	if (q->dialect->wildcards && !octets)
		put(to, "$", 1);
}

/* Find the line before which a rule is inserted: the deciding line, else the group's first rule,
 * else the line after its User-agent lines. */
static enum robotsc_status find_line(const struct change_question *q, uint32_t *line)
{
	struct document doc;
	uint32_t group = 0;
	*line = q->is.deciding;
	if (*line)
		return ROBOTSC_OK;
	if (robotsc__parse_run(q->arena, &q->options, q->dialect, (const uint8_t *)q->text.at, q->text.len, &doc) != ROBOTSC_OK)
		return ROBOTSC_ERR_NOMEM;
	for (size_t i = 0; i < doc.nagents; i++)
		if (doc.agents[i].line == q->is.agent_line)
			group = doc.agents[i].group;
	for (size_t i = 0; i < doc.nagents; i++)
		if (doc.agents[i].group == group)
			*line = doc.agents[i].line + 1;
	for (size_t i = doc.nrules; i-- > 0;)
		if (doc.rules[i].group == group)
			*line = doc.rules[i].line;
	return ROBOTSC_OK;
}

/* Where to add a rule, and the text with the rule. */
struct addition {
	struct text_octets with;
	size_t at; /* offset in the text */
	struct robotsc_change change;
};

static enum robotsc_status open_addition(const struct change_question *q, struct addition *a)
{
	enum robotsc_status status = ROBOTSC_OK;
	*a = (struct addition){{NULL, 0}, q->text.len, {ROBOTSC_CHANGE_ADD, 0, {"", 0}, 0, {"", 0}}};
	if (q->url.len > (SIZE_MAX / 8 - q->text.len) / 2 - 64)
		return ROBOTSC_ERR_NOMEM;
	a->with.at = robotsc__arena_take(q->arena, 4 * q->text.len + 6 * q->url.len + 64);
	if (!a->with.at)
		return ROBOTSC_ERR_NOMEM;
	if (q->is.selected == ROBOTSC_SELECTED_NONE)
		a->change.kind = ROBOTSC_CHANGE_ADD_GROUP;
	else
		status = find_line(q, &a->change.line);
	if (status == ROBOTSC_OK && a->change.line)
		a->at = line_start(q->text, a->change.line);
	return status;
}

/* Insert the rule that put_rule writes with octets.  *yes: it reverses the verdict. */
static enum robotsc_status add(const struct change_question *q, struct addition *a, size_t octets, bool *yes)
{
	static const char star[] = "User-agent: *\n";
	struct text_octets *with = &a->with;
	uint32_t deciding;
	with->len = 0;
	put(with, q->text.at, a->at);
	if (a->at && q->text.at[a->at - 1] != '\n' && q->text.at[a->at - 1] != '\r')
		put(with, "\n", 1);
	if (!a->change.line)
		put(with, "\n", 1);
	const size_t begin = with->len;
	if (!a->change.line)
		put(with, star, sizeof star - 1);
	put_rule(q, with, octets);
	a->change.text = (struct robotsc_text){with->at + begin, with->len - begin};
	put(with, "\n", 1);
	put(with, q->text.at + a->at, q->text.len - a->at);
	a->change.with = (struct robotsc_text){with->at, with->len};
	return flips(q, with, yes, &deciding);
}

/* Find the shortest pattern that reverses the verdict.  Longer patterns have higher precedence.
 * One octet would be "/", for all URLs of the site: that is not reported if the rule for the path
 * alone suffices (narrower). */
static enum robotsc_status find_shortest(const struct change_question *q, struct addition *a, bool narrower, bool *yes)
{
	size_t low = 0, high = 1;
	for (size_t i = 0; i < q->nmatches; i++)
		high = q->matches[i].octets + (size_t)1 > high ? q->matches[i].octets + (size_t)1 : high;
	enum robotsc_status status = add(q, a, high, yes);
	if (!*yes)
		return status;
	while (high - low > 1 && status == ROBOTSC_OK) { /* high octets suffice, low do not */
		const size_t middle = low + (high - low) / 2;
		status = add(q, a, middle, yes);
		if (*yes)
			high = middle;
		else
			low = middle;
	}
	if (status == ROBOTSC_OK)
		status = add(q, a, high, yes);
	*yes = *yes && !(narrower && high == 1);
	return status;
}

static enum robotsc_status try_addition(const struct change_question *q,
                                        void (*change)(void *ctx, const struct robotsc_change *change), void *ctx)
{
	struct addition a;
	enum robotsc_status status = open_addition(q, &a);
	bool yes = false;
	if (status == ROBOTSC_OK)
		status = add(q, &a, 0, &yes);
	const bool narrower = yes;
	if (yes)
		change(ctx, &a.change);
	yes = false;
	if (status == ROBOTSC_OK && a.change.line && !q->dialect->versions)
		status = find_shortest(q, &a, narrower, &yes);
	a.change.kind = ROBOTSC_CHANGE_SHORTEST;
	if (yes)
		change(ctx, &a.change);
	return status;
}

static enum robotsc_status run(struct change_question *q, void (*change)(void *ctx, const struct robotsc_change *change), void *ctx)
{
	enum robotsc_status status =
		robotsc_explain(&q->options, q->text.at, q->text.len, q->tokens, q->ntokens, q->url, NULL, NULL, &q->is);
	if (status != ROBOTSC_OK || q->is.implied)
		return status;
	q->matches = robotsc__arena_take(q->arena, (q->is.matches + (size_t)1) * sizeof *q->matches);
	if (!q->matches)
		return ROBOTSC_ERR_NOMEM;
	status = robotsc_explain(&q->options, q->text.at, q->text.len, q->tokens, q->ntokens, q->url, keep, q, &q->is);
	if (status == ROBOTSC_OK && q->is.deciding)
		status = try_removal(q, change, ctx);
	return status == ROBOTSC_OK ? try_addition(q, change, ctx) : status;
}

enum robotsc_status robotsc_changes(const struct robotsc_options *options, const void *robots, size_t len,
                                    const struct robotsc_text *tokens, size_t n, struct robotsc_text url,
                                    void (*change)(void *ctx, const struct robotsc_change *change), void *ctx)
{
	struct robotsc_options defaults;
	struct change_question q = {.text = {len ? robots : "", len}, .tokens = tokens, .ntokens = n, .url = url};
	struct arena arena;
	enum robotsc_status status = robotsc__options_check(&options, &defaults, &q.dialect);
	if (status != ROBOTSC_OK)
		return status;
	q.options = *options;
	q.options.diag = NULL;
	q.arena = &arena;
	robotsc__arena_init(&arena, options->alloc);
	status = run(&q, change, ctx);
	robotsc__arena_free(&arena);
	return status;
}
