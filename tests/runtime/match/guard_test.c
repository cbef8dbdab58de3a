/* guard_test.c - no call reads outside its arguments, and a damaged blob is refused or harmless.
 *
 * Texts, blobs, paths and URLs end at an unreadable page, or begin after one.  Blobs are cut at
 * every length, and each of their bits is flipped, also with the checksum repaired: then only the
 * checks of robotsc_open protect the walk.  It refuses the blob, or every later call stays inside
 * it and ends.
 *
 *     guard_test [FORGED [EVERY]]    random forgeries of each blob; every EVERYth bit and length
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* fence.h */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/test.h"
#include "tests/runtime/records/extensions_use.h"
#include "tests/support/fence.h"
#include "tests/compiler/hostile.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "robotsc/inspect.h"
#include "runtime/match/blob_layout.h"
#include "runtime/match/checksum.h"

#define SECONDS 10 /* for one blob; more counts as endless */
#define SHORT_PATHS 100

/* ---- faults and endless loops ---- */

static sigjmp_buf escape;
static volatile unsigned sink;
static unsigned long opened_extensions, every = 1;
static struct fence for_text, for_blob, for_path;

/* The blob under test, for messages. */
static struct {
	const char *what;
	const uint8_t *bytes;
	size_t len;
} subject;

static void caught(int number)
{
	siglongjmp(escape, number);
}

static void catch_signals(void)
{
	static const int numbers[] = {SIGSEGV, SIGBUS, SIGPROF};
	struct sigaction action;
	size_t i;

	memset(&action, 0, sizeof action);
	action.sa_handler = caught;
	action.sa_flags = SA_NODEFER;
	sigemptyset(&action.sa_mask);
	for (i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &action, NULL);
}

/* Count a fault, and print the blob. */
static void went_wrong(int number)
{
	size_t i;

	CHECK_MSG(0, "%s: %s", subject.what, number == SIGPROF ? "does not end" : "reads outside");
	if (check_failed > CHECK_SHOWN)
		return;
	printf("blob of %zu octets:", subject.len);
	for (i = 0; i < subject.len && i < 4096; i++)
		printf("%s%02x", i % 32 ? "" : "\n  ", subject.bytes[i]);
	printf("\n");
}

/* ---- blobs to begin with ---- */

struct source {
	const char *name, *text;
	enum robotsc_dialect dialect;
	enum robotsc_form form;
	const char *agent; /* compiled for it alone, or NULL */
	int extensions;
};

#define RULES_SMALL "User-agent: *\nDisallow: /private/\nDisallow: /a%2Fb\nAllow: /private/open$\nDisallow: /tmp?x=\n"
#define RULES_GAPS "User-agent: *\nDisallow: /*x*y\nAllow: /*.html$\nDisallow: /p*q*r%2Fs\nAllow: /*pub\nDisallow: /\xC3\xA9*\n"
#define RULES_AGENTS                                                                                                     \
	"User-agent: a-bot\nUser-agent: bot\nDisallow: /a\n\nUser-agent: none\nDisallow:\n\nUser-agent: all\nDisallow: " \
	"/\n\n" RULES_GAPS "\nUser-agent: a-bot\nDisallow: /*more*gaps$\n"
#define RULES_CONNER                                                                                                           \
	"User-agent: *\nRobot-version: 2.0\nAllow: /blackhole/index.html\nAllow: */info[a-c]?x\nDisallow: *.shtml\nDisallow: " \
	"/i\\*\n"

#define RULES_EXTENSIONS                                                                                                        \
	"Sitemap: http://h/s\nFnord: 1\nUser-agent: a-bot\nUser-agent: bot\nCrawl-delay: 2.5\nRequest-rate: 1/9m 0600-0845\n"   \
	"Content-Usage: train-ai=n\nDisallow: /a\nContent-Usage: /x*y search=y, train-ai=y\n\nUser-agent: *\nDisallow: /*x*y\n" \
	"Noindex: /*.html$\nVisit-time: 2200-0300\nContent-Signal: /p*q*r%2Fs ai-train=no\nContent-Signal: search=yes\n"

static const struct source sources[] = {
	{"empty", "", ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 0},
	{"all", "User-agent: *\nDisallow: /\n", ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 0},
	{"small", RULES_SMALL, ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 0},
	{"small DFA", RULES_SMALL, ROBOTSC_RFC9309, ROBOTSC_FORM_DFA, NULL, 0},
	{"small filter", RULES_SMALL, ROBOTSC_RFC9309, ROBOTSC_FORM_FILTER, NULL, 0},
	{"gaps DFA", RULES_GAPS, ROBOTSC_RFC9309, ROBOTSC_FORM_DFA, NULL, 0},
	{"gaps filter", RULES_GAPS, ROBOTSC_RFC9309, ROBOTSC_FORM_FILTER, NULL, 0},
	{"gaps google", RULES_GAPS, ROBOTSC_GOOGLE, ROBOTSC_FORM_FILTER, NULL, 0},
	{"agents", RULES_AGENTS, ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 0},
	{"agents filter", RULES_AGENTS, ROBOTSC_RFC9309, ROBOTSC_FORM_FILTER, NULL, 0},
	{"one agent", RULES_AGENTS, ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, "a-bot", 0},
	{"agents google", RULES_AGENTS, ROBOTSC_GOOGLE, ROBOTSC_FORM_AUTO, NULL, 0},
	{"extensions", RULES_EXTENSIONS, ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, NULL, 1},
	{"extensions filter", RULES_EXTENSIONS, ROBOTSC_GOOGLE, ROBOTSC_FORM_FILTER, NULL, 1},
	{"extensions one", RULES_EXTENSIONS, ROBOTSC_RFC9309, ROBOTSC_FORM_AUTO, "bot", 1},
	{"records 1994", RULES_AGENTS, ROBOTSC_NEXOR1994, ROBOTSC_FORM_AUTO, NULL, 0},
	{"records 1996", RULES_AGENTS, ROBOTSC_KOSTER1996, ROBOTSC_FORM_FILTER, NULL, 0},
	{"conner", RULES_CONNER, ROBOTSC_CONNER2, ROBOTSC_FORM_DFA, NULL, 0},
	{"conner filter", RULES_CONNER, ROBOTSC_CONNER2, ROBOTSC_FORM_FILTER, NULL, 0},
};
#define NSOURCES (sizeof sources / sizeof *sources)

static int compile(const struct source *s, const char *text, size_t len, void **blob, size_t *size)
{
	struct robotsc_options options;
	struct robotsc_text agent = {s->agent, s->agent != NULL ? strlen(s->agent) : 0};
	enum robotsc_status status;

	robotsc_options_init(&options);
	options.dialect = s->dialect;
	options.form = s->form;
	options.agents = &agent;
	options.nagents = s->agent != NULL;
	options.extensions = s->extensions ? 1 : 0;
	status = robotsc_compile(&options, text, len, blob, size);
	return CHECK_MSG(status == ROBOTSC_OK, "%s: %s", s->name, robotsc_strerror(status));
}

/* ---- every call on one opened blob ---- */

/* clang-format off */
static const struct robotsc_text robots[] = {
	{"a-bot", 5}, {"A-Bot/1.0", 9}, {"none", 4}, {"all", 3}, {"other", 5}, {"", 0}, {NULL, 0}};
#define NROBOTS (sizeof robots / sizeof *robots)

static const char *const paths[] = {
	"", "/", "/private/open", "/private/opened", "private/x", "/a%2fb", "/a%2", "/a%", "/a/b", "/tmp?x=%2F", "/tmp%3Fx=", "#",
	"/x#y",
	"/axbyc", "/xx", "/yyyyxxxxyyyyy.html", "/index.html", "/index.html?", "/pqr/s", "/pqr%2Fs", "/p?qr/s", "/p?qr%2Fs",
	"/\xC3\xA9", "/%c3%a9t%C3", "/robots.txt", "/%72obots.txt", "/more/gaps", "/moregapsgaps", "/blackhole/index.html",
	"/q/infoabx", "/q.shtml",
	"/i*", "/i%2A", "//", "/pub", "/xpubxpubypubx.html", "/%25%25%41%zz%"
};
#define NPATHS (sizeof paths / sizeof *paths)
/* clang-format on */

static void use_group(const struct robotsc_group *group, const char *path, size_t len)
{
	struct robotsc_query queries[5];
	struct robotsc_text texts[5];
	uint8_t one[5], many[5];
	int verdict, i;

	path = at_end(&for_path, path, len);
	verdict = (int)robotsc_check_path(group, path, len);
	CHECK_MSG(verdict == ROBOTSC_ALLOW || verdict == ROBOTSC_DISALLOW, "%s: verdict %d", subject.what, verdict);
	verdict = (int)robotsc_check_url(group, path, len);
	CHECK_MSG(verdict == ROBOTSC_ALLOW || verdict == ROBOTSC_DISALLOW, "%s: verdict %d", subject.what, verdict);
	for (i = 0; i < 5; i++) {
		texts[i] = (struct robotsc_text){path + (i & 1 ? len / 2 : 0), i & 1 ? len - len / 2 : len};
		queries[i] = (struct robotsc_query){group, texts[i]};
	}
	robotsc_check_paths(group, texts, 5, one);
	robotsc_check_batch(queries, 5, many);
	for (i = 0; i < 5; i++)
		CHECK_MSG(one[i] == many[i] && one[i] == (int)robotsc_check_path(group, texts[i].at, texts[i].len),
		          "%s: batch differs", subject.what);
	robotsc_check_urls(group, texts, 5, one);
	robotsc_check_url_batch(queries, 5, many);
	for (i = 0; i < 5; i++)
		CHECK_MSG(one[i] == many[i] && one[i] == (int)robotsc_check_url(group, texts[i].at, texts[i].len),
		          "%s: batch of URLs differs", subject.what);
}

static void use_inspect(const struct robotsc_blob *blob)
{
	struct robotsc_machine_info machine;
	struct robotsc_agent_info agent;
	struct robotsc_info info;
	uint32_t i, k;

	robotsc_blob_info(blob, &info);
	for (i = 0; i <= info.agents && robotsc_agent_at(blob, i, &agent); i++)
		for (k = 0; k < agent.token.len; k++)
			sink += (unsigned char)agent.token.at[k];
	for (i = 0; i <= info.policies; i++)
		for (k = 0; k < 100 && robotsc_machine_at(blob, i, k, &machine); k++)
			sink += machine.states;
}

/* Select every robot, and check every path and random ones. */
static void use(const struct robotsc_blob *blob, uint64_t seed, unsigned random_paths)
{
	static const char letters[] = "/apqrxyi.?%2FtmlXubmorgs#\xC3\xA9$*[]";
	struct robotsc_extensions ext;
	char path[64];
	size_t r, i, n;
	int extended;

	use_inspect(blob);
	extended = robotsc_open_extensions(blob, &ext) == ROBOTSC_OK;
	opened_extensions += (unsigned long)extended;
	for (r = 0; r < NROBOTS; r++) {
		struct robotsc_group group;

		if (robotsc_select(blob, &robots[r], 1, &group) != ROBOTSC_OK)
			continue;
		if (extended && r < 3)
			sink += extensions_use(&ext, &group);
		for (i = 0; i < NPATHS; i++)
			use_group(&group, paths[i], strlen(paths[i]));
		for (i = 0; i < random_paths; i++) {
			for (n = 0; n < 1 + i % sizeof path; n++)
				path[n] = letters[hostile_random(&seed, sizeof letters - 1)];
			use_group(&group, path, n);
		}
	}
}

/* Open a blob that ends at an unreadable page, and use it if it opens.  Returns the status. */
static enum robotsc_status try_blob(const char *what, const void *bytes, size_t len, uint64_t seed, unsigned random_paths)
{
	struct robotsc_blob blob;
	volatile enum robotsc_status status = ROBOTSC_ERR_CORRUPT;
	int number;

	subject.what = what;
	subject.bytes = bytes;
	subject.len = len;
	number = sigsetjmp(escape, 1);
	if (number != 0) {
		went_wrong(number);
		return status;
	}
	check_seconds(SECONDS);
	status = robotsc_open(&blob, at_end(&for_blob, bytes, len), len);
	if (status == ROBOTSC_OK)
		use(&blob, seed, random_paths);
	check_seconds(0);
	return status;
}

/* ---- the tests ---- */

/* Use whole blobs at both ends of the readable pages, with paths of every length. */
static void whole(const struct source *s, const void *bytes, size_t len)
{
	struct robotsc_group group;
	struct robotsc_blob blob;
	char path[SHORT_PATHS];
	size_t i, k;

	CHECK_MSG(try_blob(s->name, bytes, len, 1, 50) == ROBOTSC_OK, "%s", s->name);
	if (!CHECK(robotsc_open(&blob, at_begin(&for_blob, bytes, len), len) == ROBOTSC_OK))
		return;
	use(&blob, 2, 50);
	if (robotsc_select(&blob, &robots[0], 1, &group) != ROBOTSC_OK)
		return;
	for (k = 0; k < NPATHS; k++)
		for (i = k % every; i <= SHORT_PATHS; i += every) {
			size_t n;

			for (n = 0; n < i; n++)
				path[n] = k < 2 ? "/x%"[n % 3] : paths[k][n % strlen(paths[k])];
			use_group(&group, path, i);
		}
}

/* A blob that is cut is refused, and so is a blob that another octet follows. */
static void cut(const struct source *s, const uint8_t *bytes, size_t len)
{
	uint8_t *longer = malloc(len + 1);
	size_t i;

	for (i = 0; i < len; i++)
		CHECK_MSG(try_blob(s->name, bytes, i, 3, 4) != ROBOTSC_OK, "%s: opens when cut to %zu octets of %zu", s->name, i,
		          len);
	if (CHECK(longer != NULL)) {
		memcpy(longer, bytes, len);
		longer[len] = 0;
		CHECK_MSG(try_blob(s->name, longer, len + 1, 3, 4) != ROBOTSC_OK, "%s: opens with an octet behind it", s->name);
	}
	free(longer);
}

static void repair(uint8_t *bytes, size_t len)
{
	const uint64_t sum = robotsc_checksum(bytes, len - BLOB_TRAILER);
	int i;

	for (i = 0; i < 8; i++)
		bytes[len - BLOB_TRAILER + (size_t)i] = (uint8_t)(sum >> 8 * i);
}

/* Flip every bit, without and with the checksum repaired.  Returns how many repaired blobs were
 * accepted. */
static unsigned long flip(const struct source *s, uint8_t *bytes, size_t len)
{
	unsigned long accepted = 0;
	uint8_t trailer[BLOB_TRAILER];
	size_t i;

	memcpy(trailer, bytes + len - BLOB_TRAILER, BLOB_TRAILER);
	for (i = 0; i < 8 * len; i += every) {
		bytes[i / 8] ^= (uint8_t)(1u << i % 8);
		CHECK_MSG(try_blob(s->name, bytes, len, i, 4) != ROBOTSC_OK, "%s: opens with bit %zu of octet %zu flipped", s->name,
		          i % 8, i / 8);
		if (i / 8 < len - BLOB_TRAILER) {
			repair(bytes, len);
			accepted += try_blob(s->name, bytes, len, i, 8) == ROBOTSC_OK;
		}
		bytes[i / 8] ^= (uint8_t)(1u << i % 8);
		memcpy(bytes + len - BLOB_TRAILER, trailer, BLOB_TRAILER);
	}
	return accepted;
}

/* Make one random change, as an attacker or bad memory would. */
static void forge(uint8_t *bytes, size_t n, uint64_t *seed)
{
	static const uint32_t extremes[] = {0,          1,          0x7F,       0x80,       0xFF,      0x7FFFFFFF,
	                                    0x80000000, 0xFFFFFFFF, 0x3FFFFFFF, 0x40000000, 0xFFFFFFF0};
	const size_t at = hostile_random(seed, (uint32_t)n), from = hostile_random(seed, (uint32_t)n);
	size_t k, len;

	switch (hostile_random(seed, 4)) {
	case 0: /* any octet */
		bytes[at] = (uint8_t)hostile_random(seed, 256);
		break;
	case 1: /* a value nearby */
		bytes[at] = (uint8_t)(bytes[at] + hostile_random(seed, 9) - 4u);
		break;
	case 2: { /* an extreme integer */
		const uint32_t v = extremes[hostile_random(seed, sizeof extremes / sizeof *extremes)];

		for (k = 0; k < 4 && at + k < n; k++)
			bytes[at + k] = (uint8_t)(v >> 8 * k);
		break;
	}
	default: /* a piece of the blob at another place */
		len = 1 + hostile_random(seed, 16);
		for (k = 0; k < len && at + k < n && from + k < n; k++)
			bytes[at + k] = bytes[from + k];
		break;
	}
}

static unsigned long forged_blobs = 3000;

static unsigned long forgeries(const struct source *s, const uint8_t *bytes, size_t len)
{
	unsigned long accepted = 0;
	uint8_t *forged = malloc(len + 64);
	uint64_t seed = 1996;
	unsigned long i;
	unsigned k, size;

	if (!CHECK(forged != NULL))
		return 0;
	for (i = 0; i < forged_blobs; i++) {
		memcpy(forged, bytes, len);
		memset(forged + len, 0, 64);
		size = (unsigned)len;
		for (k = 1 + hostile_random(&seed, 4); k > 0; k--)
			forge(forged + (hostile_random(&seed, 2) ? BLOB_HEADER : 0), len - BLOB_TRAILER - BLOB_HEADER, &seed);
		if (hostile_random(&seed, 8) == 0) { /* cut, with a header that says so */
			size = (unsigned)(len - 24) + hostile_random(&seed, 64);
			for (k = 0; k < 4; k++)
				forged[BLOB_AT_SIZE + k] = (uint8_t)(size >> 8 * k);
		}
		if (size < BLOB_HEADER + BLOB_TRAILER)
			continue;
		repair(forged, size);
		accepted += try_blob(s->name, forged, size, i, 6) == ROBOTSC_OK;
	}
	free(forged);
	return accepted;
}

/* Texts at an unreadable page, cut at every length, give the same blob as anywhere else. */
static void texts(const struct source *s)
{
	const size_t n = strlen(s->text);
	void *a, *b;
	size_t len, m, k;

	for (len = n % every; len <= n; len += every) {
		char *copy = at_end(&for_text, s->text, len);

		if (!compile(s, s->text, len, &a, &m) || !compile(s, copy, len, &b, &k))
			return;
		CHECK_MSG(m == k && memcmp(a, b, m) == 0, "%s: another blob for the same %zu octets", s->name, len);
		robotsc_free_blob(NULL, b, k);
		if (!compile(s, at_begin(&for_text, s->text, len), len, &b, &k))
			return;
		CHECK_MSG(m == k && memcmp(a, b, m) == 0, "%s: another blob for the same %zu octets", s->name, len);
		robotsc_free_blob(NULL, b, k);
		robotsc_free_blob(NULL, a, m);
	}
}

/* URLs of every length at an unreadable page. */
static void urls(void)
{
	/* clang-format off */
	static const char *const examples[] = {
		"http://example.com:8080/a/b?c#d", "//x/y?z", "https://user:pw@[::1]:443/", "mailto:x@y", "a?b://c", "http:/foo",
		"://", "HTTP://EXAMPLE.COM:80", "https://a-host-of-more-than-two-vectors.example.com/a?b",
		"http://h;x/y", "ftp://h:21?x", "#", "?", "http://h#/x",
	};
	/* clang-format on */
	struct robotsc_text path;
	size_t i, n, k;

	for (i = 0; i < sizeof examples / sizeof *examples; i++)
		for (n = 0; n <= strlen(examples[i]); n++) {
			const char *url = at_end(&for_path, examples[i], n);

			for (k = ROBOTSC_RFC9309; k <= ROBOTSC_CONNER2; k++) {
				robotsc_url_path((enum robotsc_dialect)k, url, n, &path);
				CHECK(path.len == 0 || (path.at >= url && path.at + path.len <= url + n));
			}
		}
}

static void one_source(const struct source *s)
{
	unsigned long accepted = 0;
	uint8_t *copy;
	void *bytes;
	size_t len;

	opened_extensions = 0;
	texts(s);
	if (!compile(s, s->text, strlen(s->text), &bytes, &len))
		return;
	copy = malloc(len);
	if (CHECK(copy != NULL && len <= for_blob.room)) {
		memcpy(copy, bytes, len);
		whole(s, copy, len);
		cut(s, copy, len);
		accepted = flip(s, copy, len);
		printf("%-16s %5zu octets, of %zu flips with the checksum repaired %lu accepted", s->name, len,
		       8 * (len - BLOB_TRAILER), accepted);
		accepted = forgeries(s, copy, len);
		printf(", of %lu forgeries %lu; extensions opened %lu times\n", forged_blobs, accepted, opened_extensions);
		CHECK((opened_extensions > 0) == (s->extensions != 0));
	}
	free(copy);
	robotsc_free_blob(NULL, bytes, len);
}

int main(int argc, char **argv)
{
	volatile size_t i;

	if (argc > 1)
		forged_blobs = strtoul(argv[1], NULL, 10);
	if (argc > 2)
		every = strtoul(argv[2], NULL, 10);
	for_text = fence_make(1u << 20);
	for_blob = fence_make(1u << 20);
	for_path = fence_make(1u << 16);
	catch_signals();
	for (i = 0; i < NSOURCES; i++) {
		int number;

		if (!check_case(sources[i].name))
			continue;
		subject.what = sources[i].name;
		subject.len = 0;
		number = sigsetjmp(escape, 1);
		if (number != 0)
			went_wrong(number);
		else
			one_source(&sources[i]);
	}
	if (sigsetjmp(escape, 1) == 0) {
		subject.what = "URLs";
		CHECK_PART(urls);
	} else {
		went_wrong(SIGSEGV);
	}
	return check_done();
}
