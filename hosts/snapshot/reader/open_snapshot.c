/* open_snapshot.c - verify the head of a snapshot.  docs/formats/snapshot.md, "Head"
 *
 * Each step relies only on what the steps before it have verified.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "match/ask_index.h"
#include "snapshot_lookup.h"

_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_snapshot) == 200, "the size of a snapshot");
_Static_assert(sizeof(void *) != 8 || sizeof(struct robotsc_snapshot_options) == 72, "the size of its options");

static inline uint64_t section_start(const uint8_t *head, unsigned section)
{
	return ld64(head + HEAD_AT_SECTIONS + section * HEAD_SECTION + SECTION_AT_START);
}

static inline uint64_t section_size(const uint8_t *head, unsigned section)
{
	return ld64(head + HEAD_AT_SECTIONS + section * HEAD_SECTION + SECTION_AT_SIZE);
}

uint64_t robotsc_snapshot_used_size(const void *bytes, size_t len)
{
	const uint8_t *const head = bytes;
	if (len < HEAD_SMALLEST || ld64(head + HEAD_AT_MAGIC) != SNAPSHOT_MAGIC)
		return 0;
	const uint64_t size = section_size(head, SECTION_RECORDS);
	if (size > ld64(head + HEAD_AT_FILE_SIZE))
		return 0;
	return (size / (8 * SNAPSHOT_UNIT) + 8) & ~(uint64_t)7;
}

/* The octets begin with the whole head of a snapshot of this version, and file is its size. */
static enum robotsc_status check_begin(const uint8_t *head, size_t len, uint64_t file)
{
	if (len < 8)
		return ROBOTSC_ERR_TRUNCATED;
	if (ld64(head + HEAD_AT_MAGIC) != SNAPSHOT_MAGIC)
		return ROBOTSC_ERR_MAGIC;
	if (len < HEAD_SMALLEST)
		return ROBOTSC_ERR_TRUNCATED;
	if (ld16(head + HEAD_AT_MAJOR) != SNAPSHOT_MAJOR)
		return ROBOTSC_ERR_VERSION;
	if (ld64(head + HEAD_AT_FILE_SIZE) > file)
		return ROBOTSC_ERR_TRUNCATED;
	const uint32_t size = ld32(head + HEAD_AT_HEAD_SIZE);
	if (ld64(head + HEAD_AT_FILE_SIZE) < file || size % SNAPSHOT_ALIGN || size < HEAD_SMALLEST ||
	    size > ROBOTSC_SNAPSHOT_HEAD_MAX || size > len)
		return ROBOTSC_ERR_CORRUPT;
	return ROBOTSC_OK;
}

static inline const uint8_t *root_of(const uint8_t *head)
{
	return head + ld32(head + HEAD_AT_HEAD_SIZE) - HEAD_ROOT;
}

/* The root is the digest of the head, and equals the root that the caller knows. */
static int root_ok(const uint8_t *head, const uint8_t *known)
{
	struct robotsc_sha256 sha;
	uint8_t digest[HEAD_ROOT];
	unsigned differ = 0, unknown = 0;
	robotsc_sha256_begin(&sha);
	robotsc_sha256_add(&sha, head, (size_t)(root_of(head) - head));
	robotsc_sha256_end(&sha, digest);
	for (unsigned i = 0; i < HEAD_ROOT; i++) {
		differ |= digest[i] ^ root_of(head)[i];
		unknown |= known ? known[i] ^ root_of(head)[i] : 0;
	}
	return !sums_differ(differ, 0) && !unknown;
}

/* The sections stand one after the other behind the head.  Only a later minor version may have
 * octets after the sections. */
static int sections_ok(const uint8_t *head)
{
	const uint64_t file = ld64(head + HEAD_AT_FILE_SIZE);
	uint64_t at = ld32(head + HEAD_AT_HEAD_SIZE);
	for (unsigned i = 0; i < SNAPSHOT_SECTIONS; i++) {
		const uint64_t pad = (SNAPSHOT_ALIGN - at % SNAPSHOT_ALIGN) % SNAPSHOT_ALIGN;
		if (pad > file - at)
			return 0;
		at += pad;
		if (section_start(head, i) != at || section_size(head, i) > file - at)
			return 0;
		at += section_size(head, i);
	}
	return at == file || ld16(head + HEAD_AT_MINOR) > SNAPSHOT_MINOR;
}

/* The sections have room for all entries and policies, and all members have valid values. */
static int counts_ok(const uint8_t *head)
{
	const uint64_t n = ld64(head + HEAD_AT_ENTRIES), buckets = ld32(head + HEAD_AT_BUCKETS);
	const uint32_t probes = ld32(head + HEAD_AT_PROBES), shards = ld32(head + HEAD_AT_SHARDS);
	if (n > section_size(head, SECTION_ENTRIES) / ENTRY_SMALLEST ||
	    ld64(head + HEAD_AT_POLICIES) > section_size(head, SECTION_RECORDS) / RECORD_SMALLEST)
		return 0;
	const uint64_t wanted = (n * 10 + 55) / 56, marks = (n + MARK_STEP - 1) / MARK_STEP;
	return buckets == (wanted ? wanted : 1) && section_size(head, SECTION_MARKS) == marks * MARK_SIZE &&
	       section_size(head, SECTION_INDEX) == (buckets + PROBES_MAX - 1) * BUCKET_SIZE && probes - 1 < PROBES_MAX &&
	       shards - 1 < ROBOTSC_SNAPSHOT_SHARDS_MAX && ld32(head + HEAD_AT_SHARD) < shards &&
	       head[HEAD_AT_DIALECT] <= ROBOTSC_CONNER2 && head[HEAD_AT_SCOPE] <= ROBOTSC_REDIRECT_ORIGIN &&
	       head[HEAD_AT_CHALLENGE] <= ROBOTSC_CHALLENGE_UNREACHABLE;
}

/* Whether the tokens of all agents lie before the root.  Reading a size before that is known is
 * safe, since the root follows. */
static int tokens_ok(const uint8_t *head)
{
	const uint32_t end = ld32(head + HEAD_AT_HEAD_SIZE) - HEAD_ROOT, n = ld32(head + HEAD_AT_AGENTS);
	uint32_t at = HEAD_AT_TOKENS;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t size = 2 + ld16(head + at);
		if (size > end - at)
			return 0;
		at += size;
	}
	return 1;
}

/* How the blobs for some agents compare names in a dialect. */
static uint8_t match_of(uint8_t dialect)
{
	return dialect == ROBOTSC_RFC9309 ? MATCH_TOKEN : dialect == ROBOTSC_GOOGLE ? MATCH_WHOLE : MATCH_NAME;
}

/* The number of the first agent with the robot's name, plus 1; 0: there is none. */
static uint32_t find_agent(const uint8_t *head, struct robotsc_text robot)
{
	const uint8_t match = match_of(head[HEAD_AT_DIALECT]);
	const uint8_t *token = head + HEAD_AT_TOKENS;
	robot = cut_name(robot, match);
	for (uint32_t i = 0; i < ld32(head + HEAD_AT_AGENTS); i++, token += 2 + ld16(token)) {
		const struct robotsc_text agent = cut_name(head_token(token), match);
		if (holds_name((const uint8_t *)agent.at, agent.len, (const uint8_t *)robot.at, robot.len, match))
			return i + 1;
	}
	return 0;
}

/* Fills in the members from a valid head. */
static void fill(struct robotsc_snapshot *s, const uint8_t *bytes, const struct robotsc_snapshot_options *options)
{
	*s = (struct robotsc_snapshot){.bytes = bytes,
	                               .entries_size = section_size(bytes, SECTION_ENTRIES),
	                               .nentries = ld64(bytes + HEAD_AT_ENTRIES),
	                               .policies_size = section_size(bytes, SECTION_RECORDS),
	                               .npolicies = ld64(bytes + HEAD_AT_POLICIES),
	                               .seed = ld64(bytes + HEAD_AT_SEED),
	                               .tokens = options->tokens,
	                               .ntokens = options->ntokens,
	                               .buckets = ld32(bytes + HEAD_AT_BUCKETS),
	                               .probes = ld32(bytes + HEAD_AT_PROBES),
	                               .nagents = ld32(bytes + HEAD_AT_AGENTS),
	                               .shard = ld32(bytes + HEAD_AT_SHARD),
	                               .shards = ld32(bytes + HEAD_AT_SHARDS),
	                               .dialect = bytes[HEAD_AT_DIALECT],
	                               .trust = (uint8_t)options->trust,
	                               .match = match_of(bytes[HEAD_AT_DIALECT])};
}

enum robotsc_status robotsc_snapshot_open_head(struct robotsc_snapshot *snapshot, const void *octets, size_t len, uint64_t size,
                                               const struct robotsc_snapshot_options *options)
{
	static const struct robotsc_snapshot_options defaults;
	const uint8_t *const head = octets;
	uint32_t agent = 0;
	if (!options)
		options = &defaults;
	if ((unsigned)options->trust > ROBOTSC_TRUST_KNOWN || (options->trust == ROBOTSC_TRUST_KNOWN && !options->root))
		return ROBOTSC_ERR_ARGUMENT;
	const enum robotsc_status status = check_begin(head, len, size);
	if (status != ROBOTSC_OK)
		return status;
	if (!root_ok(head, options->root))
		return ROBOTSC_ERR_CHECKSUM;
	if (!sections_ok(head) || !counts_ok(head) || !tokens_ok(head))
		return ROBOTSC_ERR_CORRUPT;
	for (size_t i = options->ntokens; ld32(head + HEAD_AT_AGENTS) && i-- > 0;) {
		agent = find_agent(head, options->tokens[i]);
		if (!agent)
			return ROBOTSC_ERR_AGENT;
	}
	fill(snapshot, head, options);
	snapshot->agent = options->ntokens == 1 ? agent : 0;
	return ROBOTSC_OK;
}

enum robotsc_status robotsc_snapshot_open(struct robotsc_snapshot *snapshot, const void *bytes, size_t len,
                                          const struct robotsc_snapshot_options *options)
{
	const uint8_t *const head = bytes;
	const enum robotsc_status status = robotsc_snapshot_open_head(snapshot, bytes, len, len, options);
	if (status != ROBOTSC_OK)
		return status;
	snapshot->entries = head + (size_t)section_start(head, SECTION_ENTRIES);
	snapshot->marks = head + (size_t)section_start(head, SECTION_MARKS);
	snapshot->index = head + (size_t)section_start(head, SECTION_INDEX);
	snapshot->policies = head + (size_t)section_start(head, SECTION_RECORDS);
	snapshot->used = options ? options->used : NULL;
	return ROBOTSC_OK;
}

void robotsc_snapshot_info(const struct robotsc_snapshot *snapshot, struct robotsc_snapshot_info *info)
{
	const uint8_t *const head = snapshot->bytes;
	const unsigned settings = head[HEAD_AT_SETTINGS];
	*info = (struct robotsc_snapshot_info){.size = ld64(head + HEAD_AT_FILE_SIZE),
	                                       .entries = snapshot->nentries,
	                                       .policies = snapshot->npolicies,
	                                       .time = (int64_t)ld64(head + HEAD_AT_TIME),
	                                       .shard = snapshot->shard,
	                                       .shards = snapshot->shards,
	                                       .dialect = (enum robotsc_dialect)snapshot->dialect,
	                                       .strict_fields = (settings & SETTING_STRICT_FIELDS) != 0,
	                                       .conner2_rest_deny = (settings & SETTING_CONNER2_REST_DENY) != 0,
	                                       .extensions = (settings & SETTING_EXTENSIONS) != 0,
	                                       .aipref_rule = (settings & SETTING_AIPREF_RULE) != 0,
	                                       .redirect_scope = (enum robotsc_redirect_scope)head[HEAD_AT_SCOPE],
	                                       .challenge = (enum robotsc_challenge)head[HEAD_AT_CHALLENGE],
	                                       .limit = ld64(head + HEAD_AT_LIMIT),
	                                       .agents = snapshot->nagents,
	                                       .seed = snapshot->seed,
	                                       .longest_probe = snapshot->probes};
	for (unsigned i = 0; i < ROBOTSC_SNAPSHOT_ROOT; i++)
		info->root[i] = root_of(head)[i];
	for (unsigned i = 0; i < SNAPSHOT_SECTIONS; i++)
		info->section[i] = section_size(head, i);
}

struct robotsc_text robotsc_snapshot_agent(const struct robotsc_snapshot *snapshot, uint32_t number)
{
	const uint8_t *token = snapshot->bytes + HEAD_AT_TOKENS;
	if (number >= snapshot->nagents)
		return (struct robotsc_text){"", 0};
	for (uint32_t i = 0; i < number; i++)
		token += 2 + ld16(token);
	return head_token(token);
}
