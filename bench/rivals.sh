#!/bin/sh
# rivals.sh - robotsc beside what people read robots.txt with today: the same hosts and URLs for
# each, in one run.
#
#	bench/rivals.sh BUILDDIR [ARGUMENT...]    arguments: --corpus FOLDER, --hosts N, --quick
#
# It prints a table in Markdown and says what it left out.  BUILDDIR/bench/rivals keeps the table
# and what it was made from.  Python is python3, or /usr/bin/python3 if that alone has Protego.
# GOOGLE_ROBOTSTXT is a checkout of github.com/google/robotstxt, which needs libabsl-dev.  npm
# downloads robots-parser, once.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."
builddir=$1
shift
out=$builddir/bench/rivals
mkdir -p "$out"
rm -f "$out"/*.lines "$out"/*.version "$out"/left_out
config() { sed -n "s/^$1 = //p" config.ninja | sed 's/\$\$/$/g'; }
left_out() { echo "$*" >>"$out/left_out"; }
quick=
for argument; do if [ "$argument" = --quick ]; then quick=--quick; fi; done

# measure NAME COMMAND...: the lines of a reader; it is left out if it fails.
measure() {
	name=$1
	shift
	echo "measuring $name" >&2
	if ! "$@" >"$out/$name.lines" 2>"$out/$name.log"; then
		left_out "$name failed; $out/$name.log says why"
		rm -f "$out/$name.lines"
	fi
}

# ---- readers in C and C++ ------------------------------------------------------------

echo 'measuring engines that are given rules and paths' >&2
"$builddir/bench/bench" --only hot,size,compile --json "$out/engines.json" "$@" >"$out/engines.log"
measure robotsc "$builddir/bench/by_url" --write "$out/hosts" "$@"

google() {
	# shellcheck disable=SC2046,SC2086 # flags are words
	$(config cxx) -std=c++17 $(config cflags) -Iinclude -Ibench -I"$GOOGLE_ROBOTSTXT" -o "$out/google" bench/by_url_google.cc \
		"$GOOGLE_ROBOTSTXT/robots.cc" "$builddir/bench/bench.a" "$builddir/librobotsc.a" $(config zlib_libs) -lm \
		$($(config pkg_config) --libs absl_strings) $(config ldflags)
}

if [ -z "${GOOGLE_ROBOTSTXT-}" ]; then
	left_out 'google/robotstxt: set GOOGLE_ROBOTSTXT to a checkout of it'
elif ! google >"$out/google.log" 2>&1; then
	left_out "google/robotstxt cannot be built; $out/google.log says why"
else
	measure google "$out/google" "$@"
fi

# ---- Python --------------------------------------------------------------------------

for reader in protego urllib; do
	for python in python3 /usr/bin/python3; do
		if "$python" bench/readers.py $reader --version >"$out/$reader.version" 2>/dev/null; then
			measure $reader "$python" bench/readers.py $reader "$out/hosts" $quick
			continue 2
		fi
	done
	rm "$out/$reader.version"
	left_out "$reader: no python3 has it; Debian's package is python3-protego"
done

# ---- Node ----------------------------------------------------------------------------

reader() { node --expose-gc bench/robots_parser.js "$out" "$@"; }
if ! command -v node >/dev/null; then
	left_out 'robots-parser: there is no node'
elif ! [ -d "$out/node_modules/robots-parser" ] &&
	! npm install --no-audit --no-fund --no-save --prefix "$out" robots-parser@3.0.1 >"$out/npm.log" 2>&1; then
	left_out "robots-parser: npm cannot install it; $out/npm.log says why"
else
	reader --version >"$out/robots_parser.version"
	measure robots_parser reader "$out/hosts" $quick
fi

python3 bench/rivals_table.py "$out" | tee "$out/rivals.md"
