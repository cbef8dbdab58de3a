/* merged_entries.c - see merged_entries.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "merged_entries.h"

#include <stdlib.h>
#include <string.h>

/* A shard with its next entry. */
struct source {
	struct robotsc_snapshot_cursor cursor;
	struct robotsc_snapshot_entry entry;
};

/* A heap: the origin of no source is before that of its parent. */
struct cli_merged_entries {
	struct source **heap, *sources;
	size_t n;
};

static bool is_before(const struct source *a, const struct source *b)
{
	return robotsc_origin_order(&a->entry.origin, &b->entry.origin) < 0;
}

/* Move a source down to its place. */
static void sink(struct cli_merged_entries *m, size_t at)
{
	struct source *const moved = m->heap[at];
	for (size_t child; (child = 2 * at + 1) < m->n; at = child) {
		if (child + 1 < m->n && is_before(m->heap[child + 1], m->heap[child]))
			child++;
		if (!is_before(m->heap[child], moved))
			break;
		m->heap[at] = m->heap[child];
	}
	m->heap[at] = moved;
}

static enum robotsc_status fill(struct cli_merged_entries *m, const struct cli_snapshot_files *f, const struct robotsc_text *domain)
{
	for (size_t i = 0; i < f->n; i++) {
		struct source *const s = &m->sources[i];
		enum robotsc_status status = ROBOTSC_OK;
		if (domain)
			status = robotsc_snapshot_domain(&f->shards[i], domain->at, domain->len, &s->cursor);
		else
			robotsc_snapshot_begin(&f->shards[i], &s->cursor);
		if (status == ROBOTSC_OK)
			status = robotsc_snapshot_next(&s->cursor, &s->entry);
		if (status == ROBOTSC_OK)
			m->heap[m->n++] = s;
		else if (status != ROBOTSC_ERR_UNKNOWN)
			return status;
	}
	for (size_t i = m->n / 2; i > 0; i--)
		sink(m, i - 1);
	return ROBOTSC_OK;
}

enum robotsc_status cli_merged_begin(struct cli_merged_entries **merged, const struct cli_snapshot_files *f,
                                     const struct robotsc_text *domain)
{
	struct cli_merged_entries *const m = calloc(1, sizeof *m);
	*merged = m;
	if (!m)
		return ROBOTSC_ERR_NOMEM;
	m->sources = calloc(f->n, sizeof *m->sources);
	m->heap = calloc(f->n, sizeof *m->heap);
	return m->sources && m->heap ? fill(m, f, domain) : ROBOTSC_ERR_NOMEM;
}

enum robotsc_status cli_merged_next(struct cli_merged_entries *m, struct robotsc_snapshot_entry *entry, size_t *shard)
{
	enum robotsc_status status;
	if (m->n == 0)
		return ROBOTSC_ERR_UNKNOWN;
	*entry = m->heap[0]->entry;
	if (shard)
		*shard = (size_t)(m->heap[0] - m->sources);
	status = robotsc_snapshot_next(&m->heap[0]->cursor, &m->heap[0]->entry);
	if (status == ROBOTSC_ERR_UNKNOWN)
		m->heap[0] = m->heap[--m->n];
	else if (status != ROBOTSC_OK)
		return status;
	if (m->n > 0)
		sink(m, 0);
	return ROBOTSC_OK;
}

void cli_merged_end(struct cli_merged_entries *m)
{
	if (m) {
		free(m->sources);
		free(m->heap);
	}
	free(m);
}
