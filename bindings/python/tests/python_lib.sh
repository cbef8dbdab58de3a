# python_lib.sh - shared by the tests of the Python package; to be sourced after lib.sh.
#
# Sets PYTHON to the first Python that has all that is needed: configure's, or /usr/bin/python3.  If
# there is none, says so and finishes.
#
#	package       build the archive and its wheel, and install it into $site; with the module of
#	              stores, where this build has a store
#	py ARGUMENT... run Python with the package
#	page FILE      run what a page shows in Python
#
# SPDX-License-Identifier: Apache-2.0
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
if [ -z "$PYTHON" ]; then
	skip 'Python package: there is no Python 3.11 with headers, pip, setuptools, wheel and pytest'
	check 'its source is there' test -f bindings/python/_robotsc.c
	finish
fi
site=$tmp/site

# In a folder of the script's own, because scripts run at the same time.
archive() {
	mkdir "$tmp/made" && ln -s "$builddir/amalgamation" "$tmp/made/amalgamation" &&
		sh packaging/python "$tmp/made" && ls "$tmp"/made/python/robotsc-*.tar.gz
}

# Make a folder where pkg-config finds this build's libraries, by PKG_CONFIG_PATH and LDFLAGS.
library() {
	mkdir -p "$tmp/lib/pkgconfig" || return 1
	for name in librobotsc librobotsc_store; do
		ln -sf "$builddir/$name.so" "$tmp/lib/$name.so" && ln -sf "$name.so" "$tmp/lib/$name.so.1" || return 1
	done
	for name in robotsc robotsc-store; do
		sed -e "s|@pc_libdir@|$tmp/lib|" -e "s|@pc_includedir@|$PWD/include|" -e 's|@version@|0|' -e '/@/d' \
			"packaging/$name.pc.in" >"$tmp/lib/pkgconfig/$name.pc" || return 1
	done
	export PKG_CONFIG_PATH="$tmp/lib/pkgconfig" LDFLAGS="-Wl,-rpath,$tmp/lib"
}

# Make a wheel from the archive, for all versions of Python from 3.11 on.
wheel() {
	"$PYTHON" -m pip wheel -q --no-index --no-build-isolation --no-deps -w "$tmp/wheels" "$tmp"/made/python/robotsc-*.tar.gz &&
		ls "$tmp"/wheels/robotsc-*-cp311-abi3-*.whl
}

installs() {
	"$PYTHON" -m pip install -q --no-index --no-deps --target "$site" "$tmp"/wheels/*.whl && ls "$site/robotsc/py.typed"
}

package() {
	if [ "$store" = yes ]; then library; else export PKG_CONFIG=false; fi
	prepare 'the archive' archive
	prepare 'a wheel for CPython 3.11 and later, offline' wheel
	prepare 'pip installs it' installs
}

py() { PYTHONPATH=$site "$PYTHON" "$@"; }

# page FILE [BEFORE]: the Python of a page runs, after the lines BEFORE.  Its sections "Stores" and
# "Snapshots" need a build with a store.
page() {
	{
		echo "${2-}"
		awk -v store="$store" '/^## / { left_out = store == "no" && ($0 == "## Stores" || $0 == "## Snapshots") }
			/^```/ { inside = $0 == "```python"; next } inside && !left_out' "$1"
	} >"$tmp/page.py"
	grep -q robotsc "$tmp/page.py" && py "$tmp/page.py"
}
