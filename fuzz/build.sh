#!/bin/sh
# build.sh - builds every harness for OSS-Fuzz: with $CC, $CXX, their flags and $LIB_FUZZING_ENGINE,
# into $OUT.
#
# $OUT gets each NAME_fuzzer with its options, its dictionary and NAME_fuzzer_seed_corpus.zip.  The
# build is in place, where coverage reports look for sources: in $SRC/robotsc, or in the tree of
# this script.  fuzz/local.sh makes a copy of the tree and does the rest of what OSS-Fuzz does.
#
# SPDX-License-Identifier: Apache-2.0
# shellcheck disable=SC2086 # flags are words
set -eu
if [ -d "${SRC-}/robotsc/fuzz" ]; then cd "$SRC/robotsc"; else cd "$(dirname "$0")/.."; fi

work=$(mktemp -d)
# The tree keeps its own configuration.
kept() {
	rm -f config.ninja edges.ninja
	if [ -f "$work/config.ninja" ]; then mv "$work"/*.ninja .; fi
}
trap 'kept; rm -rf "$work"' EXIT
if [ -f config.ninja ]; then cp -p config.ninja edges.ninja "$work"; fi
# The command makes first inputs.  It is built without $CC and $CFLAGS.
./configure --builddir="$work/plain" CC= CFLAGS=-O1
ninja "$work/plain/robotsc"
python3 fuzz/seeds.py "$work/plain/robotsc" "$work/seeds"

# Comparisons are not traced where they tell later inputs nothing: in harnesses, the oracle and
# automata.  Tracing these took half of the time.
cat >"$work/cc" <<'END'
#!/bin/sh
case " $*" in
*' tests/'* | *' fuzz/'* | *' compiler/automaton/'* | *' compiler/code/'* | *' compiler/pattern/'* | *' compiler/support/'* | \
	*' analysis/'[!l]* | *' analysis/lazy_'*)
	set -- "$@" $quiet
	;;
esac
exec $traced_cc "$@"
END
chmod +x "$work/cc"
export quiet='' traced_cc="$CC"
if [ "${FUZZING_ENGINE:-libfuzzer}" = libfuzzer ]; then quiet=-fno-sanitize-coverage=trace-cmp; fi

# Inputs are small, and AddressSanitizer marks whole chunks of the arena before they are used.
built=$work/built
./configure --builddir="$built" CC="$work/cc" CFLAGS="$CFLAGS -DROBOTSC_CHUNK=4096"
ninja "$built/librobotsc.a" "$built/tests/helpers.a" "$built/tests/hosts.a"

# zlib and LMDB are not compiled with $CFLAGS, so MemorySanitizer would not know what they write.
store=no
if grep -qx 'store = yes' config.ninja && [ "${SANITIZER:-address}" != memory ]; then store=yes; fi

# The libraries of a store, out of archives.
static() { sed -n 's/^hosts_static_libs = \(.*\)-pthread$/-Wl,-Bstatic \1 -Wl,-Bdynamic -pthread/p' config.ninja; }

for source in fuzz/*_fuzzer.c; do
	name=$(basename "$source" .c) extra='' more='' libs=''
	case $name in
	import_fuzzer | filter_fuzzer | store_fuzzer)
		extra=$built/librobotsc_store.a
		libs=$(static)
		;;
	redis_fuzzer)
		more=$built/redis/module.a
		libs=-pthread
		ninja $more
		;;
	ask_fuzzer)
		more=$built/bindings/c.a
		ninja $more
		;;
	lsp_fuzzer)
		more=$built/cli/lsp/lsp.a
		libs=-pthread
		ninja $more
		;;
	esac
	if [ -n "$extra" ]; then
		if [ $store = no ]; then continue; fi
		ninja $extra
	fi
	# Only libFuzzer has LLVMFuzzerMutate.
	mutator=''
	if [ "$name" = blob_fuzzer ] && [ "${FUZZING_ENGINE:-libfuzzer}" = libfuzzer ]; then
		$CC $CFLAGS -std=c11 -Iinclude -I. -c -o "$work/blob_mutator.o" fuzz/blob_mutator.c
		mutator=$work/blob_mutator.o
	fi
	"$work/cc" $CFLAGS -std=c11 -D_POSIX_C_SOURCE=200809L -Iinclude -I. -c -o "$work/$name.o" "$source"
	$CXX $CXXFLAGS -o "$OUT/$name" "$work/$name.o" $mutator $more "$built/tests/hosts.a" "$built/tests/helpers.a" \
		$extra $more "$built/librobotsc.a" $LIB_FUZZING_ENGINE $libs
	{
		echo '[libfuzzer]'
		sed -n "s/^$name  *//p" fuzz/options.txt | tr ' ' '\n' | sed 's/=/ = /'
	} >"$OUT/$name.options"
	grep -q '^max_len' "$OUT/$name.options"
	rm -f "$OUT/${name}_seed_corpus.zip"
	mkdir -p "$work/seeds/$name"
	tar -C "$work/seeds/$name" -xf "fuzz/corpus/$name.tar"
	if [ -d "fuzz/regressions/$name" ]; then cp "fuzz/regressions/$name"/* "$work/seeds/$name"; fi
	(cd "$work/seeds/$name" && zip -q -r "$OUT/${name}_seed_corpus.zip" .)
done
cp fuzz/dict/*.dict "$OUT"
