#!/bin/sh
# dropins.sh - what takes the place of other readers of robots.txt in Python: the parser for
# Scrapy.  pytest calls it beside the reader that it replaces.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh
. tests/support/python_lib.sh

# suite NAME: the tests of one drop-in; shows what was skipped.
suite() { py -m pytest -q -rs -p no:cacheprovider "bindings/python/tests/test_compat_$1.py"; }

package
check 'robotsc.scrapy.RobotParser' suite scrapy
finish
