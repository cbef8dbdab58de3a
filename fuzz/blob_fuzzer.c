/* blob_fuzzer.c - Whatever the bytes, open refuses them, or every later call stays inside them,
 * ends, and says the same when it is asked in another way.
 *
 * The bytes are a blob that robotsc check accepts.  A blob that was changed is refused for its
 * checksum; the mutator (blob_mutator.c) puts that right, so that what was changed is looked at.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#include "every_call.h"
#include "harness.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t len)
{
	every_call(bytes, len);
	return 0;
}
