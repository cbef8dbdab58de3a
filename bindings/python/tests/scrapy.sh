#!/bin/sh
# scrapy.sh - the middleware for Scrapy, robotsc.scrapy.RobotsTxtMiddleware: its types; by itself;
# and in crawls of a local server by real Scrapy, beside Scrapy's own middleware.
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

suite() { py -m pytest -q -rs -p no:cacheprovider "bindings/python/tests/crawl/$1_test.py"; }

# Scrapy 2.8 has no types.
types() { (cd "$tmp" && MYPYPATH=$site py -m mypy --strict --ignore-missing-imports -p robotsc.scrapy); }

# What docs/scrapy.md shows: its settings are right, and its spider receives the signal.
shown() { py bindings/python/tests/crawl/shown.py docs/scrapy.md; }

# A crawl with the middleware does what the conformance suite says of fetches.
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
finish
