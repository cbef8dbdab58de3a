#!/bin/sh
# examples_door.sh FOLDER - what the programs of examples/ say to the inputs of inputs.sh.  BIN is a
# folder with them.
#
# SPDX-License-Identifier: Apache-2.0
set -u
inputs=$1
. "$(dirname "$0")/door.sh"
url=https://shop.example/private/ good=$inputs/robots.txt blob=$inputs/blob

# fed FILE COMMAND...: the file on standard input.
fed() { file=$1 && shift && "$@" <"$file"; }

echo $url >"$tmp/url"
rows agent | while IFS=$tab read -r _ row agent; do
	said "$row" embed '' "$BIN/embed" "$good" "$agent"
	said "$row" reader '' fed "$tmp/url" "$BIN/reader" "$blob" "$agent"
done
rows text | while IFS=$tab read -r _ row name; do
	meant='^leave'
	[ -s "$inputs/$name" ] || meant=any # an empty file allows everything
	said "$row" embed "$meant" "$BIN/embed" "$inputs/$name"
	said "$row" robot "$meant" "$BIN/robot" 200 "$inputs/$name" $url
done
rows policy | while IFS=$tab read -r _ row name; do
	said "$row" reader '' fed "$tmp/url" "$BIN/reader" "$inputs/$name" ExampleBot
done
rows url | while IFS=$tab read -r _ row given; do
	printf '%s\n' "$given" >"$tmp/given"
	said "$row" reader '^disallow' fed "$tmp/given" "$BIN/reader" "$blob" ExampleBot
	said "$row" robot '^leave' "$BIN/robot" 200 "$good" "$given"
done
rows path | while IFS=$tab read -r _ row given; do
	printf '%s\n' "$given" >"$tmp/given"
	said "$row" reader '^disallow' fed "$tmp/given" "$BIN/reader" "$blob" ExampleBot
done
