/* page_work_test.c - reading a page made to hurt takes steps in proportion to its octets.
 *
 * The scanners are compiled into this program once more, counting each octet that they look at.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdint.h>

static uint64_t looks;

#define YYPEEK() (looks++, at < end ? *at : 0)

#include "runtime/page/html.c"
#include "runtime/page/list.c"

#include "tests/support/test.h"

#include <stdlib.h>
#include <string.h>

#define OCTETS 1000000u
#define LOOKS 6 /* how often an octet may be looked at; each call for a chunk may add LOOKS */

/* What begins a page, and what is repeated until it is long. */
static const struct {
	const char *begin, *more;
} pages[] = {
	{"", "<meta "},
	{"", "<meta name=robots content=noindex>"},
	{"<meta ", "a=b "},
	{"<meta ", "name=robots content=noindex,"},
	{"<meta ", "/"},
	{"<meta ", "="},
	{"<meta ", "a"},
	{"<meta name='", "robots"},
	{"<meta content='", "noindex,"},
	{"<meta content='", ","},
	{"<meta content='", ", "},
	{"<meta content='", "a:"},
	{"<meta content='", "a "},
	{"<meta content='", "max-snippet:9,"},
	{"<meta content='max-snippet:", "9"},
	{"<meta content='", "unavailable_after:"},
	{"<meta content='", "unavailable_after:2010-01-01,"},
	{"<meta content='unavailable_after:", "a,"},
	{"<meta content='unavailable_after:", " "},
	{"<meta content='", "&"},
	{"<meta content='", "&#"},
	{"<meta content='", "&#x"},
	{"<meta content='", "&#44;"},
	{"<meta content='", "&#x2C"},
	{"<meta content='&#", "4"},
	{"<meta content='&", "a"},
	{"<meta content='", "&comma;"},
	{"", "<"},
	{"", "</"},
	{"", "<!"},
	{"", "<!--"},
	{"<!--", "-"},
	{"<!--", "--!"},
	{"<!--", "<!--"},
	{"<!--", "a"},
	{"", "<!---->"},
	{"<!", "a"},
	{"", "<a"},
	{"<", "a"},
	{"", " "},
	{"", "<template>"},
	{"", "<template></template>"},
	{"<title>", "</title"},
	{"<title>", "</"},
	{"<title>", "<"},
	{"<style>", "</styl "},
	{"<script>", "<!--"},
	{"<script>", "<!--<script>"},
	{"<script>", "<!--<script>-->"},
	{"<script><!--", "<script></script>"},
	{"<script><!--<script>", "</scrip"},
	{"<script><!--", "-"},
	{"<script>", "<!-"},
	{"<script>", "</script"},
	{"", "\xEF\xBB\xBF"},
	{"<meta content='", "\xFF\xFE"},
};

static void make(char *text, const char *begin, const char *more)
{
	size_t n = strlen(begin);
	const size_t step = strlen(more);

	memcpy(text, begin, n);
	for (; n < OCTETS; n++)
		text[n] = more[(n - strlen(begin)) % step];
}

static uint64_t read_page(const char *text, size_t chunk, unsigned options)
{
	static const struct robotsc_text agent = {"examplebot", 10};
	struct robotsc_page page;

	looks = 0;
	robotsc_page_begin(&page, &agent, 1, options);
	for (size_t i = 0; i < OCTETS; i += chunk)
		robotsc_page_html(&page, text + i, OCTETS - i < chunk ? OCTETS - i : chunk);
	return looks;
}

/* Read a field, whose list may have names of robots. */
static uint64_t read_field(char *text)
{
	struct robotsc_page page;

	memcpy(text, "X-Robots-Tag:", 13);
	looks = 0;
	robotsc_page_begin(&page, NULL, 0, 0);
	CHECK(robotsc_page_header(&page, text, OCTETS));
	return looks;
}

int main(void)
{
	char *text = malloc(OCTETS);
	uint64_t most = 0;

	for (size_t i = 0; text != NULL && i < sizeof pages / sizeof pages[0]; i++)
		for (unsigned options = 0; options <= ROBOTSC_PAGE_BODY; options++) {
			uint64_t whole, cut;

			make(text, pages[i].begin, pages[i].more);
			whole = read_page(text, OCTETS, options);
			cut = read_page(text, 1, options);
			CHECK_MSG(whole <= (uint64_t)LOOKS * OCTETS, "%s%s...: %.2f looks an octet", pages[i].begin, pages[i].more,
			          (double)whole / OCTETS);
			CHECK_MSG(cut <= (uint64_t)2 * LOOKS * OCTETS, "%s%s..., octet by octet: %.2f looks an octet",
			          pages[i].begin, pages[i].more, (double)cut / OCTETS);
			CHECK(whole > 0);
			most = whole > most ? whole : most;
			if (options == 0) {
				whole = read_field(text);
				CHECK_MSG(whole <= (uint64_t)LOOKS * OCTETS, "field of %s...: %.2f", pages[i].more,
				          (double)whole / OCTETS);
			}
		}
	printf("at most %.2f looks at an octet of a page\n", (double)most / OCTETS);
	free(text);
	return check_done();
}
