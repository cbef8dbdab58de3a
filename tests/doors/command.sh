#!/bin/sh
# command.sh FOLDER - what the command says to the inputs of inputs.sh, each subcommand by itself.
#
# SPDX-License-Identifier: Apache-2.0
set -u
inputs=$1
. "$(dirname "$0")/door.sh"
url=https://shop.example/private/ at=--at=2026-01-31T12:00:00Z
good=$inputs/robots.txt blob=$tmp/site.robots store=$tmp/store
"$ROBOTSC" compile -q --extensions -o "$blob" "$good"
"$ROBOTSC" import -q --store="$store" --extensions "$inputs/warc"

# fed FILE COMMAND...: the file on standard input.
fed() { file=$1 && shift && "$@" <"$file"; }

rows agent | while IFS=$tab read -r _ row agent; do
	said "$row" check '^disallow' "$ROBOTSC" check "$good" "$agent" $url
	said "$row" 'check --header-agent' '^disallow' "$ROBOTSC" check --header-agent="$agent" "$good" $url
	said "$row" explain '^disallow' "$ROBOTSC" explain "$good" "$agent" $url
	said "$row" records '' "$ROBOTSC" records "$good" "$agent"
	said "$row" next '' "$ROBOTSC" next "$good" "$agent"
	said "$row" gen '' "$ROBOTSC" gen "$good" "$agent"
	said "$row" inspect '' "$ROBOTSC" inspect "$blob" "$agent"
	said "$row" compile '' "$ROBOTSC" compile --agent="$agent" -o "$tmp/one" "$good"
	said "$row" diff '' "$ROBOTSC" diff --agent="$agent" "$good" "$blob"
	said "$row" verify '' "$ROBOTSC" verify --agent="$agent" "$blob" "$good"
	said "$row" page '' "$ROBOTSC" page --agent="$agent" "$inputs/html"
	said "$row" import '' "$ROBOTSC" import --agent="$agent" --store="$tmp/new" "$inputs/warc"
	echo "$url" >"$tmp/url"
	said "$row" filter '' fed "$tmp/url" "$ROBOTSC" filter $at --agent="$agent" --store="$store" --print=disallowed
	said "$row" crawlers '' "$ROBOTSC" crawlers "$agent"
done
rows text | while IFS=$tab read -r _ row name; do
	text=$inputs/$name meant='^disallow'
	[ -s "$text" ] || meant=any # an empty file allows everything
	# What takes blobs too takes one as what it is.
	[ $name != blob ] || meant=any
	for command in check explain; do
		said "$row" $command "$meant" "$ROBOTSC" $command "$text" ExampleBot $url
	done
	said "$row" next "$meant" "$ROBOTSC" next "$text" ExampleBot
	said "$row" records "$meant" "$ROBOTSC" records "$text" ExampleBot
	said "$row" gen "$meant" "$ROBOTSC" gen --tsv "$text" ExampleBot
	said "$row" inspect "$meant" "$ROBOTSC" inspect "$text" ExampleBot
	said "$row" compile "$meant" "$ROBOTSC" compile -o "$tmp/made" "$text"
	said "$row" diff "$meant" "$ROBOTSC" diff "$text" "$good"
	said "$row" verify "$meant" "$ROBOTSC" verify "$blob" "$text"
	said "$row" lint "$meant" "$ROBOTSC" lint "$text"
	said "$row" dump "$meant" "$ROBOTSC" dump "$text"
done
rows page | while IFS=$tab read -r _ row name; do
	said "$row" page '' "$ROBOTSC" page "$inputs/$name"
done
rows policy | while IFS=$tab read -r _ row name; do
	policy=$inputs/$name
	said "$row" check '' "$ROBOTSC" check "$policy" ExampleBot $url
	"$ROBOTSC" compile -q --extensions -o "$tmp/old" --status=200 --fetched=2020-01-31T12:00:00Z "$good"
	said "$row" next '' "$ROBOTSC" next "$tmp/old" ExampleBot
	said "$row" fresh '' "$ROBOTSC" fresh "$policy"
	said "$row" filter '' fed "$tmp/url" "$ROBOTSC" filter --agent=ExampleBot --store="$store" --print=all
done
rows url path | while IFS=$tab read -r kind row given; do
	for command in check explain; do
		said "$row" $command '^disallow' "$ROBOTSC" $command "$good" ExampleBot "$given"
	done
	[ "$kind" = url ] || continue
	said "$row" url '^https://shop.example.https://shop.example/robots.txt' "$ROBOTSC" url -- "$given"
	said "$row" access '' "$ROBOTSC" access --status=301 --redirect-scope=site --url="$given" --header="Location: /"
	printf '%s\n' "$given" >"$tmp/url"
	said "$row" filter '^https:' fed "$tmp/url" "$ROBOTSC" filter $at --agent=ExampleBot --store="$store" --print=disallowed
	said "$row" compile '' "$ROBOTSC" compile --status=301 --redirect-scope=site --url="$given" --header="Location: /" \
		-o "$tmp/made"
done
