#!/bin/sh
# run.sh - compile the example and check its URLs; shows the commands that it runs.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."

robotsc=$(sed -n 's/^builddir = //p' config.ninja)/robotsc
blob=$(mktemp)
trap 'rm -f "$blob"' EXIT

echo '$ robotsc compile -o site.robots examples/robots.txt'
"$robotsc" compile -o "$blob" examples/robots.txt
echo '$ robotsc check site.robots ExampleBot <examples/urls.txt'
# 1: not everything is allowed
"$robotsc" check "$blob" ExampleBot <examples/urls.txt || [ $? -eq 1 ]
