// Forms.java - the canonical octets of a path.  docs/format.md, "Path forms"
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** What becomes of each octet in each form, and who does it. */
final class Forms {
	static final int RAW = 0, R = 1, K = 2;
	private static final byte ITSELF = 0, ESCAPED = 1, ENDS = 2, KEPT = 3, DECODED = 4, BY_PART = 5, PAIRED = 6;
	private static final int COLUMNS = 5;
	private static final byte[] HEX = "0123456789ABCDEF".getBytes(StandardCharsets.US_ASCII);

	/**
	 * Rows of the page: ranges of octets; what becomes of them: raw; R, escaped; K, escaped.
	 */
	private static final Object[][] ROWS = {
		{"\u0000\u0000", ENDS, ESCAPED, KEPT, PAIRED, PAIRED},
		{"\u0001\u001F\u0080\u00FF", ITSELF, ESCAPED, KEPT, PAIRED, PAIRED},
		{"  \"\"<<>>\\\\^^``{}\u007F\u007F", ITSELF, ESCAPED, KEPT, ITSELF, DECODED},
		{"!!$$'*,.0:@[]]__az~~", ITSELF, ITSELF, DECODED, ITSELF, DECODED},
		{"##", ENDS, ENDS, KEPT, ENDS, DECODED},
		{"%%", ITSELF, ITSELF, KEPT, PAIRED, PAIRED},
		{"&&++;;==", ITSELF, ITSELF, KEPT, ITSELF, DECODED},
		{"//", ITSELF, ITSELF, BY_PART, ITSELF, PAIRED},
		{"??", ITSELF, ITSELF, BY_PART, ITSELF, DECODED},
	};
	private static final byte[][] BECOMES = new byte[COLUMNS][256];

	/** Of each form, 0 for an octet below 80 that is its own canonical octet, else 1. */
	static final byte[][] SLOW = new byte[3][256];
	/** Canonical octets are what they are. */
	static final byte[] NONE_SLOW = new byte[256];

	static {
		for (Object[] row : ROWS)
			for (int i = 0; i < ((String) row[0]).length(); i += 2)
				for (int c = ((String) row[0]).charAt(i); c <= ((String) row[0]).charAt(i + 1); c++)
					for (int column = 0; column < COLUMNS; column++)
						BECOMES[column][c] = (Byte) row[1 + column];
		for (int form = RAW; form <= K; form++)
			for (int c = 0; c < 256; c++)
				SLOW[form][c] =
					(byte) (c > 127 || BECOMES[column(form)][c] != ITSELF || (form != RAW && c == '%') ? 1 : 0);
	}

	/** The canonical path, from the "/" on, and how many octets it has. */
	byte[] out = new byte[256];
	int size;
	private byte[] by;
	private byte[] byEscaped;

	private static int column(int form) {
		return form == RAW ? 0 : form == R ? 1 : 3;
	}

	/** Gives back what one very long path took. */
	void shrink() {
		if (out.length > 1 << 20)
			out = new byte[256];
	}

	/** Writes the canonical octets of a path; characters become UTF-8 if they are no octets. */
	void canonical(int form, char[] path, boolean octets, int from, int end) {
		final byte[] slow = SLOW[form];
		boolean query = false;
		size = 0;
		by = BECOMES[column(form)];
		byEscaped = BECOMES[column(form) + 1];
		need(end - from);
		if (from == end || path[from] != '/')
			out[size++] = '/';
		for (int i = from; i < end; i++) {
			final int c = path[i];
			if (c < 128 && slow[c] == 0) {
				query |= c == '?';
				out[size++] = (byte) c;
				continue;
			}
			need(end - i);
			if (c == '%' && form != RAW && end - i > 2) {
				final int high = Octets.hexDigit(path[i + 1]), low = Octets.hexDigit(path[i + 2]);
				if (high >= 0 && low >= 0) {
					escape(high << 4 | low, query);
					i += 2;
					continue;
				}
			}
			if (c < 128 && by[c] == ENDS)
				return;
			i += c < 128 || octets ? put(c, by[c]) : wide(path, i, end);
		}
	}

	/** Room for what is left, each octet as itself, and for what one character may become. */
	private void need(int left) {
		if (out.length - size - left < 32)
			out = Arrays.copyOf(out, Math.max(2 * out.length, size + left + 32));
	}

	private void escape(int c, boolean query) {
		final byte how = byEscaped[c];
		put(c, how != BY_PART ? how : query ? DECODED : KEPT);
	}

	private int put(int c, int how) {
		if (how == PAIRED) {
			out[size++] = (byte) (c >> 4);
			out[size++] = (byte) (0x10 + (c & 15));
		} else if (how == ESCAPED || how == KEPT) {
			out[size++] = '%';
			out[size++] = HEX[c >> 4];
			out[size++] = HEX[c & 15];
		} else {
			out[size++] = (byte) c;
		}
		return 0;
	}

	/**
	 * A character from U+0080 on; a surrogate without its other half is U+FFFD.  Returns 1
	 * after a pair.
	 */
	private int wide(char[] path, int i, int end) {
		int c = path[i], more = 0;
		if (Character.isHighSurrogate((char) c) && i + 1 < end && Character.isLowSurrogate(path[i + 1])) {
			c = Character.toCodePoint((char) c, path[i + 1]);
			more = 1;
		} else if (Character.isSurrogate((char) c)) {
			c = 0xFFFD;
		}
		if (c >= 0x10000) {
			octet(0xF0 | c >> 18);
			octet(0x80 | c >> 12 & 0x3F);
		} else if (c >= 0x800) {
			octet(0xE0 | c >> 12);
		}
		octet(c >= 0x800 ? 0x80 | c >> 6 & 0x3F : 0xC0 | c >> 6);
		octet(0x80 | c & 0x3F);
		return more;
	}

	private void octet(int c) {
		put(c, by[c]);
	}
}
