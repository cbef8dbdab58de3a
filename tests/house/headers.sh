#!/bin/sh
# headers.sh - each public header compiles alone, as C11 and as C++, without a warning; those for
# C++ do as C++17 and C++20; no declaration is of a later version.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

cc=$(config cc)
cxx=$(config cxx)
warn='-Wall -Wextra -pedantic -Werror'

for header in include/robotsc/*.h; do
	name=${header#include/}
	printf '#include "%s"\n#include "%s"\nextern int unused;\n' "$name" "$name" >"$tmp/alone.c"
	cp "$tmp/alone.c" "$tmp/alone.cc"
	# shellcheck disable=SC2086
	check "$name as C11" $cc -std=c11 $warn -Wstrict-prototypes -Iinclude -fsyntax-only "$tmp/alone.c"
	if [ -n "$cxx" ]; then
		# shellcheck disable=SC2086
		check "$name as C++" $cxx -std=c++11 $warn -Iinclude -fsyntax-only "$tmp/alone.cc"
	else
		skip "$name as C++: no C++ compiler"
	fi
done

if [ -n "$cxx" ]; then reason=$(no_cpp17 "$cxx"); else reason='no C++ compiler'; fi
for header in include/robotsc/*.hpp; do
	name=${header#include/}
	printf '#include "%s"\n#include "%s"\n' "$name" "$name" >"$tmp/alone.cc"
	for standard in c++17 c++20; do
		if [ -z "$reason" ]; then
			# shellcheck disable=SC2086
			check "$name as $standard" $cxx -std=$standard $warn -Iinclude -fsyntax-only "$tmp/alone.cc"
		else
			skip "$name as $standard: $reason"
		fi
	done
done

# No declaration has "Since" with a later version than this one.
since() {
	version=$(sed -n 's/#define ROBOTSC_VERSION_STRING "\([0-9]*\.[0-9]*\)\..*/\1/p' include/robotsc/common.h)
	last=$(grep -oh 'Since [0-9]*\.[0-9]*' include/robotsc/*.h | cut -d ' ' -f 2 | sort -V | tail -n 1)
	[ -n "$version" ] && [ "$(printf '%s\n%s\n' "$version" "$last" | sort -V | tail -n 1)" = "$version" ]
}

check "nothing is there since a later version than this" since
finish
