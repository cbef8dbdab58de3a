#!/bin/sh
# local.sh - what OSS-Fuzz would do with fuzz/build.sh, on this machine: builds into FOLDER and runs every harness for some seconds.
#
#	fuzz/local.sh FOLDER [SECONDS]    with libFuzzer: needs clang, libclang-rt-dev, python3, zip, unzip
#
# SPDX-License-Identifier: Apache-2.0
set -eu
[ $# -ge 1 ] || { echo 'usage: fuzz/local.sh FOLDER [SECONDS]' >&2 && exit 2; }
mkdir -p "$1"
OUT=$(cd "$1" && pwd)
seconds=${2:-10}
cd "$(dirname "$0")/.."
export OUT FUZZING_ENGINE

FUZZING_ENGINE=libfuzzer
flags='-O1 -g -fno-omit-frame-pointer -DFUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION -fsanitize=address,undefined -fno-sanitize-recover=all'
flags="$flags -fsanitize=fuzzer-no-link"
export CC=clang CXX=clang++ CFLAGS="$flags" CXXFLAGS="$flags" LIB_FUZZING_ENGINE=-fsanitize=fuzzer
sh fuzz/build.sh

cd "$OUT"
for harness in *_fuzzer; do
	rm -rf "seeds-$harness" "new-$harness" && mkdir "seeds-$harness" "new-$harness"
	unzip -q "${harness}_seed_corpus.zip" -d "seeds-$harness"
	echo "---- $harness"
	dict=$(sed -n 's/^dict = //p' "$harness.options")
	"./$harness" -max_total_time="$seconds" -timeout=10 -max_len="$(sed -n 's/^max_len = //p' "$harness.options")" \
		${dict:+-dict="$dict"} "new-$harness" "seeds-$harness" >"$harness.log" 2>&1 || { tail -n 40 "$harness.log" && exit 1; }
	tail -n 1 "$harness.log"
done
