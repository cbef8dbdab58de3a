// BesideCommons.java - compares the parser with SimpleRobotRulesParser, over a corpus:
//
//	java -cp CLASSES bindings/java/tests/BesideCommons.java HOSTS
//
// build/bench/by_url --write makes HOSTS.  Sitemaps, delays and modes must be the same; different
// verdicts are counted by their causes, which docs/java.md explains.
//
// SPDX-License-Identifier: Apache-2.0
import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import robotsc.commons.RobotscRulesParser;

final class BesideCommons {
	private static final SimpleRobotRulesParser OURS = new RobotscRulesParser(), THEIRS = new SimpleRobotRulesParser();
	private static final Map<String, Integer> CAUSES = new TreeMap<>();
	private static byte[] all;
	private static int at, failed;

	private static String line() {
		final int from = at;
		while (all[at] != '\n')
			at++;
		return new String(all, from, at++ - from, StandardCharsets.UTF_8);
	}

	private static void same(String host, String what, Object ours, Object theirs) {
		if (ours.equals(theirs))
			return;
		failed++;
		System.out.println("FAILED: " + host + ": " + what + " " + ours + ", there " + theirs);
	}

	/** The cause for which crawler-commons allows a URL that the engine forbids. */
	private static String cause(String url, SimpleRobotRules theirs) {
		try {
			new URI(url);
		} catch (URISyntaxException e) {
			return "java.net.URI refuses the URL";
		}
		if (url.contains("%"))
			return "a percent sign";
		for (SimpleRobotRules.RobotRule rule : theirs.getRobotRules())
			if (rule.getPrefix().indexOf('$') >= 0)
				return "'$' within a rule";
		return null;
	}

	private static int host() {
		final String[] head = line().split(" ");
		final int size = Integer.parseInt(head[2]);
		final byte[] text = Arrays.copyOfRange(all, at, at + size);
		final String base = "https://" + head[1] + "/robots.txt";
		at += size + 1;
		final BaseRobotRules ours = OURS.parseContent(base, text, "text/plain", List.of("examplebot"));
		final SimpleRobotRules theirs = THEIRS.parseContent(base, text, "text/plain", List.of("examplebot"));
		same(head[1], "sitemaps", new HashSet<>(ours.getSitemaps()), new HashSet<>(theirs.getSitemaps()));
		same(head[1], "delay", ours.getCrawlDelay(), theirs.getCrawlDelay());
		same(head[1], "matched wildcard", ours.isMatchedWildcard(), theirs.isMatchedWildcard());
		same(head[1], "allow all", ours.isAllowAll(), theirs.isAllowAll());
		same(head[1], "allow none", ours.isAllowNone(), theirs.isAllowNone());
		for (int i = 0; i < 50; i++) {
			final String url = line().substring(3);
			final boolean allowed = ours.isAllowed(url);
			if (allowed == theirs.isAllowed(url))
				continue;
			final String cause = allowed ? null : cause(url, theirs);
			if (cause == null)
				same(head[1], "verdict about " + url, allowed, !allowed);
			else
				CAUSES.merge(cause, 1, Integer::sum);
		}
		return 50;
	}

	public static void main(String[] arguments) throws Exception {
		int urls = 0;
		for (all = Files.readAllBytes(Path.of(arguments[0])); at < all.length; )
			urls += host();
		System.out.println(urls + " URLs; verdicts that differ, by cause: " + CAUSES);
		System.exit(failed == 0 && urls > 0 ? 0 : 1);
	}
}
