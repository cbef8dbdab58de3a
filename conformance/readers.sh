#!/bin/sh
# readers.sh - runs the readers of this machine, one after the other.
#
#	conformance/readers.sh OUT [READER...]     writes OUT/READER.json
#
# Without names all are run whose programs are there.  readers.txt has them: a line each, with a
# command that prints the version, and what a report says of it.
#
# SPDX-License-Identifier: Apache-2.0
set -u
here=$(cd "$(dirname "$0")" && pwd)
out=$1
shift
mkdir -p "$out"
while IFS='	' read -r name version command note; do
	case $name in
	'' | '#'*) continue ;;
	esac
	[ $# -eq 0 ] || case " $* " in
	*" $name "*) ;;
	*) continue ;;
	esac
	has=$(eval "$version" 2>/dev/null) || { echo "$name: not on this machine" >&2 && continue; }
	# shellcheck disable=SC2086 # a command and its arguments
	(cd "$here/.." && python3 "$here/run.py" --reader="$name" --version="$has" --note="$note" -o "$out/$name.json" $command) |
		tail -n 1 | sed "s/^/$name $has: /"
done <"$here/readers.txt"
