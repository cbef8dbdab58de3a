#!/bin/sh
# python_store.sh - tests stores in Python: the module with this build's library; the package
# without it.  With ROBOTSC_CORPUS also on real archives.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/python/tests/python_lib.sh

exports() { [ "$("$(config nm)" -D --defined-only "$site"/robotsc/_store*.so | awk '{ print $3 }')" = PyInit__store ]; }

suite() { py -m pytest -q -p no:cacheprovider bindings/python/tests/test_store*.py; }

stubs() { (cd "$tmp" && MYPYPATH=$site py -m mypy.stubtest robotsc._store); }
types() { (cd "$site" && py -m mypy --strict --cache-dir="$tmp/mypy" robotsc/store.py); }

# If pkg-config does not find the library, installing the archive says so, and succeeds.
left_out() {
	PKG_CONFIG=false "$PYTHON" -m pip install -v --no-index --no-build-isolation --no-deps --target "$tmp/without" \
		"$tmp"/made/python/robotsc-*.tar.gz >"$tmp/installed" 2>&1 || { cat "$tmp/installed" && return 1; }
	[ ! -e "$tmp/without/robotsc/_store.abi3.so" ] && grep 'robotsc.Store.* are left out.*librobotsc-dev' "$tmp/installed"
}

# without CODE: run it with the package that has no module of stores.
without() { PYTHONPATH=$tmp/without "$PYTHON" -c "$1"; }
names_the_package() {
	! without "import robotsc; $1" 2>"$tmp/err" && tail -n 1 "$tmp/err" | grep '^ImportError: .*python3-robotsc.*librobotsc-dev'
}

if [ "$store" = no ]; then
	skip 'there is no store in this build'
	check 'its tests are there' test -f bindings/python/tests/test_store.py
	finish
fi
package
check 'the module exports its entry alone' exports
check 'tests/test_store*.py' suite
check 'bench/python_snapshot.py' py bench/python_snapshot.py "$robotsc" "$tmp/mixed"
check 'bench/python_store.py' py bench/python_store.py --quick "$robotsc" "$tmp/bench"
if "$PYTHON" -c 'import mypy' 2>/dev/null; then
	check 'the stubs, mypy.stubtest' stubs
	check 'the types of store.py, mypy' types
else
	skip 'stubs: there is no mypy'
fi
check 'without the library, the package installs and says what is left out' left_out
check 'and the rest of it works' without 'import robotsc; assert robotsc.compile("").agent("a").allowed("/")'
check 'robotsc.Store names the package to install' names_the_package robotsc.Store
check 'so does import_warc' names_the_package 'robotsc.import_warc([], "x")'
check 'so does robotsc.store' names_the_package 'import robotsc.store'
check 'another name is an AttributeError' without 'import robotsc; assert not hasattr(robotsc, "Stores")'
finish
