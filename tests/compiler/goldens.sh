#!/bin/sh
# goldens.sh - what each pass of the compiler makes: the cases of tests/goldens/PASS.golden.
#
# The output is that of robotsc inspect --after=PASS, with the options in the first line of a case.
# As in a diff, the line "\ No newline at end of file" is for the one before it.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

# golden FILE NAME OPTION...
golden() {
	file=$1 head="^=== $2\( .*\)*\$"
	shift 2
	sed "1,/$head/d" "$file" >"$tmp/rest"
	sed '/^---$/,$d' "$tmp/rest" >"$tmp/in"
	sed '1,/^---$/d; /^=== /,$d' "$tmp/rest" >"$tmp/expected"
	if [ "$(tail -n 1 "$tmp/in" | tr -d '\000')" = '\ No newline at end of file' ]; then
		printf %s "$(sed '$d' "$tmp/in")" >"$tmp/cut" && mv "$tmp/cut" "$tmp/in"
	fi
	"$robotsc" inspect --after="$pass" "$@" "$tmp/in" >"$tmp/out" && [ -s "$tmp/out" ] || return 1
	if [ "$BLESS" = yes ]; then
		{
			sed "/$head/q" "$file" && sed '/^---$/q' "$tmp/rest" && cat "$tmp/out" && sed -n '/^=== /,$p' "$tmp/rest"
		} >"$tmp/now" && cp "$tmp/now" "$file"
	fi
	diff -u "$tmp/expected" "$tmp/out"
}

for pass in lex parse group normalize segments determinize minimize filter; do
	sed -n 's/^=== //p' "tests/goldens/$pass.golden" >"$tmp/$pass"
	while read -r name options; do
		# shellcheck disable=SC2086 # options are words
		check "$pass/$name" golden "tests/goldens/$pass.golden" "$name" $options
	done <"$tmp/$pass"
done

# former OLD NEW: the name that a pass had is still understood.
former() { [ "$("$robotsc" inspect --after="$1" examples/small.txt)" = "$("$robotsc" inspect --after="$2" examples/small.txt)" ]; }

for names in 'norm normalize' 'chain segments' 'determ determinize' 'minim minimize'; do
	check "inspect --after=${names% *} is --after=${names#* }" former "${names% *}" "${names#* }"
done
finish
