#!/bin/sh
# layers.sh - who may include whom (CONTRIBUTING.md, "Four rings"), as the compiler saw it.
#
# ninja -t deps lists the files behind every object; a header is judged by its folder and the
# folder of the source.  Every source of the tree must be behind some object.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

# Lines "source header", for headers of the tree and of the system.
ninja -t deps | awk '
	/^[^ ].*: #deps/ { source = ""; next }
	/^    / {
		path = $1
		while (path ~ /[^\/]+\/\.\.\//) sub(/[^\/]+\/\.\.\//, "", path)
		if (source == "") source = path; else print source, path
	}' | sort -u >"$tmp/deps"

# The folders of the compiler; each is above the ones before it.
compiler='support text dialect front pattern automaton code policy'

# Rows of a ring, a folder, and what its sources may include besides headers of the folder.  The row
# of the longest folder counts, for sources and headers; a folder without one may include nothing.
# A ring knows itself and those before it, and nobody knows a binding or an integration (5): all
# bindings use bindings/c, and the page uses bindings/js.  analysis/audit is given a function that
# finds a host's policy and knows no snapshot.
layers() {
	public='include/robotsc/'
	# Small functions for texts and dates, for every folder.
	texts='runtime/access/(calendar|text|utf8)\.h'
	of_match='attributes|blob_layout|percent|load|checksum|nodes|vector'
	under="$public $texts runtime/match/($of_match)\.h runtime/records/fields\.h"
	# A keyed hash, for tables whose keys others choose.
	keyed='runtime/match/(half_sip_hash|load|attributes)\.h'
	memory='compiler/support/(arena|sort)\.h'
	of_tests='support/(archive|fence|product|random_gen)|runtime/match/layout|runtime/records/extensions_(trial|use)'
	of_tests="tests/($of_tests|hosts/snapshot/(ask_snapshot|second_(digest|manifest|reader)|snapshot_mend))\.h"
	cat <<-END
		1 include
		1 runtime $public runtime/
		1 runtime/page include/robotsc/(common|page|sitemap)\.h runtime/access/date\.h $texts
		1 compiler $under compiler/
	END
	below=
	for folder in $compiler; do
		echo "1 compiler/$folder $below $under"
		below="$below compiler/$folder/"
	done
	cat <<-END
		2 analysis $public compiler/ $under analysis/report/
		2 analysis/report $public analysis/summary_same\.h runtime/match/attributes\.h $memory $texts
		2 analysis/audit $public analysis/deciding_lines\.h $memory $keyed $texts
		3 hosts
		3 hosts/store $public hosts/(octets|pipeline|table_key)\.h $texts
		3 hosts/import $public hosts/(pipeline|table_key)\.h $keyed $texts
		3 hosts/snapshot/reader $public runtime/
		3 hosts/snapshot/files $public hosts/agent_order\.h
		3 hosts/snapshot/maker $public hosts/(octets|pipeline)\.h $keyed $texts \
			hosts/(agent_order|snapshot/reader/snapshot_layout)\.h runtime/match/(agent_index|ask_index|$of_match)\.h
		4 cli $public hosts/(pipeline|import/(iso8601|stream))\.h cli/lsp/lsp\.h
		4 cli/lsp $public analysis/ compiler/ $under
		5 bindings/c $public
		6 bindings/c/tests $public bindings/c/ tests/support/test\.h
		5 integrations/redis $public $keyed
		6 conformance $public
		6 bench $public tests/(compiler/hostile|support/splitmix)\.h
		6 fuzz $public bindings/c/(bind|flags)\.h hosts/octets\.h hosts/(import|store)/ cli/lsp/lsp\.h tests/oracle/ \
			$of_tests runtime/match/blob_layout\.h integrations/redis/(module_api|policy_value)\.h
		6 tests .*
	END
}
layers >"$tmp/layers"

# Prints includes that no row allows; fails if there are any.
only_allowed() {
	! awk '
		NR == FNR { ring[$2] = $1; for (i = 3; i <= NF; i++) may[$2] = may[$2] " " $i; next }
		function row_of(path) {
			while (path != "" && !(path in ring))
				if (!sub(/\/[^\/]*$/, "", path)) path = ""
			return path
		}
		$2 ~ /^\// { next }
		{
			row = row_of($1); ok = row != "" && row_of($2) == row
			n = split(may[row], each)
			for (i = 1; i <= n; i++) ok = ok || $2 ~ "^" each[i] (each[i] ~ /\/$/ ? "" : "$")
			if (!ok || ring[row_of($2)] > ring[row]) print $1 " includes " $2
		}' "$tmp/layers" "$tmp/deps" | grep .
}

all_built() {
	missing=0
	for source in "$1"/*.c "$1"/*.cc; do
		[ -f "$source" ] || continue
		# bench/peers.sh and scripts of tests/cpp build these.
		case $source in bench/by_url_google.cc | tests/cpp/hpp.cc | tests/cpp/one_robot_google.cc) continue ;; esac
		if [ "$store" = no ] && is_of_store "$source"; then continue; fi
		grep -q "^$source " "$tmp/deps" || { echo "$source is in no object of edges.ninja" && missing=1; }
	done
	[ $missing -eq 0 ]
}

# The runtime includes only freestanding headers of C11, with the headers that these include, and
# compilers' headers for the instructions of processors.
freestanding() {
	! awk '$1 ~ /^(runtime|hosts\/snapshot\/reader)\// && $2 ~ /^\// { print $1, $2 }' "$tmp/deps" |
		grep -Ev '/(stddef|stdint|stdint-gcc|stdbool|limits|stdalign|string|cpuid|[a-z0-9]*intrin)\.h$' |
		grep -Ev '/__stddef_[a-z_]*\.h$|/(bits|sys|gnu)/|/features'
}

some() { [ "$(wc -l <"$tmp/deps")" -gt 50 ]; }

# make and not ninja builds the module for nginx, so its own lines say what it includes.
public_alone() {
	cat integrations/nginx/*.[ch] | grep '^#include' >"$tmp/includes" &&
		! grep -Ev '<ngx_[a-z]*\.h>|"(robotsc/[a-z]*|ngx_http_robots)\.h"' "$tmp/includes"
}

check 'integrations/nginx/ includes public headers alone' public_alone
check 'ninja knows the dependencies of a build' some
check 'each folder includes what its row allows' only_allowed
for folder in compiler/*/; do
	name=$(basename "$folder")
	check "compiler/$name/ has its place" test "${compiler#*"$name"}" != "$compiler"
done
if [ "$store" = yes ]; then parts='cli/store hosts/store hosts/import'; else parts=cli/no_store; fi
for folder in runtime/* compiler compiler/* analysis analysis/report analysis/audit hosts hosts/snapshot/* $parts cli cli/lsp \
	bindings/c bench $(find tests -name '*.c' | sed 's|/[^/]*$||' | sort -u) fuzz; do
	# Only Frama-C reads tests/proofs; 'ninja model' builds tests/model.
	case $folder in tests/proofs | tests/model) continue ;; esac
	check "all of $folder/ is built" all_built "$folder"
done
check 'runtime/ and the reader of snapshots include no header that needs an operating system' freestanding
finish
