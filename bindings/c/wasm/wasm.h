/* wasm.h - how C functions become exports of a WebAssembly module.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WASM_H
#define ROBOTSC_WASM_H

/* Before a definition: JavaScript calls the function by this name. */
#define EXPORT(name) __attribute__((export_name(#name), used))

/* The same for functions that the page, integrations/web/, never calls: there they are left out. */
#ifdef ROBOTSC_PAGE
#define EXPORT_OF_PACKAGE(name) __attribute__((unused)) static
#else
#define EXPORT_OF_PACKAGE(name) EXPORT(name)
#endif

#endif
