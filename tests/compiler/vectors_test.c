/* vectors_test.c - the conformance vectors of tests/vectors, each against the oracle and the
 * library.
 *
 *     vectors_test [FOLDER]
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/oracle_records.h"
#include "tests/support/product.h"
#include "robotsc/access.h"

#include <robotsc/extensions.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_OCTETS 65536
#define MEMBERS 20

/* A JSON string with its escapes resolved, or a number of digits, true, false, null. */
struct value {
	char *at;
	size_t len;
	int is_string, is_true;
	long number;
};

/* Members of an inner object have the outer key and '/' before their own; those of a list have the
 * outer key and '/' alone. */
struct object {
	struct value key[MEMBERS], value[MEMBERS];
	size_t members;
	char text[2 * LINE_MAX_OCTETS]; /* the strings' octets */
	size_t used;
};

/* ---- JSON: one object of strings, numbers, booleans, nulls, and objects and lists of such a line
 * ---- */

static int is_ahead(const char **p, const char *word)
{
	if (strncmp(*p, word, strlen(word)) != 0)
		return 0;
	*p += strlen(word);
	return 1;
}

static void skip_space(const char **p)
{
	while (**p == ' ' || **p == '\t')
		++*p;
}

/* Four hexadecimal digits, -1 if they are none. */
static long hex4(const char **p)
{
	long v = 0;

	for (int i = 0; i < 4; i++, ++*p) {
		const char *digit = **p != '\0' ? strchr("0123456789abcdef0123456789ABCDEF", **p) : NULL;

		if (digit == NULL)
			return -1;
		v = v * 16 + (digit - "0123456789abcdef0123456789ABCDEF") % 16;
	}
	return v;
}

static void put_utf8(struct object *o, unsigned long c)
{
	static const unsigned long first[] = {0, 0x80, 0x800, 0x10000};
	static const unsigned char mark[] = {0, 0xC0, 0xE0, 0xF0};
	size_t more = 3;

	while (c < first[more])
		more--;
	o->text[o->used++] = (char)(mark[more] | c >> 6 * more);
	while (more-- > 0)
		o->text[o->used++] = (char)(0x80 | (c >> 6 * more & 0x3F));
}

static int read_escape(struct object *o, const char **p)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	const char *known;
	long c, low;

	if (is_ahead(p, "u")) {
		c = hex4(p);
		if (c >= 0xD800 && c < 0xDC00) { /* the first half of a pair */
			low = is_ahead(p, "\\u") ? hex4(p) : -1;
			if (low < 0xDC00 || low > 0xDFFF)
				return 0;
			c = 0x10000 + (c - 0xD800) * 0x400 + (low - 0xDC00);
		}
		if (c < 0 || (c >= 0xDC00 && c < 0xE000))
			return 0;
		put_utf8(o, (unsigned long)c);
		return 1;
	}
	known = **p != '\0' ? strchr(from, **p) : NULL;
	if (known == NULL)
		return 0;
	o->text[o->used++] = to[known - from];
	++*p;
	return 1;
}

/* prefix: what stands before the octets, or NULL. */
static int read_string(struct object *o, const char **p, const struct value *prefix, struct value *v)
{
	if (!is_ahead(p, "\""))
		return 0;
	v->is_string = 1;
	v->at = o->text + o->used;
	if (prefix != NULL) {
		memcpy(v->at, prefix->at, prefix->len);
		v->at[prefix->len] = '/';
		o->used += prefix->len + 1;
	}
	while (**p != '"') {
		if ((unsigned char)**p < 0x20)
			return 0;
		if (is_ahead(p, "\\")) {
			if (!read_escape(o, p))
				return 0;
		} else {
			o->text[o->used++] = *(*p)++;
		}
	}
	++*p;
	v->len = (size_t)(o->text + o->used - v->at);
	o->text[o->used++] = '\0';
	return 1;
}

static int read_members(struct object *o, const char **p, const struct value *prefix);
static int read_list(struct object *o, const char **p, const struct value *key);

static int read_value(struct object *o, const char **p, const struct value *key, struct value *v)
{
	memset(v, 0, sizeof *v);
	v->number = -1;
	if (**p >= '0' && **p <= '9')
		v->number = strtol(*p, (char **)p, 10);
	else if (is_ahead(p, "true"))
		v->is_true = 1;
	else if (!is_ahead(p, "false") && !is_ahead(p, "null"))
		return **p == '{' ? read_members(o, p, key) : **p == '[' ? read_list(o, p, key) : read_string(o, p, NULL, v);
	return 1;
}

/* Texts have room for the octets of any line that text can hold, and for some keys of inner
 * objects. */
static int read_members(struct object *o, const char **p, const struct value *prefix)
{
	if (!is_ahead(p, "{"))
		return 0;
	if (is_ahead(p, "}"))
		return 1;
	do {
		const size_t i = o->members++;

		if (i == MEMBERS)
			return 0;
		skip_space(p);
		if (!read_string(o, p, prefix, &o->key[i]))
			return 0;
		skip_space(p);
		if (!is_ahead(p, ":"))
			return 0;
		skip_space(p);
		if (!read_value(o, p, &o->key[i], &o->value[i]))
			return 0;
		skip_space(p);
	} while (is_ahead(p, ","));
	return is_ahead(p, "}");
}

static int read_list(struct object *o, const char **p, const struct value *key)
{
	const char *empty = "\"\"";

	if (!is_ahead(p, "["))
		return 0;
	do {
		const size_t i = o->members++;

		if (i == MEMBERS || !read_string(o, &empty, key, &o->key[i]))
			return 0;
		empty = "\"\"";
		skip_space(p);
		if (!read_value(o, p, &o->key[i], &o->value[i]))
			return 0;
		skip_space(p);
	} while (is_ahead(p, ","));
	return is_ahead(p, "]");
}

static int read_object(struct object *o, const char *p)
{
	o->members = o->used = 0;
	skip_space(&p);
	return read_members(o, &p, NULL) && (*p == '\n' || *p == '\0');
}

static const struct value *member(const struct object *o, const char *key, int is_string)
{
	for (size_t i = 0; i < o->members; i++)
		if (strcmp(o->key[i].at, key) == 0 && o->value[i].is_string == is_string)
			return &o->value[i];
	return NULL;
}

/* ---- a vector ---- */

struct vector {
	const char *id;
	const struct value *robots, *agent, *url, *allowed;
	enum oracle_dialect dialect;
};

static void check_oracle(const struct vector *v)
{
	const struct oracle_text token = {v->agent->at, v->agent->len};
	const int got = oracle_allowed(v->dialect, v->robots->at, v->robots->len, &token, 1, v->url->at, v->url->len);

	CHECK_MSG(got == v->allowed->is_true, "oracle, %s: %d", v->id, got);
}

static void check_product(const struct vector *v, enum robotsc_form form, int only_this_agent)
{
	const struct robotsc_text token = {v->agent->at, v->agent->len};
	struct robotsc_group group;
	struct robotsc_text path;
	struct product p;
	enum robotsc_status status;

	status = product_open(&p, v->dialect, form, v->robots->at, v->robots->len, only_this_agent ? &token : NULL,
	                      only_this_agent ? 1 : 0);
	if (CHECK_MSG(status == ROBOTSC_OK, "%s: %s", v->id, robotsc_strerror(status))) {
		status = robotsc_select(&p.blob, &token, 1, &group);
		if (CHECK_MSG(status == ROBOTSC_OK, "%s: %s", v->id, robotsc_strerror(status))) {
			const enum robotsc_verdict got = robotsc_check_url(&group, v->url->at, v->url->len);

			CHECK_MSG((int)got == v->allowed->is_true, "%s, form %s, %s: %d", v->id, product_forms[form],
			          only_this_agent ? "this agent" : "all agents", (int)got);
			robotsc_url_path(product_dialect(v->dialect), v->url->at, v->url->len, &path);
			CHECK_MSG(robotsc_check_path(&group, path.at, path.len) == got, "%s: path and URL differ", v->id);
		}
	}
	product_close(&p);
}

static int read_vector(const struct object *o, struct vector *v)
{
	const struct value *id = member(o, "id", 1);

	if (id != NULL)
		v->id = id->at;
	v->robots = member(o, "robots", 1);
	v->agent = member(o, "agent", 1);
	v->url = member(o, "url", 1);
	v->allowed = member(o, "allowed", 0);
	return id != NULL && v->robots != NULL && v->agent != NULL && v->url != NULL && v->allowed != NULL;
}

static void check_robots_url(const struct object *o)
{
	const struct value *id = member(o, "id", 1), *url = member(o, "url", 1), *want = member(o, "robots_url", 1);
	char out[512];
	size_t n = 0;

	if (!CHECK(id != NULL && url != NULL && want != NULL && want->len < sizeof out))
		return;
	CHECK(robotsc_robots_url(url->at, url->len, out, sizeof out, &n) == ROBOTSC_OK);
	CHECK_MSG(n == want->len && memcmp(out, want->at, n) == 0, "%s: %.*s", id->at, (int)n, out);
}

/* ---- preferences ---- */

/* Compare what the vector wants of each label with what the oracle and the library say of it. */
static void compare_usage(const struct object *o, const char *id, const struct robotsc_extensions *ext,
                          const struct robotsc_usage *got, const struct oracle_file *file, const struct oracle_policy *policy)
{
	const struct value *url = member(o, "url", 1);
	const struct robotsc_text use = {"use", 3};
	struct robotsc_label label;

	for (uint32_t i = 0; robotsc_label_at(ext, i, &label); i++) {
		const struct robotsc_text is = robotsc_label_value(ext, i, got->preferences[i]);
		char name[32], key[64];

		snprintf(name, sizeof name, "%.*s", (int)label.name.len, label.name.at);
		snprintf(key, sizeof key, "%s/%s", label.field == ROBOTSC_FIELD_CONTENT_SIGNAL ? "signal" : "usage", name);
		const struct value *want = member(o, key, 1);
		CHECK_MSG(is.len == (want ? want->len : 0) && (!want || memcmp(is.at, want->at, is.len) == 0), "%s: %s is %.*s", id,
		          key, (int)is.len, is.at);
		CHECK((int)got->preferences[i] == (int)oracle_usage(file, policy, (enum oracle_field)label.field, name,
		                                                    url ? url->at : "/", url ? url->len : 1));
	}
	CHECK(!member(o, "signal/use", 1) || robotsc_find_label(ext, ROBOTSC_FIELD_CONTENT_SIGNAL, use) < ROBOTSC_LABELS_MAX);
}

/* The lines of a robot, or of the whole file (group NULL), if the vector names them, as
 * "field: value" with bars between. */
static void compare_lines(const struct object *o, const char *key, const struct robotsc_extensions *ext,
                          const struct robotsc_group *group)
{
	const struct value *want = member(o, key, 1), *id = member(o, "id", 1);
	struct robotsc_lines lines;
	struct robotsc_line line;
	char text[1024];
	size_t n = 0;

	text[0] = '\0';
	robotsc_begin_lines(ext, group, &lines);
	while (robotsc_next_line(&lines, &line) && n < sizeof text)
		n += (size_t)snprintf(text + n, sizeof text - n, "%s%.*s%s: %.*s", n ? " | " : "", (int)line.name.len, line.name.at,
		                      line.name.len ? "" : robotsc_field_name(line.field), (int)line.value.len, line.value.at);
	CHECK_MSG(!want || strcmp(text, want->at) == 0, "%s: %s has %s", id->at, key, text);
}

/* The longest Crawl-delay, in seconds; -1: none. */
static void compare_pause(const struct object *o, const struct robotsc_extensions *ext, const struct robotsc_group *group)
{
	const struct value *want = member(o, "pause", 0), *id = member(o, "id", 1);
	struct robotsc_lines lines;
	struct robotsc_line line;
	long pause = -1;

	robotsc_begin_lines(ext, group, &lines);
	while (robotsc_next_line(&lines, &line))
		if (line.field == ROBOTSC_FIELD_CRAWL_DELAY && (long)line.delay / 1000 > pause)
			pause = (long)line.delay / 1000;
	CHECK_MSG(!want || pause == want->number, "%s: a pause of %ld s", id->at, pause);
}

static void check_usage(const struct object *o, enum oracle_dialect dialect, enum robotsc_form form, int only_this_agent)
{
	const struct value *id = member(o, "id", 1), *robots = member(o, "robots", 1), *value = member(o, "value", 1);
	const struct value *agent = member(o, "agent", 1), *url = member(o, "url", 1), *allowed = member(o, "allowed", 0);
	const struct robotsc_text token = {agent ? agent->at : "bot", agent ? agent->len : 3};
	const struct oracle_text name = {token.at, token.len};
	const struct oracle_options how = {.dialect = dialect};
	struct robotsc_options options;
	struct robotsc_extensions ext;
	struct robotsc_usage usage;
	struct robotsc_group group;
	struct product p;
	char text[4096];

	if (!CHECK(id != NULL && (robots != NULL || value != NULL)))
		return;
	snprintf(text, sizeof text, "%s%s\n", robots ? robots->at : "User-agent: *\nContent-Usage: ", robots ? "" : value->at);
	robotsc_options_init(&options);
	options.dialect = product_dialect(dialect);
	options.form = form;
	options.extensions = 1;
	options.agents = &token;
	options.nagents = only_this_agent ? 1 : 0;
	struct oracle_file *file = oracle_parse(&how, text, strlen(text));
	struct oracle_policy *policy = oracle_select(file, &name, 1);
	if (CHECK(product_open_with(&p, &options, text, strlen(text)) == ROBOTSC_OK) &&
	    CHECK(robotsc_open_extensions(&p.blob, &ext) == ROBOTSC_OK) &&
	    CHECK(robotsc_select(&p.blob, &token, 1, &group) == ROBOTSC_OK)) {
		const int got = (int)robotsc_check_usage(&ext, &group, url ? url->at : "/", url ? url->len : 1, &usage);

		CHECK_MSG(got == (allowed != NULL ? allowed->is_true : 1), "%s: verdict %d", id->at, got);
		CHECK((int)usage.verdict == got);
		compare_usage(o, id->at, &ext, &usage, file, policy);
		compare_lines(o, "file", &ext, NULL);
		compare_lines(o, "lines", &ext, &group);
		compare_pause(o, &ext, &group);
	}
	oracle_free_policy(policy);
	oracle_free_file(file);
	product_close(&p);
}

/* ---- a robot with several names ---- */

/* The strings of a list, at most four.  key: the list's key and '/'. */
static size_t list_of(const struct object *o, const char *key, struct robotsc_text list[4])
{
	size_t n = 0;

	for (size_t i = 0; i < o->members && n < 4; i++)
		if (strcmp(o->key[i].at, key) == 0)
			list[n++] = (struct robotsc_text){o->value[i].at, o->value[i].len};
	return n;
}

/* The verdict of each path, for each name alone and for all. */
static void check_robot_blob(const struct object *o, const struct robotsc_options *options)
{
	const struct value *id = member(o, "id", 1), *robots = member(o, "robots", 1);
	static const char prefix[] = "paths/";
	struct product p;
	size_t asked = 0;

	if (!CHECK_MSG(product_open_with(&p, options, robots->at, robots->len) == ROBOTSC_OK, "%s", id->at))
		return;
	for (size_t i = 0; i < o->members; i++) {
		const char *const path = o->key[i].at + strlen(prefix);

		if (strncmp(o->key[i].at, prefix, strlen(prefix)) != 0)
			continue;
		for (size_t k = 0; k <= options->nagents; k++) {
			const int alone = k < options->nagents;
			struct robotsc_group group;

			if (CHECK(robotsc_select(&p.blob, options->agents + (alone ? k : 0), alone ? 1 : options->nagents,
			                         &group) == ROBOTSC_OK))
				CHECK_MSG(robotsc_check_url(&group, path, strlen(path)) ==
				                  (strcmp(o->value[i].at, "allow") == 0 ? ROBOTSC_ALLOW : ROBOTSC_DISALLOW),
				          "%s: %s, dialect %d, form %d, name %zu", id->at, path, (int)options->dialect,
				          (int)options->form, k);
			asked++;
		}
	}
	CHECK_MSG(asked > 0, "%s has no paths", id->at);
	product_close(&p);
}

static void check_robot(const struct object *o)
{
	const struct value *id = member(o, "id", 1), *robots = member(o, "robots", 1);
	struct robotsc_text names[4], turned[4], dialects[4];
	const size_t n = list_of(o, "names/", names), ndialects = list_of(o, "dialects/", dialects);
	struct robotsc_options options;

	if (!CHECK(id != NULL && robots != NULL && n > 0 && ndialects > 0))
		return;
	robotsc_options_init(&options);
	options.agents = turned;
	options.nagents = n;
	options.one_robot = 1;
	for (size_t d = 0; d < ndialects; d++)
		for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_QUICK; form++)
			for (size_t turn = 0; turn < 2 * n; turn++) { /* all orders of three */
				for (size_t i = 0; i < n; i++)
					turned[i] = names[(turn + (turn < n ? i : n - i)) % n];
				options.dialect = strcmp(dialects[d].at, "google") == 0 ? ROBOTSC_GOOGLE : ROBOTSC_RFC9309;
				options.form = (enum robotsc_form)form;
				check_robot_blob(o, &options);
			}
}

/* ---- files ---- */

static void check_line(const struct object *o, enum oracle_dialect dialect)
{
	struct vector v = {.id = "?", .dialect = dialect};

	if (!read_vector(o, &v)) {
		CHECK_MSG(0, "%s is incomplete", v.id);
		return;
	}
	check_oracle(&v);
	for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_FILTER; form++) {
		check_product(&v, (enum robotsc_form)form, 0);
		check_product(&v, (enum robotsc_form)form, 1);
	}
}

/* Files whose lines are other questions than verdicts. */
static void check_other(const char *name, const struct object *o)
{
	if (strcmp(name, "robots_url") == 0) {
		check_robots_url(o);
		return;
	}
	if (strcmp(name, "one_robot") == 0) {
		check_robot(o);
		return;
	}
	const enum oracle_dialect last = strcmp(name, "pause") == 0 ? ORACLE_GOOGLE : ORACLE_RFC9309;
	for (enum oracle_dialect dialect = ORACLE_RFC9309; dialect <= last; dialect++)
		for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_FILTER; form++)
			for (int only = 0; only < 2; only++)
				check_usage(o, dialect, (enum robotsc_form)form, only);
}

/* dialect ORACLE_DIALECTS: a file with other questions. */
static void check_file(const char *folder, const char *name, enum oracle_dialect dialect)
{
	static struct object object;
	static char line[LINE_MAX_OCTETS];
	char path[1024];
	size_t n = 0;
	FILE *f;

	snprintf(path, sizeof path, "%s/%s.jsonl", folder, name);
	f = fopen(path, "r");
	if (!CHECK_MSG(f != NULL, "cannot read %s", path))
		return;
	while (fgets(line, sizeof line, f) != NULL) {
		n++;
		if (!read_object(&object, line)) {
			CHECK_MSG(0, "%s:%zu: not a vector", path, n);
			continue;
		}
		const struct value *id = member(&object, "id", 1);

		if (!check_case(id != NULL ? id->at : ""))
			continue;
		if (dialect == ORACLE_DIALECTS)
			check_other(name, &object);
		else
			check_line(&object, dialect);
	}
	fclose(f);
	CHECK_MSG(n > 0, "%s is empty", path);
	printf("%-12s %4zu vectors\n", name, n);
}

int main(int argc, char **argv)
{
	static const char *const name[ORACLE_DIALECTS] = {"rfc9309", "google", "nexor1994", "koster1996", "conner2"};
	const char *folder = argc > 1 ? argv[1] : "tests/vectors";

	for (int d = 0; d < ORACLE_DIALECTS; d++) {
		CHECK((int)product_dialect((enum oracle_dialect)d) == d);
		check_file(folder, name[d], (enum oracle_dialect)d);
	}
	check_file(folder, "robots_url", ORACLE_DIALECTS);
	check_file(folder, "content_usage", ORACLE_DIALECTS);
	check_file(folder, "content_signal", ORACLE_DIALECTS);
	check_file(folder, "file_links", ORACLE_DIALECTS);
	check_file(folder, "pause", ORACLE_DIALECTS);
	check_file(folder, "one_robot", ORACLE_DIALECTS);
	return check_done();
}
