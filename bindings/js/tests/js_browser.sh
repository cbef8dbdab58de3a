#!/bin/sh
# js_browser.sh - tests the npm package in a browser, in the browser's workers and in Node's.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/js/tests/js_lib.sh

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)

package
cp bindings/js/tests/*.mjs bindings/js/tests/*.html "$site"
in_site() { (cd "$site" && node "$@"); }

check 'a worker of Node answers as the main thread' in_site node_worker.mjs
if [ -z "$chromium" ]; then
	skip 'browser: there is no chromium'
elif ! tools; then
	skip 'browser: npm ci has not got playwright-core'
else
	check 'a page, a worker, and modules of .wasm files answer as Node' \
		in_site browser.mjs "$builddir/js/robotsc" "$tools" "$chromium"
fi
finish
