/* compilers.c - see compilers.h.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "compilers.h"

#include <pthread.h>

#define IDLE 16 /* compilers that are kept */

static struct {
	pthread_mutex_t lock;
	struct robotsc_compiler *idle[IDLE];
	unsigned n;
} pool = {.lock = PTHREAD_MUTEX_INITIALIZER};

struct robotsc_compiler *cli_compiler_take(void)
{
	struct robotsc_compiler *compiler = NULL;
	pthread_mutex_lock(&pool.lock);
	if (pool.n)
		compiler = pool.idle[--pool.n];
	pthread_mutex_unlock(&pool.lock);
	return compiler ? compiler : robotsc_compiler_new(NULL);
}

void cli_compiler_give(struct robotsc_compiler *compiler)
{
	pthread_mutex_lock(&pool.lock);
	if (compiler && pool.n < IDLE) {
		pool.idle[pool.n++] = compiler;
		compiler = NULL;
	}
	pthread_mutex_unlock(&pool.lock);
	robotsc_compiler_free(compiler);
}
