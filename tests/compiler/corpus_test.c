/* corpus_test.c - real files: library against oracle over a corpus of robots.txt and URLs.
 *
 *     corpus_test [--sample N] [FOLDER]
 *
 * FOLDER, else $ROBOTSC_CORPUS, holds robots.warc.gz, responses to requests for robots.txt, and
 * urls.txt.gz, a URL a line.  --sample takes every Nth file.  Without a corpus there is nothing to
 * do, and the last line says so.
 *
 * Each file is compiled, in each dialect and form, for all agents and for one of them; the blob
 * goes through a file before it is opened.  Each is asked about URLs of the corpus and about some
 * made from its own rules.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "tests/support/test.h"
#include "tests/runtime/records/extensions_trial.h"
#include "tests/oracle/oracle.h"
#include "tests/support/product.h"
#include "tests/support/random_gen.h"
#include "tests/support/trial.h"
#include "tests/support/warc.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define URLS 200     /* a file */
#define FROM_LIST 80 /* of them */
#define REPORTS 6

struct corpus {
	struct oracle_text *url; /* of the list */
	size_t urls;
	struct draft asked[URLS];
	struct draft named; /* the name of an agent in the file */
	uint64_t state;
	FILE *disk;
	unsigned long files, groups, blobs, checks, denials, differences;
	unsigned long records, stated; /* counts: extension records; preferences that are stated */
	unsigned long long octets, blob_octets, extended_octets;
};

/* ---- a blob by way of a file ---- */

static int through_disk(struct corpus *c, struct product *p)
{
	rewind(c->disk);
	if (fwrite(p->bytes, 1, p->len, c->disk) != p->len)
		return 0;
	rewind(c->disk);
	memset(p->bytes, 0xA5, p->len);
	return fread(p->bytes, 1, p->len, c->disk) == p->len && robotsc_open(&p->blob, p->bytes, p->len) == ROBOTSC_OK;
}

/* ---- one file ---- */

static void differ(struct corpus *c, const struct trial *t, const char *uri)
{
	c->differences++;
	CHECK_MSG(0, "%s", uri);
	if (c->differences <= REPORTS)
		trial_report(t);
}

static void ask(struct corpus *c, struct trial *t, const struct product *p, const struct oracle_policy *policy, const uint8_t *want,
                const char *uri)
{
	struct robotsc_query query[URLS];
	struct robotsc_group group;
	struct robotsc_text url[URLS];
	uint8_t batch[URLS], urls[URLS], url_batch[URLS];
	size_t token;

	if (robotsc_select(&p->blob, t->token, 1, &group) != ROBOTSC_OK ||
	    (int)group.selected != (int)oracle_selected_by(policy, &token)) {
		differ(c, t, uri);
		return;
	}
	for (size_t i = 0; i < URLS; i++) {
		query[i].group = &group;
		robotsc_url_path(product_dialect(t->dialect), c->asked[i].at, c->asked[i].len, &query[i].path);
	}
	robotsc_check_batch(query, URLS, batch);
	for (size_t i = 0; i < URLS; i++)
		query[i].path = url[i] = (struct robotsc_text){c->asked[i].at, c->asked[i].len};
	robotsc_check_urls(&group, url, URLS, urls);
	robotsc_check_url_batch(query, URLS, url_batch);
	for (size_t i = 0; i < URLS; i++) {
		t->url = c->asked[i].at;
		t->url_len = c->asked[i].len;
		c->checks++;
		c->denials += !want[i];
		if ((int)robotsc_check_url(&group, t->url, t->url_len) != want[i] || batch[i] != want[i] || urls[i] != want[i] ||
		    url_batch[i] != want[i])
			differ(c, t, uri);
		else
			check_passed++;
	}
}

/* Compile, in the form and for the agents that t says, and open. */
static int open_blob(struct corpus *c, struct trial *t, struct product *p, const char *uri)
{
	t->url = "/";
	t->url_len = 1;
	c->blobs++;
	if (product_open(p, t->dialect, t->form, t->robots, t->robots_len, t->partial ? t->token : NULL, t->partial ? 1 : 0) ==
	            ROBOTSC_OK &&
	    through_disk(c, p))
		return 1;
	differ(c, t, uri);
	product_close(p);
	return 0;
}

/* Check one robot of one file: what the oracle says, then every blob. */
static void check_robot(struct corpus *c, struct trial *t, const struct oracle_file *file, const struct product *all,
                        const char *uri)
{
	const struct oracle_text token = {t->token[0].at, t->token[0].len};
	struct oracle_policy *policy = oracle_select(file, &token, 1);
	uint8_t want[URLS];
	struct product one;

	for (size_t i = 0; i < URLS; i++)
		want[i] = (uint8_t)oracle_check(policy, c->asked[i].at, c->asked[i].len, NULL);
	t->partial = 0;
	for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_FILTER; form++) {
		t->form = (enum robotsc_form)form;
		if (all[form].bytes != NULL)
			ask(c, t, &all[form], policy, want, uri);
	}
	t->partial = 1;
	t->form = ROBOTSC_FORM_AUTO;
	if (open_blob(c, t, &one, uri))
		ask(c, t, &one, policy, want, uri);
	product_close(&one);
	oracle_free_policy(policy);
}

/* What is said beside the rules, to one robot of one file. */
static void check_extensions(struct corpus *c, struct trial *t, const struct oracle_file *file, const struct product *p,
                             const char *uri)
{
	const struct oracle_text token = {t->token[0].at, t->token[0].len};
	struct oracle_policy *policy = oracle_select(file, &token, 1);
	struct robotsc_extensions ext;
	struct robotsc_group group;
	struct extensions_trial trial = {.ext = &ext, .group = &group, .file = file, .policy = policy};

	if (!CHECK(robotsc_open_extensions(&p->blob, &ext) == ROBOTSC_OK) ||
	    !CHECK(robotsc_select(&p->blob, t->token, 1, &group) == ROBOTSC_OK) ||
	    !CHECK_MSG(extensions_trial_lines(&trial), "%s: %s", uri, trial.what))
		c->differences++;
	else
		for (size_t i = 0; i < URLS; i += 7) {
			const int same = extensions_trial_url(&trial, c->asked[i].at, c->asked[i].len);

			c->differences += !CHECK_MSG(same, "%s: %s", uri, trial.what);
		}
	c->records += trial.records;
	c->stated += trial.stated;
	oracle_free_policy(policy);
}

static void choose_urls(struct corpus *c, const struct oracle_file *file)
{
	for (size_t i = 0; i < URLS; i++) {
		if (i < FROM_LIST) {
			const struct oracle_text *url = &c->url[product_below(&c->state, c->urls)];

			c->asked[i].at = product_alloc(c->asked[i].at, url->len);
			c->asked[i].room = c->asked[i].len = url->len;
			memcpy(c->asked[i].at, url->at, url->len);
		} else {
			random_gen_url(&c->asked[i], &c->state, file);
		}
	}
}

static void check_file(struct corpus *c, const struct warc_response *r, enum oracle_dialect dialect)
{
	const struct oracle_options options = {.dialect = dialect};
	struct oracle_file *file = oracle_parse(&options, r->body, r->len);
	struct product all[3] = {{.bytes = NULL}, {.bytes = NULL}, {.bytes = NULL}};
	struct robotsc_options extended;
	struct product ext;
	struct trial t;
	struct robotsc_text robots[3] = {{"Googlebot", 9}, {"ExampleBot", 10}, {NULL, 0}};

	memset(&t, 0, sizeof t);
	t.dialect = dialect;
	t.robots = r->body;
	t.robots_len = r->len;
	t.tokens = 1;
	random_gen_robot(&c->named, &c->state, file);
	robots[2].at = c->named.at;
	robots[2].len = c->named.len;
	choose_urls(c, file);
	t.token[0] = robots[0];
	for (int form = ROBOTSC_FORM_AUTO; form <= ROBOTSC_FORM_FILTER; form++) {
		t.form = (enum robotsc_form)form;
		open_blob(c, &t, &all[form], r->uri);
	}
	c->blob_octets += all[ROBOTSC_FORM_AUTO].len;
	robotsc_options_init(&extended);
	extended.dialect = product_dialect(dialect);
	extended.extensions = 1;
	CHECK(product_open_with(&ext, &extended, r->body, r->len) == ROBOTSC_OK);
	for (size_t i = 0; i < 3; i++) {
		t.token[0] = robots[i];
		check_robot(c, &t, file, all, r->uri);
		check_extensions(c, &t, file, &ext, r->uri);
	}
	c->extended_octets += ext.len;
	product_close(&ext);
	c->groups += oracle_groups(file);
	for (size_t i = 0; i < 3; i++)
		product_close(&all[i]);
	oracle_free_file(file);
}

/* ---- the corpus ---- */

static int load_urls(struct corpus *c, const char *folder)
{
	char path[1024];
	struct warc *w;
	const char *line;
	size_t len;

	snprintf(path, sizeof path, "%s/urls.txt.gz", folder);
	w = warc_open(path);
	while (w != NULL && (line = warc_line(w, &len)) != NULL) {
		char *copy = product_alloc(NULL, len);

		memcpy(copy, line, len);
		if ((c->urls & (c->urls - 1)) == 0)
			c->url = product_alloc(c->url, (c->urls > 0 ? 2 * c->urls : 1) * sizeof *c->url);
		c->url[c->urls].at = copy;
		c->url[c->urls++].len = len;
	}
	warc_close(w);
	return c->urls > 0;
}

static void check_files(struct corpus *c, const char *folder, unsigned long sample)
{
	struct warc_response response;
	unsigned long number = 0;
	char path[1024];
	struct warc *w;
	int got = -1;

	snprintf(path, sizeof path, "%s/robots.warc.gz", folder);
	w = warc_open(path);
	while (w != NULL && (got = warc_next(w, &response)) > 0) {
		if (number++ % sample != 0 || response.status != 200)
			continue;
		c->state = number;
		c->files++;
		c->octets += response.len;
		for (int d = 0; d < ORACLE_DIALECTS; d++)
			check_file(c, &response, (enum oracle_dialect)d);
	}
	CHECK_MSG(got == 0, "cannot read %s", path);
	CHECK(c->files > 0);
	warc_close(w);
}

static void run(const char *folder, unsigned long sample)
{
	struct corpus c;

	memset(&c, 0, sizeof c);
	c.disk = tmpfile();
	if (CHECK(c.disk != NULL) && CHECK_MSG(load_urls(&c, folder), "cannot read %s/urls.txt.gz", folder))
		check_files(&c, folder, sample);
	printf("%lu files of %llu octets, %lu groups; %lu blobs, those for all agents %llu octets; %lu checks, %lu denied, %lu "
	       "differences\n",
	       c.files, c.octets, c.groups, c.blobs, c.blob_octets, c.checks, c.denials, c.differences);
	printf("with extensions %llu octets; %lu records and %lu preferences compared\n", c.extended_octets, c.records, c.stated);
	for (size_t i = 0; i < URLS; i++)
		free(c.asked[i].at);
	for (size_t i = 0; i < c.urls; i++)
		free((void *)(uintptr_t)c.url[i].at);
	free(c.url);
	free(c.named.at);
	if (c.disk != NULL)
		fclose(c.disk);
}

int main(int argc, char **argv)
{
	const char *folder = getenv("ROBOTSC_CORPUS");
	unsigned long sample = 1;

	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--sample") == 0 && i + 1 < argc)
			sample = strtoul(argv[++i], NULL, 10);
		else
			folder = argv[i];
	if (folder == NULL || folder[0] == '\0' || !warc_available()) {
		printf("%s\n0 passed, 0 failed, 1 skipped\n",
		       warc_available() ? "no corpus: set ROBOTSC_CORPUS" : "no corpus: built without zlib");
		return 0;
	}
	if (CHECK(sample > 0))
		run(folder, sample);
	return check_done();
}
