// Vectors.java - the vectors of files, of a robots.txt, a robot, a URL, and the verdict:
//
//	java -cp robotsc.jar bindings/java/tests/Vectors.java FILE...
//
// SPDX-License-Identifier: Apache-2.0
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import robotsc.Agent;
import robotsc.Dialect;
import robotsc.Options;
import robotsc.Policy;
import robotsc.Robots;
import robotsc.RobotscException;

final class Vectors {
	private static final Pattern ESCAPE = Pattern.compile("\\\\(?:u(....)|(.))");

	/** The text of a member of a line of JSON; null if it has none. */
	private static String text(String line, String name) {
		final Matcher found = Pattern.compile("\"" + name + "\": \"((?:[^\"\\\\]|\\\\.)*)\"").matcher(line);
		return found.find() ? ESCAPE.matcher(found.group(1)).replaceAll(Vectors::character) : null;
	}

	private static String character(MatchResult escape) {
		final int known = escape.group(1) != null ? -1 : "ntrbf".indexOf(escape.group(2));
		if (escape.group(1) != null)
			return Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(escape.group(1), 16)));
		return Matcher.quoteReplacement(known < 0 ? escape.group(2) : "\n\t\r\b\f".substring(known, known + 1));
	}

	/** Whether all ways to ask give this verdict. */
	private static boolean verdict(Dialect dialect, byte[] robots, String agent, String url, boolean allowed) {
		final Policy all = Robots.compile(robots, new Options().dialect(dialect));
		boolean same = all.dialect() == dialect;
		final Policy one = Robots.compile(robots, new Options().dialect(dialect).agents(agent));
		final Policy quick = Robots.compile(robots, new Options().dialect(dialect).quick(true));
		for (Policy policy : List.of(all, Robots.open(all.blob()), one, quick)) {
			final Agent robot = policy.agent(agent);
			same &= robot.allowed(url) == allowed && robot.allowed(url.getBytes(StandardCharsets.UTF_8)) == allowed;
			same &= robot.allowed(List.of(url, url))[1] == allowed;
			same &= Agent.check(List.of(robot), List.of(url))[0] == allowed;
		}
		return same;
	}

	private static boolean holds(Dialect dialect, String line) {
		final String robots = text(line, "robots"), agent = text(line, "agent"), url = text(line, "url");
		if (text(line, "robots_url") != null)
			return Robots.robotsUrl(url).equals(text(line, "robots_url"));
		try {
			final boolean allowed = line.contains("\"allowed\": true");
			return verdict(dialect, robots.getBytes(StandardCharsets.UTF_8), agent, url, allowed);
		} catch (RobotscException e) {
			return e.reason() == RobotscException.Reason.ARGUMENT && !dialect.isToken(agent);
		}
	}

	public static void main(String[] files) throws Exception {
		int passed = 0, failed = 0;
		for (String file : files)
			for (String line : Files.readAllLines(Path.of(file))) {
				Dialect dialect = Dialect.RFC9309;
				for (Dialect each : Dialect.values())
					if (file.endsWith("/" + each + ".jsonl"))
						dialect = each;
				if (!line.matches(".*\"(robots_url|allowed)\": .*") || !line.contains("\"url\""))
					continue;
				if (holds(dialect, line)) {
					passed++;
				} else {
					failed++;
					System.out.println("FAILED: " + line);
				}
			}
		System.out.println(passed + " passed, " + failed + " failed");
		System.exit(passed > 0 && failed == 0 ? 0 : 1);
	}
}
