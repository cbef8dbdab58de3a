/* ask_fuzzer.c - Whatever a binding hands in, a question is answered or refused, twice the same,
 * text and JSON are UTF-8 that controls no terminal, and a policy opens again with the same
 * verdicts.
 *
 * The first 16 octets say which question, flags and numbers; texts follow, each after its length.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdbool.h>

#include "harness.h"

#include "bindings/c/bind.h"

#define HEAD 16
#define TEXTS_MAX 16
#define STEPS 20000

static uint32_t word_at(const uint8_t *at)
{
	return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* Texts of the rest of the input: an octet, the length divided by 4, stands before each. */
static struct robotsc_texts read_texts(const uint8_t *bytes, size_t len, char *octets, uint32_t ends[TEXTS_MAX])
{
	struct robotsc_texts texts = {octets, ends, 0};
	uint32_t end = 0;
	for (size_t at = 0; at < len && texts.n < TEXTS_MAX; texts.n++) {
		size_t n = 4 * (size_t)bytes[at++];
		if (n > len - at || texts.n == TEXTS_MAX - 1)
			n = len - at;
		memcpy(octets + end, bytes + at, n);
		at += n;
		ends[texts.n] = end += (uint32_t)n;
	}
	return texts;
}

/* True if all octets belong to characters, each written as RFC 3629 §4 says, and none but the end
 * of a line controls a terminal. */
static bool is_plain_utf8(const char *text, size_t len)
{
	static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
	for (size_t at = 0; at < len;) {
		const uint8_t first = (uint8_t)text[at++];
		const size_t more = first < 0x80 ? 0 : first >> 5 == 6 ? 1 : first >> 4 == 14 ? 2 : first >> 3 == 30 ? 3 : 4;
		if (more > 3 || more > len - at || (first < ' ' && first != '\n') || first == 0x7F)
			return false;
		uint32_t point = more ? first & (0x3F >> more) : first;
		for (size_t i = 0; i < more; i++, at++) {
			if (((uint8_t)text[at] & 0xC0) != 0x80)
				return false;
			point = point << 6 | ((uint8_t)text[at] & 0x3F);
		}
		if (point < least[more] || point > 0x10FFFF || (point >= 0xD800 && point <= 0xDFFF))
			return false;
	}
	return true;
}

static bool is_octets(enum robotsc_question_kind kind)
{
	return kind == ROBOTSC_ASK_COMPILE || kind == ROBOTSC_ASK_CONTENT || kind == ROBOTSC_ASK_RECORDS ||
	       kind == ROBOTSC_ASK_DECISION;
}

/* The policy of the first text opens again from its octets, and gives the same verdicts. */
static void try_policy(const struct robotsc_texts *texts, uint32_t flags)
{
	const size_t len = texts->n ? texts->ends[0] : 0;
	struct robotsc_policy *policy, *again;
	struct robotsc_group groups[2];
	uint8_t verdicts[2][TEXTS_MAX];
	size_t octets;
	for (int d = 0; robotsc_dialect_name((enum robotsc_dialect)d); d++) {
		const struct robotsc_texts none = {NULL, NULL, 0};
		const enum robotsc_status status =
			robotsc_policy_compile(NULL, (enum robotsc_dialect)d, flags & 15, texts->octets, len, &none, &policy);
		must(status == ROBOTSC_OK);
		const void *blob = robotsc_policy_octets(policy, &octets);
		must(robotsc_policy_open(blob, octets, &again) == ROBOTSC_OK);
		must(robotsc_policy_header(policy, texts->octets, len, &groups[0]) == ROBOTSC_OK);
		must(robotsc_policy_header(again, texts->octets, len, &groups[1]) == ROBOTSC_OK);
		for (int i = 0; i < 2; i++)
			must(robotsc_group_check(&groups[i], texts, verdicts[i]) == ROBOTSC_OK);
		must(memcmp(verdicts[0], verdicts[1], texts->n) == 0);
		robotsc_policy_free(policy);
		robotsc_policy_free(again);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	double numbers[ROBOTSC_ASK_NUMBERS];
	uint32_t ends[TEXTS_MAX];
	char *answers[2] = {NULL, NULL};
	size_t lens[2] = {0, 0};
	if (len < HEAD)
		return 0;
	const enum robotsc_question_kind kind = (enum robotsc_question_kind)(bytes[0] % (ROBOTSC_ASK_KINDS + 1));
	const uint32_t flags = word_at(bytes + 1) & (bytes[5] & 1 ? UINT32_MAX : 0xFFFFF);
	for (size_t i = 0; i < ROBOTSC_ASK_NUMBERS; i++)
		numbers[i] = (double)(int16_t)(bytes[6 + 2 * i] | bytes[7 + 2 * i] << 8);
	/* Limit the steps: a question about all paths may take seconds. */
	if (kind != ROBOTSC_ASK_PAGE && kind != ROBOTSC_ASK_ACCESS && kind != ROBOTSC_ASK_DECISION &&
	    (numbers[0] < 0 || numbers[0] > STEPS))
		numbers[0] = STEPS;
	char *const octets = harness_copy(bytes, len);
	const struct robotsc_texts texts = read_texts(bytes + HEAD, len - HEAD, octets, ends);
	enum robotsc_status statuses[2];
	for (int i = 0; i < 2; i++)
		statuses[i] = robotsc_ask(kind, flags, numbers, &texts, &answers[i], &lens[i]);
	must(statuses[0] == statuses[1] && lens[0] == lens[1] && (statuses[0] == ROBOTSC_OK) == (answers[0] != NULL));
	if (answers[0]) {
		must(memcmp(answers[0], answers[1], lens[0] + 1) == 0 && answers[0][lens[0]] == '\0');
		must(is_octets(kind) || is_plain_utf8(answers[0], lens[0]));
		robotsc_answer_free(answers[0]);
		robotsc_answer_free(answers[1]);
	}
	try_policy(&texts, flags);
	free(octets);
	return 0;
}
