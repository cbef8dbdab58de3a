#!/bin/sh
# go.sh - the Go module: its own tests, and its verdicts beside the command's in every dialect.
#
# With ROBOTSC_CORPUS=FOLDER, for all texts of its robots.warc.gz; else for those of the tree.
# Where a kit is made, its questions; ROBOTSC_KIT names another folder.  With ROBOTSC_GO_RACE=yes
# the race detector, which needs cgo.  ROBOTSC_GO_INPUTS: how many each fuzz target takes.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. tests/support/texts_lib.sh
. tests/support/conformance_lib.sh

if [ "$(config go)" != yes ]; then
	skip 'Go module: configure has not found Go 1.19'
	check 'its source is there' test -f bindings/go/blob.go
	finish
fi
export ROBOTSC="$robotsc" ROBOTSC_TREE="$PWD"

formatted() { [ -z "$(gofmt -l bindings/go | tee /dev/stderr)" ]; }

# tests NAME [OPTION...]: the tests of the module with such a name; what they say is kept.
tests() {
	name=$1
	shift
	sh packaging/go "$builddir" test "$@" -count=1 -v -run "$name" ./... >"$tmp/log" 2>&1 || { cat "$tmp/log" && false; }
	grep -q '^--- PASS' "$tmp/log" && ! grep '^--- SKIP' "$tmp/log"
}

# Files of the forgers; those that a forger leaves out for a number are not there.
forged() {
	mkdir "$tmp/forged" "$tmp/bad-blobs" && tar -xf tests/runtime/match/bad-blobs/blobs.tar -C "$tmp/bad-blobs" || return 1
	n=0
	while [ $n -lt "${ROBOTSC_FORGED_FILES-100}" ]; do
		n=$((n + 1))
		"$builddir/tests/forge_test" -w "$tmp/forged/blob-$n" $n &&
			"$builddir/tests/snapshot_forge_test" -w "$tmp/forged/snapshot-$n" $n
	done >/dev/null 2>&1
	ls "$tmp/forged" | wc -l
}

# A folder of shards, and a file of the same origins, for two agents whose names are of one length.
snapshots() {
	archive=$PWD/examples/crawl.warc.gz
	if [ -n "${ROBOTSC_CORPUS-}" ]; then archive=$ROBOTSC_CORPUS/robots.warc.gz; fi
	for output in "--shards=5 -o shards" "-o whole"; do
		# shellcheck disable=SC2086 # options
		(cd "$tmp" && "$robotsc" snapshot make --agent=ExampleBot --agent=SecondBotX $output "$archive") || return 1
	done
}

# fuzz NAME: a fuzz target in one process.  A time would race with the end of the last input.
fuzz() { sh packaging/go "$builddir" test -run '^$' -fuzz "^$1\$" -fuzztime "${ROBOTSC_GO_INPUTS-5000}x" -parallel 1 .; }

# The race detector needs cgo.  It runs as another user than root: gcc may remove an output of
# root's that is no file, /dev/null.  That user may not look into the folder of this tree.
raced() {
	mkdir "$tmp/race" && cp -R bindings docs tests/runtime/match/bad-blobs packaging "$robotsc" "$tmp/race" 2>/dev/null
	if [ "$(id -u)" -ne 0 ]; then race && return; fi
	chmod 755 "$tmp" && chown -R 65534 "$tmp/race" && user='setpriv --reuid=65534 --regid=65534 --clear-groups' race
}

# shellcheck disable=SC2086 # a command and its options
race() {
	(cd "$tmp/race/bindings/go" && export ROBOTSC="$tmp/race/robotsc" ROBOTSC_TREE="$tmp/race" &&
		export HOME="$tmp/race" GOCACHE="$tmp/race/cache" &&
		CGO_ENABLED=1 GOPROXY=off ${user-} go test -race -count=1 -run '^(TestShared|TestExample)$' .)
}

check 'gofmt' formatted
check 'go vet' sh packaging/go "$builddir" vet ./...
for system in windows js; do
	arch=amd64
	if [ $system = js ]; then arch=wasm; fi
	check "go vet for $system" env GOOS=$system GOARCH=$arch sh packaging/go "$builddir" vet .
done
texts
export ROBOTSC_TEXTS="$tmp/texts"
check 'verdicts of the command' tests '^TestCorpus$'
check 'none differs' grep -q 'verdicts, 0 differ' "$tmp/log"
sed -n 's/.*go:[0-9]*: \(.*verdicts,.*\)/\1/p' "$tmp/log"
check 'examples, tokens, batches, snapshots' tests '^Test(Example|Tokens|Batches|SnapshotExample|SnapshotOctets)$'
if [ "$store" = yes ]; then
	prepare 'snapshots are made' snapshots
	export ROBOTSC_SHARDS="$tmp/shards" ROBOTSC_SNAPSHOT="$tmp/whole"
	check 'a folder of shards, beside a file and the command' tests '^TestSnapshotShards$'
	check 'manifests that are changed, and shards that are replaced' tests '^TestSnapshot(Manifest|Settings|Replaced)$'
	check 'FuzzManifest' fuzz FuzzManifest
fi
check 'no check allocates' tests '^TestAllocations$'
check 'a process that compiles, dies and is started again' tests '^Test(Compile.*|Shared|WrongInputs)$'
prepare 'the forgers write files' forged
export ROBOTSC_FORGED="$tmp/forged" ROBOTSC_BAD_BLOBS="$tmp/bad-blobs"
ROBOTSC_SEEDS=$(find "$tmp/bad-blobs" "$tmp/forged" -type f | sort | head -n 100 | tr '\n' ' ')
export ROBOTSC_SEEDS
check 'middleware, as docs/go.md has it' tests '^Test(Enforce|Page)$'
check 'forged files' tests '^TestForged$'
check 'bad blobs' tests '^TestBadBlobs$'
for target in FuzzOpen FuzzMended FuzzPath; do check "$target" fuzz $target; done
: "${ROBOTSC_KIT=$builddir/kit}"
export ROBOTSC_KIT
if [ -d "$ROBOTSC_KIT" ]; then
	check 'the kit' tests '^TestKit$'
	check 'the kit, whose steps are counted' tests '^TestKit$' -tags robotsc_steps
else
	skip 'the kit: it is not made'
fi
check 'the conformance suite' conforms sh packaging/go "$builddir" run ../../conformance/adapters/go_robotsc.go
if [ -z "${ROBOTSC_GO_RACE-}" ]; then
	skip 'the race detector: ROBOTSC_GO_RACE is not set'
else
	check 'the race detector' raced
fi
finish
