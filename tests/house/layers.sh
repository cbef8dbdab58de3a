#!/bin/sh
# layers.sh - who may include whom (CONTRIBUTING.md, "Layers"), as the compiler saw it.
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

# Small functions for texts and dates, for every folder.
texts='runtime/access/(calendar|text|utf8)\.h$'
# The folders of the compiler, each above those before it, and what all of them stand on.
compiler='support text dialect front pattern automaton code policy'
of_match='attributes|blob_layout|percent|load|checksum|nodes|vector'
# What a writer of snapshots shares with the reader: layouts, hashes, the agent index of a blob.
of_snapshot='half_sip_hash|snapshot_layout'
of_agents="$of_match|agent_index|ask_index"
# A keyed hash, for tables whose keys others choose.
keyed='(runtime/(snapshot/half_sip_hash|match/(load|attributes))|threads/table_key)\.h$'
under_compiler="include/robotsc/|$texts|runtime/(match/($of_match)|records/fields)\.h\$"

# up_to FOLDER: the folders of the compiler up to one of them, as alternatives.
up_to() {
	alternatives=
	for folder_below in $compiler; do
		alternatives=$alternatives${alternatives:+|}$folder_below
		[ "$folder_below" != "$1" ] || break
	done
	echo "$alternatives"
}

# What the sources of a folder may include, as an extended regular expression.
allowed() {
	case $1 in
	runtime/page) echo "^(runtime/(page/|access/date\.h\$)|$texts|include/robotsc/(common|page)\.h\$)" ;;
	runtime) echo '^(runtime/|include/robotsc/)' ;;
	compiler/*) echo "^(compiler/($(up_to "${1#*/}"))/|$under_compiler)" ;;
	compiler) echo "^(compiler/|$under_compiler)" ;;
	redis) echo "^(redis/|include/robotsc/|$keyed)" ;;
	lsp) echo "^(lsp/|insight/|compiler/|$under_compiler)" ;;
	cli) echo '^(cli/|include/robotsc/|import/(iso8601|resolve_url|stream)\.h$|lsp/lsp\.h$|threads/)' ;;
	threads) echo '^threads/' ;;
	store) echo "^(store/|include/robotsc/|$texts|threads/)" ;;
	snapshot) echo "^(snapshot/|include/robotsc/|$texts|threads/|runtime/(snapshot/($of_snapshot)|match/($of_agents))\.h\$)" ;;
	import) echo "^(import/|include/robotsc/|$texts|$keyed|threads/)" ;;
	insight/report) echo "^(insight/(report/|summary_same\.h\$)|include/robotsc/|compiler/support/(arena|sort)\.h\$|$texts)" ;;
	insight) echo "^(insight/|compiler/|$under_compiler)" ;;
	audit) echo "^(audit/|include/robotsc/|compiler/support/(arena|sort)\.h\$|insight/deciding_lines\.h\$|$keyed|$texts)" ;;
	bench) echo '^(bench/|include/robotsc/|tests/(compiler/hostile|support/splitmix)\.h$)' ;;
	fuzz)
		of_tests='tests/oracle/|tests/(support/(archive|fence|product|random_gen)|match/layout|'
		of_tests="${of_tests}records/extensions_(trial|use)|"
		of_tests="${of_tests}snapshot/(ask_snapshot|second_(digest|manifest|reader)|snapshot_mend))\.h\$"
		of_redis='redis/(module_api|policy_value|shared_blob)\.h$'
		echo "^(fuzz/|include/robotsc/|import/|store/|lsp/lsp\.h\$|runtime/match/blob_layout\.h\$|$of_redis|$of_tests)"
		;;
	tests) echo '.' ;;
	esac
}

# Only bench/passes.c may include more: it times the compiler's passes.
only_allowed() {
	pattern=$(allowed "$1")
	! awk -v folder="$1" '$2 !~ /^\// && index($1, folder "/") == 1' "$tmp/deps" | grep -Ev "^[^ ]+ ${pattern#^}" |
		grep -Ev '^bench/passes\.c (compiler|runtime)/'
}

all_built() {
	missing=0
	for source in "$1"/*.c "$1"/*.cc; do
		[ -f "$source" ] || continue
		# bench/rivals.sh and tests/cpp/cpp.sh build these.
		case $source in bench/by_url_google.cc | tests/cpp/hpp.cc) continue ;; esac
		if [ "$store" = no ] && is_of_store "$source"; then continue; fi
		grep -q "^$source " "$tmp/deps" || { echo "$source is in no object of build.ninja" && missing=1; }
	done
	[ $missing -eq 0 ]
}

# The runtime includes only freestanding headers of C11, with the headers that these include, and
# compilers' headers for the instructions of processors.
freestanding() {
	! awk '$1 ~ /^runtime\// && $2 ~ /^\// { print $1, $2 }' "$tmp/deps" |
		grep -Ev '/(stddef|stdint|stdint-gcc|stdbool|limits|stdalign|string|cpuid|[a-z0-9]*intrin)\.h$' |
		grep -Ev '/__stddef_[a-z_]*\.h$|/(bits|sys|gnu)/|/features'
}

some() { [ "$(wc -l <"$tmp/deps")" -gt 50 ]; }

# make builds the module for nginx, so its own lines say what it includes.
public_alone() {
	cat nginx/*.[ch] | grep '^#include' >"$tmp/includes" &&
		! grep -Ev '<ngx_[a-z]*\.h>|"(robotsc/[a-z]*|ngx_http_robots)\.h"' "$tmp/includes"
}

check 'nginx/ includes public headers alone' public_alone
check 'ninja knows the dependencies of a build' some
for folder in compiler/*/; do
	name=$(basename "$folder")
	check "what compiler/$name/ includes" only_allowed "compiler/$name"
	check "compiler/$name/ has its place" test "${compiler#*"$name"}" != "$compiler"
done
for folder in runtime runtime/page compiler insight insight/report audit lsp cli threads store snapshot import redis bench fuzz; do
	check "what $folder/ includes" only_allowed $folder
done
if [ "$store" = yes ]; then parts='cli/store store import'; else parts=cli/no_store; fi
for folder in runtime/* compiler compiler/* insight insight/report audit lsp cli threads snapshot $parts bench tests/* fuzz; do
	# Only Frama-C reads tests/proofs.
	[ "$folder" = tests/proofs ] || check "all of $folder/ is built" all_built "$folder"
done
check 'runtime/ includes no header that needs an operating system' freestanding
finish
