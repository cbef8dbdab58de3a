/* decide_fuzzer.c - Whatever the bytes, every dialect and form gives the oracle's verdicts, on URLs
 * made from the file's patterns, for robots that the file names, one by one and in a batch; and
 * finds the oracle's product tokens in a User-Agent header.
 *
 * The bytes are a file that robotsc check accepts.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "tests/support/random_gen.h"

#define URLS 12
#define ROBOTS 3
#define TOKENS 5 /* most tokens of a header */
#define FORMS (ROBOTSC_FORM_QUICK + 1)

struct world {
	struct draft url[URLS], name[ROBOTS], header;
	uint64_t state;
};

/* The oracle's answers for the first robots of the list. */
struct expected {
	struct oracle_text name[ROBOTS];
	int selected, verdict[URLS];
	size_t by;
};

static void ask_oracle(struct expected *expected, const struct world *w, const struct oracle_file *file, size_t n)
{
	for (size_t i = 0; i < n; i++)
		expected->name[i] = (struct oracle_text){w->name[i].at, w->name[i].len};
	struct oracle_policy *policy = oracle_select(file, expected->name, n);
	expected->selected = (int)oracle_selected_by(policy, &expected->by);
	for (size_t i = 0; i < URLS; i++)
		expected->verdict[i] = oracle_check(policy, w->url[i].at, w->url[i].len, NULL);
	oracle_free_policy(policy);
}

static void check_urls(const struct world *w, enum robotsc_dialect dialect, const struct robotsc_group *group, const int *want)
{
	struct robotsc_query query[URLS];
	uint8_t batch[URLS], urls[URLS];

	for (size_t i = 0; i < URLS; i++) {
		const struct draft *url = &w->url[i];

		must((int)robotsc_check_url(group, url->at, url->len) == want[i]);
		query[i].group = group;
		robotsc_url_path(dialect, url->at, url->len, &query[i].path);
		must((int)robotsc_check_path(group, query[i].path.at, query[i].path.len) == want[i]);
	}
	robotsc_check_batch(query, URLS, batch);
	for (size_t i = 0; i < URLS; i++)
		query[i].path = (struct robotsc_text){w->url[i].at, w->url[i].len};
	robotsc_check_url_batch(query, URLS, urls);
	for (size_t i = 0; i < URLS; i++)
		must(batch[i] == want[i] && urls[i] == want[i]);
}

/* Check a blob for the first robots of the list. */
static void check_robots(const struct world *w, const struct robotsc_options *options, const struct product *p,
                         const struct expected *expected, size_t n)
{
	struct robotsc_text token[ROBOTS];
	struct robotsc_group group;

	for (size_t i = 0; i < n; i++)
		token[i] = (struct robotsc_text){w->name[i].at, w->name[i].len};
	must(robotsc_select(&p->blob, token, n, &group) == ROBOTSC_OK);
	must((int)group.selected == expected->selected && group.token == expected->by);
	check_urls(w, options->dialect, &group, expected->verdict);
}

/* Check a blob that is compiled for these robots alone. */
static void check_alone(const struct world *w, struct robotsc_options options, const uint8_t *bytes, size_t len,
                        const struct expected *expected, size_t n)
{
	struct robotsc_text token[ROBOTS];
	struct product p;

	for (size_t i = 0; i < n; i++)
		token[i] = (struct robotsc_text){w->name[i].at, w->name[i].len};
	options.agents = n > 0 ? token : NULL;
	options.nagents = n;
	must(product_open_with(&p, &options, (const char *)bytes, len) == ROBOTSC_OK);
	check_robots(w, &options, &p, expected, n);
	product_close(&p);
}

static void check_header(struct world *w, const struct oracle_file *file, const struct product *p)
{
	struct oracle_text want[TOKENS];
	struct robotsc_text got[TOKENS];

	random_gen_header(&w->header, &w->state, file);
	const struct oracle_text header = {w->header.at, w->header.len};
	const size_t n = oracle_header_tokens(file, header, want, TOKENS);

	must(robotsc_header_tokens(&p->blob, header.at, header.len, got, TOKENS) == n);
	for (size_t i = 0; i < n; i++)
		must(got[i].at == want[i].at && got[i].len == want[i].len);
}

static void check_form(struct world *w, enum oracle_dialect dialect, enum robotsc_form form, const uint8_t *bytes, size_t len)
{
	const struct oracle_options how = {.dialect = dialect};
	const size_t few = 1 + product_below(&w->state, ROBOTS);
	struct oracle_file *file = oracle_parse(&how, (const char *)bytes, len);
	struct expected expected[ROBOTS + 1];
	struct robotsc_options options;
	struct product p;

	for (size_t i = 0; i < URLS; i++)
		random_gen_url(&w->url[i], &w->state, file);
	for (size_t i = 0; i < ROBOTS; i++)
		random_gen_robot(&w->name[i], &w->state, file);
	for (size_t n = 0; n <= ROBOTS; n++)
		ask_oracle(&expected[n], w, file, n);
	robotsc_options_init(&options);
	options.dialect = product_dialect(dialect);
	options.form = form;
	must(product_open_with(&p, &options, (const char *)bytes, len) == ROBOTSC_OK);
	for (size_t n = 0; n <= ROBOTS; n++)
		check_robots(w, &options, &p, &expected[n], n);
	check_header(w, file, &p);
	product_close(&p);
	check_alone(w, options, bytes, len, &expected[few], few);
	oracle_free_file(file);
}

static void check_case(const uint8_t *bytes, size_t len, size_t nth, uint64_t *state)
{
	struct world w;

	memset(&w, 0, sizeof w);
	w.state = *state;
	check_form(&w, (enum oracle_dialect)(nth / FORMS), (enum robotsc_form)(nth % FORMS), bytes, len);
	for (size_t i = 0; i < URLS; i++)
		free(w.url[i].at);
	for (size_t i = 0; i < ROBOTS; i++)
		free(w.name[i].at);
	free(w.header.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	harness_try(bytes, len, (size_t)ORACLE_DIALECTS * FORMS, check_case);
	return 0;
}
