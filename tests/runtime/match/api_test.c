/* api_test.c - the promises of the public headers, call by call.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "robotsc/inspect.h"
#include "tests/support/sample.h"

static enum robotsc_status compile_status(const struct robotsc_options *options)
{
	size_t size = 4711;
	void *bytes = &size;
	const enum robotsc_status status = robotsc_compile(options, groups, sizeof groups - 1, &bytes, &size);

	if (status == ROBOTSC_OK)
		robotsc_free_blob(options == NULL ? NULL : options->alloc, bytes, size);
	else
		CHECK(bytes == &size && size == 4711);
	return status;
}

/* ---- options ---- */

static void options_defaults(void)
{
	struct robotsc_options options;
	size_t i;

	memset(&options, 0xA5, sizeof options);
	robotsc_options_init(&options);
	CHECK(options.size == sizeof options);
	CHECK(options.dialect == ROBOTSC_RFC9309 && options.form == ROBOTSC_FORM_AUTO);
	CHECK(options.agents == NULL && options.nagents == 0 && options.alloc == NULL);
	CHECK(options.limit == ROBOTSC_MIN_LIMIT && options.strict_fields == 0);
	CHECK(options.diag == NULL && options.dump == NULL && options.dump_after == 0);
	for (i = 0; i < sizeof options.reserved / sizeof *options.reserved; i++)
		CHECK(options.reserved[i] == 0);
}

static void options_refused(void)
{
	struct robotsc_options options;

	CHECK(compile_status(NULL) == ROBOTSC_OK);
	robotsc_options_init(&options);
	CHECK(compile_status(&options) == ROBOTSC_OK);
	options.limit = ROBOTSC_MIN_LIMIT - 1;
	CHECK(compile_status(&options) == ROBOTSC_ERR_ARGUMENT);
	options.limit = 0;
	CHECK(compile_status(&options) == ROBOTSC_ERR_ARGUMENT);
	options.limit = (size_t)10 << 20;
	CHECK(compile_status(&options) == ROBOTSC_OK);
	options.dialect = (enum robotsc_dialect)99;
	CHECK(compile_status(&options) == ROBOTSC_ERR_DIALECT);
	robotsc_options_init(&options);
	options.form = (enum robotsc_form)4;
	CHECK(compile_status(&options) == ROBOTSC_ERR_ARGUMENT);
}

/* A text that is longer than the limit is cut there, and the line that is cut is dropped.  google
 * keeps the beginning of that line, which disallows "/cut" if it has the '/'.  A text as long as
 * the limit is not cut.  beyond: octets of the line after the limit. */
static void options_limit(enum robotsc_dialect dialect)
{
	static const char head[] = "User-agent: *\n", rule[] = "Disallow: /cut\n";
	const size_t least = ROBOTSC_MIN_LIMIT, room = least + sizeof rule;
	char *text = malloc(room);
	struct robotsc_options options;
	struct robotsc_group group;
	struct compiled c;

	if (!CHECK(text != NULL))
		return;
	robotsc_options_init(&options);
	options.dialect = dialect;
	for (size_t beyond = 0; beyond < sizeof rule; beyond++) {
		const size_t at = least - (sizeof rule - 1) + beyond, len = at + sizeof rule - 1;
		const int kept = beyond < (dialect == ROBOTSC_GOOGLE ? 5 : 2);

		memset(text, '#', room);
		text[at - 1] = '\n';
		memcpy(text, head, sizeof head - 1);
		memcpy(text + at, rule, sizeof rule - 1);
		for (int round = 0; round < 2; round++) {
			options.limit = round ? len : least;
			if (!open_text(&c, &options, text, round ? len : room))
				continue;
			CHECK(robotsc_select(&c.blob, NULL, 0, &group) == ROBOTSC_OK);
			CHECK((int)robotsc_check_path(&group, "/cut", 4) == (round || kept ? ROBOTSC_DISALLOW : ROBOTSC_ALLOW));
			close_text(&c);
		}
	}
	free(text);
}

static void dialect_names(void)
{
	static const char *const names[] = {"rfc9309", "google", "nexor1994", "koster1996", "conner2"};
	struct robotsc_options options;
	enum robotsc_dialect dialect;
	size_t i;

	robotsc_options_init(&options);
	for (i = 0; i < 5; i++) {
		options.dialect = (enum robotsc_dialect)i;
		if (compile_status(&options) == ROBOTSC_ERR_DIALECT) {
			printf("skipped: %s is not available\n", names[i]);
			continue;
		}
		if (!CHECK(robotsc_dialect_name((enum robotsc_dialect)i) != NULL))
			continue;
		CHECK(strcmp(robotsc_dialect_name((enum robotsc_dialect)i), names[i]) == 0);
		CHECK(robotsc_dialect_by_name(names[i], &dialect) == ROBOTSC_OK && (size_t)dialect == i);
	}
	CHECK(robotsc_dialect_name((enum robotsc_dialect)5) == NULL);
	CHECK(robotsc_dialect_by_name("rfc930", &dialect) == ROBOTSC_ERR_DIALECT);
	CHECK(robotsc_dialect_by_name("", &dialect) == ROBOTSC_ERR_DIALECT);
}

static void messages(void)
{
	static const int statuses[] = {0, 1, 2, 3, 4, 16, 17, 18, 19, 20, 24, 25, 26, 27, 32, 48, 49, 50};
	/* clang-format off */
	static const char *const texts[] = {
		"no error", "out of memory", "too large for 32-bit offsets", "an option is out of range",
		"not enough room for the result", "the blob is truncated", "not a robotsc blob",
		"the blob has an unknown format version", "the blob is corrupt", "the blob's checksum does not match its content",
		"the blob was not compiled for this product token", "the blob was compiled without it", "the origin is not there",
		"the origin belongs to another shard", "unknown dialect",
		"the URL does not begin with http://, https:// or ftp://",
		"the URL has no host, or one that no robots.txt can be asked of", "the URL's port is not a number up to 65535"};
	/* clang-format on */
	int i, k;
	CHECK(strcmp(robotsc_version(), ROBOTSC_VERSION_STRING) == 0);
	for (i = -1; i < 64; i++) {
		const char *text = robotsc_strerror((enum robotsc_status)i), *want = "unknown status";
		for (k = 0; k < (int)(sizeof statuses / sizeof *statuses); k++)
			want = statuses[k] == i ? texts[k] : want;
		CHECK_MSG(strcmp(text, want) == 0, "status %d: %s", i, text);
	}
	for (i = 0; i < ROBOTSC_DIAG_KINDS; i++) {
		const char *id = robotsc_diag_id((enum robotsc_diag_kind)i);

		CHECK(id != NULL && strlen(id) > 2 && strspn(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(id));
		CHECK(robotsc_diag_text((enum robotsc_diag_kind)i) != NULL &&
		      strlen(robotsc_diag_text((enum robotsc_diag_kind)i)) > 10);
		for (k = 0; k < i; k++)
			CHECK(strcmp(id, robotsc_diag_id((enum robotsc_diag_kind)k)) != 0);
	}
	CHECK(robotsc_diag_id(ROBOTSC_DIAG_KINDS) != NULL && robotsc_diag_text(ROBOTSC_DIAG_KINDS) != NULL);
}

/* ---- selecting ---- */

/* Select a group, and compare the kind of selection and the verdict for a path. */
static void expect(const struct robotsc_blob *blob, const struct robotsc_text *tokens, size_t n, int selected, uint32_t token,
                   const char *path, int verdict)
{
	struct robotsc_group group;
	const enum robotsc_status status = robotsc_select(blob, tokens, n, &group);
	const char *first = n > 0 ? tokens[0].at : "nobody";

	if (!CHECK_MSG(status == ROBOTSC_OK, "%s: %s", first, robotsc_strerror(status)))
		return;
	CHECK_MSG(group.selected == selected, "%s: selected %d", first, group.selected);
	if (selected == ROBOTSC_SELECTED_TOKEN)
		CHECK_MSG(group.token == token, "%s: token %u", first, group.token);
	CHECK_MSG((int)robotsc_check_path(&group, path, strlen(path)) == verdict, "%s: %s", first, path);
}

static void select_tokens(void)
{
	const struct robotsc_text a = TEXT("A-Bot"), b = TEXT("b-bot"), none = TEXT("nobody"), empty = TEXT("empty"),
				  ua = TEXT("a-bot/2.0 (x)");
	const struct robotsc_text chain[] = {none, b, a}, strangers[] = {none, none};
	struct compiled c, bare;

	if (!open_text(&c, NULL, groups, sizeof groups - 1))
		return;
	expect(&c.blob, &a, 1, ROBOTSC_SELECTED_TOKEN, 0, "/a", 0);
	expect(&c.blob, &a, 1, ROBOTSC_SELECTED_TOKEN, 0, "/a/open", 1);
	expect(&c.blob, &a, 1, ROBOTSC_SELECTED_TOKEN, 0, "/star", 1);
	expect(&c.blob, &ua, 1, ROBOTSC_SELECTED_TOKEN, 0, "/a", 0);
	expect(&c.blob, &empty, 1, ROBOTSC_SELECTED_TOKEN, 0, "/star", 1);
	expect(&c.blob, &none, 1, ROBOTSC_SELECTED_STAR, 0, "/star", 0);
	expect(&c.blob, NULL, 0, ROBOTSC_SELECTED_STAR, 0, "/star", 0);
	expect(&c.blob, chain, 3, ROBOTSC_SELECTED_TOKEN, 1, "/b", 0);
	expect(&c.blob, chain, 3, ROBOTSC_SELECTED_TOKEN, 1, "/a", 1);
	expect(&c.blob, strangers, 2, ROBOTSC_SELECTED_STAR, 0, "/star", 0);
	close_text(&c);
	if (!open_text(&bare, NULL, groups, 80)) /* without the groups of "*" */
		return;
	expect(&bare.blob, &none, 1, ROBOTSC_SELECTED_NONE, 0, "/star", 1);
	expect(&bare.blob, NULL, 0, ROBOTSC_SELECTED_NONE, 0, "/a", 1);
	close_text(&bare);
}

/* google compares all of a name with the letters, '_' and '-' that begin a name of the file. */
static void select_google(void)
{
	static const char text[] =
		"User-agent: Foo Bar/2\nDisallow: /foo\nUser-agent: 3x\nDisallow: /empty\nUser-agent: *\nDisallow: /star\n";
	const struct robotsc_text foo = TEXT("foo"), whole = TEXT("foo/2"), nothing = TEXT("");
	struct robotsc_options options;
	struct compiled c;

	robotsc_options_init(&options);
	options.dialect = ROBOTSC_GOOGLE;
	if (!open_text(&c, &options, text, sizeof text - 1))
		return;
	expect(&c.blob, &foo, 1, ROBOTSC_SELECTED_TOKEN, 0, "/foo", 0);
	expect(&c.blob, &whole, 1, ROBOTSC_SELECTED_STAR, 0, "/star", 0);
	expect(&c.blob, &nothing, 1, ROBOTSC_SELECTED_TOKEN, 0, "/empty", 0);
	close_text(&c);
}

/* A blob for a list of tokens answers only for tokens of the list. */
static void select_partial(void)
{
	const struct robotsc_text list[] = {TEXT("b-bot"), TEXT("stranger"), TEXT("A-BOT")}, other = TEXT("c-bot");
	const struct robotsc_text chain[] = {list[1], list[2]}, bad[] = {list[1], other}, late[] = {list[0], other};
	struct robotsc_options options;
	struct robotsc_group group, before;
	struct robotsc_info info;
	struct compiled c;

	robotsc_options_init(&options);
	options.agents = list;
	options.nagents = 3;
	if (!open_text(&c, &options, groups, sizeof groups - 1))
		return;
	expect(&c.blob, &list[0], 1, ROBOTSC_SELECTED_TOKEN, 0, "/b", 0);
	expect(&c.blob, &list[1], 1, ROBOTSC_SELECTED_STAR, 0, "/star", 0);
	expect(&c.blob, &list[2], 1, ROBOTSC_SELECTED_TOKEN, 0, "/a/open", 1);
	expect(&c.blob, chain, 2, ROBOTSC_SELECTED_TOKEN, 1, "/a", 0);
	memset(&group, 0x5A, sizeof group);
	before = group;
	CHECK(robotsc_select(&c.blob, &other, 1, &group) == ROBOTSC_ERR_AGENT);
	CHECK(robotsc_select(&c.blob, bad, 2, &group) == ROBOTSC_ERR_AGENT);
	CHECK(robotsc_select(&c.blob, late, 2, &group) == ROBOTSC_ERR_AGENT);
	CHECK(memcmp(&group, &before, sizeof group) == 0);
	robotsc_blob_info(&c.blob, &info);
	CHECK(info.partial == 1 && info.agents == 3);
	close_text(&c);
}

static void open_untouched(void)
{
	struct robotsc_blob blob, before;
	struct compiled c;

	if (!open_text(&c, NULL, groups, sizeof groups - 1))
		return;
	memset(&blob, 0x5A, sizeof blob);
	before = blob;
	CHECK(robotsc_open(&blob, c.bytes, c.size - 1) == ROBOTSC_ERR_TRUNCATED);
	CHECK(robotsc_open(&blob, c.bytes, 0) == ROBOTSC_ERR_TRUNCATED);
	((unsigned char *)c.bytes)[c.size - 1] ^= 1;
	CHECK(robotsc_open(&blob, c.bytes, c.size) == ROBOTSC_ERR_CHECKSUM);
	((unsigned char *)c.bytes)[0] ^= 1;
	CHECK(robotsc_open(&blob, c.bytes, c.size) == ROBOTSC_ERR_MAGIC);
	CHECK(memcmp(&blob, &before, sizeof blob) == 0);
	close_text(&c);
}

/* ---- diagnostics ---- */

static void note(void *ctx, const struct robotsc_diag *diag)
{
	char *out = ctx;
	const size_t n = strlen(out);

	if (n < 300)
		sprintf(out + n, "%s %u:%u+%u\n", robotsc_diag_id(diag->kind), diag->line, diag->column, diag->length);
}

static void diagnostics_of(const char *text, size_t len, enum robotsc_dialect dialect, int strict, const char *want)
{
	struct robotsc_options options;
	char got[400] = "";
	size_t size;
	void *bytes;

	robotsc_options_init(&options);
	options.dialect = dialect;
	options.diag = note;
	options.diag_ctx = got;
	options.strict_fields = strict != 0;
	if (!CHECK(robotsc_compile(&options, text, len, &bytes, &size) == ROBOTSC_OK))
		return;
	CHECK_MSG(strcmp(got, want) == 0, "%.60s: wanted\n%sgot\n%s", text, want, got);
	robotsc_free_blob(NULL, bytes, size);
}

static void diagnostics(void)
{
	static const struct {
		const char *text, *want;
	} cases[] = {
		{"User-agent: *\nDisallow: /\nSitemap: http://h/s\n# c\n\n", ""},
		{"three words here\n:\n", "junk 1:1+0\njunk 2:1+0\n"},
		{"<p>\n", "html 1:1+0\n"},
		{"{\"a\"}\n", "json 1:1+0\n"},
		{"%PDF-1.4\n", "pdf 1:1+0\n"},
		{"WARC/1.0\r\n", "warc 1:1+0\n"},
		{"\x8DRBC\n", "binary 1:1+0\n"},
		{"\xFF\xFE\n", "utf16 1:1+0\n"},
		{"\xFE\xFF\n", "utf16 1:1+0\n"},
		{"\x1F\x8B\n", "compressed 1:1+0\n"},
		{"\x28\xB5\x2F\xFD\n", "compressed 1:1+0\n"},
		{"BZh\n", "compressed 1:1+0\n"},
		{"BZh\nUser-agent: *\n", "junk 1:1+0\n"},
		{"<p>\nFoo: b\nDisallow /\n", "html 1:1+0\nmissing-colon 3:9+0\nno-group 3:1+8\n"},
		{"%PDF-1\n", "junk 1:1+0\n"},
		{"PK\3\4\n", "compressed 1:1+0\n"},
		{"\1\n", "binary 1:1+0\n"},
		{"User-agent: *\n  Foo : bar\n", "unknown-field 2:3+3\n"},
		{"Useragent: x\nDisalow: /\n", "misspelt-field 1:1+9\nmisspelt-field 2:1+7\n"},
		{"User-agent x\ndisallow  /\n", "missing-colon 1:11+0\nmissing-colon 2:9+0\n"},
		{" Disallow: /\nUser-agent: *\n", "no-group 1:2+8\n"},
		{"User-agent: #x\n", "agent-empty 1:12+0\n"},
		{"User-agent: Bot/1.0 # c\n", "agent-cut 1:16+4\n"},
		{"User-agent: *\nDisallow: a\n", "never-matches 2:11+1\n"},
		{"User-agent: *\nAllow: /a$b$\n", "dollar-inside 2:10+1\n"},
		{"User-agent: *\nAllow: /a\001b\r\n", "control-octet 2:10+1\n"},
		{"User-agent: *\rDisallow: /%41%4\r\n\n\rDisallow: /%", "stray-percent 2:15+1\nstray-percent 5:12+1\n"},
		{"\xEF\xBB\xBFUser-agent: *\n", "bom 1:1+3\n"},
		{"\n <html>\n", "html 1:1+0\n"},
	};
	static const struct {
		enum robotsc_dialect dialect;
		const char *text, *want;
	} records[] = {
		{ROBOTSC_NEXOR1994, "User-agent: a\n\nDisallow: /\n", "record-empty 2:1+0\nno-group 3:1+8\n"},
		{ROBOTSC_NEXOR1994, "User-agent: a\nAllow: /\nSitemap: x://y\n", "unknown-field 2:1+5\nrecord-empty 3:1+0\n"},
		{ROBOTSC_KOSTER1996, "User-agent: a\nFoo: /\nUser-agent: b", "unknown-field 2:1+3\nrecord-empty 3:1+0\n"},
		{ROBOTSC_NEXOR1994, "User-agent: *\nDisallow: /\nUser-agent: *\nDisallow:\n", "star-again 3:13+1\n"},
		{ROBOTSC_KOSTER1996, "User-agent: a/1\nDisallow: /*.gif$\n", "star-literal 2:12+1\n"},
		{ROBOTSC_NEXOR1994, "User-agent: a/1\nDisallow: /b /c\n", "agent-cut 1:14+2\nspace-inside 2:13+1\n"},
		{ROBOTSC_CONNER2, "User-agent: a\nRobot-version: 2.0\nDisallow: /$a/*\nAllow: ?[x]\n", ""},
		{ROBOTSC_CONNER2, "User-agent: a\nAllow: /\nRobot-version: 2.0\n", "allow-ignored 2:1+5\nversion-late 3:1+13\n"},
		{ROBOTSC_CONNER2, "User-agent: a\nRobot-version: 2.x\nDisallow: /*\n", "bad-value 2:18+1\nstar-literal 3:12+1\n"},
		{ROBOTSC_CONNER2, "User-agent: a\nRobot-version: 2.1\n", "version-other 2:16+3\n"},
		{ROBOTSC_CONNER2, "User-agent: a\nRobot-version: 2\nAllow: *.html\nDisallow: *\n\n", "allow-shadowed 5:1+0\n"},
		{ROBOTSC_NEXOR1994, "User-agent: a\nDisallow: *\n", "never-matches 2:11+1\nstar-literal 2:11+1\n"},
	};
	size_t i;
	char *text;

	for (i = 0; i < sizeof cases / sizeof *cases; i++)
		diagnostics_of(cases[i].text, strlen(cases[i].text), ROBOTSC_RFC9309, 0, cases[i].want);
	diagnostics_of("Useragent: x\nUser-agent x\n", 26, ROBOTSC_RFC9309, 1, "unknown-field 1:1+9\njunk 2:1+0\n");
	for (i = 0; i < sizeof records / sizeof *records; i++)
		diagnostics_of(records[i].text, strlen(records[i].text), records[i].dialect, 0, records[i].want);
	text = malloc(600000);
	if (!CHECK(text != NULL))
		return;
	memset(text, 'a', 600000);
	memcpy(text, "User-agent: *\nDisallow: /", 25);
	diagnostics_of(text, 20000, ROBOTSC_GOOGLE, 0, "line-cut 2:16664+0\n");
	memcpy(text + 100, "\nUser-agent: *\n", 15);
	diagnostics_of(text, 600000, ROBOTSC_RFC9309, 0, "size-limit 4:1+599885\n");
	/* google reads the line that is cut as far as the cut; not where a line ends there */
	memset(text, '\n', 600000);
	memcpy(text, "User-agent: *", 13);
	memcpy(text + ROBOTSC_MIN_LIMIT - 15,
	       "Disallow: /priv"
	       "ate",
	       18);
	diagnostics_of(text, 600000, ROBOTSC_RFC9309, 0, "size-limit 511973:1+88015\n");
	diagnostics_of(text, 600000, ROBOTSC_GOOGLE, 0, "size-cut 511973:16+88000\n");
	text[ROBOTSC_MIN_LIMIT] = '\n';
	diagnostics_of(text, 600000, ROBOTSC_GOOGLE, 0, "size-limit 511974:1+88000\n");
	text[ROBOTSC_MIN_LIMIT - 1] = '\r';
	text[ROBOTSC_MIN_LIMIT] = 'a';
	diagnostics_of(text, 600000, ROBOTSC_GOOGLE, 0, "size-limit 511974:1+88000\n");
	free(text);
}

/* ---- URLs ---- */

static void url_paths(void)
{
	static const struct {
		const char *url, *rfc, *google;
	} cases[] = {{"http://h/a?b#c", "/a?b#c", "/a?b#c"},
	             {"http://h", "", ""},
	             {"http://h?q", "?q", "?q"},
	             {"http://h#/x", "", ""},
	             {"/a/b", "/a/b", "/a/b"},
	             {"HTTPS://u:p@h:1/x", "/x", "/x"},
	             {"//h/a", "//h/a", "/a"},
	             {"http://h;x", "", ";x"},
	             {"a?b://c", "a?b://c", "?b://c"},
	             {"", "", ""},
	             {"http:/foo", "http:/foo", "/foo"},
	             {"https:/f/a", "https:/f/a", "/f/a"},
	             {"https://", "", ""},
	             {"1x://h/a", "1x://h/a", "/a"},
	             {"a#b://h/a", "a#b://h/a", ""},
	             {"x+y-z.1://h/a", "/a", "/a"}};
	struct robotsc_text path;
	size_t i;

	for (i = 0; i < sizeof cases / sizeof *cases; i++) {
		robotsc_url_path(ROBOTSC_RFC9309, cases[i].url, strlen(cases[i].url), &path);
		CHECK_MSG(path.len == strlen(cases[i].rfc) && memcmp(path.at, cases[i].rfc, path.len) == 0, "%s: %.*s",
		          cases[i].url, (int)path.len, path.at);
		robotsc_url_path(ROBOTSC_GOOGLE, cases[i].url, strlen(cases[i].url), &path);
		CHECK_MSG(path.len == strlen(cases[i].google) && memcmp(path.at, cases[i].google, path.len) == 0,
		          "google, %s: %.*s", cases[i].url, (int)path.len, path.at);
	}
}

/* Where the path of a URL with this authority begins, octet by octet. */
static size_t path_start(const char *url, size_t at, size_t len, int google)
{
	for (; at < len; at++)
		if (url[at] == '/' || url[at] == '?' || (google && url[at] == ';'))
			return at;
		else if (url[at] == '#')
			break;
	return len;
}

/* Octets at every place of authorities of up to MOST octets, before paths of several lengths. */
static void authorities(void)
{
	static const char *const schemes[] = {"https://", "http://", "HttpS://", "x+1://"};
	enum {
		MOST = 40,
		TAIL = 20
	};
	struct robotsc_text path;
	char url[64 + MOST + TAIL];

	for (size_t s = 0; s < sizeof schemes / sizeof *schemes; s++)
		for (size_t host = 1; host <= MOST; host++)
			for (size_t place = 0; place < host; place++)
				for (unsigned octet = 0; octet < 256; octet += octet < 64 ? 1 : 7) {
					const size_t begin = strlen(schemes[s]), tail = (place + octet) % TAIL;
					const size_t len = begin + host + tail;

					memcpy(url, schemes[s], begin);
					memset(url + begin, 'h', host + tail);
					if (tail)
						url[begin + host] = '/';
					url[begin + place] = (char)octet;
					for (int google = 0; google < 2; google++) {
						const size_t want = path_start(url, begin, len, google);

						robotsc_url_path(google ? ROBOTSC_GOOGLE : ROBOTSC_RFC9309, url, len, &path);
						CHECK_MSG(path.len == len - want && (want == len || path.at == url + want),
						          "%.*s: path at %zu, not %zu", (int)len, url, len - path.len, want);
					}
				}
}

/* ---- inspecting ---- */

static void inspect(void)
{
	struct robotsc_agent_info agent;
	struct robotsc_info info;
	struct compiled c;
	uint32_t i;

	if (!open_text(&c, NULL, groups, sizeof groups - 1))
		return;
	robotsc_blob_info(&c.blob, &info);
	CHECK(info.size == c.size && info.partial == 0 && info.dialect == ROBOTSC_RFC9309);
	CHECK(info.header_bytes + info.agents_bytes + info.policies_bytes + info.machines_bytes + info.trailer_bytes == info.size &&
	      info.other_bytes == 0);
	CHECK(info.agents == 4 && info.star_policy != ROBOTSC_NO_POLICY && info.star_policy < info.policies);
	for (i = 0; robotsc_agent_at(&c.blob, i, &agent); i++)
		CHECK(agent.named == 1 && agent.token.len == 5);
	CHECK(i == info.agents);
	close_text(&c);
}

int main(void)
{
	CHECK_PART(options_defaults);
	CHECK_PART(options_refused);
	for (int dialect = ROBOTSC_RFC9309; check_all_cases() && dialect <= ROBOTSC_CONNER2; dialect++)
		options_limit((enum robotsc_dialect)dialect);
	CHECK_PART(dialect_names);
	CHECK_PART(messages);
	CHECK_PART(select_tokens);
	CHECK_PART(select_google);
	CHECK_PART(select_partial);
	CHECK_PART(open_untouched);
	CHECK_PART(diagnostics);
	CHECK_PART(url_paths);
	CHECK_PART(authorities);
	CHECK_PART(inspect);
	return check_done();
}
