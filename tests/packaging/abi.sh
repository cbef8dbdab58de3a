#!/bin/sh
# abi.sh - the shared libraries have the calls and types that packaging/*.abi describe, and those of
# the last release.  docs/dev/release.md
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

# describe LIBRARY: writes what it exports and headers declare, but nothing that each build changes.
describe() {
	abidw --headers-dir include/robotsc --drop-private-types --exported-interfaces-only --drop-undefined-syms \
		--no-parameter-names --no-write-default-sizes --no-show-locs --no-corpus-path --no-comp-dir-path \
		--no-elf-needed --no-architecture --type-id-style hash --out-file "$tmp/$1.abi" "$builddir/$1.so" &&
		grep -q "<function-decl name='robotsc_" "$tmp/$1.abi"
}

# A description without one_robot: its bits of the options were free, and 0, in the first release.
without_bits() { sed "/<data-member .*-in-bits='517'>/,/<\/data-member>/d" "$1"; }

# keeps BEFORE NOW: only these changes are allowed: new calls; new kinds of content, before the
# value that counts them; the bits of one_robot; a member in former padding.
keeps() {
	printf '[suppress_type]\n  type_kind = enum\n  name = robotsc_content\n  changed_enumerators = ROBOTSC_CONTENT_KINDS\n' \
		>"$tmp/suppressed"
	printf '[suppress_type]\n  name_regexp = ^robotsc_(pace|fix)$\n  has_data_member_inserted_at = end\n' >>"$tmp/suppressed"
	# The reserved words of robotsc_audit_answer have a meaning now; analysis/audit/audit.c
	# asserts its size.
	printf '[suppress_type]\n  name = robotsc_audit_answer\n' >>"$tmp/suppressed"
	without_bits "$1" >"$tmp/keeps-before.abi"
	without_bits "$2" >"$tmp/keeps-now.abi"
	abidiff --no-added-syms --suppressions "$tmp/suppressed" "$tmp/keeps-before.abi" "$tmp/keeps-now.abi"
}

since_first() {
	if [ "${BLESS-no}" = yes ]; then cp "$tmp/$1.abi" pkg; fi
	keeps "packaging/$1.abi" "$tmp/$1.abi"
}

# The last release before this commit; empty before the first release.
release=$(git describe --tags --abbrev=0 --match 'v[0-9]*' 2>/dev/null)

since_release() { git show "$release:packaging/$1.abi" >"$tmp/release.abi" && keeps "$tmp/release.abi" "$tmp/$1.abi"; }

# A call that a release lacks is allowed; a call that only the release has is not.
keeps_old() {
	sed "/elf-symbol name='robotsc_prefetch'/d; /<function-decl name='robotsc_prefetch'/,/<\\/function-decl>/d" \
		"$tmp/librobotsc.abi" >"$tmp/before.abi"
	keeps "$tmp/before.abi" "$tmp/librobotsc.abi" && ! keeps "$tmp/librobotsc.abi" "$tmp/before.abi"
}

# other CHANGE: abidiff finds this change of a description (bit 2 of its status).
other() {
	sed "$1" "$tmp/librobotsc.abi" >"$tmp/other.abi"
	! cmp -s "$tmp/librobotsc.abi" "$tmp/other.abi" || return 1
	abidiff "$tmp/librobotsc.abi" "$tmp/other.abi"
	[ $(($? & 4)) -ne 0 ]
}

if [ -n "$reason" ]; then
	check 'there is a description' grep -q "name='robotsc_open'" packaging/librobotsc.abi
	skip "the descriptions: $reason"
	finish
fi
check 'abidw describes librobotsc' describe librobotsc
check 'all that .so.1 began with is kept' since_first librobotsc
check 'a call that is gone would be found' other "/elf-symbol name='robotsc_prefetch'/d"
check 'a struct of another size would be found' other "/class-decl name='robotsc_blob'/s/size-in-bits='448'/size-in-bits='512'/"
check 'a status of another value would be found' other "/name='ROBOTSC_ERR_MAGIC'/s/'17'/'27'/"
check 'another version of a symbol would be found' other "s/\(name='robotsc_open' version='ROBOTSC_0\).1/\1.2/"
if [ "$store" = yes ]; then
	check 'abidw describes the store' describe librobotsc_store
	check 'and of the store' since_first librobotsc_store
fi
check 'a release keeps the calls of the one before, and may add some' keeps_old
if [ -n "$release" ]; then
	check "all of $release is kept" since_release librobotsc
	if [ "$store" = yes ]; then check "all of the store of $release is kept" since_release librobotsc_store; fi
else
	skip 'the last release: there is no tag of one'
fi
finish
