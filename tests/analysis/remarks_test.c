/* remarks_test.c - remarks of lint on lines that mislead, and the texts that its fixes make.
 *
 * A row is a text, the lines that have a remark, words of the message, and the text after the fix
 * of the first remark.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"

#include <robotsc/lint.h>

#include <stdio.h>
#include <string.h>

#define NONE "" /* there is no fix */
#define STAR "User-agent: *\n"

struct row {
	const char *id, *lines, *text, *says;
	const char *fixed;  /* NULL: any text, or no fix */
	const char *effect; /* the effect begins so; or NULL */
	enum robotsc_dialect dialect;
};

#define ROW(i, l, t, ...)                                   \
	{                                                   \
		.id = i, .lines = l, .text = t, __VA_ARGS__ \
	}
#define LINES(i, l, t)                         \
	{                                      \
		.id = i, .lines = l, .text = t \
	}

static const struct row rows[] = {
	/* A line that the group has already, in whatever spelling, is not named. */
	LINES("star-not-inherited", "", STAR "Disallow: /a\nUser-agent: b\nAllow: /a/b\nDisallow: /a\n"),
	LINES("star-not-inherited", "", STAR "Disallow: /a*\nUser-agent: b\nAllow: /a/b\nDisalow: /%61\n"),
	/* A field inside a value. */
	ROW("field-inside", "1", "User-agent: * Disallow: / Allow: /index.php", .says = "(Disallow)",
            .fixed = STAR "Disallow: /\nAllow: /index.php", .effect = "closes / for all others"),
	ROW("field-inside", "2", STAR "Allow: /ajax.phpSitemap: https://h/s.xml\n", .says = "(Sitemap)",
            .fixed = STAR "Allow: /ajax.php\nSitemap: https://h/s.xml\n", .dialect = ROBOTSC_GOOGLE),
	ROW("field-inside", "2", STAR "Disallow: /User-agent: x\nDisallow: /y\n", .says = "(User-agent)",
            .fixed = STAR "Disallow: /\nUser-agent: x\nDisallow: /y\n", .effect = "opens /User-agent:%20x for x; closes /",
            .dialect = ROBOTSC_NEXOR1994),
	ROW("field-inside", "1 2", "User-agent: *\\nDisallow: /\nSitemap: https://h/s; user-agent: *\n", .says = "line of its own",
            .fixed = STAR "Disallow: /\nSitemap: https://h/s; user-agent: *\n"),
	LINES("field-inside", "1 2 3", "User-agent * Disallow: /\nCrawl-delay: 10|Disallow: /x\nDisallow: /a<br>allow: /b\n"),
	LINES("field-inside", "1", "Sitemap: https://h/s.xmlHost: h\n" STAR "Disallow: /x\n"),
	ROW("field-inside", "2", STAR "Disallow: /a;Allow: /b;\n", .fixed = STAR "Disallow: /a\nAllow: /b\n"),
	LINES("field-inside", "",
              STAR "Disallow: /x?allow:y\nDisallow: /sitemap:a\nDisallow: /host: x\nDisallow: /a # Allow: /b\n"),
	ROW("field-inside", "", "Comment: x Disallow: /\nAllow everything, disallow nothing\nX: y Disallow: /\n",
            .dialect = ROBOTSC_CONNER2),
	/* A remark that another remark caused has no fix: a fix would make the accident
	 * permanent. */
	ROW("group-empty", "1", "User-agent: * Disallow: /", .fixed = NONE),
	ROW("group-empty", "2", "User-agent: * Disallow: /\nUser-agent: b\n", .fixed = NONE),
	ROW("agent-cut", "1", "User-agent: a Disallow: /\n", .fixed = NONE),
	/* Characters that nobody sees. */
	ROW("hidden-character", "2",
            STAR "\xE2\x80\x8B"
                 "Disallow: /x\n",
            .says = "U+200B, zero-width space", .fixed = STAR "Disallow: /x\n", .effect = "closes /x for all others"),
	ROW("group-empty", "1",
            STAR "\xE2\x80\x8B"
                 "Disallow: /x\n",
            .fixed = NONE),
	ROW("hidden-character", "1", "User-agent:\xC2\xA0*\xE2\x80\x8E # x\nDisallow: /\n", .says = "U+00A0",
            .fixed = "User-agent:* # x\nDisallow: /\n", .effect = "closes / for all others"),
	ROW("hidden-character", "2", STAR "Disallow: /a.htm\xE2\x80\x8B\n", .says = "U+200B", .fixed = STAR "Disallow: /a.htm\n"),
	LINES("unescaped", "", STAR "Disallow: /a.htm\xE2\x80\x8B\n"),
	LINES("unescaped", "2", STAR "Disallow: /\xC3\xA9.htm\xE2\x80\x8B\n"),
	ROW("hidden-character", "2", STAR "Disallow\xEF\xBC\x9A /a\n", .says = "wide colon", .fixed = STAR "Disallow: /a\n"),
	ROW("hidden-character", "2",
            STAR "Disallow: /a\xE2\x80\x91"
                 "b\xC2\xAD\n",
            .says = "U+2011", .fixed = STAR "Disallow: /a-b\n"),
	ROW("hidden-character", "2", STAR "Disallow: \xE2\x80\x9C/c\xE2\x80\x9D\n", .says = "curly quote",
            .fixed = STAR "Disallow: /c\n"),
	ROW("hidden-character", "2", STAR "Disallow: /c\xE2\x80\x9D\xE2\x80\x8B\n", .says = "curly quote",
            .fixed = STAR "Disallow: /c\n"),
	ROW("never-matches", "2", STAR "Disallow: \xE2\x80\x9C/c\xE2\x80\x9D\n", .says = "nobody sees", .fixed = NONE),
	ROW("hidden-character", "2",
            STAR "Crawl\xE2\x80\x93"
                 "delay: 5\nDisallow: /\n",
            .fixed = STAR "Crawl-delay: 5\nDisallow: /\n"),
	ROW("hidden-character", "2",
            STAR "Disallow: /a\xC2\xA0"
                 "b\n",
            .says = "U+00A0", .fixed = NONE),
	ROW("hidden-character", "2", STAR "Disallow: \xA0/a\n", .says = "U+00A0", .fixed = STAR "Disallow: /a\n"),
	LINES("hidden-character", "",
              STAR "Disallow: /wiki/\xD9\x85\xE2\x80\x8C\xD9\x86\xE2\x80\x99s\xE2\x80\x93x\xEF\xBC\x9Ay\n# "
                   "\xC2\xA0\n\xE2\x80\x9Chi\xE2\x80\x9D\n"),
	/* Values that robots do not read as they are meant. */
	ROW("noindex", "2 3", STAR "Noindex: /a\nNoindex: /b\nDisallow: /c\n", .says = "noindex", .fixed = NONE),
	ROW("path-list", "2 3 4", STAR "Disallow: /a,/b\nAllow: /a; /b\nDisallow: /a|/b\n", .says = "one path", .fixed = NONE),
	LINES("path-list", "1 2",
              "Sitemap: https://h/a.xml, https://h/b.xml\nSitemap: https://h/a.xmlhttps://h/b.xml\n" STAR "Disallow: /x\n"),
	LINES("path-list", "", "Sitemap:\xC2\xA0https://h/a.xml\n" STAR "Disallow: /x\n"),
	LINES("path-list", "", "Sitemap: https://h/?u=https://h/b.xml\nSitemap: https://h/https://h/b.xml\n" STAR "Disallow: /x\n"),
	LINES("path-list", "", STAR "Disallow: /a,b\nDisallow: /a;jsession\nDisallow: /a; // b\n"),
	ROW("comment-sign", "2 3 4 5", STAR "Disallow: /a // old\nDisallow: /b ; old\nAllow: /c -- old\nDisallow: /d /* old */\n",
            .says = "'#'", .fixed = NONE),
	LINES("comment-sign", "1 2",
              "// see: x\n<!-- made: now -->\n" STAR "Disallow: /a/ /b\nDisallow: /a--b\nSitemap: https://h//s\n"),
	ROW("unescaped", "2", STAR "Disallow: /a -- old\n", .fixed = NONE),
	ROW("unescaped", "2", STAR "Disallow: /a /b\n", .fixed = NONE),
	ROW("html-entity", "2", STAR "Disallow: /*&amp;ref=\n", .says = "HTML", .fixed = STAR "Disallow: /*&ref=\n",
            .effect = "closes /&ref=, opens /&amp;ref="),
	ROW("html-entity", "2 3", STAR "Disallow: /a&#38;b\nSitemap: https://h/?a&amp;b\n", .fixed = NONE),
	ROW("hash-cuts", "2", STAR "Disallow: /a&#x26;b\n", .fixed = NONE),
	LINES("html-entity", "", STAR "Disallow: /a&b;c\nDisallow: /a&#b\n"),
	ROW("host-path", "2 3", STAR "Disallow: //cdn.h.x/\nAllow: ///h/\nDisallow: //*\n", .says = "host", .fixed = NONE),
	ROW("long-delay", "2 3 4", STAR "Crawl-delay: 99999999999999999999\nRequest-rate: 1/2h\nCrawl-delay: 3601\nDisallow: /x\n",
            .says = "delay"),
	LINES("long-delay", "",
              STAR "Crawl-delay: 3600\nRequest-rate: 10/2h\nRequest-rate: 1/60m\nRequest-rate: 0/9h\nDisallow: /x\n"),
	ROW("maker-name", "1 3", "User-agent: google\nAllow: /\nUser-agent: Bing\nAllow: /\n" STAR "Disallow: /\n",
            .says = "(Googlebot)"),
	LINES("maker-name", "", "User-agent: Yahoo! Slurp\nUser-agent: Microsoft URL Control\nUser-agent: Yandex\nDisallow: /\n"),
	/* Rules are joined, records are not. */
	ROW("records-apart", "4 7", STAR "Crawl-delay: 1\n\nUser-agent: Slurp\nCrawl-delay: 30\n\nUser-agent: CCBot\nDisallow:\n",
            .says = "its own Crawl-delay"),
	ROW("records-apart", "7",
            STAR "Disallow: /a\n\nUser-agent: Slurp\nCrawl-delay: 30\n\nUser-agent: bingbot\nCrawl-delay: 1\n", .says = "are one"),
	ROW("agents-joined", "4", STAR "Host: h\n\nUser-agent: b\nDisallow: /\n", .says = "its own Crawl-delay"),
	LINES("agents-joined", "", STAR "Host: h\n\nUser-agent: b\nDisallow:\n"),
	LINES("records-apart", "", "User-agent: a\nUser-agent: b\nCrawl-delay: 1\nDisallow:\nUser-agent: c\nCrawl-delay: 2\n"),
	LINES("records-apart", "", "User-agent: a\nCrawl-delay: 1\nUser-agent: A\nDisallow:\n"),
	/* What to write. */
	ROW("bad-value", "1", "Sitemap: /sitemap.xml\n" STAR "Disallow: /x\n", .says = "https://host/sitemap.xml"),
	ROW("bad-value", "2", STAR "Crawl-delay: fast\nDisallow: /x\n", .says = "as 10"),
	ROW("field-beginning", "1", "Sitemap https://h/8.xml\n" STAR "Disallow: /x\n", .says = "lacks a ':' after Sitemap",
            .fixed = "Sitemap: https://h/8.xml\n" STAR "Disallow: /x\n"),
	ROW("field-beginning", "2", STAR "Disallow /x:y\n", .says = "':'", .fixed = STAR "Disallow: /x:y\n",
            .effect = "closes /x:y"),
	ROW("field-beginning", "2", STAR "DisallowAITraining: /\n", .says = "(Disallow)", .fixed = NONE),
	ROW("agent-cut", "1", "User-agent: Example Bot\nDisallow: /x\n", .says = "it names Example", .fixed = NONE),
	LINES("agent-cut", "", "User-agent: GPTBot, ClaudeBot\nDisallow: /\n"),
	ROW("several-agents", "1", "User-agent: GPTBot, ClaudeBot,*\nDisallow: /\n", .says = "it names GPTBot",
            .fixed = "User-agent: GPTBot\nUser-agent: ClaudeBot\nUser-agent: *\nDisallow: /\n", .effect = "closes / for claudebot"),
	ROW("several-agents", "1", "User-agent: GPTBot/ClaudeBot & CCBot\nDisallow: /\n",
            .fixed = "User-agent: GPTBot\nUser-agent: ClaudeBot\nUser-agent: CCBot\nDisallow: /\n"),
	ROW("several-agents", "1", "User-agent: GPTBot CCBot Slurp bingbot Googlebot Applebot\nDisallow: /\n",
            .fixed = "User-agent: GPTBot\nUser-agent: CCBot\nUser-agent: Slurp\nUser-agent: bingbot\nUser-agent: Googlebot\n"
                     "User-agent: Applebot\nDisallow: /\n"),
	ROW("several-agents", "1", "User-agent: x and ClaudeBot\nDisallow: /\n", .fixed = NONE),
	/* A pattern that does not begin with '/'. */
	ROW("never-matches", "2", STAR "Disallow: private/\n", .fixed = STAR "Disallow: /private/\n", .effect = "closes /private/"),
	ROW("never-matches", "2", STAR "Disallow: https://h.x/a?b=c\n", .says = "its own host only", .fixed = NONE),
	ROW("never-matches", "2", STAR "Disallow: https://h.x/a?b=c\nSitemap: https://H.x/s\n", .says = "path alone",
            .fixed = STAR "Disallow: /a?b=c\nSitemap: https://H.x/s\n", .effect = "closes /a?b=c for all others"),
	ROW("never-matches", "2", STAR "Disallow: h.x/a\nHost: h.x\n", .fixed = STAR "Disallow: /a\nHost: h.x\n"),
	ROW("never-matches", "2", STAR "Disallow: https://h.x\nHost: h.x\n", .fixed = NONE),
	ROW("never-matches", "2", STAR "Disallow: www.h.example/a\n", .says = "a host before it", .fixed = NONE),
	ROW("never-matches", "2", STAR "Disallow: old.h.x*\nHost: www.h.x\n", .says = "a host before it", .fixed = NONE),
	ROW("never-matches", "2", STAR "Disallow: 192.0.2.7/\n", .says = "a host before it", .fixed = NONE),
	ROW("never-matches", "3", STAR "Disallow: /\nAllow: .js$\n", .says = "'/*'", .fixed = STAR "Disallow: /\nAllow: /*.js$\n",
            .effect = "opens /"),
	ROW("never-matches", "2", STAR "Disallow: .git\n", .fixed = STAR "Disallow: /.git\n"),
	ROW("never-matches", "2", STAR "Disallow: ?p=\n", .says = "'/*'", .fixed = STAR "Disallow: /*?p=\n",
            .dialect = ROBOTSC_GOOGLE),
	ROW("never-matches", "2", STAR "Disallow: ?p=\n", .fixed = NONE, .dialect = ROBOTSC_KOSTER1996),
	ROW("never-matches", "2", STAR "Disallow: sort=a\n", .says = "'/*'", .fixed = NONE),
	ROW("never-matches", "2", STAR "Disallow: \"/quoted\"\n", .says = "quotes", .fixed = STAR "Disallow: /quoted\n"),
	ROW("never-matches", "2", STAR "Disallow: '/a\n", .says = "quotes", .fixed = NONE),
	ROW("never-matches", "2", STAR "Disallow: \\admin\\x\n", .says = "'\\'", .fixed = STAR "Disallow: /admin/x\n"),
	ROW("never-matches", "2", STAR "Disallow: \\d+\n", .fixed = NONE),
	ROW("never-matches", "2", STAR "Disallow: %2Fadmin\n", .says = "'%2F'", .fixed = STAR "Disallow: /admin\n"),
	ROW("never-matches", "2", STAR "Disallow: ./a\n", .says = "'./'", .fixed = STAR "Disallow: /a\n"),
	ROW("never-matches", "2", STAR "Disallow: ../a\n", .says = "'../'", .fixed = NONE),
	ROW("never-matches", "2", STAR "Disallow: : /a\n", .says = "second ':'", .fixed = STAR "Disallow: /a\n"),
	ROW("never-matches", "2", STAR "Disallow: none\n", .says = "a word is no path", .fixed = NONE),
	ROW("never-matches", "2", STAR "Disallow: all robots\n", .fixed = NONE),
	ROW("never-matches", "2", STAR "Disallow: ^/x\n", .fixed = NONE),
	ROW("never-matches", "2", STAR "Disallow: *\n", .says = "no wildcard", .fixed = NONE, .dialect = ROBOTSC_NEXOR1994),
};

struct seen {
	const struct row *row;
	char lines[64], said[512], fixed[1024], effect[512];
	int first;
};

static void mend(const char *text, const struct robotsc_fix *fix, char *to)
{
	size_t from = 0;

	for (uint32_t i = 0; i < fix->nedits; i++) {
		const struct robotsc_edit *e = &fix->edits[i];

		to += sprintf(to, "%.*s%.*s", (int)(e->from - from), text + from, (int)e->text.len, e->text.at);
		from = e->to;
	}
	sprintf(to, "%s", text + from);
}

static void take(void *ctx, const struct robotsc_finding *f)
{
	struct seen *s = ctx;
	const size_t n = strlen(s->lines);

	if (strcmp(f->rule->id, s->row->id) != 0)
		return;
	snprintf(s->lines + n, sizeof s->lines - n, "%s%lu", n ? " " : "", (unsigned long)f->line);
	if (!s->first++) {
		snprintf(s->said, sizeof s->said, "%s (%s) %s", f->rule->text, f->said ? f->said : "", f->rule->hint);
		if (f->fix) {
			mend(s->row->text, f->fix, s->fixed);
			snprintf(s->effect, sizeof s->effect, "%s", f->fix->effect);
		}
	}
}

int main(void)
{
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		const struct row *r = &rows[i];
		struct seen s = {.row = r};
		struct robotsc_options options;

		if (!check_case(r->id))
			continue;
		robotsc_options_init(&options);
		options.dialect = r->dialect;
		CHECK(robotsc_lint(&options, r->text, strlen(r->text), ROBOTSC_LINT_BUDGET, take, &s, NULL) == ROBOTSC_OK);
		CHECK_MSG(strcmp(s.lines, r->lines) == 0, "%s: lines '%s', not '%s', of\n%s", r->id, s.lines, r->lines, r->text);
		CHECK_MSG(!r->says || strstr(s.said, r->says), "%s: \"%s\", not \"%s\", of\n%s", r->id, s.said, r->says, r->text);
		CHECK_MSG(!r->fixed || strcmp(s.fixed, r->fixed) == 0, "%s: the fix makes\n%s\nnot\n%s", r->id, s.fixed, r->fixed);
		CHECK_MSG(!r->effect || strstr(s.effect, r->effect) == s.effect, "%s: \"%s\", not \"%s\", of\n%s", r->id, s.effect,
		          r->effect, r->text);
	}
	return check_done();
}
