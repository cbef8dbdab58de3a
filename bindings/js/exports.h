/* exports.h - the call of a module: there is only one, as JavaScript asks one question at a time.
 *
 * For a question, JavaScript calls begin, add_text for each text, and the question's export; then
 * it reads the answer.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_EXPORTS_H
#define ROBOTSC_EXPORTS_H

#include "bindings/c/tools.h"
#include "bindings/c/wasm/wasm.h"

extern struct call call;

#endif
