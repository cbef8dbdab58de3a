/* is_token_test.c - robotsc_is_token against regular expressions and against what robotsc_select
 * does, for every name of up to three octets of an alphabet, and every octet.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include <regex.h>

#include "tests/support/fence.h"
#include "tests/support/product.h"
#include "tests/support/test.h"

#include "robotsc/check.h"
#include "robotsc/compile.h"

#define DIALECTS 5
#define LONGEST 64

/* What docs/dialects.md says.  None of these names has a NUL. */
static const char *const patterns[DIALECTS] = {"^[A-Za-z0-9._-]+$", "^[A-Za-z_-]*$", "^[^/ \t]([^/]*[^/ \t])?$",
                                               "^[^/ \t]([^/]*[^/ \t])?$", "^[^/ \t]([^/]*[^/ \t])?$"};
static regex_t compiled[DIALECTS];
static struct fence page;

static int is_token(int dialect, const char *name, size_t len)
{
	const int is = robotsc_is_token((enum robotsc_dialect)dialect, at_end(&page, name, len), len);

	CHECK(is == 0 || is == 1);
	return is;
}

/* How a robot of this name is selected from a file whose only group, that of `named`, disallows
 * all. */
static int selects(int dialect, struct robotsc_text robot, const char *named, size_t len)
{
	char text[LONGEST];
	const int n = snprintf(text, sizeof text, "User-agent: %.*s\nDisallow: /\n", (int)len, named);
	struct robotsc_group group = {.selected = 9};
	struct product p;

	if (CHECK(product_open(&p, (enum oracle_dialect)dialect, ROBOTSC_FORM_AUTO, text, (size_t)n, NULL, 0) == ROBOTSC_OK))
		CHECK(robotsc_select(&p.blob, &robot, 1, &group) == ROBOTSC_OK);
	product_close(&p);
	return group.selected;
}

/* A token is compared whole: a group of that name is selected, but no group of a shorter name where
 * names must be equal.  A name that is no token is cut, or names no group. */
static void check_name(int dialect, const char *name, size_t len)
{
	const struct robotsc_text robot = {name, len};
	const int is = is_token(dialect, name, len);

	CHECK_MSG(is == (regexec(&compiled[dialect], name, 0, NULL, 0) == 0), "dialect %d: \"%s\" is %d", dialect, name, is);
	if (dialect > ROBOTSC_GOOGLE || strchr(name, '*'))
		return;
	CHECK_MSG((selects(dialect, robot, name, len) == ROBOTSC_SELECTED_TOKEN) >= is, "dialect %d: \"%s\"", dialect, name);
	for (size_t cut = 0; cut < len && is; cut++)
		CHECK_MSG(selects(dialect, robot, name, cut) == ROBOTSC_SELECTED_NONE, "dialect %d: \"%s\"", dialect, name);
	if (!is && len > 0 && dialect == ROBOTSC_GOOGLE)
		for (size_t cut = 0; cut <= len; cut++)
			CHECK_MSG(selects(dialect, robot, name, cut) == ROBOTSC_SELECTED_NONE, "dialect %d: \"%s\"", dialect, name);
}

static void names(int dialect)
{
	static const char alphabet[] = "aZ0._-/ \t*+@[`{\x7F\xC3";
	const size_t n = sizeof alphabet - 1;
	char name[4] = "";

	check_name(dialect, name, 0);
	for (size_t i = 0; i < n; i++) {
		name[0] = alphabet[i];
		name[1] = 0;
		check_name(dialect, name, 1);
		for (size_t k = 0; k < n; k++) {
			name[1] = alphabet[k];
			name[2] = 0;
			check_name(dialect, name, 2);
			for (size_t l = 0; l < n; l++) {
				name[2] = alphabet[l];
				name[3] = 0;
				check_name(dialect, name, 3);
			}
		}
	}
	for (int octet = 1; octet < 256; octet++) {
		const char around[] = {'a', (char)octet, 'b', 0};

		CHECK_MSG(is_token(dialect, around, 3) == (regexec(&compiled[dialect], around, 0, NULL, 0) == 0),
		          "dialect %d: %02X", dialect, (unsigned)octet);
	}
}

int main(void)
{
	static const char header[] = "Mozilla/5.0 (compatible; ExampleBot/2.1)";

	page = fence_make(LONGEST);
	for (int dialect = 0; dialect < DIALECTS; dialect++) {
		if (regcomp(&compiled[dialect], patterns[dialect], REG_EXTENDED | REG_NOSUB) != 0)
			return 2;
		names(dialect);
		CHECK(!is_token(dialect, header, sizeof header - 1) && is_token(dialect, "ExampleBot", 10));
		CHECK(is_token(dialect, "a\0b", 3) == (dialect > ROBOTSC_GOOGLE));
		CHECK(robotsc_is_token((enum robotsc_dialect)dialect, NULL, 0) == (dialect == ROBOTSC_GOOGLE));
		regfree(&compiled[dialect]);
	}
	CHECK(!robotsc_is_token((enum robotsc_dialect)DIALECTS, "a", 1) && !robotsc_is_token((enum robotsc_dialect) - 1, "a", 1));
	return check_done();
}
