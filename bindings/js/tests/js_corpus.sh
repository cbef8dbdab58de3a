#!/bin/sh
# js_corpus.sh - compares verdicts of the npm package with the command's, in every dialect, and
# verdicts of its drop-in with robots-parser's.
#
# With ROBOTSC_CORPUS=FOLDER, for all texts in its robots.warc.gz; else for texts of the tree.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/js/tests/js_lib.sh
. tests/support/texts_lib.sh

package
texts
export ROBOTSC_TEXTS="$tmp/texts"
# kept LOG FILE: runs tests, and keeps their output in LOG.
kept() { node_test "$2" >"$tmp/$1" 2>&1 || { cat "$tmp/$1" && false; }; }

check 'verdicts of the command' kept corpus corpus.test.mjs
grep -h 'verdicts,' "$tmp/corpus"
if tools; then
	export ROBOTSC_TOOLS="$tools"
	check 'robots-parser, side by side' kept parser robots_parser.test.mjs
	grep -h '^robots-parser:' "$tmp/parser"
else
	skip 'robots-parser: npm ci has not got it'
fi
finish
