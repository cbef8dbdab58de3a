#!/bin/sh
# cluster_smoke.sh - the Redis module on a cluster of six servers: what is quick.
#
# cluster_fleet.sh has everything.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh
. tests/support/cluster_lib.sh

check 'the Python package' redis_package
snapshot=
if [ "$store" = yes ]; then
	check 'a snapshot' redis_snapshot examples/crawl.warc.gz
	snapshot=$tmp/policies.snapshot
fi
redis_test cluster_smoke ${snapshot:+"$snapshot"}
ROBOTSC_CORPUS='' redis_test cluster_corpus 60
redis_test cluster_fleet 42
finish
