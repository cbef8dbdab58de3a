#!/bin/sh
# rates.sh - measures how fast each harness runs, and what it covers.
#
#	fuzz/rates.sh OUT [SECONDS [NAME_fuzzer...]]
#
# OUT is what fuzz/build.sh built for libFuzzer, or the folder out of fuzz/local.sh.  Each harness
# runs alone in one process over its first inputs, until it has taken SECONDS (120) of processor
# time.  A line has its executions, its executions a second of processor time, the time that the
# first inputs took; libFuzzer's edges (cov) and features (ft) at the end; and the edges of the
# product, without those of the harness and the oracle.  Needs Linux and llvm-symbolizer.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
[ $# -ge 1 ] || { sed -n '4p' "$0" >&2 && exit 2; }
out=$(cd "$1" && pwd) seconds=${2:-120}
shift "$(($# > 1 ? 2 : 1))"
if [ $# -eq 0 ]; then
	for harness in "$out"/*_fuzzer; do set -- "$@" "$(basename "$harness")"; done
fi
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
ticks=$(getconf CLK_TCK)

# The processor time of a process, in ticks.
taken() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | awk '{ print $12 + $13 }'; }

# The options of a harness, as arguments.
options() { sed -n "s|^dict = |&$out/|; s/^\([a-z_]*\) = /-\1=/p" "$out/$1.options"; }

# The edges of functions whose source is in a folder of the product.
product_edges() {
	sed -n 's|^COVERED_FUNC: .* edges: \([0-9]*\)/.*/robotsc/\([a-z]*\)/.*|\2 \1|p' "$1" |
		awk '$1 != "fuzz" && $1 != "tests" { n += $2 } END { print n + 0 }'
}

measure() {
	mkdir -p "$tmp/first" "$tmp/new"
	unzip -q "$out/$1_seed_corpus.zip" -d "$tmp/first"
	# shellcheck disable=SC2046 # words
	"$out/$1" $(options "$1") -seed=1 -rss_limit_mb=2048 -artifact_prefix="$tmp/" -print_final_stats=1 -print_coverage=1 \
		"$tmp/new" "$tmp/first" >"$tmp/log" 2>&1 &
	pid=$! first=0 now=0
	while [ "$now" -lt $((seconds * ticks)) ]; do
		sleep 0.1
		now=$(taken $pid)
		[ -n "$now" ] || { tail -n 20 "$tmp/log" && exit 1; }
		if [ "$first" = 0 ] && grep -q INITED "$tmp/log"; then first=$now; fi
	done
	kill -USR1 $pid
	wait $pid || true
	executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$tmp/log")
	sed -n 's/.*[\t ]cov: \([0-9]*\) ft: \([0-9]*\) .*/\1 \2/p' "$tmp/log" | tail -n 1 >"$tmp/cov"
	read -r cov ft <"$tmp/cov"
	printf '%-18s %10d %8d %8s %8d %8d %8d\n' "$1" "$executions" "$((executions * ticks / now))" \
		"$(awk "BEGIN { printf \"%.1f\", $first / $ticks }")" "$cov" "$ft" "$(product_edges "$tmp/log")"
	rm -rf "${tmp:?}"/*
}

printf '%-18s %10s %8s %8s %8s %8s %8s\n' harness executions a_second first_s cov ft product
for name; do measure "$name"; done
