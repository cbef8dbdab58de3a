#!/bin/sh
# build.sh - builds every harness as OSS-Fuzz wants it: with its $CC, $CXX, their flags and $LIB_FUZZING_ENGINE, into $OUT.
#
# Beside each NAME_fuzzer: its options, its dictionary, and its first inputs as NAME_fuzzer_seed_corpus.zip.  fuzz/local.sh
# does the same without OSS-Fuzz.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck disable=SC2086 # flags are words
set -eu
cd "$(dirname "$0")/.."

build=$(mktemp -d)
trap 'rm -rf "$build"' EXIT
cp -R . "$build/tree"
cd "$build/tree"
rm -rf build config.ninja
./configure CC="$CC" CFLAGS="$CFLAGS"
ninja build/librobotsc.a build/tests/oracle.a build/fuzz/borrowed.a
# The command is for making first inputs only: as it comes, without what $CC and $CFLAGS add.
./configure --builddir=plain CC= CFLAGS=-O1
ninja plain/robotsc
python3 fuzz/seeds.py plain/robotsc "$build/seeds"

for source in fuzz/*_fuzzer.c; do
	name=$(basename "$source" .c)
	$CC $CFLAGS -std=c11 -D_POSIX_C_SOURCE=200809L -Iinclude -I. -Itests -c -o "$name.o" "$source"
	extra=
	# Only libFuzzer has LLVMFuzzerMutate.
	if [ "$name" = blob_fuzzer ] && [ "${FUZZING_ENGINE:-libfuzzer}" = libfuzzer ]; then
		$CC $CFLAGS -std=c11 -Iinclude -I. -Itests -c -o blob_mutator.o fuzz/blob_mutator.c
		extra=blob_mutator.o
	fi
	$CXX $CXXFLAGS -o "$OUT/$name" "$name.o" $extra build/fuzz/borrowed.a build/tests/oracle.a build/librobotsc.a $LIB_FUZZING_ENGINE
	cp "fuzz/$name.options" "$OUT"
	(cd "$build/seeds/$name" && rm -f "$OUT/${name}_seed_corpus.zip" && zip -q -r "$OUT/${name}_seed_corpus.zip" .)
done
cp fuzz/dict/*.dict "$OUT"
