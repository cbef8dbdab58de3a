#!/bin/sh
# go.sh - the Go module beside C, host by host in one run.
#
#	bench/go.sh BUILDDIR [ARGUMENT...]    arguments: --corpus FOLDER, --hosts N, --quick
#
# It prints a table in Markdown.  Both are asked about the same 50 URLs of a host, again and again;
# the figure of a host is the median of its rounds.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."
builddir=$(cd "$1" && pwd)
shift
out=$builddir/bench/go
mkdir -p "$out"
"$builddir/bench/by_url" --write "$out/hosts" "$@" >"$out/c.lines"
export ROBOTSC="$builddir/robotsc" ROBOTSC_HOSTS="$out/hosts" ROBOTSC_C_LINES="$out/c.lines"
pkg/go "$builddir" test -count=1 -run '^TestFigures$' -v . | grep -E '^go1|^\||^$|FAIL'
