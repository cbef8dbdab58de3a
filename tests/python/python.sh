#!/bin/sh
# python.sh - the Python package: its archive is installed with pip, offline, and tested with
# pytest; its stubs are compared with the module.
#
# It takes the first Python that has what is needed: configure's, or /usr/bin/python3.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

export PYTHONDONTWRITEBYTECODE=1 ROBOTSC="$robotsc"

complete() {
	"$1" -c 'import setuptools, os, pip, pytest, sys, sysconfig, wheel
sys.exit(sys.version_info < (3, 11) or not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' 2>/dev/null
}

PYTHON=
for candidate in "$(config python)" /usr/bin/python3; do
	if [ -z "$PYTHON" ] && [ -n "$candidate" ] && complete "$candidate"; then PYTHON=$candidate; fi
done
export PYTHON

archive() { rm -f "$builddir"/python/*.tar.gz && sh pkg/python "$builddir" && ls "$builddir"/python/robotsc-*.tar.gz; }

# A wheel of the archive, for all versions of Python from 3.11 on.
wheel() {
	"$PYTHON" -m pip wheel -q --no-index --no-build-isolation --no-deps -w "$tmp/wheels" "$builddir"/python/robotsc-*.tar.gz &&
		ls "$tmp"/wheels/robotsc-*-cp311-abi3-*.whl
}

installs() {
	"$PYTHON" -m pip install -q --no-index --no-deps --target "$tmp/site" "$tmp"/wheels/*.whl && ls "$tmp"/site/robotsc/py.typed
}

# The module exports nothing but its entry.
exports() { [ "$("$(config nm)" -D --defined-only "$tmp"/site/robotsc/*.so | awk '{ print $3 }')" = PyInit__robotsc ]; }

suite() { PYTHONPATH=$tmp/site "$PYTHON" -m pytest -q -p no:cacheprovider bindings/python/tests; }

stubs() { (cd "$tmp" && MYPYPATH=$tmp/site PYTHONPATH=$tmp/site "$PYTHON" -m mypy.stubtest robotsc); }

# page FILE [BEFORE]: what a page shows in Python runs, after the lines BEFORE.
page() {
	{
		echo "${2-}"
		awk '/^```/ { inside = $0 == "```python"; next } inside' "$1"
	} >"$tmp/page.py"
	grep -q robotsc "$tmp/page.py" && PYTHONPATH=$tmp/site "$PYTHON" "$tmp/page.py"
}

if [ -z "$PYTHON" ]; then
	skip 'Python package: there is no Python 3.11 with headers, pip, setuptools, wheel and pytest'
	check 'its source is there' test -f bindings/python/_robotsc.c
	finish
fi
check 'the archive' archive
check 'a wheel for CPython 3.11 and later, offline' wheel
check 'pip installs it' installs
check 'the module exports its entry alone' exports
check 'tests/' suite
check 'what bindings/python/README.md shows' page bindings/python/README.md
check 'what docs/python.md shows' page docs/python.md
check 'what README.md shows' page README.md "url = 'https://shop.example/'"
check 'bench/python.py' env PYTHONPATH="$tmp/site" "$PYTHON" bench/python.py --quick
if "$PYTHON" -c 'import mypy' 2>/dev/null; then
	check 'the stubs, mypy.stubtest' stubs
else
	skip 'stubs: there is no mypy'
fi
finish
