#!/bin/sh
# cluster_smoke.sh - the quick tests of the Redis module on a cluster of six servers.
#
# cluster_fleet.sh has all tests.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. integrations/redis/tests/cluster_lib.sh

prepare 'the Python package' redis_package
snapshot=
if [ "$store" = yes ]; then
	snapshot=$tmp/crawl.rfc9309.snapshot
	prepare 'an archive' cp examples/crawl.warc.gz "$tmp/crawl"
	prepare 'a snapshot' redis_snapshot "$tmp/crawl"
	prepare 'an archive of all outcomes' "$PYTHON" integrations/redis/tests/outcomes.py "$tmp/outcomes"
	prepare 'its snapshot' redis_snapshot "$tmp/outcomes"
	prepare 'its snapshot in the dialect google' redis_snapshot "$tmp/outcomes" google
fi
redis_test cluster_smoke ${snapshot:+"$snapshot" "$tmp/outcomes"}
ROBOTSC_CORPUS='' redis_test cluster_corpus 60
redis_test cluster_fleet 42
finish
