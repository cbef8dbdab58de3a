/* child.c - reads a store that may be damaged in a child process.
 *
 * LMDB trusts its pages.  A damaged page makes it read outside its map, fail an assertion, or loop.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "store_common.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/messages.h"
#include "robotsc/store.h"

#define SECONDS 60u       /* seconds of processor time, and one more second */
#define OCTETS (1u << 20) /* for each MiB of the file */

static const int crashes[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGXCPU};
#define NCRASHES (sizeof crashes / sizeof crashes[0])

static bool is_crash(int number)
{
	for (size_t i = 0; i < NCRASHES; i++)
		if (crashes[i] == number)
			return true;
	return false;
}

static rlim_t seconds_for(const char *folder)
{
	char path[4096];
	struct stat st;
	if (!folder || snprintf(path, sizeof path, "%s/data.mdb", folder) >= (int)sizeof path || stat(path, &st) < 0)
		return SECONDS;
	return SECONDS + (rlim_t)(st.st_size / (off_t)OCTETS);
}

/* Allow no core file, bound the time, and drop inherited signal handlers. */
static void limit_child(const char *folder)
{
	static const struct rlimit none = {0, 0};
	const rlim_t seconds = seconds_for(folder);
	struct rlimit time;
	setrlimit(RLIMIT_CORE, &none);
	if (getrlimit(RLIMIT_CPU, &time) == 0 && (time.rlim_cur == RLIM_INFINITY || time.rlim_cur > seconds)) {
		time.rlim_cur = seconds;
		setrlimit(RLIMIT_CPU, &time);
	}
	for (size_t i = 0; i < NCRASHES; i++)
		signal(crashes[i], SIG_DFL);
}

/* The exit status for the end of the child. */
static int result_of(int status, const char *folder)
{
	if (WIFEXITED(status) && WEXITSTATUS(status) <= CLI_TROUBLE)
		return WEXITSTATUS(status);
	if (WIFSIGNALED(status) && !is_crash(WTERMSIG(status))) { /* end as the child did */
		signal(WTERMSIG(status), SIG_DFL);
		raise(WTERMSIG(status));
		return CLI_TROUBLE;
	}
	if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU)
		return cli_complain("%s: %s: reading it does not end; import again into a new store", folder,
		                    robotsc_store_strerror(ROBOTSC_STORE_DAMAGED));
	return cli_complain("%s: %s: reading it crashes; import again into a new store", folder,
	                    robotsc_store_strerror(ROBOTSC_STORE_DAMAGED));
}

int cli_in_child(const char *folder, int (*run)(void *ctx), void *ctx)
{
	int status = 0;
	pid_t child;
	fflush(stdout);
	child = fork();
	if (child == 0) {
		limit_child(folder);
		exit(cli_finish(run(ctx)));
	}
	if (child < 0)
		return cli_complain("cannot start a process: %s", strerror(errno));
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return cli_complain("cannot wait for a process: %s", strerror(errno));
	return result_of(status, folder);
}
