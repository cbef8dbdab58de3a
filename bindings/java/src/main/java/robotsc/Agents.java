// Agents.java - which policy a robot has.  docs/format.md, "Agents"
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import robotsc.RobotscException.Reason;

/** The agent index of a blob that was verified. */
final class Agents {
	static final int TOKEN = 0, WHOLE = 1, WITHIN = 3, HOLDS = 4, PREFIX = 5;
	private static final int NAMED = 1, PASSED = 1;
	private static final String DELIMITERS = "\"(),;<>[]{}";

	private byte[] b;
	private int match, dialect, width, fields, text, end;
	private boolean partial;
	int count;

	/**
	 * What a look-up found: the field of the policy; entry: its name's number plus 1, or 0 for
	 * "*".
	 */
	long field;
	int entry, token, selected;

	Agents of(byte[] octets, int at, int end) {
		b = octets;
		dialect = b[6];
		match = b[12];
		partial = (b[13] & 1) != 0;
		width = b[at];
		fields = at + 1;
		count = (int) Octets.field(b, fields, width);
		text = fields + (2 + 2 * count) * width;
		this.end = end;
		return this;
	}

	private int begin(int name) {
		return name == count ? end : text + (int) Octets.field(b, fields + (2 + name) * width, width);
	}

	private long policy(int name) {
		return Octets.field(b, fields + (2 + count + name) * width, width);
	}

	byte[] name(int name) {
		return java.util.Arrays.copyOfRange(b, begin(name), begin(name + 1));
	}

	// ---- look-up ----

	/** Whether a dialect compares all of a name. */
	private static boolean isToken(int dialect, byte[] name) {
		if (name.length == 0)
			return dialect == 1;
		if (name.length == 1 && name[0] == '*')
			return true;
		for (byte c : name)
			if (dialect > 1 ? c == '/' : !Octets.isToken(c) || (dialect == 1 && (c == '.' || Octets.isDigit(c))))
				return false;
		return !isBlank(name[0]) && !isBlank(name[name.length - 1]);
	}

	private static boolean isBlank(int c) {
		return c == ' ' || c == '\t';
	}

	static byte[][] octets(String[] tokens) {
		final byte[][] names = new byte[tokens.length][];
		for (int i = 0; i < names.length; i++)
			names[i] = tokens[i].getBytes(StandardCharsets.UTF_8);
		return names;
	}

	/** Refuses what the dialect would cut. */
	void needTokens(byte[][] names) {
		needTokens(dialect, names);
	}

	static void needTokens(int dialect, byte[][] names) {
		for (byte[] name : names)
			if (!isToken(dialect, name))
				throw new RobotscException(Reason.AGENT,
					"\"" + new String(name, StandardCharsets.UTF_8) + "\" is no product token of this dialect",
					"groupForHeader takes a whole header");
	}

	/** The part of a name that is compared, in lower case. */
	static byte[] cut(int match, byte[] name) {
		int from = 0, to = 0;
		if (match == WHOLE)
			to = name.length;
		else
			while (to < name.length && (match == TOKEN ? Octets.isToken(name[to]) : name[to] != '/'))
				to++;
		for (; match != WHOLE && from < to && isBlank(name[from]);)
			from++;
		for (; match != WHOLE && from < to && isBlank(name[to - 1]);)
			to--;
		final byte[] part = new byte[to - from];
		for (int i = from; i < to; i++)
			part[i - from] = (byte) Octets.lower(name[i]);
		return part;
	}

	/** Compares lower-case octets with those at a place of the index. */
	private boolean same(byte[] name, int from, int at, int size) {
		for (int k = 0; k < size; k++)
			if (Octets.lower(name[from + k]) != Octets.lower(b[at + k]))
				return false;
		return true;
	}

	private boolean meets(byte[] name, int at, int size) {
		final boolean holds = match == HOLDS;
		final int part = holds ? name.length : size, whole = holds ? size : name.length;
		if (part == 0 || part > whole)
			return false;
		for (int from = 0; from <= (match == PREFIX ? 0 : whole - part); from++)
			if (holds ? same(name, 0, at + from, part) : same(name, from, at, part))
				return true;
		return false;
	}

	/** The number of a name, or -1. */
	private int find(byte[] name) {
		if (match < WITHIN)
			return search(name);
		for (int i = 0; i < count; i++)
			if (meets(name, begin(i), begin(i + 1) - begin(i)))
				return i;
		return -1;
	}

	private int search(byte[] name) {
		int low = 0, high = count;
		while (low < high) {
			final int middle = low + high >>> 1;
			final int order =
				java.util.Arrays.compareUnsigned(b, begin(middle), begin(middle + 1), name, 0, name.length);
			if (order == 0)
				return middle;
			if (order < 0)
				low = middle + 1;
			else
				high = middle;
		}
		return -1;
	}

	/** The parts of names that are compared. */
	static byte[][] cut(int match, byte[][] names) {
		final byte[][] parts = new byte[names.length][];
		for (int i = 0; i < parts.length; i++)
			parts[i] = cut(match, names[i]);
		return parts;
	}

	/**
	 * Selects for names as they are.  False: a partial blob that was not compiled for this
	 * robot.
	 */
	boolean select(byte[][] names) {
		return selectParts(cut(match, names));
	}

	/** The same of the parts of names that are compared; nothing is allocated. */
	boolean selectParts(byte[][] names) {
		final long star = Octets.field(b, fields + width, width);
		field = partial && names.length > 0 ? 0 : star;
		entry = token = 0;
		boolean named = false;
		for (int i = 0; i < names.length; i++) {
			final int found = find(names[i]);
			if (found < 0 && partial)
				return false;
			if (found < 0 || named || !((policy(found) & NAMED) != 0 || field == 0))
				continue;
			field = policy(found);
			entry = found + 1;
			token = i;
			named = (field & NAMED) != 0;
		}
		if (partial && names.length == 0 && (star & NAMED) == 0)
			return false;
		if (field == PASSED) {
			field = star;
			entry = 0;
			named = false;
		}
		selected = named ? 2 : field >> 1 != 0 ? 1 : 0;
		return true;
	}

	// ---- headers ----

	private static boolean mayBegin(byte[] h, int at) {
		final int before = at > 0 ? h[at - 1] & 0xFF : ' ';
		return (h[at] & 0xFF) > ' ' && (before <= ' ' || DELIMITERS.indexOf(before) >= 0);
	}

	/** A word before ':' or '@' begins a URL or an e-mail address. */
	private static boolean mayEnd(byte[] h, int at) {
		return at == h.length || (!Octets.isToken(h[at]) && h[at] != ':' && h[at] != '@');
	}

	private static int tokenEnd(byte[] h, int at) {
		while (at < h.length && Octets.isToken(h[at]))
			at++;
		return at;
	}

	/** Keeps a token that is not there yet; the longest stand first. */
	private static void keep(List<byte[]> tokens, byte[] h, int from, int to) {
		final byte[] token = java.util.Arrays.copyOfRange(h, from, to);
		int i = 0;
		for (; i < tokens.size() && tokens.get(i).length >= token.length; i++)
			if (new String(tokens.get(i), StandardCharsets.ISO_8859_1)
					.equalsIgnoreCase(new String(token, StandardCharsets.ISO_8859_1)))
				return;
		tokens.add(i, token);
	}

	/** Where the product at a place ends if it has the name, or 0. */
	private int productEnd(byte[] h, int from, int name, int size) {
		for (int at = from; size > 0 && size <= h.length - at; at++) {
			if (same(h, at, name, size)) {
				final int end = match == PREFIX || match == WITHIN ? tokenEnd(h, at + size) : at + size;
				return mayEnd(h, end) ? end : 0;
			}
			if (match != WITHIN || !Octets.isToken(h[at]))
				break;
		}
		return 0;
	}

	/** The size of a name up to its first '/', without blanks before that. */
	private int nameSize(int name) {
		final int from = begin(name), to = begin(name + 1);
		int at = from;
		while (at < to && b[at] != '/')
			at++;
		for (boolean slash = at < to; slash && at > from && isBlank(b[at - 1]);)
			at--;
		return at - from;
	}

	/**
	 * The product tokens of a User-Agent header that the index knows.  RFC 9110 section 10.1.5
	 */
	byte[][] headerTokens(byte[] h) {
		final List<byte[]> tokens = new ArrayList<>();
		for (int from = 0; from < h.length; from++) {
			if (!mayBegin(h, from))
				continue;
			if (match > WHOLE) {
				for (int i = 0; i < count; i++) {
					final int end = productEnd(h, from, begin(i), nameSize(i));
					if (end > 0)
						keep(tokens, h, from, end);
				}
				continue;
			}
			final int end = tokenEnd(h, from);
			if (end > from && mayEnd(h, end)) {
				final byte[] name = java.util.Arrays.copyOfRange(h, from, end);
				for (int k = 0; k < name.length; k++)
					name[k] = (byte) Octets.lower(name[k]);
				if (search(name) >= 0)
					keep(tokens, h, from, end);
			}
		}
		return tokens.toArray(new byte[0][]);
	}
}
