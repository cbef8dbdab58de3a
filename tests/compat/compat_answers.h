/* compat_answers.h - holds what the library says of a set of old files against its answers.
 *
 *     static const struct compat_asker asker = {begin, select, more};
 *     compat_each(&asker)
 *
 * For one source file per program.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMPAT_ANSWERS_H
#define ROBOTSC_COMPAT_ANSWERS_H

#include <glob.h>

#include "tests/compat/compat_set.h"
#include "tests/support/test.h"
#include "robotsc/check.h"

/* A set, and the blob or origin that its answers are now about. */
struct compat {
	struct archive set;
	struct robotsc_text urls[COMPAT_URLS];
	size_t nurls;
	int is_host; /* `what` is an origin, not a blob */
	struct compat_text what;
	struct robotsc_text token;
	char at[COMPAT_URLS][512]; /* URLs with the origin in front */
};

static inline struct robotsc_text compat_text_of(struct compat_text t)
{
	return (struct robotsc_text){t.at, t.len};
}

/* The URLs of an origin: a URL that begins with '/' is a path of the origin. */
static inline void compat_urls(struct compat *c)
{
	struct compat_text urls[COMPAT_URLS];

	c->nurls = compat_lines(&c->set, "urls", urls, COMPAT_URLS);
	for (size_t i = 0; i < c->nurls; i++) {
		c->urls[i] = compat_text_of(urls[i]);
		if (c->is_host && urls[i].at[0] == '/') {
			const int len = snprintf(c->at[i], sizeof c->at[i], "%.*s%.*s", (int)c->what.len, c->what.at,
			                         (int)urls[i].len, urls[i].at);
			c->urls[i] = (struct robotsc_text){c->at[i], (size_t)len};
		}
	}
}

/* Compare the verdicts of the calls for one URL, for many URLs and for a batch. */
static inline void compat_verdicts(const struct compat *c, const struct robotsc_group *group, struct compat_text expected)
{
	struct robotsc_query queries[COMPAT_URLS];
	uint8_t many[COMPAT_URLS], batch[COMPAT_URLS];

	for (size_t i = 0; i < c->nurls; i++)
		queries[i] = (struct robotsc_query){group, c->urls[i]};
	robotsc_check_urls(group, c->urls, c->nurls, many);
	robotsc_check_url_batch(queries, c->nurls, batch);
	CHECK_MSG(expected.len == c->nurls, "%.*s", (int)c->what.len, c->what.at);
	for (size_t i = 0; i < c->nurls && i < expected.len; i++) {
		const unsigned one = robotsc_check_url(group, c->urls[i].at, c->urls[i].len), is = (unsigned)(expected.at[i] - '0');
		CHECK_MSG(one == is && many[i] == is && batch[i] == is, "%.*s, %.*s, %.*s: %u", (int)c->what.len, c->what.at,
		          (int)c->token.len, c->token.at, (int)c->urls[i].len, c->urls[i].at, one);
	}
}

/* What a program asks. */
struct compat_asker {
	/* At the beginning of each set; or NULL. */
	void (*begin)(struct compat *c);
	/* Puts in *group the rules of c->token; ROBOTSC_ERR_ABSENT: this program does not read
	 * c->what. */
	enum robotsc_status (*select)(struct compat *c, struct robotsc_group *group);
	/* Answers about records; or NULL. */
	void (*more)(struct compat *c, const struct robotsc_group *group, struct compat_text asked, struct compat_text expected);
};

/* A line of the answers: what, token, asked, answer. */
static inline void compat_line(struct compat *c, const struct compat_text *f, const struct compat_asker *asker)
{
	struct robotsc_group group = {0};
	enum robotsc_status status;

	c->what = f[0];
	c->token = compat_text_of(f[1]);
	c->is_host = f[0].len > 7 && memchr(f[0].at, ':', f[0].len) != NULL;
	compat_urls(c);
	status = asker->select(c, &group);
	if (status == ROBOTSC_ERR_ABSENT)
		return;
	if (compat_is(f[3], "-")) {
		CHECK_MSG(status == ROBOTSC_ERR_AGENT, "%.*s: %d", (int)f[0].len, f[0].at, (int)status);
		return;
	}
	if (!CHECK_MSG(status == ROBOTSC_OK, "%.*s: %s", (int)f[0].len, f[0].at, robotsc_strerror(status)))
		return;
	if (compat_is(f[2], "verdict"))
		compat_verdicts(c, &group, f[3]);
	else if (compat_is(f[2], "selected"))
		CHECK_MSG(f[3].len == 1 && group.selected == f[3].at[0] - '0', "%.*s", (int)f[0].len, f[0].at);
	else if (asker->more)
		asker->more(c, &group, f[2], f[3]);
}

/* Each set that there is, by the name of its archive without ".tar". */
static inline void compat_each(const struct compat_asker *asker)
{
	static struct compat c;
	struct compat_text rest, line, f[4] = {{NULL, 0}};
	char name[512], *answers;
	size_t lines = 0;
	glob_t sets;

	CHECK(glob("tests/compat/*.tar", 0, NULL, &sets) == 0 && sets.gl_pathc > 0);
	for (size_t i = 0; i < sets.gl_pathc; i++) {
		snprintf(name, sizeof name, "%.*s.answers", (int)strlen(sets.gl_pathv[i]) - 4, sets.gl_pathv[i]);
		answers = archive_load(name, &rest.len);
		rest.at = answers;
		if (!CHECK_MSG(answers != NULL && archive_open(&c.set, sets.gl_pathv[i]), "%s", name))
			continue;
		if (asker->begin)
			asker->begin(&c);
		for (lines = 0; compat_cut(&rest, '\n', &line); lines++)
			if (CHECK_MSG(compat_fields(line, f, 4), "%s, line %zu", name, lines + 1))
				compat_line(&c, f, asker);
		CHECK_MSG(lines > 300, "%s: %zu lines", name, lines);
		archive_close(&c.set);
		free(answers);
	}
	globfree(&sets);
}

#endif
