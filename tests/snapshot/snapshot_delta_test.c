/* snapshot_delta_test.c - a delta makes of the old snapshot the new one, octet for octet; whatever
 * the delta is, a good file stays, or is replaced by that new one.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <sys/stat.h>
#include <unistd.h>

#include "ask_delta.h"
#include "robotsc/snapshot_make.h"
#include "snapshot_world.h"
#include "support/splitmix.h"
#include "support/test.h"

static char folder[64]; /* for the files */

/* A snapshot in memory. */
struct image {
	uint8_t *bytes;
	size_t len;
	struct robotsc_snapshot s;
};

static int open_image(struct image *i)
{
	return CHECK(robotsc_snapshot_open(&i->s, i->bytes, i->len, NULL) == ROBOTSC_OK);
}

/* How the next day differs. */
struct day {
	uint32_t gone, added, policy, facts, text; /* of 1,000 origins */
	int fetched;                               /* all are fetched again */
	int timed;
	uint64_t seed;
};

static void change(struct plain_entry *e, const struct world *w, const struct day *day, uint64_t *random)
{
	struct robotsc_decision *const d = &e->decision;

	if (day->fetched) {
		const int64_t moved = 86400 + (int64_t)splitmix_below(random, 1000) - 500;

		d->fetched += moved;
		d->expires += moved;
		d->since = splitmix_below(random, 50) ? d->fetched : d->since;
	}
	if (splitmix_below(random, 1000) < day->policy) {
		const struct plain_entry *other = &w->entries[splitmix_below(random, (uint32_t)w->n)];

		e->blob = other->blob;
		e->blob_len = other->blob_len;
		d->expires += splitmix_below(random, 3) ? 0 : 77;
	}
	if (splitmix_below(random, 1000) < day->facts) {
		d->status = 404;
		d->outcome = ROBOTSC_OUTCOME_ALLOW;
		d->challenge = !d->challenge;
	}
	if (splitmix_below(random, 1000) < day->text) {
		d->length += 5;
		d->digest = splitmix(random);
	}
}

/* Two snapshots of a world, a day apart. */
static int make_days(const struct world *w, const struct day *day, struct image *before, struct image *after)
{
	struct plain_entry *entries = calloc(2 * w->n + 1, sizeof *entries);
	struct plain_settings settings = w->settings;
	uint64_t random = day->seed;
	size_t n = 0, old = 0, i;
	int result = -1;

	for (i = 0; entries && i < w->n; i++)
		if (splitmix_below(&random, 1000) >= day->added)
			entries[old++] = w->entries[i];
	if (entries && plain_snapshot(&settings, entries, old, &before->bytes, &before->len) == 0) {
		for (i = 0; i < w->n; i++) {
			if (splitmix_below(&random, 1000) < day->gone)
				continue;
			entries[n] = w->entries[i];
			change(&entries[n++], w, day, &random);
		}
		settings.timed = day->timed;
		settings.time = 4000000000;
		result = plain_snapshot(&settings, entries, n, &after->bytes, &after->len);
	}
	free(entries);
	return CHECK(result == 0) && open_image(before) && open_image(after) ? 0 : -1;
}

/* Read a file; *out is for free(). */
static size_t read_file(const char *path, uint8_t **out)
{
	FILE *file = fopen(path, "rb");
	struct stat st;
	size_t n = 0;

	*out = NULL;
	if (file && fstat(fileno(file), &st) == 0 && (*out = malloc((size_t)st.st_size + 1)) != NULL)
		n = fread(*out, 1, (size_t)st.st_size, file);
	if (file)
		fclose(file);
	return n;
}

static void write_file(const char *path, const void *octets, size_t len)
{
	FILE *file = fopen(path, "wb");

	CHECK(file && fwrite(octets, 1, len, file) == len);
	if (file)
		fclose(file);
}

static enum robotsc_store_status apply(const uint8_t *delta, size_t len, const struct image *before, const char *path)
{
	const struct robotsc_maker_options options = {.output = path, .memory = 1 << 20, .jobs = 1};

	return robotsc_delta_apply(delta, len, &before->s, &options, NULL);
}

static void compare(const char *path, const struct image *expected)
{
	uint8_t *bytes;
	const size_t n = read_file(path, &bytes);

	CHECK_MSG(n == expected->len && memcmp(bytes, expected->bytes, n) == 0, "%s", path);
	free(bytes);
}

static const struct robotsc_text agents[] = {{"ExampleBot", 10}, {"a-bot", 5}};
static const struct world_plan plans[] = {
	{0, 0, 1, ROBOTSC_RFC9309, NULL, 0},         {1, 1, 2, ROBOTSC_RFC9309, agents, 1},
	{65, 9, 3, ROBOTSC_GOOGLE, agents, 2},       {3000, 700, 4, ROBOTSC_RFC9309, agents, 1},
	{1500, 1500, 5, ROBOTSC_NEXOR1994, NULL, 0},
};
static const struct day days[] = {
	{0, 0, 0, 0, 0, 0, 0, 1},           {0, 0, 0, 0, 0, 1, 0, 2},        {10, 10, 10, 10, 10, 1, 0, 3},
	{300, 300, 500, 300, 300, 0, 0, 4}, {1000, 0, 0, 0, 0, 0, 0, 5},     {0, 1000, 0, 0, 0, 0, 0, 6},
	{10, 10, 10, 10, 10, 1, 1, 7},      {500, 500, 0, 1000, 0, 1, 1, 8}, {0, 0, 10, 0, 10, 1, 0, 9},
	{0, 0, 100, 0, 100, 1, 0, 10},
};

/* The second reader and the plain writer make the same of the delta. */
static void second(const uint8_t *delta, size_t len, const struct image *before)
{
	struct delta_counts counts = {0};
	uint64_t state = 1;
	char path[128];
	const char *wrong;

	snprintf(path, sizeof path, "%s/second", folder);
	wrong = ask_delta(before->bytes, before->len, DELTA_FILE, delta, len, &state, path, &counts);
	CHECK_MSG(wrong == NULL && counts.made == 1, "%s", wrong ? wrong : "");
}

/* There and back. */
static void days_apart(void)
{
	char delta[128], out[128];
	size_t i, k;

	snprintf(delta, sizeof delta, "%s/delta", folder);
	snprintf(out, sizeof out, "%s/new", folder);
	for (i = 0; i < sizeof plans / sizeof *plans; i++)
		for (k = 0; k < sizeof days / sizeof *days; k++) {
			struct world w;
			struct image before = {.len = 0}, after = {.len = 0};
			struct robotsc_delta_report report;
			uint8_t *octets = NULL;
			size_t n;

			if (CHECK(world_make(&w, &plans[i]) == 0) && make_days(&w, &days[k], &before, &after) == 0 &&
			    CHECK(robotsc_delta_make(delta, &before.s, &after.s, 0, &report) == ROBOTSC_STORE_OK)) {
				n = read_file(delta, &octets);
				CHECK(n == report.octets && report.same + report.changed + report.added == after.s.nentries &&
				      report.same + report.changed + report.removed == before.s.nentries);
				CHECK(apply(octets, n, &before, out) == ROBOTSC_STORE_OK);
				compare(out, &after);
				second(octets, n, &before);
				CHECK(before.len == after.len || apply(octets, n, &after, out) == ROBOTSC_STORE_NOT_FOUND);
			}
			free(octets);
			free(before.bytes);
			free(after.bytes);
			world_free(&w);
		}
	unlink(delta);
	unlink(out);
}

/* A day on which all is fetched again, and nothing else changes. */
static void sizes(void)
{
	const struct world_plan plan = {20000, 3000, 11, ROBOTSC_RFC9309, agents, 1};
	const struct day day = {0, 0, 0, 0, 0, 1, 0, 12};
	struct image before = {.len = 0}, after = {.len = 0};
	struct robotsc_delta_report report;
	struct world w;
	char path[128];

	snprintf(path, sizeof path, "%s/delta", folder);
	if (CHECK(world_make(&w, &plan) == 0) && make_days(&w, &day, &before, &after) == 0 &&
	    CHECK(robotsc_delta_make(path, &before.s, &after.s, 0, &report) == ROBOTSC_STORE_OK))
		CHECK_MSG(report.policies == 0 && report.octets <= 6 * 20000, "%lu octets", (unsigned long)report.octets);
	free(before.bytes);
	free(after.bytes);
	world_free(&w);
	unlink(path);
}

/* ---- forged deltas -------------------------------------------------------------------------- */

enum {
	AT_ROW = 40, /* docs/snapshot-delta.md */
	HEAD = AT_ROW + 128,
	AT_PART = HEAD + 32
};

/* A delta of one part, and what it leads to. */
struct forging {
	struct image before, after;
	uint8_t *delta, *forged;
	size_t len;
	char out[128];
	unsigned made, refused;
};

static void put_size(uint8_t *at, uint64_t size)
{
	int i;

	for (i = 0; i < 8; i++, size >>= 8)
		at[i] = (uint8_t)size;
}

/* Compute the digests anew. */
static void mend(uint8_t *delta, size_t len)
{
	struct robotsc_sha256 sha;

	robotsc_sha256_begin(&sha);
	robotsc_sha256_add(&sha, delta + AT_PART, len - AT_PART);
	robotsc_sha256_end(&sha, delta + AT_ROW + 64);
	robotsc_sha256_begin(&sha);
	robotsc_sha256_add(&sha, delta, HEAD);
	robotsc_sha256_end(&sha, delta + HEAD);
}

/* Apply what is forged over a good file: it stays, or is the new snapshot. */
static void try_forged(struct forging *f, size_t len)
{
	uint8_t *exact = malloc(len + !len), *bytes;
	enum robotsc_store_status status;
	size_t n;

	if (!CHECK(exact != NULL))
		return;
	memcpy(exact, f->forged, len);
	status = apply(exact, len, &f->before, f->out);
	n = read_file(f->out, &bytes);
	if (status == ROBOTSC_STORE_OK) {
		f->made++;
		CHECK(n == f->after.len && memcmp(bytes, f->after.bytes, n) == 0);
		write_file(f->out, "good", 4);
	} else {
		f->refused++;
		CHECK(n == 4 && memcmp(bytes, "good", 4) == 0);
	}
	free(bytes);
	free(exact);
}

static void flip_bits(struct forging *f)
{
	size_t i;

	for (i = 0; i < 8 * f->len; i++) {
		memcpy(f->forged, f->delta, f->len);
		f->forged[i / 8] ^= (uint8_t)(1u << i % 8);
		try_forged(f, f->len);
	}
	/* The minor version is read by nobody, and no digest is right. */
	CHECK_MSG(f->made == 0, "%u", f->made);
}

static void cut(struct forging *f)
{
	size_t i;

	memcpy(f->forged, f->delta, f->len);
	for (i = 0; i < f->len; i++) {
		try_forged(f, i);
		if (i < AT_PART)
			continue;
		/* Cut items, with a head that says so. */
		put_size(f->forged + 16, i);
		put_size(f->forged + AT_ROW + 96, i - AT_PART);
		mend(f->forged, i);
		try_forged(f, i);
		memcpy(f->forged, f->delta, f->len);
	}
	CHECK_MSG(f->made == 0, "%u", f->made);
}

static void change_octets(struct forging *f)
{
	static const uint8_t values[] = {0x00, 0x01, 0x7F, 0x80, 0xFF};
	uint64_t random = 99;
	unsigned i, k;

	for (i = 0; i < 4000; i++) {
		const unsigned changes = 1 + splitmix_below(&random, 4);

		memcpy(f->forged, f->delta, f->len);
		for (k = 0; k < changes; k++) {
			/* Roots and the size of the file stay, or nothing else is tried. */
			const size_t place = i % 8 == 0 ? AT_ROW + 104 + splitmix_below(&random, 24)
			                                : AT_PART + splitmix_below(&random, (uint32_t)(f->len - AT_PART));

			f->forged[place] =
				splitmix_below(&random, 2) ? values[splitmix_below(&random, 5)] : (uint8_t)splitmix(&random);
		}
		mend(f->forged, f->len);
		try_forged(f, f->len);
	}
	CHECK_MSG(f->refused > 3000, "%u", f->refused);
}

static void forge(void (*how)(struct forging *f))
{
	static const struct world_plan plan = {40, 9, 21, ROBOTSC_RFC9309, agents, 1};
	static const struct day day = {100, 100, 100, 100, 100, 1, 0, 22};
	struct forging f = {.len = 0};
	struct world w;
	char path[128];

	snprintf(path, sizeof path, "%s/delta", folder);
	snprintf(f.out, sizeof f.out, "%s/good", folder);
	write_file(f.out, "good", 4);
	if (CHECK(world_make(&w, &plan) == 0) && make_days(&w, &day, &f.before, &f.after) == 0 &&
	    CHECK(robotsc_delta_make(path, &f.before.s, &f.after.s, 0, NULL) == ROBOTSC_STORE_OK)) {
		f.len = read_file(path, &f.delta);
		f.forged = malloc(f.len);
		if (CHECK(f.forged != NULL) && CHECK(apply(f.delta, f.len, &f.before, f.out) == ROBOTSC_STORE_OK)) {
			write_file(f.out, "good", 4);
			how(&f);
		}
	}
	free(f.delta);
	free(f.forged);
	free(f.before.bytes);
	free(f.after.bytes);
	world_free(&w);
	unlink(path);
	unlink(f.out);
}

static void flipped(void)
{
	forge(flip_bits);
}

static void prefixes(void)
{
	forge(cut);
}

static void mended(void)
{
	forge(change_octets);
}

int main(void)
{
	snprintf(folder, sizeof folder, "/tmp/robotsc-delta-XXXXXX");
	if (!mkdtemp(folder))
		return 1;
	CHECK_PART(days_apart);
	CHECK_PART(sizes);
	CHECK_PART(flipped);
	CHECK_PART(prefixes);
	CHECK_PART(mended);
	CHECK(rmdir(folder) == 0);
	return check_done();
}
