#!/bin/sh
# find.sh - pkg-config and CMake find what is installed, in folders of any name, and programs link
# it: shared and static.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

cc=$(config cc)
cflags=$(config cflags)
pkg_config=$(config pkg_config)
prefix=$tmp/system/opt/robotsc

# Installs what was built, as if configure had been given other folders.
installed() {
	mkdir -p "$tmp/tree/built" && cp -r configure build.ninja include packaging "$tmp/tree" &&
		find . -name '*.ninja' -path './*/*' ! -path './build*' -exec cp --parents '{}' "$tmp/tree" ';' &&
		cp "$builddir"/robotsc "$builddir"/*robotsc*.[13a] "$builddir"/librobotsc*.so "$tmp/tree/built" || return 1
	(cd "$tmp/tree" && ./configure --builddir=built --prefix=/opt/robotsc --exec-prefix=/opt/robotsc/here \
		--libdir=/opt/robotsc/there/lib --includedir=/opt/headers --datarootdir=/opt/robotsc/data \
		--mandir=/opt/manuals --sysconfdir=/etc CC="$cc" CFLAGS="$cflags" &&
		ninja packaging) && put && [ -x "$prefix/here/bin/robotsc" ] && [ -f "$tmp/system/opt/headers/robotsc/check.h" ] &&
		[ -f "$tmp/system/opt/manuals/man1/robotsc.1" ] &&
		[ -f "$tmp/system/opt/manuals/man3/robotsc.3" ] && [ -f "$prefix/data/zsh/site-functions/_robotsc" ] &&
		[ -f "$prefix/there/lib/librobotsc.so.1" ]
}

# put [-u]: installs or uninstalls as ninja does, which would build everything first.
# shellcheck disable=SC2046 # folders without spaces
put() {
	(cd "$tmp/tree" && DESTDIR=$tmp/system sh packaging/install "$@" built \
		$(for name in bindir libdir includedir datadir mandir; do config $name; done))
}

removed() { put -u && [ -z "$(find "$tmp/system" ! -type d)" ] && [ ! -e "$prefix/there/lib/cmake/robotsc" ]; }

# Writes the programs: two examples, and one that makes a store.
programs() {
	mkdir "$tmp/src" && cp examples/embed.c examples/reader.c "$tmp/src" || return 1
	cat >"$tmp/src/keep.c" <<'END'
#include <stdio.h>

#include "robotsc/import.h"

int main(int argc, char **argv)
{
	struct robotsc_store *store;
	const enum robotsc_store_status status = robotsc_store_open(&store, argv[argc - 1], ROBOTSC_STORE_CREATE, NULL);

	printf("%s: %s\n", robotsc_version(), robotsc_store_strerror(status));
	if (status == ROBOTSC_STORE_OK)
		robotsc_store_close(store);
	robotsc_import_close(NULL);
	return status != ROBOTSC_STORE_OK;
}
END
	"$robotsc" compile -q -o "$tmp/site.robots" examples/robots.txt
}

# work FOLDER: the programs of the folder do what they should.
work() {
	"$1/embed" examples/robots.txt | diff -u examples/embed.out - || return 1
	"$robotsc" check "$tmp/site.robots" ExampleBot <examples/urls.txt >"$tmp/expected"
	"$1/reader" "$tmp/site.robots" ExampleBot <examples/urls.txt | diff -u "$tmp/expected" - || return 1
	[ "$store" = no ] || { "$1/keep" "$1/policies" >"$tmp/kept" && [ -f "$1/policies/data.mdb" ]; }
}

# flags ARGUMENT...: prints what pkg-config says of the installed files.
flags() {
	PKG_CONFIG_PATH=$prefix/there/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$tmp/system "$pkg_config" "$@"
}

# compiled FOLDER PACKAGE PROGRAM OPTION...: compiles with the flags that pkg-config gives.
# shellcheck disable=SC2046,SC2086 # flags are words
compiled() {
	folder=$tmp/$1 package=$2 program=$3 static=
	shift 3
	case " $* " in *' -static '*) static=--static ;; esac
	mkdir -p "$folder" && $cc $cflags $(flags --cflags $package) "$@" -o "$folder/$program" "$tmp/src/$program.c" \
		$(flags $static --libs $package)
}

each() {
	compiled "$1" robotsc embed $2 && compiled "$1" robotsc-runtime reader $2 || return 1
	[ "$store" = no ] || compiled "$1" robotsc-store keep $2
}

shared_flags() {
	each shared '' && (LD_LIBRARY_PATH=$prefix/there/lib && export LD_LIBRARY_PATH && work "$tmp/shared") &&
		! "$tmp/shared/embed" examples/robots.txt
}

static_flags() { each static -static && work "$tmp/static"; }

# Only static linking gets the libraries that the store needs.
private_flags() { ! flags --libs robotsc-store | grep lmdb && flags --static --libs robotsc-store | grep -e '-llmdb'; }

# cmake_build FOLDER FIND OPTION...: builds a project whose find_package gets FIND.
cmake_build() {
	folder=$tmp/$1 find=$2
	shift 2
	mkdir "$folder" && {
		echo 'cmake_minimum_required(VERSION 3.16)'
		echo 'project(found C)'
		echo "find_package(robotsc $find)"
		for pair in embed:robotsc reader:runtime keep:store; do
			[ "$pair,$store" = keep:store,no ] && continue
			echo "add_executable(${pair%:*} $tmp/src/${pair%:*}.c)"
			echo "target_link_libraries(${pair%:*} robotsc::${pair#*:})"
		done
	} >"$folder/CMakeLists.txt"
	CC=$cc CFLAGS=$cflags cmake -G Ninja -S "$folder" -B "$folder/out" -DCMAKE_PREFIX_PATH="$prefix/there" "$@" \
		>"$folder/said" 2>&1 || { cat "$folder/said" && return 1; }
	ninja -C "$folder/out" && work "$folder/out"
}

refused() {
	! cmake_build later '0.3 REQUIRED' && grep -i 'version' "$tmp/later/said" &&
		! cmake_build sooner '0.1 REQUIRED' &&
		! cmake_build other '0.2 REQUIRED COMPONENTS runtime shop' && grep 'There is no robotsc::shop' "$tmp/other/said"
}

is_static() { ! objdump -p "$1" | grep 'NEEDED.*robotsc'; }

if [ "$store" = yes ]; then parts='robotsc runtime store'; else parts='robotsc runtime'; fi
check 'folders that configure was given' installed
check 'programs' programs
if [ -n "$pkg_config" ]; then
	check 'shared libraries through pkg-config' shared_flags
	if [ "$store" = yes ]; then check 'pkg-config names what the store needs with --static alone' private_flags; fi
	if echo 'int main(void) { return 0; }' | $cc -static -x c -o "$tmp/probe" - 2>"$tmp/why"; then
		check 'a static program through pkg-config --static' static_flags
	else
		skip "static programs: the compiler makes none"
	fi
else
	skip 'no pkg-config'
fi
if command -v cmake >/dev/null; then
	check 'shared libraries through CMake' cmake_build cmake "0.2 REQUIRED COMPONENTS $parts"
	check 'the exact version through CMake, static' cmake_build exact '0.2.0 EXACT REQUIRED' -Drobotsc_USE_STATIC_LIBS=ON
	check 'this program needs no library of ours' is_static "$tmp/exact/out/embed"
	check 'CMake refuses other versions, and components that are not there' refused
else
	skip 'no cmake'
fi
check 'what was installed is removed again' removed
finish
