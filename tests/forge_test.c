/* forge_test.c - a forged blob is refused, or every call stays inside it, ends and agrees with the others.
 *
 *     forge_test [BLOBS [FIRST [KIND]]]    forges BLOBS blobs, from number FIRST on; only with changes
 *                                          of KIND, a name that the report has
 *     forge_test -w FILE NUMBER [KIND]     writes the forged blob of a number
 *
 * The number of a blob says from which compiled one it is made, and by which changes.  A child process
 * looks at the blobs.  Where it ends early, the next child goes on after the blob that it was at.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* fence.h */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "fence.h"
#include "fuzz/every_call.h"
#include "fuzz/forge.h"
#include "product.h"
#include "robotsc/access.h"

#define BLOBS 20000
#define CHANGES 5  /* of a blob, at most */
#define SHOWN 2000 /* octets of a blob that goes wrong */
#define DEATHS 20  /* after these the test ends */
#define SECONDS 20 /* that one blob may take */
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
	{ONE, ROBOTSC_RFC9309, ROBOTSC_FORM_DECIDED, NULL, 0, 0},
	{FEW, ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{FEW, ROBOTSC_RFC9309, ROBOTSC_FORM_RANKED, NULL, 0, 0},
	{FEW, ROBOTSC_GOOGLE, ROBOTSC_FORM_RANKED, NULL, 0, 1},
	{MANY, ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{MANY, ROBOTSC_RFC9309, ROBOTSC_FORM_RANKED, NULL, 0, 0},
	{MANY, ROBOTSC_KOSTER1996, ROBOTSC_FORM_RANKED, NULL, 0, 0},
	{GAPS, ROBOTSC_RFC9309, ROBOTSC_FORM_DECIDED, NULL, 0, 0},
	{GAPS, ROBOTSC_RFC9309, ROBOTSC_FORM_RANKED, NULL, 0, 0},
	{GAPS, ROBOTSC_GOOGLE, ROBOTSC_FORM_RANKED, NULL, 0, 0},
	{TAILS, ROBOTSC_RFC9309, ROBOTSC_FORM_DECIDED, NULL, 0, 0},
	{TAILS, ROBOTSC_RFC9309, ROBOTSC_FORM_RANKED, NULL, 0, 0},
	{TAILS, ROBOTSC_GOOGLE, ROBOTSC_FORM_RANKED, NULL, 0, 0},
	{AGENTS, ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{AGENTS, ROBOTSC_RFC9309, ROBOTSC_FORM_RANKED, NULL, 0, 0},
	{AGENTS, ROBOTSC_GOOGLE, ROBOTSC_FORM_RANKED, "a-bot", 0, 0},
	{AGENTS, ROBOTSC_NEXOR1994, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{AGENTS, ROBOTSC_NEXOR1994, ROBOTSC_FORM_RANKED, NULL, 0, 1},
	{AGENTS, ROBOTSC_KOSTER1996, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{CONNER, ROBOTSC_CONNER2, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{CONNER, ROBOTSC_CONNER2, ROBOTSC_FORM_DECIDED, NULL, 0, 0},
	{CONNER, ROBOTSC_CONNER2, ROBOTSC_FORM_RANKED, NULL, 0, 0},
	{SETS, ROBOTSC_CONNER2, ROBOTSC_FORM_AUTO, NULL, 0, 0},
	{SETS, ROBOTSC_CONNER2, ROBOTSC_FORM_RANKED, NULL, 0, 0},
	{EXTENSIONS, ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 1, 0},
	{EXTENSIONS, ROBOTSC_GOOGLE, ROBOTSC_FORM_RANKED, NULL, 1, 1},
	{EXTENSIONS, ROBOTSC_RFC9309, ROBOTSC_FORM_RANKED, "bot", 1, 0},
	{"", ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 0, 0},
};
#define BASES (sizeof bases / sizeof *bases)

static struct product compiled[BASES];

/* With how it was fetched, if it is to have that. */
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
		CHECK(product_open_with(&compiled[i], &options, b->text, strlen(b->text)) == ROBOTSC_OK);
		if (b->stamped)
			add_stamp(&compiled[i]);
	}
}

/* ---- forging ------------------------------------------------------------------- */

/* How often; shared with the children. */
struct counts {
	unsigned long at; /* the blob that is being looked at */
	unsigned long made, opened;
	unsigned long tried[FORGE_KINDS], done[FORGE_KINDS]; /* changes; those made */
	unsigned long accepted[FORGE_KINDS];                 /* in blobs that opened */
};

/* A forged blob, and what was changed. */
struct forgery {
	struct forge f;
	size_t base;
	enum forge_kind kinds[CHANGES];
	int done[CHANGES];
	size_t n;
};

static uint8_t bytes[ROOM];

/* The forged blob of a number.  only: the kind of all changes, or FORGE_KINDS.  Half of all blobs
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

/* Look at a blob that ends at an unreadable page, or in memory of its size, where sanitizers see more. */
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

static void look_at_all(struct counts *c, unsigned long end, enum forge_kind only)
{
	for (; c->at < end; c->at++) {
		struct forgery made;

		make(&made, c->at, only);
		alarm(SECONDS);
		count(c, &made, look_at(&made, c->at));
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

/* Children look at all blobs, one after the other child. */
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
	forge_all(c, first + blobs, only);
	report(c);
	CHECK(c->made > 0 && c->opened > c->made / 20);
	for (int k = 0; k < FORGE_KINDS && only == FORGE_KINDS && blobs >= BLOBS; k++)
		CHECK_MSG(c->accepted[k] > 0, "%s: nothing opened", forge_name((enum forge_kind)k));
	for (size_t i = 0; i < BASES; i++)
		product_close(&compiled[i]);
	return check_done();
}
