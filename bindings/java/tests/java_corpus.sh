#!/bin/sh
# java_corpus.sh - verdicts of the Java package beside the command's, in every dialect; what its
# calls say of blobs and snapshots that the command makes.
#
# With ROBOTSC_CORPUS=FOLDER, for all texts of its robots.warc.gz; else for those of the tree.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/java/tests/java_lib.sh
. tests/support/texts_lib.sh
need_junit

calls() { java_test "$1" -Drobotsc.command="$robotsc"; }

verdicts() {
	java_test CorpusTest -Drobotsc.texts="$tmp/texts" -Drobotsc.command="$robotsc" >"$tmp/corpus" 2>&1 ||
		{ cat "$tmp/corpus" && false; }
}

texts
check 'verdicts of the command' verdicts
check 'what the calls of blobs say' calls BlobTest
check 'what snapshots say' calls SnapshotTest
grep 'verdicts,' "$tmp/corpus"
finish
