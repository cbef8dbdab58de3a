#!/bin/sh
# pip.sh - pip builds the archive in a plain environment, or ends with a sentence that helps.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

PYTHON=${PYTHON-python3}
if ! "$PYTHON" -c 'import setuptools' 2>/dev/null || ! "$PYTHON" -m venv "$tmp/plain" >/dev/null 2>&1; then
	skip 'pip: there is no setuptools, or no venv'
	finish
fi

archive() { PYTHON=$PYTHON sh packaging/python "$builddir" && ls "$builddir"/python/robotsc-*.tar.gz; }

pip_install() {
	"$tmp/plain/bin/python" -m pip install --disable-pip-version-check --no-index --no-build-isolation \
		"$builddir"/python/robotsc-*.tar.gz >"$tmp/said" 2>&1
}

remove() { "$tmp/plain/bin/python" -m pip uninstall -q -y "$@" || true; }

no_wheel() {
	remove wheel
	"$tmp/plain/bin/python" -c 'import setuptools.command.bdist_wheel' 2>/dev/null && return
	! pip_install && grep "no wheel: run 'pip install setuptools wheel'" "$tmp/said"
}

no_setuptools() {
	remove wheel setuptools
	! pip_install && grep "no setuptools: run 'pip install setuptools wheel'" "$tmp/said"
}

check 'the archive' archive
check 'without wheel pip says what to install' no_wheel
check 'without setuptools pip says what to install' no_setuptools
finish
