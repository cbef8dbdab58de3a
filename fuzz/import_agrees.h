/* import_agrees.h - compares the importer's reading of responses and archives with the oracle's.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_IMPORT_AGREES_H
#define ROBOTSC_IMPORT_AGREES_H

#include <string.h>

#include "hosts/import/warc_reader.h"
#include "tests/oracle/oracle_import.h"

static inline int import_same(struct robotsc_text t, const void *at, size_t len)
{
	return t.len == len && (len == 0 || memcmp(t.at, at, len) == 0);
}

/* True if the oracle reads a message as robotsc__http_read did, which returned result. */
static inline int http_agrees(const struct http *h, int result, struct robotsc_text block, size_t limit)
{
	static struct oracle_http want;
	int right;

	oracle_http_read(&want, block.at, block.len, limit);
	right = want.brotli || (result != 0) == want.refused;
	if (right && result == 0) {
		right = h->status == want.status && h->cut == want.cut && h->nfields == want.nfields &&
		        import_same(h->location, want.location.at, want.location.len);
		for (unsigned i = 0; right && i < want.nfields; i++)
			right = import_same(h->fields[i].name, want.fields[i].name, want.fields[i].name_len) &&
			        import_same(h->fields[i].value, want.fields[i].value, want.fields[i].value_len);
		right = right && (want.brotli || (import_same(h->body, want.body, want.len) && h->truncated == want.truncated));
	}
	oracle_http_free(&want);
	return right;
}

/* True if the oracle finds the same result next in an archive without gzip. */
static inline int warc_agrees(struct oracle_warc *want, const struct warc *w, enum warc_result result,
                              const struct warc_response *r)
{
	switch (oracle_warc_next(want)) {
	case ORACLE_WARC_END:
		return result == WARC_END;
	case ORACLE_WARC_FAULT:
		return result == WARC_DAMAGED && w->inner == want->record && strcmp(w->why, want->why) == 0;
	default:
		return result == WARC_RESPONSE && w->inner == want->record &&
		       import_same(r->block, want->bytes + want->block, want->block_len) &&
		       import_same(r->uri, want->uri, want->uri_len) && r->date == want->date && (int)r->cut == want->cut;
	}
}

#endif
