/* ask_parts.h - shared by ask_snapshot.c, ask_policy.c and ask_search.c.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ASK_PARTS_H
#define ROBOTSC_ASK_PARTS_H

#include "ask_snapshot.h"
#include "second_reader.h"
#include "snapshot_urls.h"
#include "robotsc/snapshot.h"

#define ASK_TOKENS 2
#define ASK_EXPECTED 64 /* how many records are kept */
#define ASK_WRONG 400   /* octets of the text that says what differs */

/* What the reader must find in a record, by the second reader and robotsc_open. */
struct expected {
	uint64_t policy;
	enum second_answer record;
	struct second_record of;
	enum robotsc_status opened, selected;
	struct robotsc_blob blob;
	struct robotsc_group group;
	int intact; /* robotsc_open_intact takes the blob */
	int fronts; /* all fronts are the results of select */
};

struct asked {
	const struct snapshot_octets *octets;
	struct second_snapshot second;
	enum second_answer opened;
	struct robotsc_snapshot snapshot;
	enum robotsc_trust trust;
	struct robotsc_text tokens[ASK_TOKENS];
	size_t ntokens;
	struct snapshot_urls urls;
	struct expected expected[ASK_EXPECTED]; /* the records that were asked for at this level */
	size_t nexpected;
	int has_used; /* the caller gives bits for used policies */
	struct robotsc_snapshot_answer single[SNAPSHOT_URLS];
	uint64_t *state;
	struct snapshot_counts *counts;
	char wrong[ASK_WRONG];
};

/* Note what differs.  Returns 0. */
int ask_differ(struct asked *a, const char *format, ...);

/* True if a check is sure to stay inside the blob. */
int ask_may_check(const struct asked *a);

/* True if an entry equals that of the second reader. */
int ask_same_entry(struct asked *a, const struct robotsc_snapshot_entry *e, const struct second_entry *s);

/* Compare the blob and the group of an entry. */
int ask_policy(struct asked *a, const struct robotsc_snapshot_entry *e, const struct second_entry *s, struct robotsc_group *group,
               enum robotsc_status *status);

/* Look a URL up in parts, and compare with the status and the entry of the look-up in the whole. */
int ask_search(struct asked *a, struct robotsc_text url, enum robotsc_status found, const struct robotsc_snapshot_entry *entry);

#endif
