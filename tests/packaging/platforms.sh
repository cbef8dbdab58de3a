#!/bin/sh
# platforms.sh - 'ninja test-platforms': compilers for other systems take the library without a
# warning, and where programs for them run here they make the blobs, verdicts and lint of this
# system.  A table before the last line says what was done for each.
#
# With ROBOTSC_CORPUS=FOLDER, also of the texts of its robots.warc.gz.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

if [ "$(config platforms)" != yes ]; then
	skip "other systems were not run: they need $(config platforms_lacks)"
	check 'the compiler for them is there' test -x packaging/zig
	finish
fi

made=$builddir/amalgamation tree=$PWD
# Wine's folder takes 700 MB while programs run.
export WINEPREFIX="$builddir/platforms/wine$$" WINEDEBUG=-all WINEDLLOVERRIDES=mscoree,mshtml=
trap 'wineserver -kw 2>/dev/null; rm -rf "$tmp" "$WINEPREFIX"' EXIT
warn='-std=c11 -Wall -Wextra -Werror'

# system NAME WHAT COMMAND...: runs a check, and writes a row of the table.
system() {
	name=$1 what_done=$2 before=$passed,$failed
	shift 2
	check "$name: $what_done" "$@"
	case $passed,$failed in
	"$before") ;;
	*",${before#*,}") printf '%-26s %s\n' "$name" "$what_done" >>"$tmp/table" ;;
	*) printf '%-26s FAILED: %s\n' "$name" "$what_done" >>"$tmp/table" ;;
	esac
}

# This build, with which others are compared, gives each vector its verdict.
here() {
	python3 tests/packaging/platforms.py ${ROBOTSC_CORPUS:+"$ROBOTSC_CORPUS"} >"$tmp/frames" &&
		"$builddir/tests/ask" "$tmp/frames" >"$tmp/here" || { grep -v blobs "$tmp/here" && return 1; }
	grep -x '[1-9][0-9]* frames, [1-9][0-9]* verdicts, 0 wrong' "$tmp/here"
}

# compiled COMPILER...: compiles both amalgamations.
compiled() {
	for library in robotsc robotsc_runtime; do
		# shellcheck disable=SC2086
		"$@" -O0 $warn -c -o "$tmp/compiled.o" "$made/$library.c" || return
	done
}

# run_by TARGET COMMAND...: a program for TARGET prints the lines that this system's program prints.
run_by() {
	target=$1
	shift
	# shellcheck disable=SC2086
	packaging/zig "$target" -O0 $warn -c -o "$tmp/runtime.o" "$made/robotsc_runtime.c" &&
		packaging/zig "$target" -O1 -s $warn -Iinclude -o "$tmp/ask.exe" tests/packaging/ask.c "$made/robotsc.c" ||
		{ echo "zig: $?" && return 1; }
	"$@" "$tmp/ask.exe" "$tmp/frames" | tr -d '\r' >"$tmp/there"
	cmp -s "$tmp/here" "$tmp/there" || { diff "$tmp/here" "$tmp/there" | head -n 20 && return 1; }
}

# If the server came too late the first time, wineboot is run once more.
under_wine() {
	mkdir -p "$WINEPREFIX" && { wine wineboot -i || wine wineboot -i || { echo "wineboot: $?" && return 1; }; } &&
		run_by x86_64-windows-gnu wine
}

# command_for TARGET MAGIC: ninja makes all in a copy of the tree, without a store; the command
# begins with the octets MAGIC.
command_for() {
	copy=$tmp/$1
	mkdir "$copy" && tar --exclude=./.git --exclude=./build --exclude=./build-debug -cf - . | tar -C "$copy" -xf - &&
		printf '#!/bin/sh\nexec %s/bin/python -m ziglang ar "$@"\n' "$(config zig_env)" >"$tmp/ar" && chmod +x "$tmp/ar" &&
		(cd "$copy" && ./configure --builddir=build CC="$tree/packaging/zig $1" AR="$tmp/ar" CFLAGS=-O0 && ninja) \
			>"$tmp/command.log" || { tail -n 40 "$tmp/command.log" && return 1; }
	od -An -tx1 -N8 "$copy/build/robotsc" | tr -d ' ' | grep -x "$2"
}

# No linker of macOS gives symbols versions.
command_of_macos() {
	command_for aarch64-macos.11.0 cffaedfe0c000001 && [ -f "$copy/build/librobotsc.a" ] &&
		[ ! -e "$copy/build/librobotsc.so" ] &&
		grep -x 'shared libraries  *no: the linker gives symbols no versions; ninja makes archives alone' "$tmp/command.log"
}

command_of_freebsd() {
	command_for x86_64-freebsd 7f454c4602010100 && grep -q /libexec/ld-elf.so.1 "$tmp/x86_64-freebsd/build/robotsc"
}

# What the library needs of a C library, in headers of our own: Microsoft's are not free.
c_library() {
	mkdir "$tmp/msvc" && for header in inttypes stdio stdlib string; do
		echo '#include "c_library.h"' >"$tmp/msvc/$header.h"
	done
	cat >"$tmp/msvc/c_library.h" <<'END'
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#define PRIu32 "u"
#define PRIx32 "x"
#define PRIu64 "llu"
#define PRId64 "lld"
#define PRIx64 "llx"
int snprintf(char *, size_t, const char *, ...), vsnprintf(char *, size_t, const char *, va_list);
void *malloc(size_t), *calloc(size_t, size_t), *realloc(void *, size_t), free(void *);
void *memcpy(void *, const void *, size_t), *memmove(void *, const void *, size_t), *memset(void *, int, size_t);
void *memchr(const void *, int, size_t), qsort(void *, size_t, size_t, int (*)(const void *, const void *));
int memcmp(const void *, const void *, size_t), strcmp(const char *, const char *), strncmp(const char *, const char *, size_t);
size_t strlen(const char *);
char *strchr(const char *, int), *strrchr(const char *, int), *strstr(const char *, const char *);
END
}

prepare 'ninja amalgamation' ninja amalgamation "$(config builddir)/tests/ask"
prepare 'this system gives each vector its verdict' here
system x86_64-windows-gnu 'run under wine' under_wine
system x86_64-linux-musl tested run_by x86_64-linux-musl env
system aarch64-linux-musl 'run under qemu' run_by aarch64-linux-musl qemu-aarch64
system riscv64-linux-musl 'run under qemu' run_by riscv64-linux-musl qemu-riscv64
for target in aarch64-windows-gnu x86_64-macos.11.0 aarch64-macos.11.0 x86_64-freebsd aarch64-freebsd; do
	system "$target" compiled compiled packaging/zig "$target"
done
system aarch64-macos.11.0 'the command compiled' command_of_macos
system x86_64-freebsd 'the command compiled' command_of_freebsd
prepare 'headers in place of those of Windows' c_library
for target in x86_64-pc-windows-msvc aarch64-pc-windows-msvc; do
	system "$target" compiled compiled clang "--target=$target" -ffreestanding -isystem "$tmp/msvc"
done
if [ -f "$tmp/table" ]; then cat "$tmp/table"; fi
finish
