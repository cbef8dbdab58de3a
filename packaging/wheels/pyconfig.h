/* pyconfig.h - what CPython's headers ask of a system, for every system that wheels are made for.
 *
 * A limited API uses little of it.  The compiler knows the sizes: Windows has a long of 4 octets
 * and a wchar_t of 2.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_PYCONFIG_H
#define ROBOTSC_PYCONFIG_H

#define SIZEOF_INT __SIZEOF_INT__
#define SIZEOF_LONG __SIZEOF_LONG__
#define SIZEOF_LONG_LONG __SIZEOF_LONG_LONG__
#define SIZEOF_SIZE_T __SIZEOF_SIZE_T__
#define SIZEOF_VOID_P __SIZEOF_POINTER__
#define SIZEOF_WCHAR_T __SIZEOF_WCHAR_T__
#define ALIGNOF_MAX_ALIGN_T __BIGGEST_ALIGNMENT__
#define HAVE_SSIZE_T 1
#define HAVE_STDDEF_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define HAVE_WCHAR_H 1
#define WITH_THREAD 1
#ifdef _WIN32
#define MS_WINDOWS 1
#define MS_WIN64 1
#define NT_THREADS 1
#define HAVE_DECLSPEC_DLL 1
#define Py_ENABLE_SHARED 1
#else
#define HAVE_SYS_STAT_H 1
#define HAVE_PTHREAD_H 1
#endif

#endif
