/* compilers.h - compilers that keep their memory, for whichever thread needs one next.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_COMPILERS_H
#define ROBOTSC_COMPILERS_H

#include "robotsc/compile.h"

/* Take a compiler that nobody has, or a new one.  NULL, without memory, is one that keeps nothing.
 * Give it back. */
struct robotsc_compiler *cli_compiler_take(void);
void cli_compiler_give(struct robotsc_compiler *compiler);

#endif
