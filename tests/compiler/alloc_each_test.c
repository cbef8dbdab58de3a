/* alloc_each_test.c - alloc_test once more, where every piece of memory is a request of its own.
 *
 * The arena, with chunks of one octet, is compiled here and replaces that of the library; all else
 * is alloc_test.c's.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define ROBOTSC_CHUNK 1
#include "support/arena.c"
