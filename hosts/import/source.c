/* source.c - see items.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "items.h"

#include <string.h>

#include "hosts/pipeline.h"

void robotsc__source_submit(struct source *s, uint64_t read)
{
	if (!s->job)
		return;
	s->job->read = s->read + read;
	s->job = NULL;
	robotsc__pipeline_submit(s->pipeline);
}

/* The next free item of the job.  NULL: the import has stopped. */
static struct item *next_item(struct source *s, uint64_t read)
{
	int slot;
	if (s->job && (s->job->n == JOB_ITEMS || s->job->input.len >= JOB_OCTETS))
		robotsc__source_submit(s, read);
	if (!s->job) {
		slot = robotsc__pipeline_free(s->pipeline);
		if (slot < 0)
			return NULL;
		s->job = &s->jobs[slot];
		s->job->n = s->job->input.len = 0;
	}
	return &s->job->items[s->job->n];
}

int robotsc__source_add(struct source *s, struct item item, struct robotsc_text url, struct robotsc_text block, uint64_t read)
{
	struct item *to = next_item(s, read);
	if (!to)
		return -1;
	item.url_len = url.len;
	item.block_len = block.len;
	item.url = robotsc__buffer_add(&s->job->input, url.at, url.len);
	item.block = robotsc__buffer_add(&s->job->input, block.at, block.len);
	if (item.url == SIZE_MAX || item.block == SIZE_MAX) {
		s->nomem = true;
		return -1;
	}
	*to = item;
	s->job->n++;
	return 0;
}

int robotsc__source_fault(struct source *s, struct input_position place, const char *why, uint64_t read)
{
	const struct item item = {.kind = ITEM_FAULT, .place = place, .why = why};
	const struct robotsc_text none = {"", 0};
	return robotsc__source_add(s, item, none, none, read);
}

int robotsc__source_lose(struct source *s, const char *why, int error, uint64_t read)
{
	const struct item item = {.kind = ITEM_FAULT, .place = {.input = s->name}, .why = why, .error = error, .lost = true};
	const struct robotsc_text none = {"", 0};
	return robotsc__source_add(s, item, none, none, read);
}

static struct robotsc_text text_of(const char *s)
{
	return (struct robotsc_text){s, strlen(s)};
}

int robotsc__source_no_text(struct source *s, struct input_position place, const char *path, const char *why)
{
	const struct item item = {.kind = ITEM_FAULT, .place = place, .why = why};
	return robotsc__source_add(s, item, text_of(path), (struct robotsc_text){"", 0}, s->read);
}

int robotsc__source_text(struct source *s, struct input_position place, struct robotsc_text url, const struct buffer *text,
                         const struct stat *st)
{
	const struct item item = {.kind = ITEM_TEXT, .place = place, .date = st->st_mtime};
	return robotsc__source_add(s, item, url, (struct robotsc_text){(const char *)text->at, text->len}, s->read);
}
