/* kit_test.c - the library, by its public calls, answers the questions of the kit.
 *
 *     kit_test FOLDER
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "kit_run.h"

#include <stdio.h>
#include <string.h>

#include "robotsc/access.h"
#include "robotsc/extensions.h"

#define TOKENS 64

static struct robotsc_blob blob;
static struct robotsc_extensions ext;
static struct robotsc_group group;
static struct robotsc_lines lines;

static struct robotsc_text text_of(struct kit_octets o)
{
	return (struct robotsc_text){o.at, o.len};
}

static struct kit_octets octets_of(struct robotsc_text t)
{
	return (struct kit_octets){t.len ? t.at : "", t.len};
}

static const char *status_word(enum robotsc_status status)
{
	switch (status) {
	case ROBOTSC_OK:
		return "ok";
	case ROBOTSC_ERR_TRUNCATED:
		return "truncated";
	case ROBOTSC_ERR_MAGIC:
		return "magic";
	case ROBOTSC_ERR_VERSION:
		return "version";
	case ROBOTSC_ERR_CORRUPT:
		return "corrupt";
	case ROBOTSC_ERR_CHECKSUM:
		return "checksum";
	case ROBOTSC_ERR_AGENT:
		return "agent";
	case ROBOTSC_ERR_ABSENT:
		return "absent";
	case ROBOTSC_ERR_UNKNOWN:
		return "unknown";
	case ROBOTSC_ERR_SHARD:
		return "shard";
	case ROBOTSC_ERR_SCHEME:
		return "scheme";
	case ROBOTSC_ERR_HOST:
		return "host";
	case ROBOTSC_ERR_PORT:
		return "port";
	default:
		return robotsc_strerror(status);
	}
}

/* ---- blobs ----------------------------------------------------------------------- */

static const char *open_blob(const uint8_t *bytes, size_t len)
{
	return status_word(robotsc_open(&blob, bytes, len));
}

static void put_decision(const struct robotsc_decision *d, struct kit_decision *to)
{
	*to = (struct kit_decision){{d->fetched, d->expires, d->since, (int64_t)d->length, (int64_t)d->digest, d->status, d->end,
	                             d->profile, d->outcome, d->row, d->revalidate, d->challenge}};
}

static const char *fetch(struct kit_decision *to)
{
	struct robotsc_decision d = {.fetched = 0};
	const enum robotsc_status status = robotsc_stamp_read(&blob, &d);
	put_decision(&d, to);
	return status_word(status);
}

static const char *extensions(void)
{
	return status_word(robotsc_open_extensions(&blob, &ext));
}

static int same(struct robotsc_text a, struct kit_octets b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.at, b.at, a.len) == 0);
}

static int label(uint32_t number, unsigned field, struct kit_octets name, const struct kit_octets *values, size_t n)
{
	struct robotsc_label l;
	if (!robotsc_label_at(&ext, number, &l) || (unsigned)l.field != field || !same(l.name, name) || l.values != (n ? n : 2) ||
	    robotsc_find_label(&ext, l.field, l.name) != number)
		return 0;
	for (size_t i = 0; i < n; i++)
		if (!same(robotsc_label_value(&ext, number, (uint32_t)i + 1), values[i]))
			return 0;
	return 1;
}

static const char *selected_word(const struct robotsc_group *g)
{
	static const char *const words[] = {"none", "star", "token"};
	return words[g->selected];
}

static const char *select_group(const struct kit_octets *tokens, size_t n, int64_t *token)
{
	struct robotsc_text texts[TOKENS];
	for (size_t i = 0; i < n; i++)
		texts[i] = text_of(tokens[i]);
	if (robotsc_select(&blob, texts, n, &group) != ROBOTSC_OK)
		return "unanswered";
	if (group.selected == ROBOTSC_SELECTED_TOKEN)
		*token = group.token;
	return selected_word(&group);
}

static const char *header(struct kit_octets h, struct kit_octets *token)
{
	struct robotsc_text texts[TOKENS];
	const size_t n = robotsc_header_tokens(&blob, h.at, h.len, texts, TOKENS);
	if (robotsc_select(&blob, texts, n, &group) != ROBOTSC_OK)
		return "unanswered";
	if (group.selected == ROBOTSC_SELECTED_TOKEN)
		*token = octets_of(texts[group.token]);
	return selected_word(&group);
}

static int url(struct kit_octets u)
{
	return (int)robotsc_check_url(&group, u.at, u.len);
}

static int path(struct kit_octets p)
{
	return (int)robotsc_check_path(&group, p.at, p.len);
}

static int usage(unsigned field, struct kit_octets name, struct kit_octets u, int *says)
{
	struct robotsc_usage usage;
	const uint32_t number = robotsc_find_label(&ext, (enum robotsc_line_field)field, text_of(name));
	robotsc_check_usage(&ext, &group, u.at, u.len, &usage);
	if (number < ROBOTSC_LABELS_MAX)
		*says = usage.preferences[number];
	return (int)usage.verdict;
}

static void records(int whole)
{
	robotsc_begin_lines(&ext, whole ? NULL : &group, &lines);
}

static int64_t minute(uint32_t at)
{
	return at == ROBOTSC_UNTIMED ? -1 : (int64_t)at;
}

static int record(struct kit_record *r)
{
	struct robotsc_line l;
	if (!robotsc_next_line(&lines, &l))
		return 0;
	*r = (struct kit_record){(unsigned)l.field, l.line,      l.group, octets_of(l.name), octets_of(l.value), -1, -1, -1,
	                         minute(l.from),    minute(l.to)};
	if (l.field == ROBOTSC_FIELD_CRAWL_DELAY)
		r->delay = l.delay;
	if (l.field == ROBOTSC_FIELD_REQUEST_RATE) {
		r->documents = l.documents;
		r->seconds = l.seconds;
	}
	return 1;
}

static int64_t next(int64_t now, const int64_t *last, int64_t took)
{
	return robotsc_next_fetch(&ext, &group, now, last ? *last : ROBOTSC_NEVER, took, NULL);
}

int main(int argc, char **argv)
{
	static const struct kit_reader reader = {.open = open_blob,
	                                         .fetch = fetch,
	                                         .extensions = extensions,
	                                         .label = label,
	                                         .group = select_group,
	                                         .header = header,
	                                         .url = url,
	                                         .path = path,
	                                         .usage = usage,
	                                         .records = records,
	                                         .record = record,
	                                         .next = next};
	return kit_run(&reader, argc > 1 ? argv[1] : "build/kit");
}
