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
check 'the vectors' node_test vectors.test.mjs
check 'answers of the command' node_test command.test.mjs
check 'memory, hostile texts' node_test memory.test.mjs
finish
