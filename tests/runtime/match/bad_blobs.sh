#!/bin/sh
# bad_blobs.sh - tests/runtime/match/bad-blobs/ is what tests/runtime/match/bad_blobs.py writes.
#
# With BLESS=yes in the environment, the folder is written again.
# tests/runtime/match/bad_blobs_test.c tests that the blobs are refused, checks.sh that each check
# has one.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

if [ -z "$(config python)" ]; then
	skip 'bad blobs: there is no python3'
	check 'the blobs are there' test -f tests/runtime/match/bad-blobs/blobs.tar
	finish
fi

as_written() {
	python3 tests/runtime/match/bad_blobs.py "$tmp/bad-blobs" || return 1
	if [ "${BLESS-no}" = yes ]; then rm -rf tests/runtime/match/bad-blobs && cp -R "$tmp/bad-blobs" tests/runtime/match; fi
	diff -r tests/runtime/match/bad-blobs "$tmp/bad-blobs"
}

check 'the blobs are what tests/runtime/match/bad_blobs.py writes' as_written

finish
