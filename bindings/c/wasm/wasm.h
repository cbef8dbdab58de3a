/* wasm.h - how C functions become exports of a WebAssembly module.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_WASM_H
#define ROBOTSC_WASM_H

/* EXPORT(NAME), before a function's definition: JavaScript calls the function by NAME. */
#define EXPORT(name) __attribute__((export_name(#name), used))

/* The same, but the module of the page, integrations/web/, lacks the function: it never calls
 * it. */
#ifdef ROBOTSC_PAGE
#define EXPORT_OF_PACKAGE(name) __attribute__((unused)) static
#else
#define EXPORT_OF_PACKAGE(name) EXPORT(name)
#endif

#endif
