#!/bin/sh
# lint.sh - docs/lint.md has a row for each id, whose example gives that finding; JSON and SARIF are
# valid; and what the page's fixes change.
#
# With ROBOTSC_CORPUS=FOLDER, the fixes are made in all texts of its robots.warc.gz.
#
# tests/house/readme.sh tests that the examples print what the page shows.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

python=$(config python)

documented() {
	"$python" tests/analysis/lint_page.py "$robotsc" docs/lint.md >"$tmp/lint.md" && same docs/lint.md "$tmp/lint.md"
}

json() {
	printf 'User-agent: *\nDisallow: /"\\\001\303\251\377 x\nDisallow: /*a*a*a*a*a\nAllow: /"\\\001\303\251\377 x\n' \
		>"$tmp/odd \"%.txt"
	for file in "$tmp/odd \"%.txt" examples/robots.txt /dev/null; do
		"$robotsc" lint --error-on=never --format=json "$file" | "$python" -m json.tool >/dev/null || return 1
		"$robotsc" lint --error-on=never --format=sarif "$file" | "$python" tests/analysis/sarif.py || return 1
	done
	set -- "$tmp/odd \"%.txt" missing examples "$builddir/robotsc" /dev/null
	"$robotsc" lint --format=json "$@" 2>/dev/null | "$python" -m json.tool >/dev/null || return 1
	"$robotsc" lint --format=sarif "$@" 2>/dev/null | "$python" tests/analysis/sarif.py || return 1
}

# Write the texts of the corpus.  Their names are numbers: the command would escape other names.
corpus_texts() {
	mkdir "$tmp/corpus" && "$robotsc" import -q --text="$tmp/import" "$ROBOTSC_CORPUS/robots.warc.gz" || return 1
	i=0
	for text in "$tmp"/import/*; do i=$((i + 1)) && mv "$text" "$tmp/corpus/$i" || return 1; done
	[ $i -gt 1000 ]
}

fixes() { mkdir "$tmp/fixes" && find "$tmp/corpus" -type f -exec node tests/analysis/fixes.mjs "$robotsc" "$tmp/fixes" {} +; }

if [ -n "$python" ]; then
	check 'each id has a row with an example that gives it, and what that says' documented
	check 'JSON is JSON, SARIF what its schema requires' json
else
	skip 'no python3'
fi
if ! node -e 'process.exit(parseInt(process.versions.node) < 18 ? 1 : 0)' 2>/dev/null; then
	skip 'fixes: there is no Node 18'
else
	if [ "$store" = yes ] && [ -n "${ROBOTSC_CORPUS-}" ]; then
		check 'the texts of the corpus' corpus_texts
	else
		mkdir "$tmp/corpus" && cp examples/*.txt "$tmp/corpus"
	fi
	check 'a fix opens and closes what it says, in every dialect' fixes
fi
finish
