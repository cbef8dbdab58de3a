// Cases.java - answers the table of cases; bindings/tests/cases.py explains its lines:
//
//	java -cp robotsc.jar bindings/java/tests/Cases.java TABLE
//
// SPDX-License-Identifier: Apache-2.0
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import robotsc.*;
import robotsc.Record;

/** Strings in this class have a character for each octet. */
final class Cases {
	/** A value of JSON; of a string, also the value of a NAME_base64 after it. */
	private static final Pattern VALUE =
		Pattern.compile("(?:\"((?:[^\"\\\\]|\\\\.)*)\"(?:,\"[a-z_]*_base64\":\"([^\"]*)\")?|([^\",}]+))");

	private final String[] fields;

	private Cases(String[] fields) {
		this.fields = fields;
	}

	private static String chars(byte[] octets) {
		return new String(octets, StandardCharsets.ISO_8859_1);
	}

	private byte[] octets(int i) {
		return fields[i].getBytes(StandardCharsets.ISO_8859_1);
	}

	private String text(int i) {
		return new String(octets(i), StandardCharsets.UTF_8);
	}

	private static String decoded(String field) {
		final ByteArrayOutputStream octets = new ByteArrayOutputStream();
		for (int i = 0; i < field.length(); i++)
			if (field.charAt(i) != '%')
				octets.write(field.charAt(i));
			else
				octets.write(Integer.parseInt(field.substring(i + 1, i += 2) + field.charAt(i), 16));
		return chars(octets.toByteArray());
	}

	/** The values of a key, separated by spaces. */
	private static String values(String json, String key) {
		final Matcher found = Pattern.compile(Pattern.quote(key) + VALUE).matcher(json);
		final List<String> all = new ArrayList<>();
		while (found.find()) {
			final byte[] text = found.group(1) == null ? new byte[0] : found.group(1).getBytes(StandardCharsets.UTF_8);
			all.add(found.group(3) != null   ? found.group(3)
				: found.group(2) != null ? chars(Base64.getDecoder().decode(found.group(2)))
							 : chars(text).replaceAll("\\\\(.)", "$1"));
		}
		return String.join(" ", all);
	}

	private static String word(boolean allowed) {
		return allowed ? "allow" : "disallow";
	}

	private Options options() {
		return new Options().dialect(Dialect.of(fields[1]));
	}

	private String[] tokens(int i) {
		return text(i).split("\n", -1);
	}

	private Policy policy() {
		return Robots.compile(octets(2), options());
	}

	/** The verdict, if all ways to ask agree; else all answers. */
	private String check() {
		final String[] tokens = tokens(3);
		final List<Boolean> all = new ArrayList<>();
		for (Options options : List.of(options(), options().agents(tokens), options().agents(tokens).quick(true))) {
			final Agent robot = Robots.open(Robots.compile(octets(2), options).blob()).agent(tokens);
			all.add(robot.allowed(octets(4)));
			if (Arrays.equals(text(4).getBytes(StandardCharsets.UTF_8), octets(4))) {
				all.add(robot.allowed(text(4)));
				all.add(robot.allowed(List.of(text(4), text(4)))[1]);
				all.add(Agent.check(List.of(robot), List.of(text(4)))[0]);
			}
		}
		return all.stream().distinct().count() == 1 ? word(all.get(0)) : all.toString();
	}

	private static String lines(List<Record> records) {
		return records.stream().map(record -> chars(record.name.octets()) + ": " + chars(record.value.octets()))
			.collect(Collectors.joining(" | "));
	}

	private String usage() {
		final Usage usage = policy().agent(tokens(3)).usage(octets(4));
		final String value = usage.preferences.stream().filter(p -> p.field.equals(fields[5]) && p.label.equals(fields[6]))
			.map(p -> p.value).collect(Collectors.joining());
		return word(usage.allowed) + " " + usage.preferences.size() + " " + value;
	}

	private String access() {
		final Fetch fetch = Fetch.response(Integer.parseInt(fields[1]), Long.parseLong(fields[2]));
		if (!fields[3].isEmpty())
			fetch.headers.addAll(List.of(fields[3].split(": ", 2)));
		final Decision decision = Robots.access(fetch);
		return decision.outcome.toString().toLowerCase(Locale.ROOT) + " " + decision.expires;
	}

	private String explain() {
		final String json = Robots.explain(octets(2), octets(4), options(), tokens(3));
		final String line = values(json, "\"deciding\":");
		final int decides = json.indexOf("{\"line\":" + line + ",\"verdict\":");
		final String text = decides < 0 ? "" : json.substring(decides, json.indexOf('}', decides));
		return values(json.substring(0, json.indexOf("\"matches\"")), "\"verdict\":") + " " + line + "\n"
			+ values(json, "{\"url\":") + "\n" + values(text, "\"text\":");
	}

	private String page() {
		final String json = Robots.page(octets(1), fields[2].isEmpty() ? List.of() : List.of(text(2)), tokens(3));
		final String index = json.contains("\"index\":true") ? "index " : "noindex ";
		return index + (json.contains("\"follow\":true") ? "follow" : "nofollow");
	}

	private String answer() {
		switch (fields[0]) {
		case "check":
			return check();
		case "names":
			return word(Robots.compile(octets(2), options().agents(tokens(3)).oneRobot(true)).agent(tokens(3))
				.allowed(octets(4)));
		case "header":
			return word(policy().agentForHeader(text(3)).allowed(octets(4)));
		case "partial":
			return word(Robots.compile(octets(2), options().agents("ExampleBot", "SomeBot")).agentForHeader(text(3))
				.allowed(octets(4)));
		case "open":
			Robots.open(octets(1));
			return "opened";
		case "content":
			return Robots.contentKind(octets(1));
		case "url":
			return Robots.urlProblem(text(2), Dialect.of(fields[1])) == null ? "good" : "bad";
		case "origin":
			return Robots.robotsUrl(text(1));
		case "usage":
			return usage();
		case "lines":
			return lines(fields[3].isEmpty() ? policy().records() : policy().agent(tokens(3)).records());
		case "links":
			return lines(Robots.records(octets(2), text(3), options()));
		case "access":
			return access();
		case "explain":
			return explain();
		case "lint":
			return values(Robots.lint(octets(2), options()), "{\"id\":");
		case "summary":
			return summary();
		case "diff":
			return values(Robots.diff(octets(2), octets(3), options(), tokens(4)), "\"answer\":");
		case "verify":
			return values(policy().verify(octets(2), new Options().agents(tokens(3))), "\"answer\":");
		case "rules": {
			final String json = Robots.rules(octets(2), options());
			return values(json, "\"pattern\":") + "\n" + values(json, "\"canonical\":");
		}
		case "sitemap": {
			final String json = Robots.sitemap(octets(2), octets(3), options(), tokens(4));
			return values(json, "\"url\":") + "\n" + values(json, "\"line\":") + "\n" + values(json, "\"closed\":");
		}
		case "edit": {
			final String json = Robots.edit(octets(2), options(), List.of(tokens(3)), List.of(tokens(4)));
			return values(json, "\"outcome\":") + "\n" + values(json, "\"effect\":");
		}
		case "page":
			return page();
		default:
			return "no such kind";
		}
	}

	/** The extents of the answers: the values before the members front_page. */
	private String summary() {
		final Matcher found = Pattern.compile(":\"([^\"]*)\",\"front_page\"").matcher(Robots.summary(octets(2), options()));
		final List<String> all = new ArrayList<>();
		while (found.find())
			all.add(found.group(1));
		return String.join(" ", all);
	}

	public static void main(String[] arguments) throws Exception {
		int passed = 0, failed = 0;
		for (String line : Files.readAllLines(Path.of(arguments[0]))) {
			final String[] all = Arrays.stream(line.split("\t", -1)).map(Cases::decoded).toArray(String[]::new);
			String said;
			try {
				said = new Cases(all).answer();
			} catch (RobotscException e) {
				said = "error";
			}
			if (said.equals(all[all.length - 1])) {
				passed++;
			} else {
				failed++;
				System.out.println("FAILED: " + line + "\n    said: " + said);
			}
		}
		System.out.println(passed + " passed, " + failed + " failed");
		System.exit(passed > 0 && failed == 0 ? 0 : 1);
	}
}
