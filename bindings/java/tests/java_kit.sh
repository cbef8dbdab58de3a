#!/bin/sh
# java_kit.sh - the Java package beside the kit of questions that readers are held against.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/java/tests/java_lib.sh
need_junit

kit=${ROBOTSC_KIT-$builddir/kit}
answers() { java_test "$1" -Drobotsc.kit="$kit"; }

if [ -f "$kit/blobs.kit" ]; then
	check 'blobs' answers KitTest
	check 'snapshots' answers KitSnapshotTest
else
	skip 'there is no kit'
fi
finish
