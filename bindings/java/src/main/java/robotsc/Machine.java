// Machine.java - where the parts of a machine stand.  docs/format.md, "Machines"
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

/**
 * A machine in the octets of a blob.  Places count from the start of the octets; -1: there is none.
 */
final class Machine {
	static final int NONE = -1, NODE = 2;
	private static final long PRIME = 0x9E3779B97F4A7C15L;
	private static final int SCAN = 16, PAIRS = 48, STARTS = 72, LITERALS_MAX = 16384;

	byte[] b;
	int at, end;
	boolean filter, fallback;
	int width, field;               // octets of an int7, of a field
	int prefixes, prefixesEnd;      // the prefix table
	int entries, wide, unit, shift; // of its entries and its hash
	long multiplier;
	int scan, pairs, starts;
	int literals, nliterals;
	int code, codeEnd, globs;
	int root, first; // nodes
	long stopDisallow, stopAllow, top, alone, every;

	/**
	 * Finds the parts of the machine at a place.  False: it does not fit, or has flags that
	 * none has.
	 */
	boolean read(byte[] octets, int place, int limit) {
		final int flags = Octets.u8(octets, place), base;
		b = octets;
		at = place;
		filter = (flags & 1) != 0;
		width = (flags >> 1 & 3) + 2;
		fallback = (flags & 8) != 0;
		field = (flags & 16) != 0 ? 4 : 2;
		base = filter ? 9 : 2;
		final boolean table = (flags & 128) != 0, scans = (flags & 32) != 0, paired = (flags & 64) != 0;
		final int fields = base + (table ? 1 : 0);
		if (width > 4 || (paired && (filter || !scans)) || limit - place < 1 + fields * field)
			return false;
		final long nglobs = filter ? value(8) : 0, nmarked = filter ? value(7) : 0, ncode = value(0);
		long next = place + 1 + (long) fields * field;
		final long tableAt = next, tableEnd = next += table ? value(base) : 0;
		final long scanAt = next, pairsAt = next += scans ? filter ? STARTS : SCAN : 0;
		final long literalsAt = next += paired ? PAIRS : 0, codeAt = next += nmarked * field;
		final long globsAt = next += ncode;
		if ((next += nglobs) > limit || nmarked > LITERALS_MAX)
			return false;
		prefixes = table ? (int) tableAt : NONE;
		prefixesEnd = (int) tableEnd;
		scan = scans && !filter ? (int) scanAt : NONE;
		starts = scans && filter ? (int) scanAt : NONE;
		pairs = paired ? (int) pairsAt : NONE;
		literals = (int) literalsAt;
		nliterals = (int) nmarked;
		code = (int) codeAt;
		codeEnd = globs = (int) globsAt;
		end = (int) next;
		if (table && next - tableAt > 3) {
			final int shape = b[prefixes + 1];
			unit = shape >> 4;
			wide = unit == 4 ? 1 : 0;
			entries = prefixes + 11 + (1 << (shape & 15) + wide);
			shift = 64 - (shape & 15);
			multiplier = PRIME * (2 * b[prefixes + 2] + 1);
		}
		return places();
	}

	private boolean places() {
		final long rootField = value(1);
		if (rootField > codeEnd - code)
			return false;
		root = rootField == 0 ? NONE : code + (int) rootField - 1;
		first = code < codeEnd && !(filter && root == code) ? code : NONE;
		if (filter) {
			stopDisallow = value(2);
			stopAllow = value(3);
			top = value(4);
			alone = value(5);
			every = value(6);
		}
		return true;
	}

	private long value(int number) {
		return Octets.field(b, at + 1 + number * field, field);
	}

	/** Where the globs of a literal begin; those of the last one end with the machine. */
	int glob(int literal) {
		return literal == nliterals ? end : globs + (int) Octets.field(b, literals + literal * field, field);
	}

	/** Where the octets of a node stand, after its integers. */
	int octets(int node) {
		final int head = b[node], count = node + 2;
		int ints = filter && (head & 0x20) != 0 ? 1 : 0;
		if ((head & 0x40) == 0)
			return count + width * (ints + ((head >> 1 & 3) == 3 ? 1 : 0) + ((head >> 3 & 3) == 1 ? 1 : 0));
		ints += (head & 7) == 3 || (head & 7) == 5 ? 1 : 0;
		return count + width * ints;
	}
}
