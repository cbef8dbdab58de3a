/* watch_make.c - runs a program that makes a snapshot.  Before each of its system calls that change
 * files, in all its threads, it looks at the snapshot's place: the old snapshot or the new one must
 * be there, whole.  What a process wrote stays when it is killed, so a kill at that call would
 * leave just this.
 *
 *	watch_make OUTPUT NEW COMMAND [ARGUMENT...]
 *
 * OUTPUT, a file or a folder of shards, exists before; NEW is a copy of what the command makes of
 * it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE
#include <dirent.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "traced_calls.h"

#ifdef __linux__
#define MOST_FILES 1100u
#define PATH_ROOM 512

struct identity {
	ino_t ino;
	off_t size;
	struct timespec changed;
};

/* The files of a snapshot; the rename of the first one puts the snapshot in place. */
struct files {
	size_t n;
	struct {
		char name[PATH_ROOM]; /* name in the folder; empty for a snapshot of one file */
		struct identity identity;
	} file[MOST_FILES];
};

static const char *output, *expected;
static struct files old, new;
static unsigned steps, olds, news;

static void make_path(char path[2 * PATH_ROOM], const char *at, const char *name)
{
	snprintf(path, 2 * PATH_ROOM, *name ? "%s/%s" : "%s", at, name);
}

static int identify(const char *name, struct identity *identity)
{
	char path[2 * PATH_ROOM];
	struct stat s;

	make_path(path, output, name);
	if (stat(path, &s) < 0)
		return -1;
	*identity = (struct identity){s.st_ino, s.st_size, s.st_mtim};
	return 0;
}

static int is_same(const struct files *files, size_t i)
{
	struct identity now;
	const struct identity *then = &files->file[i].identity;

	return identify(files->file[i].name, &now) == 0 && now.ino == then->ino && now.size == then->size &&
	       now.changed.tv_sec == then->changed.tv_sec && now.changed.tv_nsec == then->changed.tv_nsec;
}

static int add_file(struct files *files, const char *name)
{
	if (files->n == MOST_FILES || snprintf(files->file[files->n].name, PATH_ROOM, "%s", name) >= PATH_ROOM)
		return -1;
	files->n++;
	return 0;
}

/* List the names of a snapshot's files at a path.  Not 0: failed. */
static int list_files(struct files *files, const char *at)
{
	struct stat s;
	const struct dirent *e;
	int failed;

	if (stat(at, &s) < 0 || !S_ISDIR(s.st_mode))
		return add_file(files, "");
	DIR *dir = opendir(at);

	failed = add_file(files, "manifest");
	while (dir && (e = readdir(dir)) != NULL)
		if (e->d_name[0] != '.' && strcmp(e->d_name, "manifest") != 0)
			failed |= add_file(files, e->d_name);
	if (dir)
		closedir(dir);
	return failed;
}

/* True if a file of the output has the same octets as the expected one. */
static int is_equal(const char *name)
{
	static char a[1 << 16], b[1 << 16];
	char path[2 * PATH_ROOM];
	size_t n, m;

	make_path(path, output, name);
	FILE *one = fopen(path, "rb");

	make_path(path, expected, name);
	FILE *other = fopen(path, "rb");

	do {
		n = one ? fread(a, 1, sizeof a, one) : 0;
		m = other ? fread(b, 1, sizeof b, other) : 0;
	} while (n == m && n > 0 && memcmp(a, b, n) == 0);
	if (one)
		fclose(one);
	if (other)
		fclose(other);
	return one && other && n == 0 && m == 0;
}

/* The new snapshot is in place: note its files.  Returns NULL if all have the expected octets, else
 * what is wrong. */
static const char *come(void)
{
	if (list_files(&new, expected) < 0)
		return "cannot list what is expected";
	for (size_t i = 0; i < new.n; i++)
		if (identify(new.file[i].name, &new.file[i].identity) < 0 || !is_equal(new.file[i].name))
			return "another snapshot than the two";
	return NULL;
}

/* Look at the snapshot in place.  Returns NULL, or what is wrong with it. */
static const char *look(void)
{
	steps++;
	if (new.n == 0 && is_same(&old, 0)) {
		olds++;
		for (size_t i = 1; i < old.n; i++)
			if (!is_same(&old, i))
				return "a shard of the old snapshot has changed";
		return NULL;
	}
	news++;
	if (new.n == 0)
		return come();
	for (size_t i = 0; i < new.n; i++)
		if (!is_same(&new, i))
			return "the new snapshot has changed";
	return NULL;
}

/* Follow all threads of a program to its end.  Returns its status as waitpid gives it. */
static int follow(pid_t first, const char **wrong)
{
	int status, ended = 0;

	for (pid_t thread; (thread = waitpid(-1, &status, __WALL)) > 0;) {
		int sent = 0;

		if (!WIFSTOPPED(status)) {
			ended = thread == first ? status : ended;
			continue;
		}
		if (WSTOPSIG(status) == (SIGTRAP | 0x80)) {
			if (*wrong == NULL && traced_changes_files(thread))
				*wrong = look();
		} else if (WSTOPSIG(status) != SIGTRAP && WSTOPSIG(status) != SIGSTOP) {
			sent = WSTOPSIG(status);
		}
		ptrace(PTRACE_SYSCALL, thread, NULL, (void *)(intptr_t)sent);
	}
	return ended;
}

int main(int argc, char **argv)
{
	const char *wrong = NULL;
	int status;

	if (argc < 4) {
		fprintf(stderr, "usage: watch_make OUTPUT NEW COMMAND [ARGUMENT...]\n");
		return 2;
	}
	output = argv[1];
	expected = argv[2];
	int failed = list_files(&old, output);

	for (size_t i = 0; i < old.n; i++)
		failed |= identify(old.file[i].name, &old.file[i].identity);
	if (failed) {
		fprintf(stderr, "watch_make: %s: no snapshot is there\n", output);
		return 2;
	}
	const pid_t child = fork();

	if (child == 0) {
		if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) < 0)
			_exit(77);
		raise(SIGSTOP);
		execvp(argv[3], argv + 3);
		_exit(127);
	}
	if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status) ||
	    ptrace(PTRACE_SETOPTIONS, child, NULL, (void *)(PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK)) <
	            0 ||
	    ptrace(PTRACE_SYSCALL, child, NULL, NULL) < 0) {
		printf("skipped: a child cannot be traced here\n");
		return 77;
	}
	status = follow(child, &wrong);
	printf("%u steps: at %u the old snapshot stood there, at %u the new one\n", steps, olds, news);
	if (wrong != NULL)
		fprintf(stderr, "watch_make: at step %u: %s\n", steps, wrong);
	return wrong != NULL || status != 0 || olds == 0 || news == 0;
}
#else
int main(void)
{
	printf("skipped: only Linux traces in this way\n");
	return 77;
}
#endif
