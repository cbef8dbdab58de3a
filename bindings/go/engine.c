/* engine.c - exports bindings/c from the WebAssembly module that wasm2go translates to Go.
 *
 * An engine keeps no state: Go has the octets of policies and the structures of groups, and copies
 * them in before it asks, always to the same addresses.  The loaded blob stands at the beginning of
 * the heap.  A question forgets the heap behind the blob, where the texts and the answer of the
 * previous question are.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "robotsc_bind.c"

#include "bindings/c/wasm/heap.h"
#include "bindings/c/wasm/wasm.h"

#define ROOM 16384 /* octets of a URL that needs no heap; urlRoom in engine.go */

static char room[ROOM];
static struct robotsc_group group;
static struct robotsc_policy policy; /* the loaded blob, open after policy_open */
static struct robotsc_texts texts;

/* The answer of a call, which Go reads. */
static struct {
	const void *at;
	uint32_t len;
} answer;

static void answer_with(const void *at, size_t len)
{
	answer.at = at;
	answer.len = (uint32_t)len;
}

static void answer_text(const char *text)
{
	answer_with(text, text ? strlen(text) : 0);
}

EXPORT(room) const char *room_at(void)
{
	return room;
}

EXPORT(answer) const void *answer_at(void)
{
	return &answer;
}

EXPORT(group) const struct robotsc_group *group_at(void)
{
	return &group;
}

EXPORT(group_size) uint32_t group_size(void)
{
	return sizeof group;
}

/* Returns the place for the octets of a blob; NULL: no memory.  Forgets all that was loaded. */
EXPORT(load) void *load(uint32_t len)
{
	heap_forget();
	policy = (struct robotsc_policy){.len = len};
	policy.octets = malloc((size_t)len + 1);
	return policy.octets;
}

/* Begin a question with n texts.  Returns the place for their ends, then for the octets of all.
 * NULL: no memory. */
EXPORT(begin) uint32_t *begin(uint32_t n, uint32_t octets)
{
	uint32_t *ends;
	if (policy.octets)
		heap_forget_from((char *)policy.octets + policy.len + 1);
	else
		heap_forget();
	ends = malloc(n * sizeof *ends + octets + 1);
	texts = (struct robotsc_texts){(const char *)(ends + n), ends, n};
	return ends;
}

/* Verify and open the loaded blob; own: it was compiled here. */
EXPORT(policy_open) enum robotsc_status policy_open(int own)
{
	return open_all(&policy, own != 0);
}

EXPORT(policy_dialect) enum robotsc_dialect policy_dialect(void)
{
	return robotsc_policy_dialect(&policy);
}

/* Compile the last text for the tokens before it. */
EXPORT(compile) enum robotsc_status compile(enum robotsc_dialect dialect, uint32_t flags)
{
	const struct robotsc_texts tokens = {texts.octets, texts.ends, texts.n - 1};
	const struct robotsc_text robots = text_of_list(&texts, tokens.n);
	struct robotsc_policy *made;
	size_t len;
	const enum robotsc_status status = robotsc_policy_compile(NULL, dialect, flags, robots.at, robots.len, &tokens, &made);
	if (status != ROBOTSC_OK)
		return status;
	answer_with(robotsc_policy_octets(made, &len), len);
	return status;
}

/* The index of the first text that is no product token, or -1. */
EXPORT(no_token) int32_t no_token(enum robotsc_dialect dialect)
{
	for (size_t i = 0; i < texts.n; i++) {
		const struct robotsc_text text = text_of_list(&texts, i);
		if (!robotsc_is_token(dialect, text.at, text.len))
			return (int32_t)i;
	}
	return -1;
}

/* Select the group for tokens, all texts, or for the header that is the only text. */
EXPORT(select) enum robotsc_status select_group(int is_header)
{
	if (is_header)
		return robotsc_policy_header(&policy, texts.octets, texts.ends[0], &group);
	return robotsc_policy_agent(&policy, &texts, &group);
}

/* The token whose group was selected, "*", or nothing. */
EXPORT(token) void token(int is_header)
{
	struct robotsc_text found = {"*", group.selected == ROBOTSC_SELECTED_STAR};
	if (group.selected == ROBOTSC_SELECTED_TOKEN && is_header)
		robotsc_header_tokens(&policy.blob, texts.octets, texts.ends[0], &found, 1);
	else if (group.selected == ROBOTSC_SELECTED_TOKEN)
		found = text_of_list(&texts, group.token);
	answer_with(found.at, found.len);
}

/* The verdict about the URL in room.  check_long: about a URL that is the text of begin. */
EXPORT(check) enum robotsc_verdict check(uint32_t len)
{
	return robotsc_check_url(&group, room, len);
}

EXPORT(check_long) enum robotsc_verdict check_long(void)
{
	return robotsc_check_url(&group, texts.octets, texts.ends[0]);
}

/* The verdicts of n URLs.  room has ends and verdicts, for `most` URLs each, and the octets. */
EXPORT(check_list) void check_list(uint32_t n, uint32_t most)
{
	const uint32_t *const ends = (const void *)room;
	const struct robotsc_texts urls = {room + 5 * (size_t)most, ends, n};
	robotsc_group_check(&group, &urls, (uint8_t *)room + 4 * (size_t)most);
}

static enum robotsc_status answered_by(enum robotsc_status status, char *at, size_t len)
{
	if (status == ROBOTSC_OK)
		answer_with(at, len);
	return status;
}

EXPORT(ask)
enum robotsc_status ask(enum robotsc_question_kind kind, uint32_t flags, double a, double b, double c, double d, double e)
{
	char *at = NULL;
	size_t len = 0;
	const enum robotsc_status status = robotsc_ask(kind, flags, (double[]){a, b, c, d, e}, &texts, &at, &len);
	return answered_by(status, at, len);
}

/* The origin of the URL that is the text, or the URL of its robots.txt. */
EXPORT(locate) enum robotsc_status locate(int robots)
{
	size_t len = 0;
	const enum robotsc_status status =
		(robots ? robotsc_robots_url : robotsc_origin)(texts.octets, texts.ends[0], room, sizeof room, &len);
	return answered_by(status, room, len);
}

EXPORT(url_problem) void url_problem(enum robotsc_dialect dialect)
{
	const enum robotsc_url_kind kind = robotsc_url_kind(dialect, texts.octets, texts.ends[0]);
	answer_text(kind == ROBOTSC_URL_GOOD ? NULL : robotsc_url_kind_text(kind));
}

EXPORT(content) void content(void)
{
	answer_text(robotsc_content_name(robotsc_content_kind(texts.octets, texts.ends[0])));
}

EXPORT(status_text) void status_text(enum robotsc_status status)
{
	answer_text(robotsc_strerror(status));
}

/* Four numbers: time of the group's next fetch, pause, reason, whether Visit-time delays it. */
EXPORT(next_fetch) enum robotsc_status next_fetch(int64_t now, int64_t last, int64_t took)
{
	static int64_t numbers[4];
	struct robotsc_pace pace;
	if (!robotsc_policy_extensions(&policy))
		return ROBOTSC_ERR_ABSENT;
	numbers[0] = robotsc_next_fetch(robotsc_policy_extensions(&policy), &group, now, last, took, &pace);
	numbers[1] = pace.pause;
	numbers[2] = pace.reason;
	numbers[3] = pace.shut;
	answer_with(numbers, sizeof numbers);
	return ROBOTSC_OK;
}

/* The records of the file, or of the robot of the group. */
EXPORT(records) enum robotsc_status records(int of_group)
{
	char *at = NULL;
	size_t len = 0;
	const enum robotsc_status status = robotsc_policy_records(&policy, of_group ? &group : NULL, &at, &len);
	return answered_by(status, at, len);
}

/* The verdict about the URL that is the text, and the preferences for its content. */
EXPORT(usage) enum robotsc_status usage(void)
{
	char *at = NULL;
	size_t len = 0;
	const enum robotsc_status status = robotsc_policy_usage(&policy, &group, text_of_list(&texts, 0), &at, &len);
	return answered_by(status, at, len);
}

/* ---- snapshots: Go has the file, and copies in the parts that are wanted ---- */

static struct robotsc_snapshot snapshot; /* its head is loaded */
static struct robotsc_snapshot_search search;
static struct robotsc_snapshot_entry entry;
static struct robotsc_blob found;

/* Open the loaded head of a file of this size.  The text is its root; empty: any root. */
EXPORT(snapshot_open) enum robotsc_status snapshot_open(uint64_t size, enum robotsc_trust trust)
{
	const struct robotsc_snapshot_options options = {.trust = trust,
	                                                 .root = texts.ends[0] ? (const uint8_t *)texts.octets : NULL};
	return robotsc_snapshot_open_head(&snapshot, policy.octets, policy.len, size, &options);
}

/* Begin the search for the origin of the URL that is the text.  Two numbers: the offset of the
 * octets that are wanted, and how many these are; 0: none. */
EXPORT(search_begin) enum robotsc_status search_begin(void)
{
	answer_with(&search, 2 * sizeof search.at);
	return robotsc_snapshot_search_begin(&snapshot, texts.octets, texts.ends[0], &search);
}

/* Returns the place for the wanted octets; NULL: no memory. */
EXPORT(search_room) void *search_room(uint32_t len)
{
	return malloc((size_t)len + 1);
}

EXPORT(search_next) enum robotsc_status search_next(const void *octets)
{
	return robotsc_snapshot_search_next(&search, octets, &entry, &found);
}

/* The result of the search: the packed decision, the dialect's number, the origin, the blob. */
EXPORT(search_end) enum robotsc_status search_end(void)
{
	struct call c = {.n = 0};
	struct robotsc_info info;
	robotsc_blob_info(&found, &info);
	pack_decision(&c, &entry.decision);
	robotsc__pack_number(&c, info.dialect);
	robotsc__pack_text(&c, entry.origin);
	robotsc__pack_text(&c, (struct robotsc_text){(const char *)found.bytes, found.size});
	return answered_by(robotsc__ended(&c, ROBOTSC_OK), c.answer, c.len);
}

/* The number of the shard to which the text's origin belongs, or a status, negated. */
EXPORT(shard) int32_t shard_of(uint32_t shards)
{
	enum robotsc_status status;
	const uint32_t shard = robotsc_shard(texts.octets, texts.ends[0], shards, &status);
	return status == ROBOTSC_OK ? (int32_t)shard : -(int32_t)status;
}
