/* oracle_said.c - lists of directives: cut at their commas, then read item by item.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "oracle_parts.h"
#include "oracle_page.h"

#include <stdlib.h>
#include <string.h>

#define DATE_OCTETS 70 /* most octets of a date, with one space for white space */

static const struct {
	const char *word;
	int has_value;
	unsigned words;
} known[] = {
	{"noindex", 0, ORACLE_NOINDEX},
	{"nofollow", 0, ORACLE_NOFOLLOW},
	{"none", 0, ORACLE_NOINDEX | ORACLE_NOFOLLOW},
	{"noarchive", 0, ORACLE_NOARCHIVE},
	{"nocache", 0, ORACLE_NOARCHIVE | ORACLE_NOCACHE},
	{"nosnippet", 0, ORACLE_NOSNIPPET},
	{"notranslate", 0, ORACLE_NOTRANSLATE},
	{"noimageindex", 0, ORACLE_NOIMAGEINDEX},
	{"indexifembedded", 0, ORACLE_INDEXIFEMBEDDED},
	{"noai", 0, ORACLE_NOAI},
	{"noimageai", 0, ORACLE_NOIMAGEAI},
	{"noml", 0, ORACLE_NOML},
	{"all", 0, 0},
	{"index", 0, 0},
	{"follow", 0, 0},
	{"noodp", 0, 0},
	{"noydir", 0, 0},
	{"noyaca", 0, 0},
	{"nositelinkssearchbox", 0, 0},
	{"max-snippet", 1, 0},
	{"max-image-preview", 1, 0},
	{"max-video-preview", 1, 0},
	{"unavailable_after", 1, 0},
};
#define KNOWN (sizeof known / sizeof known[0])

static int space(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
}

static struct oracle_text trim(struct oracle_text t)
{
	size_t from = 0, to = t.len;

	while (from < to && space(t.at[from]))
		from++;
	while (to > from && space(t.at[to - 1]))
		to--;
	return oracle__slice(t, from, to);
}

static size_t look_up(struct oracle_text word)
{
	size_t i = 0;

	while (i < KNOWN && !oracle__same_as(word, known[i].word))
		i++;
	return i;
}

int oracle__said_is_for(const struct oracle_text *robot, size_t robots, struct oracle_text name)
{
	if (oracle__same_as(name, "robots"))
		return 1;
	for (size_t i = 0; i < robots; i++) {
		size_t n = 0;

		while (n < robot[i].len && oracle__is_token(robot[i].at[n]))
			n++;
		if (n > 0 && oracle__same(name, oracle__slice(robot[i], 0, n)))
			return 1;
	}
	return 0;
}

/* The length of the word in "word :" at the beginning, or 0.  *rest: what is behind the colon. */
static size_t head_of(struct oracle_text item, struct oracle_text *rest)
{
	size_t n = 0, colon;

	while (n < item.len && !space(item.at[n]) && item.at[n] != ':')
		n++;
	for (colon = n; colon < item.len && space(item.at[colon]);)
		colon++;
	if (n == 0 || colon == item.len || item.at[colon] != ':')
		return 0;
	*rest = trim(oracle__slice(item, colon + 1, item.len));
	return n;
}

/* A list, cut at its commas. */
struct items {
	struct oracle_text whole;
	struct oracle_text *item; /* trimmed */
	size_t *end;              /* offset in `whole` of each item's end, before its comma */
	size_t n;
};

static void cut(struct items *items, struct oracle_text list)
{
	size_t from = 0;

	*items = (struct items){.whole = list};
	for (size_t i = 0; i <= list.len; i++) {
		if (i < list.len && list.at[i] != ',')
			continue;
		items->item = oracle__grow(items->item, items->n, sizeof *items->item);
		items->end = oracle__grow(items->end, items->n, sizeof *items->end);
		items->item[items->n] = trim(oracle__slice(list, from, i));
		items->end[items->n++] = i;
		from = i + 1;
	}
}

/* True if an item ends a date in front of it: its word is a directive, or, with a colon, may be a
 * robot's name. */
static int begins_anew(struct oracle_text item, int named)
{
	struct oracle_text rest;
	const size_t n = head_of(item, &rest);

	return (n > 0 && named) || look_up(n > 0 ? oracle__slice(item, 0, n) : item) < KNOWN;
}

static void add_date(struct oracle_said *said, struct oracle_text text)
{
	char *copy = oracle__alloc(NULL, text.len + 1, 1);
	size_t n = 0;
	int too_long;
	long long date;

	while (text.len > 0 && space(*text.at))
		text = oracle__slice(text, 1, text.len);
	for (size_t i = 0; i < text.len; i++)
		if (!space(text.at[i]))
			copy[n++] = text.at[i];
		else if (!space(text.at[i - 1]))
			copy[n++] = ' ';
	too_long = n > DATE_OCTETS;
	while (n > 0 && (space(copy[n - 1]) || copy[n - 1] == ','))
		n--;
	if (too_long || !oracle_date(copy, n, &date)) {
		said->ignored++;
	} else if (!said->has_date || date < said->date) {
		said->has_date = 1;
		said->date = date;
	}
	free(copy);
}

static void add_number(struct oracle_said *said, long long *limit, struct oracle_text value)
{
	long long n = 0;

	if (oracle__same_as(value, "-1"))
		return;
	for (size_t i = 0; i < value.len; i++)
		if (value.at[i] < '0' || value.at[i] > '9')
			n = -1;
	if (n < 0 || value.len == 0) {
		said->ignored++;
		return;
	}
	for (size_t i = 0; i < value.len; i++)
		n = n > (INT64_MAX - (value.at[i] - '0')) / 10 ? INT64_MAX : n * 10 + (value.at[i] - '0');
	if (*limit < 0 || n < *limit)
		*limit = n;
}

static void add_image(struct oracle_said *said, struct oracle_text value)
{
	static const char *const sizes[] = {"none", "standard", "large"};
	int i = 0;

	while (i < 3 && !oracle__same_as(value, sizes[i]))
		i++;
	said->ignored += i == 3;
	if (i < said->image)
		said->image = i;
}

/* Read a list; what it says to other robots goes nowhere. */
static void add_list(struct oracle_said *said, const struct oracle_text *robot, size_t robots, struct oracle_text list, int named)
{
	struct oracle_said nobody, *to = said;
	struct items items;

	oracle_said_begin(&nobody);
	cut(&items, list);
	for (size_t i = 0; i < items.n; i++) {
		struct oracle_text item = items.item[i], rest = {"", 0};
		size_t n, which;

		for (;;) {
			n = head_of(item, &rest);
			which = look_up(oracle__slice(item, 0, n));
			/* The name of a directive is no robot's. */
			if (!named || n == 0 || which < KNOWN)
				break;
			to = oracle__said_is_for(robot, robots, oracle__slice(item, 0, n)) ? said : &nobody;
			item = rest;
		}
		if (n == 0) {
			which = look_up(item);
			if (which < KNOWN && !known[which].has_value)
				to->words |= known[which].words;
			else
				to->ignored += item.len > 0;
		} else if (which == KNOWN || !known[which].has_value) {
			to->ignored++;
		} else if (strcmp(known[which].word, "unavailable_after") == 0) {
			const size_t from = (size_t)(rest.at - list.at);

			while (i + 1 < items.n && !begins_anew(items.item[i + 1], named))
				i++;
			add_date(to, oracle__slice(list, from, items.end[i] > from ? items.end[i] : from));
		} else if (strcmp(known[which].word, "max-image-preview") == 0) {
			add_image(to, rest);
		} else {
			add_number(to, strcmp(known[which].word, "max-snippet") == 0 ? &to->snippet : &to->video, rest);
		}
	}
	free(items.item);
	free(items.end);
}

void oracle_said_begin(struct oracle_said *said)
{
	memset(said, 0, sizeof *said);
	said->snippet = said->video = -1;
	said->image = 3;
}

void oracle_said_end(struct oracle_said *said)
{
	if (said->snippet == 0 || said->words & ORACLE_NOSNIPPET) {
		said->words |= ORACLE_NOSNIPPET;
		said->snippet = 0;
	}
	if (!(said->words & ORACLE_NOINDEX))
		said->words &= ~(unsigned)ORACLE_INDEXIFEMBEDDED;
}

void oracle__said_content(struct oracle_said *said, const char *content, size_t len)
{
	add_list(said, NULL, 0, (struct oracle_text){content, len}, 0);
}

void oracle_said_x_robots_tag(struct oracle_said *said, const struct oracle_text *robot, size_t robots, const char *value,
                              size_t len)
{
	add_list(said, robot, robots, (struct oracle_text){value, len}, 1);
}

void oracle_said_robots_tag(struct oracle_said *said, const struct oracle_text *robot, size_t robots, const char *value, size_t len)
{
	const struct oracle_text whole = {value, len};
	size_t from = 0;

	for (size_t i = 0; i <= len; i++) {
		struct oracle_text part, name = {"*", 1};

		if (i < len && value[i] != ';')
			continue;
		part = oracle__slice(whole, from, i);
		from = i + 1;
		for (size_t k = 0; k < part.len; k++)
			if (part.at[k] == '=') {
				name = trim(oracle__slice(part, 0, k));
				part = oracle__slice(part, k + 1, part.len);
				break;
			}
		if (name.len == 0 || oracle__same_as(name, "*") || oracle__said_is_for(robot, robots, name))
			oracle__said_content(said, part.at, part.len);
	}
}

/* ---- TDMRep ---------------------------------------------------------------- */

static int is_policy_octet(char c)
{
	const unsigned char u = (unsigned char)c;

	return u > ' ' && u != 127 && u != 255;
}

void oracle_said_tdm(struct oracle_said *said, int in_tag, int is_policy, const char *value, size_t len)
{
	const struct oracle_text t = trim((struct oracle_text){value, len});
	/* The room for a value begins after the policy that counts so far. */
	const size_t taken = said->tdm[said->tdm[1].policy_len > 0].policy_len;
	size_t good = 0;

	while (good < t.len && is_policy_octet(t.at[good]))
		good++;
	for (size_t i = 0; i < t.len && !is_policy && !in_tag; i++)
		if (t.at[i] == ',') {
			/* Proxies make one field of two. */
			oracle_said_tdm(said, 0, 0, t.at, i);
			oracle_said_tdm(said, 0, 0, t.at + i + 1, t.len - i - 1);
			return;
		}
	if (!is_policy) {
		const int r = t.len != 1 ? 0 : *t.at == '0' ? 1 : *t.at == '1' ? 2 : 0;

		said->ignored += r == 0;
		if (r > said->tdm[in_tag].reservation)
			said->tdm[in_tag].reservation = r;
		return;
	}
	if (t.len == 0 || good < t.len || t.len > ORACLE_POLICY - taken) {
		said->ignored++;
	} else if (said->tdm[in_tag].policy_len == 0) {
		memcpy(said->tdm[in_tag].policy, t.at, t.len);
		said->tdm[in_tag].policy_len = t.len;
	}
}

int oracle_said_reservation(const struct oracle_said *said)
{
	return said->tdm[1].reservation ? said->tdm[1].reservation : said->tdm[0].reservation;
}

struct oracle_text oracle_said_policy(const struct oracle_said *said)
{
	const int in_tag = said->tdm[1].policy_len > 0;
	const struct oracle_text none = {"", 0}, policy = {said->tdm[in_tag].policy, said->tdm[in_tag].policy_len};

	return oracle_said_reservation(said) == 1 ? none : policy;
}
