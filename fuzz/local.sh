#!/bin/sh
# local.sh - does on this machine what OSS-Fuzz does: builds, checks the results, runs every
# harness.
#
#	fuzz/local.sh FOLDER [SECONDS [ENGINE [SANITIZERS]]]
#
# FOLDER gets src, out and run.  ENGINE is libfuzzer or afl; SANITIZERS is address,undefined, or
# memory, or others of clang.  Needs clang, libclang-rt-dev, python3, binutils, zip, unzip; for afl
# also afl++.  The last line is "N passed, N failed".
#
# SPDX-License-Identifier: Apache-2.0
set -eu
[ $# -ge 1 ] && [ $# -le 4 ] || { sed -n '2,/^$/s/^# \{0,1\}//p' "$0" | sed -n '3p' >&2 && exit 2; }
seconds=${2:-10} FUZZING_ENGINE=${3:-libfuzzer} SANITIZER=${4:-address,undefined}
mkdir -p "$1"
folder=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

export SRC=$folder/src OUT=$folder/out FUZZING_ENGINE SANITIZER
rm -rf "$SRC" "$OUT" "$folder/run" "$folder/tmp"
mkdir -p "$SRC/robotsc" "$OUT" "$folder/run" "$folder/tmp"
tar -cf - --exclude=./.git --exclude=./build --exclude=./config.ninja --exclude=./edges.ninja . | tar -C "$SRC/robotsc" -xf -

flags='-O1 -g -fno-omit-frame-pointer -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION'
flags="$flags -fsanitize=$SANITIZER -fno-sanitize-recover=all"
case $FUZZING_ENGINE in
libfuzzer)
	export CC=clang CXX=clang++ LIB_FUZZING_ENGINE=-fsanitize=fuzzer
	flags="$flags -fsanitize=fuzzer-no-link"
	;;
afl) export CC=afl-clang-fast CXX=afl-clang-fast++ LIB_FUZZING_ENGINE=-fsanitize=fuzzer AFL_QUIET=1 ;;
*) echo "local.sh: '$FUZZING_ENGINE' is neither libfuzzer nor afl" >&2 && exit 2 ;;
esac
export CFLAGS="$flags" CXXFLAGS="$flags"
TMPDIR=$folder/tmp sh "$SRC/robotsc/fuzz/build.sh"

passed=0 failed=0
check() {
	what=$1
	shift
	if "$@" >"$folder/log" 2>&1; then
		passed=$((passed + 1)) && echo "ok      $what"
	else
		failed=$((failed + 1)) && echo "FAILED  $what" && tail -n 40 "$folder/log"
	fi
}

# ---- the checks of OSS-Fuzz -----------------------------------------------------

# $OUT has all harnesses and their files, and nothing else.
complete() {
	for source in "$SRC"/robotsc/fuzz/*_fuzzer.c; do
		name=$(basename "$source" .c)
		case $SANITIZER-$name in
		memory-filter_fuzzer | memory-import_fuzzer | memory-store_fuzzer) continue ;;
		esac
		[ -x "$OUT/$name" ] && [ -f "$OUT/$name.options" ] && unzip -tq "$OUT/${name}_seed_corpus.zip" || return 1
	done
	for file in "$OUT"/*; do
		case $file in
		*_fuzzer | *_fuzzer.options | *_fuzzer_seed_corpus.zip | *.dict) ;;
		*) echo "$file?" && return 1 ;;
		esac
	done
}

option() { sed -n "s/^$2 = //p" "$OUT/$1.options"; }

# A harness needs only libraries of the C library and of the compiler.
whole() {
	! ldd "$OUT/$1" | grep -vE 'linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|resolv|gcc_s|stdc\+\+)\.so' || return 1
	grep -aq LLVMFuzzerTestOneInput "$OUT/$1" || return 1
	[ -z "$dict" ] || [ -f "$OUT/$dict" ]
}

# The calls of each sanitizer: the minimum for one that is enabled, the maximum for any other.
instrumented() {
	objdump -d "$OUT/$1" | grep -oE 'call +[0-9a-f]+ <__(a|m|ub)san_' | sed 's/.*<__//' | sort | uniq -c >"$folder/calls"
	while read -r kind library least most; do
		calls=$(awk -v library="${library}_" '$2 == library { print $1 }' "$folder/calls")
		case ,$SANITIZER, in
		*,"$kind",*) [ "${calls:-0}" -ge "$least" ] ;;
		*) [ "${calls:-0}" -le "$most" ] ;;
		esac || { echo "${calls:-0} calls of $library" && return 1; }
	done <<-END
		address asan 1000 0
		memory msan 1000 3
		undefined ubsan 168 200
	END
}

# ---- runs ---------------------------------------------------------------------

run_libfuzzer() {
	# shellcheck disable=SC2046 # words
	"$OUT/$1" $(sed -n "s|^dict = |&$OUT/|; s/^\([a-z_]*\) = /-\1=/p" "$OUT/$1.options") -max_total_time="$seconds" \
		-rss_limit_mb=2048 -artifact_prefix="$folder/run/$1-" \
		"$folder/run/$1/new" "$folder/run/$1/seeds"
}

# Runs afl-fuzz from one in eight of the first inputs: before it begins, it runs each of them many
# times.  run_libfuzzer runs all first inputs.
run_afl() {
	find "$folder/run/$1/seeds" -type f | sort | awk 'NR % 8 != 1' | xargs rm -f
	find "$folder/run/$1/seeds" -type f -print0 | xargs -0 -n 100 "$OUT/$1" || return 1
	AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1 AFL_BENCH_UNTIL_CRASH=1 \
		afl-fuzz -V "$seconds" -m none -t 10000+ ${dict:+-x "$OUT/$dict"} \
		-i "$folder/run/$1/seeds" -o "$folder/run/$1/new" "$OUT/$1" || return 1
	[ -z "$(find "$folder/run/$1/new" -path '*/crashes/id*')" ]
}

run() {
	mkdir -p "$folder/run/$1/seeds" "$folder/run/$1/new"
	unzip -q "$OUT/${1}_seed_corpus.zip" -d "$folder/run/$1/seeds"
	"run_$FUZZING_ENGINE" "$1"
}

check 'no temporary file was left' rmdir "$folder/tmp"
check 'all harnesses, and nothing else' complete
for harness in "$OUT"/*_fuzzer; do
	name=$(basename "$harness")
	dict=$(option "$name" dict)
	check "$name is whole and needs no library" whole "$name"
	if [ "$FUZZING_ENGINE$(uname -m)" = libfuzzerx86_64 ]; then check "$name is instrumented" instrumented "$name"; fi
	check "$name, $FUZZING_ENGINE, $SANITIZER, $seconds s" run "$name"
	grep -E '^Done|^stat::|execs_done' "$folder/log" | tail -n 1 || true
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
