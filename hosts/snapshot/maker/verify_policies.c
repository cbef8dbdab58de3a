/* verify_policies.c - verifies the records of a snapshot: each is whole, and no two are equal.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <stdlib.h>
#include <string.h>

#include "runtime/match/ask_index.h"
#include "runtime/match/checksum.h"
#include "verify_steps.h"

#define fault robotsc__verify_fault
#define PIECE (256u << 10) /* octets, about */
#define GROUPS 16u         /* of policies, by the first bits of their sums */
#define GROUP_SHIFT 60

/* True if each agent's front has the answer that the blob gives. */
static bool fronts_ok(const struct robotsc_snapshot *s, const struct robotsc_blob *blob, const uint8_t *front)
{
	for (uint32_t i = 0; i < s->nagents; i++, front += FRONT_SIZE) {
		const struct robotsc_text agent = robotsc_snapshot_agent(s, i);
		struct index_answer answer;
		if (ask_index(blob, &agent, 1, &answer) != ROBOTSC_OK || get_little(front + FRONT_AT_FIELD, 4) != answer.field ||
		    get_little(front + FRONT_AT_NAME, 3) != answer.name || front[FRONT_AT_SELECTED] != answer.selected)
			return false;
	}
	return true;
}

static void verify_record(const struct verifying *v, struct verify_faults *f, uint64_t offset, uint64_t size,
                          struct verify_policy *policy)
{
	const uint8_t *const at = v->s->policies + offset;
	const uint64_t blob_at = blob_place(v->s);
	const uint32_t blob_size = (uint32_t)get_little(at + RECORD_AT_SIZE, 4);
	struct robotsc_blob blob;
	const enum robotsc_status status = robotsc_open(&blob, at + blob_at, blob_size);
	if (get_little(at + RECORD_AT_SUM, 4) != (uint32_t)robotsc_checksum(at + RECORD_AT_SIZE, (size_t)blob_at - RECORD_AT_SIZE))
		fault(f, "policy %llu: the checksum is wrong", (unsigned long long)offset);
	if (!all_zero(at + blob_at + blob_size, at + size))
		fault(f, "policy %llu: it is not filled with zeros", (unsigned long long)offset);
	if (status != ROBOTSC_OK)
		fault(f, "policy %llu: %s", (unsigned long long)offset, robotsc_strerror(status));
	else if (blob.dialect != v->s->dialect ||
	         ((blob.flags & BLOB_PARTIAL) && (v->s->nagents == 0 || blob.match != v->s->match)))
		fault(f, "policy %llu: it is of another dialect, or for other robots", (unsigned long long)offset);
	else if (!fronts_ok(v->s, &blob, at + RECORD_AT_FRONTS))
		fault(f, "policy %llu: what is worked out beforehand differs from the blob", (unsigned long long)offset);
	if (policy && status == ROBOTSC_OK)
		*policy = (struct verify_policy){get_little(blob.bytes + blob.size - BLOB_TRAILER, BLOB_TRAILER), blob.bytes};
}

/* The octets of the record at an offset, or 0 if they do not fit into the section. */
static uint64_t fitting_size(const struct robotsc_snapshot *s, uint64_t at)
{
	const uint64_t least = blob_place(s) > RECORD_SMALLEST ? blob_place(s) : RECORD_SMALLEST;
	uint64_t size;
	if (s->policies_size - at < least)
		return 0;
	size = record_octets(s, at);
	return size <= s->policies_size - at ? size : 0;
}

static bool take_records(struct verifying *v, struct verify_piece *piece)
{
	uint64_t size;
	piece->from = v->at;
	piece->first = v->n;
	while (v->at - piece->from < PIECE && v->at < v->s->policies_size && (size = fitting_size(v->s, v->at)) > 0) {
		set_bit(v->records, v->at);
		v->at += size;
		v->n++;
	}
	piece->to = v->at;
	return piece->to > piece->from;
}

static void check_records(const struct verifying *v, struct verify_piece *piece)
{
	uint64_t n = piece->first, size;
	for (uint64_t at = piece->from; at < piece->to; at += size, n++) {
		size = record_octets(v->s, at);
		verify_record(v, &piece->faults, at, size, n < v->s->npolicies ? &v->policies[n] : NULL);
	}
}

bool robotsc__verify_policies(struct verifying *v)
{
	const struct robotsc_snapshot *const s = v->s;
	v->at = v->n = 0;
	if (!robotsc__verify_step(v, take_records, check_records))
		return false;
	if (v->at < s->policies_size)
		fault(&v->faults, "policy %llu: it does not fit", (unsigned long long)v->at);
	else if (v->n != s->npolicies)
		fault(&v->faults, "policies: there are %llu, not %llu", (unsigned long long)v->n, (unsigned long long)s->npolicies);
	return true;
}

/* ---- equal policies ------------------------------------------------------------------------ */

static bool take_group(struct verifying *v, struct verify_piece *piece)
{
	piece->from = v->n++;
	return piece->from < GROUPS;
}

static bool is_of_group(const struct verify_policy *p, uint64_t group)
{
	return p->blob && p->sum >> GROUP_SHIFT == group;
}

/* Below, equal to or above 0.  Equal checksums do not suffice: octets are compared. */
static int compare_octets(const struct verify_policy *x, const struct verify_policy *y)
{
	uint64_t a, b;
	if (x->sum != y->sum)
		return x->sum < y->sum ? -1 : 1;
	a = get_little(x->blob + BLOB_AT_SIZE, 4);
	b = get_little(y->blob + BLOB_AT_SIZE, 4);
	if (a != b)
		return a < b ? -1 : 1;
	return memcmp(x->blob, y->blob, (size_t)a);
}

static int compare_policies(const void *a, const void *b)
{
	const struct verify_policy *const x = a, *const y = b;
	const int order = compare_octets(x, y);
	return order ? order : (x->blob > y->blob) - (x->blob < y->blob);
}

static unsigned long long place_of(const struct verifying *v, const struct verify_policy *p)
{
	return (unsigned long long)((uint64_t)(p->blob - v->s->policies) - blob_place(v->s));
}

static void check_group(const struct verifying *v, struct verify_piece *piece)
{
	struct verify_policy *group;
	size_t n = 0, i;
	for (uint64_t k = 0; k < v->s->npolicies; k++)
		n += is_of_group(&v->policies[k], piece->from);
	if (n < 2)
		return;
	group = malloc(n * sizeof *group);
	if (!group) {
		piece->faults.nomem = true;
		return;
	}
	for (uint64_t k = i = 0; i < n; k++)
		if (is_of_group(&v->policies[k], piece->from))
			group[i++] = v->policies[k];
	qsort(group, n, sizeof *group, compare_policies);
	for (i = 1; i < n; i++)
		if (compare_octets(&group[i - 1], &group[i]) == 0)
			fault(&piece->faults, "policy %llu: it equals policy %llu", place_of(v, &group[i]),
			      place_of(v, &group[i - 1]));
	free(group);
}

bool robotsc__verify_equal_records(struct verifying *v)
{
	v->n = 0;
	return robotsc__verify_step(v, take_group, check_group);
}
