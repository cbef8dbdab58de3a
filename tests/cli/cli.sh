#!/bin/sh
# cli.sh - the robotsc command: tests/goldens/cli/NAME.golden is a shell script, a line ---, and
# all that it prints.
#
# A script runs in an empty folder with robotsc on its PATH, standard error going where standard
# output goes; $examples and $robots are examples/ and examples/robots.txt.
#
#	cli.sh [PART PARTS]    everything, or of PARTS parts of the scripts alone one
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

tree=$PWD
mkdir "$tmp/bin"
ln -s "$robotsc" "$tmp/bin/robotsc"

golden() {
	rm -rf "$tmp/here"
	mkdir "$tmp/here"
	sed '/^---$/,$d' "$1" >"$tmp/script"
	(
		cd "$tmp/here" || exit 1
		examples=$tree/examples robots=$tree/examples/robots.txt PATH=$tmp/bin:$PATH sh "$tmp/script" >"$tmp/out" 2>&1
	) </dev/null
	{ cat "$tmp/script" && echo --- && cat "$tmp/out"; } >"$tmp/now"
	same "$1" "$tmp/now"
}

part=0
for file in tests/goldens/cli/*.golden; do
	part=$((part + 1))
	if [ $((part % ${2-1})) -ne "${1-0}" ]; then continue; fi
	if [ "$store" = no ] && is_of_store "$file"; then
		skip "${file%.golden}: there is no store in this build"
		continue
	fi
	check "${file%.golden}" golden "$file"
done
if [ $# -gt 0 ]; then finish; fi

# keep ARGUMENT...: keeps the JSON that the command prints.  Any octets may stand in a token.
keep() { "$robotsc" "$@" >"$(mktemp "$tmp/json/XXXXXX")" 2>/dev/null; }
json() {
	mkdir "$tmp/json"
	printf 'User-agent: *\nDisallow: /a\nUser-agent: \303\251"\\\001x\nUser-agent: y\nDisallow: /b\n\303"\\: \001"\\\377\n' \
		>"$tmp/odd.txt"
	for file in "$tmp/odd.txt" examples/robots.txt; do
		keep inspect --json "$file"
		keep inspect --json --extensions "$file"
		keep records --json "$file" y
		"$robotsc" compile -q --status=200 "$file" | keep inspect --json -
	done
	keep access --json --failure=dns --profile=1996
	mkdir "$tmp/a" "$tmp/b"
	cp "$tmp/odd.txt" "$tmp/a/odd:%\".txt" && cp examples/robots.txt "$tmp/a/only" && ln -s none "$tmp/b/broken" || return 1
	for same in '"\' '"::%'; do cp examples/small.txt "$tmp/a/$same" && cp "$tmp/odd.txt" "$tmp/b/$same" || return 1; done
	keep diff --format=json "$tmp/a" "$tmp/b"
	keep diff --format=json examples/small.txt "$tmp/odd.txt"
	"$python" -c 'import json, sys; assert len([json.load(open(name)) for name in sys.argv[1:]]) == 11' "$tmp"/json/*
}

# Files, options, robots, lines of files, and URLs may have any octets.  The output is UTF-8; its
# only control characters are tab and line feed, and no character changes the direction of text. The
# output of each command is kept, and all of it is checked once.
evil=$(printf 'e\033[2J\rv\302\233i\342\200\256l\377')
try() {
	ran=$((ran + 1))
	"$@" >"$tmp/printed/$ran" 2>&1 </dev/null
	# Its output is a blob, not text.
	if [ "$2" = compile ]; then "$@" 2>"$tmp/printed/$ran" >/dev/null </dev/null; fi
}
is_clean() {
	! LC_ALL=C tr -d '\n\t -~\200-\377' <"$1" | grep -q . &&
		! LC_ALL=C grep -q "$(printf '\302\233\|\342\200\256\|\377')" "$1"
}
clean() {
	ran=0
	mkdir "$tmp/printed" || return 1
	text=$tmp/$evil.txt blob=$tmp/$evil.rbc
	{
		printf 'User-agent: %s\nDisallow: /%s\nCrawl-delay: %s\nSitemap: http://a/%s\n' "$evil" "$evil" "$evil" "$evil"
		printf '\nUser-agent: *\nDisallow: /a\001\nDisallow: /a\001\nX%s: y\n' "$evil"
	} >"$text"
	printf 'User-agent: *\n' >"$tmp/$evil"
	"$robotsc" compile -q --extensions --agent="$evil" -o "$blob" "$text"
	printf '/%s\n' "$evil" >"$tmp/urls"
	for command in access audit check compile crawlers diff explain filter fresh gen import inspect lint next page \
		records store url verify; do
		for option in "--$evil" "--dialect=$evil" "--limit=$evil" "-$evil" "--header=$evil" "--header=Date: $evil" \
			"--at=$evil" "--status=$evil" "--budget=$evil" "--only=$evil" "--after=$evil" "--field=$evil" \
			"--format=$evil" "--fetched=$evil" "--last=$evil" "--took=$evil" "--store=$tmp/$evil.store" "--seed=$evil" \
			"--count=$evil" "--failure=$evil" "--profile=$evil" "--header-agent=$evil"; do
			try "$robotsc" $command "$option" "$blob" "$text"
		done
		for operand in "$tmp/no$evil" "$tmp" "$text" "$blob" "$tmp/$evil" "$evil" "http://$evil/" "$evil://a/"; do
			try "$robotsc" $command "$operand"
			try "$robotsc" $command "$operand" "$evil" "/$evil"
			try "$robotsc" $command "$blob" "$operand"
		done
	done
	for form in text github json jsonl sarif; do try "$robotsc" lint --format=$form "$text"; done
	for form in github json jsonl; do try "$robotsc" diff --format=$form "$tmp/$evil" "$text"; done
	for form in text json jsonl; do try "$robotsc" verify --format=$form "$blob" "$tmp/$evil"; done
	for dialect in rfc9309 google nexor1994 koster1996 conner2 all; do
		try "$robotsc" explain --dialect=$dialect "$text" "$evil" "/$evil"
		try "$robotsc" explain --json --dialect=$dialect "$text" "$evil" "/$evil"
		try sh -c '"$0" check --dialect="$1" "$2" "$3" <"$4"' "$robotsc" $dialect "$text" "$evil" "$tmp/urls"
		try "$robotsc" gen --dialect=$dialect "$text" x
		try "$robotsc" gen --tsv --seed=1 --dialect=$dialect "$text" x
		try "$robotsc" diff --dialect-a=$dialect "$text" "$tmp/$evil"
		try "$robotsc" diff --dialect-b=$dialect "$tmp/$evil" "$text"
	done
	for form in json jsonl; do
		try "$robotsc" check --usage --format=$form "$text" "$evil" "/$evil" "$evil"
		try "$robotsc" check --table --format=$form "$text" "$evil" "/$evil"
		try "$robotsc" check --dialect=all --format=$form "$text" "$evil" "/$evil"
		try "$robotsc" gen --format=$form "$text" x
		try "$robotsc" records --format=$form "$text" "$evil"
		try "$robotsc" url --format=$form "http://h/$evil"
		try "$robotsc" fresh --format=$form "$blob"
	done
	for pass in lex parse group normalize segments determinize minimize; do
		try "$robotsc" inspect --after=$pass "$text"
	done
	try "$robotsc" check --usage --header="Content-Usage: $evil" "$text" "$evil" "/$evil"
	try "$robotsc" inspect --extensions "$text"
	try "$robotsc" inspect --dot "$text" "$evil"
	try "$robotsc" page --robots-tag --header="X-Robots-Tag: $evil"
	try "$robotsc" "$evil"
	try "$robotsc" help "$evil"
	cat "$tmp/printed"/* >"$tmp/all"
	[ $ran -gt 900 ] && is_clean "$tmp/all" && return
	for one in "$tmp/printed"/*; do is_clean "$one" || cat -v "$one"; done
	false
}

# No line begins with a workflow command of GitHub, except findings of lint --format=github.
no_commands() {
	command=::error::evil text=$tmp/commands.txt bad=0
	printf 'User-agent: %s\nDisallow: %s\n%s\n  %s\n\nUser-agent: *\nDisallow: /%s\nCrawl-delay: %s\nSitemap: %s\n' \
		$command $command $command $command $command $command $command >"$text"
	for dialect in rfc9309 google nexor1994 koster1996 conner2 all; do
		for run in 'check TEXT C C' 'explain TEXT C C' 'check TEXT C' 'compile TEXT' 'lint TEXT' 'diff TEXT /dev/null' \
			'inspect TEXT' 'gen TEXT C' 'inspect --dot TEXT C' 'records TEXT' 'records TEXT C' 'url C'; do
			run=$(echo "$run" | sed "s|TEXT|$text|; s|C|$command|g")
			printf '  %s\n%s\n' $command $command | "$robotsc" ${run%% *} --dialect=$dialect ${run#* } >"$tmp/out" 2>&1
			printf '  %s\n%s\n' $command $command | "$robotsc" $run >>"$tmp/out" 2>&1
			if grep -aq '^[[:space:]]*::' "$tmp/out"; then
				echo "a workflow command from: $run ($dialect)"
				grep -a '::' "$tmp/out"
				bad=1
			fi
		done
	done
	"$robotsc" lint --format=github "$text" >"$tmp/out"
	! grep -v '^::[a-z]* file=[^:]*,line=[0-9]*,col=[0-9]*,title=[a-z0-9-]*::' "$tmp/out" && return $bad
}

# No line begins with a workflow command that is the name of a file.
no_commands_in_names() {
	name=::error::evil
	mkdir "$tmp/names" "$tmp/names/$name"
	(
		cd "$tmp/names" || exit
		printf 'User-agent: *\nDisallow: /a\nDisallow: /a\nAllow: /b\n' >"$name.txt"
		cp "$name.txt" "$name" && printf 'User-agent: *\nDisallow: /b\n' >other && cp other "$name/only"
		for run in "lint $name.txt" "lint --most=1 $name.txt other" "lint $name" "diff $name.txt other" \
			"diff other $name.txt" "diff $name ." "diff . $name" "check --dialect=all $name.txt Bot /a" \
			"check --dialect=all $name Bot /a" "check --table $name.txt Bot /a" "check --table $name Bot /a"; do
			"$robotsc" $run 2>&1
		done
	) >"$tmp/out"
	[ "$(wc -l <"$tmp/out")" -gt 40 ] && ! grep -a '^[[:space:]]*::' "$tmp/out"
}

# Colors on a terminal, which script(1) makes, unless the environment refuses them.
colors() {
	printf 'User-agent: *\nDisallow: /a\n' >"$tmp/colors.txt"
	for env in 'TERM=xterm' 'TERM=xterm NO_COLOR=' 'TERM=xterm NO_COLOR=1' 'TERM=dumb'; do
		script -qec "env -u NO_COLOR $env '$robotsc' check '$tmp/colors.txt' Bot /a" /dev/null </dev/null
	done | grep -c "$(printf '\033')\[" >"$tmp/out"
	[ "$(cat "$tmp/out")" = 2 ]
}

# Each row of wrong_inputs.tsv, except "open": a command that takes a blob also takes a text.
wrong_inputs() {
	tab=$(printf '\t') rules=$tmp/rules url=https://shop.example/private/ wrong=0
	printf 'User-agent: ExampleBot\nDisallow: /private/\n\nUser-agent: *\nDisallow:\n' >"$rules"
	grep -v '^#\|^open' tests/support/wrong_inputs.tsv >"$tmp/rows"
	while IFS=$tab read -r call answer name given; do
		# shellcheck disable=SC2059 # its escapes are those of printf
		printf "$(printf %s "$given" | sed 's/%/%%/g')" >"$tmp/given"
		case $call in
		agent) set -- check "$rules" "$(cat "$tmp/given")" $url ;;
		header) set -- check --header-agent="$(cat "$tmp/given")" "$rules" $url ;;
		partial)
			"$robotsc" compile -q --agent=ExampleBot --agent=SomeBot -o "$tmp/partial" "$rules" || return 1
			set -- check --header-agent="$(cat "$tmp/given")" "$tmp/partial" $url
			;;
		compile) set -- compile -o "$tmp/made" "$tmp/given" ;;
		fresh) set -- fresh "$tmp/given" ;;
		url) set -- check "$rules" ExampleBot "$(cat "$tmp/given")" ;;
		esac
		found=right
		"$robotsc" "$@" >"$tmp/out" 2>"$tmp/err" </dev/null || [ $? -eq 1 ] || found=told
		if [ -s "$tmp/err" ] || grep -q '^stale' "$tmp/out"; then found=told; fi
		# A header also gets a message about which of its names counts.
		if [ $call = header ] && grep -q '^disallow' "$tmp/out"; then found=right; fi
		[ $found = "$answer" ] || { echo "$call, $name: it is $found" && wrong=1; }
	done <"$tmp/rows"
	[ $wrong -eq 0 ]
}

check 'a wrong input is an error, a warning, or what it means' wrong_inputs
check 'nothing that is printed controls a terminal' clean
check 'nothing that is printed is a workflow command' no_commands
check 'no name of a file is one' no_commands_in_names
if script -qec true /dev/null >/dev/null 2>&1 </dev/null; then
	check 'colors on a terminal' colors
else
	skip 'colors on a terminal: there is no script, or no terminal can be made'
fi
python=$(config python)
mkdir "$tmp/pasted"
if [ -n "$python" ]; then
	check 'JSON is JSON' json
	mkdir "$tmp/formats"
	check 'all formats say the same' "$python" tests/cli/formats.py "$robotsc" "$tmp/formats"
	check 'paths and rules that are found can be pasted' "$python" tests/analysis/pasted.py "$robotsc" "$tmp/pasted"
else
	skip 'no python3'
fi
finish
