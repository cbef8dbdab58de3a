#!/bin/sh
# js_node.sh - the npm package in Node: its archive is installed and asked.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. tests/support/conformance_lib.sh
. bindings/js/tests/js_lib.sh
. bindings/tests/cases_lib.sh

# page FILE: the JavaScript that a page shows runs.
page() {
	{
		echo "import assert from 'node:assert/strict';"
		awk '/^```/ { inside = $0 == "```js"; next } inside' "$1"
	} >"$site/page.mjs"
	grep -q robotsc "$site/page.mjs" && node "$site/page.mjs"
}

package
check 'policies and agents' node_test policy.test.mjs
cp bindings/js/tests/cases.mjs "$site"
answers node "$site/cases.mjs"
cp conformance/adapters/js_robotsc.mjs "$site"
check 'the conformance suite' conforms node "$site/js_robotsc.mjs"
check 'answers of the command' node_test command.test.mjs
check 'texts of the command' node_test print.test.mjs
check 'memory, hostile texts' node_test memory.test.mjs
check 'what docs/javascript.md shows' page docs/javascript.md
check 'what bindings/js/README.md shows' page bindings/js/README.md
finish
