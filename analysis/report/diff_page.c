/* diff_page.c - what the formats of comparisons share: what is kept of a result, and words.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "diff_formats.h"
#include "robotsc/inspect.h"

const struct diff_example *robotsc__diff_example(const struct diff_page *page, int to, size_t index)
{
	const struct diff_kept *kept = &page->examples[to];
	const struct diff_example *all = (const void *)kept->at;
	return index < kept->len / sizeof *all ? &all[index] : NULL;
}

struct robotsc_text robotsc__diff_path(const struct diff_page *page, const struct diff_example *e)
{
	return (struct robotsc_text){page->paths.at + e->path, e->len};
}

const struct diff_example *robotsc__diff_first(const struct diff_page *page)
{
	return robotsc__diff_example(page, page->first, 0);
}

uint64_t robotsc__diff_results(const struct diff_page *page)
{
	return page->results[ROBOTSC_SAME] + page->results[ROBOTSC_DIFFERENT] + page->results[ROBOTSC_UNKNOWN];
}

enum robotsc_answer robotsc__diff_answer(const struct diff_page *page)
{
	if (page->results[ROBOTSC_DIFFERENT])
		return ROBOTSC_DIFFERENT;
	return page->results[ROBOTSC_UNKNOWN] ? ROBOTSC_UNKNOWN : ROBOTSC_SAME;
}

enum robotsc_dialect robotsc__diff_dialect(const struct robotsc_side *side)
{
	struct robotsc_info info;
	if (!side->blob)
		return side->options ? side->options->dialect : ROBOTSC_RFC9309;
	robotsc_blob_info(side->blob, &info);
	return info.dialect;
}

const char *robotsc_answer_name(enum robotsc_answer answer)
{
	switch (answer) {
	case ROBOTSC_SAME:
		return "same";
	case ROBOTSC_DIFFERENT:
		return "different";
	case ROBOTSC_UNKNOWN:
		return "unknown";
	}
	return NULL;
}

const char *robotsc_reason_name(enum robotsc_reason_kind kind)
{
	switch (kind) {
	case ROBOTSC_REASON_LINE:
		return "line";
	case ROBOTSC_REASON_NO_RULE:
		return "no-rule";
	case ROBOTSC_REASON_ROBOTS_TXT:
		return "robots-txt";
	case ROBOTSC_REASON_BLOB:
		return "blob";
	case ROBOTSC_REASON_UNKNOWN:
		return "unknown";
	}
	return NULL;
}

const char *robotsc_reason_text(enum robotsc_reason_kind kind)
{
	switch (kind) {
	case ROBOTSC_REASON_LINE:
		break;
	case ROBOTSC_REASON_NO_RULE:
		return "no rule matches";
	case ROBOTSC_REASON_ROBOTS_TXT:
		return "/robots.txt may always be fetched";
	case ROBOTSC_REASON_BLOB:
		return "a blob, without lines";
	case ROBOTSC_REASON_UNKNOWN:
		return "the budget did not suffice to find the line";
	}
	return NULL;
}
