#!/bin/sh
# web.sh - the page: built, and used in Chromium by web_test.mjs, web_input_test.mjs,
# web_use_test.mjs, web_owner_test.mjs and web_make_test.mjs; and in Firefox by
# web_firefox_test.mjs.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

if [ "$(config web)" != yes ]; then
	skip 'the page: configure has not found what builds it'
	check 'its source is there' test -f integrations/web/index.html
	finish
fi
# Print a log, and fail.
shown() { cat "$1" && false; }

CHROMIUM=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if ! ninja web >"$tmp/web.log" 2>&1; then
	if grep -q 'npm error \(network\|code E[A-Z]*\(NOTFOUND\|AGAIN\|REFUSED\|TIMEDOUT\)\)' "$tmp/web.log"; then
		skip 'the page: npm cannot get its tools'
		check 'its source is there' test -f integrations/web/index.html
		finish
	fi
	check 'ninja web' shown "$tmp/web.log"
	finish
fi

# The screenshots of docs/web.md are small.
pictures() { [ "$(cat docs/web/*.webp | wc -c)" -lt 150000 ]; }

check 'all files of the page are there' ls "$builddir"/web/index.html "$builddir"/web/page.css "$builddir"/web/page.js \
	"$builddir"/web/graph.js "$builddir"/web/more.js "$builddir"/web/late.js \
	"$builddir"/web/LICENSES.txt
check 'the pictures of docs/web.md are small' pictures
export WEB="$builddir/web"
FIREFOX=$(config firefox)
if [ -n "$FIREFOX" ]; then
	in_firefox() { FIREFOX=$FIREFOX node --test --test-reporter=spec integrations/web/tests/web_firefox_test.mjs; }
	check 'the page in Firefox' in_firefox
else
	skip 'the page in Firefox: there is no firefox-esr'
fi
if [ -z "$CHROMIUM" ]; then
	skip 'the page in Chromium: there is no chromium'
	finish
fi
export TOOLS="$builddir/web-tools" CHROMIUM ROBOTSC="$robotsc" ROBOTSC_TREE="$PWD"
in_chromium() { node --test --test-reporter=spec "integrations/web/tests/$1.mjs"; }

check 'what the page answers, in Chromium' in_chromium web_test
check 'what the page says to odd input, in Chromium' in_chromium web_input_test
check 'how the page is used, in Chromium' in_chromium web_use_test
check 'what the page says to owners of sites, in Chromium' in_chromium web_owner_test
check 'the files that the page makes, and lists of URLs, in Chromium' in_chromium web_make_test
finish
