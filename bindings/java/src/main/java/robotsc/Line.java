// Line.java - a line of a robots.txt beside Allow and Disallow.  docs/extensions.md
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

/** A record of the extensions.  Texts are read as UTF-8. */
public final class Line {
	static final int SITEMAP = 1, CRAWL_DELAY = 2, REQUEST_RATE = 3, VISIT_TIME = 4, CLEAN_PARAM = 8, NOINDEX = 9, SIGNAL = 10,
			 USAGE = 11;
	static final String[] FIELDS = {"", "Sitemap", "Crawl-delay", "Request-rate", "Visit-time", "Comment", "Robot-version",
		"Host", "Clean-param", "Noindex", "Content-Signal", "Content-Usage", "License", "Agentmap", "Schemamap",
		"LLM-Policy"};
	/** No time of the day. */
	public static final int UNTIMED = -1;

	/** The field as it is usually spelled; an unknown one as written. */
	public final String field;
	/** What stands after the colon. */
	public final String value;
	/** The line, from 1, and its group in the file, or 0. */
	public final int line, group;
	/** The paths that the line speaks of, or "" for all; the value without it. */
	public final String path, rest;
	/** Crawl-delay in milliseconds, or -1. */
	public final long delay;
	/** Request-rate: documents in a number of seconds; else 0. */
	public final long documents, seconds;
	/** Minutes of the day, or UNTIMED. */
	public final int from, to;
	final int kind;

	Line(int kind, String name, String value, int line, int group, long[] numbers) {
		this.kind = kind;
		field = kind == 0 ? name : FIELDS[kind];
		this.value = value;
		this.line = line;
		this.group = group;
		delay = kind == CRAWL_DELAY ? numbers[0] : -1;
		documents = kind == REQUEST_RATE ? numbers[0] : 0;
		seconds = kind == REQUEST_RATE ? numbers[1] : 0;
		from = minute(numbers, 2);
		to = minute(numbers, 3);
		int word = 0;
		while (word < value.length() && !isBlank(value.charAt(word)))
			word++;
		int second = word;
		while (second < value.length() && isBlank(value.charAt(second)))
			second++;
		final boolean rule = (kind == SIGNAL || kind == USAGE) && value.startsWith("/");
		path = kind == NOINDEX       ? value
		       : kind == CLEAN_PARAM ? value.substring(second)
		       : rule                ? value.substring(0, word)
					     : "";
		rest = kind == NOINDEX       ? ""
		       : kind == CLEAN_PARAM ? value.substring(0, word)
		       : rule                ? value.substring(second)
					     : value;
	}

	private static int minute(long[] numbers, int i) {
		return numbers == null || numbers[i] == 0xFFFF ? UNTIMED : (int) numbers[i];
	}

	private static boolean isBlank(char c) {
		return c == ' ' || c == '\t';
	}

	@Override
	public String toString() {
		return field + ": " + value;
	}
}
