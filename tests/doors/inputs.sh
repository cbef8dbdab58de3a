#!/bin/sh
# inputs.sh FOLDER - makes what the doors are given in place of what is due, and the list of it.
#
# FOLDER/rows has a line for each row of the table in docs/doors.md: its kind, its name, and the
# input, with tabs between.  Of the kinds agent, url and path the input is the text itself; of text,
# page and policy it is a file of FOLDER.  The rule of FOLDER/robots.txt is that ExampleBot may not
# fetch /private/, so what is meant by a URL of the list is disallowed.
#
# SPDX-License-Identifier: Apache-2.0
set -eu
cd "$1"
robots() { printf 'User-agent: ExampleBot\nDisallow: /private/\n\nUser-agent: *\nDisallow:\n'; }

robots >robots.txt
robots | gzip -n >gzip
{ printf '\050\265\057\375\044\102\021\002\000' && robots && printf '\001\377\200\003'; } >zstd
{ printf '\377\376' && robots | iconv -f UTF-8 -t UTF-16LE; } >utf16
printf '<!DOCTYPE html>\n<html><head><title>Shop</title></head><body><h1>Not found</h1></body></html>\n' >html
printf '{ "error": "not found", "status": 404 }\n' >json
{
	printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://shop.example/robots.txt\r\n'
	printf 'WARC-Date: 2026-01-31T12:00:00Z\r\nContent-Length: %s\r\n' $(($(robots | wc -c) + 19))
	printf '\r\nHTTP/1.1 200 OK\r\n\r\n' && robots && printf '\r\n\r\n'
} >warc
"$ROBOTSC" compile -q -o blob robots.txt
: >nothing
# A text whose rule stands after the first 512,000 octets.
{ yes '# a line that says nothing about robots, as comments do' | head -n 10000 && robots; } >cut
"$ROBOTSC" compile -q -o stale --status=200 --fetched=2020-01-31T12:00:00Z robots.txt

tab=$(printf '\t')
sed "s/  */ /g; s/ | /$tab/g; s/ |\$/$tab/" >rows <<'ROWS'
agent | a whole User-Agent header | Mozilla/5.0 (compatible; ExampleBot/2.1)
agent | an empty agent |
text | gzip | gzip
text | zstd | zstd
text | UTF-16 | utf16
text | HTML | html
text | JSON | json
text | a WARC archive | warc
text | a blob | blob
text | nothing | nothing
text | a text beyond the limit | cut
page | a robots.txt for a page | robots.txt
policy | a stale policy | stale
url | a URL without its scheme | shop.example/private/
url | a space before a URL | @SPACE@https://shop.example/private/
url | a byte order mark before a URL | @BOM@https://shop.example/private/
url | quotes around a URL | "https://shop.example/private/"
url | `//host/` | //shop.example/private/
url | `mailto:` | mailto:someone@shop.example
url | a port that is none | https://shop.example:99999/private/
url | a host that cannot be | https://shop<example/private/
path | a whole URL for a path | https://shop.example/private/
ROWS
sed "s/@SPACE@/ /; s/@BOM@/$(printf '\357\273\277')/" rows >made && mv made rows
