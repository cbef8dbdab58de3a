/* every_call.h - every call that takes a blob, on a blob from anywhere.
 *
 * tests/every_call.sh finds the calls that are missing here.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EVERY_CALL_H
#define ROBOTSC_EVERY_CALL_H

#include <stddef.h>

/* Open a blob and, if that succeeds, make every call on it: alone, beside another blob, beside a
 * text. Paths end at an unreadable page, or begin after one.  Of the questions about all paths,
 * chance that depends on the blob chooses some.  Stops the program if calls contradict each other.
 * Returns 1 if the blob opened. */
int every_call(const void *bytes, size_t len);

#endif
