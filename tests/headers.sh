#!/bin/sh
# headers.sh - each public header compiles alone, as C11 and as C++, without a warning.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh

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
finish
