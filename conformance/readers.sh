#!/bin/sh
# readers.sh - runs the readers of this machine, one after the other.
#
#	conformance/readers.sh [--list] [--npm | --checkouts | --crawlers] OUT [NAME...]
#
# writes OUT/NAME.json.
#
# --list runs none, and prints lines for find_differences.py.
#
# readers.txt has them: a line each, with tabs between a name, a command that prints the version, a
# command that runs it, and what a report says of it.  Without names all are run that are there.
#
# --npm installs the newest of each package of npm.txt into OUT/npm, and runs those; --crawlers runs
# those of crawlers.txt; --checkouts those of checkouts.txt whose checkout a variable names:
#
#	PROTEGO            of Protego, or the folder that pip's --target made
#	GOOGLE_ROBOTSTXT   of google/robotstxt; needs c++ and libabsl-dev
#	NZRSKY_ROBOTSTXT   of nzrsky/robotstxt, built without ada
#	TEMOTO             of temoto/robotstxt; needs go
#	CRAWLER_COMMONS    not a checkout but a class path with crawler-commons and what it needs;
#	                   CRAWLER_COMMONS_VERSION says which one it is
#	TEXTING_ROBOTS     of texting_robots; needs cargo, and the crates that it names
#
# SPDX-License-Identifier: Apache-2.0
set -u
here=$(cd "$(dirname "$0")" && pwd)
list=readers program=run.py name=reader print=no
if [ "${1-}" = --list ]; then print=yes && shift; fi
case ${1-} in
--npm) list=npm && shift ;;
--checkouts) list=checkouts && shift ;;
--crawlers) list=crawlers program=fetch.py name=crawler && shift ;;
esac
[ $# -gt 0 ] || { sed -n '2,/^# SPDX/s/^# \{0,1\}//p' "$0" >&2 && exit 2; }
mkdir -p "$1" && out=$(cd "$1" && pwd) || exit
shift
only=$*
export OUT="$out"
if [ $list = npm ]; then
	# shellcheck disable=SC2046 # the names of packages
	npm install --no-audit --no-fund --no-save --prefix "$out/npm" $(sed -n 's/^# npm install //p' "$here/npm.txt") \
		>"$out/npm.log" 2>&1 || { echo "npm cannot install them; $out/npm.log says why" >&2 && exit 3; }
	export NODE_PATH="$out/npm/node_modules"
fi

# Prints why a reader is left out: the last line of its log, or that it is not on this machine.
left_out() { echo "$reader: left out: $(tail -n 1 "$out/log" | cut -c 1-150 | grep . || echo 'not on this machine')" >&2; }

while IFS='	' read -r reader version command note; do
	case $reader in
	'' | '#'*) continue ;;
	esac
	case " ${only:-$reader} " in
	*" $reader "*) ;;
	*) continue ;;
	esac
	has=$(cd "$here/.." && eval "$version" 2>"$out/log") || { left_out && continue; }
	eval "set -- $(echo "$command" | sed 's/[{}]/\\&/g')" # with its variables
	if [ $print = yes ]; then
		printf '%s\t%s\t%s\t%s\n' "$reader" "$has" "$*" "$note"
		continue
	fi
	(cd "$here/.." && python3 "$here/$program" "--$name=$reader" "--version=$has" "--note=$note" \
		-o "$out/$(echo "$reader" | tr / -).json" "$@") | tail -n 1 | sed "s|^|$reader $has: |"
done <"$here/$list.txt"
