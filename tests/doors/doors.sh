#!/bin/sh
# doors.sh - what each door says to what is not due: the table of docs/doors.md.
#
# A driver is given the inputs of inputs.sh, and prints lines: a row of the table, a call, and what
# it says, with tabs between.  They must be those of answers.tsv, from which the table is made.
# A door whose tools this machine lacks keeps the lines that it has.  A door that comes later has a
# driver and a line below.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

here=tests/doors tab=$(printf '\t')
# The columns, from left to right; and how many answers may be silent.
columns='C,command,Python,Scrapy,JavaScript,Go,Java,Redis,page,hooks,examples' most_silent=0
export ROBOTSC="$robotsc"
mkdir "$tmp/inputs" "$tmp/doors"

# door NAME TOOLS COMMAND...: TOOLS: yes, or what is not there.
door() {
	name=$1 tools=$2
	shift 2
	grep "^$name$tab" $here/answers.tsv >"$tmp/doors/$name"
	if [ "$tools" = yes ]; then
		check "what the door '$name' says" answers "$@"
	else
		skip "the door '$name': there is no $tools; its column is the one of before"
	fi
}

answers() {
	if ! "$@" "$tmp/inputs" >"$tmp/answers" 2>"$tmp/driver.err" || [ ! -s "$tmp/answers" ]; then
		cat "$tmp/driver.err"
		return 1
	fi
	sed "s/^/$name$tab/" "$tmp/answers" >"$tmp/now"
	if [ "$BLESS" = yes ]; then cp "$tmp/now" "$tmp/doors/$name"; fi
	diff -u "$tmp/doors/$name" "$tmp/now"
}

# The table.  In a cell the most frequent answer stands alone, others with the calls that give them.
table() {
	awk -F '\t' -v columns="$columns" '
		FILENAME == ARGV[1] { row[++rows] = $2; next }
		{
			key = $2 SUBSEP $1 SUBSEP $4
			calls[key] = calls[key] (calls[key] ? ", " : "") "`" $3 "`"
			count[key]++
		}
		function cell(r, d,    c, most, said) {
			for (c = 2; c <= words; c++)
				if (count[r, d, word[c]] > count[r, d, most]) most = word[c]
			said = most
			for (c = 1; c <= words; c++)
				if (word[c] != most && count[r, d, word[c]])
					said = (said ? said "; " : "") word[c] ": " calls[r, d, word[c]]
			return said ? said : "-"
		}
		END {
			doors = split(columns, name, ",")
			words = split("silent error warning answer right contract", word, " ")
			printf("| given |")
			for (d = 1; d <= doors; d++) printf(" %s |", name[d])
			printf("\n| --- |")
			for (d = 1; d <= doors; d++) printf(" --- |")
			for (r = 1; r <= rows; r++) {
				printf("\n| %s |", row[r])
				for (d = 1; d <= doors; d++) printf(" %s |", cell(row[r], name[d]))
			}
			print ""
		}' "$tmp/inputs/rows" $here/answers.tsv
}

write_table() {
	echo "$columns" | tr , '\n' | while read -r name; do cat "$tmp/doors/$name"; done >"$tmp/all"
	same $here/answers.tsv "$tmp/all" || return 1
	table >"$tmp/table"
	awk -v table="$tmp/table" '
		/^\| given \|/ { while ((getline line <table) > 0) print line; inside = 1 }
		inside && !/^\|/ { inside = 0 }
		!inside' docs/doors.md >"$tmp/page"
	[ "$(grep -c '^| ' "$tmp/table")" -gt 20 ] && same docs/doors.md "$tmp/page"
}

# An answer that misleads, with nothing that says so.
few_silent() { [ "$(grep -c 'silent$' $here/answers.tsv)" -le $most_silent ]; }

sh $here/inputs.sh "$tmp/inputs" || exit 1

# ---- the doors ------------------------------------------------------------------

door C yes "$builddir/tests/c_door"
if [ "$store" = yes ]; then door command yes sh $here/command.sh; else door command 'store in this build'; fi

in_c() {
	cc=$(config cc) cflags=$(config cflags)
	mkdir "$tmp/bin" || return 1
	for example in embed reader robot; do
		# shellcheck disable=SC2086 # both are words
		$cc $cflags -std=c11 -Iinclude -o "$tmp/bin/$example" examples/$example.c "$builddir/librobotsc.a" || return 1
	done
	BIN="$tmp/bin" sh $here/examples_door.sh "$1"
}
door examples yes in_c

if ! command -v git >/dev/null; then
	door hooks git
elif ! python3 -c 'import yaml' 2>/dev/null; then
	door hooks python3-yaml
else
	door hooks yes sh $here/hooks_door.sh
fi

# lacks LIBRARY: what a library for tests would skip for, or nothing.
lacks() {
	# shellcheck source=/dev/null
	(. "tests/support/$1" && : >"$tmp/said") >"$tmp/said"
	sed -n 's/^skipped: .*: there is no //p; s/^skipped: .*: configure has not found //p' "$tmp/said"
}

javascript() { PACKAGE="$builddir/js/robotsc" node $here/javascript_door.mjs "$1"; }

missing=$(lacks js_lib.sh)
if [ ! -f "$builddir/js/robotsc/package.json" ]; then missing='package: ninja js makes it'; fi
door JavaScript "${missing:-yes}" javascript

# A module of its own that has the one of the tree in place of a released one.
in_go() {
	module=$(sed -n 's/^module //p' bindings/go/go.mod)
	mkdir "$tmp/go" && sed "s|MODULE\"|$module\"|" $here/go_door.go >"$tmp/go/main.go" &&
		printf 'module door\n\ngo 1.19\n\nrequire %s v0.0.0\n\nreplace %s => %s/bindings/go\n' "$module" "$module" "$PWD" \
			>"$tmp/go/go.mod" && (cd "$tmp/go" && GOCACHE="$builddir/go" GOPROXY=off GOFLAGS=-mod=mod go run . "$1")
}

if [ "$(config go_edges)" = bindings/go/go.ninja ]; then door Go yes in_go; else door Go go; fi

in_java() { java -cp "$builddir/java/robotsc.jar" $here/java_door.java "$1"; }

missing=$(lacks java_lib.sh)
if [ "$store" = no ]; then missing='store in this build'; fi
if [ ! -f "$builddir/java/robotsc.jar" ]; then missing='package: ninja java makes it'; fi
door Java "${missing:-yes}" in_java

in_redis() { TESTS="$PWD/redis/tests" BUILD="$builddir" python3 $here/redis_door.py "$1"; }

if [ ! -f "$builddir/redis/robotsc.so" ]; then
	door Redis 'module: ninja redis makes it'
else
	door Redis yes in_redis
fi

in_chromium() { WEB="$builddir/web" TOOLS="$builddir/web-tools" CHROMIUM=$chromium node $here/page_door.mjs "$1"; }

chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
if [ ! -f "$builddir/web/index.html" ]; then
	door page 'page: ninja web makes it'
elif [ -z "$chromium" ]; then
	door page chromium
else
	door page yes in_chromium
fi

missing=$(lacks python_lib.sh)
if [ -n "$missing" ] || [ "$store" = no ]; then
	door Python "${missing:-store in this build}"
	door Scrapy "${missing:-store in this build}"
else
	. tests/support/python_lib.sh
	package
	door Python yes py $here/python_door.py
	if "$PYTHON" -W ignore -c 'import scrapy' 2>/dev/null; then
		door Scrapy yes py $here/scrapy_door.py
	else
		door Scrapy Scrapy
	fi
fi

# ---- the table ------------------------------------------------------------------

check 'the table of docs/doors.md' write_table
check 'no more answers are silent' few_silent
finish
