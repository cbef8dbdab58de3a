#!/bin/sh
# prove.sh - Frama-C's Eva proves the assertions of tests/proofs/ for all values at once.
#
# Takes long, so tests/run.sh does not run it, but .ci/run prove does.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

# No alarm, every statement reached, every assertion proven.
proven() {
	timeout 300 frama-c -eva -main prove -machdep gcc_x86_64 -cpp-extra-args='-I. -Iinclude -Iruntime' -eva-slevel 100000 \
		-eva-split-return full -eva-no-show-progress -eva-no-results "$1" >"$tmp/eva" 2>&1
	sed -n '/ANALYSIS SUMMARY/,$p' "$tmp/eva"
	grep -q 'statements reached (out of [0-9]*): 100% coverage' "$tmp/eva" && grep -q '^ *0 alarms generated' "$tmp/eva" &&
		grep -q '^ *100% of the logical properties reached have been proven' "$tmp/eva" &&
		! grep -q 'errors* raised' "$tmp/eva"
}

if ! command -v frama-c >/dev/null; then
	skip 'proofs: there is no frama-c'
	check 'they are there' test -f tests/proofs/octets.c
	finish
fi
for source in tests/proofs/*.c; do check "$source" proven "$source"; done
finish
