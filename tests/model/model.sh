#!/bin/sh
# model.sh [all] - the proved model against vectors, the oracle, the library and its blobs.
#
# Without coqc it says so, and that is all.  Of the real files in $ROBOTSC_CORPUS/robots.warc.gz it
# takes 200, or all; of random cases 3,000, or 100,000.
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
model=$builddir/tests/model random=3000 files=200 dialects='rfc9309 google nexor1994 koster1996'
if [ "${1-}" = all ]; then random=100000 files=1000000; fi
ulimit -s unlimited 2>/dev/null || ulimit -s "$(ulimit -H -s)"

vectors() { "$model/certify" --verdicts "$1" <"$tmp/$1/cases" | diff - "$tmp/$1/wanted"; }

# in_lanes COMMAND...: the command for each dialect, for two at a time, as the last argument.
in_lanes() {
	for lane in 'rfc9309 nexor1994' 'google koster1996'; do
		for dialect in $lane; do "$@" "$dialect"; done &
	done
	wait
}

# Two files with a line for each random case: the digits of library, filters and oracle; and the
# digit of the model, three times.
answered() {
	"$model/model_cases" answers "$1" <"$tmp/random" >"$tmp/$1.answers"
	"$model/certify" --verdicts "$1" <"$tmp/random" | tr -d '\n' | sed 's/./&&&\n/g' >"$tmp/$1.model"
}

# The model and the others answer the same; over a quarter of the answers is "disallow".
random_cases() {
	disallowed=$(grep -c 000 "$tmp/$1.model")
	echo "$disallowed of $random are disallowed"
	cmp "$tmp/$1.answers" "$tmp/$1.model" && [ "$(wc -l <"$tmp/$1.model")" -eq $random ] &&
		[ "$disallowed" -gt $((random / 4)) ]
}

# certified LIST DIALECT FORM FILE...: compiles files, with lines for certify in LIST, and asks it.
certified() {
	list=$1 dialect=$2 form=$3
	shift 3
	mkdir -p "$tmp/$list-blobs"
	for text; do
		blob=$tmp/$list-blobs/$(basename "$text" .txt)
		$builddir/robotsc compile --quiet --as-text --dialect="$dialect" --form="$form" -o "$blob" "$text" \
			>/dev/null 2>&1 && printf '%s\t%s\n' "$text" "$blob"
	done >"$tmp/$list"
	"$model/certify" - <"$tmp/$list" >"$tmp/$list.said"
}

# shellcheck disable=SC2046 # names without spaces
real() { certified "real-$1" "$1" auto $(cat "$tmp/corpus"); }

# All blobs of a list were certified.  Prints what certify said, and its times.
all_certified() {
	cut -f 1 "$tmp/$1.said" | sed 's/differs.*/differs/; s/:[0-9]*//g' | sort | uniq -c | sort -rn
	awk -F '\t' '{ s += $3; if ($3 > m) m = $3 }
		END { printf "%d blobs, %.1f s, the longest %.1f s\n", NR, s, m }' "$tmp/$1.said"
	[ "$(grep -c . "$tmp/$1.said")" -eq "$2" ] && ! grep -v '^certified' "$tmp/$1.said"
}

changed() {
	head -n 40 "$tmp/$1" | "$model/certify" --changed | tee "$tmp/changed"
	awk '{ exit !($1 > 200 && $3 > $1 / 4) }' "$tmp/changed"
}

# A blob of another text is not certified for this one: a robot and a path show a difference.
another() {
	printf 'User-agent: *\nDisallow: /a\n' >"$tmp/one.txt"
	printf 'User-agent: *\nDisallow: /a\nAllow: /a/b\n' >"$tmp/two.txt"
	$builddir/robotsc compile -o "$tmp/two" "$tmp/two.txt" &&
		[ "$("$model/certify" "$tmp/two.txt" "$tmp/two")" = 'certified rfc9309 DFA:1' ] &&
		"$model/certify" "$tmp/one.txt" "$tmp/two" | grep -x 'differs \* /a/b: the text disallows, the blob allows' &&
		$builddir/robotsc compile --dialect=conner2 -o "$tmp/two" "$tmp/two.txt" &&
		"$model/certify" "$tmp/two.txt" "$tmp/two" | grep -x 'not covered: conner2.*'
}

prepare 'it is proved, extracted and built' ninja model
"$model/model_cases" cases 7 $random >"$tmp/random"
in_lanes answered
for dialect in $dialects; do
	prepare "vectors are there: $dialect" python3 tests/model/vectors.py $dialect "$tmp/$dialect"
	check "vectors: $dialect" vectors $dialect
	check "random cases: $dialect" random_cases $dialect
	for form in auto dfa filter; do
		set -- "$tmp/$dialect"/[0-9]*.txt
		certified $dialect-$form $dialect $form "$@"
		check "blobs of vectors and goldens are certified: $dialect $form" all_certified $dialect-$form $#
		check "changed blobs are refused: $dialect $form" changed $dialect-$form
	done
done
check 'a blob of another text is not certified' another

if [ "$store" = yes ] && [ -n "${ROBOTSC_CORPUS-}" ]; then
	prepare 'real files are there' $builddir/robotsc import -q --text="$tmp/texts" "$ROBOTSC_CORPUS/robots.warc.gz"
	find "$tmp/texts" -type f | sort | head -n $files >"$tmp/corpus"
	in_lanes real
	for dialect in $dialects; do
		check "blobs of real files are certified: $dialect" all_certified "real-$dialect" "$(wc -l <"$tmp/corpus")"
		cat "$tmp/check.log"
	done
fi
finish
