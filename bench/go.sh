#!/bin/sh
# go.sh - the Go module beside github.com/temoto/robotstxt, which is fetched, as a table.
#
#	bench/go.sh BUILDDIR [ARGUMENT...]    arguments: --corpus FOLDER, --hosts N, --quick
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."
builddir=$(cd "$1" && pwd)
shift
out=$builddir/bench/go
rm -rf "$out" && mkdir -p "$out" && cp bench/go/main.go bench/go/go.mod bench/go/go.sum "$out"
"$builddir/bench/by_url" --write "$out/hosts" --quick "$@" >"$out/c.lines"
cd "$out" && sed -i "s|=> .*|=> $builddir/go/robotsc-go|" go.mod
GOFLAGS=-mod=readonly GOTOOLCHAIN=local CGO_ENABLED=0 GOCACHE=$builddir/go/cache go run . hosts
