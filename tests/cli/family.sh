#!/bin/sh
# family.sh - the command and docs/site-owners.md have the crawlers of crawlers.json, and --family
# reads a robots.txt as the page says.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

# The rows of the page, a line each: "crawler, whose group it obeys or -, yes or no, source".
awk -F ' *\\| *' '
	/^\| crawler \| obeys/ { inside = 1; next }
	!/^\|/ { inside = 0 }
	inside && !/^\| ---/ {
		gsub(/`/, "")
		sub(/.*\(/, "", $5)
		sub(/\).*/, "", $5)
		print $2, $3 == "" ? "-" : $3, $4, $5
	}' docs/site-owners.md >"$tmp/rows"

# The rows of the page, as the command prints them.
all_rows() {
	"$robotsc" crawlers | awk -F '  +' '{
		n = split($4, group, ", ")
		star = group[n] == "*" ? "yes" : "no"
		other = n - (star == "yes") > 1 ? group[2] : "-"
		if (other != "-" || star == "no") print $1, other, star
	}' | while read -r crawler other star; do
		echo "$crawler $other $star $("$robotsc" crawlers "$crawler" | sed -n 's/^  source *//p')"
	done >"$tmp/families"
	[ "$(wc -l <"$tmp/rows")" -gt 8 ] && diff "$tmp/rows" "$tmp/families"
}

# The command says of each crawler what crawlers.json says.
as_data() {
	"$robotsc" crawlers --format=json >"$tmp/crawlers" || return 1
	"$robotsc" crawlers --format=jsonl >"$tmp/lines" || return 1
	"$python" - "$tmp/crawlers" "$tmp/lines" <<'END'
import json, re, sys
data = json.load(open('analysis/crawlers/crawlers.json'))
said = json.load(open(sys.argv[1]))
assert said == [json.loads(line) for line in open(sys.argv[2])]
named = [{'token': re.match('[A-Za-z0-9_-]+', name)[0], 'whole': name, **group}
         for group in data['names'] for name in group['names']]
sources = {**data['sources'], **data['otherSources']}
assert len(data['crawlers']) > 20 and len(named) > 100
assert len(said) == len(data['crawlers']) + len(named)
obeys = {c['token']: c.get('obeys') for c in data['crawlers']}
for crawler, given in zip(data['crawlers'] + named, said):
    groups, token = [], crawler['token']
    while token:
        groups.append(token)
        token = obeys.get(token)
    source = sources[crawler['source']]
    note = crawler.get('note')
    if crawler.get('whole', crawler['token']) != crawler['token']:
        note = f"its whole name is {crawler['whole']}"
    assert given == {
        'token': crawler['token'], 'described': 'whole' not in crawler, 'maker': crawler.get('maker'),
        'purpose': crawler['purpose'],
        'groups': groups + ([] if 'ignoresStar' in crawler else ['*']), 'dialect': crawler.get('dialect', 'rfc9309'),
        'note': note, 'source': source['url'], 'read': source['read'],
    }, given
END
}

# refuses EXPRESSION MESSAGE: data changed by it are refused with this message, and nothing is made.
refuses() {
	rm -rf "$tmp/tree"
	mkdir -p "$tmp/tree/analysis/crawlers" "$tmp/tree/cli" "$tmp/tree/docs" || return 1
	for file in analysis/crawlers/crawlers.py analysis/crawler_table.c cli/crawler_sources.c docs/site-owners.md; do
		cp $file "$tmp/tree/$file" || return 1
	done
	sed "$1" analysis/crawlers/crawlers.json >"$tmp/tree/analysis/crawlers/crawlers.json"
	! cmp -s analysis/crawlers/crawlers.json "$tmp/tree/analysis/crawlers/crawlers.json" || return 1
	! (cd "$tmp/tree" && "$python" analysis/crawlers/crawlers.py) 2>"$tmp/err" && grep -F "$2" "$tmp/err" &&
		cmp analysis/crawler_table.c "$tmp/tree/analysis/crawler_table.c"
}

# Names that only a list or a page has, and names that it lacks, are printed; nothing is written.
compared() {
	printf 'User-agent: gptbot\nUser-agent: New Bot # new\nUser-agent: *\nDisallow: /\n' >"$tmp/list.txt"
	printf '{"ChatGPT-User": {"operator": "OpenAI"}, "OddBot": {}}\n' >"$tmp/list.json"
	printf '<style>.FooBot{}</style><p>We run <b>GPTBot</b>, OAI-SearchBot-2 and Shiny-User.\n' >"$tmp/page.html"
	for operand in "$tmp/list.txt" "$tmp/list.json" "openai=$tmp/page.html"; do
		"$python" analysis/crawlers/compare.py "$operand" >"$tmp/differ" && return 1
		grep -v '^analysis/crawlers/crawlers.json: ' "$tmp/differ" | sed "s,$tmp/,,"
		grep -c '^analysis/crawlers/crawlers.json: GPTBot (ai-training) is not in' "$tmp/differ"
	done >"$tmp/all"
	printf '%s\n' 'list.txt: New Bot is not in analysis/crawlers/crawlers.json' 0 \
		'list.json: OddBot is not in analysis/crawlers/crawlers.json' 1 \
		'page.html: it does not name OAI-SearchBot' 'page.html: it does not name ChatGPT-User' \
		'page.html: Shiny-User is not in analysis/crawlers/crawlers.json' 0 | diff -u - "$tmp/all" &&
		! "$python" analysis/crawlers/compare.py "nobody=$tmp/page.html" 2>/dev/null
}

# verdict ALLOW-OR-DISALLOW CRAWLER PATH SOURCE LINES: standard error has LINES, with the source.
verdict() {
	got=$("$robotsc" check --family "$tmp/robots.txt" "$2" "$3" 2>"$tmp/err" | cut -f 1)
	[ "$got" = "$1" ] && [ "$(wc -l <"$tmp/err")" -eq "$5" ] && { [ "$5" -eq 0 ] || grep -qF ": $4" "$tmp/err"; }
}

reads() {
	group() { printf 'User-agent: %s\nDisallow: /%s\n\n' "$1" "$2"; }
	# by its own name
	{ group "$1" own && group '*' star; } >"$tmp/robots.txt"
	verdict disallow "$1" /own "$4" 0 && verdict allow "$1" /star "$4" 0 || return 1
	# by nothing but the star
	group '*' star >"$tmp/robots.txt"
	case $3 in
	yes) verdict disallow "$1" /star "$4" 0 || return 1 ;;
	no) verdict allow "$1" /star "$4" 1 || return 1 ;;
	*) return 1 ;;
	esac
	# by the name of another
	[ "$2" = - ] && return
	{ group '*' star && group "$2" other; } >"$tmp/robots.txt"
	verdict disallow "$1" /other "$4" 1 && verdict allow "$1" /star "$4" 1
}

python=$(config python)
if [ -n "$python" ]; then
	check 'what is made of analysis/crawlers/crawlers.json is up to date' "$python" analysis/crawlers/crawlers.py --check
	check 'the command says what the data says' as_data
	check 'the data is compared with lists and pages' compared
	check 'a crawler that is there twice' refuses 's/"GPTBot"/"ccbot"/' 'CCBot is there twice'
	check 'a crawler without a source' refuses 's/"source": "meta"/"source": "mete"/' '"mete" is no source'
	check 'a name that is there twice' refuses 's/"EmailWolf"/"gptbot"/' 'gptbot is there twice'
	check 'a name without a source' refuses 's/"source": "pinterest"/"source": "pin"/' '"pin" is no source'
	check 'a name that begins with no token' refuses 's/"EmailWolf"/".EmailWolf"/' 'a name should be'
	check 'a source without a date' refuses 's/, "read": "2026-11" /  /' 'there should be a "read"'
	check 'a misspelt member' refuses 's/"note"/"notes"/' 'unknown members: notes'
	check 'a text that would end a string of C' refuses 's/public archive/public \\" archive/' '"note" should be'
	check 'crawlers that obey each other' refuses 's/"token": "Googlebot",/& "obeys": "Applebot",/' 'too long a chain'
else
	skip 'analysis/crawlers/crawlers.json: there is no python3'
fi
check 'docs/site-owners.md has each family of the command' all_rows
while read -r crawler other star source; do
	check "$crawler" reads "$crawler" "$other" "$star" "$source"
done <"$tmp/rows"
finish
