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
packaging/go "$builddir" test -count=1 -run '^TestFigures$' -v . | grep -E '^go1|^\||^$|FAIL'

# URLs of a snapshot that was made for ExampleBot: ROBOTSC_SNAPSHOT is the file, ROBOTSC_URLS has
# the URLs, a line each.
if [ -n "${ROBOTSC_SNAPSHOT-}" ]; then
	printf '\n| URLs of a snapshot |  | ns of the processor, first | then |\n| --- | ---: | ---: | ---: |\n'
	urls=$(wc -l <"$ROBOTSC_URLS")
	"$builddir/bench/timed" 1 C "$urls" 0 \
		"$ROBOTSC" filter -q --agent=ExampleBot --print=all --snapshot="$ROBOTSC_SNAPSHOT" -j 1 <"$ROBOTSC_URLS" |
		awk -v urls="$urls" '{ printf "| C, filter, intact | %d | %.0f | |\n", urls, $5 / urls * 1e9 }'
	packaging/go "$builddir" test -count=1 -run '^TestFiguresOfSnapshot$' -v . | grep -E '^\||FAIL'
fi
