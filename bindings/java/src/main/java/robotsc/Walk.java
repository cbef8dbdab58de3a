// Walk.java - the verdict of a machine for a path.  docs/format.md, "The walk"
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.util.Arrays;

/** Walks machines that were verified.  One thread uses one. */
final class Walk {
	/** What dfa returns where an octet of the path must be read in its canonical form. */
	static final int SLOW = 2;
	private static final int NO_PREFIX = -1, NONE_NEAR = -3, PREFIX_NEAR = 8, PREFIX_MOST = 24, ROOM = 4096, KEPT_MAX = 1 << 20;
	private static final long ONES = 0x0101010101010101L, HIGHS = ONES << 7;
	/** Octets that begins looks at, at a time. */
	static final int ORIGIN_LEAST = 8;
	/** Octets after a path that are read, and count as nothing. */
	private static final int AFTER = 8;
	private static final ThreadLocal<Walk> WALKS = ThreadLocal.withInitial(Walk::new);

	/** The text, its size, and whether it is octets. */
	char[] url;
	int end;
	boolean octets;
	// What it was made of: a string, or octets from a place on.
	private String text;
	private byte[] source;
	private int begin;

	final Origin origin = new Origin();
	private char[] room = new char[ROOM];
	private byte[] low = new byte[ROOM];
	private final Forms forms = new Forms();
	private final Globs globs = new Globs();
	private long[] seen = new long[4];
	private final Machine[] one = new Machine[1];
	private Machine[] machines = {};
	private long best;

	/** Where assertions are on, the steps of checks. docs/format.md, "What a check costs" */
	static int steps;

	static boolean step(int count) {
		steps += count;
		return true;
	}

	static Walk mine() {
		return WALKS.get();
	}

	/** Takes a text to be asked about. */
	Walk of(String asked) {
		begin(asked.length());
		octets = false;
		text = asked;
		source = null;
		asked.getChars(0, end, url, 0);
		return this;
	}

	/** The same, of octets. */
	Walk of(byte[] asked, int from, int to) {
		begin(to - from);
		octets = true;
		text = null;
		source = asked;
		begin = from;
		for (int i = 0; i < end; i++)
			url[i] = (char) (asked[from + i] & 0xFF);
		return this;
	}

	private void begin(int size) {
		end = size;
		if (end > room.length || room.length > KEPT_MAX)
			room = new char[Math.max(end, ROOM)];
		url = room;
	}

	/** The verdict of a machine for the path of the text from a place on. */
	boolean verdict(Machine m, int form, int from) {
		if (m.filter) {
			one[0] = m;
			return filters(one, 1, form, from);
		}
		final int verdict = text != null ? quick(m, form, text, from)
						 : quick(m, form, source, begin + from, begin + end);
		return verdict == SLOW ? canonicalDfa(m, form, from) : verdict != 0;
	}

	private boolean canonicalDfa(Machine m, int form, int from) {
		forms.canonical(form, url, octets, from, end);
		final int verdict = dfa(m, forms.out, 1, forms.size, Forms.NONE_SLOW) & 3;
		forms.shrink();
		return verdict != 0;
	}

	// ---- paths as they stand ----

	/** The verdict for octets, or SLOW: one must be read in its canonical form. */
	static int quick(Machine m, int form, byte[] path, int from, int to) {
		return dfa(m, path, from < to && path[from] == '/' ? from + 1 : from, to, Forms.SLOW[form]) & 3;
	}

	/** The same for a path in a string. */
	int quick(Machine m, int form, String asked, int from) {
		final int size = low(asked, from);
		return latin1(asked, from, from, dfa(m, low, size > 0 && low[0] == '/' ? 1 : 0, size, Forms.SLOW[form]));
	}

	/** The same for a URL; SLOW, too, if it is of another origin. */
	int quick(Machine m, int form, String asked, byte[] origin) {
		final int size = low(asked, 0), from = origin.length;
		return begins(origin, low, 0, size) ? latin1(asked, 0, 0, dfa(m, low, from + 1, size, Forms.SLOW[form])) : SLOW;
	}

	/** Whether a URL begins with an origin, of ORIGIN_LEAST octets or more, and a path. */
	static boolean begins(byte[] origin, byte[] url, int from, int to) {
		final int last = origin.length - ORIGIN_LEAST;
		if (to - from <= origin.length || url[from + origin.length] != '/')
			return false;
		for (int i = 0; i < last; i += ORIGIN_LEAST)
			if (Octets.u64(origin, i) != Octets.u64(url, from + i))
				return false;
		return Octets.u64(origin, last) == Octets.u64(url, from + last);
	}

	/** Copies the low octet of each character: the character itself in most strings. */
	@SuppressWarnings("deprecation")
	private int low(String asked, int from) {
		final int size = asked.length() - from;
		if (size + AFTER > low.length || low.length > KEPT_MAX)
			low = new byte[Math.max(size + AFTER, ROOM)];
		asked.getBytes(from, from + size, low, 0);
		return size;
	}

	/** What dfa found, unless it has looked at a character that has two octets. */
	private static int latin1(String asked, int from, int begin, int found) {
		final int to = Math.min(begin + (found >>> 2), asked.length());
		int all = 0;
		for (int i = from; i < to; i++)
			all |= asked.charAt(i);
		return all <= 0xFF ? found & 3 : SLOW;
	}

	/**
	 * Walks a path while its octets are canonical; slow has 1 for the others.  The verdict or
	 * SLOW, and above these two bits where the last octet may stand that it looked at.
	 */
	private static int dfa(Machine m, byte[] path, int from, int end, byte[] slow) {
		final byte[] b = m.b;
		final int width = m.width, code = m.code - Machine.NODE;
		int i = from, node = m.first, far = from + 8;
		if (m.prefixes != Machine.NONE) {
			if (i >= end)
				return b[m.prefixes] >> 5 & 1 | i << 2;
			final int prefix = prefix(m, path, i, end, slow);
			if (prefix == -SLOW)
				return SLOW;
			final int otherwise = b[m.prefixes] & 3;
			far = i + (prefix == NO_PREFIX ? PREFIX_MOST : PREFIX_NEAR);
			if (prefix < 0 && otherwise < 2)
				return otherwise | far << 2;
			node = m.root;
			if (prefix >= 0) {
				final int next = b[prefix] >> 4 & 3, count = (b[prefix] & 15) + 1;
				i += count;
				far = Math.max(far, i);
				if (next > 1)
					return next - 2 | far << 2;
				final int target = Octets.int7(b, prefix + 1 + count, width);
				if (target < Machine.NODE)
					return target | far << 2;
				node = code + target;
			}
		}
		// Default edges of a machine that was verified end: each node once an octet.
		for (long left = (long) (m.codeEnd - m.code) * (end - from + 1); left > 0; left--) {
			if (i >= end)
				return b[node] >> 5 & 1 | end << 2;
			assert step(1);
			final int head = b[node], count = b[node + 1], start = i;
			final int otherwise;
			int target;
			if ((head & 0x40) == 0) {
				otherwise = head >> 1 & 3;
				final int next = head >> 3 & 3;
				final int octets = node + 2 + (otherwise == 3 ? width : 0) + (next == 1 ? width : 0);
				final int matched = run(b, octets, count, path, i, end, slow, (head & 1) != 0);
				if (matched < 0)
					return SLOW;
				far = Math.max(far, i + matched + 1);
				if (matched == count) {
					i += count;
					if (next > 1)
						return next - 2 | far << 2;
					target = next == 1 ? Octets.int7(b, octets - width, width) : octets + count - code;
					if (target < Machine.NODE)
						return target | far << 2;
					node = code + target;
					continue;
				}
				if (i + matched >= end)
					return head >> 5 & 1 | end << 2;
			} else {
				otherwise = head & 7;
				if (otherwise == 4 && node == m.root && m.scan != Machine.NONE) {
					i = skip(m, path, i, end);
					if (i >= end)
						return head >> 5 & 1 | end << 2;
				}
				final int c = path[i] & 0xFF;
				if (slow[c] != 0)
					return SLOW;
				far = Math.max(far, i + 1);
				final int octets = node + 2 + (otherwise == 3 || otherwise == 5 ? width : 0);
				final int way = way(b, octets, count, c);
				if (way >= 0 || otherwise > 3) {
					i++;
					if (way < 0 && otherwise == 4)
						continue;
					target = Octets.int7(b, way >= 0 ? octets + count + way * width : node + 2, width);
					if (target < Machine.NODE)
						return target | far << 2;
					node = code + target;
					continue;
				}
			}
			if (otherwise < 2)
				return otherwise | far << 2;
			node = otherwise == 2 ? m.root : code + Octets.int7(b, node + 2, width);
			i = start;
		}
		throw RobotscException.corrupt("a DFA");
	}

	/** How many octets of a run follow; -SLOW: one must be read in its canonical form. */
	private static int run(byte[] b, int octets, int count, byte[] path, int i, int end, byte[] slow, boolean careful) {
		final int most = Math.min(count, end - i), k = same(b, octets, most, path, i);
		if (k < most && slow[path[i + k] & 0xFF] != 0)
			return -SLOW;
		for (int j = 0; careful && j < k; j++)
			if (slow[path[i + j] & 0xFF] != 0)
				return -SLOW;
		return k;
	}

	/** How many octets are equal; eight are compared at a time, where the path has room. */
	private static int same(byte[] b, int octets, int most, byte[] path, int i) {
		int k = 0;
		for (; k < most && i + k <= path.length - 8; k += 8) {
			final long differ = Octets.u64(b, octets + k) ^ Octets.u64(path, i + k);
			if (differ != 0)
				return Math.min(most, k + (Long.numberOfTrailingZeros(differ) >> 3));
		}
		while (k < most && path[i + k] == b[octets + k])
			k++;
		return Math.min(k, most);
	}

	/** The number of a way out over an octet, or -1; eight are compared at a time. */
	private static int way(byte[] b, int octets, int count, int c) {
		for (int at = 0; at < count; at += 8) {
			final long differ = Octets.u64(b, octets + at) ^ c * ONES, same = differ - ONES & ~differ & HIGHS;
			if (same != 0) {
				final int found = at + (Long.numberOfTrailingZeros(same) >> 3);
				return found < count ? found : -1;
			}
		}
		return -1;
	}

	/**
	 * Passes over octets that leave a walk in the root, as far as the tables of one octet tell.
	 */
	private static int skip(Machine m, byte[] path, int i, int end) {
		final byte[] b = m.b;
		final int scan = m.scan, pairs = m.pairs;
		for (; i < end; i++) {
			final int c = path[i], low = c & 15, high = c >> 4;
			if (c < 0 || (b[scan + low] >> high & 1) != 0 ||
				(pairs != Machine.NONE && (b[pairs + low] & b[pairs + 32 + high]) != 0))
				return i;
		}
		return i;
	}

	/** Eight octets from a place on; zeros after the end. */
	private static long word(byte[] p, int i, int end) {
		if (i <= p.length - 8)
			return Octets.u64(p, i) & mask(end - i);
		long word = 0;
		for (int k = Math.min(end - i, 8); k-- > 0;)
			word = word << 8 | p[i + k] & 0xFF;
		return word;
	}

	/** The first n octets of a word. */
	private static long mask(int n) {
		return n < 8 ? (1L << 8 * n) - 1 : -1;
	}

	/** Not 0 where a word has a percent sign. */
	private static long percents(long word) {
		final long differ = word ^ '%' * ONES;
		return differ - ONES & ~differ & HIGHS;
	}

	/**
	 * The prefix that follows, NO_PREFIX, or -SLOW. No prefix has an octet that begins an
	 * escape or ends a path; what else is not canonical becomes octets that none has.
	 * NONE_NEAR is NO_PREFIX where the first eight octets tell that.
	 */
	private static int prefix(Machine m, byte[] path, int from, int end, byte[] slow) {
		final byte[] b = m.b;
		final int slot = path[from] & 15, keys = 8 - (b[m.prefixes + 3 + (slot >> 1)] >> (slot & 1) * 4 & 15);
		final long word = word(path, from, end);
		final int entry = m.entries - ((int) ((word & mask(keys)) * m.multiplier >>> m.shift) + 1 << m.wide);
		int none = NONE_NEAR, at = m.entries + (m.wide != 0 ? Octets.int7(b, entry, 2) : b[entry] << m.unit);
		for (;;) {
			final int head = b[at], count = (head & 15) + 1;
			assert step(1);
			if (((Octets.u64(b, at + 1) ^ word) & mask(count)) == 0 && count <= end - from) {
				final int more = count > 8 ? run(b, at + 9, count - 8, path, from + 8, end, slow, false) : 0;
				if (more < 0)
					return -SLOW;
				if (more >= count - 8)
					return at;
				none = NO_PREFIX;
			}
			if ((head & 0x40) == 0)
				return (slow['%'] != 0 && percents(word) != 0) || slow[path[from] & 0xFF] != 0 ? -SLOW : none;
			at += 1 + count + ((head >> 4 & 3) == 1 ? m.width : 0);
		}
	}

	/** The verdict of filters, one or a list, for the path of the text from a place on. */
	boolean filters(Machine[] list, int count, int form, int from) {
		forms.canonical(form, url, octets, from, end);
		globs.begin(form, forms.out, forms.size);
		best = list[0].fallback ? 1 : 0;
		for (int i = 0; i < count && best < list[i].top; i++)
			filter(list[i], forms.out, forms.size);
		forms.shrink();
		return (best & 1) != 0;
	}

	/** Machines to be read, at least a number of them. */
	Machine[] list(int count) {
		final int before = machines.length;
		if (count > before)
			machines = Arrays.copyOf(machines, Math.max(count, 2 * before));
		for (int i = before; i < machines.length; i++)
			machines[i] = new Machine();
		return machines;
	}

	private void filter(Machine m, byte[] path, int size) {
		final int words = m.nliterals + 63 >> 6;
		if (words > seen.length)
			seen = new long[words];
		Arrays.fill(seen, 0, words, 0);
		complete(m.every);
		if (m.prefixes != Machine.NONE) {
			final int prefix = size > 1 ? prefix(m, path, 1, size, Forms.NONE_SLOW) : NO_PREFIX;
			if (prefix >= 0) {
				final int count = (m.b[prefix] & 15) + 1;
				arrive(m, m.code + Octets.int7(m.b, prefix + 1 + count, m.width) - Machine.NODE, path, 1 + count,
					size);
			}
		} else if (m.first != Machine.NONE) {
			arrive(m, m.first, path, 1, size);
		}
		if (m.root != Machine.NONE && best <= ((best & 1) == 0 ? m.stopDisallow : m.stopAllow))
			search(m, path, size);
		if (m.nliterals > 0)
			tryGlobs(m, words);
	}

	private void complete(long mark) {
		final long number = mark >>> 1;
		if ((mark & 1) != 0)
			seen[(int) (number >> 6)] |= 1L << number;
		else if (number > best)
			best = number;
	}

	private void arrive(Machine m, int node, byte[] path, int i, int size) {
		mark(m, node);
		trie(m, node, path, i, size);
	}

	private void mark(Machine m, int node) {
		if ((m.b[node] & 0x20) != 0)
			complete(Octets.int7(m.b, node + 2, m.width));
	}

	private void trie(Machine m, int from, byte[] path, int begin, int end) {
		final byte[] b = m.b;
		final int width = m.width;
		for (int node = from, before = -1, i = begin;;) {
			if (node <= before)
				throw RobotscException.corrupt("a filter");
			before = node;
			final int head = b[node], count = b[node + 1];
			int octets = node + 2 + ((head & 0x20) != 0 ? width : 0);
			if ((head & 0x40) == 0) {
				final boolean go = (head >> 3 & 3) == 1;
				octets += go ? width : 0;
				assert step(octets - node + count);
				if (end - i < count)
					return;
				for (int k = 0; k < count; k++)
					if (path[i + k] != b[octets + k])
						return;
				i += count;
				node = go ? m.code + Octets.int7(b, octets - width, width) - Machine.NODE : octets + count;
			} else {
				if (i == end)
					return;
				assert step(octets - node + count + count * width);
				final int way = way(b, octets, count, path[i] & 0xFF);
				if (way < 0)
					return;
				i++;
				node = m.code + Octets.int7(b, octets + count + way * width, width) - Machine.NODE;
			}
			mark(m, node);
		}
	}

	/** The buckets that an octet leaves at each of three places, an octet each. */
	private static int places(byte[] b, int starts, int c) {
		final int low = starts + (c & 15), high = starts + 48 + (c >> 4 & 7);
		return b[low] & b[high] & 0xFF | (b[low + 16] & b[high + 8] & 0xFF) << 8 |
			(b[low + 32] & b[high + 16] & 0xFF) << 16;
	}

	/** Looks for floating literals. */
	private void search(Machine m, byte[] text, int end) {
		final byte[] b = m.b;
		final int starts = m.starts;
		if (end < 2)
			return;
		int here = places(b, starts, text[1]), next = places(b, starts, end > 2 ? text[2] : 0xFF);
		for (int i = 1; i < end; i++) {
			final int third = places(b, starts, i + 2 < end ? text[i + 2] : 0xFF);
			if ((here & next >> 8 & third >> 16 & 0xFF) != 0)
				trie(m, m.root, text, i, end);
			here = next;
			next = third;
		}
	}

	/** Tries the globs of the literals that were seen, those with the greatest ranks first. */
	private void tryGlobs(Machine m, int words) {
		for (int w = 0; w < words; w++)
			for (long left = seen[w]; left != 0; left &= left - 1) {
				final int literal = 64 * w + Long.numberOfTrailingZeros(left), limit = m.glob(literal + 1),
					  first = m.glob(literal);
				for (int at = first; at < limit;) {
					assert step(1);
					final long rank = Octets.field(m.b, at, m.field);
					final int text = at + 2 * m.field, size = (int) Octets.field(m.b, at + m.field, m.field);
					if (size < 0)
						throw RobotscException.corrupt("a glob");
					if (rank <= best) {
						if (at == first)
							return;
						break;
					}
					if (globs.match(m.b, text, text + size)) {
						best = rank;
						break;
					}
					at = text + size;
				}
			}
	}
}
