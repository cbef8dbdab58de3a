#!/bin/sh
# circles.sh - no two files of the product need each other, directly or by way of others.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

nm=$(command -v nm llvm-nm | head -n 1)
if [ -z "$(command -v python3)" ] || [ -z "$nm" ]; then
	skip 'circles: there is no python3 or no nm here'
else
	check 'no circle of files' python3 tests/house/circles.py "$builddir" "$nm"
fi
finish
