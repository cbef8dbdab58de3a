#!/bin/sh
# snapshot.sh - measures a snapshot of many origins beside the store that it was made of: make, size
# and filter, in one run.
#
#	bench/snapshot.sh BUILDDIR [ORIGINS [FOLDER]]
#
# ORIGINS is a million by default, which takes 6 GB in FOLDER, or TMPDIR; all files are removed at
# the end.  The ways take turns, five times; a row has the medians of what each took.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
builddir=$1
origins=${2:-1000000}
tmp=$(mktemp -d -p "${3:-${TMPDIR:-/tmp}}")
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
robotsc=$builddir/robotsc
one=$tmp/one.snapshot

"$builddir/bench/origins" --origins "$origins" "$tmp" >"$tmp/made"
tail -n 1 "$tmp/made"
"$robotsc" import -q --agent=ExampleBot --store="$tmp/store" "$tmp/robots.warc.gz"
rm "$tmp/robots.warc.gz"
"$robotsc" store --store="$tmp/store" --output="$tmp/compact" compact

# timed RUNS NAME UNITS OCTETS COMMAND...
timed() { "$builddir/bench/timed" "$@"; }
heading() { printf '\n%-34s %12s %-23s %8s %8s %8s %9s\n' "$1" "$2" "$3" 'MB/s' 'clock s' 'cores s' 'memory MB'; }

heading 'Make, per second and core' 'origins/s' ''
octets=$(wc -c <"$tmp/compact/data.mdb")
for memory in 512M 64M; do
	timed 1 "make, --memory=$memory" "$origins" "$octets" \
		"$robotsc" snapshot make -q --memory=$memory -o "$one" "$tmp/compact"
done
timed 1 'make, -j 1' "$origins" "$octets" "$robotsc" snapshot make -q -j 1 -o "$one" "$tmp/compact"
timed 1 'make of that snapshot' "$origins" "$octets" "$robotsc" snapshot make -q -o "$tmp/again" "$one"
cmp "$one" "$tmp/again"
rm "$tmp/again"
timed 1 'verify' "$origins" "$(wc -c <"$one")" "$robotsc" snapshot verify "$one"
timed 5 'open: stat' 1 0 "$robotsc" snapshot stat "$one" </dev/null
root=$("$robotsc" snapshot stat "$one" | sed -n 's/^root *//p')

# The ways to answer: a name for the options, and the options.
cat >"$tmp/ways" <<END
store, -j 1|--store=$tmp/compact -j 1
store, -j 2|--store=$tmp/compact -j 2
snapshot, intact, -j 1|--snapshot=$one -j 1
snapshot, intact, -j 2|--snapshot=$one -j 2
snapshot, intact, -j 1, --preload|--snapshot=$one -j 1 --preload
snapshot, intact, -j 2, --preload|--snapshot=$one -j 2 --preload
snapshot, known, -j 1|--snapshot=$one -j 1 --trust=known --root=$root
snapshot, forged, -j 1|--snapshot=$one -j 1 --trust=forged
END

# The columns of timed are URLs a second of a core, MB/s, seconds, seconds of cores, MB.
medians() {
	awk -F'|' '
		!($1 in seen) { seen[$1] = ++names; name[names] = $1 }
		{ n[$1]++; clock[$1, n[$1]] = $2; cores[$1, n[$1]] = $3; memory[$1] = $4 }
		function median(of, who,    i, k, t, v) {
			for (i = 1; i <= n[who]; i++) v[i] = of[who, i]
			for (i = 2; i <= n[who]; i++)
				for (k = i; k > 1 && v[k] < v[k - 1]; k--) { t = v[k]; v[k] = v[k - 1]; v[k - 1] = t }
			return v[int((n[who] + 1) / 2)]
		}
		END {
			for (i = 1; i <= names; i++)
				printf "%-36s %8.2f %8.2f %10.0f %10.0f %9.0f\n", name[i], median(clock, name[i]), \
					median(cores, name[i]), urls / median(clock, name[i]), \
					median(cores, name[i]) / urls * 1e9, memory[name[i]]
		}' urls="$1" "$tmp/rows"
}

urls=$(wc -l <"$tmp/random.txt") octets=$(wc -c <"$tmp/random.txt")
printf '\n%-36s %8s %8s %10s %10s %9s\n' "$urls URLs" 'clock s' 'cores s' 'URLs/s' 'ns a URL' 'memory MB'
for turn in 1 2 3 4 5; do
	while IFS='|' read -r name options; do
		# shellcheck disable=SC2086 # options are words
		timed 1 "$turn" "$urls" "$octets" "$robotsc" filter -q --agent=ExampleBot --print=all $options \
			<"$tmp/random.txt" | awk -v name="$name" '{ print name "|" $4 "|" $5 "|" $6 }' >>"$tmp/rows"
	done <"$tmp/ways"
done
medians "$urls"

printf '\nThe snapshot\n'
"$robotsc" snapshot stat "$one" | sed -n '/^origins/,$p'
printf '\nThe compact store\n'
"$robotsc" store --store="$tmp/compact" stat | grep octets
