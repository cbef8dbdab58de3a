# conformance_lib.sh - the cases of the conformance suite, for the test of a binding; to be sourced
# after lib.sh.
#
#	. tests/support/conformance_lib.sh
#	check 'the conformance suite' conforms COMMAND ARGUMENT...
#
# SPDX-License-Identifier: Apache-2.0

# conforms COMMAND...: the adapter answers every question as the suite does, of disputed cases,
# too.  It finds the command robotsc in PATH.
conforms() {
	PATH="$(cd "$(dirname "$robotsc")" && pwd):$PATH" "$(config python)" conformance/run.py --timeout=60 --reader=robotsc "$@" \
		>"$tmp/conformance" || { cat "$tmp/conformance" && return 1; }
	cat "$tmp/conformance"
	[ "$(wc -l <"$tmp/conformance")" -eq 1 ] && grep -qx '[0-9]* passed, 0 failed, [0-9]* disputed' "$tmp/conformance"
}
