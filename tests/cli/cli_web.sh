#!/bin/sh
# cli_web.sh - robotsc web: the address that it makes, and the file that it gives to a browser.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

printf 'User-agent: *\r\nDisallow: /a&b="<%%\377\0\n' >"$tmp/robots.txt"
printf '#!/bin/sh\nprintf "%%s\\n" "$@" >"%s/opened"\nexit "${BROWSER_ENDS-0}"\n' "$tmp" >"$tmp/browser"
chmod +x "$tmp/browser"
mkdir -p "$tmp/bin" "$tmp/a page/#1" "$tmp/ways"
cp "$tmp/browser" "$tmp/bin/xdg-open"
: >"$tmp/a page/#1/index.html"
cd "$tmp" && folder=$(pwd -P) && cd - >/dev/null || exit 1

# web BROWSER ARGUMENT...: runs robotsc web with this browser.
web() {
	rm -f "$tmp/opened"
	browser=$1
	shift
	BROWSER=$browser PATH=$tmp/bin:$PATH TMPDIR=$tmp/ways "$robotsc" web "$@"
}

text='User-agent:%20%2A%0D%0ADisallow:%20/a%26b%3D%22%3C%25%FF%00%0A'

printed() {
	[ "$(web none --print --page=https://page.example/x?y "$tmp/robots.txt")" = "https://page.example/x?y#text=$text" ] &&
		[ "$(web none --print --page=https://page.example/ - GPTBot '/x y' /z <"$tmp/robots.txt")" = \
			"https://page.example/#text=$text&agent=GPTBot&url=/x%20y&url=/z" ] && [ ! -e "$tmp/opened" ]
}

of_a_folder() {
	[ "$(web none --print --page="$tmp/a page/#1" "$tmp/robots.txt")" = \
		"file://$folder/a%20page/%231/index.html#text=$text" ]
}

# A browser gets a file that leads to an address, in a folder of its user alone.
leads_to() {
	way=$(tail -n 1 "$tmp/opened") && grep -qF "<a href=\"$1\">" "$way" && grep -q 'location.replace' "$way" &&
		case $(ls -ld "$(dirname "$way")") in drwx------*) ;; *) false ;; esac
}

# Without BROWSER, xdg-open is called.
opened() {
	for browser in "$tmp/browser" '' "$tmp/browser --new" "$tmp/browser --new %s"; do
		web "$browser" --page=https://page.example/ "$tmp/robots.txt" &&
			leads_to "https://page.example/#text=$text" || return 1
	done
	[ "$(sed -n '1p;$=' "$tmp/opened" | tr '\n' ' ')" = '--new 2 ' ] &&
		web "$tmp/browser" --page='https://page.example/?a&b' "$tmp/robots.txt" GPTBot &&
		leads_to "https://page.example/?a&amp;b#text=$text&amp;agent=GPTBot"
}

# The programs of BROWSER are tried in order, until one succeeds; %s may stand anywhere in a word.
one_of_a_list() {
	printf '#!/bin/sh\necho "$@" >>"%s/failed"\nexit 3\n' "$tmp" >"$tmp/fails" && chmod +x "$tmp/fails" && rm -f "$tmp/failed"
	web "$tmp/none:$tmp/fails -a *::$tmp/browser --url=%s -b:$tmp/fails -c" --page=https://page.example/ "$tmp/robots.txt" \
		2>"$tmp/err" || return 1
	[ "$(tail -n 1 "$tmp/opened")" = -b ] && [ "$(wc -l <"$tmp/failed")" -eq 1 ] && grep -q '^-a \* /' "$tmp/failed" &&
		sed -n 's/^--url=//p' "$tmp/opened" >"$tmp/way" && cp "$tmp/way" "$tmp/opened" &&
		leads_to "https://page.example/#text=$text"
}

# The text is no argument of any program, whatever the page is.
not_among_arguments() {
	awk 'BEGIN { print "User-agent: *"; while (i++ < 9000) print "Disallow: /" i }' >"$tmp/long.txt"
	web "$tmp/browser" --page="$tmp/a page/#1" "$tmp/robots.txt" &&
		leads_to "file://$folder/a%20page/%231/index.html#text=$text" && ! grep text= "$tmp/opened" &&
		web "$tmp/browser" --page=https://page.example/ "$tmp/long.txt" && ! grep text= "$tmp/opened" &&
		grep -qF '<a href="https://page.example/#text=User-agent' "$(cat "$tmp/opened")"
}

# fails WORDS BROWSER ARGUMENT...: it prints these words, and opens nothing.
fails() {
	words=$1
	shift
	web "$@" 2>"$tmp/err"
	[ $? -eq 2 ] && grep -F -- "$words" "$tmp/err" && [ "$(wc -l <"$tmp/err")" -le 2 ]
}

check 'the address has the text and the questions' printed
check 'the page may be a folder' of_a_folder
check 'a browser opens a file that leads to the address' opened
check 'the first browser of a list that works' one_of_a_list
check 'the text is not among the arguments' not_among_arguments
BROWSER_ENDS=1
export BROWSER_ENDS
check 'a browser that fails' fails 'no browser was opened' "$tmp/browser" --page=https://page.example/ "$tmp/robots.txt"
check 'no browser' fails 'name one in BROWSER' "$tmp/none" --page=https://page.example/ "$tmp/robots.txt"
check 'no page' fails "$tmp/none: No such file" "$tmp/browser" --page="$tmp/none" "$tmp/robots.txt"
check 'no file' fails "$tmp/none.txt" "$tmp/browser" --page=https://page.example/ "$tmp/none.txt"
"$robotsc" compile -o "$tmp/site.robots" "$tmp/long.txt"
check 'a blob' fails 'is a blob; the page reads texts' "$tmp/browser" --page=https://page.example/ "$tmp/site.robots"
if [ ! -e "$(config datadir)/robotsc/web/index.html" ]; then
	check 'a page that is not installed' fails "there is no $(config datadir)/robotsc/web/index.html" \
		"$tmp/browser" "$tmp/robots.txt"
fi
finish
