// Octets.java - integers in octets, the checksum, and classes of characters.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Loads and classes of octets. */
final class Octets {
	private static final VarHandle SHORTS = view(short[].class), INTS = view(int[].class), LONGS = view(long[].class);
	private static final long SEED = 0x9E3779B97F4A7C15L, PRIME = 0xD6E8FEB86659FD93L;

	private Octets() {
	}

	private static VarHandle view(Class<?> type) {
		return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.LITTLE_ENDIAN);
	}

	static int u8(byte[] b, int at) {
		return b[at] & 0xFF;
	}

	static int u16(byte[] b, int at) {
		return (short) SHORTS.get(b, at) & 0xFFFF;
	}

	/** A u32 as its bits. */
	static int i32(byte[] b, int at) {
		return (int) INTS.get(b, at);
	}

	static long u32(byte[] b, int at) {
		return i32(b, at) & 0xFFFFFFFFL;
	}

	static long u64(byte[] b, int at) {
		return (long) LONGS.get(b, at);
	}

	static void put64(byte[] b, int at, long value) {
		LONGS.set(b, at, value);
	}

	/** A field of 1, 2 or 4 octets. */
	static long field(byte[] b, int at, int width) {
		return width == 2 ? u16(b, at) : width == 4 ? u32(b, at) : u8(b, at);
	}

	/** An int7 of 2, 3 or 4 octets. */
	static int int7(byte[] b, int at, int width) {
		int value = b[at] & 0x7F | (b[at + 1] & 0x7F) << 7;
		if (width > 2)
			value |= (b[at + 2] & 0x7F) << 14;
		if (width > 3)
			value |= (b[at + 3] & 0x7F) << 21;
		return value;
	}

	private static long mix(long h, long word) {
		h = (h ^ word) * PRIME;
		return h ^ h >>> 32;
	}

	/** The last 0 to 15 octets, padded with zeros. */
	private static long rest(byte[] b, int at, int end) {
		long word = 0;
		for (int i = Math.min(end, at + 8); i > at;)
			word = word << 8 | u8(b, --i);
		return word;
	}

	/** docs/format.md, "Checksum" */
	static long checksum(byte[] octets, int from, int size) {
		final int end = from + size;
		long a = SEED, b = ~SEED;
		int at = from;
		for (; end - at >= 16; at += 16) {
			a = mix(a, u64(octets, at));
			b = mix(b, u64(octets, at + 8));
		}
		a = mix(a, rest(octets, at, end));
		b = mix(b, rest(octets, at + 8, end));
		return mix(mix(a, b), size);
	}

	static int lower(int c) {
		return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
	}

	static boolean isLetter(int c) {
		return lower(c) >= 'a' && lower(c) <= 'z';
	}

	static boolean isDigit(int c) {
		return c >= '0' && c <= '9';
	}

	static int hexDigit(int c) {
		return isDigit(c) ? c - '0' : lower(c) >= 'a' && lower(c) <= 'f' ? lower(c) - 'a' + 10 : -1;
	}

	/** True for the octets of a product token. */
	static boolean isToken(int c) {
		return isLetter(c) || isDigit(c) || c == '.' || c == '_' || c == '-';
	}

	/** Where a range of a text has an octet; end if nowhere. */
	static int find(char[] text, int from, int end, char c) {
		while (from < end && text[from] != c)
			from++;
		return from;
	}
}
