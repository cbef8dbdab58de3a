// Origin.java - the key of a URL's robots.txt.  docs/access.md, "Origin"
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

/** Writes origins.  It may be used again; nothing is allocated but for its first URL. */
final class Origin {
	static final int MAX = 268;
	private static final String[] SCHEMES = {"http://", "https://", "ftp://"};
	private static final int[] PORTS = {80, 443, 21};
	private static final int NAME_MAX = 253, LABEL_MAX = 63, PORT_MAX = 65535, END = -1, BAD = -2;
	private static final String OTHERS = "-_~!$&'()*+,;=", PREFIX = "xn--", DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789";

	/** The origin, from the start on; host: from where to where its host stands. */
	final byte[] out = new byte[MAX + 64];
	int size, host, hostEnd;
	boolean hasScheme;

	private char[] url;
	private boolean octets; // not characters
	private int at, limit;  // what is left of the host
	private final int[] points = new int[LABEL_MAX];
	private final int[] words = new int[8];
	private int more; // octets of a character that are left, and their bits
	private int bits;

	/** Writes the origin of a URL, or returns false. */
	boolean of(char[] text, int length, boolean octets) {
		final int scheme = scheme(text, length);
		hasScheme = scheme >= 0;
		if (!hasScheme)
			return false;
		url = text;
		this.octets = octets;
		size = host = SCHEMES[scheme].length();
		for (int i = 0; i < size; i++)
			out[i] = (byte) SCHEMES[scheme].charAt(i);
		int begin = size, end = begin;
		for (; end < length && "/?#".indexOf(text[end]) < 0; end++) {
			if (text[end] == '\\')
				return false;
			if (text[end] == '@')
				begin = end + 1;
		}
		final boolean bracket = begin < end && text[begin] == '[';
		int colon = Octets.find(text, begin, end, bracket ? ']' : ':');
		if (bracket && colon < end)
			colon++;
		at = begin;
		limit = colon;
		more = 0;
		if (!(bracket ? address(begin, colon) : name()) || (colon < end && text[colon] != ':'))
			return false;
		hostEnd = size;
		return port(colon < end ? colon + 1 : end, end, PORTS[scheme]);
	}

	/** Takes an origin that stands at the beginning of a URL as it is. */
	void plain(char[] text, int end) {
		for (int i = 0; i < end; i++)
			out[i] = (byte) text[i];
		size = hostEnd = end;
		host = out[4] == ':' ? 7 : out[4] == 's' ? 8 : 6;
	}

	private static int scheme(char[] text, int length) {
		for (int s = 0; s < SCHEMES.length; s++) {
			int n = 0;
			while (n < SCHEMES[s].length() && n < length && Octets.lower(text[n]) == SCHEMES[s].charAt(n))
				n++;
			if (n == SCHEMES[s].length())
				return s;
		}
		return -1;
	}

	private boolean port(int from, int end, int usual) {
		int port = from == end ? usual : 0;
		for (int i = from; i < end && port <= PORT_MAX; i++)
			port = Octets.isDigit(url[i]) ? 10 * port + url[i] - '0' : PORT_MAX + 1;
		if (port > PORT_MAX || port == usual)
			return port == usual;
		out[size++] = ':';
		for (int unit = 10000, begun = 0; unit > 0; unit /= 10) {
			begun += port / unit % 10;
			if (begun > 0 || unit == 1)
				out[size++] = (byte) ('0' + port / unit % 10);
		}
		return true;
	}

	// ---- names ----

	/** The next octet of the UTF-8 of the host, with escapes decoded. */
	private int octet() {
		if (more > 0) {
			more -= 6;
			return 0x80 | bits >> more & 0x3F;
		}
		if (at == limit)
			return END;
		int c = url[at++];
		if (c == '%') {
			final int high = limit - at > 1 ? Octets.hexDigit(url[at]) : -1;
			final int low = high < 0 ? -1 : Octets.hexDigit(url[at + 1]);
			at += 2;
			return low < 0 ? BAD : 16 * high + low;
		}
		if (c < 0x80 || octets)
			return c;
		if (Character.isHighSurrogate((char) c) && at < limit && Character.isLowSurrogate(url[at]))
			c = Character.toCodePoint((char) c, url[at++]);
		else if (Character.isSurrogate((char) c))
			c = 0xFFFD;
		bits = c;
		more = c < 0x800 ? 6 : c < 0x10000 ? 12 : 18;
		return (c < 0x800 ? 0xC0 : c < 0x10000 ? 0xE0 : 0xF0) | c >> more;
	}

	/** The next code point, END or BAD. */
	private int point() {
		final int first = octet();
		if (first < 0x80)
			return first;
		if (first < 0xC2 || first > 0xF4)
			return BAD;
		final int count = first < 0xE0 ? 1 : first < 0xF0 ? 2 : 3;
		int point = first & 0x3F >> count;
		for (int i = 0; i < count; i++) {
			final int next = octet();
			if (next < 0 || (next & 0xC0) != 0x80)
				return BAD;
			point = point << 6 | next & 0x3F;
		}
		final boolean isLong = point < (count == 2 ? 0x800 : count == 3 ? 0x10000 : 0);
		return isLong || (point >= 0xD800 && point < 0xE000) || point > 0x10FFFF ? BAD : point;
	}

	private static boolean mayHold(int c) {
		return (c >= 'a' && c <= 'z') || Octets.isDigit(c) || c >= 0x80 || (c >= 0 && OTHERS.indexOf(c) >= 0);
	}

	/** Labels with dots between them; none may be empty.  One dot may follow the last. */
	private boolean name() {
		int n = 0;
		boolean ascii = true;
		for (;;) {
			final int c = Octets.lower(point());
			if (c != '.' && c != END) {
				if (!mayHold(c) || n == LABEL_MAX)
					return false;
				points[n++] = c;
				ascii &= c < 0x80;
				continue;
			}
			if (c == END && n == 0 && size > host)
				return true;
			if (!label(n, ascii) || (c == '.' && size - host == NAME_MAX && (at < limit || more > 0)))
				return false;
			if (c == END)
				return true;
			out[size++] = '.';
			n = 0;
			ascii = true;
		}
	}

	private boolean label(int n, boolean ascii) {
		final int begin = size;
		int same = 0;
		if (ascii) {
			for (int i = 0; i < n; i++)
				out[size++] = (byte) points[i];
		} else {
			while (same < PREFIX.length() && same < n && points[same] == PREFIX.charAt(same))
				same++;
			if (same == PREFIX.length())
				return false;
			for (int i = 0; i < PREFIX.length(); i++)
				out[size++] = (byte) PREFIX.charAt(i);
			if (!punycode(n, begin + LABEL_MAX))
				return false;
		}
		return n > 0 && size - begin <= LABEL_MAX && size - host <= NAME_MAX;
	}

	/** RFC 3492 section 6.3; returns false beyond room. */
	private boolean punycode(int n, int room) {
		int basic = 0, delta = 0, bias = 72;
		for (int i = 0; i < n; i++)
			if (points[i] < 0x80 && size < room && ++basic > 0)
				out[size++] = (byte) points[i];
		if (basic > 0 && size < room)
			out[size++] = '-';
		for (int done = basic, next = 0x80; done < n; next++, delta++) {
			int least = Integer.MAX_VALUE;
			for (int i = 0; i < n; i++)
				if (points[i] >= next && points[i] < least)
					least = points[i];
			delta += (least - next) * (done + 1);
			next = least;
			for (int i = 0; i < n; i++) {
				delta += points[i] < next ? 1 : 0;
				if (points[i] != next)
					continue;
				int q = delta;
				for (int k = 36;; k += 36) {
					final int t = k <= bias + 1 ? 1 : k >= bias + 26 ? 26 : k - bias;
					if (size == room)
						return false;
					if (q < t)
						break;
					out[size++] = (byte) DIGITS.charAt(t + (q - t) % (36 - t));
					q = (q - t) / (36 - t);
				}
				out[size++] = (byte) DIGITS.charAt(q);
				bias = adapt(delta, done + 1, done == basic);
				delta = 0;
				done++;
			}
		}
		return true;
	}

	private static int adapt(int delta, int points, boolean first) {
		int k = 0;
		delta = first ? delta / 700 : delta / 2;
		for (delta += delta / points; delta > 35 * 26 / 2; k += 36)
			delta /= 35;
		return k + 36 * delta / (delta + 38);
	}

	// ---- IPv6 ----

	private boolean address(int begin, int end) {
		if (end - begin <= 2 || url[end - 1] != ']' || !words(begin + 1, end - 1))
			return false;
		int gap = 8, most = 1;
		for (int i = 0, run = 0; i < 8; i++) {
			run = words[i] != 0 ? 0 : run + 1;
			if (run > most) {
				most = run;
				gap = i + 1 - run;
			}
		}
		out[size++] = '[';
		for (int i = 0; i < 8; i++) {
			if (i == gap) {
				out[size++] = ':';
				out[size++] = ':';
				i += most - 1;
				continue;
			}
			if (i > 0 && out[size - 1] != ':')
				out[size++] = ':';
			for (int shift = 12, begun = 0; shift >= 0; shift -= 4) {
				begun |= words[i] >> shift;
				if (begun != 0 || shift == 0)
					out[size++] = (byte) Character.forDigit(words[i] >> shift & 15, 16);
			}
		}
		out[size++] = ']';
		return true;
	}

	private boolean words(int from, int end) {
		int n = 0, gap = -1, i = from;
		if (end - i >= 2 && url[i] == ':' && url[i + 1] == ':') {
			gap = 0;
			i += 2;
		}
		while (i < end) {
			final int begin = i;
			if (n == 8)
				return false;
			for (words[n] = 0; i < end && i - begin < 4 && Octets.hexDigit(url[i]) >= 0; i++)
				words[n] = 16 * words[n] + Octets.hexDigit(url[i]);
			if (i == begin)
				return false;
			if (i < end && url[i] == '.') {
				if (n > 6 || !dotted(begin, end, n))
					return false;
				n += 2;
				break;
			}
			n++;
			if (i == end)
				break;
			if (url[i++] != ':' || i == end)
				return false;
			if (url[i] == ':') {
				if (gap >= 0)
					return false;
				gap = n;
				i++;
			}
		}
		if (gap < 0 || n == 8)
			return gap < 0 && n == 8;
		for (int k = 7; k >= gap; k--)
			words[k] = k >= gap + 8 - n ? words[k - (8 - n)] : 0;
		return true;
	}

	private boolean dotted(int from, int end, int n) {
		int i = from;
		words[n] = words[n + 1] = 0;
		for (int k = 0; k < 4; k++) {
			final int begin = i;
			int part = 0;
			for (; i < end && i - begin < 3 && Octets.isDigit(url[i]); i++)
				part = 10 * part + url[i] - '0';
			if (i == begin || part > 255 || (i - begin > 1 && url[begin] == '0'))
				return false;
			if (k < 3 && (i == end || url[i++] != '.'))
				return false;
			words[n + k / 2] = words[n + k / 2] << 8 | part;
		}
		return i == end;
	}
}
