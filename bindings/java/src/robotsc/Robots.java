// Robots.java - how policies are made, and questions about texts.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.util.List;
import java.util.Objects;

/**
 * Makes policies, and answers questions about texts.  Any thread may ask; answers are JSON, as the
 * command robotsc prints it, if nothing else is said.
 */
public final class Robots {
	private Robots() {
	}

	/** Compiles a robots.txt as RFC 9309 has it.  No text is refused. */
	public static Policy compile(byte[] text) {
		return compile(text, new Options());
	}

	/** Compiles a robots.txt with options. */
	public static Policy compile(byte[] text, Options options) {
		final Texts tokens = new Texts().addTokens(options.dialect(), options.agents());
		return new Policy(Native.compile(Objects.requireNonNull(text), options.dialect().ordinal(), options.flags(),
			tokens.octets, tokens.ends, tokens.n));
	}

	/** Verifies a blob, from anybody, and copies it. */
	public static Policy open(byte[] blob) {
		return new Policy(Native.open(Objects.requireNonNull(blob)));
	}

	/** Which lines decide about a URL for a robot, and what would change the verdict. */
	public static String explain(byte[] text, String url, Options options, String... tokens) {
		return explain(text, Texts.utf8(url), options, tokens);
	}

	/** The same for a URL that may have any octets. */
	public static String explain(byte[] text, byte[] url, Options options, String... tokens) {
		return Question.EXPLAIN.text(options.reading() | Question.CHANGES, new double[] {1, 0, 0, 0, 0},
			texts(options, text).add(url).addTokens(options.dialect(), tokens));
	}

	/** Mistakes and surprises in a robots.txt. */
	public static String lint(byte[] text, Options options) {
		return Question.LINT.text(options.reading(), new double[] {Question.STEPS, 1, 0, 0, 0},
			texts(options, text).add("robots.txt"));
	}

	/** What a robots.txt means for known crawlers, and for the robots that it names. */
	public static String summary(byte[] text, Options options) {
		return Question.SUMMARY.text(options.reading(), new double[] {Question.STEPS, 1, 0, 0, 0},
			texts(options, text).add("robots.txt").add(""));
	}

	/**
	 * What may be fetched by one text and not by the other, proved over all paths, for each
	 * token; without tokens, for all robots that a text names, and for all others.
	 */
	public static String diff(byte[] old, byte[] now, Options options, String... tokens) {
		final Texts both = texts(options, old).add("old").add(options.dialect().toString()).add(now).add("new");
		return Question.COMPARE.text(options.reading(), new double[] {Question.BUDGET, 3, Question.DOCUMENT, 0, 0},
			both.addTokens(options.dialect(), tokens));
	}

	/** Up to a number of paths that show what a robot may fetch, each with its verdict. */
	public static String generate(byte[] text, int count, Options options, String... tokens) {
		return Question.GENERATE.text(options.reading(), new double[] {Question.BUDGET, count, Question.BOTH, -1, 0},
			texts(options, text).addTokens(options.dialect(), tokens));
	}

	/**
	 * The rules of a robots.txt: a list of objects with group, agents, line, kind, pattern and
	 * canonical; equal patterns have the same canonical.
	 */
	public static String rules(byte[] text, Options options) {
		return Question.RULES.text(options.reading(), Question.NO_NUMBERS, texts(options, text));
	}

	/**
	 * Which URLs of a sitemap (XML or a list) a robots.txt closes, to which robots, and by
	 * which line; also counts, and the parts of an index, which are not judged.  names:
	 * purposes of known crawlers, and product tokens; none: search.
	 */
	public static String sitemap(byte[] text, byte[] sitemap, Options options, String... names) {
		return Question.SITEMAP.text(options.reading(), Question.NO_NUMBERS,
			texts(options, text).add(sitemap).addTokens(options.dialect(), names));
	}

	/**
	 * A robots.txt in which crawlers are shut out or let in, while its other lines stay.  It is
	 * proved that nothing changes for all other crawlers; if the proof fails, the text is null.
	 * Both lists have names as for sitemap.
	 */
	public static String edit(byte[] text, Options options, List<String> shutOut, List<String> letIn) {
		final Texts texts = texts(options, text).add("").addTokens(options.dialect(), shutOut.toArray(new String[0]))
			.addTokens(options.dialect(), letIn.toArray(new String[0]));
		return Question.EDIT.text(options.reading(), new double[] {Question.STEPS, shutOut.size(), 0, 0, 0}, texts);
	}

	/** What a page and header fields of its response ("Name: value") say to a robot. */
	public static String page(byte[] html, List<String> headers, String... tokens) {
		final Texts texts = new Texts().add(html);
		headers.forEach(texts::add);
		return Question.PAGE.text(0, new double[] {headers.size(), 1, 0, 0, 0}, texts.addTokens(Dialect.RFC9309, tokens));
	}

	/** What the end of a fetch means for the crawler, and for how long. */
	public static Decision access(Fetch fetch) {
		return new Decision(new Packed(Question.DECISION.octets(fetch.flags(), fetch.numbers(), fetch.texts())));
	}

	/**
	 * The records of a robots.txt from a URL: the records of its policy, and relative sitemaps,
	 * which a policy leaves out.
	 */
	public static List<Record> records(byte[] text, String url, Options options) {
		return records(0, text, url, options);
	}

	/** The records of a robots.txt for a robot. */
	public static List<Record> agentRecords(byte[] text, String url, Options options, String... tokens) {
		return records(1, text, url, options, tokens);
	}

	private static List<Record> records(int ofRobot, byte[] text, String url, Options options, String... tokens) {
		final Texts texts = texts(options, text).add(url).addTokens(options.dialect(), tokens);
		return Record.list(Question.RECORDS.octets(options.reading(), new double[] {ofRobot, 0, 0, 0, 0}, texts));
	}

	/** Scheme, host and port of a URL, in one spelling: the key of a robots.txt. */
	public static String origin(String url) {
		return Native.origin(Texts.utf8(url), false);
	}

	/** The URL of the robots.txt that applies to a URL. */
	public static String robotsUrl(String url) {
		return Native.origin(Texts.utf8(url), true);
	}

	/**
	 * What is wrong with a URL or path, or null.  A check takes every text; one without scheme
	 * counts as a path.
	 */
	public static String urlProblem(String url, Dialect dialect) {
		return Native.urlProblem(dialect.ordinal(), Texts.utf8(url));
	}

	/** What the octets of a response to robots.txt look like: "text", "html", "gzip". */
	public static String contentKind(byte[] text) {
		return Native.contentKind(Objects.requireNonNull(text));
	}

	private static Texts texts(Options options, byte[] text) {
		return new Texts().add(options.dialect().toString()).add(text);
	}
}
