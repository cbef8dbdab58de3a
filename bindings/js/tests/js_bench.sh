#!/bin/sh
# js_bench.sh - the benchmark of the npm package runs, and its tables say what they should.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/js/tests/js_lib.sh

measured() {
	ROBOTSC_CORPUS='' ROBOTS_PARSER="$tools/node_modules/robots-parser" \
		sh bench/js.sh "$builddir" --hosts 40 --quick >"$tmp/tables" &&
		cat "$tmp/tables" && grep -q '^40 hosts, 50 URLs each; Node ' "$tmp/tables"
}

# Verdicts of all three calls are those of the library in C.
verdicts() {
	grep -E '^\| `(agent\.allowed\(url\)|agent\.allowedMany\(urls\)|robotsc/robots-parser)`' "$tmp/tables" | tee "$tmp/ours"
	[ "$(grep -c ' | 0 |$' "$tmp/ours")" -eq 3 ] && grep -q '^| robots-parser | [0-9]' "$tmp/tables"
}

sizes() {
	[ "$(awk -F'|' '/^\| `[a-z.\/]*` \| [0-9]+ \| [0-9]+ \|$/ && $3 > $4 && $4 > 10000' "$tmp/tables" | wc -l)" -eq 4 ]
}

if ! tools; then
	skip 'the benchmark: npm ci has not got robots-parser'
	finish
fi
check 'bench/js.sh' measured
check 'verdicts' verdicts
check 'sizes' sizes
finish
