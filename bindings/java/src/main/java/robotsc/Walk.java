// Walk.java - the verdict of a machine for a path.  docs/format.md, "The walk"
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.util.Arrays;

/** Walks machines that were verified.  One thread uses one. */
final class Walk {
	/** What dfa returns where an octet of the path must be read in its canonical form. */
	static final int SLOW = 2;
	private static final int NO_PREFIX = -1, LIST_MAX = 1 << 20;
	private static final long PRIME = 0x9E3779B97F4A7C15L;
	private static final ThreadLocal<Walk> WALKS = ThreadLocal.withInitial(Walk::new);

	final Forms forms = new Forms();
	final Octets view = new Octets(), asked = new Octets();
	final Globs globs = new Globs();
	private long[] seen = new long[4];
	private final Machine[] one = new Machine[1];
	private Machine[] machines = {};
	private long best;

	static Walk mine() {
		return WALKS.get();
	}

	/** The verdict of a DFA for the path from a place on: 1, allow, or 0. */
	static int dfa(Machine m, int form, CharSequence path, int from, int end) {
		final int i = from < end && path.charAt(from) == '/' ? from + 1 : from;
		final int verdict = dfa(m, path, i, end, Forms.SLOW[form]);
		return verdict == SLOW ? mine().canonicalDfa(m, form, path, from, end) : verdict;
	}

	private int canonicalDfa(Machine m, int form, CharSequence path, int from, int end) {
		forms.canonical(form, path, from, end);
		final int verdict = dfa(m, view.of(forms.out, 0, forms.size), 1, forms.size, Forms.NONE_SLOW);
		forms.shrink();
		return verdict;
	}

	/** Walks a path as it stands while its octets are canonical; slow has 1 for the others. */
	private static int dfa(Machine m, CharSequence path, int from, int end, byte[] slow) {
		final byte[] b = m.b;
		final int width = m.width, code = m.code - Machine.NODE;
		int i = from, node = m.first;
		if (m.prefixes != Machine.NONE) {
			if (i >= end)
				return b[m.prefixes] >> 5 & 1;
			final int prefix = prefix(m, path, i, end, slow);
			if (prefix == -SLOW)
				return SLOW;
			final int otherwise = b[m.prefixes] & 3;
			if (prefix == NO_PREFIX && otherwise < 2)
				return otherwise;
			node = m.root;
			if (prefix != NO_PREFIX) {
				final int next = b[prefix] >> 4 & 3, count = (b[prefix] & 15) + 1;
				if (next > 1)
					return next - 2;
				final int target = Octets.int7(b, prefix + 1 + count, width);
				if (target < Machine.NODE)
					return target;
				node = code + target;
				i += count;
			}
		}
		for (;;) {
			if (i >= end)
				return b[node] >> 5 & 1;
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
				if (matched == count) {
					i += count;
					if (next > 1)
						return next - 2;
					target = next == 1 ? Octets.int7(b, octets - width, width) : octets + count - code;
					if (target < Machine.NODE)
						return target;
					node = code + target;
					continue;
				}
				if (i + matched >= end)
					return head >> 5 & 1;
			} else {
				otherwise = head & 7;
				if (otherwise == 4 && node == m.root && m.scan != Machine.NONE) {
					i = skip(m, path, i, end);
					if (i >= end)
						return head >> 5 & 1;
				}
				final int c = path.charAt(i);
				if (c >= slow.length || slow[c] != 0)
					return SLOW;
				final int octets = node + 2 + (otherwise == 3 || otherwise == 5 ? width : 0);
				final int way = way(b, octets, count, c);
				if (way >= 0 || otherwise > 3) {
					i++;
					if (way < 0 && otherwise == 4)
						continue;
					target = Octets.int7(b, way >= 0 ? octets + count + way * width : node + 2, width);
					if (target < Machine.NODE)
						return target;
					node = code + target;
					continue;
				}
			}
			if (otherwise < 2)
				return otherwise;
			node = otherwise == 2 ? m.root : code + Octets.int7(b, node + 2, width);
			i = start;
		}
	}

	/**
	 * How many octets of a run follow; SLOW with a minus: one must be read in its canonical
	 * form.
	 */
	private static int run(byte[] b, int octets, int count, CharSequence path, int i, int end, byte[] slow, boolean careful) {
		final int most = Math.min(count, end - i);
		for (int k = 0; k < most; k++) {
			final int c = path.charAt(i + k);
			if (c == b[octets + k] && !careful)
				continue;
			if (c >= slow.length || slow[c] != 0)
				return -SLOW;
			if (c != b[octets + k])
				return k;
		}
		return most;
	}

	/** The number of a way out over an octet, or -1. */
	private static int way(byte[] b, int octets, int count, int c) {
		int low = 0, high = count - 1;
		while (high - low > 3) {
			final int middle = low + high >>> 1;
			if (b[octets + middle] < c)
				low = middle + 1;
			else
				high = middle;
		}
		for (; low <= high; low++)
			if (b[octets + low] == c)
				return low;
		return -1;
	}

	/**
	 * Passes over octets that leave a walk in the root, as far as the tables of one octet tell.
	 */
	private static int skip(Machine m, CharSequence path, int i, int end) {
		final byte[] b = m.b;
		final int scan = m.scan, pairs = m.pairs;
		for (; i < end; i++) {
			final int c = path.charAt(i), low = c & 15, high = c >> 4;
			if (c > 127 || (b[scan + low] >> high & 1) != 0 ||
				(pairs != Machine.NONE && (b[pairs + low] & b[pairs + 32 + high]) != 0))
				return i;
		}
		return i;
	}

	/** The prefix that follows, NO_PREFIX, or SLOW with a minus. */
	private static int prefix(Machine m, CharSequence path, int from, int end, byte[] slow) {
		final byte[] b = m.b;
		final int table = m.prefixes, shape = b[table + 1], bits = shape & 15, unit = shape >> 4;
		final int wide = unit == 4 ? 1 : 0, entries = table + 11 + (1 << bits + wide);
		final int slot = path.charAt(from) & 15;
		final int keys = Math.min(8 - (b[table + 3 + (slot >> 1)] >> (slot & 1) * 4 & 15), end - from);
		long key = 0;
		for (int k = 0; k < keys; k++) {
			final int c = path.charAt(from + k);
			if (c >= slow.length || slow[c] != 0)
				return -SLOW;
			key |= (long) c << 8 * k;
		}
		final int hash = (int) (key * (PRIME * (2 * b[table + 2] + 1)) >>> 64 - bits);
		final int entry = entries - (hash + 1 << wide);
		int at = entries + (wide != 0 ? Octets.int7(b, entry, 2) : b[entry] << unit);
		for (;;) {
			final int head = b[at], count = (head & 15) + 1;
			final int matched = run(b, at + 1, count, path, from, end, slow, false);
			if (matched < 0 || matched == count)
				return matched < 0 ? -SLOW : at;
			if ((head & 0x40) == 0)
				return NO_PREFIX;
			at += 1 + count + ((head >> 4 & 3) == 1 ? m.width : 0);
		}
	}

	/** The verdict of filters, one or a list, for a path. */
	int filters(Machine[] list, int count, int form, CharSequence path, int from, int end) {
		forms.canonical(form, path, from, end);
		globs.begin(form, forms.out, forms.size);
		best = list[0].fallback ? 1 : 0;
		for (int i = 0; i < count; i++) {
			final Machine m = list[i];
			if (best >= m.top)
				break;
			filter(m, view.of(forms.out, 0, forms.size));
		}
		forms.shrink();
		return (int) (best & 1);
	}

	int filter(Machine m, int form, CharSequence path, int from, int end) {
		one[0] = m;
		return filters(one, 1, form, path, from, end);
	}

	/** Machines to be read, at least a number of them. */
	Machine[] list(int count) {
		if (count < 0 || count > LIST_MAX)
			throw RobotscException.corrupt("a list");
		final int before = machines.length;
		if (count > before)
			machines = Arrays.copyOf(machines, Math.max(count, 2 * before));
		for (int i = before; i < machines.length; i++)
			machines[i] = new Machine();
		return machines;
	}

	private void filter(Machine m, Octets path) {
		final int words = m.nliterals + 63 >> 6;
		if (words > seen.length)
			seen = new long[words];
		Arrays.fill(seen, 0, words, 0);
		complete(m.every);
		if (m.prefixes != Machine.NONE) {
			final int prefix = path.size > 1 ? prefix(m, path, 1, path.size, Forms.NONE_SLOW) : NO_PREFIX;
			if (prefix >= 0) {
				final int count = (m.b[prefix] & 15) + 1;
				arrive(m, m.code + Octets.int7(m.b, prefix + 1 + count, m.width) - Machine.NODE, path, 1 + count);
			}
		} else if (m.first != Machine.NONE) {
			arrive(m, m.first, path, 1);
		}
		if (m.root != Machine.NONE && best <= ((best & 1) == 0 ? m.stopDisallow : m.stopAllow))
			search(m, path);
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

	private void arrive(Machine m, int node, Octets path, int i) {
		mark(m, node);
		trie(m, node, path.octets, i, path.size);
	}

	private void mark(Machine m, int node) {
		if ((m.b[node] & 0x20) != 0)
			complete(Octets.int7(m.b, node + 2, m.width));
	}

	private void trie(Machine m, int from, byte[] path, int begin, int end) {
		final byte[] b = m.b;
		final int width = m.width;
		for (int node = from, i = begin;;) {
			final int head = b[node], count = b[node + 1];
			int octets = node + 2 + ((head & 0x20) != 0 ? width : 0);
			if ((head & 0x40) == 0) {
				final boolean go = (head >> 3 & 3) == 1;
				octets += go ? width : 0;
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
				final int way = path[i] < 0 ? -1 : way(b, octets, count, path[i]);
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
	private void search(Machine m, Octets path) {
		final byte[] b = m.b, text = path.octets;
		final int end = path.size, starts = m.starts;
		if (end < 2)
			return;
		int here = places(b, starts, text[1] & 0xFF), next = places(b, starts, end > 2 ? text[2] & 0xFF : 0xFF);
		for (int i = 1; i < end; i++) {
			final int third = places(b, starts, i + 2 < end ? text[i + 2] & 0xFF : 0xFF);
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
					final long rank = Octets.field(m.b, at, m.field);
					final int text = at + 2 * m.field, size = (int) Octets.field(m.b, at + m.field, m.field);
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
