/* every_call.h - makes every public call that takes a blob, on any octets.
 *
 * tests/runtime/match/every_call.sh fails if a call is missing here.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EVERY_CALL_H
#define ROBOTSC_EVERY_CALL_H

#include <stddef.h>

/* Open a blob and, if that succeeds, make every call on it: alone, with another blob, with a text.
 * Paths end at an unreadable page, or begin after one.  Some of the questions about all paths are
 * asked, chosen at random with the blob as seed.  Aborts if results contradict each other.
 * Returns 1 if the blob opened. */
int every_call(const void *bytes, size_t len);

#endif
