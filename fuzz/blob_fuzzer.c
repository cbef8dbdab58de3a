/* blob_fuzzer.c - Whatever the bytes, open refuses them, or every later call stays inside them, ends, and says the same
 * when it is asked in another way.
 *
 * The bytes are a blob that robotsc check accepts.  A blob that was changed is refused for its checksum; the mutator
 * (blob_mutator.c) puts that right, so that what was changed is looked at.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "harness.h"
#include "robotsc/access.h"
#include "robotsc/dot.h"
#include "robotsc/inspect.h"
#include "robotsc/prove.h"
#include "tests/extensions_use.h"

#define PATHS 20
#define SLICE 48        /* octets of the blob itself as a path */
#define BUDGET 20000    /* steps of a comparison */
#define AGENTS 24       /* that are asked for */
#define MACHINES 200    /* that are inspected */
#define PICTURE 4000000 /* octets of a drawing, for a blob that was accepted: far more than any has */

static const char *const fixed[] = {
	"",          "/",        "/robots.txt", "/a?b=/c%2Fd", "/%2f%3F%25%41%ff", "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	"x#y",       "/a/b/c/",  "/tmp/a.gif",  "/search?q=",  "/index.php$",      "/%",
	"/a%20b%7e", "/\xC3\xBC"};
#define FIXED (sizeof fixed / sizeof fixed[0])

static void draw(void *ctx, const char *text, size_t len)
{
	size_t *room = ctx;

	must(text != NULL && len <= *room);
	*room -= len;
}

static void check_group(const struct robotsc_blob *blob, const struct robotsc_group *group)
{
	struct robotsc_query query[PATHS];
	struct robotsc_text path[PATHS], cut;
	uint8_t paths[PATHS], batch[PATHS];
	size_t room = PICTURE;
	const struct robotsc_text name = {"any", 3};

	for (size_t i = 0; i < PATHS; i++) {
		const size_t from = blob->size / (PATHS - FIXED) * (i < FIXED ? 0 : i - FIXED);
		const size_t left = blob->size - from;

		path[i].at = i < FIXED ? fixed[i] : (const char *)blob->bytes + from;
		path[i].len = i < FIXED ? strlen(fixed[i]) : left < SLICE ? left : SLICE;
		query[i].group = group;
		query[i].path = path[i];
	}
	robotsc_check_paths(group, path, PATHS, paths);
	robotsc_check_batch(query, PATHS, batch);
	for (size_t i = 0; i < PATHS; i++) {
		char *copy = harness_copy(path[i].at, path[i].len); /* with nothing readable behind it */

		must(paths[i] <= 1 && paths[i] == batch[i]);
		must(paths[i] == (int)robotsc_check_path(group, copy, path[i].len));
		robotsc_url_path((enum robotsc_dialect)blob->dialect, copy, path[i].len, &cut);
		must(robotsc_check_url(group, copy, path[i].len) == robotsc_check_path(group, cut.at, cut.len));
		free(copy);
	}
	robotsc_dot(group, name, draw, &room, NULL);
}

/* Tables, numbers, machines. */
static void inspect(const struct robotsc_blob *blob)
{
	struct robotsc_machine_info machine;
	struct robotsc_info info;

	robotsc_blob_info(blob, &info);
	must(info.size == blob->size && info.header_bytes + info.agents_bytes + info.policies_bytes + info.machines_bytes +
	                                                info.other_bytes + info.trailer_bytes ==
	                                        info.size);
	for (uint32_t policy = 0, seen = 0; policy < info.policies && seen < MACHINES; policy++, seen++)
		for (uint32_t nth = 0; robotsc_machine_at(blob, policy, nth, &machine) && seen < MACHINES; nth++, seen++)
			must(machine.bytes <= info.machines_bytes && machine.nodes <= machine.bytes);
	must(!robotsc_machine_at(blob, info.policies, 0, &machine));
}

/* A stamp is what it was, and verdicts do not depend on it. */
static void stamp(const struct robotsc_blob *blob, const struct robotsc_group *group)
{
	const struct robotsc_decision made = {.fetched = 1000, .since = 900, .expires = 2000, .status = 200};
	struct robotsc_decision found;
	struct robotsc_blob stamped;
	struct robotsc_group again;
	size_t len = 0;

	robotsc_stamp_read(blob, &found);
	if (robotsc_stamp(blob, &made, NULL, 0, &len) != ROBOTSC_ERR_ROOM)
		return;
	must(len <= (size_t)blob->size + ROBOTSC_STAMP_SIZE);
	char *copy = product_alloc(NULL, len);
	must(robotsc_stamp(blob, &made, copy, len, &len) == ROBOTSC_OK);
	must(robotsc_open(&stamped, copy, len) == ROBOTSC_OK);
	must(robotsc_stamp_read(&stamped, &found) == ROBOTSC_OK && found.since == made.since && found.expires == made.expires);
	if (group != NULL && robotsc_select(&stamped, NULL, 0, &again) == ROBOTSC_OK)
		for (size_t i = 0; i < FIXED; i++)
			must(robotsc_check_path(&again, fixed[i], strlen(fixed[i])) ==
			     robotsc_check_path(group, fixed[i], strlen(fixed[i])));
	free(copy);
}

/* No blob differs from itself. */
static void compare(const struct robotsc_blob *blob, const struct robotsc_text *token, size_t n)
{
	const struct robotsc_side side = {.blob = blob};
	const struct robotsc_question question = {.budget = BUDGET};
	struct robotsc_comparison c;

	if (robotsc_compare(&side, &side, token, n, &question, &c) == ROBOTSC_OK)
		must(c.answer != ROBOTSC_DIFFERENT);
}

static void ask(const struct robotsc_blob *blob, const struct robotsc_text *token, size_t n)
{
	struct robotsc_extensions ext;
	struct robotsc_group group;

	if (robotsc_select(blob, token, n, &group) != ROBOTSC_OK)
		return;
	check_group(blob, &group);
	if (robotsc_open_extensions(blob, &ext) == ROBOTSC_OK)
		extensions_use(&ext, &group);
	if (n == 0)
		stamp(blob, &group);
	if (n < 2)
		compare(blob, token, n);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	struct robotsc_blob blob, again;
	struct robotsc_agent_info agent;
	struct robotsc_text token[2] = {{"ExampleBot", 10}, {"a/b.c-d", 7}};

	if (robotsc_open(&blob, bytes, len) != ROBOTSC_OK)
		return 0;
	must(robotsc_reopen(&again, bytes, len) == ROBOTSC_OK && again.agents == blob.agents && again.machines == blob.machines);
	ask(&blob, NULL, 0);
	ask(&blob, token, 2);
	for (uint32_t i = 0; i < AGENTS && robotsc_agent_at(&blob, i, &agent); i++) {
		token[0] = agent.token;
		ask(&blob, token, 1);
	}
	inspect(&blob);
	return 0;
}
