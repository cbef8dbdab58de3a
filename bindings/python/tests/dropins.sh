#!/bin/sh
# dropins.sh - tests the drop-ins for other readers of robots.txt in Python: the parser for Scrapy,
# and classes like those of Protego and urllib.robotparser.  pytest compares each with the reader
# that it replaces, and counts differences by cause; with ROBOTSC_CORPUS, over that corpus.
#
# With ROBOTSC_PROTEGO, the folder of a checkout of Protego 0.3 to 0.6, its own tests run, too, with
# our class in place of its own: protego_suite.py lists those that must fail, and why.
#
# With BLESS=yes and ROBOTSC_CORPUS the counts are put into docs/python-dropins.md.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/python/tests/python_lib.sh

# suite NAME: the tests of one drop-in.  It prints which of them were skipped.
suite() {
	py -m pytest -q -rs -p no:cacheprovider "bindings/python/tests/test_compat_$1.py" >"$tmp/pytest" 2>&1
	status=$?
	cat "$tmp/pytest"
	return $status
}

said() { sed -n 's/^SKIPPED .*: \(.*\)/skipped: \1/p' "$tmp/pytest"; }

types() { (cd "$tmp" && MYPYPATH=$site py -m mypy --cache-dir="$tmp/mypy" --strict -p robotsc.compat); }

package
for name in scrapy protego urllib differences; do
	check "test_compat_$name" suite $name
	said
done
check 'what docs/python-dropins.md shows' page docs/python-dropins.md
if [ -n "${ROBOTSC_PROTEGO-}" ]; then
	check "the suite of Protego" py bindings/python/tests/protego_suite.py "$ROBOTSC_PROTEGO" "$tmp/in_its_place"
else
	skip 'the suite of Protego: ROBOTSC_PROTEGO names no checkout'
fi
if "$PYTHON" -c 'import mypy' 2>/dev/null; then
	check 'the types, mypy --strict' types
else
	skip 'types: there is no mypy'
fi
finish
