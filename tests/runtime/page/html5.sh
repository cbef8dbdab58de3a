#!/bin/sh
# html5.sh - pages are read as the HTML standard has it, and sitemaps as XML, by the answers of
# other implementations.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

# Debian's Python has Debian's html5lib, whatever comes first in PATH.
python=
for p in $(config python) /usr/bin/python3; do
	if [ -z "$python" ] && "$p" -c 'import html5lib' 2>/dev/null; then python=$p; fi
done

example() {
	said=$("$robotsc" page -q --agent=examplebot examples/page.html | tr '\n' ' ')
	[ "$said" = 'index nofollow noai noimageai max-snippet: 50 ' ]
}

check 'examples/page.html' example
case $(config cflags) in
*-fsanitize* | *--coverage*) skip 'an instrumented library cannot be loaded into Python' ;;
*)
	if [ -n "$python" ]; then
		check 'META tags where html5lib finds them' "$python" tests/runtime/page/html5.py "$builddir/librobotsc.so"
	else
		skip 'no html5lib for Python'
	fi
	check 'sitemaps as expat reads them' "${python:-python3}" tests/runtime/page/sitemap.py "$builddir/librobotsc.so"
	;;
esac
finish
