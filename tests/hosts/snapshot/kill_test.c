/* kill_test.c - a maker is killed before each system call that changes files: then the old snapshot
 * or the new one is there, whole.
 *
 * The parent traces the child and counts the calls of its first thread, which writes and renames.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "robotsc/snapshot_make.h"
#include "second_manifest.h"
#include "snapshot_world.h"
#include "tests/support/product.h"
#include "tests/support/test.h"
#include "traced_calls.h"

#define MOST_CALLS 20000u
#define SHARDS 3u

static char folder[64], output[128];
static const struct robotsc_text agent = {"a-bot", 5};

/* Make the snapshot of a world.  Returns 0 on success. */
static int make(const struct world *w, uint32_t shards)
{
	const struct robotsc_store_settings settings = {.dialect = w->settings.dialect,
	                                                .strict_fields = (w->settings.settings & 1) != 0,
	                                                .conner2_rest_deny = (w->settings.settings & 2) != 0,
	                                                .extensions = (w->settings.settings & 4) != 0,
	                                                .aipref_rule = (w->settings.settings & 8) != 0,
	                                                .redirect_scope = w->settings.scope,
	                                                .challenge = w->settings.challenge,
	                                                .limit = w->settings.limit,
	                                                .agents = w->settings.agents,
	                                                .nagents = w->settings.nagents};
	const struct robotsc_maker_options options = {
		.output = output, .settings = &settings, .shards = shards, .memory = 1 << 20, .jobs = 1};
	struct robotsc_maker *maker;
	enum robotsc_store_status status = robotsc_maker_open(&maker, &options);

	for (size_t i = 0; i < w->all && status == ROBOTSC_STORE_OK; i++) {
		const struct plain_entry *e = &w->entries[i];

		status = robotsc_maker_add(maker, e->origin.at, e->origin.len, &e->decision, e->blob, e->blob_len);
	}
	if (status == ROBOTSC_STORE_OK)
		status = robotsc_maker_finish(maker, NULL);
	robotsc_maker_close(maker);
	return status != ROBOTSC_STORE_OK;
}

static size_t read_file(const char *path, uint8_t *octets, size_t room)
{
	FILE *file = fopen(path, "rb");
	const size_t n = file ? fread(octets, 1, room, file) : 0;

	if (file)
		fclose(file);
	return n;
}

/* Read the octets of the output: of the file, or of the manifest. */
static size_t read_output(uint32_t shards, uint8_t *octets, size_t room)
{
	char path[160];

	snprintf(path, sizeof path, shards ? "%s/manifest" : "%s", output);
	return read_file(path, octets, room);
}

#ifdef __linux__
/* Let a child make the snapshot, and kill it before its call of this number.  1: it was killed; 0:
 * it ended before that call; -1: it cannot be traced. */
static int make_until(const struct world *w, uint32_t shards, unsigned call)
{
	int status;
	const pid_t child = fork();

	if (child == 0) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0)
			_exit(7);
		raise(SIGSTOP);
		_exit(make(w, shards));
	}
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status) ||
	    ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)PTRACE_O_TRACESYSGOOD) < 0)
		return -1;
	for (unsigned calls = 0;;) {
		if (ptrace(PTRACE_SYSCALL, child, NULL, NULL) < 0 || waitpid(child, &status, 0) != child)
			return -1;
		if (!WIFSTOPPED(status))
			return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? 0 : -1;
		if (traced_changes_files(child) && calls++ == call) {
			kill(child, SIGKILL);
			waitpid(child, &status, 0);
			return 1;
		}
	}
}

/* Kill the maker at each call in turn. */
static void kill_each(const struct world *old, const struct world *new, uint32_t shards)
{
	static uint8_t before[1 << 18], after[1 << 18], found[1 << 18];
	unsigned call = 0, olds = 0, news = 0;
	int killed = 1;

	snprintf(output, sizeof output, "%s/%s", folder, shards ? "shards" : "one");
	CHECK(make(new, shards) == 0);
	const size_t nafter = read_output(shards, after, sizeof after);

	CHECK(make(old, shards) == 0);
	const size_t nbefore = read_output(shards, before, sizeof before);

	for (; killed == 1 && call < MOST_CALLS; call++) {
		killed = make_until(new, shards, call);
		if (killed < 0 && call == 0) {
			printf("skipped: a child cannot be traced here\n");
			return;
		}
		const size_t n = read_output(shards, found, sizeof found);
		const int is_old = n == nbefore && memcmp(found, before, n) == 0;
		const int is_new = n == nafter && memcmp(found, after, n) == 0;
		const char *wrong = shards ? second_manifest(output, 1) : second_verify(found, n);

		if (!CHECK_MSG(killed >= 0 && (is_old || is_new) && wrong == NULL, "%u shards, killed at call %u: %s",
		               (unsigned)shards, call, wrong ? wrong : "another snapshot"))
			return;
		olds += (unsigned)is_old;
		news += (unsigned)is_new;
		if (is_new && killed == 1) /* make the old one again */
			CHECK(make(old, shards) == 0 && read_output(shards, found, sizeof found) == nbefore);
	}
	printf("%u shards: killed at %u calls, %u left the old snapshot, %u the new one\n", (unsigned)shards, call - 1, olds, news);
	CHECK(killed == 0 && olds > 20 && news > 0);
}
#else
static void kill_each(const struct world *old, const struct world *new, uint32_t shards)
{
	(void)old;
	(void)new;
	(void)shards;
	printf("skipped: only Linux traces in this way\n");
}
#endif

int main(void)
{
	const struct world_plan plans[] = {{40, 10, 41, ROBOTSC_RFC9309, &agent, 1}, {60, 12, 42, ROBOTSC_RFC9309, &agent, 1}};
	struct world w[2];

	snprintf(folder, sizeof folder, "/tmp/robotsc-kill-XXXXXX");
	if (!mkdtemp(folder) || !CHECK(world_make(&w[0], &plans[0]) == 0) || !CHECK(world_make(&w[1], &plans[1]) == 0))
		return 1;
	kill_each(&w[0], &w[1], 0);
	kill_each(&w[0], &w[1], SHARDS);
	world_remove(folder);
	world_free(&w[0]);
	world_free(&w[1]);
	return check_done();
}
