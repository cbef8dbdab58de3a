/* dictionary_test.c - compares library and oracle on Content-Usage dictionaries: the examples of
 * the RFC and of the vocabulary draft, and random ones.
 *
 *     dictionary_test [SEED [COUNT]]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/oracle/oracle_records.h"
#include "tests/support/product.h"

#include <robotsc/extensions.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const labels[] = {"a", "train-ai", "search", "*"};

/* Compare library and oracle on a text, in memory of its exact size. */
static void compare(const char *text, size_t len)
{
	char *copy = product_alloc(NULL, len);
	const struct robotsc_text t = {copy, len};
	const struct oracle_text o = {copy, len};
	size_t at = SIZE_MAX;
	int parses;

	memcpy(copy, text, len);
	parses = robotsc_usage_parses(t, &at);
	if (!CHECK(parses == oracle_is_dictionary(o))) {
		product_show(text, len);
		printf("\n");
	}
	CHECK(parses ? at == SIZE_MAX : at <= len);
	for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) {
		const struct robotsc_text label = {labels[i], strlen(labels[i])};

		if (!CHECK((int)robotsc_read_usage(t, label) == (int)oracle_dictionary(o, labels[i]))) {
			printf("%s of ", labels[i]);
			product_show(text, len);
			printf("\n");
		}
	}
	free(copy);
}

/* y, n or - for train-ai and search; at: the octet at which parsing fails. */
static const struct {
	const char *text, *train, *search;
	int at; /* -1: parses */
} examples[] = {
	/* draft-ietf-aipref-vocab-07 */
	{"train-ai=y, search=n", "y", "n", -1},
	{"train-ai=y, train-ai, search=n, search=\"n\"", "-", "-", -1},
	{"train-ai;allow=n, train-ai=y", "y", "-", -1},
	{"train-ai;has;parameters=\"?\";", "-", "-", 28},
	{"Train-AI=n", "-", "-", 0},
	/* each kind of value, and faults of it */
	{"", "-", "-", -1},
	{"   ", "-", "-", -1},
	{"\t", "-", "-", 0},
	{"search=n\t", "-", "n", -1},
	{"search=n,", "-", "-", 9},
	{"search=n, ,train-ai=n", "-", "-", 10},
	{"search=n train-ai=n", "-", "-", 9},
	{"search=n;q=1.5;r, train-ai=y", "y", "n", -1},
	{"search=n; q", "-", "n", -1},
	{"search=n ;q", "-", "-", 9},
	{"search = n", "-", "-", 7},
	{"search= n", "-", "-", 7},
	{"search=(n), train-ai=n", "n", "-", -1},
	{"search=(n y;a=1  \"x\" ?0);b=?1, train-ai=n", "n", "-", -1},
	{"search=(n,y)", "-", "-", 9},
	{"search=(n", "-", "-", 9},
	{"search=((n))", "-", "-", 8},
	{"search=N, train-ai=no", "-", "-", -1},
	{"a=123456789012345", "-", "-", -1},
	{"a=1234567890123456", "-", "-", 18},
	{"a=123456789012.123", "-", "-", -1},
	{"a=1234567890123.1", "-", "-", 17},
	{"a=1.1234", "-", "-", 8},
	{"a=1.", "-", "-", 4},
	{"a=-", "-", "-", 3},
	{"a=-0.5, search=y", "-", "y", -1},
	{"a=\"\\\"\\\\\", search=y", "-", "y", -1},
	{"a=\"\\x\"", "-", "-", 4},
	{"a=\"\xC3\xA9\"", "-", "-", 4},
	{"a=:aGVsbG8=:, search=y", "-", "y", -1},
	{"a=:aGVsbG8:, search=y", "-", "y", -1},
	{"a=::, search=y", "-", "y", -1},
	{"a=:aGVsb:", "-", "-", 8},
	{"a=:aGVsbG8==:", "-", "-", 12},
	{"a=:aG=sbG8:", "-", "-", 6},
	{"a=?1, search=y", "-", "y", -1},
	{"a=?2", "-", "-", 3},
	{"a=@1659578233, search=y", "-", "y", -1},
	{"a=@1659578233.5", "-", "-", 15},
	{"a=%\"f%c3%bc%c3%bc %22x\\\", search=y", "-", "y", -1},
	{"a=%\"%C3%BC\"", "-", "-", 5},
	{"a=%\"%e0%a0%80%ed%9f%bf%f0%90%80%80%f4%8f%bf%bf\", search=y", "-", "y", -1},
	{"a=%\"%e0%9f%bf\"", "-", "-", 10},
	{"a=%\"%f0%8f%bf%bf\"", "-", "-", 10},
	{"a=%\"%c3\"", "-", "-", 8},
	{"a=%\"%ed%a0%80\"", "-", "-", 10},
	{"a=%\"%f4%90%80%80\"", "-", "-", 10},
	{"a=%\"%c0%80\"", "-", "-", 7},
	{"a=foo/bar:*%, search=y", "-", "y", -1},
	{"*a-b_c.d*=1, search=y", "-", "y", -1},
	{"1a=1", "-", "-", 0},
};

static const char *word(enum robotsc_preference preference)
{
	return preference == ROBOTSC_NO ? "n" : preference == ROBOTSC_YES ? "y" : "-";
}

static void tables(void)
{
	const struct robotsc_text train = {"train-ai", 8}, search = {"search", 6};

	for (size_t i = 0; i < sizeof examples / sizeof *examples; i++) {
		const struct robotsc_text t = {examples[i].text, strlen(examples[i].text)};
		size_t at = 0;
		const int parses = robotsc_usage_parses(t, &at);

		CHECK_MSG(parses == (examples[i].at < 0), "%s", t.at);
		CHECK_MSG(parses || (int)at == examples[i].at, "%s: %zu", t.at, at);
		CHECK_MSG(strcmp(word(robotsc_read_usage(t, train)), examples[i].train) == 0, "%s", t.at);
		CHECK_MSG(strcmp(word(robotsc_read_usage(t, search)), examples[i].search) == 0, "%s", t.at);
		for (size_t n = 0; n <= t.len; n++)
			compare(t.at, n);
	}
	CHECK(robotsc_read_usage((struct robotsc_text){NULL, 0}, search) == ROBOTSC_UNSTATED);
}

static void combinations(void)
{
	CHECK(robotsc_combine(ROBOTSC_NO, ROBOTSC_YES) == ROBOTSC_NO && robotsc_combine(ROBOTSC_YES, ROBOTSC_NO) == ROBOTSC_NO);
	CHECK(robotsc_combine(ROBOTSC_UNSTATED, ROBOTSC_YES) == ROBOTSC_YES);
	CHECK(robotsc_combine(ROBOTSC_NO, ROBOTSC_UNSTATED) == ROBOTSC_NO);
	CHECK(robotsc_combine(ROBOTSC_UNSTATED, ROBOTSC_UNSTATED) == ROBOTSC_UNSTATED);
}

/* Pieces of dictionaries in random order, sometimes with a random octet. */
static void random_ones(uint64_t state, unsigned long count)
{
	static const char *const pieces[] = {
		"a=",    "a",        "search=", "train-ai=", "train-ai", "y",        "n",        ",",          ", ",
		" , ",   ";",        "; ",      "=",         "(",        ")",        " ",        "  ",         "\t",
		"\"x\"", "\"\\\"",   "\"",      "1",         "-1.5",     "12345678", "@12",      "@1.",        ":",
		":aa=",  ":aaaa:",   "?1",      "?",         "%\"",      "%\"a\"",   "%c3%bc",   "%e2%82%ac",  "%f0%9f%98%80",
		"%80",   "%c3",      "*",       "b=y",       "b=(n y)",  "c;d=?0",   "search=n", "train-ai=y", ";p=n",
		"*=n",   "\xC3\xA9", "A",       "\\"};
	char text[200];

	for (unsigned long i = 0; i < count; i++) {
		size_t len = 0;

		for (size_t n = product_below(&state, 9); n > 0; n--) {
			const char *piece = pieces[product_below(&state, sizeof pieces / sizeof *pieces)];

			memcpy(text + len, piece, strlen(piece));
			len += strlen(piece);
		}
		if (len > 0 && product_below(&state, 6) == 0) {
			/* Drawn first: the order of operands is undefined. */
			char *at = &text[product_below(&state, len)];
			*at = (char)product_below(&state, 256);
		}
		compare(text, len);
	}
}

int main(int argc, char **argv)
{
	CHECK_PART(tables);
	CHECK_PART(combinations);
	if (check_case("random_ones"))
		random_ones(argc > 1 ? strtoull(argv[1], NULL, 0) : 9651, argc > 2 ? strtoul(argv[2], NULL, 0) : 40000);
	return check_done();
}
