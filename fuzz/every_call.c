/* every_call.c - see every_call.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* fence.h */
#include "every_call.h"

#include "harness.h"
#include "robotsc/access.h"
#include "robotsc/dot.h"
#include "robotsc/inspect.h"
#include "robotsc/report.h"
#include "tests/runtime/records/extensions_use.h"
#include "tests/hosts/snapshot/ask_snapshot.h"
#include "tests/support/fence.h"

#define ROBOT_PATHS 56  /* paths for each robot */
#define SLICE_OCTETS 24 /* octets of the blob itself as a path, at most */
#define LONGEST 2400    /* octets of a path: beyond the limit of the fast walk */
#define AGENTS 6        /* agents of the index that are selected */
#define MACHINES 50     /* machines that are inspected */
#define PICTURE 4000000 /* octets of a drawing: above any size */
#define SHARE 16        /* 1 of 16 blobs gets the larger budget */
#define BUDGET 12000    /* steps of a comparison */
#define BUDGET_LARGE 60000
#define GENERATED 12     /* paths */
#define PROOFS 7         /* proofs about all paths */
#define UNNAMED_PROOFS 2 /* how many of these proofs are for robots without a name */
#define DIALECTS 5

static const char *const fixed[] = {
	"",          "/",         "/robots.txt", "/a?b=/c%2Fd", "/%2f%3F%25%41%ff", "/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
	"x#y",       "/a/b/c/",   "/tmp/a.gif",  "/search?q=",  "/index.php$",      "/%",
	"/a%20b%7e", "/\xC3\xBC", "/#",          "/a#",         "/aaaabaaaacaaaax"};
#define FIXED (sizeof fixed / sizeof fixed[0])

/* The text that blobs are compared with. */
static const char text[] = "User-agent: *\nDisallow: /a\nAllow: /ab*c$\nDisallow: /*x\n\n"
			   "User-agent: bot\nAllow: /b\nDisallow: /\n";

/* ---- paths ------------------------------------------------------------------- */

struct paths {
	struct robotsc_text all[ROBOT_PATHS];
	size_t n;
	char room[ROBOT_PATHS * (SLICE_OCTETS + 64) + 3 * LONGEST];
	size_t used;
};

/* Add a path that repeats octets up to a length. */
static void add_path(struct paths *p, const char *at, size_t n, size_t len)
{
	char *to = p->room + p->used;

	if (p->n == ROBOT_PATHS || len > sizeof p->room - p->used)
		return;
	to[0] = '/';
	for (size_t i = 1; i < len; i++)
		to[i] = n > 0 ? at[(i - 1) % n] : 'a';
	p->all[p->n++] = (struct robotsc_text){to, len};
	p->used += len;
}

/* Add paths of random octets of the blob: among them are octets that its nodes read. */
static void fill_paths(struct paths *p, const struct robotsc_blob *blob, uint64_t *state)
{
	static const size_t lengths[] = {70, 300, LONGEST};
	const char *bytes = (const char *)blob->bytes;

	p->n = p->used = 0;
	for (size_t i = 0; i < FIXED; i++)
		p->all[p->n++] = (struct robotsc_text){fixed[i], strlen(fixed[i])};
	for (size_t i = 0; p->n < ROBOT_PATHS; i++) {
		const size_t from = product_below(state, blob->size), left = blob->size - from,
			     most = left < SLICE_OCTETS ? left : SLICE_OCTETS;
		const size_t n = 1 + product_below(state, most);

		add_path(p, bytes + from, n, i < 3 ? lengths[i] : 1 + n);
	}
}

static struct fence room; /* of a path */

/* The verdict of a path between unreadable pages. */
static int ask_path(const struct robotsc_group *group, struct robotsc_text path)
{
	struct robotsc_text cut;
	const char *at = at_end(&room, path.at, path.len);
	const int verdict = (int)robotsc_check_path(group, at, path.len);

	must(verdict == ROBOTSC_ALLOW || verdict == ROBOTSC_DISALLOW);
	robotsc_url_path((enum robotsc_dialect)group->dialect, at, path.len, &cut);
	must(robotsc_check_url(group, at, path.len) == robotsc_check_path(group, cut.at, cut.len));
	at = at_begin(&room, path.at, path.len);
	must((int)robotsc_check_path(group, at, path.len) == verdict);
	return verdict;
}

static void ask_paths(const struct robotsc_group *group, const struct paths *p)
{
	struct robotsc_query query[ROBOT_PATHS];
	uint8_t paths[ROBOT_PATHS], batch[ROBOT_PATHS], urls[ROBOT_PATHS], url_batch[ROBOT_PATHS];

	for (size_t i = 0; i < p->n; i++)
		query[i] = (struct robotsc_query){group, p->all[i]};
	robotsc_check_paths(group, p->all, p->n, paths);
	robotsc_prefetch(query->group);
	robotsc_check_batch(query, p->n, batch);
	robotsc_check_urls(group, p->all, p->n, urls);
	robotsc_check_url_batch(query, p->n, url_batch);
	for (size_t i = 0; i < p->n; i++) {
		must(paths[i] == batch[i] && paths[i] == ask_path(group, p->all[i]));
		must(urls[i] == url_batch[i] && urls[i] == (int)robotsc_check_url(group, p->all[i].at, p->all[i].len));
	}
}

/* ---- headers ------------------------------------------------------------------ */

#define HEADER_TOKENS 5

/* Find tokens in a User-Agent header that has a slice of the blob, and a name of its index.  They
 * stand in the header, the longest first, and less room gives the first tokens. */
static void find_tokens(const struct robotsc_blob *blob, struct robotsc_text name, uint64_t *state)
{
	struct robotsc_text found[HEADER_TOKENS], fewer[HEADER_TOKENS];
	char header[LONGEST] = "Mozilla/5.0 (compatible; ";
	const size_t from = product_below(state, blob->size), left = blob->size - from;
	const size_t slice = left < SLICE_OCTETS ? left : SLICE_OCTETS, named = name.len < LONGEST / 2 ? name.len : LONGEST / 2;
	size_t n = strlen(header);

	memcpy(header + n, name.at, named);
	n += named;
	header[n++] = "/ ;-@)"[product_below(state, 6)];
	memcpy(header + n, (const char *)blob->bytes + from, slice);
	n += slice;
	const char *at = at_end(&room, header, n);
	const size_t all = robotsc_header_tokens(blob, at, n, found, HEADER_TOKENS);

	for (size_t i = 0; i < all; i++)
		must(found[i].at >= at && found[i].len > 0 && found[i].len <= (size_t)(at + n - found[i].at) &&
		     (i == 0 || found[i - 1].len >= found[i].len));
	for (size_t most = 0; most <= all; most++) {
		must(robotsc_header_tokens(blob, at, n, fewer, most) == most);
		must(most == 0 || fewer[most - 1].at == found[most - 1].at);
	}
}

/* ---- pictures and numbers ----------------------------------------------------- */

static void draw(void *ctx, const char *at, size_t len)
{
	size_t *left = ctx;

	must(at != NULL && len <= *left);
	*left -= len;
}

static void picture(const struct robotsc_group *group)
{
	const struct robotsc_text name = {"any", 3};
	size_t left = PICTURE;

	robotsc_dot(group, name, draw, &left, NULL);
}

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

/* ---- stamps ------------------------------------------------------------------- */

/* A stamp is read as it was written, and verdicts do not depend on it. */
static void stamp(const struct robotsc_blob *blob, const struct robotsc_group *group)
{
	const struct robotsc_decision made = {.fetched = 1000, .since = 900, .expires = 2000, .status = 200};
	struct robotsc_decision found = {0};
	struct robotsc_blob stamped;
	struct robotsc_group again;
	size_t len = 0;

	if (robotsc_stamp_read(blob, &found) == ROBOTSC_OK)
		robotsc_fresh(&found, 1500);
	robotsc_is_constant(blob);
	if (robotsc_stamp(blob, &made, NULL, 0, &len) != ROBOTSC_ERR_ROOM)
		return;
	must(len <= (size_t)blob->size + ROBOTSC_STAMP_SIZE);
	char *copy = product_alloc(NULL, len);
	must(robotsc_stamp(blob, &made, copy, len, &len) == ROBOTSC_OK);
	must(robotsc_open(&stamped, copy, len) == ROBOTSC_OK);
	must(robotsc_stamp_read(&stamped, &found) == ROBOTSC_OK && found.since == made.since && found.expires == made.expires);
	if (robotsc_select(&stamped, NULL, 0, &again) == ROBOTSC_OK)
		for (size_t i = 0; i < FIXED; i++)
			must(robotsc_check_path(&again, fixed[i], strlen(fixed[i])) ==
			     robotsc_check_path(group, fixed[i], strlen(fixed[i])));
	free(copy);
}

/* ---- questions about all paths -------------------------------------------------- */

/* The blob and the other side of a comparison. */
struct company {
	const struct robotsc_group *group; /* of the blob */
	int side;                          /* the side that is the blob; 2: both are */
	uint64_t budget;
	enum robotsc_report_format format;
	struct robotsc_options options;
	struct product other;
};

/* A reported difference is real, as checks of the blob show. */
static void confirm(void *ctx, const struct robotsc_difference *d)
{
	const struct company *c = ctx;

	must(c->side < 2 && d->verdict[0] != d->verdict[1]);
	if (c->group != NULL)
		must((int)d->verdict[c->side] == ask_path(c->group, d->path));
}

static void compare_with(struct company *c, const struct robotsc_side *a, const struct robotsc_side *b,
                         const struct robotsc_text *token, size_t n)
{
	const struct robotsc_question question = {.budget = c->budget, .difference = confirm, .ctx = c, .usual = n > 0};
	struct robotsc_comparison found;

	if (robotsc_compare(a, b, token, n, &question, &found) == ROBOTSC_OK)
		must(found.answer != ROBOTSC_DIFFERENT || c->side < 2);
}

static void answered(void *ctx, const struct robotsc_robots *robots, const struct robotsc_comparison *found)
{
	(void)ctx;
	must(found->answer <= ROBOTSC_UNKNOWN && (robots->n > 0 || robots->others));
}

/* Compare for all robots.  A difference may be that of any robot, so the group is not asked. */
static void compare_all(const struct company *c, const struct robotsc_side *a, const struct robotsc_side *b)
{
	struct company all = *c;
	const struct robotsc_question question = {.budget = 2 * c->budget, .difference = confirm, .ctx = &all};

	all.group = NULL;
	robotsc_compare_all(a, b, &question, NULL, answered);
}

static void discard(void *ctx, const char *piece, size_t len)
{
	(void)ctx;
	must(piece != NULL && len > 0);
}

/* Report what became of an origin. */
static void became(const struct robotsc_report *how, const struct robotsc_blob *old, const struct robotsc_blob *new,
                   uint64_t budget)
{
	static const struct robotsc_decision decision = {.outcome = ROBOTSC_OUTCOME_PARSE};
	const struct robotsc_origin_change change = {
		.origin = {"https://example.com", 19}, .decisions = {&decision, &decision}, .blobs = {old, new}};
	const struct robotsc_question question = {.budget = budget / 4};
	struct robotsc_change_total total = {.written = 0};

	robotsc_change_report_origin(how, &change, &question, &total);
	must(total.written <= 1);
}

/* Report for a robot, or for all. */
static void report(const struct company *c, const struct robotsc_side *a, const struct robotsc_side *b,
                   const struct robotsc_text *token, size_t n)
{
	struct company company = *c;
	const struct robotsc_report how = {.write = discard, .format = c->format};
	const struct robotsc_question question = {.budget = c->budget / 2, .difference = confirm, .ctx = &company};
	const struct robotsc_report_pair pair = {.sides = {*a, *b}, .agents = token, .nagents = n};
	struct robotsc_diff_total total = {.written = 0};

	if (n == 0)
		company.group = NULL;
	robotsc_diff_report_pair(&how, &pair, &question, NULL, &total);
	robotsc_verify_report(&how, &pair, &question, NULL, &total);
	if (a->blob != NULL && b->blob != NULL)
		became(&how, a->blob, b->blob, c->budget);
}

/* A generated path has the verdict that comes with it, and so have its continuations. */
static void generated(void *ctx, struct robotsc_text path, enum robotsc_verdict verdict)
{
	const struct robotsc_group *group = ((const struct company *)ctx)->group;
	static char longer[LONGEST];

	must(ask_path(group, path) == (int)verdict);
	for (size_t i = 0; i < 4 && path.len < LONGEST; i++) {
		memcpy(longer, path.at, path.len);
		longer[path.len] = "#?%a"[i];
		ask_path(group, (struct robotsc_text){longer, path.len + 1});
	}
}

static void generate(struct company *c, const struct robotsc_side *side, const struct robotsc_text *token, size_t n, int random)
{
	const struct robotsc_sampling how = {.budget = c->budget,
	                                     .count = GENERATED,
	                                     .verdicts = 3,
	                                     .random = random,
	                                     .seed = c->budget,
	                                     .path = generated,
	                                     .ctx = c};
	uint32_t given;

	robotsc_generate(side, token, n, &how, &given);
}

/* What is said of all paths holds for the paths that are tried. */
static void measure(const struct company *c, const struct robotsc_side *side, const struct robotsc_text *token, size_t n)
{
	static const struct robotsc_text without = {"/b", 2};
	const struct robotsc_region region = {.prefix = {"/", 1}, .without = &without, .nwithout = c->budget % 2};
	uint64_t budget = c->budget;
	enum robotsc_extent extent;

	must(robotsc_parts(side, token, n, &budget, NULL, NULL) == ROBOTSC_ERR_ARGUMENT);
	if (robotsc_closed_below(side, token, n, &region, &budget, &extent) != ROBOTSC_OK)
		return;
	must(robotsc_extent_name(extent) != NULL && budget <= c->budget);
	for (size_t i = 0; i < FIXED; i++) {
		if (fixed[i][0] != '/' || strchr(fixed[i], '#') || strcmp(fixed[i], "/robots.txt") == 0)
			continue;
		const int verdict = ask_path(c->group, (struct robotsc_text){fixed[i], strlen(fixed[i])});
		must(verdict == ROBOTSC_ALLOW ? extent != ROBOTSC_EXTENT_CLOSED : extent != ROBOTSC_EXTENT_OPEN);
	}
}

/* Ask one question: about the blob alone, or about the blob and itself, another blob or a text. */
static void prove(struct company *c, const struct robotsc_blob *blob, const struct robotsc_text *token, size_t n, size_t which)
{
	const struct robotsc_side side = {.blob = blob}, other = {.blob = &c->other.blob};
	const struct robotsc_side words = {.options = &c->options, .robots = text, .len = sizeof text - 1};

	c->side = which == 2 ? 2 : which == 4;
	switch (which) {
	case 0:
	case 1:
		generate(c, &side, token, n, (int)which);
		measure(c, &side, token, n);
		break;
	case 2:
		compare_with(c, &side, &side, token, n);
		break;
	case 3:
		compare_with(c, &side, &other, token, n);
		break;
	case 4:
		compare_with(c, &words, &side, token, n);
		break;
	case 5:
		report(c, &side, &words, token, n);
		break;
	default:
		compare_all(c, &side, c->budget % 2 == 0 ? &other : &words);
	}
}

/* Find another blob of the dialect, which is made once. */
static void find_company(struct company *c, const struct robotsc_blob *blob, uint64_t chance)
{
	static struct product others[DIALECTS];
	struct product *other = &others[blob->dialect];

	robotsc_options_init(&c->options);
	c->options.dialect = (enum robotsc_dialect)blob->dialect;
	if (other->bytes == NULL)
		must(product_open_with(other, &c->options, text, sizeof text - 1) == ROBOTSC_OK);
	c->other = *other;
	c->budget = (chance % SHARE == 0 ? BUDGET_LARGE : BUDGET) + chance / SHARE % 2;
	c->format = (enum robotsc_report_format)(chance / SHARE / 2 % (ROBOTSC_REPORT_JSONL + 1));
}

/* ---- robots --------------------------------------------------------------------- */

static void ask(const struct robotsc_blob *blob, const struct robotsc_text *token, size_t n, uint64_t *state)
{
	static struct paths paths;
	struct robotsc_extensions ext;
	struct robotsc_group group;
	struct company company = {.group = &group};

	if (robotsc_select(blob, token, n, &group) != ROBOTSC_OK)
		return;
	fill_paths(&paths, blob, state);
	ask_paths(&group, &paths);
	picture(&group);
	if (robotsc_open_extensions(blob, &ext) == ROBOTSC_OK) {
		struct robotsc_group none;

		extensions_use(&ext, &group);
		robotsc_select_none(blob, &none);
		extensions_use(&ext, &none);
	}
	if (n == 0)
		stamp(blob, &group);
	if (n > 1)
		return;
	find_company(&company, blob, product_random(state));
	for (size_t i = n == 0 ? UNNAMED_PROOFS : 1; i > 0; i--)
		prove(&company, blob, token, n, product_below(state, PROOFS));
}

int every_call(const void *bytes, size_t len)
{
	struct robotsc_text token[2] = {{"ExampleBot", 10}, {"a/b.c-d", 7}};
	uint64_t state = harness_seed(bytes, len);
	struct robotsc_blob blob, again;
	struct robotsc_agent_info agent;
	struct snapshot_counts counts = {0};

	if (room.room == 0)
		room = fence_make(2 * LONGEST);
	if (robotsc_open(&blob, bytes, len) != ROBOTSC_OK)
		return 0;
	must(robotsc_reopen(&again, bytes, len) == ROBOTSC_OK && again.agents == blob.agents && again.machines == blob.machines);
	const enum robotsc_status intact = robotsc_open_intact(&again, bytes, len);
#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
	must(intact == ROBOTSC_ERR_CHECKSUM || (intact == ROBOTSC_OK && again.machines == blob.machines));
#else
	must(intact == ROBOTSC_OK && again.machines == blob.machines);
#endif
	inspect(&blob);
	must(ask_snapshot_of(bytes, len, &state, &counts) == NULL);
	ask(&blob, NULL, 0, &state);
	ask(&blob, token, 2, &state);
	find_tokens(&blob, token[0], &state);
	for (uint32_t i = 0; i < AGENTS && robotsc_agent_at(&blob, i, &agent); i++) {
		ask(&blob, &agent.token, 1, &state);
		find_tokens(&blob, agent.token, &state);
	}
	return 1;
}
