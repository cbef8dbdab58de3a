#!/bin/sh
# wheels.sh - what 'ninja wheels' made: each module fits the tag of its wheel, and the wheel of this
# machine works in each Python from 3.11 on that is found.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh
. tests/support/conformance_lib.sh

env=$(config zig_env) made=$builddir/wheels
if [ ! -d "$made" ]; then
	skip "wheels: 'ninja wheels' makes them"
	check 'the script that makes them is there' test -f packaging/wheels.py
	finish
fi
check_wheel() { "$env/bin/python" packaging/wheel_check.py "$1"; }

# There are seven kinds of wheels.
seven() {
	find "$made" -name '*.whl' | sed 's/.*-abi3-//; s/\..*//' | sort >"$tmp/found"
	printf '%s\n' macosx_11_0_arm64 macosx_11_0_x86_64 manylinux_2_17_aarch64 manylinux_2_17_x86_64 \
		musllinux_1_2_aarch64 musllinux_1_2_x86_64 win_amd64 | diff - "$tmp/found"
}

audited() { "$env/bin/auditwheel" show "$1" | tr '\n' ' ' | grep "platform tag: *\"${2%%.*}\""; }

# refused WHEEL TAG SENTENCE: with this tag, the wheel is refused with this sentence.
refused() {
	cp "$1" "$tmp/robotsc-0-cp311-abi3-$2.whl"
	! check_wheel "$tmp/robotsc-0-cp311-abi3-$2.whl" >"$tmp/said" && grep "! $3" "$tmp/said"
}

# A wheel that needs a name that python3.def lacks is refused.
unstable() {
	mkdir "$tmp/packaging" && cp -r packaging/wheel_check.py packaging/wheels "$tmp/packaging" || return 1
	sed -i '/PyBytes_Size/d' "$tmp/packaging/wheels/python3.def"
	! "$env/bin/python" "$tmp/packaging/wheel_check.py" "$1" >"$tmp/said" &&
		grep '! not as python3.def: PyBytes_Size;' "$tmp/said"
}

# stub NAME WHEEL: unpacks a wheel, and writes a source with the names of Python that its module
# needs to load.
stub() {
	awk '/^\t/ { print "EXPORT void *" $1 ($2 == "DATA" ? "[64];" : "(void *p) { return p; }") }' \
		packaging/wheels/python3.def >"$tmp/stub.c" && mkdir "$tmp/$1" && "$(config python)" -m zipfile -e "$2" "$tmp/$1"
}
on_windows() {
	stub wine "$1" && cp "$tmp/wine/robotsc/_robotsc.pyd" "$tmp/wine" &&
		packaging/zig x86_64-windows-gnu -shared '-DEXPORT=__declspec(dllexport)' -o "$tmp/wine/python3.dll" \
			"$tmp/stub.c" &&
		packaging/zig x86_64-windows-gnu -o "$tmp/wine/load.exe" packaging/wheels/load_module.c &&
		cd "$tmp/wine" || return
	export WINEDEBUG=-all WINEPREFIX="$tmp/prefix"
	wine load.exe _robotsc.pyd && rm python3.dll && ! wine load.exe _robotsc.pyd
}
on_musl() {
	stub musl "$1" || return
	musl-gcc -rdynamic -DEXPORT= -o "$tmp/load" packaging/wheels/load_module.c "$tmp/stub.c" &&
		musl-gcc -o "$tmp/load_alone" packaging/wheels/load_module.c || return
	"$tmp/load" "$tmp/musl/robotsc/_robotsc.abi3.so" && ! "$tmp/load_alone" "$tmp/musl/robotsc/_robotsc.abi3.so"
}
inside() { ("$@"); }

# asked PYTHON: pip alone installs the wheel, with no compiler in PATH, and it answers.
asked() {
	rm -rf "$tmp/env" && "$1" -m venv "$tmp/env" || return 1
	PATH=$tmp/env/bin pip install -q --no-index --disable-pip-version-check "$made"/*-manylinux*"$(uname -m)".whl || return 1
	(cd "$tmp" && env/bin/python -c 'import robotsc
robot = robotsc.compile("User-agent: *\nDisallow: /x").agent("ExampleBot")
assert robot.allowed_many(["/", "/x"]).tolist() == [True, False]') &&
		conforms "$tmp/env/bin/python" conformance/adapters/py_robotsc.py
}

check 'a wheel for each system' seven
for wheel in "$made"/*.whl; do
	tag=${wheel##*-} tag=${tag%.whl}
	check "$tag" check_wheel "$wheel"
	case $tag in
	manylinux*) check "$tag: auditwheel" audited "$wheel" "$tag" ;;
	win*)
		check "$tag: another name" unstable "$wheel"
		check "$tag: wine loads it" inside on_windows "$wheel"
		;;
	musl*x86_64)
		if command -v musl-gcc >/dev/null; then check "$tag: musl loads it" on_musl "$wheel"; else skip 'no musl-gcc'; fi
		;;
	macosx*arm64) check "$tag: an older macOS" refused "$wheel" macosx_10_15_arm64 'it is not for macOS 10.15' ;;
	esac
done
check 'an older C library' refused "$made"/*-manylinux*x86_64.whl manylinux_2_15_x86_64 'it needs a newer C library'
check 'another processor' refused "$made"/*-musllinux*aarch64.whl musllinux_1_2_x86_64 'it is for AArch64'
for n in 11 12 13 14 15; do
	for python in "${PYENV_ROOT-$HOME/.pyenv}"/versions/3.$n.*/bin/python3.$n /usr/bin/python3.$n; do
		if [ -x "$python" ]; then check "pip and $("$python" --version)" asked "$python"; fi
	done
done
finish
