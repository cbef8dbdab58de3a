/* store_limits_test.c - a map that becomes too small, a full disk, too few addresses.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "store_setup.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>

static size_t map_size(void)
{
	MDB_env *env;
	MDB_envinfo info;

	CHECK(mdb_env_create(&env) == 0 && mdb_env_open(env, folder, MDB_RDONLY, 0666) == 0);
	mdb_env_info(env, &info);
	mdb_env_close(env);
	return info.me_mapsize;
}

/* A reader of this process and one of another process see that the map became too small. */
static void test_growth(void)
{
	struct robotsc_store *store;
	struct robotsc_reader *reader;
	size_t before;
	int status = -1, changed = 0;
	pid_t child;

	make_small();
	before = map_size();
	CHECK(before < 100000);
	store = open_store(ROBOTSC_STORE_READ, NULL);
	reader = open_reader(store);
	CHECK(ask(reader, "https://h1.example/") == -1);
	robotsc_reader_end(reader);
	child = fork();
	if (child == 0) { /* the child does not use what was opened before the fork */
		struct robotsc_store *writer = open_store(ROBOTSC_STORE_WRITE, NULL);
		struct robotsc_reader *own = open_reader(writer);

		robotsc_reader_end(own);
		fill_many(writer, 0, HOSTS);
		CHECK(robotsc_reader_begin(own, &changed) == ROBOTSC_STORE_OK && changed);
		robotsc_reader_close(own);
		CHECK(many_right(writer, HOSTS));
		robotsc_store_close(writer);
		_exit(check_failed ? 1 : 0);
	}
	CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
	CHECK(robotsc_reader_begin(reader, &changed) == ROBOTSC_STORE_OK && changed);
	CHECK(ask(reader, "https://h0.example/0/0") == 0);
	robotsc_reader_close(reader);
	CHECK(many_right(store, HOSTS));
	CHECK(faults(store) == 0);
	robotsc_store_close(store);
	CHECK(map_size() > 10 * before);
}

/* A file that cannot grow is a full disk: no part of the batch is there, and the old contents
 * stay. */
static void test_space(void)
{
	const struct rlimit small = {1 << 20, 1 << 20};
	struct robotsc_store *store;
	int status = -1;
	pid_t child;

	fresh();
	store = open_store(ROBOTSC_STORE_CREATE, NULL);
	put(store, "https://kept.example", "/kept", 1);
	robotsc_store_close(store);
	child = fork();
	if (child == 0) {
		struct robotsc_store_change *c = calloc(1, sizeof *c);
		struct made m = make("/x");
		char origin[40];
		size_t n = 0;

		signal(SIGXFSZ, SIG_IGN);
		CHECK(c && setrlimit(RLIMIT_FSIZE, &small) == 0);
		store = open_store(ROBOTSC_STORE_WRITE, NULL);
		for (;; n++) {
			enum robotsc_store_status s;

			snprintf(origin, sizeof origin, "https://h%zu.example", n);
			*c = change(origin, &m, 1);
			c->entry.decision.fetched = (int64_t)n;
			s = robotsc_store_write(store, c, 1, NULL);
			if (s != ROBOTSC_STORE_OK) {
				CHECK(s == ROBOTSC_STORE_SPACE);
				break;
			}
		}
		robotsc_store_close(store);
		robotsc_free_blob(NULL, m.bytes, m.len);
		free(c);
		_exit(check_failed ? 1 : n > 100 ? 42 : 2);
	}
	CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 42);
	store = open_store(ROBOTSC_STORE_WRITE, NULL);
	CHECK(faults(store) == 0);
	put(store, "https://again.example", "/again", 1);
	robotsc_store_close(store);
	store = open_store(ROBOTSC_STORE_READ, NULL);
	struct robotsc_reader *reader = open_reader(store);
	CHECK(ask(reader, "https://kept.example/kept") == 0 && ask(reader, "https://again.example/again") == 0);
	CHECK(ask(reader, "https://h99.example/x") == 0);
	robotsc_reader_close(reader);
	robotsc_store_close(store);
}

/* Sanitizers themselves use more addresses than this test leaves. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

static void test_addresses(void)
{
#if !SANITIZED
	const struct rlimit few = {48 << 20, 48 << 20};
	int status = -1;
	pid_t child;

	fresh();
	robotsc_store_close(open_store(ROBOTSC_STORE_CREATE, NULL));
	child = fork();
	if (child == 0) {
		struct robotsc_store *store;

		CHECK(setrlimit(RLIMIT_AS, &few) == 0);
		CHECK(robotsc_store_open(&store, folder, ROBOTSC_STORE_READ, NULL) == ROBOTSC_STORE_ADDRESSES);
		_exit(check_failed ? 1 : 42);
	}
	CHECK(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 42);
#endif
}

int main(void)
{
	setup_begin();
	CHECK_PART(test_growth);
	CHECK_PART(test_space);
	CHECK_PART(test_addresses);
	setup_end();
	return check_done();
}
