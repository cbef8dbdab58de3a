#!/bin/sh
# amalgamation.sh - 'ninja amalgamation': one source and one header of each library, which compile
# without a warning and do what the libraries do.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

if [ -z "$(config python)" ]; then
	skip 'amalgamation: there is no python3'
	check 'the script that makes it is there' test -f packaging/amalgamate.py
	finish
fi

cc=$(config cc)
cxx=$(config cxx)
nm=$(config nm)
cflags=$(config cflags)
warn="$(config warn) -Werror"
made=$builddir/amalgamation

# compiles COMPILER NAME FLAG...: the source compiles without a warning.
compiles() {
	compiler=$1 name=$2
	shift 2
	# shellcheck disable=SC2086 # flags are words
	$compiler -std=c11 $warn -pedantic "$@" -I"$made" "$made/$name.c"
}

header() {
	printf '#include "%s.h"\n#include "robotsc.h"\n#include "robotsc_runtime.h"\nextern int unused;\n' "$1" >"$tmp/header.c"
	# shellcheck disable=SC2086
	$cc -std=c11 $warn -pedantic -I"$made" -fsyntax-only "$tmp/header.c" && { [ -z "$cxx" ] ||
		$cxx -x c++ -std=c++11 -Wall -Wextra -pedantic -Werror -I"$made" -fsyntax-only "$tmp/header.c"; }
}

functions() { "$nm" -g --defined-only "$1" | awk '$2 == "T" { print $3 }' | sort; }
is_public() { grep -v '^robotsc__'; }

# exports NAME LIBRARY: the object has the library's public functions, and fewer than 25 others.
exports() {
	functions "$tmp/$1.o" >"$tmp/found"
	functions "$2" | is_public >"$tmp/expected"
	is_public <"$tmp/found" | diff "$tmp/expected" - && [ "$(wc -l <"$tmp/found")" -lt $(($(wc -l <"$tmp/expected") + 25)) ]
}

without_audit() {
	functions "$tmp/robotsc.o" | is_public | diff - "$tmp/expected" | grep '^[<>]' >"$tmp/differ"
	! grep -v '^> robotsc_audit_' "$tmp/differ" && grep -q '^> robotsc_audit_open$' "$tmp/differ"
}

freestanding() {
	! "$nm" -u "$tmp/robotsc_runtime.o" | awk '{ print $2 }' | grep -vxE 'mem(cpy|cmp|chr|move|set)|_GLOBAL_OFFSET_TABLE_'
}

# A module with the runtime in it exports none of the runtime's calls.
module() {
	# shellcheck disable=SC2086
	$cc $cflags -fPIC -fvisibility=hidden -DROBOTSC_API= -I"$made" -shared -o "$tmp/module.so" "$made/robotsc_runtime.c" &&
		! "$nm" -D --defined-only "$tmp/module.so" | grep robotsc
}

# vectors OBJECT LIBRARY...: runs the conformance vectors, linked with these.
vectors() {
	# shellcheck disable=SC2086
	$cc $cflags -o "$tmp/vectors" "$builddir/tests/compiler/vectors_test.o" "$builddir/tests/support/product.o" "$@" \
		"$builddir/tests/helpers.a" && "$tmp/vectors"
}

# The block of docs/embedding.md works beside the examples; without optimization, to save time.
page() {
	mkdir "$tmp/here" "$tmp/bin" || return 1
	cp -r examples "$tmp/here" && cp "$made"/*.[ch] "$tmp/here" || return 1
	printf '#!/bin/sh\nexec %s %s "$@" -O0\n' "$cc" "$cflags" >"$tmp/bin/cc" && chmod +x "$tmp/bin/cc"
	ln -s "$robotsc" "$tmp/bin/robotsc"
	awk '/^```/ { inside = $0 == "```sh"; next } inside && !/^ninja / && !/^cp build/' docs/embedding.md >"$tmp/block"
	(cd "$tmp/here" && PATH=$tmp/bin:$PATH sh -e "$tmp/block") >"$tmp/out" || return 1
	"$robotsc" compile -q -o "$tmp/site.robots" examples/robots.txt
	"$robotsc" check "$tmp/site.robots" ExampleBot <examples/urls.txt | cat examples/embed.out - | diff -u - "$tmp/out"
}

check 'ninja amalgamation' ninja amalgamation
check 'robotsc.h as C11 and C++' header robotsc
check 'robotsc_runtime.h as C11 and C++' header robotsc_runtime
# The objects are used below; other compilers only look for warnings.
check "robotsc.c, $cc" compiles "$cc" robotsc -O1 -c -o "$tmp/robotsc.o"
check "robotsc_audit.c, $cc" compiles "$cc" robotsc_audit -O1 -c -o "$tmp/robotsc_audit.o"
check "robotsc_bind.c, $cc" compiles "$cc" robotsc_bind -fsyntax-only
check "robotsc_runtime.c, $cc" compiles "$cc" robotsc_runtime -ffreestanding -O1 -c -o "$tmp/robotsc_runtime.o"
for compiler in gcc clang; do
	if [ "$compiler" != "$cc" ] && command -v "$compiler" >/dev/null; then
		check "robotsc_audit.c, $compiler" compiles "$compiler" robotsc_audit -fsyntax-only
		check "robotsc_bind.c, $compiler" compiles "$compiler" robotsc_bind -fsyntax-only
		check "robotsc_runtime.c, $compiler" compiles "$compiler" robotsc_runtime -ffreestanding -fsyntax-only
	fi
done

# The sources compile for other machines, with the warnings that programs with them ask for.
foreign() {
	for name in robotsc_audit robotsc_bind robotsc_runtime; do
		$1 -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only "$made/$name.c" || return
	done
}
for compiler in 'gcc -m32 -idirafter /usr/include/x86_64-linux-gnu' aarch64-linux-gnu-gcc; do
	if echo '#include <stdlib.h>' | $compiler -x c -c -o "$tmp/foreign.o" - 2>/dev/null; then
		check "-Wpedantic, ${compiler%% -idir*}" foreign "$compiler"
	else
		skip "-Wpedantic: there is no ${compiler%% -idir*}"
	fi
done

# tcc compiles the program of the page, which prints what it should.
small_compiler() {
	tcc -Wall -Iinclude -o "$tmp/embed" examples/embed.c "$made/robotsc.c" && "$tmp/embed" examples/robots.txt >"$tmp/out" &&
		diff -u examples/embed.out "$tmp/out" && tcc -Wall -c -o "$tmp/foreign.o" "$made/robotsc_runtime.c"
}
if echo 'int main(void) { return 0; }' | tcc -o "$tmp/probe" - 2>/dev/null; then
	check 'tcc' small_compiler
else
	skip 'there is no tcc'
fi
case $cflags in
*-fsanitize* | *-fprofile* | *--coverage*) skip 'names: instrumented code needs more' ;;
*)
	check 'names that robotsc_audit.c defines' exports robotsc_audit "$builddir/librobotsc.a"
	check 'robotsc.c lacks those of audits alone' without_audit
	check 'names that robotsc_runtime.c defines' exports robotsc_runtime "$builddir/librobotsc_runtime.a"
	check 'names that robotsc_runtime.c needs' freestanding
	check 'a module that exports nothing of it' module
	;;
esac
check 'conformance vectors, robotsc.c' vectors "$tmp/robotsc.o"
check 'conformance vectors, robotsc_runtime.c' vectors "$tmp/robotsc_runtime.o" "$builddir/librobotsc.a"
check 'what docs/embedding.md shows' page
finish
