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

	private Urls() {
	}

	/**
	 * Where the path begins, or a URL is refused that has no origin.  length: where the path is
	 * empty.
	 */
	static int path(int dialect, CharSequence url, int length) {
		if (length > 0 && url.charAt(0) == '/' && (length == 1 || url.charAt(1) != '/'))
			return 0;
		final int plain = plainOrigin(url, length);
		if (plain > 0)
			return plain < length && url.charAt(plain) == '#' ? length : plain;
		if (!isGood(dialect, url, length))
			throw new RobotscException(Reason.URL, "\"" + shorten(url) + "\" has no origin",
				"give a URL with http, https or ftp, or a path that begins with '/'");
		return cut(dialect, url, length);
	}

	private static String shorten(CharSequence url) {
		return url.length() > 200 ? url.subSequence(0, 200) + "..." : url.toString();
	}

	private static boolean isGood(int dialect, CharSequence url, int length) {
		final Origin origin = new Origin();
		if (origin.of(url, length))
			return true;
		if (origin.hasScheme || dialect != GOOGLE)
			return false;
		return (length > 1 && url.charAt(0) == '/') || looksLikeHost(url, length);
	}

	/** Where "scheme://host" ends, in lower case and without a port, or 0. */
	static int plainOrigin(CharSequence url, int length) {
		final int begin = plainScheme(url, length);
		if (begin == 0)
			return 0;
		int i = begin, dot = begin;
		for (; i < length; i++) {
			final int c = url.charAt(i);
			if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-')
				continue;
			if (c != '.')
				break;
			if (i == dot)
				return 0;
			dot = i + 1;
		}
		if (i == begin || i - begin > PLAIN_MAX || (i < length && "/?#".indexOf(url.charAt(i)) < 0))
			return 0;
		return i;
	}

	private static int plainScheme(CharSequence url, int length) {
		if (length < 8)
			return 0;
		if (url.charAt(0) == 'h' && url.charAt(1) == 't' && url.charAt(2) == 't' && url.charAt(3) == 'p') {
			final int at = url.charAt(4) == 's' ? 5 : 4;
			return isSeparator(url, at, length) ? at + 3 : 0;
		}
		return url.charAt(0) == 'f' && url.charAt(1) == 't' && url.charAt(2) == 'p' && isSeparator(url, 3, length) ? 6 : 0;
	}

	static boolean isSeparator(CharSequence url, int at, int length) {
		return length - at >= 3 && url.charAt(at) == ':' && url.charAt(at + 1) == '/' && url.charAt(at + 2) == '/';
	}

	private static int firstOf(String octets, CharSequence url, int at, int length) {
		while (at < length && octets.indexOf(url.charAt(at)) < 0)
			at++;
		return at;
	}

	/** Where the path begins, of a text that is a URL or none; length where there is none. */
	static int cut(int dialect, CharSequence url, int length) {
		if (dialect == GOOGLE)
			return cutGoogle(url, length);
		int at = 0;
		while (at < length && (Octets.isLetter(url.charAt(at)) || (at > 0 && isSchemeOctet(url.charAt(at)))))
			at++;
		if (at == 0 || !isSeparator(url, at, length))
			return 0;
		at = firstOf("/?#", url, at + 3, length);
		return at < length && url.charAt(at) == '#' ? length : at;
	}

	private static boolean isSchemeOctet(char c) {
		return Octets.isDigit(c) || c == '+' || c == '-' || c == '.';
	}

	private static int cutGoogle(CharSequence url, int length) {
		final int skipped = length > 1 && url.charAt(0) == '/' && url.charAt(1) == '/' ? 2 : 0;
		int at = skipped;
		while (at < length && !isSeparator(url, at, length) && "/?;".indexOf(url.charAt(at)) < 0)
			at++;
		if (at < length && isSeparator(url, at, length))
			at = firstOf("/?;", url, at + 3, length);
		return Octets.find(url, skipped, at, '#') < at ? length : at;
	}

	/** True for "shop.example", "shop.example/x" and "localhost:8080/x". */
	private static boolean looksLikeHost(CharSequence url, int length) {
		boolean dot = false, port = false;
		int n = 0;
		for (; n < length && (isHost(url, n, length) || (n > 0 && url.charAt(n) == '.' && url.charAt(n - 1) != '.')); n++)
			dot |= url.charAt(n) == '.' && isHost(url, n + 1, length);
		if (n > 0 && n < length && url.charAt(n) == ':')
			for (n++; n < length && Octets.isDigit(url.charAt(n)); n++)
				port = true;
		return n > 0 && (dot || port) && (n == length || "/?#".indexOf(url.charAt(n)) >= 0);
	}

	private static boolean isHost(CharSequence url, int at, int length) {
		return at < length && (Octets.isLetter(url.charAt(at)) || Octets.isDigit(url.charAt(at)) || url.charAt(at) == '-');
	}
}
