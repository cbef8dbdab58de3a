#!/bin/sh
# same_blobs.sh - this build makes the blobs that another makes, and answers the same: .ci/run.
#
# ROBOTSC_OTHER is the other command, with words before it as an emulator needs; ROBOTSC_ALL=no
# leaves out large files, which an emulator takes long for.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh
if [ -z "${ROBOTSC_OTHER-}" ]; then
	skip 'the same blobs: ROBOTSC_OTHER names no other build'
	finish
fi

# digests COMMAND...: digests of the blobs of all samples, in two dialects, a line each.
digests() {
	for f in "$tmp"/samples/*; do
		for dialect in rfc9309 google; do
			echo "${f##*/} $dialect $("$@" compile -q --dialect=$dialect "$f" | sha256sum)"
		done
	done
}

samples() {
	mkdir "$tmp/samples" && cp examples/*.txt "$tmp/samples" && "$builddir/tests/hostile_gen" -d "$tmp/samples" || return 1
	for f in tests/goldens/*.golden tests/goldens/cli/*; do cp "$f" "$tmp/samples/$(echo "$f" | tr / -)"; done
	if [ "${ROBOTSC_ALL-}" = no ]; then find "$tmp/samples" -size +100k -exec rm {} +; fi
	[ "$(ls "$tmp/samples" | wc -l)" -gt 50 ]
}

same_blobs() {
	digests "$robotsc" >"$tmp/here" && digests $ROBOTSC_OTHER >"$tmp/there" && diff -u "$tmp/here" "$tmp/there"
}

same_verdicts() {
	"$robotsc" compile -q -o "$tmp/site.robots" examples/robots.txt || return 1
	"$robotsc" check "$tmp/site.robots" ExampleBot <examples/urls.txt >"$tmp/here"
	$ROBOTSC_OTHER check "$tmp/site.robots" ExampleBot <examples/urls.txt >"$tmp/there"
	[ -s "$tmp/here" ] && diff -u "$tmp/here" "$tmp/there"
}

check 'samples' samples
check "the blobs of $ROBOTSC_OTHER" same_blobs
check 'and its verdicts' same_verdicts
finish
