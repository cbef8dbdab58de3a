#!/bin/sh
# audit.sh - robotsc audit: its counts beside a plain reading in Python, the same octets from any
# number of threads and from compressed logs, lines of megabytes, what a page shows, and trouble.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh

python=$(config python)
logs=$tmp/logs
change=2026-03-02T00:00:00Z
oldest=$logs/access.log.2 newer=$logs/access.log.1 newest=$logs/access.log
mkdir "$logs"

# audit ARGUMENT...: an audit of logs with two robots.txt files.
audit() { "$robotsc" audit --robots="$logs/robots.txt" --robots="$logs/new.txt@$change" "$@"; }

# found ARGUMENT...: the same audit; its exit status must say that a crawler made a disallowed
# request.
found() {
	audit "$@" >"$tmp/found"
	[ $? -eq 1 ] && cat "$tmp/found"
}

made() { [ "$(cat "$oldest" "$newer" "$newest" | wc -l)" -eq 24000 ] && [ -s "$tmp/whole" ]; }

as_python() {
	found --format=json "$newest" "$newer" "$oldest" >"$tmp/answer.json" || return 1
	"$python" tests/analysis/audit/audit_reading.py compare "$logs" "$tmp/answer.json"
}

# Each format has the same octets, whatever the number of threads and the order of the logs.
alike() {
	for format in text json jsonl csv html; do
		found --format=$format --jobs=1 "$oldest" "$newer" "$newest" >"$tmp/one" || return 1
		for jobs in 2 3 8; do
			found --format=$format --jobs=$jobs "$newest" "$oldest" "$newer" | cmp "$tmp/one" - || return 1
		done
	done
}

# Two logs that share the requests of one log show fewer pauses than that log; when the two are
# sorted into one, its pauses are shown.
disorder() {
	"$python" -c '
import datetime, sys
logs = [open(name, "w") for name in sys.argv[1:]]
for i in range(40000):
    time = datetime.datetime(2026, 3, 31, 12) + datetime.timedelta(seconds=4 * i)
    for log in (logs[i % 2], logs[2]):
        log.write("1 - - [%s +0000] \"GET / HTTP/1.1\" 200 1 \"-\" \"GPTBot\"\n" % time.strftime("%d/%b/%Y:%H:%M:%S"))
' "$tmp/even" "$tmp/odd" "$tmp/both" || return 1
	audit --format=json "$tmp/both" >"$tmp/merged" || return 1
	grep -q '"unordered":0,.*"gaps":39999,"too_short":0,"shortest":4,' "$tmp/merged" || return 1
	for jobs in 1 2 4; do
		audit --format=json --jobs=$jobs "$tmp/odd" "$tmp/even" >"$tmp/apart" || return 1
		grep -q '"unordered":19999,.*"gaps":20000,"too_short":0,"shortest":4,' "$tmp/apart" || return 1
	done
	audit "$tmp/odd" "$tmp/even" | grep -q '^19999 requests are older than one before them in the logs: sort' || return 1
	LC_ALL=C sort -s -t ' ' -k 4.9,4.12n -k 4.5,4.7M -k 4.2,4.3n -k 4.14,4.21 "$tmp/odd" "$tmp/even" |
		audit --format=json - | cmp "$tmp/merged" -
}

packed() {
	found "$tmp/whole" >"$tmp/one" || return 1
	found - <"$tmp/whole" | cmp "$tmp/one" - || return 1
	"$1" -c <"$tmp/whole" >"$tmp/whole.packed" && found "$tmp/whole.packed" | cmp "$tmp/one" - || return 1
	found - <"$tmp/whole.packed" | cmp "$tmp/one" - || return 1
	# Several gzip members, and one log packed among plain ones.
	for n in .2 .1 ''; do "$1" -c <"$logs/access.log$n" >"$tmp/access.log$n" || return 1; done
	cat "$tmp/access.log.2" "$tmp/access.log.1" "$tmp/access.log" >"$tmp/members" || return 1
	found "$tmp/members" | cmp "$tmp/one" - || return 1
	found "$newest" "$tmp/access.log.1" "$tmp/access.log.2" | cmp "$tmp/one" -
}

# many_names NAMES: processor seconds for a log of many names, each with a group of its own.
many_names() {
	"$python" -c '
import resource, subprocess, sys
robotsc, folder, names = sys.argv[1], sys.argv[2], int(sys.argv[3])
with open(folder + "/names.txt", "w") as file:
    file.writelines("User-agent: bot%05d\nDisallow: /%d\n" % (i, i % 7) for i in range(10000))
with open(folder + "/names.log", "w") as log:
    log.writelines("1 - - [-] \"GET /%d HTTP/1.1\" 200 1 \"-\" \"bot%05d\"\n" % (i % names % 7, i % names) for i in range(20000))
told = subprocess.run([robotsc, "audit", "-j1", "--robots=" + folder + "/names.txt", folder + "/names.log"], capture_output=True)
assert told.stdout.count(b"    by line ") == names, told.stdout.count(b"    by line ")
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime)
' "$robotsc" "$tmp" "$1"
}

# All examples are explained in one reading of the file, however many names a log has.
same_speed() {
	few=$(many_names 10) many=$(many_names 10000) || return 1
	echo "$few s of processor for 10 names, $many s for 10,000"
	"$python" -c 'import sys; sys.exit(float(sys.argv[2]) > 10 * float(sys.argv[1]) + 0.1)' "$few" "$many"
}

# A log that ends early is counted as far as it goes, and the status is 2.
cut_short() {
	"$1" -c <"$tmp/whole" | head -c 100000 >"$tmp/short"
	audit "$tmp/short" >"$tmp/out" 2>"$tmp/err"
	[ $? -eq 2 ] && grep -q 'ends early' "$tmp/err" && grep -q '^GPTBot' "$tmp/out"
}

# Sanitizers reserve more than any bound of memory.
case " $(config cflags) " in
*-fsanitize*) bound() { :; } ;;
*) bound() { ulimit -v 400000; } ;;
esac

# Lines of 4 MiB are read, longer lines are counted and skipped, and memory stays small.
long_lines() {
	"$python" -c '
import sys
out = sys.stdout
line = "1.2.3.4 - - [01/Mar/2026:00:00:00 +0000] \"GET /all%s HTTP/1.1\" 200 1 \"-\" \"FileBot\"\n"
room = (4 << 20) - len(line % "") + 1
out.write("x" * (9 << 20) + "\n" + line % "" + line % ("a" * room) + line % ("a" * (room + 1)) + line % "")
out.write("y" * (30 << 20) + "\n")
out.write(line % "/last" + "z" * (5 << 20))' >"$tmp/long" || return 1
	(bound && found --format=json --jobs=2 "$tmp/long") >"$tmp/out" || return 1
	grep -q '^{"lines":8,"unread":0,"first_unread":0,"too_long":4,' "$tmp/out" &&
		grep -q '"requests":4,.*"disallowed":4,.*"cut":true' "$tmp/out"
}

# uncounted STATUS LOG...: the audit ends with STATUS in each format; its standard error is kept.
# With STATUS 1 that is empty for formats whose output tells which lines were not counted.
uncounted() {
	want=$1
	shift
	for format in csv jsonl text json html; do
		audit --format=$format "$@" >"$tmp/out" 2>"$tmp/err"
		[ $? -eq "$want" ] || return 1
		cp "$tmp/err" "$tmp/err.$format"
		case $want$format in 1text | 1json | 1html) ! [ -s "$tmp/err" ] || return 1 ;; esac
	done
}

# A request of GPTBot for /x is disallowed.  If no key of a line is known, the message lists the
# keys of the first line.
keys_of_json() {
	printf 'User-agent: GPTBot\nDisallow: /\n' >"$tmp/closed.txt"
	printf '{"ClientIP":"203.0.113.10","EdgeStartTimestamp":"2026-11-27T10:00:00Z","ClientRequestMethod":"GET",%s}\n' \
		'"ClientRequestURI":"/x","EdgeResponseStatus":200,"EdgeResponseBytes":5,"ClientRequestUserAgent":"GPTBot/1.3"' |
		"$robotsc" audit --robots="$tmp/closed.txt" --log-format=json --format=csv - >"$tmp/out" 2>"$tmp/err"
	[ $? -eq 1 ] && grep -q '^"GPTBot",.*,1,5,0,1,' "$tmp/out" && ! [ -s "$tmp/err" ] || return 1
	printf '{"Who" : "203.0.113.10", "o":{"a\\"b":[1]}, "Path":"/x","UA":"GPTBot: /1.3"}\nnone\n' >"$tmp/odd_keys"
	"$robotsc" audit --robots="$tmp/closed.txt" --log-format=json "$tmp/odd_keys" 2>"$tmp/err" >"$tmp/out"
	grep -q 'the first has Who, o, a\\"b, Path, UA; name them: --log-format=json:target=KEY,agent=KEY$' "$tmp/err"
}

some_uncounted() {
	head -c 5000000 /dev/zero | tr '\0' x >"$tmp/huge"
	{ head -n 40 "$tmp/whole" | grep '^10' | head -n 30 && printf 'garbage\n' && cat "$tmp/huge"; } >"$tmp/some"
	uncounted 1 "$tmp/some" || return 1
	for format in csv jsonl; do
		printf 'robotsc: 1 line is %s\n' 'not of the format, the first is line 31' 'too long' |
			cmp - "$tmp/err.$format" || return 1
		audit -q --format=$format "$tmp/some" 2>&1 >"$tmp/out" | cmp - /dev/null || return 1
	done
	audit --format=csv "$tmp/some" "$tmp/some" 2>"$tmp/err" >"$tmp/out"
	grep -q '^robotsc: 2 lines are not of the format, the first is line 31$' "$tmp/err" &&
		grep -q '^robotsc: 2 lines are too long$' "$tmp/err"
}

# If no line was counted, the status is 2, and a message says why.
none_counted() {
	printf 'garbage\nmore\n' >"$tmp/none"
	uncounted 2 "$tmp/none" && grep -q 'no line is of the format' "$tmp/err.text" "$tmp/err.csv" || return 1
	uncounted 2 "$tmp/huge" && grep -q 'every line is too long' "$tmp/err.text" "$tmp/err.csv" || return 1
	uncounted 2 "$tmp/none" "$tmp/huge" || return 1
	for format in text csv jsonl json html; do
		grep -q 'no line is of the format; .* too long' "$tmp/err.$format" || return 1
	done
	audit -q --format=csv "$tmp/huge" >"$tmp/out" 2>"$tmp/err"
	grep -q 'every line is too long' "$tmp/err" || return 1
	: >"$tmp/empty" && audit --format=csv "$tmp/empty" >"$tmp/out" 2>&1 && [ "$(wc -l <"$tmp/out")" -eq 1 ]
}

# Whether addresses are in the networks that a maker publishes: the same as Python's ipaddress says.
addresses() {
	"$python" tests/analysis/audit/audit_reading.py addresses "$logs" || return 1
	found --format=json --ranges=gptbot="$logs/ranges.json" "$logs/addresses.log" >"$tmp/addresses.json" || return 1
	"$python" tests/analysis/audit/audit_reading.py compare_addresses "$logs" "$tmp/addresses.json" || return 1
	found --ranges=GPTBot="$logs/ranges.json" "$logs/addresses.log" >"$tmp/one" || return 1
	grep -q '^  addresses   verified: [0-9]* requests' "$tmp/one" || return 1
	# A file that is named after its crawler needs no token.
	cp "$logs/ranges.json" "$tmp/gptbot.json" && found --ranges="$tmp/gptbot.json" "$logs/addresses.log" | cmp "$tmp/one" -
}

# ---- many hosts -------------------------------------------------------------------------------

of_hosts() { "$robotsc" audit --format=json --queries --examples=10000 "$@"; }

# by_host HOW OPTION...: the audit of all hosts gives the sums of audits of each host's own log and
# file.
by_host() {
	how=$1
	shift
	of_hosts "$@" >"$tmp/answer.json"
	[ $? -eq 1 ] && "$python" tests/analysis/audit/audit_hosts.py compare "$tmp/hosts" "$robotsc" "$tmp/answer.json" "$how"
}

make_snapshots() {
	mkdir "$tmp/hosts" && "$python" tests/analysis/audit/audit_hosts.py make "$tmp/hosts" || return 1
	"$robotsc" snapshot make -q -o "$tmp/all.snap" "$tmp/hosts/robots" &&
		"$robotsc" snapshot make -q --shards=5 -o "$tmp/shards.snap" "$tmp/hosts/robots" &&
		"$robotsc" snapshot make -q --agent=GPTBot --agent=FooBot -o "$tmp/agents.snap" "$tmp/hosts/robots"
}

hosts_alike() {
	for format in text json jsonl csv html; do
		set -- --format=$format --log-format=vhost_combined "$tmp/hosts/all.log"
		"$robotsc" audit --jobs=1 --snapshot="$tmp/all.snap" "$@" >"$tmp/one"
		[ $? -eq 1 ] || return 1
		for name in all shards; do
			"$robotsc" audit --jobs=3 --snapshot="$tmp/$name.snap" "$@" | sed 's/shards.snap/all.snap/' |
				cmp "$tmp/one" - || return 1
		done
	done
}

# A log that names no host: all verdicts are unknown, and a message says so.
no_host() {
	cut -d ' ' -f 2- "$tmp/hosts/all.log" | grep -v 'GET http' | "$robotsc" audit --snapshot="$tmp/all.snap" - >"$tmp/out" &&
		grep -q '^  unknown     [0-9]* without a host: log it, such as \$host or %v$' "$tmp/out" &&
		awk '/^[A-Za-z]+ +[0-9]+ / && ($3 != 0 || $2 != $5) { wrong = 1 } /^GPTBot/ { n++ }
			END { exit wrong || !n }' "$tmp/out"
}

# scheme LOG ORIGIN OPTION...: a request whose host the log writes as LOG counts for ORIGIN.
scheme() {
	log=$1 origin=$2
	shift 2
	printf '%s GET /x\n' "$log" | of_hosts --snapshot="$tmp/scheme.snap" "$@" - | grep -q "\"origin\":\"$origin\""
}

schemes() {
	mkdir "$tmp/scheme" || return 1
	printf 'User-agent: *\nDisallow: /\n' | tee "$tmp/scheme/h.example" >"$tmp/scheme/h.example:8080"
	"$robotsc" snapshot make -q -o "$tmp/scheme.snap" "$tmp/scheme" || return 1
	scheme h.example https://h.example --log-format='$host $request' &&
		scheme h.example:80 http://h.example --log-format='%v:%p %r' &&
		scheme h.example:443 https://h.example --log-format='%v:%p %r' &&
		scheme h.example:80 https://h.example --log-format='%v:%p %r' --scheme=https &&
		scheme 'http h.example' http://h.example --log-format='$scheme $host $request' --scheme=https &&
		! scheme 'http h.example:443' http://h.example --log-format='$scheme $http_host $request' &&
		scheme 'http h.example:8080' http://h.example:8080 --log-format='$scheme $http_host $request' &&
		scheme 'h.example:8080 443' https://h.example:8080 --log-format='$http_host $server_port $request'
}

# A 404 allows all; after a 503 nobody knows what a crawler got, in both dialects.
no_answers() {
	for host in 404 503; do
		answer=$(printf 'HTTP/1.1 %s x\r\nContent-Length: 0\r\n\r\n.' $host)
		printf 'WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://%s.example/robots.txt\r\n' $host
		printf 'WARC-Date: 2026-03-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:%s>\r\n' $host
		printf 'Content-Type: application/http; msgtype=response\r\nContent-Length: %d\r\n\r\n%s\r\n\r\n' \
			$((${#answer} - 1)) "${answer%.}"
	done >"$tmp/answers.warc"
	printf '%s GET /x\n' 404.example 503.example >"$tmp/answers.log"
	for dialect in rfc9309 google; do
		"$robotsc" snapshot make -q --dialect=$dialect -o "$tmp/answers.snap" "$tmp/answers.warc" &&
			of_hosts --snapshot="$tmp/answers.snap" --log-format='$host $request' "$tmp/answers.log" |
			grep -q '"allowed":1,"disallowed":0,.*"unreached":1,' || return 1
	done
}

# A changed octet in a policy ends the audit.
damaged() {
	"$python" -c '
import sys
octets = bytearray(open(sys.argv[1], "rb").read())
octets[-40] ^= 1
open(sys.argv[2], "wb").write(octets)' "$tmp/scheme.snap" "$tmp/damaged.snap" || return 1
	printf 'h.example GET /x\n' >"$tmp/short.log"
	refuses 'damaged' --snapshot="$tmp/damaged.snap" --log-format='$host $request' "$tmp/short.log"
}

each_line_is_json() {
	found --format=jsonl "$tmp/whole" >"$tmp/lines" &&
		"$python" -c 'import json, sys; [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]' "$tmp/lines"
}

# The rows of CSV have the columns of its head, and the numbers of JSON.
csv_is_json() {
	found --format=csv "$tmp/whole" >"$tmp/csv" && found --format=json "$tmp/whole" >"$tmp/json" && "$python" -c '
import csv, json, sys
rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8")))
answer = json.load(open(sys.argv[2], encoding="utf-8"))
assert len(rows) == len(answer["rows"]) > 3
for row, given in zip(rows, answer["rows"]):
    assert None not in row and None not in row.values()
    for key in ("requests", "octets", "allowed", "disallowed", "grace", "unknown"):
        assert int(row[key]) == given[key]
    assert row["crawler"] == given["crawler"] and row["first"] == given["first"]
    assert int(row["robots_fetches"]) == given["robots"]["fetches"] and int(row["excused"]) == given["robots"]["excused"]
    assert float(row["delay"]) == given["delay"]["asked"] and int(row["too_short"]) == given["delay"]["too_short"]
    assert int(row["unordered"]) == given["unordered"] and row["others"] == str(given["others"]).lower()
' "$tmp/csv" "$tmp/json"
}

# A robot may have the name "others", which is also the name of the row of all other robots.
robot_of_others() {
	printf 'User-agent: others\nDisallow: /private\n' >"$tmp/others.txt"
	printf '1 - - [01/Nov/2026:00:00:00 +0000] "GET / HTTP/1.1" 200 5 "-" "%s"\n' others/1.0 Firefox >"$tmp/others.log"
	"$robotsc" audit --format=csv --robots="$tmp/others.txt" "$tmp/others.log" >"$tmp/csv" && "$python" -c '
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1], encoding="utf-8")))
assert [(row["crawler"], row["others"]) for row in rows] == [("others", "false"), ("others", "true")], rows
' "$tmp/csv" || return 1
	"$robotsc" audit --format=html --robots="$tmp/others.txt" "$tmp/others.log" >"$tmp/page" &&
		[ "$(grep -c '^others (maker' "$tmp/page")" -eq 0 ] && grep -q '^others (all that no list' "$tmp/page"
}

# A page is complete, loads nothing, and has the text for people.
page() {
	found "$tmp/whole" >"$tmp/text" && found --format=html "$tmp/whole" >"$tmp/page" && "$python" -c '
import html.parser, sys
class Page(html.parser.HTMLParser):
    open, seen, text, colored = [], set(), "", []
    def handle_starttag(self, tag, attributes):
        self.seen.add(tag)
        assert not any(name in ("src", "href") or name.startswith("on") for name, _ in attributes)
        if tag != "meta":
            self.open.append(tag)
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
    def handle_data(self, data):
        if "pre" in self.open:
            self.text += data
        if self.open and self.open[-1] == "span":
            self.colored.append(data.strip())
page = Page()
page.feed(open(sys.argv[1], encoding="utf-8").read())
assert not page.open and page.seen == {"html", "head", "meta", "title", "style", "body", "pre", "span"}, page.seen
assert page.text.lstrip("\n") == open(sys.argv[2], encoding="utf-8").read()
assert page.colored and all(n.isdigit() for n in page.colored), page.colored
' "$tmp/page" "$tmp/text"
}

refuses() {
	what=$1
	shift
	"$robotsc" audit "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
	[ $? -eq 2 ] && grep -q -e "$what" "$tmp/err"
}

# An '@' that no time follows is part of the file's name, also if a later '@' has a time.
names_with_at() {
	cp "$logs/robots.txt" "$tmp/a@b.txt" && cp "$logs/new.txt" "$tmp/a@2026" || return 1
	# Other ways to write the time.
	for time in 2026-03-02T00:00Z 2026-03-02T02:30:00.5+02:30 2026-03-01t17:00-07:00 2026-03-02 "$change"; do
		"$robotsc" audit --format=json --robots="$tmp/a@b.txt" --robots="$tmp/a@2026@$time" "$tmp/whole" >"$tmp/named"
		[ -e "$tmp/first" ] || cp "$tmp/named" "$tmp/first"
		cmp "$tmp/named" "$tmp/first" || return 1
	done
	found --format=json "$tmp/whole" | sed "s|$logs/robots.txt|$tmp/a@b.txt|g; s|$logs/new.txt|$tmp/a@2026|g" |
		cmp "$tmp/named" -
}

nothing_found() { "$robotsc" audit --robots=/dev/null "$tmp/whole" >"$tmp/out"; }

if [ -z "$python" ]; then
	skip 'audit: these need python3'
	check 'an audit needs a robots.txt' refuses 'robots=FILE is missing' -
	finish
fi
# All checks read these, also a check that is run alone.
"$python" tests/analysis/audit/audit_reading.py make "$logs"
cat "$oldest" "$newer" "$newest" >"$tmp/whole"
check 'logs are made' made
check 'counts are those of a plain reading in Python' as_python
check 'the same octets from any number of threads, and logs in the order of time' alike
check 'logs that are not in the order of time' disorder
if [ "$store" = yes ]; then
	check 'the same from gzip, and from standard input' packed gzip
	check 'gzip that ends early' cut_short gzip
else
	skip 'gzip: there is no store in this build'
fi
if [ -n "$(config zstd_libs)" ] && command -v zstd >"$tmp/which"; then
	check 'the same from zstd, and from standard input' packed zstd
	check 'zstd that ends early' cut_short zstd
else
	skip 'zstd: it is not in this build, or not installed'
fi
check 'lines of megabytes, in little memory' long_lines
check 'many names take no longer than a few' same_speed
check 'some lines are not counted' some_uncounted
check 'no line is counted' none_counted
check 'keys of JSON: of Cloudflare, and unknown ones' keys_of_json
check 'addresses are verified, false, or neither' addresses
check 'JSONL is JSON, line by line' each_line_is_json
check 'CSV says what JSON says' csv_is_json
check 'a robot that is called others' robot_of_others
check 'a page of HTML is whole, and loads nothing' page
check 'names with an @' names_with_at
check 'snapshots of many hosts are made' make_snapshots
for name in all shards; do
	check "many hosts, as each host alone: $name" by_host all --snapshot="$tmp/$name.snap" --log-format=vhost_combined \
		"$tmp/hosts/all.log"
done
check 'many hosts, from JSON' by_host all --snapshot="$tmp/all.snap" --log-format=json "$tmp/hosts/json.log"
check 'a snapshot for some robots' by_host gptbot,foobot --snapshot="$tmp/agents.snap" --log-format=vhost_combined \
	"$tmp/hosts/all.log"
check 'many hosts: the same octets from threads and shards' hosts_alike
check 'a log without hosts' no_host
check 'the scheme of a host' schemes
check 'hosts without a robots.txt' no_answers
check 'a damaged snapshot' damaged
check 'a snapshot and a file' refuses 'exclude each other' --snapshot="$tmp/all.snap" --robots="$logs/robots.txt" -
check 'a snapshot and a dialect' refuses 'are for files' --snapshot="$tmp/all.snap" --dialect=google -
check 'where nothing is disallowed the status is 0' nothing_found
check 'an audit needs a robots.txt' refuses 'robots=FILE is missing' -
check 'two files of the same time' refuses 'same time' --robots="$logs/robots.txt" --robots="$logs/new.txt" -
check 'a format without a request' refuses 'log-format: it has no request' --robots="$logs/robots.txt" --log-format='%h' -
check 'ranges without a token' refuses 'takes TOKEN=FILE' --robots="$logs/robots.txt" --ranges=x -
check 'ranges without an address' refuses 'ranges need' --robots="$logs/robots.txt" --ranges=ABot="$logs/robots.txt" -
check 'an address that the format lacks' refuses 'lacks the field of the address' --robots="$logs/robots.txt" --address=x -
check 'a log that is not there' refuses 'nowhere: No such file' --robots="$logs/robots.txt" "$tmp/nowhere"
check 'a log of another format' refuses 'no line is of the format' --robots="$logs/robots.txt" "$logs/robots.txt"
"$robotsc" compile -q -o "$tmp/blob" "$logs/robots.txt"
check 'a blob in place of the text' refuses 'this is a blob' --robots="$tmp/blob" -
finish
