# cluster_lib.sh - for the tests of the Redis module on a cluster; to be sourced after lib.sh.
#
# Sets PYTHON to a Python that has python3-redis and can build the package.  Without such a Python,
# redis-server or the module, says so and finishes.
#
#	redis_package           build the Python package, and install it
#	redis_test NAME ARG...  run NAME.py of the module's tests with it, and count its checks
#
# SPDX-License-Identifier: Apache-2.0
export PYTHONDONTWRITEBYTECODE=1
module=$builddir/redis/robotsc.so
site=$tmp/site

complete() {
	"$1" -c 'import setuptools, os, pip, redis.cluster, sys, sysconfig, wheel
sys.exit(sys.version_info < (3, 11) or not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' 2>/dev/null
}

PYTHON=
for candidate in "$(config python)" /usr/bin/python3; do
	if [ -z "$PYTHON" ] && [ -n "$candidate" ] && complete "$candidate"; then PYTHON=$candidate; fi
done
export PYTHON
if [ -z "$PYTHON" ] || [ ! -e "$module" ] || ! command -v redis-server >/dev/null; then
	skip 'Redis module on a cluster: there is no redis-server, no python3-redis or no module'
	check 'its tests are there' test -f integrations/redis/tests/servers.py
	finish
fi

# Built without optimization: that is quicker, and the tests call it seldom.
redis_package() {
	mkdir "$tmp/made" && ln -s "$builddir/amalgamation" "$tmp/made/amalgamation" && sh packaging/python "$tmp/made" &&
		CFLAGS='-O0 -g0' PKG_CONFIG=false "$PYTHON" -m pip install -q --no-index --no-build-isolation --no-deps \
			--target "$site" "$tmp"/made/python/robotsc-*.tar.gz && ls "$site/robotsc/py.typed"
}

# Shows the test's output except its last line, and adds the sums of that line.
redis_test() {
	name=$1
	shift
	PYTHONPATH=$site "$PYTHON" -W ignore "integrations/redis/tests/$name.py" "$module" "$@" >"$tmp/$name.log" 2>&1
	status=$?
	grep -vxE '[0-9]+ passed, [0-9]+ failed' "$tmp/$name.log"
	last=$(grep -xE '[0-9]+ passed, [0-9]+ failed' "$tmp/$name.log" | tail -n 1)
	ok=${last%% *} bad=${last#* passed, } bad=${bad%% *}
	passed=$((passed + ${ok:-0})) failed=$((failed + ${bad:-0}))
	if [ $status -ne 0 ] && [ "${bad:-0}" -eq 0 ]; then
		failed=$((failed + 1))
		echo "FAILED: $name: exit status $status"
	fi
}

# redis_snapshot ARCHIVE [DIALECT]: makes the snapshot of an archive.
redis_snapshot() {
	set -- "$1" "${2-rfc9309}"
	"$robotsc" import -q --dialect="$2" --store="$tmp/$2" "$1" && "$robotsc" snapshot make -q -o "$1.$2.snapshot" "$tmp/$2" &&
		rm -r "$tmp/$2"
}
