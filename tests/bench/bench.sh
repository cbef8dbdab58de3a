#!/bin/sh
# bench.sh - the benchmarks on a few hosts and origins: they run, their JSON is complete, and
# bench/tables.py reads it.  With valgrind, a check is counted too.  No times are tested.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/support/lib.sh
python=$(config python)
bench=$builddir/bench/bench

refused() {
	"$@" >"$tmp/refused" 2>&1
	[ $? -eq 2 ] && [ -s "$tmp/refused" ]
}

# Every figure of the JSON is complete, and exact engines agree.
read_json() {
	"$python" - "$tmp/bench.json" <<'END'
import json, sys
data = json.load(open(sys.argv[1]))
figures = {f["name"]: f for f in data["figures"]}
assert len(figures) == len(data["figures"]) > 100, len(data["figures"])
assert data["hosts"] > 0 and data["corpus"] == "generated"
for f in figures.values():
    assert f["low"] <= f["median"] <= f["high"], f
    assert ("to" not in f) or f["to"] in figures, f
for name in ("hot/robotsc/median", "fresh/robotsc/mean", "cold/robotsc batch/loop", "policy/sorted loop/p99",
             "compile/one agent/speed", "open/median/time", "hostile/peak/worst"):
    assert figures[name]["median"] > 0, name
assert figures["agreement/sorted loop/different"]["median"] == 0
END
}

# Some versions of valgrind cannot read the debug information of some compilers.
has_valgrind() {
	echo '#include <valgrind/callgrind.h>' | $(config cc) -E -x c - >"$tmp/expanded" &&
		valgrind -q --tool=none "$bench" --hosts 20 --quick --only none
} >"$tmp/valgrind.log" 2>&1

# The checks of each engine are counted; a hash reads the path and constants only.
read_counted() {
	"$python" - "$tmp/bench.json" <<'END'
import json, sys
figures = {f["name"]: f["median"] for f in json.load(open(sys.argv[1]))["figures"]}
engines = {n.split("/")[1] for n in figures if n.startswith("counted/")}
assert engines == {n.split("/")[1] for n in figures if n.startswith("hot/") and n.endswith("/slowest")}, engines
for e in engines:
    get = lambda what: figures[f"counted/{e}/{what}"]
    assert get("hosts") >= 1 and get("instructions") > get("loads") > 1, e
    assert get("instructions") > get("branches") > get("mispredicted"), e
    assert get("stores") >= 0 and get("mispredicted, new paths") > 0, e
    assert get("instructions, p99") >= get("instructions, median") >= get("instructions, p10") > 0, e
    if e != "robotsc batch":
        assert 1 < get("lines") < 512, e
for e in "robotsc", "sorted loop", "dense table":
    assert 1 <= figures[f"counted/{e}/lines of the policy"] < figures[f"counted/{e}/lines"], e
assert "XXH3" not in engines or figures["counted/XXH3/lines"] < 6
assert figures["counted/robotsc/instructions"] < figures["counted/sorted loop/instructions"]
END
}

# All chapters of docs/dev/figures.md are there, and every figure is a finite number.
read_tables() {
	"$python" bench/tables.py "$tmp/bench.json" >"$tmp/figures.md" && ! grep -w 'nan\|inf' "$tmp/figures.md" &&
		grep '^## ' docs/dev/figures.md | grep -v 'What a check does' >"$tmp/chapters" &&
		grep '^## ' "$tmp/figures.md" | grep -v 'What a check does' | diff "$tmp/chapters" -
}

# The page has two rows of figures for each engine.
counted_rows() {
	awk '
		/^## / { on = $0 == "## What a check does" }
		on && /^\| [A-Za-z].* [0-9]/ { n[$2]++ }
		END { exit !(n["robotsc"] == 4 && n["table"] == 2) }' "$tmp/figures.md"
}

not_counted() { PATH=$1 "$bench" --hosts 20 --quick --only counted | grep "what a check does is not counted: $2"; }

# The standard input is another valgrind.
with_valgrind() {
	{ echo '#!/bin/sh' && cat; } >"$tmp/bin/valgrind" && chmod +x "$tmp/bin/valgrind" && "$@"
}

unexpected() {
	refused env PATH="$tmp/bin:$PATH" "$bench" --hosts 20 --quick --only counted &&
		cat "$tmp/refused" && grep "$1" "$tmp/refused"
}

# Each run makes the same archive and URLs; all of them are in the store, and none is damaged.
origins() {
	mkdir "$tmp/a" "$tmp/b"
	made="$builddir/bench/origins --hosts 150 --origins 200"
	$made "$tmp/a" && $made "$tmp/b" && diff -r "$tmp/a" "$tmp/b" &&
		"$robotsc" import -q --store="$tmp/store" --agent=ExampleBot "$tmp/a/robots.warc.gz" &&
		"$robotsc" store --store="$tmp/store" stat | grep -qx 'origins                200' &&
		[ "$(wc -l <"$tmp/a/random.txt")" -eq 2000 ] &&
		"$robotsc" filter -q --store="$tmp/store" --agent=ExampleBot --print=all <"$tmp/a/random.txt" >"$tmp/random.out" &&
		[ "$(grep -c '^allow' "$tmp/random.out")" -gt 500 ] && [ "$(grep -c '^disallow' "$tmp/random.out")" -gt 200 ] &&
		! grep '^unknown' "$tmp/random.out"
}

# The store has as many policies as were made, and this number is the extrapolated one.
growth() {
	mkdir "$tmp/c"
	"$builddir/bench/origins" --hosts 400 --origins 4000 "$tmp/c" >"$tmp/made" &&
		"$robotsc" import -q --store="$tmp/grown" --agent=ExampleBot "$tmp/c/robots.warc.gz" || return 1
	"$robotsc" store --store="$tmp/grown" stat | cat "$tmp/made" - | awk '
		/^up to / { files += $5; expected += $9; made += $10 }
		/^policies +[0-9]/ { stored = $2 }
		END {
			print files, expected, made, stored
			exit !(files == 400 && made > .98 * expected && made < 1.02 * expected && made < 3900 &&
				stored > .98 * made && stored <= made)
		}'
}

# Four commands, in lines a second.
audit_rows() {
	"$python" bench/audit_speed.py "$robotsc" 2000 1 >"$tmp/rows" &&
		[ "$(grep -c '| [0-9.]* M | [0-9.]* M |' "$tmp/rows")" -eq 4 ]
}

store_rows() {
	sh bench/store.sh "$builddir" 100 "$tmp" >"$tmp/rows"
	[ "$(grep -cE '^[a-z].* +[0-9]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+$' "$tmp/rows")" -eq 8 ]
}

unset ROBOTSC_CORPUS
if [ "$store" = yes ]; then
	check 'origins like those of a corpus' origins
	check 'different policies among the origins' growth
	check 'the rows of bench/store.sh' store_rows
fi
check 'a run on 20 hosts' "$bench" --hosts 20 --quick --json "$tmp/bench.json"
if has_valgrind; then
	valgrind=yes
	mkdir "$tmp/bin"
	check 'without valgrind the benchmark says that nothing is counted' not_counted /nowhere 'there is no valgrind'
	check 'so it does where valgrind fails' with_valgrind not_counted "$tmp/bin:$PATH" 'valgrind failed' <<'END'
exit 3
END
	check 'a valgrind that says nothing is an error' with_valgrind unexpected 'wrote less than expected' <<'END'
END
	check 'a verdict that differs inside valgrind is an error' \
		with_valgrind unexpected 'lines: 49 allowed, outside: nothing, lines: 50' <<'END'
for option; do
	case $option in
	--callgrind-out-file=*) echo 'desc: Trigger: Client Request: 0 nothing, lines: 49 allowed' >"${option#*=}" ;;
	esac
done
END
else
	valgrind=no
fi
check 'an unknown option is refused' refused "$bench" --frobnicate
if [ -n "$python" ]; then
	check 'its JSON' read_json
	check 'the rows of bench/audit_speed.py' audit_rows
	check 'its tables' read_tables
	if [ $valgrind = yes ]; then
		check 'what a check does is counted' read_counted
		check 'what a check does is in the figures' counted_rows
	else
		skip 'what a check does: no valgrind, or it cannot run the benchmark'
	fi
	echo '{"corpus": 1' >"$tmp/bad.json"
	check 'a file that is no result is refused' refused "$python" bench/tables.py "$tmp/bad.json"
else
	skip 'JSON and tables: no python3'
fi

# The table of peers: a checkout without google/robotstxt is left out.  A robots-parser that allows
# everything has as many other verdicts as there are disallowed URLs.
peers() {
	made=$tmp/build/bench/peers
	mkdir -p "$tmp/build/bench" && ln -s "$(realpath "$builddir/bench/by_url")" "$tmp/build/bench" &&
		PEERS=google GOOGLE_ROBOTSTXT=$tmp sh bench/peers.sh "$tmp/build" --hosts 20 --quick >"$tmp/peers" &&
		grep -q '^Left out: google: ' "$tmp/peers" && cp "$made/c.1.lines" "$made/node.1.lines" &&
		cp "$made/c.1.lines" "$made/python.1.lines" &&
		"$python" bench/peers/peers.py "$made/hosts" --quick urllib >>"$made/python.1.lines" || return 1
	disallowed=$(grep -acE '^d[ad] https://' "$made/hosts")
	if command -v node >/dev/null; then
		echo 'module.exports = () => ({ isAllowed: () => true });' >"$tmp/all.js"
		node bench/peers/peers.mjs "$made/hosts" --quick "robots-parser=$tmp/all.js" >>"$made/node.1.lines" || return 1
	fi
	"$python" bench/peers/peers_table.py "$made" | tee "$tmp/peers"
	grep -qE '^[|] urllib.robotparser .* [|] [1-9][0-9]* [|]$' "$tmp/peers" &&
		{ ! command -v node >/dev/null || grep -q "^| robots-parser .* | $disallowed |\$" "$tmp/peers"; }
}

# The table names the releases that the lock files pin.
pinned() {
	sed -n 's/^    ("[a-z]*", "\([a-z_-]*\)", .*, "\([0-9.]*\), 20.*/\1 \2/p' bench/peers/peers_table.py >"$tmp/named"
	{
		sed -n 's/^name = "\(.*\)"$/\1/p; s/^version = "\(.*\)"$/\1/p' bench/peers/Cargo.lock | paste -d ' ' - -
		sed -nE 's/^(protego)==([0-9.]*).*/\1 \2/p; s|.*(crawler-commons)-([0-9.]*)\.jar$|\1 \2|p
			s|.*/(temoto)/robotstxt v([0-9.]*) h1:.*|\1 \2|p; s|.*"(robots-parser)": "([0-9.]*)"|\1 \2|p' \
			bench/peers/requirements.txt bindings/java/jars bench/peers/go.sum bench/peers/package-lock.json
	} >"$tmp/pinned"
	[ "$(wc -l <"$tmp/named")" -eq 9 ] && ! sed 's/-matcher / /' "$tmp/named" | grep -vxF -f "$tmp/pinned"
}

check 'peers in the table have the releases that lock files pin' pinned
if [ -n "$python" ]; then check 'a table of peers' peers; else skip 'a table of peers: no python3'; fi

# Compared with itself, a build has no differences.
beside() {
	library=$builddir/librobotsc.so
	"$builddir/bench/beside" --quick --hosts 20 "$library" "$library" >"$tmp/beside" &&
		grep -x '0 verdicts differ' "$tmp/beside"
}
check 'a build beside itself' beside
finish
