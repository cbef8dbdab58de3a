#!/bin/sh
# install.sh BUILDDIR PREFIX - what 'ninja install' runs; DESTDIR goes in front of PREFIX.
#
# SPDX-License-Identifier: Apache-2.0
set -eu

builddir=$1
to=${DESTDIR-}$2
version=$(sed -n 's/^Version: //p' "$builddir/robotsc.pc")

install -d "$to/bin" "$to/include/robotsc" "$to/lib/pkgconfig" "$to/share/man/man1" "$to/share/man/man3"
install -m 755 "$builddir/robotsc" "$to/bin"
install -m 644 include/robotsc/*.h "$to/include/robotsc"
install -m 644 "$builddir/librobotsc.a" "$builddir/librobotsc_runtime.a" "$to/lib"
install -m 644 "$builddir/librobotsc.so" "$to/lib/librobotsc.so.$version"
ln -sf "librobotsc.so.$version" "$to/lib/librobotsc.so.0"
ln -sf librobotsc.so.0 "$to/lib/librobotsc.so"
install -m 644 "$builddir/robotsc.pc" "$builddir/robotsc-runtime.pc" "$to/lib/pkgconfig"
install -m 644 man/robotsc.1 "$to/share/man/man1"
install -m 644 man/robotsc.3 "$to/share/man/man3"
install -d "$to/share/bash-completion/completions" "$to/share/zsh/site-functions" "$to/share/fish/vendor_completions.d"
install -m 644 pkg/completions/robotsc.bash "$to/share/bash-completion/completions/robotsc"
install -m 644 pkg/completions/_robotsc "$to/share/zsh/site-functions"
install -m 644 pkg/completions/robotsc.fish "$to/share/fish/vendor_completions.d"

# The store, where there is one.
if [ -f "$builddir/librobotsc_store.a" ]; then
	install -m 644 "$builddir/librobotsc_store.a" "$to/lib"
	install -m 644 man/robotsc_store.3 "$to/share/man/man3"
	install -m 644 "$builddir/robotsc-store.pc" "$to/lib/pkgconfig"
else
	rm "$to/include/robotsc/store.h"
fi
