#!/bin/sh
# kit.sh - the kit has the octets that tests/kit/kit.sha256 names, on every machine, and the page
# names its words.
#
# With BLESS=yes in the environment, the sums are written again.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

sums() { (cd "$1" && sha256sum ./*.kit | sed 's|\./||'); }

same_again() {
	mkdir "$tmp/kit" && "$builddir/tests/make_kit" "$tmp/kit" && sums "$tmp/kit" >"$tmp/sums" || return 1
	if [ "${BLESS-no}" = yes ]; then cp "$tmp/sums" tests/kit/kit.sha256; fi
	diff tests/kit/kit.sha256 "$tmp/sums"
}

words() {
	cut -f 1 "$tmp"/kit/*.kit | LC_ALL=C sort -u >"$tmp/words"
	{ echo end && echo kit && sed -n '/below/,/^$/s/^| `\([a-z]*\)` |.*/\1/p' tests/kit/README.md; } | LC_ALL=C sort -u |
		diff - "$tmp/words"
}

small() { [ "$(cat "$tmp"/kit/*.kit | gzip -9 | wc -c)" -lt 4000000 ]; }

check 'the kit has the octets of tests/kit/kit.sha256' same_again
check 'tests/kit/README.md has the words of the kit' words
check 'the kit has less than 4 MB, compressed' small
finish
