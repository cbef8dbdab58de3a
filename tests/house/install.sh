#!/bin/sh
# install.sh - 'ninja install' into a DESTDIR, then the library example built from there.
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
tree=$PWD

installed() { DESTDIR=$tmp/root ninja install; }

files() {
	version=$("$robotsc" --version | sed 's/robotsc //')
	{
		if [ "$store" = yes ]; then
			printf '%s\n' include/robotsc/store.h lib/librobotsc_store.a lib/pkgconfig/robotsc-store.pc share/man/man3/robotsc_store.3
		fi
		cat <<END
bin/robotsc
include/robotsc/access.h
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
lib/librobotsc.a
lib/librobotsc.so
lib/librobotsc.so.0
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

# The example prints what its comment says.
example() {
	# shellcheck disable=SC2046,SC2086 # flags are words
	$cc -std=c11 $cflags $(flags --cflags robotsc) -o "$tmp/example" examples/embed.c $(flags --libs robotsc) &&
		(cd "$tmp" && LD_LIBRARY_PATH=$root/lib ./example "$tree/examples/robots.txt" >"$tmp/out") &&
		same examples/embed.out "$tmp/out"
}

# The runtime alone answers from a blob that the command made.
runtime_example() {
	# shellcheck disable=SC2046,SC2086
	$cc -std=c11 $cflags $(flags --cflags robotsc-runtime) -o "$tmp/reader" examples/reader.c $(flags --libs robotsc-runtime) &&
		"$root/bin/robotsc" compile -q -o "$tmp/site.robots" examples/robots.txt &&
		"$tmp/reader" "$tmp/site.robots" ExampleBot <examples/urls.txt >"$tmp/out" &&
		{ "$root/bin/robotsc" check "$tmp/site.robots" ExampleBot <examples/urls.txt >"$tmp/expected" || [ $? -eq 1 ]; } &&
		diff -u "$tmp/expected" "$tmp/out"
}

check 'ninja install' installed
check 'the installed files' files
if [ -n "$pkg_config" ]; then
	version_agrees() { [ "robotsc $(flags --modversion robotsc)" = "$("$robotsc" --version)" ]; }
	check 'versions of robotsc.pc and robotsc agree' version_agrees
	check 'examples/embed.c with the shared library' example
	check 'examples/reader.c with the runtime alone' runtime_example
else
	skip 'no pkg-config'
fi
finish
