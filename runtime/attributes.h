/* attributes.h - what a compiler is told about a function; and whether the runtime is built to be small.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ATTRIBUTES_H
#define ROBOTSC_ATTRIBUTES_H

/* With ROBOTSC_SMALL paths take the small walk (walk_small.c) only; as where a compiler optimizes for size. */
#if defined(__OPTIMIZE_SIZE__) && !defined(ROBOTSC_SMALL)
#define ROBOTSC_SMALL 1
#elif !defined(ROBOTSC_SMALL)
#define ROBOTSC_SMALL 0
#endif

#if defined(__GNUC__)
/* Never inlined, to keep hot callers small. */
#define NOT_INLINE __attribute__((noinline))
#define PREFETCH(p) __builtin_prefetch(p)
#else
#define NOT_INLINE
#define PREFETCH(p) ((void)(p))
#endif

/* A template: every caller gets a copy, made for the constants it passes. */
#if defined(__GNUC__) && !ROBOTSC_SMALL
#define SPECIALIZED __attribute__((always_inline)) static inline
#else
#define SPECIALIZED static inline
#endif

#endif
