/* step.h - patterns that are tried one by one.  docs/format.md, "Programs"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_STEP_H
#define ROBOTSC_STEP_H

#include "path.h"
#include "score.h"

#define NOT_IN_SETS 0x100

/* Read an octet, or with whole a unit: an octet, or a pair as the octet that it stands for. */
__attribute__((noinline)) static int read_unit(struct path *path, struct cursor *c, int whole)
{
	const int octet = next_octet(path, c);
	if (!whole || octet >= FORM_K_LIMIT || octet == PATH_END)
		return octet;
	if (octet >= FORM_K_TRAIL)
		return PATH_END - 1; /* the second octet of a pair begins nothing */
	const int value = octet << 4 | (next_octet(path, c) & 15);
	return value == '/' || value == '%' ? NOT_IN_SETS : value;
}

/* Is what was read what an instruction wants? */
static inline int is_wanted(const uint8_t *p, int value)
{
	if (*p == PROGRAM_END)
		return value == PATH_END;
	if (*p < PROGRAM_SET || value < 0)
		return value == *p;
	unsigned n = *p == PROGRAM_SET ? p[1] : 0;
	int found = !n && *p == PROGRAM_ONE;
	for (; n-- > 0; p += 2)
		found |= value >= p[2] && value <= p[3];
	return found;
}

/* Do the instructions from p to end match the path?  Leftmost, going back to the last star only. */
static inline int run_program(const uint8_t *p, const uint8_t *end, struct path *path)
{
	struct cursor c = path_start(path), again = c;
	const uint8_t *star = NULL;
	while (p < end) {
		if (*p == PROGRAM_STAR) {
			star = ++p;
			again = c;
			continue;
		}
		const int value = read_unit(path, &c, *p == PROGRAM_SET || *p == PROGRAM_ONE);
		if (is_wanted(p, value)) {
			p += *p == PROGRAM_SET ? 2 + 2 * p[1] : 1;
			continue;
		}
		if (!star || value == PATH_END || read_unit(path, &again, 0) == PATH_END)
			return 0;
		c = again;
		p = star;
	}
	return 1;
}

/* Try the programs of a machine, until none that is left matters. */
static inline void run_programs(const uint8_t *machine, struct path *path, struct score *score)
{
	const uint32_t unit = machine_unit(machine);
	const uint8_t *p = machine_code(machine), *const end = p + machine_field(machine, MACHINE_CODE);
	while (p < end && !score_enough(score)) {
		const uint32_t rank = field_at(p, PROGRAM_RANK, unit), size = field_at(p, PROGRAM_SIZE, unit);
		p += PROGRAM_FIELDS * unit;
		if (rank > score->best && run_program(p, p + size, path))
			score->best = rank;
		p += size;
	}
}

#endif
