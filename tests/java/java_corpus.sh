#!/bin/sh
# java_corpus.sh - verdicts of the Java package beside the command's, in every dialect; what its
# calls say of blobs and snapshots that the command makes.
#
# With ROBOTSC_CORPUS=FOLDER, for all texts of its robots.warc.gz; else for those of the tree.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh
. tests/support/java_lib.sh
need_junit

corpus_texts() {
	rm -rf "$tmp/import" && "$robotsc" import -q --text="$tmp/import" "$ROBOTSC_CORPUS/robots.warc.gz" && copy "$tmp/import"
}

tree_texts() {
	mkdir -p "$tmp/tree" && find examples tests/goldens -name '*.txt' -o -name '*.in' -o -name '*.robots.txt' |
		while read -r file; do cp "$file" "$tmp/tree/$(echo "$file" | tr / _)"; done && copy "$tmp/tree"
}

# copy FOLDER: its files under names without what the command escapes.
copy() {
	i=0
	mkdir -p "$tmp/texts"
	for file in "$1"/*; do
		i=$((i + 1))
		cp "$file" "$tmp/texts/$i" || return 1
	done
	[ $i -ge 20 ]
}

calls() { java_test "$1" -Drobotsc.command="$robotsc"; }

verdicts() {
	java_test CorpusTest -Drobotsc.texts="$tmp/texts" -Drobotsc.command="$robotsc" >"$tmp/corpus" 2>&1 ||
		{ cat "$tmp/corpus" && false; }
}

if [ "$store" = yes ] && [ -n "${ROBOTSC_CORPUS-}" ]; then
	check 'the texts of the corpus' corpus_texts
else
	check 'the texts of the tree' tree_texts
fi
check 'verdicts of the command' verdicts
check 'what the calls of blobs say' calls BlobTest
check 'what snapshots say' calls SnapshotTest
grep 'verdicts,' "$tmp/corpus"
finish
