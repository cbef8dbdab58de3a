#!/bin/sh
# recipes.sh - the recipes of the pages and of the command to fetch a robots.txt, run against a
# local server with all kinds of answers: a fetch that failed never ends in a verdict.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh
. tests/support/web_lib.sh

# Each row: the result that a recipe must have, the host, and the other members of its answer.
# rules: the verdict of its rules; allow: an empty file; warned: a warning that it is no robots.txt;
# nothing: nothing on standard output, and a status that is not 0.
cat >"$tmp/answers" <<'END'
rules plain "body": "User-agent: *\nDisallow: /cart\n"
rules moved "status": 301, "fields": {"Location": "http://plain.example/robots.txt"}, "body": "<html>moved"
rules twice "status": 302, "fields": {"Location": "http://moved.example/robots.txt"}
rules zipped "gzip": true, "body": "User-agent: *\nDisallow: /cart\n"
rules chunked "chunked": true, "body": "User-agent: *\nDisallow: /cart\n"
allow empty "body": ""
warned challenge "body": "<!DOCTYPE html>\n<html><body>Are you a robot?</body></html>\n"
warned challenge202 "status": 202, "body": "<html><body>Please wait</body></html>\n"
nothing missing "status": 404, "body": "User-agent: *\nAllow: /\n"
nothing gone "status": 410
nothing members "status": 403, "body": "<html>no</html>"
nothing busy "status": 503, "fields": {"Retry-After": "60"}, "body": "later"
nothing error "status": 500
nothing loop "status": 301, "fields": {"Location": "http://loop.example/robots.txt"}
nothing to-missing "status": 301, "fields": {"Location": "http://missing.example/robots.txt"}
nothing cut "body": "User-agent: *\n", "length": 1000
nothing silent "close": true
END

# Nobody listens on port 1.
origins() {
	while read -r due host _; do echo "$due http://$host.example"; done <"$tmp/answers"
	echo 'nothing http://127.0.0.1:1'
}

serve() {
	while read -r _ host members; do
		printf '{"at": "%s.example/robots.txt", %s}\n' "$host" "$members"
	done <"$tmp/answers" >"$tmp/table"
	mkdir "$tmp/bin" "$tmp/here" && ln -s "$robotsc" "$tmp/bin/robotsc" && start_web "$tmp/table" one.example two.example
}

# The server itself: its table, log and ports, through the proxy and directly.
server() {
	: >"$web_log"
	cat >>"$tmp/table" <<'END'
{"at": "one.example", "body": "first", "then": [{"body": "second"}, {"status": 404, "body": "third"}]}
{"at": "localhost/x?y", "body": "direct"}
END
	for _ in 1 2 3 4; do web curl -s http://one.example/a; done >"$tmp/got"
	{
		curl -s --noproxy '*' "http://127.0.0.1:$(sed -n 2p "$tmp/web.port")/b"
		curl -s --noproxy '*' "http://127.0.0.1:$(sed -n 3p "$tmp/web.port")/c"
		curl -s --noproxy '*' "http://localhost:$web_port/x?y"
	} >>"$tmp/got"
	[ "$(cat "$tmp/got")" = 'firstsecondthirdthirdfirstnot here
direct' ] || return 1
	cut -f 2- "$web_log" | tr '\t\n' ' ,' >"$tmp/asked"
	a='GET http://one.example/a'
	[ "$(cat "$tmp/asked")" = "$a 200,$a 200,$a 404,$a 404,GET http://one.example/b 200,GET http://two.example/c 404,\
GET http://localhost/x?y 200," ]
}

# run COMMAND: as a reader of the page would.  $tmp/out, $tmp/err and $status have the results.
run() {
	(cd "$tmp/here" && PATH=$tmp/bin:$PATH web timeout 200 sh -c "$1") >"$tmp/out" 2>"$tmp/err" </dev/null
	status=$?
}

# answers RECIPE: a recipe that asks about https://shop.example/cart, run for each origin in its
# place, in a folder in which it has succeeded before.
answers() {
	case $1 in
	*https://shop.example*) ;;
	*) return 1 ;;
	esac
	origins >"$tmp/origins"
	while read -r due origin; do
		run "$(printf '%s\n' "$1" | sed "s|https://shop.example|$origin|g")"
		verdict=$(head -n 1 "$tmp/out" | cut -f 1)
		echo "$origin: status $status: $verdict: $(cat "$tmp/err")"
		case $due in
		rules) [ "$verdict" = disallow ] ;;
		allow) [ "$verdict" = allow ] ;;
		warned) grep -q 'this looks like a web page, not like a robots.txt' "$tmp/err" ;;
		nothing) [ ! -s "$tmp/out" ] && [ "$status" -ne 0 ] && grep -q '^curl: ' "$tmp/err" ;;
		esac || return 1
	done <"$tmp/origins"
}

# blocks FILE: puts each shell block of a page that fetches into a file of $tmp/blocks.
blocks() {
	rm -rf "$tmp/blocks" && mkdir "$tmp/blocks"
	awk -v folder="$tmp/blocks" '
		/^```/ { if (!inside) n++; inside = !inside && /^```(sh|console)$/; next }
		inside { print >(folder "/" n) }' "$1"
	grep -LwE 'curl|wget' "$tmp/blocks"/* 2>"$tmp/err" | xargs -r rm
}

page() {
	blocks docs/site-owners.md
	[ "$(find "$tmp/blocks" -type f | wc -l)" -eq 1 ] && answers "$(cat "$tmp/blocks"/*)"
}

# As docs/fleet.md says: after curl, and an import of the list of fetched files, no origin that
# failed is in the store.
listed() {
	fetch=$(grep -o '`curl [^`]* FILE URL`' docs/fleet.md | tr -d '`')
	[ -n "$fetch" ] || return 1
	rm -f "$tmp/here/list"
	origins >"$tmp/origins"
	while read -r _ origin; do
		file=${origin##*/}.txt
		run "$(echo "$fetch" | sed "s|FILE|$file|; s|URL|$origin/robots.txt|") && printf '%s\t%s\n' $origin $file >>list"
	done <"$tmp/origins"
	run 'robotsc import --quiet --store=policies list'
	[ "$status" -eq 0 ] || return 1
	sed -n '/^nothing/!s/.* //p' "$tmp/origins" | sort >"$tmp/expected"
	run 'robotsc store list --store=policies'
	cut -f 1 "$tmp/out" | sort | diff "$tmp/expected" -
}

# No other page fetches, except the help of web, which has a short form of the recipe of
# docs/web.md; tests/cli/refresh.sh runs examples/refresh.sh.
no_other() {
	for file in README.md CONTRIBUTING.md docs/*.md docs/*/*.md examples/*.sh packaging/man/robotsc.3 cli/help/[!w]*.txt; do
		case $file in
		docs/site-owners.md | docs/fleet.md | examples/refresh.sh) continue ;;
		*.md) blocks "$file" ;;
		*) rm -rf "$tmp/blocks" && mkdir "$tmp/blocks" && cp "$file" "$tmp/blocks" ;;
		esac
		! grep -HnwE 'curl|wget .*-' "$tmp/blocks"/* 2>"$tmp/err" | grep -v 'http://127[.]0[.]0[.]1:' ||
			{ echo "$file: let recipes.sh run it" && return 1; }
	done
	! grep -nwE '(curl|wget) -[^`]*\|' README.md docs/*.md docs/*/*.md
}

# advice COMMAND OPERAND...: the recipe that the command gives for https://shop.example/robots.txt
# in place of a file, with the operands in the place of "...".
advice() {
	command=$1
	shift
	"$robotsc" "$command" https://shop.example/robots.txt "$@" 2>"$tmp/said" && return 1
	sed -n "s|.*; write: \(.*\) \.\.\.\$|\1 $*|p" "$tmp/said"
}

advised() { answers "$(advice "$1" Googlebot /cart)"; }

# What other commands advise: after a failed fetch it prints nothing, else the command's answer
# about the file.
advised_others() {
	printf 'User-agent: *\nDisallow: /cart\n' >"$tmp/here/plain.txt"
	for command in lint inspect compile page; do
		recipe=$(advice "$command")
		[ -n "$recipe" ] || return 1
		origins | sed -n 's/^nothing //p' >"$tmp/origins"
		while read -r origin; do
			run "$(printf '%s\n' "$recipe" | sed "s|https://shop.example|$origin|g")"
			if [ -s "$tmp/out" ] || [ "$status" -eq 0 ] || ! grep -q '^curl: ' "$tmp/err"; then
				echo "$command: $origin" && return 1
			fi
		done <"$tmp/origins"
		run "$(printf '%s\n' "$recipe" | sed 's|https://shop.example|http://plain.example|g')"
		sed 's/fetched\.txt/plain.txt/g' "$tmp/out" "$tmp/err" >"$tmp/got"
		run "robotsc $command plain.txt"
		cat "$tmp/out" "$tmp/err" | cmp - "$tmp/got" || { echo "$command" && return 1; }
	done
}

# The recipe quotes the URL of a page for the shell, or does not have it.
advice_is_quoted() {
	"$robotsc" page 'http://shop.example/a?b&c=$(d);e' 2>"$tmp/err"
	grep -qF -- "-o fetched.txt 'http://shop.example/a?b&c=\$(d);e' && " "$tmp/err" || return 1
	"$robotsc" page "http://shop.example/'; touch x" 2>"$tmp/err"
	grep -qF -- "-o fetched.txt 'URL' && " "$tmp/err"
}

check 'pages that fetch are those that are run here' no_other
check 'the URL in an advice is quoted' advice_is_quoted
if [ -z "$python" ] || ! command -v curl >/dev/null 2>&1; then
	skip 'no python3 or no curl: nothing is fetched'
	finish
fi
check 'a server with all kinds of answers' serve
check 'the server answers as its table says, and keeps a log' server
check 'docs/site-owners.md: the file of a live site' page
if [ "$store" = yes ]; then check 'docs/fleet.md: a list of what curl has fetched' listed; fi
check 'what robotsc check advises for a URL' advised check
check 'what robotsc explain advises for a URL' advised explain
check 'what other commands advise for a URL' advised_others
finish
