/* attributes.h - function attributes, and the choice between small and fast code.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_ATTRIBUTES_H
#define ROBOTSC_ATTRIBUTES_H

/* With ROBOTSC_SMALL every path takes the small walk (walk_small.c). */
#ifndef ROBOTSC_SMALL
#define ROBOTSC_SMALL 0
#endif

/* clang has these attributes under Windows, too, where it does not claim to be gcc. */
#if defined(__GNUC__) || defined(__clang__)
#define ATTRIBUTES(...) __attribute__((__VA_ARGS__))
#define PREFETCH(p) __builtin_prefetch(p)
#else
#define ATTRIBUTES(...)
#define PREFETCH(p) ((void)(p))
#endif

/* Never inlined, to keep hot callers small. */
#define NOT_INLINE ATTRIBUTES(noinline)
/* For code that runs rarely: small, and never inlined. */
#define RARE ATTRIBUTES(cold, noinline)

/* For a function like printf: the numbers of its format and of the first argument to print.  For
 * mingw's gcc, "printf" means Microsoft's. */
#if defined(__MINGW32__) && !defined(__clang__)
#define LIKE_PRINTF(format_at, from) ATTRIBUTES(format(gnu_printf, format_at, from))
#else
#define LIKE_PRINTF(format_at, from) ATTRIBUTES(format(printf, format_at, from))
#endif

/* A template: each caller gets its own copy, compiled for the constants it passes. */
#if !ROBOTSC_SMALL
#define SPECIALIZED ATTRIBUTES(always_inline) static inline
#else
#define SPECIALIZED static inline
#endif

#endif
