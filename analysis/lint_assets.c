/* lint_assets.c - style sheets and scripts that Googlebot may not fetch, so that it sees pages
 * without them.
 *
 * Only some closed folders are looked at: those of rules that name css or js, and those in which
 * sites usually keep such files.  It is proved over all paths that a folder's files of a kind are
 * closed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "lint_parts.h"

#include <stdio.h>
#include <string.h>

#include "extent.h"
#include "pattern/pattern.h"
#include "pattern/rule_match.h"

#define MOST_FOLDERS 16 /* folders that are looked at for one text */

static const char wordpress[] = "/wp-includes/";

/* Folders in which sites keep files that their pages need. */
static const char *const usual[] = {wordpress,
                                    "/wp-content/",
                                    "/wp-content/themes/",
                                    "/wp-content/plugins/",
                                    "/wp-content/cache/",
                                    "/_next/",
                                    "/_nuxt/",
                                    "/assets/",
                                    "/static/",
                                    "/css/",
                                    "/js/",
                                    "/styles/",
                                    "/bundles/",
                                    "/skin/",
                                    "/themes/"};

struct folder {
	const uint8_t *at;
	uint32_t len;
	bool css, js; /* files of this kind were reported as closed */
};

static bool begins(const struct glob *rule, uint32_t at, const char *word)
{
	const size_t n = strlen(word);
	if (rule->len - at < n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (ascii_lower(rule->text[at + i]) != word[i])
			return false;
	return true;
}

/* True for a pattern that names files of css or js, but not of json or jsp. */
static bool names_assets(const struct glob *rule)
{
	for (uint32_t i = 0; i < rule->len; i++) {
		const uint32_t n = begins(rule, i, ".css") ? 4 : begins(rule, i, ".js") ? 3 : 0;
		const uint8_t after = n && i + n < rule->len ? rule->text[i + n] : '?';
		if (n && (after >= OP_ONE || after == '?'))
			return true;
	}
	return false;
}

/* True if a path ends in one of the usual folders. */
static bool ends_usual(const uint8_t *path, size_t len)
{
	for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
		const size_t n = strlen(usual[i]);
		if (len >= n && memcmp(path + len - n, usual[i], n) == 0)
			return true;
	}
	return false;
}

/* The folder that a rule closes, if pages may need files in it.  False: no such folder is known. */
static bool folder_of(struct linter *l, const struct glob *rule, struct folder *out)
{
	const uint32_t literal = robotsc__pattern_literal(rule->text, rule->len);
	uint8_t *const path = robotsc__arena_take(l->arena, literal + 1);
	if (!path) {
		l->failed = true;
		return false;
	}
	if (!literal || rule->text[0] != '/' || (rule->rank & 1))
		return false;
	memcpy(path, rule->text, literal);
	uint32_t len = literal;
	if (names_assets(rule)) {
		while (path[len - 1] != '/')
			len--;
		*out = (struct folder){.at = path, .len = len};
		return true;
	}
	/* "/wp-", or more of "/wp-includes/": only WordPress has such paths. */
	if (literal > 3 && literal < sizeof wordpress - 1 && memcmp(path, wordpress, literal) == 0) {
		*out = (struct folder){.at = (const uint8_t *)wordpress, .len = sizeof wordpress - 1};
		return true;
	}
	if (path[len - 1] != '/')
		path[len++] = '/';
	*out = (struct folder){.at = path, .len = len};
	return ends_usual(path, len);
}

/* Find out whether all files below a folder whose path ends in `end` are closed. */
static enum robotsc_status ask(struct linter *l, const struct lazy_rules *policy, const struct folder *folder, const char *end,
                               bool *closed)
{
	const struct arena_mark mark = robotsc__arena_mark(l->arena);
	const size_t n = strlen(end), len = folder->len + 1 + n + 1;
	uint8_t *const file = robotsc__arena_take(l->arena, len);
	enum robotsc_extent extent = ROBOTSC_EXTENT_UNKNOWN;
	struct lazy_rules rules = *policy;
	struct extent_region region;
	uint64_t left = l->budget;
	enum robotsc_status status = robotsc__extent_region(l->arena, folder->at, folder->len, false, 0, &region);
	if (status != ROBOTSC_OK || !file)
		return ROBOTSC_ERR_NOMEM;
	memcpy(file, folder->at, folder->len);
	file[folder->len] = OP_STAR;
	memcpy(file + folder->len + 1, end, n);
	file[len - 1] = OP_END;
	/* The region has only the folder's files with that end, not the whole folder. */
	region.paths.rules[region.paths.n - 1].text = file;
	region.paths.rules[region.paths.n - 1].len = (uint32_t)len;
	rules.reactions = robotsc__reactions_make(l->arena);
	if (!rules.reactions)
		return ROBOTSC_ERR_NOMEM;
	status = robotsc__extent_run(l->arena, &region, &rules.dfa, &left, &extent);
	robotsc__arena_reset(l->arena, mark);
	(void)robotsc__lint_pay(l, l->budget - left);
	l->undecided += extent == ROBOTSC_EXTENT_UNKNOWN;
	*closed = extent == ROBOTSC_EXTENT_CLOSED;
	return status;
}

/* Report a folder in which files are closed. */
static void tell(struct linter *l, const struct rules_linter *r, uint32_t line, const struct folder *folder)
{
	struct robotsc_finding *const f = robotsc__lint_tell(r, LINT_ASSETS_CLOSED, line);
	const size_t room = folder->len + 40;
	char *const said = f ? robotsc__arena_take(l->arena, room) : NULL;
	if (!said)
		return;
	snprintf(said, room, "%s%s%s below %.*s", folder->css ? "*.css" : "", folder->css && folder->js ? " and " : "",
	         folder->js ? "*.js" : "", (int)folder->len, (const char *)folder->at);
	f->said = said;
}

/* Set *css and *js to false if those files were already reported of a folder around this one. */
static void forget_known(const struct folder *asked, size_t n, const struct folder *folder, bool *css, bool *js)
{
	for (size_t i = 0; i < n; i++)
		if (asked[i].len <= folder->len && memcmp(asked[i].at, folder->at, asked[i].len) == 0) {
			*css &= !asked[i].css;
			*js &= !asked[i].js;
		}
}

static enum robotsc_status ask_folders(struct linter *l, const struct text *text, const struct lazy_rules *policy)
{
	const struct rules_linter r = {.l = l, .text = text};
	struct folder asked[MOST_FOLDERS];
	size_t n = 0;
	enum robotsc_status status = ROBOTSC_OK;
	for (uint32_t i = 0; i < policy->n && n < MOST_FOLDERS && status == ROBOTSC_OK; i++) {
		struct folder *const folder = &asked[n];
		bool css = true, js = true;
		if (!policy->rules[i].line || !folder_of(l, &policy->rules[i], folder))
			continue;
		forget_known(asked, n, folder, &css, &js);
		if (css)
			status = ask(l, policy, folder, ".css", &css);
		if (js && status == ROBOTSC_OK)
			status = ask(l, policy, folder, ".js", &js);
		if (status != ROBOTSC_OK || (!css && !js))
			continue;
		folder->css = css;
		folder->js = js;
		tell(l, &r, policy->rules[i].line, folder);
		n++;
	}
	return status;
}

enum robotsc_status robotsc__lint_assets(struct linter *l)
{
	static const struct robotsc_text googlebot = {"Googlebot", 9};
	struct robotsc_options options = l->options;
	struct lazy_rules rules;
	struct text text;
	if (!l->dialect->records) /* else the dialect of the options stays */
		options.dialect = ROBOTSC_GOOGLE;
	enum robotsc_status status = robotsc__text_rules_read(l->arena, &options, l->text, l->len, &text);
	const uint32_t policy = status == ROBOTSC_OK ? robotsc__text_rules_find(&text, &googlebot, 1) : NO_POLICY;
	if (policy == NO_POLICY)
		return status;
	status = robotsc__text_rules_of(l->arena, &text, policy, &rules);
	return status == ROBOTSC_OK ? ask_folders(l, &text, &rules) : status;
}
