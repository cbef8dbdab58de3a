#!/bin/sh
# abi.sh - the shared libraries have the calls and types that pkg/*.abi describe.  docs/abi.md
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

case " $(config cc) $(config cflags) " in
*' -m32 '* | *-fsanitize* | *-fprofile* | *--coverage*) reason='this build has other types or calls' ;;
*' -g'*) if command -v abidw >/dev/null; then reason=; else reason='there is no abidw'; fi ;;
*) reason='there is no debugging information' ;;
esac
if [ "$(uname -m)" != x86_64 ]; then reason='they describe x86-64'; fi

# What is exported and what the headers declare, without what changes with every build.
describe() {
	abidw --headers-dir include/robotsc --drop-private-types --exported-interfaces-only --drop-undefined-syms \
		--no-parameter-names --no-write-default-sizes --no-show-locs --no-corpus-path --no-comp-dir-path \
		--no-elf-needed --no-architecture --type-id-style hash --out-file "$tmp/$1.abi" "$builddir/$1.so" &&
		grep -q "<function-decl name='robotsc_" "$tmp/$1.abi"
}

unchanged() {
	if [ "${BLESS-no}" = yes ]; then cp "$tmp/$1.abi" pkg; fi
	abidiff "pkg/$1.abi" "$tmp/$1.abi"
}

# other CHANGE: abidiff finds this change of a description (bit 2 of its status).
other() {
	sed "$1" "$tmp/librobotsc.abi" >"$tmp/other.abi"
	! cmp -s "$tmp/librobotsc.abi" "$tmp/other.abi" || return 1
	abidiff "$tmp/librobotsc.abi" "$tmp/other.abi"
	[ $(($? & 4)) -ne 0 ]
}

if [ -n "$reason" ]; then
	check 'there is a description' grep -q "name='robotsc_open'" pkg/librobotsc.abi
	skip "the descriptions: $reason"
	finish
fi
check 'abidw describes librobotsc' describe librobotsc
check 'nothing has changed' unchanged librobotsc
check 'a call that is gone would be found' other "/elf-symbol name='robotsc_prefetch'/d"
check 'a struct of another size would be found' other "/class-decl name='robotsc_blob'/s/size-in-bits='448'/size-in-bits='512'/"
check 'a status of another value would be found' other "/name='ROBOTSC_ERR_MAGIC'/s/'17'/'27'/"
check 'another version of a symbol would be found' other "s/\(name='robotsc_open' version='ROBOTSC_0\).1/\1.2/"
if [ "$store" = yes ]; then
	check 'abidw describes the store' describe librobotsc_store
	check 'nothing of the store has changed' unchanged librobotsc_store
fi
finish
