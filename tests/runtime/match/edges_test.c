/* edges_test.c - the library, the second reader and the oracle agree about each octet in each path
 * form, about URLs and names that are easily read in another way, and about paths made to hurt.
 *
 *     edges_test [-q FILE]    -q: writes the questions for pseudocode.py
 *
 * Of a walk the second reader takes no more steps than docs/formats/blob.md says.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* fence.h */
#include "tests/support/test.h"

#include "cost.h"
#include "questions.h"
#include "tests/compiler/hostile.h"
#include "tests/oracle/oracle_records.h"
#include "tests/runtime/records/decode_extensions.h"
#include "tests/support/fence.h"
#include "tests/support/product.h"
#include "tests/support/random_gen.h"

#include <robotsc/extensions.h>

#define TEXT_ROOM 20000
#define PATH_ROOM 4000
#define NAMES 3
#define RANDOM_TEXTS 120
#define HOSTILE_TEXT 3000 /* octets of a hostile text, and of paths for it */
#define HOSTILE_PATH 900

static const char *const dialect_names[] = {"rfc9309", "google", "nexor1994", "koster1996", "conner2"};

/* The text under test, and how it is compiled. */
static struct {
	char text[TEXT_ROOM];
	size_t len;
	enum oracle_dialect dialect;
	enum robotsc_form form;
	int extensions;
} given;

/* What the three readers made of the text, and the robot that is asked about. */
static struct {
	struct product p;
	struct decode_blob b;
	struct robotsc_extensions ext;
	struct decode_extensions second_ext;
	struct oracle_file *file;
	struct oracle_policy *policy;
	struct robotsc_group group;
	uint32_t number, entry;
	struct fence fence;
} asked;

static FILE *questions;
static unsigned long verdicts[2], said;

/* ---- questions -------------------------------------------------------------------- */

static void write_question(const char *word, const char *at, size_t len)
{
	if (questions) {
		question_word(questions, word);
		question_octets(questions, at, len);
		question_end(questions);
	}
}

static void differ(const char *what, const char *at, size_t len)
{
	CHECK_MSG(0, "%s, %s, form %s", what, dialect_names[given.dialect], product_forms[given.form]);
	if (check_failed < CHECK_SHOWN) {
		printf("    asked: ");
		product_show(at, len);
		printf("\n");
	}
}

/* Check that the library and the second reader say what the oracle says. */
static void same_verdict(int library, int second, int oracle, const char *at, size_t len)
{
	verdicts[oracle]++;
	if (library == oracle && second == oracle)
		check_passed++;
	else
		differ(library == oracle ? "the second reader has another verdict" : "the library has another verdict", at, len);
}

/* The verdict of a path: that of a URL which ends with it. */
static int oracle_path(const char *path, size_t len)
{
	char url[PATH_ROOM + 9];
	const size_t n = (size_t)sprintf(url, len > 0 && path[0] == '/' ? "http://h" : "http://h/");
	memcpy(url + n, path, len);
	return oracle_check(asked.policy, url, n + len, NULL);
}

static void ask_path(const char *path, size_t len)
{
	const char *at = at_end(&asked.fence, path, len);
	const int verdict = oracle_path(path, len);
	uint64_t steps;
	const int second = decode_check_steps(&asked.b, asked.number, at, len, &steps);
	write_question(verdict ? "path 1" : "path 0", path, len);
	same_verdict((int)robotsc_check_path(&asked.group, at, len), second, verdict, path, len);
	if (steps > cost_most(&asked.b, asked.number, path, len))
		differ("too many steps", path, len);
}

static int second_url(const struct decode_blob *b, const char *url, size_t len)
{
	const size_t cut = decode_cut(b, url, len);
	return decode_check(b, asked.number, url + cut, len - cut);
}

static void ask_url(const char *url, size_t len)
{
	const char *at = at_end(&asked.fence, url, len);
	const int verdict = oracle_check(asked.policy, url, len, NULL);
	write_question(verdict ? "url 1" : "url 0", url, len);
	same_verdict((int)robotsc_check_url(&asked.group, at, len), second_url(&asked.b, at, len), verdict, url, len);
}

/* What the second reader says of a label.  Content-Usage reads URLs as rfc9309 does. */
static int second_usage(uint32_t label, int verdict, const char *url, size_t len)
{
	const unsigned field = asked.second_ext.labels[label].field;
	const struct decode_set *set = decode_extensions_set(&asked.second_ext, asked.entry);
	struct decode_blob cuts = asked.b;
	cuts.dialect = field == ORACLE_FIELD_NOINDEX ? cuts.dialect : 0;
	const size_t cut = decode_cut(&cuts, url, len);
	if (!set || (!verdict && field == ORACLE_FIELD_CONTENT_USAGE))
		return 0;
	return decode_extensions_says(&asked.second_ext, set, label, url + cut, len - cut);
}

static void ask_usage(const char *url, size_t len)
{
	struct robotsc_usage usage;
	const int verdict = (int)robotsc_check_usage(&asked.ext, &asked.group, url, len, &usage);
	CHECK(verdict == oracle_check(asked.policy, url, len, NULL));
	for (uint32_t i = 0; i < asked.second_ext.nlabels; i++) {
		const struct decode_prefix *label = &asked.second_ext.labels[i];
		char name[64];
		snprintf(name, sizeof name, "%.*s", (int)label->name.len, label->name.at);
		const int says = (int)oracle_usage(asked.file, asked.policy, (enum oracle_field)label->field, name, url, len);
		said += says > 0;
		if ((int)usage.preferences[i] != says || second_usage(i, verdict, url, len) != says)
			differ(name, url, len);
	}
}

/* ---- robots ----------------------------------------------------------------------- */

/* The index of the first name that leads to the chosen entry by itself. */
static size_t second_token(const struct decode_text *names, size_t n)
{
	uint32_t alone = 0;
	size_t i = 0;
	while (i < n && !(decode_entry(&asked.b, &names[i], 1, &alone) && alone == asked.entry))
		i++;
	return i;
}

static void select_robot(const struct oracle_text *names, size_t n)
{
	struct robotsc_text tokens[NAMES];
	struct decode_text texts[NAMES];
	size_t token = 0;
	for (size_t i = 0; i < n; i++) {
		tokens[i] = (struct robotsc_text){names[i].at, names[i].len};
		texts[i] = (struct decode_text){names[i].at, names[i].len};
	}
	oracle_free_policy(asked.policy);
	asked.policy = oracle_select(asked.file, names, n);
	const enum oracle_selected by = oracle_selected_by(asked.policy, &token);
	CHECK(robotsc_select(&asked.p.blob, tokens, n, &asked.group) == ROBOTSC_OK);
	CHECK(decode_select(&asked.b, texts, n, &asked.number) && decode_entry(&asked.b, texts, n, &asked.entry));
	const int named = asked.entry > 0 && asked.b.names[asked.entry - 1].policy & 1;
	const enum oracle_selected second = named          ? ORACLE_SELECTED_TOKEN
	                                    : asked.number ? ORACLE_SELECTED_STAR
	                                                   : ORACLE_SELECTED_NONE;
	if ((int)asked.group.selected != (int)by || second != by)
		differ("other rules are selected", n ? names[0].at : "", n ? names[0].len : 0);
	if (by == ORACLE_SELECTED_TOKEN)
		CHECK(asked.group.token == token && second_token(texts, n) == token);
	if (questions)
		question_word(questions, "robot");
	for (size_t i = 0; questions && i < n; i++)
		question_octets(questions, names[i].at, names[i].len);
	if (questions)
		question_end(questions);
}

/* A blob that was compiled for some agents says nothing to others. */
static void ask_stranger(void)
{
	static const struct decode_text stranger = {"a-stranger", 10};
	uint32_t policy;
	CHECK(!decode_select(&asked.b, &stranger, 1, &policy));
	write_question("stranger", stranger.at, stranger.len);
}

/* ---- texts ------------------------------------------------------------------------ */

static void add(const char *line)
{
	const size_t n = strlen(line);
	if (given.len + n >= sizeof given.text)
		abort();
	memcpy(given.text + given.len, line, n + 1);
	given.len += n;
}

static void begin(enum oracle_dialect dialect, enum robotsc_form form)
{
	given.len = 0;
	given.dialect = dialect;
	given.form = form;
	given.extensions = 0;
}

static void begin_rules(enum oracle_dialect dialect, enum robotsc_form form)
{
	begin(dialect, form);
	add(dialect == ORACLE_CONNER2 ? "User-agent: *\nRobot-version: 2.0.0\n" : "User-agent: *\n");
}

/* Compile the text, and open it with all readers. */
static int open_text(const struct robotsc_text *agents, size_t nagents)
{
	struct robotsc_options options;
	robotsc_options_init(&options);
	options.dialect = product_dialect(given.dialect);
	options.form = given.form;
	options.extensions = given.extensions != 0;
	options.agents = agents;
	options.nagents = nagents;
	const struct oracle_options how = {.dialect = given.dialect};
	asked.file = oracle_parse(&how, given.text, given.len);
	asked.policy = NULL;
	if (!CHECK(product_open_with(&asked.p, &options, given.text, given.len) == ROBOTSC_OK) ||
	    !CHECK(decode_open(&asked.b, asked.p.bytes, asked.p.len) == DECODE_OK) ||
	    !CHECK(decode_extensions_open(&asked.second_ext, &asked.b) == given.extensions) ||
	    !CHECK((robotsc_open_extensions(&asked.p.blob, &asked.ext) == ROBOTSC_OK) == given.extensions))
		return 0;
	write_question("blob", asked.p.bytes, asked.p.len);
	return 1;
}

static void close_text(void)
{
	oracle_free_policy(asked.policy);
	oracle_free_file(asked.file);
	decode_extensions_close(&asked.second_ext);
	decode_close(&asked.b);
	product_close(&asked.p);
}

/* Compile rules for all robots. */
static void open_rules(void)
{
	if (!open_text(NULL, 0))
		abort();
	select_robot(NULL, 0);
}

/* Ask about a path with an octet in it, as it stands and escaped. */
static void ask_octet(const char *before, unsigned octet, const char *after)
{
	char path[40];
	const size_t n = (size_t)sprintf(path, "%sX%s", before, after);
	path[strlen(before)] = (char)octet;
	ask_path(path, n);
	ask_path(path, (size_t)sprintf(path, "%s%%%02X%s", before, octet, after));
	if (octet % 16 > 9 || octet >> 4 > 9)
		ask_path(path, (size_t)sprintf(path, "%s%%%02x%s", before, octet, after));
}

/* ---- each octet ------------------------------------------------------------------ */

/* Rules for every second octet, at the path's start and after a '?'; and paths in which an octet
 * follows a run. */
static void octets(enum oracle_dialect dialect, enum robotsc_form form, unsigned parity)
{
	begin_rules(dialect, form);
	for (unsigned c = parity; c < 256; c += 2) {
		char line[40];
		sprintf(line, "Disallow: /%%%02Xz\n", c);
		add(line);
		sprintf(line, "Disallow: /?%%%02Xz\n", c);
		add(line);
	}
	add("Disallow: /run/\nAllow: /run/run/\nDisallow: /run/run/runs\n");
	open_rules();
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
	close_text();
}

/* Texts that look like escapes. */
static void escapes(enum oracle_dialect dialect)
{
	static const char *const paths[] = {"/%",   "/%4",    "/%41",   "/%4g",   "/%g1", "/%:1",   "/%1:",  "/%/1",   "/%1/",
	                                    "/%`1", "/%1`",   "/%@1",   "/%1@",   "/%G1", "/%1G",   "/%%41", "/%4%31", "/%2#",
	                                    "/%#1", "/@%2Fx", "/?%2Fx", "/%2Fx",  "//x",  "/?/x",   "/%3Fx", "/?%3Fx", "/@%3Fx",
	                                    "/??x", "/a#b",   "/a%23b", "/%2523", "/%25", "/%25%",  "?x",    "x",      "%2Fx",
	                                    "#",    "",       "/",      "*",      "/#/x", "/%2541", "/%61",  "/\x80",  "/%80"};
	begin_rules(dialect, ROBOTSC_FORM_AUTO);
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i += 2) {
		add("Disallow: ");
		add(strchr(paths[i], '#') || paths[i][0] != '/' || paths[i][1] == '\0' ? "/@%2Fx" : paths[i]);
		add("\n");
	}
	open_rules();
	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		ask_path(paths[i], strlen(paths[i]));
		ask_url(paths[i], strlen(paths[i]));
	}
	close_text();
}

/* ---- URLs ------------------------------------------------------------------------ */

static void urls(enum oracle_dialect dialect)
{
	static const char *const all[] = {
		"a://",      "a:///x",   "a://?x",   "a://#x",    "://",     ":///x",     "://x/x",  "//",       "///x",
		"//x",       "//h/x",    "/://x",    "a:/x",      "a:x",     "a",         "1://h/x", "a1://h/x", "a+://h/x",
		"-a://h/x",  "a-://h/x", "a.://h/x", "a_://h/x",  "A://h/x", "Z9://h/x",  "a://h;x", "a://h;/x", "h;x",
		"h;/x",      "h?x",      "h?/x",     "h?a://b/x", "h#/x",    "a://h#/x",  "a://h?#", "a://h",    "a://h/",
		"a://h/x#y", "a:\0//x",  "a://h//x", "?://x",     ";://x",   "/x://y/z",  "",        "#",        "a://h\\x",
		"//h",       "//?x",     "//;x",     "//#x",      "a://#/x", "//a://h/x", "z://h/x", "[://h/x",  "{://h/x"};
	begin_rules(dialect, ROBOTSC_FORM_AUTO);
	add("Disallow: /x\nDisallow: /?x\nDisallow: /a:\nDisallow: /:\nDisallow: //\nDisallow: /;x\nDisallow: /h\nDisallow: /1:\n");
	open_rules();
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		ask_url(all[i], strlen(all[i]));
	close_text();
}

/* ---- names ----------------------------------------------------------------------- */

static void names(enum oracle_dialect dialect)
{
	static const char *const all[] = {"azAZ09-_.", "AZaz09-_.", "foo",  "foo{",   "foo[",   "foo:",  "foo/", "foo@",    "foo`",
	                                  "foo0",      "foo9",      "fooz", "fooZ",   "zed",    "ZED",   "z[d",  "z{d",     "0",
	                                  "9",         "a",         "z",    " ",      "\t",     " a",    "a ",   "\ta\t",   " /",
	                                  "",          "*",         "fo",   "foobar", "barfoo", "xfoox", "a b",  "foo\x80", "@"};
	begin(dialect, ROBOTSC_FORM_AUTO);
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		char line[40];
		if (i % 3 == 1 || all[i][0] == '\0' || strcmp(all[i], "*") == 0)
			continue;
		sprintf(line, "User-agent: %s\nDisallow: /%zu\n\n", all[i], i);
		add(line);
	}
	add("User-agent: *\nDisallow: /star\n");
	open_rules();
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		const struct oracle_text token = {all[i], strlen(all[i])};
		select_robot(&token, 1);
		for (size_t n = 0; n < sizeof all / sizeof *all; n += 5) {
			char path[40];
			ask_path(path, (size_t)sprintf(path, "/%zu", n));
		}
		ask_path("/star", 5);
	}
	close_text();
}

/* ---- globs of units --------------------------------------------------------------- */

static void units(enum robotsc_form form)
{
	static const char *const rules =
		"Disallow: /a?b\nDisallow: /s[a-f ]t\nDisallow: /s[!a-f]u\nDisallow: /m[ -0]t*\nDisallow: "
		"/*q?\nDisallow: */w[0-9]*[a-c]\n"
		"Disallow: /e??\nDisallow: /known[a-c]*x\nDisallow: /f[!\x80-\xFF]g\nDisallow: /i*[!%2F]j\n";
	static const char *const paths[] = {
		"/a",   "/ab",      "/a%80b",   "/a%8",   "/e%80",    "/e%80%81", "/e%8",    "/e%",    "/knowna-x", "/known",
		"/kno", "/knownbx", "/knowndx", "/w1a",   "/x/w5yyc", "/w1",      "/w1d",    "/w:a",   "/xq",       "/q%00",
		"/q%",  "/f%7Fg",   "/f%80g",   "/f%FFg", "/i%2Fj",   "/ix%2Fj",  "/i%2fxj", "/s%20t", "/s t"};
	begin_rules(ORACLE_CONNER2, form);
	add(rules);
	open_rules();
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
		ask_path(paths[i], strlen(paths[i]));
	close_text();
}

/* A path of Content-Usage is in form R, whatever the form of the blob. */
static void usages(enum oracle_dialect dialect)
{
	static const char *const all[] = {"/a%2Fb", "/a/b",       "/a%2fb",   "/cA",      "/c%41",    "/d%25",
	                                  "/d%",    "/e\xC3\xA9", "/e%C3%A9", "/z/a%2Fb", "h://h/cA", "/x?%2F",
	                                  "/x?/",   "/",          "/f%7Eg",   "/f~g",     "//a/b",    "/zz"};
	begin_rules(dialect, ROBOTSC_FORM_AUTO);
	add("Content-Usage: /a%2Fb train-ai=n\nContent-Usage: /c%41 train-ai=y\nContent-Usage: /d%25 train-ai=n\n"
	    "Content-Usage: /e%C3%A9 train-ai=n\nContent-Usage: /x?%2F train-ai=n\nContent-Signal: /f~g ai-train=no\n"
	    "Noindex: /a%2Fb\nNoindex: /cA\nDisallow: /zz\n");
	given.extensions = 1;
	open_rules();
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		ask_usage(all[i], strlen(all[i]));
	close_text();
}

/* Octets and escapes that stand for a '/' or a '?', before the query of a path and in it. */
static void slashes(enum robotsc_form form)
{
	static const char *const rules =
		"Disallow: /a*%2Fb\nDisallow: /c*%3Fd$\nDisallow: /*%2F%3Fe\nDisallow: /?*%2Fz\n"
		"Disallow: /known*%2F*x$\nDisallow: /*%3F\nAllow: /*%3Fopen*%2Fshut\nDisallow: /*a%2F*b%3F*c$\n";
	static const char *const starts[] = {"/a", "/c", "/", "/?", "/known", "/kno", "/a@", "/c?", "/known?", "/xa"};
	static const char *const middles[] = {"%2F",  "/",    "%3F", "?", "@/",     "@%2F", "?%2F",
	                                      "%2f?", "%3f/", "??",  "",  "%2F%3F", "/?"};
	static const char *const ends[] = {"b", "d", "e", "z", "x", "", "open/shut", "open%2Fshut", "b?c", "b%3Fc"};
	begin_rules(ORACLE_RFC9309, form);
	add(rules);
	open_rules();
	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		for (size_t m = 0; m < sizeof middles / sizeof *middles; m++)
			for (size_t e = 0; e < sizeof ends / sizeof *ends; e++) {
				char path[40];
				ask_path(path, (size_t)sprintf(path, "%s%s%s", starts[i], middles[m], ends[e]));
			}
	close_text();
}

/* ---- random texts ----------------------------------------------------------------- */

static void take_text(const char *at, size_t len)
{
	if (len > sizeof given.text)
		abort();
	memcpy(given.text, at, len);
	given.len = len;
}

static void ask_random_url(uint64_t *state)
{
	static struct draft url;
	random_gen_url(&url, state, asked.file);
	if (url.len > PATH_ROOM)
		return;
	ask_url(url.len ? url.at : "", url.len);
	if (url.len > 0 && url.at[0] == '/')
		ask_path(url.at, url.len);
}

/* Lists of names of random lengths, and URLs for each. */
static void ask_robots(unsigned lists, unsigned urls_of_each, uint64_t *state)
{
	static struct draft drafts[NAMES];
	struct oracle_text list[NAMES];
	for (unsigned i = 0; i < lists; i++) {
		const size_t n = i % (NAMES + 1);
		for (size_t k = 0; k < n; k++) {
			random_gen_robot(&drafts[k], state, asked.file);
			list[k] = (struct oracle_text){drafts[k].len ? drafts[k].at : "", drafts[k].len};
		}
		select_robot(list, n);
		ask_path("", 0);
		ask_path("/", 1);
		ask_path("/?", 2);
		ask_path("/#", 2);
		for (unsigned k = 0; k < urls_of_each; k++)
			ask_random_url(state);
	}
}

static void random_texts(void)
{
	static const struct robotsc_text agents[] = {{"foo", 3}, {"a", 1}};
	static const struct oracle_text same[] = {{"foo", 3}, {"a", 1}};
	static struct draft text;
	uint64_t state = 1;
	for (size_t i = 0; i < RANDOM_TEXTS; i++) {
		const size_t nagents = i % 13 == 0 ? 1 + i % 2 : 0;
		random_gen_file(&text, &state);
		begin((enum oracle_dialect)(i % ORACLE_DIALECTS), (enum robotsc_form)(i / ORACLE_DIALECTS % 3));
		take_text(text.at, text.len);
		if (!open_text(nagents ? agents : NULL, nagents))
			abort();
		if (nagents) {
			select_robot(same, nagents);
			ask_random_url(&state);
			ask_stranger();
		} else {
			ask_robots(NAMES + 2, 6, &state);
		}
		close_text();
	}
}

static void hostile(void)
{
	uint64_t state = 9;
	for (size_t i = 0; i < hostile_ncases; i++) {
		struct hostile_case small = hostile_cases[i];
		char path[HOSTILE_PATH];
		size_t len;
		small.room = small.room < HOSTILE_TEXT ? small.room : HOSTILE_TEXT;
		char *text = hostile_make(&small, &len);
		begin((enum oracle_dialect)(i % ORACLE_DIALECTS), (enum robotsc_form)(i % 3));
		take_text(text, len);
		open_rules();
		for (int kind = 0; kind < HOSTILE_PATH_KINDS; kind++) {
			const size_t room = 1 + product_below(&state, sizeof path);
			ask_path(path, hostile_path((enum hostile_path)kind, text, len, (uint64_t)kind, path, room));
		}
		close_text();
		free(text);
	}
}

int main(int argc, char **argv)
{
	if (argc > 2 && strcmp(argv[1], "-q") == 0 && (questions = fopen(argv[2], "w")) == NULL)
		return 2;
	asked.fence = fence_make(PATH_ROOM);
	for (int d = 0; d < ORACLE_DIALECTS; d++) {
		const enum oracle_dialect dialect = (enum oracle_dialect)d;
		if (!check_case(dialect_names[d]))
			continue;
		octets(dialect, ROBOTSC_FORM_AUTO, 0);
		octets(dialect, ROBOTSC_FORM_FILTER, 1);
		escapes(dialect);
		urls(dialect);
		names(dialect);
		usages(dialect);
	}
	for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_FILTER; form++) {
		if (check_case("units"))
			units((enum robotsc_form)form);
		if (check_case("slashes"))
			slashes((enum robotsc_form)form);
	}
	CHECK_PART(random_texts);
	CHECK_PART(hostile);
	printf("%lu disallowed, %lu allowed, %lu preferences\n", verdicts[0], verdicts[1], said);
	if (check_all_cases())
		CHECK(verdicts[0] > 10000 && verdicts[1] > 10000 && said > 50);
	return (questions && fclose(questions) != 0) | check_done();
}
