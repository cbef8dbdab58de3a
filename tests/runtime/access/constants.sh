#!/bin/sh
# constants.sh - the blobs of runtime/access/constant.c are what the compiler makes; 'tests/run.sh
# -u constants' writes them anew.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

source=runtime/access/constant.c

# array VERDICT DIALECT: a blob as C.
array() {
	"$builddir/robotsc" compile -q --dialect="$2" -o "$tmp/blob" "$tmp/$1" || return 1
	printf 'static const uint8_t %s_%s[] = {\n' "$1" "$2"
	od -An -v -tx1 "$tmp/blob" | tr a-f A-F | sed 's/ \(..\)/ 0x\1,/g; s/^ /\t/'
	printf '};\n'
}

written() {
	sed '/clang-format off/q' $source >"$tmp/source"
	for dialect in rfc9309 google nexor1994 koster1996 conner2; do
		array allow $dialect && array deny $dialect || return 1
	done >>"$tmp/source"
	sed -n '/clang-format on/,$p' $source >>"$tmp/source"
	same $source "$tmp/source"
}

: >"$tmp/allow"
printf 'User-agent: *\nDisallow: /\n' >"$tmp/deny"
check "$source is what the compiler makes" written
finish
