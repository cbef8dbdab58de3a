/* verify_snapshot.c - verifies a snapshot as a whole.  A file without faults is one that a maker
 * writes.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "hosts/agent_order.h"
#include "hosts/pipeline.h"
#include "verify_steps.h"

#define fault robotsc__verify_fault
#define FAULTS_MOST 1000u

/* ---- head and sections ----------------------------------------------------------------- */

static const char *const section_names[] = {"entries", "marks", "index", "policies"};

/* Verifies the digests of the sections, in its own thread when there are several workers. */
struct digesting {
	const struct robotsc_snapshot *s;
	struct verify_faults faults;
	pthread_t thread;
	bool started;
};

static void *verify_sections(void *ctx)
{
	struct digesting *const d = ctx;
	const uint8_t *const head = d->s->bytes;
	const uint8_t *end = head + get_little(head + HEAD_AT_HEAD_SIZE, 4);
	for (unsigned i = 0; i < SNAPSHOT_SECTIONS; i++) {
		const uint8_t *const row = head + HEAD_AT_SECTIONS + HEAD_SECTION * i;
		const uint8_t *const start = head + get_little(row + SECTION_AT_START, 8);
		const uint64_t size = get_little(row + SECTION_AT_SIZE, 8);
		struct robotsc_sha256 sha;
		uint8_t digest[ROBOTSC_SNAPSHOT_ROOT];
		robotsc_sha256_begin(&sha);
		robotsc_sha256_add(&sha, start, (size_t)size);
		robotsc_sha256_end(&sha, digest);
		if (memcmp(digest, row + SECTION_AT_DIGEST, sizeof digest) != 0)
			fault(&d->faults, "%s: the digest is that of other octets", section_names[i]);
		if (!all_zero(end, start))
			fault(&d->faults, "%s: the space before them is not filled with zeros", section_names[i]);
		end = start + size;
	}
	return NULL;
}

static void verify_head(const struct robotsc_snapshot *s, struct verify_faults *f)
{
	const uint8_t *const head = s->bytes, *const root = head + get_little(head + HEAD_AT_HEAD_SIZE, 4) - HEAD_ROOT;
	const uint8_t *at = head + HEAD_AT_TOKENS;
	struct robotsc_text before = {"", 0};
	bool in_order = true;
	for (uint32_t i = 0; i < s->nagents; i++) {
		const struct robotsc_text agent = {(const char *)at + 2, (size_t)get_little(at, 2)};
		in_order = in_order && agent_order(&before, &agent) <= 0;
		before = agent;
		at += 2 + agent.len;
	}
	if (get_little(head + HEAD_AT_MINOR, 2) > SNAPSHOT_MINOR)
		return; /* a later version may use these octets */
	if (!in_order)
		fault(f, "head: the agents are not in order");
	if (!all_zero(at, root))
		fault(f, "head: it is not filled with zeros");
	if (root - at >= SNAPSHOT_ALIGN)
		fault(f, "head: it is larger than it needs to be");
	if (head[HEAD_AT_SETTINGS] >= 2 * SETTING_AIPREF_RULE)
		fault(f, "head: a setting has an unknown value");
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* Run the steps, with memory: a bit for each 8 octets of entries and policies, and the policies. */
static bool verify_all(struct verifying *v)
{
	const uint64_t unit = 8 * SNAPSHOT_UNIT;
	bool done;
	v->entries = calloc((size_t)(v->s->entries_size / unit) + 1, 1);
	v->records = calloc((size_t)(v->s->policies_size / unit) + 1, 1);
	v->policies = calloc((size_t)v->s->npolicies + 1, sizeof *v->policies);
	done = v->entries && v->records && v->policies && robotsc__verify_policies(v) && robotsc__verify_equal_records(v) &&
	       robotsc__verify_entries(v) && robotsc__verify_index(v) && (v->faults.n > 0 || robotsc__verify_seed(v));
	free(v->entries);
	free(v->records);
	free(v->policies);
	return done;
}

/* Report lines until FAULTS_MOST were reported. */
static void report_lines(const struct verify_faults *f, unsigned *reported, void (*report)(void *ctx, const char *line), void *ctx)
{
	for (size_t at = 0; at < f->len && *reported < FAULTS_MOST; at += strlen(f->lines + at) + 1, ++*reported)
		report(ctx, f->lines + at);
}

enum robotsc_store_status robotsc_snapshot_verify_jobs(const struct robotsc_snapshot *snapshot, unsigned jobs,
                                                       void (*report)(void *ctx, const char *line), void *ctx)
{
	struct digesting d = {.s = snapshot};
	struct verifying v = {.s = snapshot, .workers = robotsc__workers(jobs)};
	unsigned reported = 0;
	bool done;
	verify_head(snapshot, &d.faults);
	d.started = v.workers > 1 && pthread_create(&d.thread, NULL, verify_sections, &d) == 0;
	if (!d.started)
		verify_sections(&d);
	done = verify_all(&v);
	if (d.started)
		pthread_join(d.thread, NULL);
	done = done && !d.faults.nomem;
	if (done) {
		report_lines(&d.faults, &reported, report, ctx);
		report_lines(&v.faults, &reported, report, ctx);
	}
	free(d.faults.lines);
	free(v.faults.lines);
	return !done ? ROBOTSC_STORE_NOMEM : reported ? ROBOTSC_STORE_DAMAGED : ROBOTSC_STORE_OK;
}

enum robotsc_store_status robotsc_snapshot_verify(const struct robotsc_snapshot *snapshot,
                                                  void (*report)(void *ctx, const char *line), void *ctx)
{
	return robotsc_snapshot_verify_jobs(snapshot, 1, report, ctx);
}
