# cases_lib.sh - the table of cases for the tests of a binding; to be sourced after lib.sh.
#
#	answers DRIVER ARGUMENT...   the driver answers the table that CASES names, or the tree's
#
# SPDX-License-Identifier: Apache-2.0
CASES=$(readlink -f "${CASES:-$builddir/cases.tsv}")
export CASES

answers() {
	prepare 'the table of cases is there' test -s "$CASES"
	check 'the table of cases' answered "$@"
	grep -xE '[0-9]+ passed, [0-9]+ failed' "$tmp/said" | sed 's/^/cases: /'
}

answered() {
	"$@" >"$tmp/said" 2>&1 && return
	grep -A 1 '^FAILED' "$tmp/said" | head -n 40
	tail -n 20 "$tmp/said"
	false
}
