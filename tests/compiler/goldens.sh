#!/bin/sh
# goldens.sh - what each pass of the compiler makes: tests/goldens/PASS/NAME.in gives NAME.out.
#
# The output is that of robotsc inspect --after=PASS; tests/goldens/options has
# more options of some: PASS/NAME, a space, the options.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

golden() {
	options=$(sed -n "s|^${2#tests/goldens/} ||p" tests/goldens/options)
	# shellcheck disable=SC2086 # options are words
	"$robotsc" inspect --after="$1" $options "$2.in" >"$tmp/out" && [ -s "$tmp/out" ] && same "$2.out" "$tmp/out"
}

for pass in lex parse group normalize segments determinize minimize filter; do
	for in in tests/goldens/"$pass"/*.in; do
		if [ -f "$in" ]; then check "${in%.in}" golden $pass "${in%.in}"; fi
	done
done

# former OLD NEW: the name that a pass had is still understood.
former() { [ "$("$robotsc" inspect --after="$1" examples/small.txt)" = "$("$robotsc" inspect --after="$2" examples/small.txt)" ]; }

for names in 'norm normalize' 'chain segments' 'determ determinize' 'minim minimize'; do
	check "inspect --after=${names% *} is --after=${names#* }" former "${names% *}" "${names#* }"
done
finish
