#!/bin/sh
# model.sh [all] - the proved model against vectors, the oracle, the library and its blobs.
#
# Without coqc it says so, and that is all.  Of a folder of real files, ROBOTSC_CORPUS, it takes
# 200, or all; of random cases 3,000, or 100,000.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

if [ "$(config model)" != yes ]; then
	skip 'model: there is no coqc'
	check 'the list of theorems is there' test -s tests/model/theorems.txt
	finish
fi
model=$builddir/tests/model random=3000 files=200
if [ "${1-}" = all ]; then random=100000 files=1000000; fi
ulimit -s unlimited 2>/dev/null || ulimit -s "$(ulimit -H -s)"

vectors() { "$model/certify" --verdicts <"$tmp/cases" | diff - "$tmp/wanted"; }

# Library, filters and oracle say what the model says; a good part of it is disallow.
random_cases() {
	"$model/model_cases" cases 7 $random >"$tmp/random"
	"$model/model_cases" answers <"$tmp/random" >"$tmp/answers" &
	"$model/certify" --verdicts <"$tmp/random" | tr -d '\n' | sed 's/./&&&\n/g' >"$tmp/model"
	wait
	disallowed=$(grep -c 000 "$tmp/model")
	echo "$disallowed of $random are disallowed"
	cmp "$tmp/answers" "$tmp/model" && [ "$(wc -l <"$tmp/model")" -eq $random ] && [ "$disallowed" -gt $((random / 3)) ]
}

# compiled FORM FILE...: lines for certify.
compiled() {
	form=$1
	shift
	mkdir -p "$tmp/$form"
	for text; do
		blob=$tmp/$form/$(basename "$text" .txt)
		$builddir/robotsc compile --quiet --as-text --form="$form" -o "$blob" "$text" >/dev/null 2>&1 &&
			printf '%s\t%s\n' "$text" "$blob"
	done
}

# All are certified, but for one in that many: all_certified LIST [MANY]
all_certified() {
	"$model/certify" - <"$tmp/$1" >"$tmp/$1.said"
	cut -f 1 "$tmp/$1.said" | sed 's/differs.*/differs/' | sort | uniq -c | sort -rn
	awk -F '\t' '{ s += $3; if ($3 > m) m = $3 }
		END { printf "%d blobs, %.1f s, the longest %.1f s\n", NR, s, m }' "$tmp/$1.said"
	[ -s "$tmp/$1.said" ] && ! grep '^differs' "$tmp/$1.said" &&
		[ "$(grep -c '^not covered' "$tmp/$1.said")" -le $(($(wc -l <"$tmp/$1.said") / ${2-100000})) ]
}

changed() {
	head -n 40 "$tmp/vectors-$1" | "$model/certify" --changed | tee "$tmp/changed"
	awk '{ exit !($1 > 200 && $3 > $1 * 0.5) }' "$tmp/changed"
}

# A blob of another text is no blob of this one, and a robot and a path show it.
another() {
	printf 'User-agent: *\nDisallow: /a\n' >"$tmp/one.txt"
	printf 'User-agent: *\nDisallow: /a\nAllow: /a/b\n' >"$tmp/two.txt"
	$builddir/robotsc compile -o "$tmp/two" "$tmp/two.txt" &&
		[ "$("$model/certify" "$tmp/two.txt" "$tmp/two")" = 'certified DFA:1' ] &&
		"$model/certify" "$tmp/one.txt" "$tmp/two" | grep -x 'differs \* /a/b: the text disallows, the blob allows' &&
		$builddir/robotsc compile --dialect=google -o "$tmp/google" "$tmp/one.txt" &&
		[ "$("$model/certify" "$tmp/one.txt" "$tmp/google")" = 'not covered: not rfc9309' ]
}

prepare 'it is proved, extracted and built' ninja model
prepare 'vectors are there' python3 tests/model/vectors.py "$tmp"
check 'vectors' vectors
check 'random cases' random_cases
for form in auto dfa filter; do
	compiled $form "$tmp"/[0-9]*.txt >"$tmp/vectors-$form"
	check "blobs of vectors are certified: $form" all_certified vectors-$form
	check "changed blobs are refused: $form" changed $form
done
check 'a blob of another text is not certified' another
if [ -n "${ROBOTSC_CORPUS-}" ]; then
	find "$ROBOTSC_CORPUS" -name '*.txt' | sort | head -n $files >"$tmp/corpus"
	# shellcheck disable=SC2046 # names without spaces
	compiled auto $(cat "$tmp/corpus") >"$tmp/corpus-auto"
	check 'blobs of real files are certified' all_certified corpus-auto 1000
	cat "$tmp/check.log"
	if [ "${1-}" = all ]; then
		# shellcheck disable=SC2046
		compiled filter $(head -n 500 "$tmp/corpus") >"$tmp/corpus-filter"
		check 'filters of real files are certified' all_certified corpus-filter 100
		cat "$tmp/check.log"
	fi
fi
finish
