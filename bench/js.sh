#!/bin/sh
# js.sh - the npm package beside robots-parser, which npm downloads once.
#
#	bench/js.sh BUILDDIR [ARGUMENT...]    arguments: --corpus FOLDER, --hosts N, --quick
#
# It prints tables in Markdown.  ROBOTS_PARSER is an installed robots-parser that is taken instead.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."
builddir=$1
shift
out=$builddir/bench/js
mkdir -p "$out"
quick=
for argument; do if [ "$argument" = --quick ]; then quick=--quick; fi; done

"$builddir/bench/by_url" --write "$out/hosts" "$@" >"$out/by_url.lines"
parser=${ROBOTS_PARSER-$out/node_modules/robots-parser}
if ! [ -d "$parser" ]; then
	npm install --no-audit --no-fund --no-save --prefix "$out" robots-parser@3.0.1 >"$out/npm.log" 2>&1
fi
node --expose-gc bench/js.mjs "$builddir/js/robotsc" "$parser" "$out/hosts" $quick
