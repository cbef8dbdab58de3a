/* reader_test.c - the runtime and a second reader, written from docs/formats/blob.md alone, read
 * blobs alike: they refuse the same blobs with the same status, and give the same answers for names
 * and paths.  The compiler's blobs follow the page's "Writing".
 *
 *     reader_test [FILES]    random files
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include <robotsc/check.h>
#include <robotsc/compile.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/test.h"
#include "decode.h"
#include "tests/compiler/hostile.h"
#include "match/percent.h"
#include "tests/support/product.h"
#include "tests/support/random_gen.h"

/* ---- refusals ----------------------------------------------------------------- */

static enum robotsc_status expected(enum decode_status status)
{
	switch (status) {
	case DECODE_OK:
		return ROBOTSC_OK;
	case DECODE_TRUNCATED:
		return ROBOTSC_ERR_TRUNCATED;
	case DECODE_MAGIC:
		return ROBOTSC_ERR_MAGIC;
	case DECODE_VERSION:
		return ROBOTSC_ERR_VERSION;
	case DECODE_CHECKSUM:
		return ROBOTSC_ERR_CHECKSUM;
	case DECODE_CORRUPT:
		break;
	}
	return ROBOTSC_ERR_CORRUPT;
}

#define MINOR 5 /* offset of the minor version */

/* True if robotsc_open_intact answers as robotsc_open does.  It may accept corrupt blobs, but not
 * those of another minor version, which may follow other rules. */
static void compare_intact(const uint8_t *bytes, size_t len, enum robotsc_status opened, const struct robotsc_blob *blob)
{
	struct robotsc_blob intact;
	const enum robotsc_status got = robotsc_open_intact(&intact, bytes, len);
	/* Where checksum and content are wrong, the status may differ. */
	const int same = got == opened || (got == ROBOTSC_ERR_CORRUPT && opened == ROBOTSC_ERR_CHECKSUM);
	CHECK_MSG(same || (got == ROBOTSC_OK && opened == ROBOTSC_ERR_CORRUPT && bytes[MINOR] == BLOB_MINOR),
	          "open %d, open_intact %d", (int)opened, (int)got);
	if (opened == ROBOTSC_OK && got == ROBOTSC_OK)
		CHECK(intact.bytes == blob->bytes && intact.size == blob->size && intact.machines == blob->machines &&
		      intact.policies == blob->policies && intact.agents == blob->agents && intact.agents_end == blob->agents_end &&
		      intact.dialect == blob->dialect && intact.form == blob->form && intact.match == blob->match &&
		      intact.flags == blob->flags);
}

/* Open the same octets with both readers.  Returns 1 if they accept them. */
static int compare_open(const uint8_t *bytes, size_t len, const char *what, size_t at, unsigned value)
{
	struct robotsc_blob blob;
	struct decode_blob b;
	const enum decode_status status = decode_open(&b, bytes, len);
	const enum robotsc_status got = robotsc_open(&blob, bytes, len);
	decode_close(&b);
	compare_intact(bytes, len, got, &blob);
	CHECK_MSG(expected(status) == got, "%s, octet %zu made %02X: runtime %d, second reader %d", what, at, value, (int)got,
	          (int)status);
	return got == ROBOTSC_OK;
}

static void seal(uint8_t *bytes, size_t len)
{
	uint64_t sum = decode_checksum(bytes, len - 8);
	for (size_t i = len - 8; i < len; i++, sum >>= 8)
		bytes[i] = (uint8_t)sum;
}

/* Change each octet of a blob to each other value, and repair the checksum. */
static void check_forgeries(const uint8_t *made, size_t len)
{
	uint8_t *bytes = malloc(len + 1);
	unsigned long taken = 0, refused = 0;
	if (!bytes)
		abort();
	memcpy(bytes, made, len);
	bytes[len] = 0;
	for (size_t cut = 0; cut <= len + 1; cut++)
		compare_open(bytes, cut, "cut", cut, 0);
	for (size_t at = 0; at < len - 8; at++) {
		for (unsigned value = 0; value < 256; value++) {
			bytes[MINOR] = (uint8_t)(made[MINOR] + value % 3 - 1); /* all accepted */
			bytes[at] = (uint8_t)value;
			seal(bytes, len);
			const int ok = compare_open(bytes, len, "forged", at, value);
			taken += ok != 0;
			refused += !ok;
		}
		bytes[at] = made[at];
	}
	memcpy(bytes, made, len);
	for (size_t at = 0; at < len; at++) {
		for (unsigned bit = 0; bit < 8; bit++) {
			struct robotsc_blob blob;
			bytes[at] ^= (uint8_t)(1u << bit);
			CHECK(!compare_open(bytes, len, "changed", at, bytes[at]));
			CHECK(robotsc_open_intact(&blob, bytes, len) != ROBOTSC_OK);
			bytes[at] = made[at];
		}
	}
	CHECK_MSG(taken > 100 && refused > 100, "%lu taken, %lu refused", taken, refused);
	free(bytes);
}

static void put32(uint8_t *p, uint32_t value)
{
	for (int i = 0; i < 4; i++, value >>= 8)
		p[i] = (uint8_t)value;
}

static uint32_t get32(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

#define LIST_SIZE 16 /* octets of an entry and a list of two */
#define TABLE 14     /* entries: a type, then an offset of 4 octets */

/* Add a policy to a blob of two filters that has no list: a list of both. */
static void add_list(uint8_t *bytes, size_t len)
{
	const uint32_t policies = get32(bytes + TABLE + 6), agents = get32(bytes + TABLE + 11), count = get32(bytes + policies);
	/* The entries end where the agents began. */
	uint8_t *entry = bytes + agents, *list = entry + 4;
	memmove(bytes + agents + LIST_SIZE, bytes + agents, len - agents);
	put32(bytes + 8, (uint32_t)len + LIST_SIZE);
	put32(bytes + TABLE + 11, agents + LIST_SIZE);
	put32(bytes + policies, count + 1);
	put32(entry, 0x40000000 | (agents + 4 - policies));
	put32(list, 2);
	put32(list + 4, 0);
	put32(list + 8, 1);
	seal(bytes, len + LIST_SIZE);
}

static void forge(const char *robots, enum robotsc_form form, int list)
{
	struct robotsc_options options;
	uint8_t bytes[2048];
	void *made;
	size_t len;
	robotsc_options_init(&options);
	options.form = form;
	if (!CHECK(robotsc_compile(&options, robots, strlen(robots), &made, &len) == ROBOTSC_OK))
		return;
	if (CHECK(len + LIST_SIZE <= sizeof bytes)) {
		memcpy(bytes, made, len);
		if (list)
			add_list(bytes, len);
		const size_t size = len + (list ? LIST_SIZE : 0);
		CHECK(compare_open(bytes, size, "nothing", 0, bytes[0]));
		check_forgeries(bytes, size);
	}
	robotsc_free_blob(NULL, made, len);
}

/* Forge a prefix table with many prefixes, of about the given length: its entries count units of
 * several octets, and some prefixes have the same hash. */
static void forge_prefix_table(unsigned n, unsigned octets, unsigned unit)
{
	char robots[2048] = "User-agent: a\n";
	struct robotsc_options options;
	struct decode_blob b;
	unsigned found = 5;
	void *made;
	size_t len;
	for (unsigned i = 0; i < n; i++)
		sprintf(robots + strlen(robots), "Disallow: /%c%.*s%u/\n", 'a' + i % 26, (int)(octets - i % 3), "section-or-news-",
		        i);
	robotsc_options_init(&options);
	if (!CHECK(robotsc_compile(&options, robots, strlen(robots), &made, &len) == ROBOTSC_OK))
		return;
	if (CHECK(decode_open(&b, made, len) == DECODE_OK) && b.machines[0].prefix_table != DECODE_NONE)
		found = b.machines[0].nodes[b.machines[0].prefix_table].unit;
	decode_close(&b);
	robotsc_free_blob(NULL, made, len);
	CHECK_MSG(found == unit, "the unit is %u", found);
	forge(robots, ROBOTSC_FORM_AUTO, 0);
}

/* ---- "Writing" ---------------------------------------------------------------- */

static int is_slow(const struct decode_blob *b, uint8_t octet)
{
	static const uint8_t slow[] = {OCTET_RAW_SLOW, OCTET_R_SLOW, OCTET_K_SLOW};
	return octet_class[octet] & slow[b->form];
}

/* The length of the chain of default edges from a node. */
static unsigned default_levels(const struct decode_machine *m, const struct decode_node *n)
{
	unsigned levels = 0;
	for (; n->otherwise == DECODE_ELSE_ROOT || n->otherwise == DECODE_ELSE_DEFAULT; n = &m->nodes[n->other - DECODE_NODE])
		levels++;
	return levels;
}

static void check_node(const struct decode_blob *b, const struct decode_machine *m, const struct decode_node *n)
{
	const int has_default = n->otherwise == DECODE_ELSE_ROOT || n->otherwise == DECODE_ELSE_DEFAULT;
	int careful = 0;
	if (n->prefix_table || n->prefix)
		return;
	for (uint32_t i = 0; i < n->count; i++)
		careful |= is_slow(b, n->octets[i]);
	CHECK(!has_default || n->branch || n->count <= 16);
	CHECK(m->filter || default_levels(m, n) <= 4);
	CHECK(m->filter || n->branch || n->careful == (careful != 0));
}

/* True if a way out of the root to this target may be in the pair table. */
static int is_pair(const struct decode_machine *m, uint32_t target)
{
	const struct decode_node *n = target < DECODE_NODE ? NULL : &m->nodes[target - DECODE_NODE];
	return n && n->otherwise == DECODE_ELSE_ROOT;
}

/* Set a way's bit in the pair table, for its octet and for those that may follow. */
static void set_pair(uint8_t *pairs, uint8_t bit, uint8_t octet, const struct decode_node *n)
{
	pairs[octet & 15] |= bit;
	pairs[32 + (octet >> 4)] |= bit;
	for (uint32_t k = 0; k < (n->branch ? n->count : 1); k++) {
		const uint8_t second = n->octets[k];
		pairs[16 + (second & 15)] |= bit;
		pairs[40 + (second >> 4)] |= bit;
	}
}

/* Make the tables of the root anew, and compare. */
static void check_scan(const struct decode_blob *b, const struct decode_machine *m)
{
	const struct decode_node *root = m->root == DECODE_NONE ? NULL : &m->nodes[m->root];
	uint8_t scan[16] = {0}, pairs[48] = {0}, npairs = 0;
	if (!root || !root->branch || root->otherwise != DECODE_ELSE_SELF) {
		CHECK(!m->scan && !m->pairs);
		return;
	}
	for (unsigned octet = 0; octet < 0x80; octet++)
		if (is_slow(b, (uint8_t)octet))
			scan[octet & 15] |= (uint8_t)(1 << (octet >> 4));
	for (uint32_t k = 0; k < root->count; k++) {
		const uint8_t octet = root->octets[k];
		if (is_pair(m, root->targets[k]))
			set_pair(pairs, (uint8_t)(1 << npairs++ % 8), octet, &m->nodes[root->targets[k] - DECODE_NODE]);
		else
			scan[octet & 15] |= (uint8_t)(1 << (octet >> 4));
	}
	CHECK(m->scan && memcmp(m->scan, scan, sizeof scan) == 0);
	CHECK(npairs ? m->pairs && memcmp(m->pairs, pairs, sizeof pairs) == 0 : !m->pairs);
}

#define STARTS 3 /* octets of a literal that the start table has */

/* The start table lets each literal begin: its first octets, and any octets after a shorter one.
 * octets: n octets on the way from the root. */
static void check_starts(const struct decode_machine *m, uint32_t number, uint8_t octets[STARTS], size_t n)
{
	static const uint8_t fills[] = {0x00, 0x2F, 0x7F, 0xC3};
	const struct decode_node *node = &m->nodes[number];
	if (n == STARTS || node->marked) {
		CHECK(decode_may_start(m, octets, n, 0));
		for (size_t f = 0; f < sizeof fills && n < STARTS; f++) {
			uint8_t filled[STARTS];
			memcpy(filled, octets, n);
			memset(filled + n, fills[f], STARTS - n);
			CHECK(decode_may_start(m, filled, STARTS, 0));
		}
	}
	if (n == STARTS)
		return;
	if (!node->branch) {
		const size_t more = node->count < STARTS - n ? node->count : STARTS - n;
		memcpy(octets + n, node->octets, more);
		check_starts(m, node->to - DECODE_NODE, octets, n + more);
		return;
	}
	for (uint32_t k = 0; k < node->count; k++) {
		octets[n] = node->octets[k];
		check_starts(m, node->targets[k] - DECODE_NODE, octets, n + 1);
	}
}

/* The rank of a mark; for a literal, the rank of its first glob, which is its greatest. */
static uint32_t rank_of(const struct decode_machine *m, uint32_t mark)
{
	return mark % 2 ? m->globs[m->literals[mark / 2]].rank : mark / 2;
}

/* The greatest rank of the floating literals.  Each node stands after the nodes that lead to it. */
static uint32_t floating_rank(const struct decode_machine *m)
{
	unsigned char *floats = calloc(m->ncode + 1, 1);
	uint32_t best = 0;
	if (!floats)
		abort();
	for (uint32_t i = m->root; i < m->ncode; i++) {
		const struct decode_node *n = &m->nodes[i];
		if (i != m->root && !floats[i])
			continue;
		if (n->marked && rank_of(m, n->mark) > best)
			best = rank_of(m, n->mark);
		if (!n->branch)
			floats[n->to - DECODE_NODE] = 1;
		for (uint32_t k = 0; n->branch && k < n->count; k++)
			floats[n->targets[k] - DECODE_NODE] = 1;
	}
	free(floats);
	return best;
}

/* Each literal is completed once.  Ranks descend, and none is above the top.  The search for
 * floating literals ends only where it may. */
static void check_filter(const struct decode_machine *m)
{
	uint32_t *completed = calloc(m->nliterals + 1, sizeof *completed), best = 0, stop[2] = {0, 0};
	uint8_t octets[STARTS];
	if (!completed)
		abort();
	for (uint32_t i = 0; i <= m->ncode; i++) {
		const uint32_t mark = i == m->ncode ? m->every : m->nodes[i].marked ? m->nodes[i].mark : 0;
		if (mark % 2)
			completed[mark / 2]++;
		else if (mark / 2 > best)
			best = mark / 2;
	}
	for (uint32_t l = 0; l < m->nliterals; l++) {
		CHECK(completed[l] == 1);
		CHECK(l == 0 || m->globs[m->literals[l]].rank <= m->globs[m->literals[l - 1]].rank);
		for (uint32_t g = m->literals[l]; g < m->literals[l + 1]; g++) {
			const uint32_t rank = m->globs[g].rank;
			CHECK(g == m->literals[l] || rank <= m->globs[g - 1].rank);
			best = rank > best ? rank : best;
			stop[!(rank % 2)] = rank > stop[!(rank % 2)] ? rank : stop[!(rank % 2)];
		}
	}
	CHECK(best <= m->top);
	if (m->root != DECODE_NONE) {
		const uint32_t floating = floating_rank(m);
		for (int v = 0; v < 2; v++)
			CHECK_MSG(m->stop[v] >= stop[v] || m->stop[v] + 1 >= floating, "stop %u, globs up to %u, floating up to %u",
			          (unsigned)m->stop[v], (unsigned)stop[v], (unsigned)floating);
		check_starts(m, m->root, octets, 0);
	}
	free(completed);
}

static unsigned long lists, machines[2];

static void check_list(const struct decode_blob *b, const struct decode_policy *p)
{
	lists += p->kind == 1;
	for (uint32_t i = 1; i < p->nmachines; i++) {
		const struct decode_machine *before = &b->machines[p->machines[i - 1]], *m = &b->machines[p->machines[i]];
		CHECK(before->top >= m->top && before->fallback == m->fallback);
		CHECK(before->filter && m->filter);
	}
}

/* Sections, entries and lists are in order.  So are names, except for match kinds that try names in
 * turn. */
static void check_order(const struct decode_blob *b)
{
	for (uint32_t i = 1; b->match < 3 && i < b->nnames; i++) {
		const struct decode_name *x = &b->names[i - 1], *y = &b->names[i];
		const int d = memcmp(x->at, y->at, x->len < y->len ? x->len : y->len);
		CHECK(d < 0 || (d == 0 && x->len < y->len));
	}
	const uint32_t sections = b->nmachines == 1 && b->npolicies == 1 && b->nnames ? 2 : 3;
	CHECK(b->nsections == sections && b->machines_at.at == 14 + 5 * sections && (b->policies_at.type != 0) == (sections == 3));
	CHECK(sections == 2 || b->policies_at.at == b->machines_at.end);
	CHECK(b->agents_at.at == (sections == 2 ? b->machines_at.end : b->policies_at.end) && b->agents_at.end == b->size - 8);
	for (uint32_t i = 0; i < b->npolicies; i++) {
		CHECK((b->policies[i].kind == 0) == (i < b->nmachines));
		CHECK(b->policies[i].kind != 0 || b->policies[i].machines[0] == i);
		check_list(b, &b->policies[i]);
	}
}

static void check_duties(const struct decode_blob *b)
{
	check_order(b);
	for (uint32_t i = 0; i < b->nmachines; i++) {
		const struct decode_machine *m = &b->machines[i];
		machines[m->filter]++;
		if (m->filter)
			check_filter(m);
		else
			check_scan(b, m);
		for (uint32_t k = 0; k < m->nnodes; k++)
			check_node(b, m, &m->nodes[k]);
		for (uint32_t k = 0; k < i; k++)
			CHECK(m->size != b->machines[k].size ||
			      memcmp(b->bytes + b->machines_at.at + m->at, b->bytes + b->machines_at.at + b->machines[k].at,
			             m->size) != 0);
	}
}

/* ---- answers ------------------------------------------------------------------ */

struct both {
	struct decode_blob b;
	struct robotsc_blob blob;
	void *bytes;
	size_t len;
};

static int open_both(struct both *x, const struct robotsc_options *options, const char *robots, size_t len)
{
	if (!CHECK(robotsc_compile(options, robots, len, &x->bytes, &x->len) == ROBOTSC_OK))
		return 0;
	return CHECK(decode_open(&x->b, x->bytes, x->len) == DECODE_OK) &&
	       CHECK(robotsc_open(&x->blob, x->bytes, x->len) == ROBOTSC_OK);
}

static void close_both(struct both *x)
{
	decode_close(&x->b);
	robotsc_free_blob(NULL, x->bytes, x->len);
}

/* Compare the answers for one robot and one path. */
static void ask(const struct both *x, const char *robot, size_t robot_len, size_t n, const char *path, size_t path_len)
{
	const struct robotsc_text token = {robot, robot_len};
	const struct decode_text name = {robot, robot_len};
	struct robotsc_group group;
	uint32_t policy;
	const enum robotsc_status status = robotsc_select(&x->blob, &token, n, &group);
	const int found = decode_select(&x->b, &name, n, &policy);
	CHECK_MSG(status == (found ? ROBOTSC_OK : ROBOTSC_ERR_AGENT), "robot %.*s: %d", (int)robot_len, robot, (int)status);
	if (status != ROBOTSC_OK || !found)
		return;
	const int ours = (int)robotsc_check_path(&group, path, path_len), theirs = decode_check(&x->b, policy, path, path_len);
	if (!CHECK_MSG(ours == theirs, "runtime %d, second reader %d", ours, theirs)) {
		product_show(robot, robot_len);
		printf(" asks for ");
		product_show(path, path_len);
		printf("\n");
	}
}

/* Random files, robots and URLs, in all dialects and forms, as whole and partial blobs. */
static void check_random(uint64_t *seed, int files)
{
	struct draft text = {0}, robot = {0}, url = {0};
	for (int i = 0; i < files; i++) {
		struct robotsc_options options;
		struct robotsc_text agents[2];
		struct oracle_options oracle = {0};
		struct oracle_file *file;
		struct both x;
		random_gen_file(&text, seed);
		robotsc_options_init(&options);
		oracle.dialect = (enum oracle_dialect)(i % ORACLE_DIALECTS);
		options.dialect = product_dialect(oracle.dialect);
		options.form = (enum robotsc_form)(i % 3);
		file = oracle_parse(&oracle, text.at, text.len);
		random_gen_robot(&robot, seed, file);
		agents[0] = agents[1] = (struct robotsc_text){robot.at, robot.len};
		options.agents = agents;
		options.nagents = i % 7 == 0;
		if (open_both(&x, &options, text.at, text.len)) {
			check_duties(&x.b);
			for (int k = 0; k < 40; k++) {
				if (k % 4 != 0)
					random_gen_robot(&robot, seed, file);
				random_gen_url(&url, seed, file);
				ask(&x, robot.at, robot.len, k % 10 != 0, url.at, url.len);
			}
		}
		close_both(&x);
		oracle_free_file(file);
	}
	free(text.at);
	free(robot.at);
	free(url.at);
}

#define ROBOTS 80 /* each in three groups */
#define RULES 60  /* of a group */

/* Make many groups that share robots, so that each robot gets a list of policies. */
static void check_lists(void)
{
	struct robotsc_options options;
	struct both x;
	char *text = malloc(ROBOTS * (RULES * 40 + 60)), path[64], robot[8];
	size_t n = 0;
	if (!text)
		abort();
	for (unsigned g = 0; g < ROBOTS; g++) {
		n += (size_t)sprintf(text + n, "User-agent: b%u\nUser-agent: b%u\nUser-agent: b%u\n", g, (g + 1) % ROBOTS,
		                     (g + 2) % ROBOTS);
		for (unsigned i = 0; i < RULES; i++)
			n += (size_t)sprintf(text + n, "%s: /%u%s%u/%x\n", i % 3 ? "Disallow" : "Allow", g, i % 4 ? "/" : "*",
			                     i % 9, i);
	}
	robotsc_options_init(&options);
	if (open_both(&x, &options, text, n)) {
		check_duties(&x.b);
		for (unsigned i = 0; i < ROBOTS * RULES; i++) {
			const int len = sprintf(path, "/%u/%u/%x", i % ROBOTS, i % 9, i % RULES);
			const int name = sprintf(robot, "b%u", (i + i / ROBOTS % 3) % ROBOTS);
			ask(&x, robot, (size_t)name, 1, path, (size_t)len);
		}
	}
	close_both(&x);
	free(text);
}

/* A literal whose second glob cannot raise the best rank does not end the search. */
static void check_literals(void)
{
	static const char text[] = "User-agent: *\nAllow: /*literal*z*z*z*z\nDisallow: /*q*literal\n"
				   "Disallow: /*otherone*y*y\nAllow: /*cccccccccc\n";
	static const char path[] = "/q-literal-otherone-y-y-cccccccccc";
	struct robotsc_options options;
	struct robotsc_group group;
	struct both x;
	robotsc_options_init(&options);
	options.form = ROBOTSC_FORM_FILTER;
	if (open_both(&x, &options, text, sizeof text - 1)) {
		ask(&x, "bot", 3, 1, path, sizeof path - 1);
		CHECK(robotsc_select(&x.blob, NULL, 0, &group) == ROBOTSC_OK &&
		      robotsc_check_path(&group, path, sizeof path - 1) == ROBOTSC_DISALLOW);
	}
	close_both(&x);
}

/* Hostile files, cut to a size that the second reader can read in time. */
static void check_hostile(void)
{
	for (size_t i = 0; i < hostile_ncases; i++) {
		size_t len;
		char *text = hostile_make(&hostile_cases[i], &len), path[400];
		struct robotsc_options options;
		struct both x;
		robotsc_options_init(&options);
		options.dialect = product_dialect((enum oracle_dialect)(i % ORACLE_DIALECTS));
		if (!text)
			abort();
		len = len < 20000 ? len : 20000;
		if (open_both(&x, &options, text, len)) {
			check_duties(&x.b);
			for (int kind = 0; kind < HOSTILE_PATH_KINDS; kind++) {
				const size_t n = hostile_path((enum hostile_path)kind, text, len, i, path, sizeof path);
				ask(&x, "", 0, 0, path, n);
				if (x.b.nnames)
					ask(&x, (const char *)x.b.names[0].at, x.b.names[0].len, 1, path, n);
			}
		}
		close_both(&x);
		free(text);
	}
}

int main(int argc, char **argv)
{
	uint64_t seed = 1;

	if (check_case("forge")) {
		forge("User-agent: *\nDisallow: /tmp/\nAllow: /tmp/*.gif$\n\nUser-agent: ExampleBot\n"
		      "Disallow: /a*b\nAllow: /*%2F\n",
		      ROBOTSC_FORM_AUTO, 0);
		forge("User-agent: a\nUser-agent: b\nDisallow: /x/y\nDisallow: /x/z\nAllow: /x/y/a$\nDisallow: /\n",
		      ROBOTSC_FORM_AUTO, 0);
	}
	if (check_case("forge_prefix_table"))
		forge_prefix_table(24, 4, 1);
	if (check_case("forge_prefix_table"))
		forge_prefix_table(64, 11, 4);
	if (check_case("forge"))
		forge("User-agent: a\nDisallow: /*a*bc$\nAllow: /*abc\n\nUser-agent: b\nDisallow: /ab*c\n", ROBOTSC_FORM_FILTER, 1);
	if (check_case("check_random"))
		check_random(&seed, argc > 1 ? atoi(argv[1]) : 3750);
	CHECK_PART(check_hostile);
	CHECK_PART(check_lists);
	CHECK_PART(check_literals);
	if (check_all_cases())
		CHECK_MSG(lists > 20 && machines[0] > 100 && machines[1] > 100, "%lu, %lu, %lu", lists, machines[0], machines[1]);
	printf("%lu DFAs, %lu filters, %lu lists\n", machines[0], machines[1], lists);
	return check_done();
}
