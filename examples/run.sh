#!/bin/sh
# run.sh - shows robotsc at work on the robots.txt of a shop, with the commands that it runs.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$(dirname "$0")/.."

robotsc=$(sed -n 's/^builddir = //p' config.ninja)/robotsc
url=https://shop.example/private/press/2026/release.html
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT

echo "\$ robotsc explain examples/robots.txt ExampleBot $url"
"$robotsc" explain examples/robots.txt ExampleBot "$url"

printf '\n%s\n' 'A reader of the draft of 1996 takes the first rule that matches, which is another one:'
echo "\$ robotsc check --dialect=koster1996 examples/robots.txt ExampleBot $url"
# Exit status 1 says that a URL is disallowed.
"$robotsc" check --dialect=koster1996 examples/robots.txt ExampleBot "$url" || [ $? -eq 1 ]

printf '\n%s\n' '$ robotsc compile -q -o site.robots --agent=ExampleBot examples/robots.txt'
"$robotsc" compile -q -o "$tmp/site.robots" --agent=ExampleBot examples/robots.txt
echo "$(($(wc -c <"$tmp/site.robots"))) octets are all that ExampleBot keeps of this host."
echo '$ robotsc check site.robots ExampleBot <million.txt'
awk '{ url[NR] = $0 } END { for (i = 0; i < 1000000; i++) print url[i % NR + 1] }' examples/urls.txt >"$tmp/million.txt"
(
	"$robotsc" check "$tmp/site.robots" ExampleBot <"$tmp/million.txt" >"$tmp/verdicts" || [ $? -eq 1 ]
	times >"$tmp/times"
)
awk 'NR == 2 { split($1, s, /[ms]/); print 1000 * (60 * s[1] + s[2]) }' "$tmp/times" | (
	read -r ns
	echo "A million verdicts took $ns ns each; most of it was reading and writing lines."
)

echo
echo 'Go on: docs/tour.md, the command; docs/crawlers.md, a crawler; docs/site-owners.md, your file.'
