// Texts.java - a list of texts in one array, as C takes it.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/** Text i ends before octets[ends[i]], where the next text begins. */
final class Texts {
	private static final byte[] REPLACEMENT = "\uFFFD".getBytes(StandardCharsets.UTF_8);

	byte[] octets;
	int[] ends;
	int n;

	private Texts(int octets, int texts) {
		this.octets = new byte[octets];
		this.ends = new int[texts];
	}

	Texts() {
		this(256, 8);
	}

	/** The URLs from index from up to index to. */
	static Texts of(List<String> urls, int from, int to) {
		int length = 0;
		for (int i = from; i < to; i++)
			length += urls.get(i).length();
		final Texts texts = new Texts(Math.max(length, 0), to - from);
		for (int i = from; i < to; i++)
			texts.add(urls.get(i));
		return texts;
	}

	/** Adds product tokens of a dialect. */
	Texts addTokens(Dialect dialect, String... tokens) {
		for (String token : tokens) {
			if (!dialect.isToken(token))
				throw new RobotscException(token);
			add(token);
		}
		return this;
	}

	Texts add(byte[] text) {
		final int from = reserve(text.length);
		System.arraycopy(text, 0, octets, from, text.length);
		return end(from + text.length);
	}

	Texts add(String text) {
		final int length = text.length(), from = reserve(length);
		return ascii(text, octets, from) ? end(from + length) : add(utf8(text));
	}

	/** Makes room for a text of this length.  Returns its index. */
	private int reserve(int length) {
		final int from = n == 0 ? 0 : ends[n - 1], to = from + length;
		if (to < 0)
			throw new RobotscException(RobotscException.TOO_LARGE, "the texts have 2 GB");
		if (to > octets.length)
			octets = Arrays.copyOf(octets, (int) Math.min(2L * to, Integer.MAX_VALUE - 8));
		return from;
	}

	private Texts end(int end) {
		if (n == ends.length)
			ends = Arrays.copyOf(ends, 2 * n + 8);
		ends[n++] = end;
		return this;
	}

	/** Copies the low octet of each character, if all fit; true if the string is ASCII. */
	@SuppressWarnings("deprecation")
	static boolean ascii(String text, byte[] to, int at) {
		final int length = text.length();
		text.getBytes(0, length, to, at);
		for (int i = 0; i < length; i++)
			if (text.charAt(i) > 127)
				return false;
		return true;
	}

	/** A string as UTF-8.  A surrogate without its other half becomes U+FFFD. */
	static byte[] utf8(String text) {
		try {
			final ByteBuffer octets = StandardCharsets.UTF_8.newEncoder().onMalformedInput(CodingErrorAction.REPLACE)
				.replaceWith(REPLACEMENT).encode(CharBuffer.wrap(text));
			return Arrays.copyOf(octets.array(), octets.limit());
		} catch (CharacterCodingException e) {
			throw new IllegalStateException(e); // nothing is left to report
		}
	}
}
