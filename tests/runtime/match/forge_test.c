/* forge_test.c - a forged blob is refused, or all calls stay inside it, end and agree.  The second
 * reader agrees about its filters.
 *
 *     forge_test [BLOBS [FIRST [KIND]]]    forges BLOBS blobs, from number FIRST on.  KIND: only
 *                                          with changes of this kind, as the report names it
 *     forge_test -w FILE NUMBER [KIND]     writes the forged blob of this number
 *
 * The number of a blob selects the compiled blob and the changes.  A child process tests the blobs.
 * If it dies, the next child goes on after that blob.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* fence.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/test.h"
#include "decode.h"
#include "tests/support/fence.h"
#include "fuzz/every_call.h"
#include "fuzz/forge.h"
#include "fuzz/forge_map.h"
#include "tests/support/product.h"
#include "robotsc/access.h"
#include "robotsc/check.h"
#include "runtime/match/blob_layout.h"

#define BLOBS 20000
#define CHANGES 5  /* most changes of a blob */
#define SHOWN 2000 /* octets of a blob that goes wrong */
#define DEATHS 20  /* most dead children */
#define SECONDS 20 /* limit for one blob */
#define ROOM (1u << 17)

/* ---- blobs to begin with ------------------------------------------------------ */

#define FEW "User-agent: *\nDisallow: /private/\nDisallow: /a%2Fb\nAllow: /private/open$\nDisallow: /tmp?x=\n"
#define ONE "User-agent: *\nDisallow: /ab\nAllow: /abc\n"
#define MANY                                                                                                               \
	"User-agent: *\nDisallow: /about\nDisallow: /admin\nDisallow: /bin/\nDisallow: /cgi\nAllow: /cgi/open\nDisallow: " \
	"/login\nDisallow: /logout\nDisallow: /search?\nDisallow: /tmp/\nDisallow: /user\nDisallow: /var\nAllow: /xyz\n"   \
	"Disallow: /abcdefghijklmnopqrstuvwxyz\nDisallow: /q%23r\n"
#define GAPS "User-agent: *\nDisallow: /*x*y\nAllow: /*.html$\nDisallow: /p*q*r%2Fs\nAllow: /*pub\nDisallow: /\xC3\xA9*\n"
#define TAILS                                                                                                           \
	"User-agent: *\nDisallow: /*.gif$\nDisallow: /*.png$\nDisallow: /*.jpeg$\nDisallow: /*?sid=\nAllow: /*?sid=0\n" \
	"Disallow: /*aab\nDisallow: /*aaab*aac\nDisallow: /*sessionidentification\nAllow: /b*aab\n"
#define AGENTS                                                                                                              \
	"User-agent: a-bot\nUser-agent: bot\nDisallow: /a\n\nUser-agent: none\nDisallow:\n\nUser-agent: all\nDisallow: /\n" \
	"\n" GAPS "\nUser-agent: a-bot\nDisallow: /*more*gaps$\n\nUser-agent: c\nDisallow: /*x\nDisallow: /c\n"
#define CONNER                                                                                                       \
	"User-agent: *\nRobot-version: 2.0\nAllow: /blackhole/index.html\nAllow: */info[a-c]?x\nDisallow: *.shtml\n" \
	"Disallow: /i\\*\nDisallow: *db*eh*fg\n"
#define SETS "User-agent: *\nRobot-version: 2.0\nDisallow: */[a-cx-z]?b*[0-9]\nAllow: /p[!a]*?$\nDisallow: *[a-z][a-z]%25[%2Fx]\n"
#define EXTENSIONS                                                                                                          \
	"Sitemap: http://h/s\nFnord: 1\nUser-agent: a-bot\nUser-agent: bot\nCrawl-delay: 2.5\n"                             \
	"Request-rate: 1/9m 0600-0845\nContent-Usage: train-ai=n\nDisallow: /a\nContent-Usage: /x*y search=y, train-ai=y\n" \
	"\nUser-agent: *\nDisallow: /*x*y\nNoindex: /*.html$\nVisit-time: 2200-0300\n"                                      \
	"Content-Signal: /p*q*r%2Fs ai-train=no\nContent-Signal: search=yes\nHost: h\nClean-param: a&b /c\n"

static const struct base {
	const char *text;
	enum robotsc_dialect dialect;
	enum robotsc_form form;
	const char *agent; /* compiled for it alone, or NULL */
	int extensions, stamped;
} bases[] = {
	{ONE, ROBOTSC_RFC9309, ROBOTSC_FORM_DFA, NULL, 0, 0},
	{FEW, ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{FEW, ROBOTSC_RFC9309, ROBOTSC_FORM_FILTER, NULL, 0, 0},
	{FEW, ROBOTSC_GOOGLE, ROBOTSC_FORM_FILTER, NULL, 0, 1},
	{MANY, ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{MANY, ROBOTSC_RFC9309, ROBOTSC_FORM_FILTER, NULL, 0, 0},
	{MANY, ROBOTSC_KOSTER1996, ROBOTSC_FORM_FILTER, NULL, 0, 0},
	{GAPS, ROBOTSC_RFC9309, ROBOTSC_FORM_DFA, NULL, 0, 0},
	{GAPS, ROBOTSC_RFC9309, ROBOTSC_FORM_FILTER, NULL, 0, 0},
	{GAPS, ROBOTSC_GOOGLE, ROBOTSC_FORM_FILTER, NULL, 0, 0},
	{TAILS, ROBOTSC_RFC9309, ROBOTSC_FORM_DFA, NULL, 0, 0},
	{TAILS, ROBOTSC_RFC9309, ROBOTSC_FORM_FILTER, NULL, 0, 0},
	{TAILS, ROBOTSC_GOOGLE, ROBOTSC_FORM_FILTER, NULL, 0, 0},
	{AGENTS, ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{AGENTS, ROBOTSC_RFC9309, ROBOTSC_FORM_FILTER, NULL, 0, 0},
	{AGENTS, ROBOTSC_GOOGLE, ROBOTSC_FORM_FILTER, "a-bot", 0, 0},
	{AGENTS, ROBOTSC_NEXOR1994, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{AGENTS, ROBOTSC_NEXOR1994, ROBOTSC_FORM_FILTER, NULL, 0, 1},
	{AGENTS, ROBOTSC_KOSTER1996, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{CONNER, ROBOTSC_CONNER2, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{CONNER, ROBOTSC_CONNER2, ROBOTSC_FORM_DFA, NULL, 0, 0},
	{CONNER, ROBOTSC_CONNER2, ROBOTSC_FORM_FILTER, NULL, 0, 0},
	{SETS, ROBOTSC_CONNER2, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{SETS, ROBOTSC_CONNER2, ROBOTSC_FORM_FILTER, NULL, 0, 0},
	{EXTENSIONS, ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 1, 0},
	{EXTENSIONS, ROBOTSC_GOOGLE, ROBOTSC_FORM_FILTER, NULL, 1, 1},
	{EXTENSIONS, ROBOTSC_RFC9309, ROBOTSC_FORM_FILTER, "bot", 1, 0},
	{"", ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 0, 0},
};
#define BASES (sizeof bases / sizeof *bases)

static struct product compiled[BASES];

/* Add a fetch section. */
static void add_stamp(struct product *p)
{
	const struct robotsc_decision decision = {.fetched = 1000, .since = 900, .expires = 2000, .status = 200};
	size_t len = p->len + ROBOTSC_STAMP_SIZE;
	void *copy = product_alloc(NULL, len);

	CHECK(robotsc_stamp(&p->blob, &decision, copy, len, &len) == ROBOTSC_OK);
	free(p->bytes);
	p->bytes = copy;
	p->len = len;
	CHECK(robotsc_open(&p->blob, p->bytes, p->len) == ROBOTSC_OK);
}

static void compile_bases(void)
{
	for (size_t i = 0; i < BASES; i++) {
		const struct base *b = &bases[i];
		const struct robotsc_text agent = {b->agent, b->agent != NULL ? strlen(b->agent) : 0};
		struct robotsc_options options;

		robotsc_options_init(&options);
		options.dialect = b->dialect;
		options.form = b->form;
		options.agents = &agent;
		options.nagents = b->agent != NULL;
		options.extensions = b->extensions ? 1 : 0;
		CHECK_MSG(product_open_with(&compiled[i], &options, b->text, strlen(b->text)) == ROBOTSC_OK, "base %zu", i);
		if (b->stamped)
			add_stamp(&compiled[i]);
	}
}

/* ---- forging ------------------------------------------------------------------- */

/* Counts, shared with the children. */
struct counts {
	unsigned long at;          /* the blob under test */
	unsigned long compared[2]; /* verdicts of both readers */
	unsigned long made, opened;
	unsigned long tried[FORGE_KINDS], done[FORGE_KINDS]; /* changes: tried, made */
	unsigned long accepted[FORGE_KINDS];                 /* changes in blobs that opened */
};

/* A forged blob, and its changes. */
struct forgery {
	struct forge f;
	size_t base;
	enum forge_kind kinds[CHANGES];
	int done[CHANGES];
	size_t n;
};

static uint8_t bytes[ROOM];

/* Forge the blob of a number.  only: the kind of all changes, or FORGE_KINDS.  Half of all blobs
 * have one change. */
static void make(struct forgery *made, unsigned long number, enum forge_kind only)
{
	uint64_t state = number;

	made->base = product_below(&state, BASES);
	made->f = (struct forge){bytes, compiled[made->base].len, ROOM, product_random(&state)};
	made->n = product_below(&state, 2) == 0 ? 1 : 1 + product_below(&state, CHANGES);
	memcpy(bytes, compiled[made->base].bytes, made->f.len);
	for (size_t i = 0; i < made->n; i++) {
		made->kinds[i] = only < FORGE_KINDS ? only : (enum forge_kind)product_below(&state, FORGE_KINDS);
		made->done[i] = forge_change(&made->f, made->kinds[i]);
	}
	forge_repair(&made->f);
}

static void count(struct counts *c, const struct forgery *made, int opened)
{
	c->made++;
	c->opened += (unsigned long)opened;
	for (size_t i = 0; i < made->n; i++) {
		c->tried[made->kinds[i]]++;
		c->done[made->kinds[i]] += (unsigned long)made->done[i];
		c->accepted[made->kinds[i]] += (unsigned long)(made->done[i] && opened);
	}
}

/* Make every call on a blob.  It ends at an unreadable page, or is in memory of its size, where
 * sanitizers find more. */
static int look_at(const struct forgery *made, unsigned long number)
{
	static struct fence fence;
	int opened;

	if (fence.room == 0)
		fence = fence_make(ROOM);
	if (number % 2 == 0)
		return every_call(at_end(&fence, made->f.bytes, made->f.len), made->f.len);
	char *copy = product_alloc(NULL, made->f.len);
	memcpy(copy, made->f.bytes, made->f.len);
	opened = every_call(copy, made->f.len);
	free(copy);
	return opened;
}

/* ---- the second reader ----------------------------------------------------------- */

#define PATHS 40   /* of a policy */
#define LONGEST 90 /* octets of a path */
#define LONG_PATH (12000 + 200 + 3 * LONGEST + 16)

/* Let no search end early: with a wrong MACHINE_ALONE it may, at any place. */
static void level(struct forge *f)
{
	struct forge_machine m;

	for (uint32_t i = 0; forge_machine_at(f, i, &m); i++)
		if (m.filter)
			forge_set_field(f, &m, MACHINE_ALONE, UINT32_MAX);
	forge_repair(f);
}

/* True if all readers must agree about a policy.  They may differ where the skip tables of a DFA
 * are wrong, or where a prefix is shorter than the octets that are hashed. */
static int is_level(const struct decode_blob *b, uint32_t policy)
{
	const struct decode_policy *p = policy ? &b->policies[policy - 1] : NULL;

	for (uint32_t i = 0; p && i < p->nmachines; i++) {
		const struct decode_machine *m = &b->machines[p->machines[i]];
		const struct decode_node *prefix_table = m->prefix_table != DECODE_NONE ? &m->nodes[m->prefix_table] : NULL;

		if (!m->filter)
			return 0;
		for (uint32_t k = m->prefix_table + 1; prefix_table && k < m->nnodes; k++)
			if (prefix_table->keys[m->nodes[k].octets[0] % 16] > m->nodes[k].count)
				return 0;
	}
	return p != NULL && p->nmachines > 0;
}

/* True if all names can be found: they are sorted, and in lower case. */
static int is_sorted(const struct decode_blob *b)
{
	for (uint32_t i = 0; i < b->nnames; i++)
		for (uint32_t k = 0; k < b->names[i].len; k++)
			if (b->names[i].at[k] >= 'A' && b->names[i].at[k] <= 'Z')
				return 0;
	for (uint32_t i = 1; b->match < MATCH_WITHIN && i < b->nnames; i++) {
		const struct decode_name *x = &b->names[i - 1], *y = &b->names[i];
		const int d = memcmp(x->at, y->at, x->len < y->len ? x->len : y->len);

		if (d > 0 || (d == 0 && x->len >= y->len))
			return 0;
	}
	return 1;
}

/* A path under construction: the canonical octets that a machine reads, and then a spelling of them
 * in a URL. */
struct route {
	uint64_t *state;
	uint8_t octets[LONGEST];
	size_t n;
};

static void add(struct route *r, const uint8_t *octets, size_t n)
{
	for (size_t i = 0; i < n && r->n < LONGEST; i++)
		r->octets[r->n++] = octets[i];
}

/* Append octets along the ways from a node of a trie. */
static void add_way(struct route *r, const struct decode_machine *m, uint32_t node)
{
	for (size_t left = product_below(r->state, 8); left > 0 && node < m->ncode; left--) {
		const struct decode_node *n = &m->nodes[node];
		const uint32_t way = n->branch && n->count > 0 ? (uint32_t)product_below(r->state, n->count) : 0;

		if (n->branch && n->count == 0)
			return;
		add(r, n->octets + way, n->branch ? 1 : n->count);
		node = (n->branch ? n->targets[way] : n->to) - DECODE_NODE;
	}
}

static void add_anchored(struct route *r, const struct decode_machine *m)
{
	if (m->prefix_table == DECODE_NONE) {
		add_way(r, m, m->first);
		return;
	}
	const uint32_t prefixes = m->nnodes - m->prefix_table - 1;
	const struct decode_node *l = &m->nodes[m->prefix_table + 1 + product_below(r->state, prefixes)];

	add(r, l->octets, l->count);
	add_way(r, m, l->to - DECODE_NODE);
}

static void add_glob(struct route *r, const struct decode_machine *m)
{
	const struct decode_glob *g = &m->globs[product_below(r->state, m->nglobs)];

	for (uint32_t at = 0; at < g->size; at++) {
		const uint8_t op = g->text[at];
		const char *text = op == GLOB_SLASH ? "/" : op == GLOB_QUERY ? "?" : op == GLOB_STAR ? "q/" : "x";

		if (op == GLOB_KNOWN || op == GLOB_SET)
			at += op == GLOB_KNOWN ? 1 : 1 + 2 * (uint32_t)g->text[at + 1];
		if (op < 0x80)
			add(r, &op, 1);
		else if (op >= GLOB_SLASH && product_below(r->state, 2) == 0)
			add(r, (const uint8_t *)(op == GLOB_SLASH ? "%2F" : "%3F"), 3);
		else if (op != GLOB_KNOWN && op != GLOB_END)
			add(r, (const uint8_t *)text, product_below(r->state, 2) + (op != GLOB_STAR));
	}
}

/* Make a path from octets that one machine of a policy looks for, and octets of the blob. */
static size_t make_path(const struct forge *f, const struct decode_blob *b, uint32_t policy, uint64_t *state, char *path)
{
	const struct decode_policy *p = &b->policies[policy - 1];
	const struct decode_machine *m = &b->machines[p->machines[product_below(state, p->nmachines)]];
	struct route r = {.state = state};
	size_t n = 0;

	if (product_below(state, 2) == 0)
		add_anchored(&r, m);
	for (size_t parts = product_below(state, 4); parts > 0; parts--) {
		const size_t from = product_below(state, f->len), left = f->len - from, size = 1 + product_below(state, 6);

		if (m->root != DECODE_NONE && product_below(state, 2) == 0)
			add_way(&r, m, m->root);
		else if (m->nglobs > 0 && product_below(state, 2) == 0)
			add_glob(&r, m);
		else
			add(&r, f->bytes + from, size < left ? size : left);
		if (product_below(state, 4) == 0)
			add(&r, (const uint8_t *)"?", 1);
	}
	path[n++] = '/';
	for (size_t i = product_below(state, 8) == 0 && r.n > 0; i < r.n; i++) {
		const int paired = b->form == FORM_K && r.octets[i] < FORM_K_TRAIL && i + 1 < r.n;

		if (paired)
			n += (size_t)sprintf(path + n, "%%%02X", (r.octets[i] & 15) << 4 | (r.octets[i + 1] & 15));
		else
			path[n++] = (char)r.octets[i];
		i += (size_t)paired;
	}
	return n;
}

/* Make a path that is longer than the walks' buffer: one path, others where the buffer ends or
 * moves, and octets between them. */
static size_t make_long_path(const struct forge *f, const struct decode_blob *b, uint32_t policy, uint64_t *state, char *path)
{
	static const size_t places[] = {3000, 5800, 6144, 12000};
	const char between = "qa/%"[product_below(state, 4)];
	size_t n = make_path(f, b, policy, state, path);

	for (size_t i = product_below(state, 3); i < sizeof places / sizeof *places; i++) {
		const size_t place = places[i] + product_below(state, 200);

		memset(path + n, between, place - n);
		n = place + make_path(f, b, policy, state, path + place);
		if (product_below(state, 3) == 0)
			break;
	}
	return n;
}

static unsigned long *compared; /* verdicts of each kind, shared with the children */

/* Compare both readers on the same paths, for the robot of a name. */
static void ask_both(const struct forge *f, const struct robotsc_blob *blob, const struct decode_blob *b, struct decode_text name,
                     uint64_t *state)
{
	const struct robotsc_text token = {name.at, name.len};
	struct robotsc_group group;
	static char path[LONG_PATH];
	uint32_t policy;

	if (!decode_select(b, &name, 1, &policy) || robotsc_select(blob, &token, 1, &group) != ROBOTSC_OK || !is_level(b, policy))
		return;
	for (int i = 0; i < PATHS; i++) {
		const size_t n = i ? make_path(f, b, policy, state, path) : make_long_path(f, b, policy, state, path);
		const int ours = (int)robotsc_check_path(&group, path, n), theirs = decode_check(b, policy, path, n);

		compared[ours]++;
		if (CHECK_MSG(ours == theirs, "runtime %d, second reader %d", ours, theirs))
			continue;
		product_show(path, n);
		printf("\n");
		exit(3);
	}
}

static void compare_readers(struct forgery *made, unsigned long number)
{
	uint64_t state = number;
	struct robotsc_blob blob;
	struct decode_blob b;

	level(&made->f);
	const int read = decode_open(&b, made->f.bytes, made->f.len) == DECODE_OK;
	const int opened = robotsc_open(&blob, made->f.bytes, made->f.len) == ROBOTSC_OK;
	if (!CHECK_MSG(read == opened, "runtime %d, second reader %d", opened, read))
		exit(3);
	if (read && is_sorted(&b)) {
		ask_both(&made->f, &blob, &b, (struct decode_text){"nobody", 6}, &state);
		for (uint32_t i = 0; i < b.nnames && i < 6; i++)
			ask_both(&made->f, &blob, &b, (struct decode_text){(const char *)b.names[i].at, b.names[i].len}, &state);
	}
	decode_close(&b);
}

static void look_at_all(struct counts *c, unsigned long end, enum forge_kind only)
{
	for (; c->at < end; c->at++) {
		struct forgery made;

		make(&made, c->at, only);
		check_seconds(SECONDS);
		count(c, &made, look_at(&made, c->at));
		compare_readers(&made, c->at);
	}
}

/* ---- the test ------------------------------------------------------------------- */

static void show(unsigned long number, enum forge_kind only, int status)
{
	struct forgery made;

	make(&made, number, only);
	CHECK_MSG(0, "blob %lu: %s %d", number, WIFSIGNALED(status) ? "signal" : "exit status",
	          WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	printf("of base %zu, changed:", made.base);
	for (size_t i = 0; i < made.n; i++)
		printf("%s %s%s", i ? "," : "", forge_name(made.kinds[i]), made.done[i] ? "" : " (nothing)");
	printf("\n%zu octets:", made.f.len);
	for (size_t i = 0; i < made.f.len && i < SHOWN; i++)
		printf("%s%02x", i % 32 ? "" : "\n  ", made.f.bytes[i]);
	printf("\n");
	fflush(stdout);
}

static void report(const struct counts *c)
{
	printf("%lu forged blobs, %lu opened\n%-12s %9s %9s %9s\n", c->made, c->opened, "change", "tried", "done", "opened");
	for (int k = 0; k < FORGE_KINDS; k++)
		printf("%-12s %9lu %9lu %9lu\n", forge_name((enum forge_kind)k), c->tried[k], c->done[k], c->accepted[k]);
}

/* Let children test all blobs, one child at a time. */
static void forge_all(struct counts *c, unsigned long end, enum forge_kind only)
{
	for (unsigned deaths = 0; c->at < end && deaths < DEATHS; c->at++) {
		int status = 0;
		pid_t child;

		fflush(stdout);
		child = fork();
		if (child == 0) {
			look_at_all(c, end, only);
			exit(0);
		}
		if (!CHECK(child > 0 && waitpid(child, &status, 0) == child))
			return;
		if (status == 0)
			break;
		deaths++;
		show(c->at, only, status);
	}
}

static int write_one(const char *path, unsigned long number, enum forge_kind only)
{
	FILE *file = fopen(path, "wb");
	struct forgery made;

	make(&made, number, only);
	if (file == NULL || fwrite(made.f.bytes, 1, made.f.len, file) != made.f.len || fclose(file) != 0) {
		perror(path);
		return 2;
	}
	return 0;
}

static enum forge_kind kind_by_name(const char *name)
{
	int k = 0;

	while (k < FORGE_KINDS && (name == NULL || strcmp(name, forge_name((enum forge_kind)k)) != 0))
		k++;
	return (enum forge_kind)k;
}

int main(int argc, char **argv)
{
	const int writes = argc > 3 && strcmp(argv[1], "-w") == 0;
	const unsigned long blobs = !writes && argc > 1 ? strtoul(argv[1], NULL, 10) : BLOBS;
	const unsigned long first = argc > 2 ? strtoul(argv[writes ? 3 : 2], NULL, 10) : 0;
	const enum forge_kind only = kind_by_name(writes ? argv[4] : argc > 3 ? argv[3] : NULL);
	struct counts *c = mmap(NULL, sizeof *c, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	compile_bases();
	if (writes)
		return write_one(argv[2], first, only);
	if (!CHECK(c != MAP_FAILED))
		return check_done();
	c->at = first;
	compared = c->compared;
	forge_all(c, first + blobs, only);
	report(c);
	CHECK(c->made > 0 && c->opened > c->made / 20);
	printf("%lu and %lu verdicts of both readers\n", c->compared[0], c->compared[1]);
	CHECK(only < FORGE_KINDS || (c->compared[0] > c->made && c->compared[1] > c->made));
	for (int k = 0; k < FORGE_KINDS && only == FORGE_KINDS && blobs >= BLOBS; k++)
		CHECK_MSG(c->accepted[k] > 0, "%s: nothing opened", forge_name((enum forge_kind)k));
	for (size_t i = 0; i < BASES; i++)
		product_close(&compiled[i]);
	return check_done();
}
