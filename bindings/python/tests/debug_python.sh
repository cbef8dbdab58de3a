#!/bin/sh
# debug_python.sh - the Python package under a debug Python, Debian's python3-dbg.  It counts all
# references, which bindings/python/tests/leaks.py compares; it checks every block that is freed or
# resized, and asserts that no call is made while an exception is set.
#
#	ROBOTSC_EXAMPLES  of test_hypothesis.py for each test; 12 if unset
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/python/tests/python_lib.sh

PYTHON=$(command -v python3-dbg || echo /usr/bin/python3-dbg)
# shellcheck disable=SC3044 # it is a function of python_lib.sh
if ! complete "$PYTHON"; then
	skip 'debug Python: there is no python3-dbg of version 3.11 with headers, pip, setuptools, wheel and pytest'
	check 'what counts references is there' test -f bindings/python/tests/leaks.py
	finish
fi
export CFLAGS='-O1 -g -UNDEBUG'

# -X dev: the debugging allocator, and warnings that are usually hidden.
dev() { py -X dev "$@"; }

# The modules are built with the headers of this Python, so that their references are counted, too.
counts() {
	dev -c 'import sys; sys.gettotalrefcount()' || return 1
	for module in "$site"/robotsc/*.so; do
		"$(config nm)" -D --undefined-only "$module" | grep -w _Py_IncRef || return 1
	done
}

suite() { ROBOTSC_EXAMPLES=${ROBOTSC_EXAMPLES-12} dev -m pytest -q -p no:cacheprovider "$@"; }
leaks() { suite bindings/python/tests/test_*leaks.py; }

# The tests that are left out run only Python code, or many processes.
others() {
	suite --ignore-glob='*leaks*' --ignore-glob='*/test_compat_*' --ignore-glob='*/test_recipes*' \
		--ignore-glob='*/test_parallel*' --ignore-glob='*/test_insight_command*' --ignore-glob='*/crawl/*' \
		bindings/python/tests
}

package
check 'the modules count references' counts
check 'tests/test_leaks.py, tests/test_store_leaks.py' leaks
check 'other tests/' others
finish
