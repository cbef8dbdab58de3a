// Commons.java - the parser for users of crawler-commons, with any of its versions:
//
//	java -cp CLASSES bindings/java/tests/Commons.java
//
// SPDX-License-Identifier: Apache-2.0
import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRules;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import robotsc.commons.RobotscRules;
import robotsc.commons.RobotscRulesParser;

final class Commons {
	private static final String URL = "https://shop.example/robots.txt";
	private static final String TEXT = "User-agent: one\nDisallow: /one\nCrawl-delay: 7\nUser-agent: two\nDisallow: /two\n"
		+ "Crawl-delay: 3\nSitemap: map.xml\nUser-agent: *\nDisallow: /\n";
	private static final RobotscRulesParser PARSER = new RobotscRulesParser();

	private static void same(Object expected, Object found) {
		if (!expected.equals(found))
			throw new AssertionError("expected " + expected + ", found " + found);
	}

	private static SimpleRobotRules parse(String text, String... names) {
		return PARSER.parseContent(URL, text.getBytes(StandardCharsets.UTF_8), "text/plain", List.of(names));
	}

	private static String verdicts(BaseRobotRules rules) {
		return rules.isAllowed("https://shop.example/one") + " " + rules.isAllowed("https://shop.example/two") + " "
			+ rules.isAllowed("https://shop.example/x");
	}

	@SuppressWarnings("deprecation")
	private static void names() {
		same("false false true", verdicts(parse(TEXT, "two", "one")));
		same("false true true", verdicts(parse(TEXT, "one", "not a token", "")));
		same("false false false", verdicts(parse(TEXT)));
		same("false false false", verdicts(parse(TEXT, "not a token")));
		same("true true true", verdicts(parse("User-agent: a\nDisallow: /\n")));
		same("false false true", verdicts(PARSER.parseContent(URL, TEXT.getBytes(), "text/plain", "Two, ONE  x/y")));
	}

	private static void beside() throws Exception {
		final RobotscRules rules = (RobotscRules) parse(TEXT, "one", "two");
		same(3000L, rules.getCrawlDelay());
		same(List.of("https://shop.example/map.xml"), rules.getSitemaps());
		final byte[] links = "Sitemap: a.xml\nSitemap: https://a.example/b.xml\nhttps://a.example/sitemap.xml\n".getBytes();
		same(List.of("https://a.example/b.xml", "http://a.example/sitemap.xml"),
			PARSER.parseContent("no URL", links, null, List.of("one")).getSitemaps());
		same(false, rules.isAllowed(new URL("https://shop.example/one")));
		same(false, rules.isMatchedWildcard());
		same(true, ((RobotscRules) parse(TEXT, "three")).isMatchedWildcard());
		final String slow = "User-agent: *\nCrawl-delay: 301\nDisallow: /a\n";
		same(true, parse(slow, "one").isAllowNone());
		final RobotscRulesParser patient = new RobotscRulesParser(Long.MAX_VALUE, 0);
		same(301000L, patient.parseContent(URL, slow.getBytes(), "text/plain", List.of("one")).getCrawlDelay());
		same(true, PARSER.parseContent(URL, null, null, List.of("one")).isAllowAll());
		same(true, parse("<html>no robots.txt</html>", "one").isAllowAll());
		same(false, parse("<html>User-agent: *<br>\nDisallow: /one<br>\n", "one").isAllowed("https://shop.example/one"));
		same(true, PARSER.failedFetch(503).isDeferVisits());
	}

	private static void serialized() throws Exception {
		final ByteArrayOutputStream octets = new ByteArrayOutputStream();
		try (ObjectOutputStream out = new ObjectOutputStream(octets)) {
			out.writeObject(parse(TEXT, "one"));
		}
		final Object again = new ObjectInputStream(new ByteArrayInputStream(octets.toByteArray())).readObject();
		same("false true true", verdicts((BaseRobotRules) again));
		same(parse(TEXT, "one"), again);
		same(parse(TEXT, "one").hashCode(), again.hashCode());
		same(false, parse(TEXT, "two").equals(again));
	}

	/** Files of any octets throw nothing: in UTF-16, as web pages, with any URL. */
	private static void files() {
		final byte[] words = ("\nUser-agent: *\nSitemap: \nhttps://sitemap\nCrawl-delay: -1e99\n"
			+ "Disallow: /<html>#\0\r\u00ff\ufeff[").getBytes();
		final ThreadLocalRandom random = ThreadLocalRandom.current();
		for (int i = 0; i < 20_000; i++) {
			final byte[] text = new byte[random.nextInt(100)];
			for (int k = 0; k < text.length; k++)
				text[k] = random.nextInt(4) == 0 ? (byte) random.nextInt() : words[(k + i) % words.length];
			if (i % 5 == 0 && text.length > 1)
				text[0] = (byte) -(text[1] = (byte) (-2 + i % 2));
			final String url = i % 3 == 0 ? null : i % 3 == 1 ? "no URL" : URL;
			final String type = i % 2 == 0 ? null : "text/html; x";
			PARSER.parseContent(url, text, type, List.of("one", "two")).isAllowed("\ud800");
		}
	}

	public static void main(String[] arguments) throws Exception {
		names();
		beside();
		serialized();
		files();
		System.out.println("as it should be");
	}
}
