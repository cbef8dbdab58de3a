/* exports.h - the one call of a module: JavaScript asks one question after the other.
 *
 * A question goes so: begin, add_text for each text, the export that is meant, and then JavaScript
 * reads the answer.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXPORTS_H
#define ROBOTSC_EXPORTS_H

#include "bindings/c/tools.h"
#include "bindings/c/wasm/wasm.h"

extern struct call call;

#endif
