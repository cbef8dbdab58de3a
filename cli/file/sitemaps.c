/* sitemaps.c - see sitemaps.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "sitemaps.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/agent.h"
#include "cli/crawler_sources.h"
#include "cli/logs/log_input.h"
#include "cli/messages.h"
#include "cli/text_print.h"
#include "robotsc/explain.h"
#include "robotsc/sitemap.h"

/* What search engines read of one sitemap, at most. */
#define USUAL_OCTETS ((size_t)50 << 20)
#define USUAL_URLS 50000

/* What is read of one sitemap, at most: a small gzip file must not fill the memory. */
#define MOST_OCTETS ((size_t)1 << 30)

static const char between[] = ", \t\r\n";

/* A sitemap that is given, or that an index names. */
struct source {
	char *path;
	struct robotsc_text part; /* the URL in the index that means it; empty: in no index */
};

struct reader {
	const struct cli_settings *s;
	struct cli_sitemaps *out;
	struct source *sources;
	size_t n, room;
	size_t missing; /* parts of an index for which there is no file */
	struct robotsc_text first_missing;
	struct cli_urls urls;
};

static int out_of_memory(void)
{
	cli_complain("out of memory");
	return -1;
}

/* Make room for one more item.  Returns 0, or -1 after a message. */
static int grow(void **array, size_t n, size_t *room, size_t size)
{
	void *larger;
	if (n < *room)
		return 0;
	*room = *room ? *room * 2 : 64;
	larger = realloc(*array, *room * size);
	if (!larger)
		return out_of_memory();
	*array = larger;
	return 0;
}

/* ---- files ------------------------------------------------------------------------------ */

/* Read all octets of a file.  Returns 0, or -1 after a message; text is to be freed. */
static int read_octets(const char *path, char **text, size_t *len)
{
	struct cli_log log = {.fd = -1};
	size_t room = 0;
	ptrdiff_t n = cli_log_open(&log, path);
	*text = NULL;
	*len = 0;
	while (n >= 0) {
		if (*len == room) {
			char *const larger = realloc(*text, room = room ? room * 2 : 1u << 16);
			if (!larger) {
				n = out_of_memory();
				break;
			}
			*text = larger;
		}
		n = cli_log_read(&log, *text + *len, room - *len);
		if (n <= 0)
			break;
		*len += (size_t)n;
		if (*len > MOST_OCTETS) {
			cli_complain("%s: a sitemap of more than 1 GiB is not read; search engines read 50 MiB", log.name);
			n = -1;
		}
	}
	if (n == 0 && *len > USUAL_OCTETS)
		cli_complain("%s: warning: %zu octets; search engines read 52428800 of a sitemap", log.name, *len);
	cli_log_close(&log);
	return n < 0 ? -1 : 0;
}

static const char *shown(const char *path)
{
	return strcmp(path, "-") == 0 ? "<stdin>" : path;
}

/* Print a fault with its line and column, and the advice what to do. */
static void complain_of(const char *path, const char *text, const struct robotsc_sitemap *map)
{
	size_t line = 1, column = 1;
	for (size_t i = 0; i < map->at && i < map->len; i++) {
		line += text[i] == '\n';
		column = text[i] == '\n' ? 1 : column + 1;
	}
	cli_complain("%s:%zu:%zu: %s; URLs from here on were not read", shown(path), line, column,
	             robotsc_sitemap_fault_text(map->fault));
}

/* ---- an index -------------------------------------------------------------------------------- */

static bool same(struct robotsc_text a, struct robotsc_text b)
{
	return a.len == b.len && memcmp(a.at, b.at, a.len) == 0;
}

/* Add a file, unless it is there.  part: the URL in an index that means it; or empty. */
static int add_source(struct reader *r, struct robotsc_text path, struct robotsc_text part)
{
	for (size_t i = 0; i < r->n; i++)
		if (same(cli_text(r->sources[i].path), path))
			return 0;
	if (grow((void **)&r->sources, r->n, &r->room, sizeof *r->sources) < 0)
		return -1;
	r->sources[r->n] = (struct source){malloc(path.len + 1), part};
	if (!r->sources[r->n].path)
		return out_of_memory();
	memcpy(r->sources[r->n].path, path.at, path.len);
	r->sources[r->n++].path[path.len] = '\0';
	return 0;
}

/* The part of a path or URL behind its last '/', without a query. */
static struct robotsc_text last_name(struct robotsc_text path)
{
	size_t end = 0, from;
	while (end < path.len && path.at[end] != '?' && path.at[end] != '#')
		end++;
	for (from = end; from > 0 && path.at[from - 1] != '/';)
		from--;
	return (struct robotsc_text){path.at + from, end - from};
}

/* Find the file of a part among the sources.  A file is one part only, and an index is no part of
 * itself. */
static bool find_part(struct reader *r, const char *index, struct robotsc_text url)
{
	for (size_t i = 0; i < r->n; i++) {
		struct source *const source = &r->sources[i];
		if (!same(last_name(cli_text(source->path)), last_name(url)) || strcmp(source->path, index) == 0 ||
		    (source->part.len && !same(source->part, url)))
			continue;
		source->part = url;
		return true;
	}
	return false;
}

/* Add the file of a part: one of --sitemap, or a file beside the index. */
static int add_part(struct reader *r, const char *index, struct robotsc_text url)
{
	const struct robotsc_text name = last_name(url);
	const char *const slash = strrchr(index, '/');
	const size_t folder = slash ? (size_t)(slash + 1 - index) : 0, before = r->n;
	char *path;
	int result = 0;
	if (find_part(r, index, url))
		return 0;
	path = malloc(folder + name.len + 1);
	if (!path)
		return out_of_memory();
	memcpy(path, index, folder);
	memcpy(path + folder, name.at, name.len);
	path[folder + name.len] = '\0';
	if (name.len && strcmp(path, "-") != 0 && !memchr(name.at, '\0', name.len) && access(path, R_OK) == 0)
		result = add_source(r, (struct robotsc_text){path, folder + name.len}, url);
	if (result == 0 && r->n == before && r->missing++ == 0)
		r->first_missing = url;
	free(path);
	return result;
}

/* Report parts without a file.  Some of them may have been given under other names. */
static void end_parts(struct reader *r, size_t indexes)
{
	size_t others = 0;
	for (size_t i = 0; i < r->n; i++)
		others += !r->sources[i].part.len;
	others -= others < indexes ? others : indexes;
	if (r->missing <= others)
		return;
	fputs("robotsc: ", stderr);
	cli_print_text(stderr, r->first_missing);
	fprintf(stderr,
	        ": this part of a sitemap index is no file beside it, so its URLs are not judged (%zu in all); fetch them and "
	        "give each as --sitemap=FILE\n",
	        r->missing - others);
	r->out->trouble = true;
}

/* ---- URLs ------------------------------------------------------------------------------------ */

static int take(struct reader *r, const char *path, const struct robotsc_sitemap *map, struct robotsc_text url)
{
	if (map->kind == ROBOTSC_SITEMAP_INDEX)
		return add_part(r, path, url);
	if (!cli_take_url(&r->urls, url))
		return 0;
	if (grow((void **)&r->out->all, r->out->nall, &r->out->all_room, sizeof *r->out->all) < 0)
		return -1;
	r->out->all[r->out->nall++] = url;
	return 0;
}

/* Read one sitemap.  Returns 1 for an index, 0, or -1 after a message that ends all. */
static int read_sitemap(struct reader *r, const char *path)
{
	struct robotsc_sitemap map;
	struct robotsc_text url;
	const size_t before = r->out->nall;
	size_t len, entries = 0;
	char **const larger = realloc(r->out->texts, (r->out->ntexts + 1) * sizeof *larger);
	if (!larger)
		return out_of_memory();
	r->out->texts = larger;
	if (read_octets(path, &larger[r->out->ntexts++], &len) < 0) {
		r->out->trouble = true;
		return 0;
	}
	char *const text = larger[r->out->ntexts - 1];
	robotsc_sitemap_begin(&map, text, len);
	for (; robotsc_sitemap_next(&map, &url); entries++)
		if (take(r, path, &map, url) < 0)
			return -1;
	if (map.fault) {
		complain_of(path, text, &map);
		r->out->trouble = true;
	}
	if (!entries && !map.fault && map.kind == ROBOTSC_SITEMAP_LIST) {
		cli_complain("%s: it is empty; a sitemap has at least a URL", shown(path));
		r->out->trouble = true;
	}
	if (r->out->nall - before > USUAL_URLS)
		cli_complain("%s: warning: %zu URLs; search engines read 50000 of a sitemap", shown(path), r->out->nall - before);
	return map.kind == ROBOTSC_SITEMAP_INDEX;
}

/* Separate the URLs of the site from those of other hosts. */
static int part_hosts(struct cli_sitemaps *m)
{
	if (robotsc_part_urls(NULL, m->all, m->nall, &m->nurls) != ROBOTSC_OK)
		return out_of_memory();
	m->urls = m->all;
	m->others = m->all + m->nurls;
	m->nothers = m->nall - m->nurls;
	return 0;
}

int cli_read_sitemaps(const struct cli_settings *s, struct cli_sitemaps *sitemaps)
{
	struct reader r = {.s = s, .out = sitemaps};
	size_t indexes = 0;
	int result = 0;
	*sitemaps = (struct cli_sitemaps){.urls = NULL};
	for (size_t i = 0; i < s->sitemaps.n && result == 0; i++)
		result = add_source(&r, s->sitemaps.at[i], (struct robotsc_text){"", 0});
	for (size_t i = 0; i < r.n && result >= 0; i++) {
		result = read_sitemap(&r, r.sources[i].path);
		indexes += result == 1 && !r.sources[i].part.len;
	}
	if (result >= 0) {
		end_parts(&r, indexes);
		if (r.urls.wrong)
			cli_complain("%llu entries of sitemaps are no URLs and no paths, and are not judged",
			             (unsigned long long)r.urls.wrong);
		sitemaps->trouble |= r.urls.wrong != 0;
		result = part_hosts(sitemaps);
	}
	for (size_t i = 0; i < r.n; i++)
		free(r.sources[i].path);
	free(r.sources);
	return result;
}

void cli_free_sitemaps(struct cli_sitemaps *sitemaps)
{
	for (size_t i = 0; i < sitemaps->ntexts; i++)
		free(sitemaps->texts[i]);
	free(sitemaps->texts);
	free(sitemaps->all);
}

/* ---- for whom ------------------------------------------------------------------------------- */

bool cli_is_listed(struct robotsc_text word)
{
	for (size_t i = 0; i < cli_nnames(); i++)
		if (cli_is_word(cli_crawlers()[i].token, word) || cli_is_word(cli_crawlers()[i].purpose, word))
			return true;
	return false;
}

bool cli_is_named(const struct cli_settings *s, const struct cli_file *file, struct robotsc_text word)
{
	struct robotsc_explanation e;
	return robotsc_explain(&s->options, file->bytes, file->len, &word, 1, cli_text("/"), NULL, NULL, &e) == ROBOTSC_OK &&
	       e.selected == ROBOTSC_SELECTED_TOKEN;
}

/* Add all purposes that are not there yet. */
static void add_purposes(struct cli_asked *asked)
{
	for (size_t i = 0; i < cli_ncrawlers; i++) {
		const struct robotsc_text purpose = cli_text(cli_crawlers()[i].purpose);
		size_t k = 0;
		while (k < asked->n && !same(asked->names[k], purpose))
			k++;
		if (k == asked->n)
			asked->names[asked->n++] = purpose;
	}
}

int cli_take_asked(const struct cli_settings *s, const struct cli_file *file, struct cli_asked *asked)
{
	const char *at = s->crawlers ? s->crawlers : "";
	const size_t tokens = s->noperands > 1 ? s->noperands - 1 : 0;
	*asked = (struct cli_asked){calloc(strlen(at) * cli_ncrawlers + tokens + 1, sizeof *asked->names), 0};
	if (!asked->names)
		return out_of_memory();
	for (at += strspn(at, between); *at; at += strspn(at, between)) {
		const struct robotsc_text word = {at, strcspn(at, between)};
		at += word.len;
		if (cli_is_word("all", word)) {
			add_purposes(asked);
			continue;
		}
		if (!cli_is_listed(word) && !cli_is_named(s, file, word)) {
			cli_complain("--crawlers=%.*s: no purpose, no crawler of 'robotsc crawlers', and no group names it",
			             (int)word.len, word.at);
			return -1;
		}
		asked->names[asked->n++] = word;
	}
	for (size_t i = 1; i <= tokens; i++) {
		const struct robotsc_text token = cli_text(s->operands[i]);
		if (cli_check_agent(s->options.dialect, token) < 0)
			return -1;
		asked->names[asked->n++] = token;
	}
	if (asked->n == 0)
		asked->names[asked->n++] = cli_text("search");
	return 0;
}

/* The list of crawlers, all in the dialect that --dialect names; NULL: out of memory. */
static struct robotsc_crawler *in_one_dialect(const struct cli_settings *s)
{
	struct robotsc_crawler *const list = malloc(cli_nnames() * sizeof *list);
	for (size_t i = 0; list && i < cli_nnames(); i++) {
		list[i] = cli_crawlers()[i];
		list[i].dialect = s->options.dialect;
	}
	return list;
}

int cli_closed_urls(const struct cli_settings *s, const struct cli_file *file, const struct cli_asked *asked,
                    const struct cli_sitemaps *sitemaps, void (*closed)(void *ctx, const struct robotsc_closed *closed), void *ctx)
{
	const bool one_dialect = s->given[CLI_OPT_DIALECTS] || s->given[CLI_OPT_DIALECT];
	struct robotsc_crawler *const list = one_dialect ? in_one_dialect(s) : NULL;
	const struct robotsc_summary_question question = {
		.options = &s->options, .crawlers = list ? list : cli_crawlers(), .ncrawlers = cli_nnames()};
	if (one_dialect && !list)
		return out_of_memory();
	const enum robotsc_status status = robotsc_closed_urls(&question, file->bytes, file->len, asked->names, asked->n,
	                                                       sitemaps->urls, sitemaps->nurls, closed, ctx);
	free(list);
	if (status != ROBOTSC_OK)
		cli_complain("%s: %s", file->name, cli_why(status));
	return status == ROBOTSC_OK ? 0 : -1;
}
