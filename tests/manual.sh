#!/bin/sh
# manual.sh - the manual pages are clean, and name the commands, options and functions there are.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/.." || exit 1
. tests/lib.sh

mandoc=$(config mandoc)

# "command option" for every option, from the help and from the page.  In the page a command's
# options stand between its ".Ss Command" and the next.
from_help() {
	for command in '' compile check explain dump page records next url access fresh $many verify diff lint gen inspect; do
		"$robotsc" help $command | sed -n '/^Options:/,/^$/p' | tr ',' ' ' | awk -v c="$command" '
			/^  / { for (i = 1; i <= NF && $i ~ /^-/; i++) { sub(/=.*/, "", $i); print "robotsc " c, $i } }'
	done | sort
}

from_page() {
	awk '
		/^\.Sh / { command = "" }
		/^\.Ss robotsc/ { command = $3 }
		/^\.It Fl/ {
			for (i = 3; i <= NF; i++) {
				if ($(i - 1) == "Fl" || $(i - 1) == ",") { option = $i; if (option != "Fl" && option != ",") print "robotsc " command, "-" option }
			}
		}' man/robotsc.1 | sort
}

# A build without the store has only names of these commands.
if [ "$store" = yes ]; then many='import filter store'; else many=; fi

options_agree() {
	from_help >"$tmp/help"
	from_page | { if [ -n "$many" ]; then cat; else grep -Ev '^robotsc (import|filter|store) '; fi; } >"$tmp/page"
	[ -s "$tmp/help" ] && diff -u "$tmp/help" "$tmp/page"
}

# Every public function has its prototype in robotsc.3.
functions_agree() {
	cat include/robotsc/*.h | tr '\n' ' ' | sed 's/ROBOTSC_API/\
&/g' | sed -n 's/^ROBOTSC_API [^(]*[ *]\(robotsc_[a-z0-9_]*\)(.*/\1/p' | sort -u >"$tmp/declared"
	sed -n 's/^\.Fo \(robotsc_[a-z0-9_]*\)$/\1/p' man/*.3 | sort -u >"$tmp/documented"
	[ -s "$tmp/declared" ] && diff -u "$tmp/declared" "$tmp/documented"
}

check 'options in robotsc.1 and in the help' options_agree
check 'functions in robotsc.3 and in the headers' functions_agree
if [ -n "$mandoc" ]; then
	for page in man/*; do
		check "$page" "$mandoc" -Tlint -W warning "$page"
	done
else
	skip 'no mandoc'
fi
finish
