#!/bin/sh
# differences.sh - conformance/find_differences.py finds what a reader gets wrong in files, makes it
# small, and says what it is about.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

python=$(config python)
small() { "$python" tests/conformance/smallest_check.py; }

# reader NAME COMMAND: prints a line for the list of readers.
reader() { printf '%s\t1\t%s\t\n' "$1" "$2"; }

find_differences() {
	PATH="$(cd "$(dirname "$robotsc")" && pwd):$PATH" "$python" conformance/find_differences.py \
		--readers="$tmp/list" --reference=robotsc "$@" >"$tmp/out"
	status=$?
	cat "$tmp/out"
	return $status
}

printf 'while read -r line; do echo {\\"verdict\\":\\"refuse\\"}; done\n' >"$tmp/broken.sh"
{
	reader robotsc "$builddir/conformance/c_robotsc"
	reader urllib "$python conformance/adapters/py_urllib.py"
	reader again "$builddir/conformance/c_robotsc"
	reader broken "sh $tmp/broken.sh"
} >"$tmp/list"
mkdir "$tmp/texts"
printf '# A shop\r\nUser-agent: OtherBot\r\nUser-agent: *\r\n\r\nDisallow: /cart/\r\n' >"$tmp/texts/one"
printf 'User-agent: *\nDisallow: /\nAllow: /open/\nSitemap: https://shop.example/map\n' >"$tmp/texts/two"
printf 'User-agent: *\nDisallow: /a%%2Fb/\n' >"$tmp/texts/three"

# Each file counts once, whatever the number of its paths.
counts() {
	find_differences "$tmp/texts"
	grep -q '^| urllib 1 | 2 | 1 | 1 | 0 |$' "$tmp/out" && grep -q '^| again 1 | 0 | 0 | 0 | 0 |$' "$tmp/out" &&
		grep -q '^| broken 1 | 3 | 0 | 0 | 3 |$' "$tmp/out" &&
		grep -q '^3 files, [1-9][0-9]* paths; right is what robotsc say.$' "$tmp/out"
}

# Each difference has its cause; nothing tells which host it comes from.
causes() {
	find_differences --twists "$tmp/texts"
	grep -qF '| urllib | 1 | too open: empty line | `User-agent: *\r\n\r\nDisallow: /` and `/` |' "$tmp/out" &&
		grep -qF '| urllib | 1 | too closed: two rules, Allow and Disallow |' "$tmp/out" &&
		grep -q '^| urllib | 1 | too closed: escape in a rule' "$tmp/out" && ! grep -qE 'shop|cart' "$tmp/out"
}

# With two references, only paths count on which both agree.
agree() {
	find_differences --reference=urllib "$tmp/texts"
	grep -q '^| again 1 | 0 |' "$tmp/out" && grep -q 'right is what robotsc and urllib say' "$tmp/out"
}

paths() { sed -n 's/^3 files, \([0-9]*\) .*/\1/p' "$tmp/out"; }

# Other spellings give more paths; the texts in a WARC file count like text files.
more() {
	find_differences --twists "$tmp/texts"
	twisted=$(paths)
	find_differences "$tmp/texts"
	[ "$twisted" -gt "$(paths)" ] || return 1
	find_differences examples/crawl.warc.gz
	grep -q '^| again 1 | 0 |' "$tmp/out" && [ "$(sed -n 's/ files, .*//p' "$tmp/out")" -ge 3 ]
}

# A reader that is not there is reported.
missing() {
	{ cat "$tmp/list" && reader missing /no-such; } >"$tmp/more"
	find_differences --readers="$tmp/more" "$tmp/texts" 2>"$tmp/err"
	status=$?
	cat "$tmp/err"
	[ $status -eq 2 ] && [ "$(cat "$tmp/err")" = '/no-such: No such file or directory' ]
}

# The commands of README.md work unchanged; urllib stands for the checkout that they need.
page_works() (
	mkdir "$tmp/page" && cp -R conformance "$tmp/page" && cp examples/crawl.warc.gz "$tmp/page/robots.warc.gz" || exit
	PATH="$(cd "$(dirname "$robotsc")" && pwd):$PATH"
	cd "$tmp/page" && tab=$(printf '\t') || exit
	# shellcheck disable=SC2016 # readers.sh reads it
	version='test -n "$GOOGLE_ROBOTSTXT" \&\& echo 1' command='python3 conformance/adapters/py_urllib.py'
	sed -i "s,^google/robotstxt$tab.*,google/robotstxt$tab$version$tab$command$tab," conformance/checkouts.txt
	sed -n '/^## What no case has yet/,/^Paths/{/^```sh/,/^```$/p;}' conformance/README.md |
		sed "/^\`\`\`/d; s,/tmp/,$tmp/page/,g" >page.sh
	sh -e page.sh >out
	status=$?
	cat page.sh out
	[ $status -eq 0 ] && grep -q 'right is what google/robotstxt say' out && grep -q '^| urllib ' out
)

check 'what is left cannot be made smaller' small
check 'files that a reader misjudges' counts
check 'causes, without names' causes
check 'two references' agree
check 'a reader that is not there' missing
check 'the commands of its page' page_works
check 'other spellings, and WARC files' more
finish
