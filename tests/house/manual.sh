#!/bin/sh
# manual.sh - the manual pages are clean; the one that is made has each option with its help, the
# completions name the commands and options there are, robotsc.3 the functions.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh

mandoc=$(config mandoc)

# Prints "command option" or "command option=value", a tab, and its help, for every option; the help
# prints the table of cli/option_table.c.  In the page, options stand between the ".Ss robotsc
# COMMAND" of their command and the next one, and further text on lines after an option's help.
from_help() {
	for command in '' $("$robotsc" help | sed -n '/^Help:/q; s/^  \([a-z]*\) .*/\1/p'); do
		"$robotsc" help $command | sed -n '/^Options:/,/^$/p' | awk -v c="$command" '
			match($0, /^ *(-., )?--[^ ]* */) {
				help = substr($0, RLENGTH + 1) "."; gsub(",", " ")
				for (i = 1; i <= NF && $i ~ /^-/; i++) print "robotsc " c, tolower($i) "\t" help
			}'
	done | sort
}

from_page() {
	sed 's/\\f.//g; s/\\\([-&]\)/\1/g; s/^&//' "$builddir/robotsc.1" | awk '
		/^\.Sh / { command = $2 == "OPTIONS" ? "-" : "" }
		/^\.Ss robotsc/ { command = $3 }
		/^\.It Fl/ && command != "-" {
			sub(/ Ns = Ns Ar /, "="); if (sub(/ Ns Op = Ns Ar /, "[=")) sub(/$/, "]")
			n = split($0, word, " ")
			getline help
			for (i = 3; i <= n; i++)
				if (word[i - 1] == "Fl") print "robotsc " command, "-" tolower(word[i]) "\t" help
		}' | sort
}

# A build without the store knows these commands only by name.
if [ "$store" = yes ]; then many='import store'; else many=; fi

options_agree() {
	from_help >"$tmp/help"
	[ -s "$tmp/help" ] && from_page | diff -u "$tmp/help" -
}

# What shells offer after "robotsc " and after "robotsc COMMAND --", a word a line.
offer_bash() {
	bash -c 'compopt() { :; }
		. packaging/completions/robotsc.bash
		COMP_WORDS=(robotsc "$@") COMP_CWORD=$#
		_robotsc
		printf "%s\n" "${COMPREPLY[@]}"' - "$@"
}
offer_fish() {
	fish -c 'source packaging/completions/robotsc.fish; complete -C "$argv"' "robotsc $*" | sed 's/	.*//'
}

# offer_zsh WORD...: the words that zsh offers; each begins with the last WORD.
offer_zsh() {
	zsh -f -c 'compadd() {
			while [[ $1 == -* ]]; do [[ $1 == -S ]] && shift; [[ $1 == -- ]] && break; shift; done
			print -rl -- "${@:2}"
		}
		compset() { :; }; _files() { ls; }
		complete_it() { source packaging/completions/_robotsc }
		words=(robotsc "$@") CURRENT=$#words; complete_it' - "$@" |
		grep -e "^$(for last; do :; done && echo "${last#*=}")" | grep .
}

completions_agree() {
	PATH=$(dirname "$robotsc"):$PATH
	"offer_$1" '' | sort >"$tmp/offered"
	"$robotsc" help | sed -n '/^Options:/q; s/^  \([a-z]*\) .*/\1/p' | sort >"$tmp/commands"
	[ -s "$tmp/commands" ] && diff -u "$tmp/commands" "$tmp/offered" || return
	from_help >"$tmp/help"
	for command in compile check explain page records next url access fresh $many verify diff lint gen inspect crawlers; do
		sed -n "s/^robotsc $command \(--[a-z0-9-]*=\{0,1\}\).*/\1/p" "$tmp/help" >"$tmp/options"
		"offer_$1" "$command" -- | sort >"$tmp/offered"
		[ -s "$tmp/options" ] && diff -u "$tmp/options" "$tmp/offered" || return
	done
}

# The shells offer values of options, and operands that a command knows.  bash splits at an "=".
known_words() {
	PATH=$(dirname "$robotsc"):$PATH
	for case in 'check --dialect rfc9309 google nexor1994 koster1996 conner2 all' 'lint --format text json sarif github jsonl' \
		'compile --dialect rfc9309 google nexor1994 koster1996 conner2' 'lint --error-on note warning error never' \
		'access --failure dns connect tls timeout truncated malformed loop no-location'; do
		# shellcheck disable=SC2086 # words
		set -- "$1" $case
		shell=$1 command=$2 option=$3
		shift 3
		printf '%s\n' "$@" | sort >"$tmp/known"
		if [ "$shell" = bash ]; then offer_bash "$command" "$option" =; else "offer_$shell" "$command" "$option="; fi |
			sed 's/.*=//' | sort >"$tmp/offered"
		diff -u "$tmp/known" "$tmp/offered" || return
		set -- "$shell"
	done
	"$robotsc" crawlers | sed 's/ .*//' | grep ^Goo | sort >"$tmp/known"
	for operands in 'crawlers Goo' 'explain robots.txt Goo' 'explain --family robots.txt Goo'; do
		# shellcheck disable=SC2086 # words
		"offer_$1" $operands | sort | diff -u "$tmp/known" - || return
	done
	[ "$("offer_$1" help li)" = lint ] || return
	[ -z "$many" ] || [ "$("offer_$1" store st)" = stat ]
}

# Every public function has its prototype in a page.
functions_agree() {
	cat include/robotsc/*.h | tr '\n' ' ' | sed 's/ROBOTSC_API/\
&/g' | sed -n 's/^ROBOTSC_API [^(]*[ *]\(robotsc_[a-z0-9_]*\)(.*/\1/p' | sort -u >"$tmp/declared"
	sed -n 's/^\.Fo \(robotsc_[a-z0-9_]*\)$/\1/p' "$builddir"/*.3 | sort -u >"$tmp/documented"
	[ -s "$tmp/declared" ] && diff -u "$tmp/declared" "$tmp/documented"
}

check 'options in robotsc.1 and in the help' options_agree
for shell in bash fish zsh; do
	if command -v "$shell" >/dev/null; then
		check "completions for $shell" completions_agree "$shell"
		check "completions for $shell know words" known_words "$shell"
	else
		skip "no $shell"
	fi
done
check 'functions in robotsc.3 and in the headers' functions_agree
if [ -n "$mandoc" ]; then
	for page in "$builddir"/robotsc.1 "$builddir"/*.3; do
		check "$page" "$mandoc" -Tlint -W warning "$page"
	done
else
	skip 'no mandoc'
fi
finish
