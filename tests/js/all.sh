#!/bin/sh
# all.sh - what 'ninja test-js' runs: every test of the npm package.
#
# SPDX-License-Identifier: Apache-2.0
cd "$(dirname "$0")/../.." || exit 1
names=
for script in tests/js/*.sh; do
	if [ "$script" != tests/js/all.sh ]; then names="$names $(basename "$script" .sh)"; fi
done
# shellcheck disable=SC2086 # a list of names
exec sh tests/run.sh $names
