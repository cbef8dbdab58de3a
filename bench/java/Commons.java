// Commons.java - rows of crawler-commons, and of the parser that takes its place.
//
// SPDX-License-Identifier: Apache-2.0
import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.util.List;
import robotsc.commons.RobotscRulesParser;

final class Commons {
	private static void rows(String name, SimpleRobotRulesParser parser) {
		final List<String> names = List.of(Bench.TOKEN);
		Bench.row(name + ": parse", 1, 1000, "us",
			host -> host.other = parser.parseContent(host.origin + "/robots.txt", host.text, "text/plain", names));
		Bench.row(name + ": a URL", 2, 50, "ns", host -> {
			for (String url : host.urls)
				Bench.sum += ((BaseRobotRules) host.other).isAllowed(url) ? 1 : 0;
		});
	}

	static void rows() {
		rows("crawler-commons", new SimpleRobotRulesParser());
		rows("RobotscRulesParser", new RobotscRulesParser());
	}
}
