/* blob_fuzzer.c - Whatever the bytes, open refuses them, or every later call stays inside them and
 * ends, and related calls agree.
 *
 * The bytes are a blob that robotsc check accepts.  The mutator (blob_mutator.c) repairs the
 * checksum after a change, so that open reaches what was changed.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "every_call.h"
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	every_call(bytes, len);
	return 0;
}
