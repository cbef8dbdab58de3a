/* small_machines_test.c - all machines of up to OCTETS octets of code: robotsc_open refuses them,
 * or checks stay inside them and end.
 *
 * All first octets of a node are tried, and all counts that fit.  The octets after them are numbers
 * up to the machine's size and beyond, and octets of paths.  Machines are DFAs, or filters with a
 * literal and a glob, with and without a root.  Blobs and paths end at an unreadable page.  Prefix
 * tables are longer: tests/runtime/match/guard_test.c has them.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#define _DEFAULT_SOURCE /* fence.h */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/test.h"
#include "tests/support/fence.h"
#include "robotsc/check.h"
#include "runtime/match/blob_layout.h"
#include "runtime/match/checksum.h"

#define OCTETS 6    /* of code */
#define SECONDS 300 /* for all machines of a size; more counts as endless */

static const uint8_t others[] = {0, 1, 2, 3, 4, 5, 6, 7, '/', 'a', '%', 0x7F};
static const char *const paths[] = {"", "/", "/a", "/aa", "a", "/%", "/%61a", "//a/", "/\x01\x02", "/?#a", "/aaaaaaaaaaaaaaaaaaaa"};
#define PATHS (sizeof paths / sizeof *paths)

static uint8_t code[OCTETS];
static uint32_t size;
static int filter;
static unsigned long tried, opened, asked;
static struct fence for_blob, for_path[PATHS];
static const char *at_fence[PATHS];

static uint8_t *put(uint8_t *p, uint32_t value, unsigned width)
{
	for (unsigned i = 0; i < width; i++)
		*p++ = (uint8_t)(value >> 8 * i);
	return p;
}

/* Write the machine with a root, plus 1, and the code. */
static uint8_t *put_machine(uint8_t *p, uint32_t root)
{
	/* stops, top, alone, first, literals, globs */
	static const uint8_t header[] = {0, 0, 0, 0, 9, 0, 9, 0, 0, 0, 1, 0, 5, 0};
	static const uint8_t glob[] = {7, 0, 1, 0, GLOB_STAR};

	*p++ = (uint8_t)(filter ? MACHINE_IS_FILTER | (root ? MACHINE_SCAN : 0) : 0);
	p = put(put(p, size, 2), root, 2);
	if (filter) {
		memcpy(p, header, sizeof header);
		p += sizeof header;
		memset(p, 0xFF, root ? START_SIZE : 0);
		p = put(p + (root ? START_SIZE : 0), 0, 2);
	}
	memcpy(p, code, size);
	p += size;
	if (filter)
		memcpy(p, glob, sizeof glob);
	return p + (filter ? sizeof glob : 0);
}

/* Make the blob: a machine, a policy, an agent index without names. */
static void *make_blob(uint32_t root, size_t *len)
{
	static uint8_t bytes[256];
	uint8_t *const begin = bytes + BLOB_HEADER + 3 * SECTION_ENTRY, *const policies = put_machine(begin, root);
	uint8_t *const agents = put(put(policies, 1, 4), 0, 4);
	uint8_t *const end = put(put(put(agents, 2, 1), 0, 2), 3, 2);
	const uint8_t *const sections[] = {begin, policies, agents};
	uint8_t *p = bytes;

	*len = (size_t)(end - bytes) + BLOB_TRAILER;
	p = put(p, BLOB_MAGIC, 4);
	*p++ = BLOB_MAJOR;
	*p++ = BLOB_MINOR;
	*p++ = ROBOTSC_RFC9309;
	*p++ = FORM_R;
	p = put(p, (uint32_t)*len, 4);
	p = put(p, 0, 2); /* match kind, no flags */
	for (uint32_t i = 0; i < 3; i++)
		p = put(put(p, i + 1, 1), (uint32_t)(sections[i] - bytes), 4);
	const uint64_t sum = robotsc_checksum(bytes, *len - BLOB_TRAILER);
	put(put(end, (uint32_t)sum, 4), (uint32_t)(sum >> 32), 4);
	return bytes;
}

static void try_machine(uint32_t root)
{
	struct robotsc_blob blob;
	struct robotsc_group group;
	size_t len;
	const void *bytes = make_blob(root, &len);

	tried++;
	bytes = at_end(&for_blob, bytes, len);
	if (robotsc_open(&blob, bytes, len) != ROBOTSC_OK)
		return;
	opened++;
	if (robotsc_select(&blob, NULL, 0, &group) != ROBOTSC_OK) {
		CHECK(0);
		return;
	}
	for (size_t i = 0; i < PATHS; i++, asked++)
		if (robotsc_check_path(&group, at_fence[i], strlen(paths[i])) > ROBOTSC_ALLOW)
			CHECK(0);
}

/* Octets of a node with this head and count.  docs/formats/blob.md, "Nodes" */
static uint32_t node_octets(uint32_t head, uint32_t count)
{
	const uint32_t branch = head & NODE_BRANCH, otherwise = branch ? head & BRANCH_ELSE : (head & RUN_ELSE) >> RUN_ELSE_SHIFT;
	const uint32_t marked = filter && head & NODE_E, other = otherwise == ELSE_DEFAULT || (branch && otherwise == ELSE_GOTO);
	const uint32_t go = !branch && (head & RUN_NEXT) == NEXT_GOTO << RUN_NEXT_SHIFT;

	return 2 + 2 * (marked + other + go) + count * (branch ? 3 : 1);
}

static void nodes(uint32_t at);

/* Try all values of the octets of a node, from offset at on. */
static void fill(uint32_t at, uint32_t end)
{
	if (at == end) {
		nodes(at);
		return;
	}
	for (size_t i = 0; i < sizeof others; i++) {
		code[at] = others[i];
		fill(at + 1, end);
	}
}

/* Try all sequences of nodes that fill the rest of the code, with all roots. */
static void nodes(uint32_t at)
{
	if (at == size) {
		for (uint32_t root = 0; root <= size; root++)
			if (root == 0 || code[root - 1] & NODE_BIT)
				try_machine(root);
		return;
	}
	for (uint32_t head = NODE_BIT; head < 0x100; head++)
		for (uint32_t count = 0; count <= size; count++) {
			const uint32_t n = node_octets(head, count);

			if (n > size - at)
				continue;
			code[at] = (uint8_t)head;
			code[at + 1] = (uint8_t)count;
			fill(at + 2, at + n);
		}
}

int main(void)
{
	for_blob = fence_make(4096);
	for (size_t i = 0; i < PATHS; i++) {
		for_path[i] = fence_make(4096);
		at_fence[i] = at_end(&for_path[i], paths[i], strlen(paths[i]));
	}
	for (filter = 0; filter < 2; filter++)
		for (size = 1; size <= OCTETS; size++) {
			check_seconds(SECONDS); /* ends the program */
			tried = opened = asked = 0;
			nodes(0);
			printf("%s, %u octets: %lu machines, %lu opened, %lu paths asked\n", filter ? "filter" : "DFA",
			       (unsigned)size, tried, opened, asked);
			CHECK(asked == opened * PATHS && (opened > 0) == (size > 1 && !(filter && size == 3)));
		}
	return check_done();
}
