#!/bin/sh
# sanitized.sh - the Python package under AddressSanitizer and UndefinedBehaviorSanitizer: its
# tests, then forged blobs and pickles.
#
#	ROBOTSC_FORGED_SECONDS  of forged blobs; 15 if unset
#	ROBOTSC_FORGED_SEED     of an earlier run, which printed it
#	ROBOTSC_EXAMPLES        of test_hypothesis.py for each test; 12 if unset
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/python/tests/python_lib.sh

cc=$(config cc)
preload=
for name in libasan.so libubsan.so; do
	file=$($cc -print-file-name=$name 2>/dev/null)
	case $file in
	/*) preload="$preload $(readlink -f "$file")" ;;
	esac
done
flags='-O1 -g -UNDEBUG -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined'
case $preload in
*asan*ubsan*) ;;
*)
	skip "sanitizers: $cc has no shared libasan and libubsan"
	preload='' flags='-O1 -g -UNDEBUG'
	;;
esac
export CC="$cc" CFLAGS="$flags"
seconds=${ROBOTSC_FORGED_SECONDS-15}
seed=${ROBOTSC_FORGED_SEED-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}

# Leaks are not checked: Python itself leaves some at its end; debug_python.sh counts references.
sanitized() {
	ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 PYTHONMALLOC=malloc \
		LD_PRELOAD="$preload" PYTHONPATH=$site "$PYTHON" "$@"
}

suite() {
	ROBOTSC_EXAMPLES=${ROBOTSC_EXAMPLES-12} sanitized -m pytest -q -p no:cacheprovider --ignore-glob='*/test_compat_*' \
		--ignore-glob='*/test_recipes*' --ignore-glob='*/crawl/*' bindings/python/tests
}

# The sanitizer is active: it reports a read far behind a buffer.
speaks() {
	sanitized -c 'import ctypes; ctypes.string_at(ctypes.create_string_buffer(64), 100000000)' >"$tmp/spoken" 2>&1
	[ -z "$preload" ] || grep -q AddressSanitizer "$tmp/spoken"
}

# The sources also compile with features of later versions: slots, and builds without the GIL.
slots() {
	include=$("$PYTHON" -c 'import sysconfig; print(sysconfig.get_path("include"))')
	for source in bindings/python/_robotsc.c bindings/python/py_*.c bindings/python/line_filter.c; do
		$cc -std=c11 -Wall -Wextra -Werror -fsyntax-only -I"$builddir/amalgamation" -Ibindings/c -Iinclude -I. \
			-I"$include" -D_POSIX_C_SOURCE=200809L -DROBOTSC_API= \
			-DPy_mod_gil=4 '-DPy_MOD_GIL_NOT_USED=((void *)1)' -DPy_mod_multiple_interpreters=3 \
			'-DPy_MOD_PER_INTERPRETER_GIL_SUPPORTED=((void *)2)' "$source" || return 1
	done
}

commands() {
	(cd "$tmp/made/python/src" && "$PYTHON" -W ignore -c "
import runpy, sys, sysconfig
get = sysconfig.get_config_var
sysconfig.get_config_var = lambda name: $1 if name == 'Py_GIL_DISABLED' else get(name)
sys.argv = ['setup.py', '--dry-run', 'build_ext', '--force']
runpy.run_path('setup.py')")
}

without_gil() {
	commands 0 >"$tmp/with" && grep -q -e '-DPy_LIMITED_API' "$tmp/with" && commands 1 >"$tmp/without" &&
		grep -q robotsc.c "$tmp/without" && ! grep -q -e '-DPy_LIMITED_API' "$tmp/without"
}

forger() {
	# shellcheck disable=SC2086 # flags
	$cc -shared -fPIC -O1 -I. -Iinclude -Iruntime -Itests -Ifuzz fuzz/forge.c fuzz/forge_map.c fuzz/forge_nodes.c \
		tests/support/product.c "$builddir/librobotsc.a" -o "$tmp/forge.so"
}

forged() { sanitized bindings/python/tests/forged.py "$tmp/forge.so" "$seconds" "$seed"; }

package
check 'the sanitizer reports' speaks
if "$PYTHON" -c 'import sys; sys.exit(sys.version_info >= (3, 12))'; then
	check 'slots of later versions of Python compile, without the limited API' slots
else
	skip 'slots: this Python has its own'
fi
check 'without the GIL there is no limited API' without_gil
check 'tests/' suite
check 'the forger, as a shared library' forger
check "$seconds seconds of forged blobs and pickles, seed $seed" forged
finish
