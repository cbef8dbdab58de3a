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
	snapshot=$tmp/crawl.rfc9309.snapshot
	check 'an archive' cp examples/crawl.warc.gz "$tmp/crawl"
	check 'a snapshot' redis_snapshot "$tmp/crawl"
	check 'an archive of all outcomes' "$PYTHON" redis/tests/outcomes.py "$tmp/outcomes"
	check 'its snapshot' redis_snapshot "$tmp/outcomes"
	check 'its snapshot in the dialect google' redis_snapshot "$tmp/outcomes" google
fi
redis_test cluster_smoke ${snapshot:+"$snapshot" "$tmp/outcomes"}
ROBOTSC_CORPUS='' redis_test cluster_corpus 60
redis_test cluster_fleet 42
finish
