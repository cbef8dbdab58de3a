#!/bin/sh
# dask.sh - examples/dask_*.py on a Dask cluster: a scheduler and two workers, each a process of its
# own.  Twice a worker is killed in the middle of a job, and once a new worker replaces it.  With
# ROBOTSC_CORPUS its archive is compiled.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/python/tests/python_lib.sh
need_store filter --store=policies --agent=ExampleBot

if ! "$PYTHON" -c 'import distributed' 2>/dev/null || ! command -v dask-scheduler >"$tmp/out"; then
	skip 'Dask: there is no dask.distributed'
	check 'the example is there' test -f examples/dask_filter.py
	finish
fi

pids=
stop() {
	# shellcheck disable=SC2086 # a list of numbers
	if [ -n "$pids" ]; then kill -9 $pids 2>/dev/null; fi
	wait
	rm -rf "$tmp"
}
trap stop EXIT

# ---- the cluster ---------------------------------------------------------------------------------

export TMPDIR="$tmp" DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT=20s
cluster=$tmp/cluster.json

# dask NAME COMMAND ARGUMENT...: starts a process of the cluster; $! is its number.
dask() {
	name=$1 command=$(command -v "$2")
	shift 2
	PYTHONPATH=$site "$PYTHON" "$command" --host=127.0.0.1 --no-dashboard --scheduler-file="$cluster" "$@" \
		>"$tmp/$name.log" 2>&1 &
	pids="$pids $!"
}

worker() {
	mkdir -p "$tmp/$1" && dask "$1" dask-worker --no-nanny --nthreads=1 --memory-limit=0 --death-timeout=60 \
		--lifetime=600 --name="$1" --local-directory="$tmp/$1"
}

# until_true SECONDS COMMAND...
until_true() {
	tenths=$(($1 * 10))
	shift
	while ! "$@" && [ "$tenths" -gt 0 ]; do
		sleep 0.1
		tenths=$((tenths - 1))
	done
	[ "$tenths" -gt 0 ]
}

# has_workers N
has_workers() {
	py -c 'import sys
from dask.distributed import Client
with Client(scheduler_file=sys.argv[1]) as client:
    client.wait_for_workers(int(sys.argv[2]), timeout=60)
    assert len(client.scheduler_info()["workers"]) == int(sys.argv[2])' "$cluster" "$1"
}

start() {
	dask scheduler dask-scheduler --port=0 --idle-timeout=600 && until_true 60 test -s "$cluster"
	worker first
	first=$!
	worker second
	second=$!
}

# ---- input ---------------------------------------------------------------------------------------

# 30 files with 12,000 lines each, in which the store's origins and others take turns.
make_input() {
	"$robotsc" import -q --store="$tmp/policies" --agent=ExampleBot examples/crawl.warc.gz &&
		"$robotsc" store --store="$tmp/policies" list | cut -f 1 >"$tmp/origins" &&
		mkdir -p "$tmp/in" && py -c 'import sys
origins = open(sys.argv[1]).read().split() + ["http://unknown.example", "no URL"]
paths = ["", "/", "/private/accounts", "/private/press/a", "/archive/1999", "/page?action=edit", "/wiki/\u00e9"]
for part in range(30):
    with open(f"{sys.argv[2]}/part.{part:02}", "w", encoding="utf-8", newline="") as file:
        for line in range(12000):
            number = line // 5 + 7 * part
            file.write(origins[number % len(origins)] + paths[number % 29 % 7] + (f"?{line}" if line % 3 else "") + "\n")' \
		"$tmp/origins" "$tmp/in" &&
		cat "$tmp"/in/part.* >"$tmp/lines" &&
		"$robotsc" snapshot make -q -o "$tmp/one.snapshot" "$tmp/policies" &&
		"$robotsc" snapshot make -q --shards=3 -o "$tmp/shards" "$tmp/policies" &&
		"$robotsc" filter -q --snapshot="$tmp/one.snapshot" --agent=ExampleBot <"$tmp/lines" >"$tmp/expected" &&
		test -s "$tmp/expected" && ! cmp -s "$tmp/lines" "$tmp/expected"
}

# filter_partition in this process returns the lines that the command prints.
one_process() {
	py -c 'import sys
from robotsc.parallel import filter_partition
with open(sys.argv[1], "rb") as lines:
    sys.stdout.buffer.writelines(filter_partition(lines, **{sys.argv[2]: sys.argv[3]}, agent="ExampleBot"))' \
		"$tmp/lines" "$@" >"$tmp/one" && cmp "$tmp/one" "$tmp/expected"
}

# ---- the filter ----------------------------------------------------------------------------------

# With exec, $! is the process itself when this runs in the background, and not a shell around it.
replaced() { exec env PYTHONPATH="$site" "$PYTHON" "$@"; }

filter() { PYTHONPATH=$site timeout 200 "$PYTHON" examples/dask_filter.py "$@"; }

# joined FOLDER: its files together are the expected output, and it has no other files.
joined() {
	cat "$1"/part.* >"$tmp/joined" && cmp "$tmp/joined" "$tmp/expected" && [ "$(ls -A "$1" | wc -l)" -eq 30 ]
}

# The folder has a file for each input and shard: the lines of each shard are in order, and all
# lines together are the expected ones.
joined_shards() {
	[ "$(ls -A "$1" | wc -l)" -eq 90 ] && cat "$1"/part.* | sort >"$tmp/joined" && sort "$tmp/expected" | cmp - "$tmp/joined" &&
		for shard in 0000 0001 0002; do
			cat "$1"/part.??."$shard" >"$tmp/of_shard" && test -s "$tmp/of_shard" && "$robotsc" filter -q \
				--snapshot="$(echo "$tmp/shards/$shard"-*.snapshot)" --agent=ExampleBot <"$tmp/lines" |
				cmp - "$tmp/of_shard" || return 1
		done
}

finished() { [ "$(ls "$1" | wc -l)" -ge "$2" ]; }
says() { grep -q "$1" "$2"; }
reads() { ls -l "/proc/$1/fd" 2>/dev/null | grep -q "$2"; }
has_octets() { [ -n "$(find "$1" -path '*/.part-*' -type f -size +0)" ]; }

# The eleventh input is a FIFO.  feed writes half of its lines, and waits until the reader is gone;
# the next reader gets all lines.
feed() {
	replaced -c 'import select, sys
fifo, source = sys.argv[1:]
data = open(source, "rb").read()
with open(fifo, "wb", buffering=0) as file:
    file.write(data[: len(data) // 2])
    print("half", flush=True)
    poll = select.poll()
    poll.register(file, select.POLLERR)
    poll.poll()
with open(fifo, "wb") as file:
    print("again", flush=True)
    file.write(data)' "$@"
}

# Kill the worker that has written answers to a file, but not yet renamed it.
kill_reader() {
	until_true 60 says half "$tmp/feed.log" && until_true 60 finished "$tmp/killed" 5 || return 1
	until_true 60 has_octets "$tmp/killed" && ! finished "$tmp/killed" 30 && ! test -e "$tmp/killed/part.10" || return 1
	kill_and_wait "$1"
}

# Kill the worker that splits the FIFO by shard, when it has written half of the lines.
kill_splitter() {
	until_true 60 says half "$tmp/feed.log" && until_true 60 has_octets "$tmp/by_shard" || return 1
	! finished "$tmp/by_shard" 1 && kill_and_wait "$1"
}

kill_and_wait() {
	victim=$first
	reads "$first" "$1" || victim=$second
	reads "$victim" "$1" && kill -9 "$victim" || return 1
	until_true 60 says again "$tmp/feed.log" && wait "$job" && wait "$feeder"
}

# Start a worker in place of the one that was killed.
another() {
	if [ "$victim" = "$first" ]; then first=; else second=; fi
	worker third && third=$! && has_workers 2 || return 1
	if [ -z "$first" ]; then first=$third; else second=$third; fi
}

kill_one() {
	fifo=$tmp/in/part.10
	kill_by=$1
	shift
	mv "$fifo" "$tmp/held" && mkfifo "$fifo" || return 1
	feed "$fifo" "$tmp/held" >"$tmp/feed.log" 2>&1 &
	feeder=$!
	replaced examples/dask_filter.py "$@" "$cluster" "$tmp"/in/part.* >"$tmp/filter.log" 2>&1 &
	job=$!
	pids="$pids $feeder $job"
	"$kill_by" "$fifo"
	result=$?
	kill -9 "$feeder" "$job" 2>/dev/null
	mv "$tmp/held" "$fifo"
	return $result
}

# The example with a bag in docs/python-recipes.md.
bag() {
	awk '/^## / { here = /^## Dask/ } /^```/ { inside = here && $0 == "```python"; next } inside' docs/python-recipes.md \
		>"$tmp/bag.py" && mkdir "$tmp/bag" &&
		py "$tmp/bag.py" "$cluster" "$tmp/one.snapshot" "$tmp/in/part.*" "$tmp/bag/part.*" || return 1
	# The bag writes no line feed after the last line of a file.
	for part in "$tmp"/bag/part.*; do echo >>"$part"; done
	cat "$tmp"/bag/part.* >"$tmp/joined" && cmp "$tmp/joined" "$tmp/expected"
}

# ---- archives ------------------------------------------------------------------------------------

# Deal the records of an archive to four archives in turn, which separates redirects from targets.
deal() {
	mkdir "$tmp/$2" && py -c 'import gzip, sys
sys.path.insert(0, "examples")
from dask_compile import responses
files = [gzip.open(f"{sys.argv[2]}/{number}.warc.gz", "wb", 1) for number in range(4)]
for number, (url, head, block) in enumerate(responses(sys.argv[1])):
    files[number % 4].write(head + block + b"\r\n\r\n")
for file in files:
    file.close()' "$1" "$tmp/$2"
}

# compiled ARCHIVE NAME: the cluster makes the same store as the command.
compiled() {
	deal "$1" "$2" && "$robotsc" import -q --store="$tmp/$2.one" --agent=ExampleBot "$tmp/$2"/*.warc.gz &&
		py examples/dask_compile.py --store="$tmp/$2.many" --agent=ExampleBot "$cluster" "$tmp/$2"/*.warc.gz &&
		"$robotsc" store --store="$tmp/$2.many" verify && py -c 'import sys
import robotsc
stores = [robotsc.Store(path).session() for path in sys.argv[1:]]
one, many = ([(entry.origin, tuple(entry.decision), entry.blob) for entry in store] for store in stores)
assert one == many and len(one) > 9, (len(one), len(many))' "$tmp/$2.one" "$tmp/$2.many"
}

package
start
check 'a scheduler and two workers' has_workers 2
check 'input' make_input
check 'one process' one_process snapshot "$tmp/one.snapshot"
check 'and by shards' one_process snapshot "$tmp/shards"
check 'and by a store' one_process store "$tmp/policies"
check 'workers open the store by its path' filter --store="$tmp/policies" --agent=ExampleBot --output="$tmp/path" "$cluster" \
	"$tmp"/in/part.*
check 'their output is that of the command' joined "$tmp/path"
check 'workers map the snapshot' filter --snapshot="$tmp/one.snapshot" --output="$tmp/mapped" "$cluster" "$tmp"/in/part.*
check 'their output is that of the command, too' joined "$tmp/mapped"
check 'a worker is killed in the middle' kill_one kill_reader --snapshot="$tmp/shards" --agent=ExampleBot --output="$tmp/killed"
check 'the output is the same' joined "$tmp/killed"
check 'one worker is left' has_workers 1
check 'another worker comes' another
check 'a shard a task, and a worker is killed' kill_one kill_splitter --snapshot="$tmp/shards" --by-shard --output="$tmp/by_shard"
check 'the lines are the same' joined_shards "$tmp/by_shard"
check 'one worker is left again' has_workers 1
check 'workers get the snapshot as octets' filter --snapshot="$tmp/one.snapshot" --ship --output="$tmp/shipped" "$cluster" \
	"$tmp"/in/part.*
check 'their output is that of the command as well' joined "$tmp/shipped"
check 'and shards as octets' filter --snapshot="$tmp/shards" --by-shard --ship --output="$tmp/shipped_shards" "$cluster" \
	"$tmp"/in/part.*
check 'with the same lines' joined_shards "$tmp/shipped_shards"
check 'filter_partition in a bag' bag
check 'archives become one store' compiled examples/crawl.warc.gz crawl
if [ -n "${ROBOTSC_CORPUS-}" ]; then check 'the corpus, too' compiled "$ROBOTSC_CORPUS/robots.warc.gz" corpus; fi
finish
