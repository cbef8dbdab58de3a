// Group.java - the rules of one robot.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;

/** The rules of one robot.  Immutable: any thread may ask.  A check allocates nothing. */
public final class Group {
	private final Blob blob;
	private final Machine[] machines; // null: a constant
	private final boolean constant;
	private final int dialect, form;
	private final String token;
	final int entry;
	private final Machine dfa; // if it is one
	/**
	 * The origin of the first URL that has a plain one: that of others, most of the time.
	 * Threads may see it late, or another one; each is right.
	 */
	private Known first;

	/** An origin that was seen. */
	private static final class Known {
		final byte[] octets;

		Known(String origin) {
			octets = origin.getBytes(StandardCharsets.ISO_8859_1);
		}
	}

	Group(Blob blob, Machine[] machines, boolean constant, int entry, String token) {
		this.blob = blob;
		this.machines = machines;
		this.constant = constant;
		this.entry = entry;
		this.token = token;
		dialect = blob.dialectNumber();
		form = blob.form();
		dfa = machines != null && machines.length == 1 && !machines[0].filter ? machines[0] : null;
	}

	/**
	 * Whether a URL, or a path with its query, may be fetched.
	 *
	 * @throws RobotscException for a text that is no URL of http, https or ftp, and does not
	 * begin with "/"
	 */
	public boolean allowed(CharSequence url) {
		final Walk walk = Walk.mine();
		final String text = url.toString();
		final Known known = first;
		if (known != null && dfa != null) {
			final int quick = walk.quick(dfa, form, text, known.octets);
			if (quick != Walk.SLOW)
				return quick != 0;
		}
		return allowed(walk.of(text));
	}

	/** The same, of the octets of a URL. */
	public boolean allowed(byte[] url, int from, int to) {
		if (from < 0 || to > url.length || from > to)
			throw new IndexOutOfBoundsException("octets " + from + " to " + to + " of " + url.length);
		final byte[] known = dfa == null || first == null ? null : first.octets;
		if (known != null && Walk.begins(known, url, from, to)) {
			final int quick = Walk.quick(dfa, form, url, from + known.length, to);
			if (quick != Walk.SLOW)
				return quick != 0;
		}
		return allowed(Walk.mine().of(url, from, to));
	}

	private boolean allowed(Walk walk) {
		final int from = Urls.path(dialect, walk);
		if (first == null && from > 0) {
			final String origin = Urls.origin(walk);
			first = origin == null || origin.length() < Walk.ORIGIN_LEAST ? null : new Known(origin);
		}
		return verdict(walk, from);
	}

	/** The answers for many URLs, from their first on.  Returns how many are allowed. */
	public int allowed(List<? extends CharSequence> urls, boolean[] answers) {
		int found = 0, i = 0;
		for (CharSequence url : urls)
			if (answers[i++] = allowed(url))
				found++;
		return found;
	}

	boolean verdict(Walk walk, int from) {
		return verdict(machines, constant, form, walk, from);
	}

	static boolean verdict(Machine[] machines, boolean constant, int form, Walk walk, int from) {
		if (machines == null)
			return constant;
		return machines.length == 1 ? walk.verdict(machines[0], form, from)
					    : walk.filters(machines, machines.length, form, from);
	}

	/** The token that the file names, "*", or null: no group applies. */
	public String token() {
		return token;
	}

	/** The blob of these rules. */
	public Blob blob() {
		return blob;
	}

	/** Whether a URL may be fetched, and how its content may be used. */
	public Usage usage(CharSequence url) {
		final Walk walk = Walk.mine().of(url.toString());
		return blob.extensions().usage(this, blob, walk, Urls.path(dialect, walk));
	}

	/** The lines of this robot's groups beside rules. */
	public List<Line> records() {
		return Collections.unmodifiableList(blob.extensions().lines(entry));
	}

	/** The longest Crawl-delay in milliseconds, or -1. */
	public long crawlDelay() {
		long most = -1;
		for (Line line : blob.extensions().lines(entry))
			most = Math.max(most, line.delay);
		return most;
	}

	/** The slowest Request-rate that holds at any time of day, or null. */
	public Line requestRate() {
		Line slowest = null;
		for (Line line : blob.extensions().lines(entry))
			if (line.kind == Line.REQUEST_RATE && line.from == Line.UNTIMED &&
				(slowest == null || line.seconds * slowest.documents > slowest.seconds * line.documents))
				slowest = line;
		return slowest;
	}

	Machine[] machines() {
		return machines;
	}

	/** Whether one verdict holds for all paths: TRUE, FALSE, or null. */
	Boolean always() {
		return machines == null ? Boolean.valueOf(constant) : null;
	}
}
