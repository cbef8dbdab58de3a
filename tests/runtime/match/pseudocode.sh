#!/bin/sh
# pseudocode.sh - the blocks of docs/formats/blob.md, translated line by line, are a reader that
# answers as edges_test, layout_test, the vectors and the command do.
#
# With ROBOTSC_CORPUS=FOLDER, also for every 60th text of its robots.warc.gz.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

python=$(config python)
if [ -z "$python" ]; then
	skip 'pseudocode: there is no python3'
	check 'the page has blocks' grep -q '^```pseudocode' docs/formats/blob.md
	finish
fi

# read_by PAGE FILE...: the reader that the page makes answers rightly.
read_by() {
	page=$1
	shift
	"$python" tests/runtime/match/pseudocode.py "$page" "$robotsc" "$@"
}

asked() {
	for test in edges layout; do
		"$builddir/tests/${test}_test" -q "$tmp/$test.questions" >"$tmp/log" || { cat "$tmp/log" && return 1; }
	done
	read_by docs/formats/blob.md "$tmp/edges.questions" "$tmp/layout.questions"
}

vectors() {
	set --
	for dialect in rfc9309 google nexor1994 koster1996 conner2; do set -- "$@" tests/vectors/$dialect.jsonl; done
	read_by docs/formats/blob.md "$@"
}

texts() {
	set -- examples/robots.txt examples/extensions.txt
	if [ "$store" = yes ] && [ -n "${ROBOTSC_CORPUS-}" ]; then
		"$robotsc" import -q --text="$tmp/texts" "$ROBOTSC_CORPUS/robots.warc.gz" || return 1
		# shellcheck disable=SC2046 # names without spaces
		set -- "$@" $(find "$tmp/texts" -type f | sort | awk 'NR % 60 == 0')
	fi
	read_by docs/formats/blob.md "$@"
}

# Each damaged page is refused, or gives a wrong answer: joined lines, prose in a block, a change.
damaged() {
	sed '/^```pseudocode/,/^```$/{/:$/{N;s/:\n */: /}}' docs/formats/blob.md >"$tmp/joined.md"
	sed 's/^dfa(machine):$/&\n    the walk begins/' docs/formats/blob.md >"$tmp/prose.md"
	sed 's/^    i = start /    i = i /' docs/formats/blob.md >"$tmp/changed.md"
	for page in joined prose changed; do
		! cmp -s docs/formats/blob.md "$tmp/$page.md" && ! read_by "$tmp/$page.md" "$tmp/layout.questions" || return 1
	done
}

prepare 'the page answers the questions of the tests' asked
check 'the page gives the verdicts of the vectors' vectors
check 'the page gives the verdicts of the command' texts
check 'a page that is damaged is noticed' damaged
finish
