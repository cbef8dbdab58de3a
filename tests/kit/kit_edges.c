/* kit_edges.c - edges.kit: each octet in each path form, URLs without a path, names at the edges of
 * tokens, sets and units of globs.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_parts.h"

#include <stdlib.h>
#include <string.h>

#include "kit_texts.h"

#define TEXT_ROOM 20000
#define WHOLE_ROOM 40

struct text {
	char at[TEXT_ROOM];
	size_t len;
};

static void add(struct text *t, const char *line)
{
	const size_t n = strlen(line);
	if (t->len + n >= sizeof t->at)
		exit(1);
	memcpy(t->at + t->len, line, n);
	t->len += n;
}

static const char *const dialect_names[] = {"rfc9309", "google", "nexor1994", "koster1996", "conner2"};

static void begin(struct text *t, enum oracle_dialect dialect)
{
	t->len = 0;
	add(t, dialect == ORACLE_CONNER2 ? "User-agent: *\nRobot-version: 2.0.0\n" : "User-agent: *\n");
}

static void put(struct kit *k, const struct text *t, const char *kind, enum oracle_dialect dialect, enum robotsc_form form)
{
	char name[100];
	snprintf(name, sizeof name, "edges-%s-%s-%s", kind, dialect_names[dialect], product_forms[form]);
	kit_text_begin(k, &(struct kit_text){.name = name, .at = t->at, .len = t->len, .dialect = dialect, .form = form});
	kit_text_group(NULL, 0);
}

/* A path with an octet in it, as it stands and escaped. */
static void ask_octet(const char *before, unsigned octet, const char *after)
{
	char path[WHOLE_ROOM];
	const size_t n = (size_t)sprintf(path, "%sX%s", before, after);
	path[strlen(before)] = (char)octet;
	kit_text_path(path, n);
	kit_text_path(path, (size_t)sprintf(path, "%s%%%02X%s", before, octet, after));
	if (octet % 16 > 9 || octet >> 4 > 9)
		kit_text_path(path, (size_t)sprintf(path, "%s%%%02x%s", before, octet, after));
}

/* ---- each octet ------------------------------------------------------------------ */

/* Rules for every second octet, before a '?' and after one; and what follows a run. */
static void octets(struct kit *k, enum oracle_dialect dialect, enum robotsc_form form, unsigned parity)
{
	struct text t;
	begin(&t, dialect);
	for (unsigned c = parity; c < 256; c += 2) {
		char line[WHOLE_ROOM];
		sprintf(line, "Disallow: /%%%02Xz\n", c);
		add(&t, line);
		sprintf(line, "Disallow: /?%%%02Xz\n", c);
		add(&t, line);
	}
	add(&t, "Disallow: /run/\nAllow: /run/run/\nDisallow: /run/run/runs\n");
	put(k, &t, parity ? "odd" : "even", dialect, form);
	for (unsigned c = 0; c < 256; c++) {
		ask_octet("/", c, "z");
		ask_octet("/?", c, "z");
		if (parity == 0) {
			ask_octet("/run", c, "");
			ask_octet("/run/", c, "");
			ask_octet("/run/run", c, "");
			ask_octet("/run/run/run", c, "");
		}
	}
	kit_text_end();
}

/* What looks like an escape. */
static void escapes(struct kit *k, enum oracle_dialect dialect)
{
	static const char *const paths[] = {"/%",   "/%4",    "/%41",   "/%4g",   "/%g1", "/%:1",   "/%1:",  "/%/1",   "/%1/",
	                                    "/%`1", "/%1`",   "/%@1",   "/%1@",   "/%G1", "/%1G",   "/%%41", "/%4%31", "/%2#",
	                                    "/%#1", "/@%2Fx", "/?%2Fx", "/%2Fx",  "//x",  "/?/x",   "/%3Fx", "/?%3Fx", "/@%3Fx",
	                                    "/??x", "/a#b",   "/a%23b", "/%2523", "/%25", "/%25%",  "?x",    "x",      "%2Fx",
	                                    "#",    "",       "/",      "*",      "/#/x", "/%2541", "/%61",  "/\x80",  "/%80"};
	struct text t;
	begin(&t, dialect);
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i += 2) {
		add(&t, "Disallow: ");
		add(&t, strchr(paths[i], '#') || paths[i][0] != '/' || paths[i][1] == '\0' ? "/@%2Fx" : paths[i]);
		add(&t, "\n");
	}
	put(k, &t, "escapes", dialect, ROBOTSC_FORM_AUTO);
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		kit_text_path(paths[i], strlen(paths[i]));
		kit_text_url(paths[i], strlen(paths[i]));
	}
	kit_text_end();
}

/* ---- URLs ------------------------------------------------------------------------ */

static void urls(struct kit *k, enum oracle_dialect dialect)
{
	static const char *const asked[] = {
		"a://",      "a:///x",   "a://?x",   "a://#x",    "://",     ":///x",     "://x/x",  "//",       "///x",
		"//x",       "//h/x",    "/://x",    "a:/x",      "a:x",     "a",         "1://h/x", "a1://h/x", "a+://h/x",
		"-a://h/x",  "a-://h/x", "a.://h/x", "a_://h/x",  "A://h/x", "Z9://h/x",  "a://h;x", "a://h;/x", "h;x",
		"h;/x",      "h?x",      "h?/x",     "h?a://b/x", "h#/x",    "a://h#/x",  "a://h?#", "a://h",    "a://h/",
		"a://h/x#y", "a:\0//x",  "a://h//x", "?://x",     ";://x",   "/x://y/z",  "",        "#",        "a://h\\x",
		"//h",       "//?x",     "//;x",     "//#x",      "a://#/x", "//a://h/x", "z://h/x", "[://h/x",  "{://h/x"};
	struct text t;
	begin(&t, dialect);
	add(&t,
	    "Disallow: /x\nDisallow: /?x\nDisallow: /a:\nDisallow: /:\nDisallow: //\nDisallow: /;x\nDisallow: /h\nDisallow: /1:\n");
	put(k, &t, "urls", dialect, ROBOTSC_FORM_AUTO);
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
		kit_text_url(asked[i], strlen(asked[i]));
	kit_text_end();
}

/* ---- names ----------------------------------------------------------------------- */

static void names(struct kit *k, enum oracle_dialect dialect)
{
	static const char *const asked[] = {
		"azAZ09-_.", "AZaz09-_.", "foo", "foo{", "foo[", "foo:", "foo/",   "foo@",   "foo`",  "foo0", "foo9",    "fooz",
		"fooZ",      "zed",       "ZED", "z[d",  "z{d",  "0",    "9",      "a",      "z",     " ",    "\t",      " a",
		"a ",        "\ta\t",     " /",  "",     "*",    "fo",   "foobar", "barfoo", "xfoox", "a b",  "foo\x80", "@"};
	struct text t;
	t.len = 0;
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		char line[WHOLE_ROOM];
		if (i % 3 == 1 || asked[i][0] == '\0' || strcmp(asked[i], "*") == 0)
			continue;
		sprintf(line, "User-agent: %s\nDisallow: /%zu\n\n", asked[i], i);
		add(&t, line);
	}
	add(&t, "User-agent: *\nDisallow: /star\n");
	char name[100];
	snprintf(name, sizeof name, "edges-names-%s", dialect_names[dialect]);
	kit_text_begin(k, &(struct kit_text){.name = name, .at = t.at, .len = t.len, .dialect = dialect});
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
		const struct oracle_text token = {asked[i], strlen(asked[i])};
		kit_text_group(&token, 1);
		for (size_t n = 0; n < sizeof asked / sizeof *asked; n += 5) {
			char path[WHOLE_ROOM];
			kit_text_path(path, (size_t)sprintf(path, "/%zu", n));
		}
		kit_text_path("/star", 5);
	}
	kit_text_end();
}

/* ---- globs of units --------------------------------------------------------------- */

static void units(struct kit *k, enum robotsc_form form)
{
	static const char *const rules =
		"Disallow: /a?b\nDisallow: /s[a-f ]t\nDisallow: /s[!a-f]u\nDisallow: /m[ -0]t*\nDisallow: "
		"/*q?\nDisallow: */w[0-9]*[a-c]\n"
		"Disallow: /e??\nDisallow: /known[a-c]*x\nDisallow: /f[!\x80-\xFF]g\nDisallow: /i*[!%2F]j\n";
	static const char *const paths[] = {
		"/a",   "/ab",      "/a%80b",   "/a%8",   "/e%80",    "/e%80%81", "/e%8",    "/e%",    "/knowna-x", "/known",
		"/kno", "/knownbx", "/knowndx", "/w1a",   "/x/w5yyc", "/w1",      "/w1d",    "/w:a",   "/xq",       "/q%00",
		"/q%",  "/f%7Fg",   "/f%80g",   "/f%FFg", "/i%2Fj",   "/ix%2Fj",  "/i%2fxj", "/s%20t", "/s t"};
	struct text t;
	begin(&t, ORACLE_CONNER2);
	add(&t, rules);
	put(k, &t, "units", ORACLE_CONNER2, form);
	for (unsigned c = 0; c < 256; c++) {
		ask_octet("/a", c, "b");
		ask_octet("/s", c, "t");
		ask_octet("/s", c, "u");
		ask_octet("/m", c, "t");
		ask_octet("/e", c, "");
		ask_octet("/q", c, "");
		ask_octet("/f", c, "g");
		ask_octet("/i", c, "j");
	}
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
		kit_text_path(paths[i], strlen(paths[i]));
	kit_text_end();
}

/* A path of Content-Usage is in form R, whatever the form of the blob. */
static void usages(struct kit *k, enum oracle_dialect dialect)
{
	static const char *const asked[] = {"/a%2Fb", "/a/b",       "/a%2fb",   "/cA",      "/c%41",    "/d%25",
	                                    "/d%",    "/e\xC3\xA9", "/e%C3%A9", "/z/a%2Fb", "h://h/cA", "/x?%2F",
	                                    "/x?/",   "/",          "/f%7Eg",   "/f~g",     "//a/b",    "/zz"};
	struct text t;
	char name[100];
	begin(&t, dialect);
	add(&t, "Content-Usage: /a%2Fb train-ai=n\nContent-Usage: /c%41 train-ai=y\nContent-Usage: /d%25 train-ai=n\n"
	        "Content-Usage: /e%C3%A9 train-ai=n\nContent-Usage: /x?%2F train-ai=n\nContent-Signal: /f~g ai-train=no\n"
	        "Noindex: /a%2Fb\nNoindex: /cA\nDisallow: /zz\n");
	snprintf(name, sizeof name, "edges-usages-%s", dialect_names[dialect]);
	kit_text_begin(k, &(struct kit_text){.name = name, .at = t.at, .len = t.len, .dialect = dialect, .extensions = 1});
	kit_text_group(NULL, 0);
	for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
		kit_text_usage(asked[i], strlen(asked[i]));
	kit_text_end();
}

/* What stands for a '/' or a '?' before the query of a path, and in it. */
static void slashes(struct kit *k, enum robotsc_form form)
{
	static const char *const rules =
		"Disallow: /a*%2Fb\nDisallow: /c*%3Fd$\nDisallow: /*%2F%3Fe\nDisallow: /?*%2Fz\n"
		"Disallow: /known*%2F*x$\nDisallow: /*%3F\nAllow: /*%3Fopen*%2Fshut\nDisallow: /*a%2F*b%3F*c$\n";
	static const char *const starts[] = {"/a", "/c", "/", "/?", "/known", "/kno", "/a@", "/c?", "/known?", "/xa"};
	static const char *const middles[] = {"%2F",  "/",    "%3F", "?", "@/",     "@%2F", "?%2F",
	                                      "%2f?", "%3f/", "??",  "",  "%2F%3F", "/?"};
	static const char *const ends[] = {"b", "d", "e", "z", "x", "", "open/shut", "open%2Fshut", "b?c", "b%3Fc"};
	struct text t;
	begin(&t, ORACLE_RFC9309);
	add(&t, rules);
	put(k, &t, "slashes", ORACLE_RFC9309, form);
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		for (size_t m = 0; m < sizeof middles / sizeof *middles; m++)
			for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
				char path[WHOLE_ROOM];
				kit_text_path(path, (size_t)sprintf(path, "%s%s%s", starts[i], middles[m], ends[e]));
			}
	kit_text_end();
}

void kit_edges(struct kit *k)
{
	for (int d = 0; d < ORACLE_DIALECTS; d++) {
		const enum oracle_dialect dialect = (enum oracle_dialect)d;
		octets(k, dialect, ROBOTSC_FORM_AUTO, 0);
		octets(k, dialect, ROBOTSC_FORM_FILTER, 1);
		escapes(k, dialect);
		urls(k, dialect);
		names(k, dialect);
		usages(k, dialect);
	}
	units(k, ROBOTSC_FORM_AUTO);
	units(k, ROBOTSC_FORM_FILTER);
	slashes(k, ROBOTSC_FORM_AUTO);
	slashes(k, ROBOTSC_FORM_FILTER);
}
