#!/bin/sh
# cli.sh - the robotsc command: tests/cli/NAME.in is a shell script, NAME.out all that it prints.
#
# A script runs in an empty folder with robotsc on its PATH, standard error going where standard
# output goes; $examples and $robots are examples/ and examples/robots.txt.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh

tree=$PWD
mkdir "$tmp/bin"
ln -s "$robotsc" "$tmp/bin/robotsc"

golden() {
	rm -rf "$tmp/here"
	mkdir "$tmp/here"
	(
		cd "$tmp/here" || exit 1
		examples=$tree/examples robots=$tree/examples/robots.txt PATH=$tmp/bin:$PATH sh "$tree/$1.in" >"$tmp/out" 2>&1
	) </dev/null
	same "$1.out" "$tmp/out"
}

for in in tests/cli/*.in; do
	if [ "$store" = no ] && is_of_store "$in"; then
		skip "${in%.in}: there is no store in this build"
		continue
	fi
	check "${in%.in}" golden "${in%.in}"
done

# Any octets may stand in a token.
json() {
	printf 'User-agent: *\nDisallow: /a\nUser-agent: \303\251"\\\001x\nUser-agent: y\nDisallow: /b\n\303"\\: \001"\\\377\n' >"$tmp/odd.txt"
	for file in "$tmp/odd.txt" examples/robots.txt; do
		"$robotsc" dump --json "$file" | "$python" -m json.tool || return 1
		"$robotsc" dump --json --extensions "$file" | "$python" -m json.tool || return 1
		"$robotsc" records --json "$file" y | "$python" -m json.tool || return 1
		"$robotsc" compile -q --status=200 "$file" | "$robotsc" dump --json - | "$python" -m json.tool || return 1
	done
	"$robotsc" access --json --failure=dns --profile=1996 | "$python" -m json.tool || return 1
}

python=$(config python)
if [ -n "$python" ]; then check 'JSON is JSON' json; else skip 'no python3'; fi
finish
