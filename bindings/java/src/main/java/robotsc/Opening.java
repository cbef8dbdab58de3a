// Opening.java - verifies a blob.  docs/format.md, "Opening"
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.util.ArrayList;
import java.util.List;
import robotsc.RobotscException.Reason;

/** The steps of "Opening": each relies on those before it. */
final class Opening {
	static final int MACHINES = 1, POLICIES = 2, AGENTS = 3, FETCH = 4, EXTENSIONS = 5;
	private static final int MAGIC = 0x4342528D, HEADER = 14, ENTRY = 5, TRAILER = 8, OVERREAD = 16;
	private static final int KINDS = 2, CONSTANT = 2, LIST = 1;

	final byte[] b;
	final int[] begin = new int[EXTENSIONS + 1], end = new int[EXTENSIONS + 1];
	Machine[] machines;
	/** Of each policy: its filters or its DFA; none for a constant. */
	Machine[][] policies;
	boolean[] constants;   // their verdicts
	private boolean twice; // a section that readers of it refuse stands there twice

	Opening(byte[] octets) {
		b = octets;
	}

	static RobotscException refuse(Reason reason) {
		return new RobotscException(reason, "a blob is refused");
	}

	static void need(boolean holds) {
		if (!holds)
			throw refuse(Reason.CORRUPT);
	}

	/** Verifies all but what the extensions and the fetch hold. */
	void verify() {
		header(b, b.length);
		if (Octets.checksum(b, 0, b.length - TRAILER) != Octets.u64(b, b.length - TRAILER))
			throw refuse(Reason.CHECKSUM);
		sections();
		machines();
		policies();
		agents();
	}

	/** Verifies the first octets. */
	static void header(byte[] b, int length) {
		if (length < 4)
			throw refuse(Reason.TRUNCATED);
		if (Octets.i32(b, 0) != MAGIC)
			throw refuse(Reason.MAGIC);
		if (length < HEADER + TRAILER)
			throw refuse(Reason.TRUNCATED);
		if (b[4] != 2)
			throw refuse(Reason.VERSION);
		if (Octets.u32(b, 8) > length)
			throw refuse(Reason.TRUNCATED);
		need(Octets.u32(b, 8) == length);
		need(Octets.u8(b, 6) <= 4 && Octets.u8(b, 7) <= 2 && Octets.u8(b, 12) <= 5 && Octets.u8(b, 13) <= 1);
	}

	void sections() {
		final int limit = b.length - TRAILER;
		need(limit >= HEADER + 2 * ENTRY);
		final long first = Octets.u32(b, HEADER + 1);
		need(first <= limit && first >= HEADER + 2 * ENTRY && (first - HEADER) % ENTRY == 0);
		for (int at = HEADER; at < first; at += ENTRY) {
			final int type = Octets.u8(b, at);
			final long from = Octets.u32(b, at + 1), to = at + ENTRY < first ? Octets.u32(b, at + ENTRY + 1) : limit;
			need(type != 0 && from <= to && to <= limit);
			if (type > EXTENSIONS)
				continue;
			need(begin[type] == 0 || type > AGENTS);
			twice |= begin[type] != 0;
			begin[type] = (int) from;
			end[type] = (int) to;
		}
		need(begin[MACHINES] != 0 && begin[AGENTS] != 0 && b.length - end[MACHINES] >= OVERREAD);
	}

	boolean has(int section) {
		return begin[section] != 0;
	}

	/** Whether the sections of extensions and of the fetch stand there once at most. */
	void once() {
		need(!twice);
	}

	private void machines() {
		final List<Machine> found = new ArrayList<>();
		for (int at = begin[MACHINES]; at < end[MACHINES];) {
			final Machine m = new Machine();
			need(m.read(b, at, end[MACHINES]));
			new MachineCheck(m, Octets.u8(b, 7)).verify();
			found.add(m);
			at = m.end;
		}
		machines = found.toArray(new Machine[0]);
	}

	private void policies() {
		if (!has(POLICIES)) {
			need(machines.length == 1);
			policies = new Machine[][] {machines};
			constants = new boolean[1];
			return;
		}
		final int at = begin[POLICIES], size = end[POLICIES] - at;
		need(size >= 4 && Octets.u32(b, at) <= (size - 4) / 4);
		final int count = Octets.i32(b, at);
		int next = at + 4 + 4 * count, found = 0;
		policies = new Machine[count][];
		constants = new boolean[count];
		for (int i = 0; i < count; i++) {
			final int entry = Octets.i32(b, at + 4 + 4 * i), kind = entry >>> 30, value = entry & 0x3FFFFFFF;
			need(kind <= KINDS && (kind != CONSTANT || value <= 1));
			if (kind == 0) {
				need(i < machines.length && machines[i].at - begin[MACHINES] == value);
				policies[i] = new Machine[] {machines[i]};
				found++;
			} else if (kind == LIST) {
				need(value == next - at);
				next = list(i, next);
			}
			constants[i] = value == 1;
		}
		need(found == machines.length && next == end[POLICIES]);
	}

	/** Reads the list of a policy, and returns where it ends. */
	private int list(int policy, int at) {
		need(end[POLICIES] - at >= 4);
		final long count = Octets.u32(b, at);
		need(count > 0 && count <= (end[POLICIES] - at - 4) / 4);
		final Machine[] list = new Machine[(int) count];
		long before = 0;
		for (int i = 0; i < list.length; i++) {
			final long number = Octets.u32(b, at + 4 + 4 * i);
			need(number < machines.length && machines[(int) number].filter);
			list[i] = machines[(int) number];
			need(i == 0 || list[i].top < list[i - 1].top || (list[i].top == list[i - 1].top && number > before));
			before = number;
		}
		policies[policy] = list;
		return at + 4 + 4 * list.length;
	}

	private void agents() {
		final int at = begin[AGENTS], size = end[AGENTS] - at;
		need(size >= 1);
		final int width = b[at];
		need((width == 1 || width == 2 || width == 4) && size >= 1 + 2 * width);
		final int rest = size - 1 - 2 * width, fields = at + 1;
		final long count = Octets.field(b, fields, width);
		need(count <= rest / (2 * width) && Octets.field(b, fields + width, width) >> 1 <= policies.length);
		final int n = (int) count, text = rest - 2 * width * n, offsets = fields + 2 * width;
		for (int i = 0; i < n; i++) {
			final long from = Octets.field(b, offsets + i * width, width);
			final long to = i + 1 < n ? Octets.field(b, offsets + (i + 1) * width, width) : text;
			need(from <= to && to <= text && (i > 0 || from == 0));
			need(Octets.field(b, offsets + (n + i) * width, width) >> 1 <= policies.length);
		}
	}
}
