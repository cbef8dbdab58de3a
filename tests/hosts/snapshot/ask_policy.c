/* ask_policy.c - see ask_snapshot.h: asks for the blob and the group of an entry.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "ask_parts.h"

#include <string.h>

#include "tests/support/product.h"

#define PATHS 3 /* how many paths a group is asked about */

int ask_same_entry(struct asked *a, const struct robotsc_snapshot_entry *e, const struct second_entry *s)
{
	const struct robotsc_decision *d = &e->decision;

	if (e->origin.len != s->origin_len || e->origin.at != s->origin)
		return ask_differ(a, "origin of an entry");
	if ((uint64_t)d->fetched != s->fetched || (uint64_t)d->expires != s->expires || (uint64_t)d->since != s->since)
		return ask_differ(a, "times of an entry");
	if (d->status != s->status || d->end != s->end || d->profile != s->profile || d->outcome != s->outcome || d->row != s->row)
		return ask_differ(a, "decision of an entry");
	if (d->revalidate != (s->flags & 1) || d->challenge != (s->flags >> 1 & 1) || d->length != s->length ||
	    d->digest != s->digest)
		return ask_differ(a, "flags, length or digest of an entry");
	return 1;
}

/* True for a blob of the head's dialect, for its agents or for every agent. */
static int is_of_head(const struct asked *a, const struct second_record *r)
{
	static const uint8_t matches[] = {0, 1, 2, 2, 2}; /* by dialect, in partial blobs */
	const int partial = r->blob[13] & 1;

	return r->blob[6] == a->second.dialect &&
	       (!partial || (a->second.nagents > 0 && r->blob[12] == matches[a->second.dialect]));
}

static int equal_fronts(const struct asked *a, const struct second_record *r)
{
	for (uint32_t i = 0; i < a->second.nagents; i++) {
		const struct second_front has = second_front(r, i);
		struct second_front gives = {0, 0, 0};
		uint32_t len;
		const char *agent = second_agent(&a->second, i, &len);

		if (!second_select(r->blob, r->blob_len, agent, len, &gives) || has.policy != gives.policy ||
		    has.entry != gives.entry || has.selected != gives.selected)
			return 0;
	}
	return 1;
}

static void work_out(const struct asked *a, const struct second_entry *e, struct expected *x)
{
	struct robotsc_blob intact;

	*x = (struct expected){.policy = e->policy, .opened = ROBOTSC_ERR_NOMEM, .selected = ROBOTSC_ERR_NOMEM};
	x->record = second_record(&a->second, e, &x->of);
	if (x->record != SECOND_OK)
		return;
	x->intact = robotsc_open_intact(&intact, x->of.blob, x->of.blob_len) == ROBOTSC_OK;
	x->opened = robotsc_open(&x->blob, x->of.blob, x->of.blob_len);
	if (x->opened != ROBOTSC_OK)
		return;
	x->fronts = equal_fronts(a, &x->of);
	x->selected = robotsc_select(&x->blob, a->tokens, a->ntokens, &x->group);
}

static const struct expected *expect(struct asked *a, const struct second_entry *e)
{
	size_t i = 0;

	while (i < a->nexpected && a->expected[i].policy != e->policy)
		i++;
	if (i < a->nexpected)
		return &a->expected[i];
	if (i == ASK_EXPECTED)
		i = a->nexpected = 0;
	work_out(a, e, &a->expected[i]);
	a->nexpected++;
	return &a->expected[i];
}

static int compare_checks(struct asked *a, const struct robotsc_group *group, const struct robotsc_group *other)
{
	static const char *const paths[] = {"/a",       "/x", "/private/open", "/abc?sid=1", "/b/aab.html",
	                                    "/infob?x", "/p", "/c.gif",        "",           "/xyz/y"};

	if (group->selected != other->selected || group->token != other->token)
		return ask_differ(a, "selected %d, token %u; but select gives %d, %u", group->selected, group->token,
		                  other->selected, other->token);
	for (int i = 0; i < PATHS; i++) {
		const char *path = paths[product_below(a->state, sizeof paths / sizeof *paths)];
		const enum robotsc_verdict verdict = robotsc_check_url(group, path, strlen(path));

		if (verdict != robotsc_check_url(other, path, strlen(path)))
			return ask_differ(a, "verdict %d of %s", (int)verdict, path);
		a->counts->verdicts[verdict]++;
	}
	return 1;
}

/* True if the reader may take a record for one that was used before: the two overlap, which only a
 * forger makes. */
static int was_used(const struct asked *a, const struct expected *x)
{
	for (size_t i = 0; a->trust == ROBOTSC_TRUST_INTACT && a->has_used && !a->octets->valid && i < a->nexpected; i++)
		if (a->expected[i].policy != x->policy &&
		    a->expected[i].policy / SECOND_RECORD_MIN == x->policy / SECOND_RECORD_MIN)
			return 1;
	return 0;
}

/* Compare the blob of an entry, as the level demands. */
static int compare_blob(struct asked *a, const struct robotsc_snapshot_entry *e, const struct expected *x, int *good)
{
	struct robotsc_blob blob;
	const enum robotsc_status status = robotsc_snapshot_blob(&a->snapshot, e, &blob);
	const int of_head = x->record == SECOND_OK && (a->trust == ROBOTSC_TRUST_KNOWN || is_of_head(a, &x->of));

	*good = a->trust == ROBOTSC_TRUST_FORGED ? x->opened == ROBOTSC_OK && x->fronts && of_head : x->intact && of_head;
	if (x->record != SECOND_OK && status == ROBOTSC_OK && !was_used(a, x))
		return ask_differ(a, "blob of a record that is damaged");
	if (status == ROBOTSC_OK && x->record == SECOND_OK && (blob.bytes != x->of.blob || blob.size != x->of.blob_len))
		return ask_differ(a, "place of a blob");
	if ((a->trust != ROBOTSC_TRUST_KNOWN || a->octets->valid) && (status == ROBOTSC_OK) != *good && !was_used(a, x))
		return ask_differ(a, "blob %d; opens %d, intact %d, fronts equal %d, of the head %d", (int)status, (int)x->opened,
		                  x->intact, x->fronts, of_head);
	return 1;
}

/* Compare the blob of an entry, and the group. */
int ask_policy(struct asked *a, const struct robotsc_snapshot_entry *e, const struct second_entry *s, struct robotsc_group *group,
               enum robotsc_status *status)
{
	const struct expected *x = expect(a, s);
	int good;

	*status = robotsc_snapshot_group(&a->snapshot, e, group);
	if (!compare_blob(a, e, x, &good))
		return 0;
	a->counts->refused += *status != ROBOTSC_OK;
	a->counts->groups += *status == ROBOTSC_OK;
	if (*status == ROBOTSC_OK && !good && a->trust != ROBOTSC_TRUST_KNOWN && !was_used(a, x))
		return ask_differ(a, "group of a blob that is refused");
	if (good && (a->octets->valid || a->trust == ROBOTSC_TRUST_FORGED) && *status != x->selected)
		return ask_differ(a, "group %d, but select gives %d", (int)*status, (int)x->selected);
	if (*status != ROBOTSC_OK || !ask_may_check(a) || x->selected != ROBOTSC_OK || !x->fronts)
		return 1;
	return compare_checks(a, group, &x->group);
}
