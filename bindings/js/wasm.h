/* wasm.h - how C functions become exports of a WebAssembly module.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WASM_H
#define ROBOTSC_WASM_H

/* Before a definition: JavaScript calls the function by this name. */
#define EXPORT(name) __attribute__((export_name(#name), used))

#endif
