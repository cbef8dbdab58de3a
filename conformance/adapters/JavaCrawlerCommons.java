// JavaCrawlerCommons.java - crawler-commons:
//
//	java -cp CLASSES conformance/adapters/JavaCrawlerCommons.java
//
// SPDX-License-Identifier: CC0-1.0
import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

class JavaCrawlerCommons {
	/** The octets of a member of the line; null for "=". */
	private static byte[] member(String line, String name) {
		final int from = line.indexOf('"' + name + '"') + name.length() + 4;
		final String text = line.substring(from, line.indexOf('"', from));
		return text.equals("=") ? null : Base64.getDecoder().decode(text);
	}

	public static void main(String[] arguments) throws Exception {
		final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
		final SimpleRobotRulesParser parser = new SimpleRobotRulesParser();
		byte[] text = {};
		for (String line = in.readLine(); line != null; line = in.readLine()) {
			final byte[] robots = member(line, "robots");
			final String url = new String(member(line, "url"), StandardCharsets.UTF_8);
			final String token = new String(member(line, "token"), StandardCharsets.UTF_8).toLowerCase(Locale.ROOT);
			text = robots == null ? text : robots;
			// It wants names in small letters.
			final SimpleRobotRules rules = parser.parseContent(url, text, "text/plain", List.of(token));
			System.out.println("{\"verdict\":\"" + (rules.isAllowed(url) ? "allow" : "disallow") + "\"}");
		}
	}
}
