// Globs.java - whether a glob matches a canonical path.  docs/format.md, "Globs"
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

/** Matches globs with a path. */
final class Globs {
	private static final int KNOWN = 0xF9, SET = 0xFA, ONE = 0xFB, END = 0xFC, STAR = 0xFD, SLASH = 0xFE, QUERY = 0xFF;
	private static final int NOT = -1;

	private byte[] path;
	private int size, query; // query: where the first "?" stands
	private boolean units;   // the path is in FORM_K

	void begin(int form, byte[] octets, int end) {
		path = octets;
		size = end;
		units = form == Forms.K;
		for (query = 0; query < end && octets[query] != '?'; query++)
			continue;
	}

	/** Octets of the instruction at a place, with its operands. */
	static int octets(byte[] b, int at) {
		final int op = b[at] & 0xFF;
		return op == SET ? 2 + 2 * (b[at + 1] & 0xFF) : op == KNOWN ? 2 : 1;
	}

	/** What stands between two stars is taken at the first place where it can be read. */
	boolean match(byte[] b, int from, int end) {
		// After the last star: its instruction, and its place.
		int op = from, at = 0, star = NOT, again = 0;
		while (op < end) {
			assert Walk.step(1);
			if ((b[op] & 0xFF) == STAR) {
				star = ++op;
				again = at;
				continue;
			}
			final int to = read(b, op, at);
			if (to != NOT) {
				op += octets(b, op);
				at = to;
				continue;
			}
			if (star == NOT)
				return false;
			again = next(b, star, again + 1);
			if (again > size)
				return false;
			op = star;
			at = again;
		}
		return true;
	}

	/** The next place where the octet after a star may stand. */
	private int next(byte[] b, int op, int from) {
		final byte first = b[op];
		int at = from;
		if (first >= 0)
			while (at < size && path[at] != first)
				at++;
		assert Walk.step(at - from);
		return at;
	}

	/** Where an instruction leaves off that reads the path at a place, or NOT. */
	private int read(byte[] b, int op, int at) {
		final int code = b[op] & 0xFF;
		switch (code) {
		case KNOWN: {
			final int to = at + b[op + 1];
			return to > size || (units && path[to - 1] < 0x10) ? NOT : to;
		}
		case SET:
		case ONE:
			return units ? unit(b, op, at) : NOT;
		case END:
			return at == size ? at : NOT;
		case SLASH:
			return units ? NOT : slash(at, '/', 'F');
		case QUERY:
			return units ? NOT : slash(at, '?', 'F');
		default:
			return at < size && path[at] == b[op] ? at + 1 : NOT;
		}
	}

	private int slash(int at, char plain, char digit) {
		if (at > query)
			return at < size && path[at] == plain ? at + 1 : NOT;
		return size - at >= 3 && path[at] == '%' && path[at + 1] == (plain == '/' ? '2' : '3') && path[at + 2] == digit
			? at + 3
			: NOT;
	}

	/** Reads a unit that is in the set, or any. */
	private int unit(byte[] b, int op, int at) {
		if (at >= size || (path[at] >= 0x10 && path[at] < 0x20))
			return NOT;
		int unit = path[at], to = at + 1;
		if (unit < 0x10) {
			final int second = to < size ? path[to] & 15 : 15;
			to = Math.min(to + 1, size);
			unit = unit << 4 | second;
			if (unit == '%' || unit == '/')
				unit += 256;
		}
		if ((b[op] & 0xFF) == ONE)
			return to;
		for (int k = 0; k < (b[op + 1] & 0xFF); k++)
			if (unit >= (b[op + 2 + 2 * k] & 0xFF) && unit <= (b[op + 3 + 2 * k] & 0xFF))
				return to;
		return NOT;
	}
}
