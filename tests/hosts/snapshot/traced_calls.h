/* traced_calls.h - which system calls of a traced program change files.  Linux only.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef ROBOTSC_TRACED_CALLS_H
#define ROBOTSC_TRACED_CALLS_H
#ifdef __linux__

#include <stdint.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/types.h>

/* True if the call before which PTRACE_SYSCALL stopped a thread opens, writes, syncs, renames or
 * removes a file. */
static inline int traced_changes_files(pid_t thread)
{
	static const long counted[] = {SYS_openat,    SYS_write, SYS_pwrite64, SYS_fsync, SYS_fdatasync,
	                               SYS_ftruncate, SYS_close, SYS_fcntl,
#ifdef SYS_rename
	                               SYS_open,      SYS_mkdir, SYS_rename,   SYS_unlink
#else
	                               SYS_renameat2, SYS_mkdirat,   SYS_unlinkat
#endif
	};
	struct __ptrace_syscall_info info;

	if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, (void *)sizeof info, &info) <= 0 || info.op != PTRACE_SYSCALL_INFO_ENTRY)
		return 0;
	for (size_t i = 0; i < sizeof counted / sizeof *counted; i++)
		if ((long)info.entry.nr == counted[i])
			return 1;
	return 0;
}

#endif
#endif
