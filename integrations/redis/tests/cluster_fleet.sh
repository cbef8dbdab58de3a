#!/bin/sh
# cluster_fleet.sh - the Redis module on a cluster: every answer, failures, and the fleet.
#
#	ROBOTSC_FLEET_ORIGINS   origins of the crawl; 1000 if unset
#	ROBOTSC_FORGED          forged payloads; 100000 if unset, a fiftieth of that under valgrind
#
# With ROBOTSC_CORPUS, all texts of the corpus are asked.  With ROBOTSC_REDIS_ALL set but empty, as
# in .ci/run, only cluster_smoke.sh tests the cluster.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. integrations/redis/tests/cluster_lib.sh
if [ -z "${ROBOTSC_REDIS_ALL-yes}" ]; then
	skip 'the cluster, in full: .ci/run all, or ninja test-redis'
	check 'what is quick is there' test -f integrations/redis/tests/cluster_smoke.sh
	finish
fi
forged=${ROBOTSC_FORGED-100000} origins=${ROBOTSC_FLEET_ORIGINS-1000}

forger() {
	# shellcheck disable=SC2046,SC2086 # a command and its flags
	$(config cc) -shared -fPIC -O1 -Wl,-u,robotsc_open -I. -Iinclude -Iruntime -Itests -Ifuzz fuzz/forge.c \
		fuzz/forge_map.c fuzz/forge_nodes.c tests/support/product.c "$builddir/librobotsc.a" -o "$tmp/forge.so"
}

prepare 'the Python package' redis_package
prepare 'the forger, as a shared library' forger
redis_test cluster_corpus
redis_test cluster_compile
redis_test cluster_storm
redis_test cluster_forged "$tmp/forge.so" "$forged" "$(date +%j)"
if command -v valgrind >/dev/null; then
	redis_test cluster_forged "$tmp/forge.so" $((forged / 50)) 38 valgrind -q --leak-check=full --errors-for-leak-kinds=definite
else
	skip 'forged payloads under valgrind: there is none'
fi
redis_test cluster_fleet "$origins"
finish
