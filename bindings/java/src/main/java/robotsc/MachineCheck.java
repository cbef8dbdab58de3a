// MachineCheck.java - verifies a machine: its tables, its nodes and its globs.  docs/format.md
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import static robotsc.Opening.need;

/** Step 4 of "Opening".  Afterwards every walk stays inside the machine and ends. */
final class MachineCheck {
	private static final int DISALLOW = 0, ROOT = 2, DEFAULT = 3, GOTO = 5;
	private static final int RUN_MAX_DEFAULT = 16, DEFAULT_LEVELS = 4;
	private static final int PREFIX_ENTRIES = 11, PREFIX_BITS_MAX = 14, PREFIX_WIDE = 4;

	private final Machine m;
	private final byte[] b;
	private final int form;

	MachineCheck(Machine machine, int form) {
		m = machine;
		b = machine.b;
		this.form = form;
	}

	void verify() {
		need(m.filter ? isMark(m.every) : m.code < m.codeEnd || m.prefixes != Machine.NONE);
		need(m.code == m.codeEnd || b[m.code] < 0);
		if (m.root == Machine.NONE) {
			need(m.starts == Machine.NONE && m.scan == Machine.NONE);
		} else {
			need(m.root < m.codeEnd && b[m.root] < 0);
			need(m.filter ? m.starts != Machine.NONE : m.scan == Machine.NONE || (b[m.root] & 0xDF) == 0xC4);
		}
		globs();
		for (int node = m.code; node < m.codeEnd;)
			node = node(node);
		if (m.prefixes != Machine.NONE)
			prefixes();
	}

	private boolean isMark(long mark) {
		return (mark & 1) == 0 || mark >>> 1 < m.nliterals;
	}

	// ---- nodes ----

	/** Where a target leads: 0 or 1, a verdict; else the place of a node. */
	private int target(int at) {
		final int value = Octets.int7(b, at, m.width), node = m.code + value - Machine.NODE;
		if (value < Machine.NODE) {
			need(!m.filter);
			return value;
		}
		need(value - Machine.NODE < m.codeEnd - m.code && b[node] < 0);
		return node;
	}

	/** A way out of a node.  In a filter, it leads to a later node. */
	private void way(int node, int at) {
		final int to = target(at);
		need(!m.filter || to > node);
	}

	/** Verifies a node, and returns the next one. */
	private int node(int node) {
		int next = node + 1;
		while (next < m.codeEnd && b[next] >= 0)
			next++;
		need(next - node >= 2);
		final int head = b[node], count = b[node + 1], octets = m.octets(node);
		final boolean branch = (head & 0x40) != 0;
		need(octets + count + (branch ? count * m.width : 0) == next);
		need(branch ? (head & 0x18) == 0 : count > 0 && !(m.filter && (head & 1) != 0));
		int at = node + 2;
		if (m.filter && (head & 0x20) != 0) {
			need(isMark(Octets.int7(b, at, m.width)) && node != m.root);
			at += m.width;
		}
		at = otherwise(node, branch ? head & 7 : head >> 1 & 3, at);
		if (branch)
			for (int i = 0; i < count; i++) {
				need(i == 0 || b[octets + i] > b[octets + i - 1]);
				way(node, octets + count + i * m.width);
			}
		else
			run(node, head, count, at, next);
		return next;
	}

	private void run(int node, int head, int count, int at, int next) {
		final int otherwise = head >> 1 & 3, leads = head >> 3 & 3;
		need(count <= RUN_MAX_DEFAULT || otherwise < ROOT);
		if (leads == 0)
			need(next < m.codeEnd);
		else if (leads == 1)
			way(node, at);
		else
			need(!m.filter);
	}

	/** What another octet does.  Returns where the next part of the node begins. */
	private int otherwise(int node, int value, int at) {
		need(value <= GOTO && (!m.filter || value == DISALLOW));
		if (value == ROOT)
			need(m.root != Machine.NONE && m.root < node);
		if (value == GOTO)
			target(at);
		if (value == DEFAULT) {
			final int to = target(at);
			need(to >= Machine.NODE && to < node && levels(to) < DEFAULT_LEVELS);
		}
		return value == GOTO || value == DEFAULT ? at + m.width : at;
	}

	/** How many nodes with ELSE_DEFAULT are in a row from one on that was verified. */
	private int levels(int node) {
		int levels = 0;
		for (;; levels++) {
			final int value = (b[node] & 0x40) != 0 ? b[node] & 7 : b[node] >> 1 & 3;
			if (value != DEFAULT)
				return levels;
			node = target(node + 2);
		}
	}

	// ---- prefix tables ----

	private void prefixes() {
		final int table = m.prefixes, end = m.prefixesEnd;
		need(end - table >= PREFIX_ENTRIES);
		final int head = b[table], bits = b[table + 1] & 15, unit = (b[table + 1] & 0xFF) >> 4,
			  wide = unit == PREFIX_WIDE ? 1 : 0;
		need(m.filter ? head == 0
			      : (head & 0xDC) == 0 && (head & 3) != 3 && ((head & 3) != ROOT || m.root != Machine.NONE));
		need(bits > 0 && bits <= PREFIX_BITS_MAX && unit <= PREFIX_WIDE && b[table + 2] >= 0);
		for (int i = 0; i < 8; i++)
			need((b[table + 3 + i] & 0x88) == 0);
		final int first = table + PREFIX_ENTRIES + (1 << bits + wide);
		need(first <= end);
		int next = first;
		for (int i = 1; i <= 1 << bits; i++) {
			final int entry = first - (i << wide);
			need(b[entry] >= 0 && b[entry + wide] >= 0);
			final int at = first + (wide != 0 ? Octets.int7(b, entry, 2) : b[entry] << unit);
			need(at == next || at == first);
			if (at == next)
				next = prefixesAt(at, first, end, wide != 0 ? 1 : 1 << unit);
		}
		need(next == end);
	}

	/** The prefixes of an entry, and the zeros after them. */
	private int prefixesAt(int at, int first, int end, int step) {
		boolean more = true;
		while (more) {
			need(at < end && b[at] >= 0);
			final int head = b[at], count = (head & 15) + 1, leads = head >> 4 & 3, octets = at + 1;
			more = (head & 0x40) != 0;
			at = octets + count + (leads == 1 ? m.width : 0);
			need(at <= end && leads != 0 && (!m.filter || leads == 1));
			for (int i = octets; i < octets + count; i++)
				need(b[i] >= 0x20 && Forms.SLOW[form == Forms.R ? Forms.R : Forms.K][b[i]] == 0);
			for (int i = octets + count; i < at; i++)
				need(b[i] >= 0);
			if (leads == 1)
				target(octets + count);
		}
		while ((at - first) % step != 0 && at < end && b[at] == 0)
			at++;
		return at;
	}

	// ---- globs ----

	private void globs() {
		int literal = 0;
		need((m.nliterals == 0) == (m.globs == m.end) && (m.nliterals == 0 || m.glob(0) == m.globs));
		for (int at = m.globs; at < m.end;) {
			if (literal < m.nliterals && m.glob(literal) == at)
				literal++;
			need(m.end - at >= 2 * m.field);
			final long size = Octets.field(b, at + m.field, m.field);
			at += 2 * m.field;
			need(size <= m.end - at);
			final int end = at + (int) size;
			for (int op = at; op < end;) {
				need(instruction(op, end, op == at));
				op += Octets.u8(b, op) < 0x20 && form == Forms.K ? 2 : Globs.octets(b, op);
			}
			at = end;
		}
		need(literal == m.nliterals);
	}

	private boolean instruction(int op, int end, boolean first) {
		final int code = Octets.u8(b, op), room = end - op;
		switch (code) {
		case 0xF9:
			return first && room > 1 && b[op + 1] >= 1;
		case 0xFA:
			return form == Forms.K && room > 1 && room - 2 >= 2 * Octets.u8(b, op + 1) && ascends(op + 1);
		case 0xFB:
			return form == Forms.K;
		case 0xFC:
			return room == 1;
		case 0xFD:
		case 0xFE:
		case 0xFF:
			return true;
		default:
			if (code >= 0x20 || form != Forms.K)
				return code < 0x80;
			return code < 0x10 && room > 1 && b[op + 1] >= 0x10 && b[op + 1] < 0x20;
		}
	}

	/** The ranges of a set ascend. */
	private boolean ascends(int set) {
		final int ranges = Octets.u8(b, set);
		for (int i = 0, last = -1; i < ranges; i++) {
			final int from = Octets.u8(b, set + 1 + 2 * i), to = Octets.u8(b, set + 2 + 2 * i);
			if (from <= last || from > to)
				return false;
			last = to;
		}
		return true;
	}
}
