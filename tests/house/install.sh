#!/bin/sh
# install.sh - 'ninja install' into a DESTDIR and 'ninja uninstall'; a page's lines that compile
# programs work with what is installed.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

cc=$(config cc)
cflags=$(config cflags)
prefix=$(config prefix)
pkg_config=$(config pkg_config)
root=$tmp/root$prefix

installed() { DESTDIR=$tmp/root ninja install; }

files() {
	version=$("$robotsc" --version | sed 's/robotsc //')
	{
		if [ "$store" = yes ]; then
			printf 'lib/librobotsc_store.%s\n' a so so.1 "so.$version"
			printf '%s\n' lib/pkgconfig/robotsc-store.pc share/man/man3/robotsc_store.3
			printf 'include/robotsc/%s\n' filter.h import.h snapshot_make.h store.h
		fi
		for name in "$builddir"/web/*.*; do
			if [ -f "$name" ]; then echo "share/robotsc/web/${name##*/}"; fi
		done
		cat <<END
bin/robotsc
include/robotsc/access.h
include/robotsc/audit.h
include/robotsc/check.h
include/robotsc/common.h
include/robotsc/compile.h
include/robotsc/dot.h
include/robotsc/explain.h
include/robotsc/extensions.h
include/robotsc/inspect.h
include/robotsc/lint.h
include/robotsc/page.h
include/robotsc/prove.h
include/robotsc/report.h
include/robotsc/robotsc.hpp
include/robotsc/sitemap.h
include/robotsc/snapshot.h
include/robotsc/summary.h
lib/cmake/robotsc/robotsc-config-version.cmake
lib/cmake/robotsc/robotsc-config.cmake
lib/librobotsc.a
lib/librobotsc.so
lib/librobotsc.so.1
lib/librobotsc.so.$version
lib/librobotsc_runtime.a
lib/pkgconfig/robotsc-runtime.pc
lib/pkgconfig/robotsc.pc
share/bash-completion/completions/robotsc
share/fish/vendor_completions.d/robotsc.fish
share/man/man1/robotsc.1
share/man/man3/robotsc.3
share/zsh/site-functions/_robotsc
END
	} | LC_ALL=C sort >"$tmp/expected"
	(cd "$root" && find . ! -type d | sed 's|^\./||' | LC_ALL=C sort) >"$tmp/found"
	diff -u "$tmp/expected" "$tmp/found"
}

flags() {
	PKG_CONFIG_PATH=$root/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=$tmp/root "$pkg_config" "$@"
}

# The block of a page that compiles programs works unchanged, with the compiler of this build.
programs() {
	mkdir "$tmp/here" "$tmp/bin" || return 1
	cp -r examples "$tmp/here"
	printf '#!/bin/sh\nexec %s %s "$@"\n' "$cc" "$cflags" >"$tmp/bin/cc" && chmod +x "$tmp/bin/cc"
	awk '/^```/ { if (/^```$/ && lines ~ /pkg-config --cflags/) printf "%s", lines; inside = $0 == "```sh"; lines = ""; next }
		inside { lines = lines $0 "\n" }' README.md docs/*.md docs/*/*.md >"$tmp/block"
	[ "$(grep -c '^[.]/' "$tmp/block")" -eq 2 ] || { echo 'no page shows how both programs run' && return 1; }
	in_place sh -e "$tmp/block" >"$tmp/out" &&
		(cd "$tmp/here" && in_place "$root/bin/robotsc" check site.robots ExampleBot <examples/urls.txt >"$tmp/verdicts")
	cat examples/embed.out "$tmp/verdicts" | diff -u - "$tmp/out"
}

in_place() {
	(cd "$tmp/here" && PATH=$tmp/bin:$root/bin:$PATH LD_LIBRARY_PATH=$root/lib PKG_CONFIG_PATH=$root/lib/pkgconfig \
		PKG_CONFIG_SYSROOT_DIR=$tmp/root "$@")
}

# usage PROGRAM: without arguments, it prints how to call it, and ends with 2.
usage() {
	in_place "./$1" >"$tmp/out" 2>"$tmp/err"
	[ $? -eq 2 ] && [ ! -s "$tmp/out" ] && [ "$(wc -l <"$tmp/err")" -eq 1 ] && grep "^usage: $1 " "$tmp/err"
}

# What others installed stays, also beside our headers.
uninstalled() {
	touch "$root/lib/other.so" "$root/include/robotsc/other.h"
	DESTDIR=$tmp/root ninja uninstall | grep 'other files and stays' || return 1
	(cd "$root" && find . ! -type d | LC_ALL=C sort) >"$tmp/found"
	printf '%s\n' ./include/robotsc/other.h ./lib/other.so | diff -u - "$tmp/found" || return 1
	rm "$root/include/robotsc/other.h"
	DESTDIR=$tmp/root ninja uninstall && [ ! -e "$root/include/robotsc" ] && [ -e "$root/lib/other.so" ]
}

# put [-u] PREFIX: runs what ninja runs, for the default folders of a prefix.
put() {
	option=
	if [ "$1" = -u ]; then option=-u && shift; fi
	sh packaging/install $option "$builddir" "$1/bin" "$1/lib" "$1/include" "$1/share" "$1/share/man"
}

# as_user ID CACHED COMMAND...: runs it with an ldconfig that notes its calls and prints CACHED.
as_user() {
	mkdir -p "$tmp/fake"
	printf '#!/bin/sh\necho %s\n' "$1" >"$tmp/fake/id"
	printf '#!/bin/sh\necho "ldconfig $*" >>%s\n[ "$1" != -p ] || echo "%s"\n' "$tmp/calls" "$2" >"$tmp/fake/ldconfig"
	chmod +x "$tmp/fake/id" "$tmp/fake/ldconfig"
	shift 2
	: >"$tmp/calls"
	PATH=$tmp/fake:$PATH "$@" >"$tmp/out" 2>&1
}

silent() { [ ! -s "$tmp/out" ]; }
hint() { grep "LD_LIBRARY_PATH=$tmp/own/lib" "$tmp/out"; }
cache_written() { grep -x 'ldconfig ' "$tmp/calls"; }

# Only root writes the loader's cache, and never for a DESTDIR; where the cache lacks the library, a
# hint is printed.
loader() {
	cached="	librobotsc.so.1 (libc6,x86-64) => $tmp/own/lib/librobotsc.so.1"
	as_user 0 "$cached" put "$tmp/own" && silent && cache_written &&
		as_user 0 '' put "$tmp/own" && hint && cache_written &&
		as_user 1000 '' put "$tmp/own" && hint && ! cache_written &&
		as_user 0 "$cached" put -u "$tmp/own" && silent && cache_written &&
		[ -z "$(find "$tmp/own" ! -type d)" ] &&
		(export DESTDIR="$tmp/root" && as_user 0 '' put "$prefix") && silent && [ ! -s "$tmp/calls" ]
}

check 'ninja install' installed
check 'the installed files' files
if [ -n "$pkg_config" ]; then
	version_agrees() { [ "robotsc $(flags --modversion robotsc)" = "$("$robotsc" --version)" ]; }
	check 'versions of robotsc.pc and robotsc agree' version_agrees
	check 'the programs that a page compiles print what they should' programs
	check 'embed without arguments prints a usage line' usage embed
	check 'reader without arguments prints a usage line' usage reader
else
	skip 'no pkg-config'
fi
check 'ninja uninstall removes what was installed, and no more' uninstalled
check 'root writes the cache of the loader; a hint where that does not help' loader
finish
