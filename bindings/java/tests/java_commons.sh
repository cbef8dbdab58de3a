#!/bin/sh
# java_commons.sh - tests the parser for users of crawler-commons: with each of its versions, the
# tests that it publishes, the hosts of a corpus, and the example for Nutch in docs/java.md.
#
# ROBOTSC_CORPUS: a folder with robots.warc.gz and urls.txt.gz; without it, hosts in the tree.
# ROBOTSC_NUTCH: the sources of Nutch 1.20, with plugins that Maven lacks: then Nutch itself
# fetches, too.
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

# with VERSION: sets the class path for this crawler-commons.
with() { jars=$jar:$commons:$(maven "crawler-commons-$1.jar"):$(maven slf4j-api-2.0.17.jar):$(maven commons-io-2.21.0.jar); }

version() { with "$1" && program Commons.java | tee "$tmp/said" && grep -qx 'as it should be' "$tmp/said"; }

# JUnit is in Debian's folder of archives.
junit=''
for name in junit-jupiter-api junit-jupiter-engine junit-jupiter-params junit-platform-commons junit-platform-engine \
	junit-platform-launcher junit-platform-console junit-platform-reporting opentest4j apiguardian-api picocli \
	univocity-parsers; do
	junit=$junit:/usr/share/java/$name.jar
done

# In the class files of the tests, our parser's name replaces theirs; so both have the same length.
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

# The failing tests are those that docs/java.md lists.
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

# The classes in docs/java.md.
of_page() {
	for class in CompiledRules CompiledHttp; do
		awk -v class="$class" '/^```/ { if ($0 == "```java") { text = ""; inside = 1 } else { inside = 0 } next }
			inside { text = text $0 "\n"; if (index($0, "public class " class " ")) found = 1 }
			$0 == "}" && found { printf "%s", text; exit }' docs/java.md >"$1/$class.java"
		[ -s "$1/$class.java" ] || return 1
	done
}

# compiled FOLDER: compiles the sources in a folder with $jars.
compiled() { javac --release 11 -nowarn -Xlint:none -cp "$jars" -d "$1" $(find "$1" -name '*.java'); }

# Maven has Nutch, but not its plugins: stubs replace the plugins' classes that our classes extend.
nutch() {
	with 1.6 && mkdir "$tmp/nutch" && of_page "$tmp/nutch" || return 1
	cat >"$tmp/nutch/HttpRobotRulesParser.java" <<-'END'
		package org.apache.nutch.protocol.http.api;
		import java.util.List;
		public class HttpRobotRulesParser extends org.apache.nutch.protocol.RobotRulesParser {
			public HttpRobotRulesParser(org.apache.hadoop.conf.Configuration conf) { }
			public crawlercommons.robots.BaseRobotRules getRobotRulesSet(org.apache.nutch.protocol.Protocol protocol,
				java.net.URL url, List<org.apache.nutch.protocol.Content> content) {
				final byte[] text = "User-agent: ExampleBot\nDisallow: /private/".getBytes();
				return parseRules(url.toString(), text, "text/plain", List.of("examplebot"));
			}
		}
	END
	cat >"$tmp/nutch/Http.java" <<-'END'
		package org.apache.nutch.protocol.http;
		public abstract class Http implements org.apache.nutch.protocol.Protocol {
			public void setConf(org.apache.hadoop.conf.Configuration conf) { }
			public org.apache.hadoop.conf.Configuration getConf() { return null; }
			public org.apache.nutch.protocol.ProtocolOutput getProtocolOutput(org.apache.hadoop.io.Text url,
				org.apache.nutch.crawl.CrawlDatum datum) { return null; }
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
	compiled "$tmp/nutch" && java -cp "$tmp/nutch:$jars" Try | tail -n 1 >"$tmp/said"
	cat "$tmp/said" && grep -qx 'RobotscRules false' "$tmp/said"
}

# Nutch itself, unchanged, with its dependencies from Maven, fetches from a server on this machine.
nutch_fetches() {
	build_path=org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath
	with 1.6 && mkdir -p "$tmp/fetch/classes" && cp bindings/java/tests/nutch.pom "$tmp/fetch/pom.xml" &&
		(cd "$tmp/fetch" && mvn -q -B $build_path -Dmdep.outputFile=path) && of_page "$tmp/fetch/classes" || return 1
	jars=$jars:$(cat "$tmp/fetch/path")
	for plugin in lib-http protocol-http; do
		cp -R "$ROBOTSC_NUTCH/src/plugin/$plugin/src/java/org" "$tmp/fetch/classes" || return 1
	done
	cp bindings/java/tests/NutchFetch.java "$tmp/fetch/classes" && compiled "$tmp/fetch/classes" &&
		timeout 120 java -cp "$tmp/fetch/classes:$jars" NutchFetch >"$tmp/said" 2>&1
	grep '^NUTCH ' "$tmp/said" | diff - bindings/java/tests/nutch.txt || { tail -n 30 "$tmp/said" && false; }
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
	if [ -f "$tmp/beside" ]; then tail -n 1 "$tmp/beside"; fi
else
	skip 'the hosts of a corpus: ninja build/bench/by_url'
fi
if [ -n "$(maven nutch-1.20.jar)" ]; then check 'the example for Nutch' nutch; else skip 'Nutch is not there'; fi
if [ -n "${ROBOTSC_NUTCH-}" ]; then
	check 'Nutch fetches' nutch_fetches
else
	skip 'Nutch fetches: ROBOTSC_NUTCH names no sources of Nutch 1.20'
fi
finish
