#!/bin/sh
# scrapy.sh - tests the middleware for Scrapy, robotsc.scrapy.RobotsTxtMiddleware: its types; alone;
# and in crawls of a local server by real Scrapy, compared with Scrapy's own middleware.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/python/tests/python_lib.sh

if ! "$PYTHON" -W ignore -c 'import scrapy, protego' 2>/dev/null; then
	skip 'the middleware for Scrapy: there is no Scrapy with Protego'
	check 'its source is there' test -f bindings/python/robotsc/scrapy/middleware.py
	finish
fi

# suite NAME [OPTION...]
suite() {
	file=bindings/python/tests/crawl/$1_test.py
	shift
	py -m pytest -q -rs -p no:cacheprovider "$file" "$@"
}

# The newest version, from PyPI.  Its own middleware leaves out other pages than that of 2.8.  As it
# decompresses Brotli, one more fetch fails.
newest() {
	"$PYTHON" -m venv "$tmp/newest" && "$tmp/newest/bin/pip" install -q Scrapy==2.19.0 Twisted==26.10.0 pytest &&
		PYTHON=$tmp/newest/bin/python && suite middleware &&
		PYTHONWARNINGS=error:Slot suite crawl -k 'not scrapys_pages and not statistics'
}

# Scrapy 2.8 has no type hints.
types() { (cd "$tmp" && MYPYPATH=$site py -m mypy --strict --ignore-missing-imports -p robotsc.scrapy); }

# The examples of docs/scrapy.md: its settings are right, and its spider receives the signal.
shown() { py bindings/python/tests/crawl/shown.py docs/scrapy.md; }

# A crawl with the middleware behaves as the conformance suite demands of fetches.
obeys() {
	if [ "$store" = yes ]; then kept='--store={state}/store'; else kept=; fi
	# shellcheck disable=SC2086 # an option or none
	py conformance/fetch.py --crawler=robotsc "$PYTHON" examples/scrapy_crawl.py --depth=3 $kept ExampleBot/1.0 '{url}'
}

package
check 'the middleware by itself' suite middleware
check 'crawls' suite crawl
check 'the cases for crawlers of the conformance suite' obeys
check 'what docs/scrapy.md shows' shown
if "$PYTHON" -c 'import mypy' 2>/dev/null; then
	check 'its types, mypy --strict' types
else
	skip 'its types: there is no mypy'
fi
if [ "${ROBOTSC_SCRAPY_NEWEST-no}" = yes ]; then check 'Scrapy 2.19' newest; else skip 'Scrapy 2.19 of PyPI: .ci/run python'; fi
finish
