#!/bin/sh
# python.sh - the Python package: its archive is installed with pip, offline, and tested with
# pytest; its stubs are compared with the module; the examples of pages in Python run.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. tests/support/conformance_lib.sh
. bindings/python/tests/python_lib.sh
. bindings/tests/cases_lib.sh

# The module exports nothing but its entry.
exports() { [ "$("$(config nm)" -D --defined-only "$site"/robotsc/_robotsc*.so | awk '{ print $3 }')" = PyInit__robotsc ]; }

suite() {
	py -m pytest -q -p no:cacheprovider --ignore-glob='*/test_compat_*' --ignore-glob='*/test_store*' \
		--ignore-glob='*/crawl/*' bindings/python/tests
}

# stubtest checks only the C module: for Python files it would also compare what they import. The C
# module has no __buffer__ before Python 3.12.
stubs() {
	echo robotsc._robotsc.Policy.__buffer__ >"$tmp/allowed"
	(cd "$tmp" && MYPYPATH=$site py -m mypy.stubtest --allowlist allowed --ignore-unused-allowlist robotsc._robotsc)
}

# Scrapy has no type hints, and may be missing.
types() {
	printf '[mypy]\n[mypy-scrapy.*,twisted.*]\nignore_missing_imports = True\n' >"$tmp/mypy.ini"
	(cd "$tmp" && MYPYPATH=$site py -m mypy --config-file mypy.ini -p robotsc)
}

typed() { MYPYPATH=$site py -m mypy --strict --cache-dir="$tmp/mypy" bindings/python/tests/typed.py; }

package
check 'the module exports its entry alone' exports
check 'tests/' suite
answers py bindings/python/tests/cases.py
check 'what bindings/python/README.md shows' page bindings/python/README.md
check 'what docs/python.md shows' page docs/python.md
check 'what README.md shows' page README.md 'import robotsc'
check 'the conformance suite' conforms env PYTHONPATH="$site" "$PYTHON" conformance/adapters/py_robotsc.py
if "$PYTHON" -c 'import mypy' 2>/dev/null; then
	check 'the stubs, mypy.stubtest' stubs
	check 'the types in Python files, mypy' types
	check 'a program that uses the package, mypy --strict' typed
else
	skip 'stubs: there is no mypy'
fi
finish
