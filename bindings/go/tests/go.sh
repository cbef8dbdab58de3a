#!/bin/sh
# go.sh - tests the modules in Go as they are in their repositories.
#
# With ROBOTSC_GO_ALL=yes also other processors and systems, the race detector, the oldest Go, the
# proxy, and peers.
# ROBOTSC_CORPUS: a folder of real files, in place of made ones.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. tests/support/conformance_lib.sh
. bindings/tests/cases_lib.sh

if [ "$(config go)" != yes ]; then
	skip "Go module: configure has not found $(config go_lacks)"
	check 'its source is there' test -f bindings/go/robotsc.go
	finish
fi
tree=$PWD GO=$(config go_new) module=$builddir/go/robotsc-go
export GO ROBOTSC="$robotsc" ROBOTSC_HOSTS="$tmp/hosts"
of_module() { sh packaging/go "$builddir" robotsc-go "$@"; }

formatted() { [ -z "$(gofmt -l bindings/go | tee /dev/stderr)" ]; }

hosts() {
	if [ -n "${ROBOTSC_CORPUS-}" ]; then set -- --corpus "$ROBOTSC_CORPUS"; else set -- --hosts 200; fi
	"$builddir/bench/by_url" "$@" --quick --write "$tmp/hosts" >"$tmp/by_url"
}

# A snapshot, and the answers of filter with it.
snapshot() {
	ROBOTSC_SNAPSHOT=$tmp/snapshot ROBOTSC_ANSWERS=$tmp/answers
	export ROBOTSC_SNAPSHOT ROBOTSC_ANSWERS
	"$robotsc" snapshot make -q --agent=ExampleBot -o "$tmp/snapshot" examples/crawl.warc.gz &&
		"$robotsc" filter -q --agent=ExampleBot --print=all --snapshot="$tmp/snapshot" <examples/frontier.txt \
			>"$tmp/answers"
}

# tests LOG COMMAND...: all tests of the module pass, none is skipped; LOG has their output.
tests() {
	log=$tmp/$1 && shift
	"$@" >"$log" 2>&1 || { cat "$log" && return 1; }
	if [ "$store" != yes ]; then sed -i '/^--- SKIP: Test.*Snapshot/d' "$log"; fi
	grep -q '^--- PASS: TestHosts' "$log" && ! grep '^--- SKIP' "$log"
}

# blobs LOG: the hash of all blobs.
blobs() { sed -n 's/.* blobs //p' "$tmp/$1"; }

check 'gofmt' formatted
prepare 'ninja go' ninja go
prepare 'hosts, their URLs and verdicts' hosts
if [ "$store" = yes ]; then prepare 'a snapshot, and what the command says' snapshot; fi
check 'go vet' of_module vet ./...
prepare 'the table of cases is there' ninja cases
answers of_module test -count=1 -v -run TestCases .
prepare 'its own tests' tests amd64 of_module test -count=1 -v .
sed -n 's/.*go:[0-9]*: \(.* hosts, .*\)/\1/p' "$tmp/amd64"
check 'the conformance suite' conforms sh packaging/go "$builddir" robotsc-go run "$PWD/conformance/adapters/go_robotsc.go"
if [ "${ROBOTSC_GO_ALL-}" != yes ]; then
	skip 'other processors, Go 1.19, the proxy, peers: ROBOTSC_GO_ALL is not set'
	finish
fi

# emulated ARCH COMMAND...: the same verdicts and blobs on another processor.
emulated() {
	arch=$1 && shift
	GOARCH=$arch of_module test -c -o "$tmp/test.$arch" . &&
		(unset ROBOTSC && tests "$arch" "$@" "$tmp/test.$arch" -test.v -test.run 'Hosts|Open|Octets|Lists|Snap|Cases') &&
		[ "$(blobs "$arch")" = "$(blobs amd64)" ]
}

for arch in 386: arm64:qemu-aarch64 s390x:qemu-s390x; do
	# shellcheck disable=SC2086 # a command, or none
	check "${arch%:*}: the same verdicts, and the same blobs" emulated "${arch%:*}" ${arch#*:}
done
for system in windows/amd64 windows/arm64 darwin/arm64 darwin/amd64; do
	check "$system: builds" env GOOS=${system%/*} GOARCH=${system#*/} sh packaging/go "$builddir" robotsc-go build .
done

# Not as root: gcc run by root may remove its output even if that is /dev/null.
raced() {
	user=
	cp -R "$module" "$tmp/race" && chmod 755 "$tmp" && chmod 644 "$tmp/hosts" || return
	if [ "$(id -u)" -eq 0 ]; then user='setpriv --reuid=65534 --regid=65534 --clear-groups' && chown -R 65534 "$tmp/race"; fi
	# shellcheck disable=SC2086 # a command and its options
	(cd "$tmp/race" && export HOME="$tmp/race" GOCACHE="$tmp/race/cache" CGO_ENABLED=1 GOPROXY=off GOTOOLCHAIN=local &&
		$user "$GO" test -race -count=1 -run '^(TestGoroutines|Example.*)$' .)
}

check 'the race detector' raced

# The Go of Debian 12.
old_go() {
	tests old env GO=/usr/bin/go sh packaging/go "$builddir" robotsc-go test -count=1 -v . &&
		[ "$(blobs old)" = "$(blobs amd64)" ]
}

if /usr/bin/go version 2>/dev/null | grep -q 'go1\.19'; then check 'Go 1.19' old_go; else skip 'there is no Go 1.19'; fi

# user NAME: the folder of a user who has only Go.  Our modules, and modules that were fetched
# before, come from files; in their paths, '!' precedes capitals.
user() {
	mkdir "$tmp/$1" && cd "$tmp/$1" && GOPROXY="file://$builddir/go/proxy,file://$("$GO" env GOMODCACHE)/cache/download,off" &&
		export GOPROXY GONOSUMDB="*" GOFLAGS="-modcacherw -mod=mod" GOPATH="$tmp/path" GOCACHE="$builddir/go/cache" \
			GOTOOLCHAIN=local CGO_ENABLED=0
}

fetched() {
	(
		read -r path version <"$builddir/go/MODULES" && user mine && "$GO" mod init user.example/mine &&
			"$GO" get "$path@$version" || exit
		awk '/^```/ { inside = $0 == "```go"; next } inside' "$module/README.md" >main.go
		"$GO" run . >said && cat said && "$GO" mod vendor && "$GO" build -mod=vendor . && ./mine | diff said -
	)
}

check 'fetched from a proxy, built, vendored' fetched

# Colly, unchanged, with our module in place of temoto/robotstxt.
colly() {
	(
		user colly && cp "$tree"/bindings/go/tests/peers/* . &&
			"$GO" mod edit -replace="github.com/temoto/robotstxt=$(sed -n '/-temoto/s/ /@/p' "$builddir/go/MODULES")" &&
			"$GO" test -count=1 -v . | tee said && grep -q '^--- PASS: TestColly' said
	)
}

# The tests of temoto/robotstxt that use only exported names, in a copy of our module.
their_tests() {
	(
		theirs=$("$GO" env GOMODCACHE)/github.com/temoto/robotstxt@v1.1.2
		user theirs && cp "$builddir"/go/robotsc-temoto/* "$theirs"/robotstxt_test.go . && chmod u+w ./* &&
			"$GO" mod edit -require=github.com/stretchr/testify@v1.3.0 || exit
		awk '/^func / { inside = 1; text = ""; private = 0 }
			inside { text = text $0 "\n"; if (/\.groups\[/) private = 1 }
			inside && /^}/ { if (!private) printf "%s", text; inside = 0; next }
			!inside { print }
			END { print "var _, _ = time.Now, assert.Equal" }' "$theirs/google_test.go" >google_test.go
		"$GO" test -count=1 -v . >said
		sed -n 's/^--- FAIL: \([A-Za-z]*\).*/\1/p' said | sort >failed
		cat said && [ "$(grep -c '^--- PASS' said)" -ge 14 ] &&
			sed -n 's/^| `\(Test[A-Za-z]*\)` .*/\1/p' "$tree/bindings/go/temoto/README.md" | sort | diff - failed
	)
}

if (cd bindings/go/tests/peers && GOPROXY=off GOTOOLCHAIN=local "$GO" list -deps -test . >"$tmp/peers" 2>&1); then
	check "Colly's own code asks ours" colly
	check "tests of temoto/robotstxt: those that fail are in README.md" their_tests
else
	skip "Colly and temoto/robotstxt: configure --install-deps=all has not fetched them"
fi

# The modules are the same when made again elsewhere, with an engine that is compiled again.
again() {
	mkdir -p "$tmp/again/go" && ninja -t commands "$(config builddir)/go/engine.wasm" | tail -n 1 |
		sed "s|-o [^ ]*engine.wasm|-o $tmp/again/go/engine.wasm|" >"$tmp/again.sh" && sh "$tmp/again.sh" &&
		python3 packaging/go.py "$tmp/again" "$GO" && diff -r "$builddir/go/proxy" "$tmp/again/go/proxy" &&
		find "$tmp/again/go/proxy" -name '*.zip' | grep -c .
}

check 'made again, it is the same' again
finish
