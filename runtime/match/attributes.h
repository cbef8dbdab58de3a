/* attributes.h - function attributes, and the choice between small and fast code.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ATTRIBUTES_H
#define ROBOTSC_ATTRIBUTES_H

/* With ROBOTSC_SMALL every path takes the small walk (walk_small.c). */
#ifndef ROBOTSC_SMALL
#define ROBOTSC_SMALL 0
#endif

#if defined(__GNUC__)
/* Never inlined, to keep hot callers small. */
#define NOT_INLINE __attribute__((noinline))
/* For code that runs rarely: small, and never inlined. */
#define RARE __attribute__((cold, noinline))
#define PREFETCH(p) __builtin_prefetch(p)
#else
#define NOT_INLINE
#define RARE
#define PREFETCH(p) ((void)(p))
#endif

/* A template: each caller gets its own copy, compiled for the constants it passes. */
#if defined(__GNUC__) && !ROBOTSC_SMALL
#define SPECIALIZED __attribute__((always_inline)) static inline
#else
#define SPECIALIZED static inline
#endif

#endif
