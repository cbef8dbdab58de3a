#!/bin/sh
# stack.sh - no function calls itself, directly or not, and calls need the stack that docs/limits.md
# says, as far as gcc knows them.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

if [ -z "$(config python)" ] || [ "$(uname -m)" != x86_64 ] ||
	! echo 'int probe;' | gcc -fcallgraph-info=su -x c -c -o "$tmp/probe.o" - 2>/dev/null; then
	skip 'recursion and stack: these need gcc 10, python3, and the machine that docs/limits.md speaks of'
	check 'the page is there' test -f docs/limits.md
	finish
fi

# Writes what gcc knows about each source, as FOLDER-NAME.ci.
calls() {
	mkdir "$tmp/calls" || return 1
	for source in runtime/*/*.c compiler/*.c compiler/*/*.c analysis/*.c analysis/audit/*.c \
		hosts/*.c hosts/*/*.c hosts/snapshot/*/*.c; do
		if [ "$store" = no ] && case $source in hosts/store/* | hosts/import/*) true ;; *) false ;; esac then continue; fi
		echo "$source $tmp/calls/$(echo "$source" | tr / -).o"
	done | xargs -n 2 -P "$(nproc 2>/dev/null || echo 1)" sh -c \
		'gcc -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -Iinclude -I. -Iruntime -Icompiler -fcallgraph-info=su -c -o "$1" "$0"'
}

check 'gcc tells the calls of all functions' calls
check 'nothing recurses, and calls need the stack that docs/limits.md says' python3 tests/house/stack.py "$tmp/calls"
finish
