#!/bin/sh
# js_crawlee.sh - Crawlee crawls with robots-parser, and with robotsc in its place.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/js/tests/js_lib.sh

crawlee=$builddir/js/crawlee
inside=$tmp/inside

# The commands of docs/javascript.md, with the archive in place of the folder.
shown() {
	awk '/^#/ { found = $0 == "### In Crawlee" } /^```/ { inside = found && $0 == "```sh"; next } inside' docs/javascript.md |
		sed -e "s|^npm|quiet_npm|" -e "s|\./build/js/robotsc|$(ls "$tmp"/robotsc-*.tgz)|" \
			-e "s|install|install --offline --ignore-scripts|"
}

replaced() {
	mkdir "$inside" && cp -R "$crawlee"/. "$inside" && rm -f "$inside/crawl.mjs" && shown >"$tmp/shown.sh" &&
		grep -q overrides "$tmp/shown.sh" && (cd "$inside" && . "$tmp/shown.sh") || return 1
	[ "$(find "$inside" -name robots-parser | wc -l)" -eq 2 ] # the folder, and a link to it
}

crawls() {
	cp bindings/js/tests/crawlee/crawl.mjs "$crawlee" && cp bindings/js/tests/crawlee/crawl.mjs "$inside" &&
		ROBOTS_PARSER="$crawlee" ROBOTSC_INSIDE="$inside" \
			node --test --test-reporter=spec bindings/js/tests/crawlee/crawlee.test.mjs >"$tmp/crawls" 2>&1 && return
	cat "$tmp/crawls"
	false
}

package
if ! dependencies bindings/js/tests/crawlee "$crawlee"; then
	skip 'Crawlee: npm ci has not got it'
	finish
fi
check 'npm replaces robots-parser as docs/javascript.md shows' replaced
check 'the same crawl twice' crawls
grep -hE '^[0-9]+ pages:|^hostile:' "$tmp/crawls"
finish
