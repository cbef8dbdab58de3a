/* snapshot_log.c - robotsc snapshot log: the history of an origin, or of a domain.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exit_status.h"
#include "messages.h"
#include "side_by_side.h"
#include "snapshot_asking.h"
#include "snapshot_check.h"
#include "snapshot_history.h"

struct logging {
	struct cli_asking_changes asking;
	struct cli_snapshot_files *files; /* by their times, the earliest first */
	size_t n;
	struct robotsc_change_total total;
	/* Of the origin that is looked at. */
	struct robotsc_snapshot_entry *entries;
	const struct robotsc_snapshot **shards; /* NULL: it is not there */
};

static int64_t time_of(const struct cli_snapshot_files *f)
{
	int64_t time = 0;
	for (size_t i = 0; i < f->n; i++) {
		struct robotsc_snapshot_info info;
		robotsc_snapshot_info(&f->shards[i], &info);
		time = info.time > time ? info.time : time;
	}
	return time;
}

/* Those of equal times stay in their order. */
static void sort_by_time(struct logging *l)
{
	for (size_t i = 1; i < l->n; i++)
		for (size_t k = i; k > 0 && time_of(&l->files[k - 1]) > time_of(&l->files[k]); k--) {
			const struct cli_snapshot_files other = l->files[k];
			l->files[k] = l->files[k - 1];
			l->files[k - 1] = other;
		}
}

/* Print the versions of the origin, the latest first.  0, or CLI_TROUBLE after a message. */
static int print_versions(struct logging *l)
{
	int result = 0;
	for (size_t i = l->n; i-- > 0 && result == 0;) {
		const bool has[2] = {i > 0 && l->shards[i - 1], l->shards[i] != NULL};
		const struct robotsc_snapshot_entry *const entries[2] = {has[0] ? &l->entries[i - 1] : NULL,
		                                                         has[1] ? &l->entries[i] : NULL};
		const struct robotsc_snapshot *const shards[2] = {has[0] ? l->shards[i - 1] : NULL, l->shards[i]};
		if (has[0] || has[1])
			result = cli_ask_change(&l->asking, &l->asking.report, entries, shards, l->files[i].name, &l->total);
	}
	return result;
}

/* ---- an origin ---- */

static int log_origin(struct logging *l, const char *url)
{
	bool found = false;
	for (size_t i = 0; i < l->n; i++) {
		const struct robotsc_snapshot *shard;
		const enum robotsc_status status = cli_snapshot_find(&l->files[i], url, strlen(url), &shard, &l->entries[i]);
		l->shards[i] = status == ROBOTSC_OK ? shard : NULL;
		found = found || status == ROBOTSC_OK;
		if (status == ROBOTSC_ERR_SCHEME || status == ROBOTSC_ERR_HOST || status == ROBOTSC_ERR_PORT)
			return cli_complain("'%s': not a URL that has a robots.txt; write it as https://example.com", url);
		if (status != ROBOTSC_OK && status != ROBOTSC_ERR_UNKNOWN && status != ROBOTSC_ERR_SHARD)
			return cli_snapshot_trouble(l->files[i].name, status);
	}
	return found ? print_versions(l) : cli_complain("'%s': in none of the snapshots", url);
}

/* ---- a domain ---- */

static int log_domain(struct logging *l, const char *domain)
{
	char host[ROBOTSC_ORIGIN_MAX];
	struct robotsc_text text = {host, 0};
	struct cli_side_by_side b;
	int more = 1, result = cli_take_domain(domain, host, &text.len);
	if (result != 0)
		return result;
	result = cli_side_by_side_begin(&b, l->files, l->n, &text);
	while (result == 0 && b.origin.at && more > 0) {
		for (size_t i = 0; i < l->n; i++) {
			const struct robotsc_snapshot_entry *const e = cli_side_by_side_entry(&b, i);
			l->shards[i] = e ? &l->files[i].shards[b.at[i].shard] : NULL;
			if (e)
				l->entries[i] = *e;
		}
		result = print_versions(l);
		if (result == 0)
			more = cli_side_by_side_next(&b);
	}
	cli_side_by_side_end(&b);
	return more < 0 ? CLI_TROUBLE : result;
}

/* ---- the action ---- */

static int run(struct logging *l, const struct cli_settings *s, char **names, const char *url)
{
	int result = 0;
	if (!l->files || !l->entries || !l->shards)
		return cli_complain("out of memory");
	for (size_t i = 0; i < l->n && result == 0; i++)
		result = cli_snapshot_open(&l->files[i], s, names[i]);
	if (result != 0)
		return result;
	sort_by_time(l);
	result = cli_asking_changes_begin(&l->asking, s, l->files, l->n);
	if (result != 0)
		return result;
	l->asking.report.many = 0;
	robotsc_change_report_begin(&l->asking.report);
	result = url ? log_origin(l, url) : log_domain(l, s->snapshot.domain);
	robotsc_change_report_end(&l->asking.report, &l->total);
	return result;
}

int cli_snapshot_log(struct cli_settings *s, char **operands, size_t n)
{
	const char *const url = s->snapshot.domain ? NULL : operands[0];
	const size_t first = url != NULL;
	struct logging l = {.n = n - first};
	int result;
	if (l.n == 0)
		return cli_complain("snapshot log: an operand is missing; see 'robotsc help snapshot'");
	l.files = calloc(l.n, sizeof *l.files);
	l.entries = calloc(l.n, sizeof *l.entries);
	l.shards = calloc(l.n, sizeof *l.shards);
	result = run(&l, s, operands + first, url);
	for (size_t i = 0; l.files && i < l.n; i++)
		cli_snapshot_close(&l.files[i]);
	free(l.asking.tokens.at);
	free(l.files);
	free(l.entries);
	free(l.shards);
	return result;
}
