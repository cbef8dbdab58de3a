#!/bin/sh
# pipeline.sh - docs/pipeline.svg shows what examples/small.txt is today: its automaton, octets and
# verdicts.
#
# 'tests/run.sh -u pipeline' draws it anew.  Graphviz places things by its version and the fonts
# that it finds, so texts are compared and not places.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

picture=docs/pipeline.svg

facts() {
	docs/pipeline.py --facts "$builddir" >"$tmp/facts" && sed -n '/^<desc>/,/<\/desc>$/p' $picture | diff -u - "$tmp/facts"
}

words() { sed -n 's/<[/]*tspan[^>]*>//g; s/.*<text[^>]*>\(.*\)<\/text>.*/\1/p' "$1" | sort; }

drawn() {
	docs/pipeline.py "$builddir" >"$tmp/picture" || return 1
	if [ "${BLESS-no}" = yes ]; then cp "$tmp/picture" $picture; fi
	words $picture >"$tmp/words"
	[ "$(wc -l <"$tmp/words")" -gt 200 ] && words "$tmp/picture" | diff -u "$tmp/words" -
}

if [ -z "$(config python)" ]; then
	skip 'the picture of the pipeline: there is no python3'
	check 'the picture is there' test -f $picture
	finish
fi
if command -v dot >/dev/null; then check 'the picture says what is drawn now' drawn; else skip 'drawing: there is no Graphviz'; fi
check 'the picture shows the facts' facts
check 'the pages show it' grep -qF "($picture)" README.md
check 'the tour shows it' grep -qF '(pipeline.svg)' docs/tour.md
finish
