// Urls.java - where the path of a URL begins, and what is no URL.  docs/format.md, "Path forms";
// docs/access.md, "What is no URL"
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import robotsc.RobotscException.Reason;

/** Cuts URLs.  Characters from U+0080 on are in no scheme and in no delimiter. */
final class Urls {
	static final int GOOGLE = 1;
	private static final int PLAIN_MAX = 63; // octets of a plain host: no label is too long

	private static final int NAME = 1, DOT = 2, END = 4, OTHER = 8;
	private static final byte[] KINDS = new byte[128];

	static {
		for (int c = 0; c < KINDS.length; c++)
			KINDS[c] = (byte) ((c >= 'a' && c <= 'z') || Octets.isDigit(c) || c == '-' ? NAME
					   : c == '.'                                              ? DOT
					   : c == '/' || c == '?' || c == '#'                      ? END
												   : OTHER);
	}

	private Urls() {
	}

	/**
	 * Where the path begins, or a URL is refused that has no origin.  length: where the path is
	 * empty.
	 */
	static int path(int dialect, Walk asked) {
		final char[] url = asked.url;
		final int length = asked.end;
		if (length > 0 && url[0] == '/' && (length == 1 || url[1] != '/'))
			return 0;
		final int plain = plainOrigin(url, length);
		if (plain > 0)
			return plain < length && url[plain] == '#' ? length : plain;
		if (!isGood(dialect, asked))
			throw new RobotscException(Reason.URL,
				"\"" + new String(url, 0, Math.min(length, 200)) + "\" has no origin",
				"give a URL with http, https or ftp, or a path that begins with '/'");
		return cut(dialect, url, length);
	}

	private static boolean isGood(int dialect, Walk asked) {
		final Origin origin = asked.origin;
		if (origin.of(asked.url, asked.end, asked.octets))
			return true;
		if (origin.hasScheme || dialect != GOOGLE)
			return false;
		return (asked.end > 1 && asked.url[0] == '/') || looksLikeHost(asked.url, asked.end);
	}

	/** The plain origin of a text, or null. */
	static String origin(Walk asked) {
		final int plain = plainOrigin(asked.url, asked.end);
		return plain == 0 ? null : new String(asked.url, 0, plain);
	}

	/** Where "scheme://host" ends, in lower case and without a port, or 0. */
	static int plainOrigin(char[] url, int length) {
		final int begin = plainScheme(url, length);
		if (begin == 0)
			return 0;
		int i = begin, before = DOT, kind = NAME;
		for (; i < length && i - begin <= PLAIN_MAX; i++, before = kind) {
			kind = KINDS[Math.min(url[i], 127)];
			if (kind >= END || (kind & before) == DOT)
				break;
		}
		return i > begin && i - begin <= PLAIN_MAX && (i == length || kind == END) ? i : 0;
	}

	private static int plainScheme(char[] url, int length) {
		if (length < 8)
			return 0;
		if (url[0] == 'h' && url[1] == 't' && url[2] == 't' && url[3] == 'p') {
			final int at = url[4] == 's' ? 5 : 4;
			return isSeparator(url, at, length) ? at + 3 : 0;
		}
		return url[0] == 'f' && url[1] == 't' && url[2] == 'p' && isSeparator(url, 3, length) ? 6 : 0;
	}

	static boolean isSeparator(char[] url, int at, int length) {
		return length - at >= 3 && url[at] == ':' && url[at + 1] == '/' && url[at + 2] == '/';
	}

	private static int firstOf(String octets, char[] url, int at, int length) {
		while (at < length && octets.indexOf(url[at]) < 0)
			at++;
		return at;
	}

	/** Where the path begins, of a text that is a URL or none; length where there is none. */
	static int cut(int dialect, char[] url, int length) {
		if (dialect == GOOGLE)
			return cutGoogle(url, length);
		int at = 0;
		while (at < length && (Octets.isLetter(url[at]) || (at > 0 && isSchemeOctet(url[at]))))
			at++;
		if (at == 0 || !isSeparator(url, at, length))
			return 0;
		at = firstOf("/?#", url, at + 3, length);
		return at < length && url[at] == '#' ? length : at;
	}

	private static boolean isSchemeOctet(char c) {
		return Octets.isDigit(c) || c == '+' || c == '-' || c == '.';
	}

	private static int cutGoogle(char[] url, int length) {
		final int skipped = length > 1 && url[0] == '/' && url[1] == '/' ? 2 : 0;
		int at = skipped;
		while (at < length && !isSeparator(url, at, length) && "/?;".indexOf(url[at]) < 0)
			at++;
		if (at < length && isSeparator(url, at, length))
			at = firstOf("/?;", url, at + 3, length);
		return Octets.find(url, skipped, at, '#') < at ? length : at;
	}

	/** True for "shop.example", "shop.example/x" and "localhost:8080/x". */
	private static boolean looksLikeHost(char[] url, int length) {
		boolean dot = false, port = false;
		int n = 0;
		for (; n < length && (isHost(url, n, length) || (n > 0 && url[n] == '.' && url[n - 1] != '.')); n++)
			dot |= url[n] == '.' && isHost(url, n + 1, length);
		if (n > 0 && n < length && url[n] == ':')
			for (n++; n < length && Octets.isDigit(url[n]); n++)
				port = true;
		return n > 0 && (dot || port) && (n == length || "/?#".indexOf(url[n]) >= 0);
	}

	private static boolean isHost(char[] url, int at, int length) {
		return at < length && (Octets.isLetter(url[at]) || Octets.isDigit(url[at]) || url[at] == '-');
	}
}
