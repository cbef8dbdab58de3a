#!/bin/sh
# redis_module.sh - builds the Python package, and runs bench/redis_module.py.
#
#	bench/redis_module.sh [ROUNDS]
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/support/lib.sh
. integrations/redis/tests/cluster_lib.sh
redis_package >"$tmp/package.log" 2>&1 || { cat "$tmp/package.log" && exit 1; }
PYTHONPATH=$site "$PYTHON" -W ignore bench/redis_module.py "$module" "$@"
