/* product.h - the library as the tests that hold it against the oracle use it.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PRODUCT_H
#define ROBOTSC_PRODUCT_H

#include "tests/oracle/oracle.h"

#include <robotsc/check.h>
#include <robotsc/compile.h>

#include <stddef.h>
#include <stdint.h>

/* A blob in memory of its exact size, so that a sanitizer sees every octet read beyond it. */
struct product {
	struct robotsc_blob blob;
	void *bytes;
	size_t len;
};

extern const char *const product_forms[4]; /* names of enum robotsc_form */

/* The library's dialect for one of the oracle's.  The test programs check that the numbers
 * agree. */
enum robotsc_dialect product_dialect(enum oracle_dialect dialect);

/* Compile and open; agents NULL for all.  product_close also after a failure. */
enum robotsc_status product_open(struct product *p, enum oracle_dialect dialect, enum robotsc_form form, const char *robots,
                                 size_t len, const struct robotsc_text *agents, size_t nagents);
void product_close(struct product *p);

/* As product_open, with options of the caller's. */
enum robotsc_status product_open_with(struct product *p, const struct robotsc_options *options, const char *robots, size_t len);

/* Compile and open as above, with all fresh memory filled with an octet: reading what was never
 * written gives other blobs for other octets. */
enum robotsc_status product_open_poisoned(struct product *p, enum oracle_dialect dialect, enum robotsc_form form,
                                          const char *robots, size_t len, unsigned char poison);

/* Print octets as a C string, without the quotes: some thousand octets at most. */
void product_show(const char *at, size_t len);

/* Pseudo-random numbers that are the same everywhere: splitmix64.  product_below is in 0 .. n -
 * 1. */
uint64_t product_random(uint64_t *state);
size_t product_below(uint64_t *state, size_t n);

/* realloc or the end of the program. */
void *product_alloc(void *old, size_t size);

#endif
