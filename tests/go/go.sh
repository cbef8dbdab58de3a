#!/bin/sh
# go.sh - the Go module: its own tests, and its verdicts beside the command's in every dialect.
#
# With ROBOTSC_CORPUS=FOLDER, for all texts of its robots.warc.gz; else for those of the tree.  With
# ROBOTSC_KIT=FOLDER, also the kit there.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

if [ "$(config go_edges)" != bindings/go/go.ninja ]; then
	skip 'Go module: configure has not found Go 1.19'
	check 'its source is there' test -f bindings/go/blob.go
	finish
fi
export ROBOTSC="$robotsc" ROBOTSC_TREE="$PWD"

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
	echo "$i texts"
	[ $i -ge 20 ]
}

formatted() { [ -z "$(gofmt -l bindings/go | tee /dev/stderr)" ]; }

# tests NAME: the tests of the module with such a name; what they say is kept.
tests() {
	sh pkg/go "$builddir" test -count=1 -v -run "$1" ./... >"$tmp/log" 2>&1 || { cat "$tmp/log" && false; }
	grep -q '^--- PASS' "$tmp/log" && ! grep '^--- SKIP' "$tmp/log"
}

check 'gofmt' formatted
check 'go vet' sh pkg/go "$builddir" vet ./...
if [ "$store" = yes ] && [ -n "${ROBOTSC_CORPUS-}" ]; then
	check 'the texts of the corpus' corpus_texts
else
	check 'the texts of the tree' tree_texts
fi
export ROBOTSC_TEXTS="$tmp/texts"
check 'verdicts of the command' tests '^TestCorpus$'
sed -n 's/.*go:[0-9]*: \(.*verdicts,.*\)/\1/p' "$tmp/log"
finish
