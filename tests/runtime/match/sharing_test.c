/* sharing_test.c - policies are shared by threads, with a child process, with a signal handler, and
 * through a file that is replaced.
 *
 * All of them ask the same of the same groups, and must get the answers of a single thread.
 * ThreadSanitizer must report nothing.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* mmap, setitimer */
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support/test.h"
#include "robotsc/check.h"
#include "robotsc/compile.h"
#include "robotsc/extensions.h"

#define THREADS 8
#define ROUNDS 300
#define GROUPS 3

static const char text[] =
	"User-agent: a\nDisallow: /*x*y\nAllow: /*.html$\nDisallow: /p*q*r%2Fs\nContent-Usage: /t train-ai=n\n\n"
	"User-agent: b\nDisallow: /private/\nAllow: /private/open$\nDisallow: /tmp?x=\n\nUser-agent: *\nDisallow: /c\n";
static const char *const names[GROUPS] = {"a", "b", "other"};
static const char *const paths[] = {"/",        "/axby", "/x.html",       "/pqr%2Fs",      "/private/in", "/private/open",
                                    "/tmp?x=1", "/c/d",  "/%70rivate/in", "/aaaaaaaaaaax", "/t",          ""};
#define PATHS (sizeof paths / sizeof *paths)

static struct robotsc_group groups[GROUPS];
static struct robotsc_extensions extensions;
static uint64_t wanted;

/* All answers of a policy, as one number. */
static uint64_t ask(void)
{
	struct robotsc_query queries[GROUPS * PATHS];
	uint8_t verdicts[GROUPS * PATHS];
	struct robotsc_usage usage;
	uint64_t sum = 0;

	for (size_t i = 0; i < GROUPS * PATHS; i++)
		queries[i] = (struct robotsc_query){&groups[i % GROUPS], {paths[i / GROUPS], strlen(paths[i / GROUPS])}};
	robotsc_check_batch(queries, GROUPS * PATHS, verdicts);
	for (size_t i = 0; i < GROUPS * PATHS; i++) {
		const struct robotsc_query *q = &queries[i];

		sum = sum * 31 + verdicts[i] + 2u * (unsigned)robotsc_check_path(q->group, q->path.at, q->path.len);
		sum = sum * 31 + (unsigned)robotsc_check_usage(&extensions, q->group, q->path.at, q->path.len, &usage);
		sum = sum * 31 + usage.preferences[0];
	}
	return sum;
}

static int open_all(const void *bytes, size_t len)
{
	static struct robotsc_blob blob;

	if (!CHECK(robotsc_open(&blob, bytes, len) == ROBOTSC_OK) ||
	    !CHECK(robotsc_open_extensions(&blob, &extensions) == ROBOTSC_OK))
		return 0;
	for (size_t i = 0; i < GROUPS; i++) {
		const struct robotsc_text name = {names[i], strlen(names[i])};

		CHECK(robotsc_select(&blob, &name, 1, &groups[i]) == ROBOTSC_OK);
	}
	return 1;
}

static int compile(const char *robots, void **bytes, size_t *len)
{
	struct robotsc_options options;

	robotsc_options_init(&options);
	options.extensions = 1;
	return robotsc_compile(&options, robots, strlen(robots), bytes, len) == ROBOTSC_OK;
}

/* A thread asks, and compiles the same text.  Returns its number of failures. */
static void *run_thread(void *blob)
{
	uintptr_t wrong = 0;
	void *bytes;
	size_t len;

	for (int i = 0; i < ROUNDS; i++)
		wrong += ask() != wanted;
	if (!compile(text, &bytes, &len))
		return (void *)(wrong + 1);
	wrong += memcmp(bytes, blob, len) != 0;
	robotsc_free_blob(NULL, bytes, len);
	return (void *)wrong;
}

static void threads(void *blob)
{
	pthread_t thread[THREADS];
	int started = 0;

	for (; started < THREADS; started++)
		if (!CHECK(pthread_create(&thread[started], NULL, run_thread, blob) == 0))
			break;
	for (int i = 0; i < started; i++) {
		void *wrong;

		CHECK(pthread_join(thread[i], &wrong) == 0 && wrong == NULL);
	}
}

/* A child process uses the blob that its parent has opened. */
static void child(void)
{
	const pid_t pid = fork();
	int status = -1;

	if (pid == 0)
		_exit(ask() == wanted ? 0 : 1);
	CHECK(pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static volatile sig_atomic_t handled, astray;

static void handler(int number)
{
	(void)number;
	handled++;
	astray += ask() != wanted;
}

/* A signal handler asks in the middle of another question. */
static void signals(void)
{
	const struct itimerval often = {{0, 500}, {0, 500}}, never = {{0, 0}, {0, 0}};
	struct sigaction action;
	unsigned long wrong = 0;

	memset(&action, 0, sizeof action);
	action.sa_handler = handler;
	sigaction(SIGALRM, &action, NULL);
	setitimer(ITIMER_REAL, &often, NULL);
	for (long i = 0; i < 1000000 && (handled < 20 || i < ROUNDS); i++)
		wrong += ask() != wanted;
	setitimer(ITIMER_REAL, &never, NULL);
	CHECK_MSG(handled >= 20 && astray == 0 && wrong == 0, "%d handled, %d and %lu wrong", (int)handled, (int)astray, wrong);
}

static int write_file(const char *path, const void *bytes, size_t len)
{
	FILE *file = fopen(path, "wb");
	int good;

	if (file == NULL)
		return 0;
	good = fwrite(bytes, 1, len, file) == len;
	return fclose(file) == 0 && good;
}

/* A file that is replaced by a rename: a process that has mapped it keeps the old content. */
static void replaced(const void *blob, size_t len)
{
	char name[] = "/tmp/sharing_test.XXXXXX", other[sizeof name + 4];
	const int file = mkstemp(name);
	void *bytes, *mapped;
	size_t n;

	if (!CHECK(file >= 0) || !CHECK(write_file(name, blob, len)) || !CHECK(compile("User-agent: *\nDisallow: /\n", &bytes, &n)))
		return;
	mapped = mmap(NULL, len, PROT_READ, MAP_SHARED, file, 0);
	snprintf(other, sizeof other, "%s.new", name);
	if (CHECK(mapped != MAP_FAILED) && open_all(mapped, len)) {
		CHECK(ask() == wanted);
		CHECK(write_file(other, bytes, n) && rename(other, name) == 0);
		CHECK(ask() == wanted);
		munmap(mapped, len);
	}
	close(file);
	unlink(name);
	robotsc_free_blob(NULL, bytes, n);
}

int main(void)
{
	void *bytes;
	size_t len;

	if (!CHECK(compile(text, &bytes, &len)) || !open_all(bytes, len))
		return check_done();
	wanted = ask();
	if (check_case("threads"))
		threads(bytes);
	CHECK_PART(child);
	CHECK_PART(signals);
	if (check_case("replaced"))
		replaced(bytes, len);
	robotsc_free_blob(NULL, bytes, len);
	return check_done();
}
