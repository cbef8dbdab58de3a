/* octets.c - Whatever the octets of a path, reading its canonical octets stays inside it, ends, and
 * gives octets.
 *
 * For Frama-C's Eva, which follows all values at once; tests/proofs/prove.sh runs it.  The path
 * ends where the array ends.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "runtime/match/cursor.h"

#define MOST 4

volatile uint8_t any;

void prove(void);

static void prove_path(const uint8_t *begin, size_t len, uint8_t form)
{
	struct path path = {.begin = begin, .end = begin + len, .searched = begin, .form = form, .slow = octet_slow[form]};
	struct cursor c = path_start(&path);

	for (unsigned n = 0;; n++) {
		const int octet = next_octet(&path, &c);

		if (octet == PATH_END)
			return;
		/*@ assert octet: 0 <= octet <= 255; */
		/*@ assert end: n <= 3 * MOST; */
	}
}

void prove(void)
{
	uint8_t octets[MOST];

	for (int i = 0; i < MOST; i++)
		octets[i] = any;
	for (int len = 0; len <= MOST; len++)
		for (uint8_t form = 0; form < FORMS; form++)
			prove_path(octets + MOST - len, (size_t)len, form);
}
