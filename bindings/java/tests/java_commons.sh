#!/bin/sh
# java_commons.sh - the parser for users of crawler-commons: with its versions, its own published
# tests, the hosts of a corpus, and the example for Nutch in docs/java.md.
#
# ROBOTSC_CORPUS: a folder with robots.warc.gz and urls.txt.gz; without it, the hosts of the tree.
#
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../../.." || exit 1
. tests/support/lib.sh
. bindings/java/tests/java_lib.sh

if [ ! -f "$commons" ]; then
	skip 'the parser for crawler-commons is not built: ./configure --install-deps=java'
	check 'its source is there' test -f bindings/java/commons/robotsc/commons/RobotscRulesParser.java
	finish
fi

# with VERSION: sets the class path to that of crawler-commons.
with() { jars=$jar:$commons:$(maven "crawler-commons-$1.jar"):$(maven slf4j-api-2.0.17.jar):$(maven commons-io-2.21.0.jar); }

version() { with "$1" && program Commons.java | tee "$tmp/said" && grep -qx 'as it should be' "$tmp/said"; }

# Debian's folder of archives has JUnit.
junit=''
for name in junit-jupiter-api junit-jupiter-engine junit-jupiter-params junit-platform-commons junit-platform-engine \
	junit-platform-launcher junit-platform-console junit-platform-reporting opentest4j apiguardian-api picocli \
	univocity-parsers; do
	junit=$junit:/usr/share/java/$name.jar
done

# The tests ask a parser of the same length of name: it stands in their tables of constants.
own_tests() {
	with 1.6 && mkdir "$tmp/own" && unzip -q "$(maven crawler-commons-1.6-tests.jar)" -d "$tmp/own" || return 1
	LC_ALL=C sed -i -e 's|robots/SimpleRobotRulesParser\([^T]\)|robots/RobotscRulesParserSame\1|g' \
		-e 's|robots/SimpleRobotRulesParser$|robots/RobotscRulesParserSame|' "$tmp/own"/crawlercommons/robots/*.class
	cat >"$tmp/RobotscRulesParserSame.java" <<-'END'
		package crawlercommons.robots;
		public class RobotscRulesParserSame extends robotsc.commons.RobotscRulesParser {
			public RobotscRulesParserSame() {}
			public RobotscRulesParserSame(long delay, int warnings) { super(delay, warnings); }
		}
	END
	javac --release 11 -cp "$jars" -d "$tmp/own" "$tmp/RobotscRulesParserSame.java" || return 1
	java -cp "$tmp/own:$jars$junit" org.junit.platform.console.ConsoleLauncher --disable-banner --disable-ansi-colors \
		--details=tree -c crawlercommons.robots.SimpleRobotRulesParserTest \
		-c crawlercommons.robots.GoogleRobotsTxtTest >"$tmp/own.txt"
	grep -E 'tests (successful|found)' "$tmp/own.txt"
	good=$(sed -n 's/^\[ *\([0-9]*\) tests successful .*/\1/p' "$tmp/own.txt")
	grep -q '\[ *238 tests found ' "$tmp/own.txt" && [ "$good" -ge 231 ]
}

# Those that fail are those of docs/java.md.
failing() {
	sed -n "s/.*methodName = '\([A-Za-z0-9_]*\)'.*/\1/p" "$tmp/own.txt" | LC_ALL=C sort -u >"$tmp/failing"
	sed -n '/^| test |/,/^$/p' docs/java.md | grep -oE '`(test|GoogleOnly_)[A-Za-z0-9_]*`' | tr -d '`' | LC_ALL=C sort |
		diff - "$tmp/failing"
}

beside() {
	with 1.6 &&
		"$builddir/bench/by_url" --quick --write "$tmp/hosts" ${ROBOTSC_CORPUS:+--corpus "$ROBOTSC_CORPUS"} >"$tmp/lines" &&
		program BesideCommons.java "$tmp/hosts" >"$tmp/beside" 2>&1 || { cat "$tmp/beside" && false; }
}

# The class of docs/java.md; HttpRobotRulesParser is of a plugin, which Maven does not have.
nutch() {
	with 1.6 && mkdir -p "$tmp/nutch" &&
		awk '/^```/ { inside = $0 == "```java"; next } inside' docs/java.md | sed -n '/^import.*BaseRobotRules;/,/^}/p' \
			>"$tmp/nutch/CompiledRules.java" && [ -s "$tmp/nutch/CompiledRules.java" ] || return 1
	cat >"$tmp/nutch/HttpRobotRulesParser.java" <<-'END'
		package org.apache.nutch.protocol.http.api;
		public class HttpRobotRulesParser extends org.apache.nutch.protocol.RobotRulesParser {
			public HttpRobotRulesParser(org.apache.hadoop.conf.Configuration conf) { }
			@Override
			public crawlercommons.robots.BaseRobotRules getRobotRulesSet(org.apache.nutch.protocol.Protocol protocol,
				java.net.URL url, java.util.List<org.apache.nutch.protocol.Content> content) {
				final byte[] text = "User-agent: ExampleBot\nDisallow: /private/".getBytes();
				return parseRules(url.toString(), text, "text/plain", java.util.List.of("examplebot"));
			}
		}
	END
	cat >"$tmp/nutch/Try.java" <<-'END'
		class Try {
			public static void main(String[] arguments) throws Exception {
				final java.net.URL url = new java.net.URL("https://shop.example/private/");
				final var rules = new CompiledRules(null).getRobotRulesSet(null, url, null);
				System.out.println(rules.getClass().getSimpleName() + " " + rules.isAllowed(url));
			}
		}
	END
	jars=$jars:$(maven nutch-1.20.jar):$(maven hadoop-common-3.3.6.jar)
	javac --release 11 -nowarn -Xlint:none -cp "$jars" -d "$tmp/nutch" "$tmp/nutch"/*.java &&
		java -cp "$tmp/nutch:$jars" Try | tail -n 1 >"$tmp/said"
	cat "$tmp/said" && grep -qx 'RobotscRules false' "$tmp/said"
}

for version in 1.4 1.5 1.6; do
	if [ -n "$(maven "crawler-commons-$version.jar")" ]; then
		check "with crawler-commons $version" version $version
	else
		skip "crawler-commons $version is not there"
	fi
done
if [ -f /usr/share/java/junit-platform-console.jar ] && [ -n "$(maven crawler-commons-1.6-tests.jar)" ]; then
	check "crawler-commons' own tests: at least 231 of 238" own_tests
	check 'the others are those of docs/java.md' failing
else
	skip "crawler-commons' own tests: they or JUnit are not there"
fi
if [ -x "$builddir/bench/by_url" ]; then
	check 'the hosts of a corpus: sitemaps, delays, modes; causes of other verdicts' beside
	tail -n 1 "$tmp/beside"
else
	skip 'the hosts of a corpus: ninja build/bench/by_url'
fi
if [ -n "$(maven nutch-1.20.jar)" ]; then check 'the example for Nutch' nutch; else skip 'Nutch is not there'; fi
finish
