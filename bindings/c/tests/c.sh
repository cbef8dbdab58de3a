#!/bin/sh
# c.sh - bindings/c answers the table of cases.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/tests/cases_lib.sh

if [ -z "$(config python)" ]; then
	skip 'bindings/c: there is no python3 to make the table of cases'
	check 'its driver is there' test -f bindings/c/tests/cases.c
	finish
fi
prepare 'the table and the driver are built' ninja cases
answers "$builddir/bindings/c/cases" "$CASES"
finish
