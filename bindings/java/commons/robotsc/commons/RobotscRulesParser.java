// RobotscRulesParser.java - the parser of crawler-commons, by robotsc.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc.commons;

import crawlercommons.robots.BaseRobotRules;
import crawlercommons.robots.SimpleRobotRules;
import crawlercommons.robots.SimpleRobotRules.RobotRulesMode;
import crawlercommons.robots.SimpleRobotRulesParser;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import robotsc.Dialect;
import robotsc.Options;
import robotsc.Record;
import robotsc.Robots;

/**
 * The parser of crawler-commons, by robotsc: rules are those of RFC 9309, all else is as in
 * crawler-commons.  No file makes it throw.  failedFetch, setMaxCrawlDelay and sanitizeRobotNames
 * are inherited.  When names are matched by prefix, which is deprecated, or by a subclass,
 * crawler-commons' own parser answers.
 */
public class RobotscRulesParser extends SimpleRobotRulesParser {
	private static final long serialVersionUID = 1L;
	private static final Pattern HTML = Pattern.compile("(?i)<(?:html|head|body)\\s*>");
	private static final Pattern TAG = Pattern.compile("<[^>\n\r]+>");
	/** What crawler-commons takes for a sitemap.  Groups: a bare URL's scheme, or the value. */
	private static final Pattern LINK =
		Pattern.compile("(?i)(?:sitemaps?(?:[ \\t]*:|[ \\t])|(https?)[ \\t]*:(?=[^#]*sitemap))([^#]*)");
	private static final Pattern USER_AGENT = Pattern.compile("(?i)user-agent:");

	/** Whether a subclass decides which names match: the engine cannot ask it. */
	private final boolean matchesNames = matchesNames();

	/** A parser with the defaults of SimpleRobotRulesParser. */
	public RobotscRulesParser() {
	}

	/** A parser with these limits of SimpleRobotRulesParser. */
	public RobotscRulesParser(long maxCrawlDelay, int maxWarnings) {
		super(maxCrawlDelay, maxWarnings);
	}

	private boolean matchesNames() {
		for (Class<?> at = getClass(); at != RobotscRulesParser.class; at = at.getSuperclass())
			for (Method method : at.getDeclaredMethods())
				if (method.getName().equals("userAgentProductTokenPartialMatch"))
					return true;
		return false;
	}

	/** Whether crawler-commons' own parser must answer. */
	private boolean isTheirs() {
		return matchesNames || !isExactUserAgentMatching();
	}

	/** {@inheritDoc} */
	@Override
	@Deprecated
	public SimpleRobotRules parseContent(String url, byte[] content, String contentType, String robotNames) {
		if (isTheirs())
			return super.parseContent(url, content, contentType, robotNames);
		return parse(url, content, contentType, Arrays.asList(splitRobotNames(robotNames)));
	}

	/**
	 * The rules of a file for a robot of these names; without names, those of "*".
	 *
	 * @throws IllegalArgumentException for a name with a capital letter, and for "*"
	 */
	@Override
	public SimpleRobotRules parseContent(String url, byte[] content, String contentType, Collection<String> robotNames) {
		if (isTheirs())
			return super.parseContent(url, content, contentType, robotNames);
		for (String name : robotNames)
			if (name.equals("*") || name.chars().anyMatch(c -> c >= 'A' && c <= 'Z'))
				throw new IllegalArgumentException("'" + name + "': names are lower-case, and without '*'");
		return parse(url, content, contentType, robotNames);
	}

	/** Always 0: lines are not judged here.  Robots.lint does that. */
	@Override
	public int getNumWarnings() {
		return isTheirs() ? super.getNumWarnings() : 0;
	}

	private SimpleRobotRules parse(String url, byte[] content, String contentType, Collection<String> robotNames) {
		if (content == null || content.length == 0)
			return new SimpleRobotRules(RobotRulesMode.ALLOW_ALL);
		final byte[] octets = utf8(content);
		final String chars = plain(new String(octets, StandardCharsets.ISO_8859_1), contentType);
		if (chars == null)
			return new SimpleRobotRules(RobotRulesMode.ALLOW_ALL);
		final byte[] text = chars.length() == octets.length ? octets : chars.getBytes(StandardCharsets.ISO_8859_1);
		final List<String> names = new ArrayList<>();
		for (String name : new LinkedHashSet<>(robotNames))
			if (Dialect.RFC9309.isToken(name)) // no line can name others
				names.add(name);
		final String[] tokens = names.toArray(new String[0]);
		final Options options = new Options().agents(tokens).oneRobot(tokens.length > 1).quick(true);
		final RobotscRules rules = new RobotscRules(Robots.compile(text, options), tokens);
		addSitemaps(rules, base(url), text, chars);
		for (Record record : rules.agent().records())
			if (record.field == Record.Field.CRAWL_DELAY)
				addDelay(rules, record.delay);
		return rules.getCrawlDelay() > getMaxCrawlDelay() ? new SimpleRobotRules(RobotRulesMode.ALLOW_NONE) : rules;
	}

	/** Turns UTF-16 with a byte order mark into UTF-8. */
	private static byte[] utf8(byte[] text) {
		if (text.length < 2 || (text[0] ^ text[1]) != 1 || (text[0] & text[1]) != -2)
			return text;
		final Charset from = text[0] == -1 ? StandardCharsets.UTF_16LE : StandardCharsets.UTF_16BE;
		return new String(text, 2, text.length - 2, from).getBytes(StandardCharsets.UTF_8);
	}

	/** The text without HTML tags; null for a web page that is no robots.txt. */
	private static String plain(String text, String contentType) {
		final boolean isPage = contentType != null && contentType.regionMatches(true, 0, "text/html", 0, 9);
		if (!isPage && (text.indexOf('<') < 0 || !HTML.matcher(text).find()))
			return text;
		return USER_AGENT.matcher(text).find() ? TAG.matcher(text).replaceAll("") : null;
	}

	/** Adds the sitemaps of all lines, relative ones too, and of lines that are a bare URL. */
	private static void addSitemaps(BaseRobotRules rules, URI base, byte[] text, String chars) {
		final Matcher link = LINK.matcher(chars);
		for (int at = 0, end; at < text.length; at = end + 1) {
			for (end = at; end < text.length && text[end] != '\n' && text[end] != '\r'; )
				end++;
			while (at < end && text[at] <= ' ') // a byte order mark, too
				at++;
			final int first = at < end ? text[at] | 0x20 : 0;
			if ((first == 's' || first == 'h') && link.region(at, end).lookingAt())
				addSitemap(rules, base, link.group(1) != null, utf8(text, link.start(2), link.end(2)));
		}
	}

	private static String utf8(byte[] text, int from, int to) {
		return new String(text, from, to - from, StandardCharsets.UTF_8).trim();
	}

	/** The URL against which relative sitemaps are resolved; null if the file has no URL. */
	private static URI base(String url) {
		try {
			final URI base = new URI(url);
			base.toURL();
			return base;
		} catch (Exception e) {
			return null;
		}
	}

	private static void addSitemap(BaseRobotRules rules, URI base, boolean isUrl, String value) {
		try {
			final URI link = new URI(isUrl ? "http:" + value : value);
			final URL sitemap = (base == null ? link : base.resolve(link)).toURL();
			if (!sitemap.getHost().isEmpty())
				rules.addSitemap(sitemap.toExternalForm());
		} catch (Exception e) {
			// no URL, no sitemap
		}
	}

	private static void addDelay(BaseRobotRules rules, long delay) {
		if (rules.getCrawlDelay() == BaseRobotRules.UNSET_CRAWL_DELAY || delay < rules.getCrawlDelay())
			rules.setCrawlDelay(delay);
	}
}
