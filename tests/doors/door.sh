# door.sh - what drivers of doors share that are scripts; to be sourced.
#
#	rows KIND...     the rows of these kinds: kind, name and input, with tabs between
#	said ROW CALL MEANT COMMAND...   run a command, and print what it says: a line of an answer
#
# A command has failed, so it says "error", when it exits with 2 or above.  MEANT is a pattern of
# grep, which its output has if the answer is the one that is meant; '' if there is none; "any" if
# all are.
#
# SPDX-License-Identifier: Apache-2.0
tab=$(printf '\t')
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM

rows() {
	for kind; do grep "^$kind$tab" "$inputs/rows"; done
}

said() {
	row=$1 call=$2 meant=$3 class=silent status=0
	shift 3
	"$@" >"$tmp/out" 2>"$tmp/err" </dev/null || status=$?
	if [ $status -ge 2 ]; then
		class=error
	elif [ -s "$tmp/err" ]; then
		class=warning
	elif grep -qE '^(unknown|stale)|: (error|warning): ' "$tmp/out"; then
		class=answer
	elif [ "$meant" = any ] || { [ -n "$meant" ] && grep -q "$meant" "$tmp/out"; }; then
		class=right
	fi
	printf '%s\t%s\t%s\n' "$row" "$call" $class
}
