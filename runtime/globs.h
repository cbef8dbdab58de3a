/* globs.h - the programs of a machine: patterns that are tried one by one.  docs/format.md, "Programs"
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_GLOBS_H
#define ROBOTSC_GLOBS_H

#include "score.h"
#include "walk.h"

/* Raise the best rank to that of the programs that match a path. */
void robotsc__run_programs(const uint8_t *machine, struct path *path, struct score *score);

/* The same, faster, where the path's canonical octets stand side by side.  raw: the path as it came. */
void robotsc__try_programs(const uint8_t *machine, const struct octets *octets, struct path *raw, struct score *score);

#endif
