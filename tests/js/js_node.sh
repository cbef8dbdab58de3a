#!/bin/sh
# js_node.sh - the npm package in Node: its archive is installed and asked.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh
. tests/support/js_lib.sh

package
check 'policies and agents' node_test policy.test.mjs
finish
