// Entries.java - the entries of snapshots, in order.  docs/snapshot.md, "Keys and order"
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import robotsc.RobotscException.Reason;

/** The entries of all files, or those of a domain; the least of all files is the next one. */
final class Entries implements Iterator<Snapshot.Entry> {
	private static final int MARK_STEP = 64, MARK = 8, LABEL_END = 0, DOT = 1, TAIL = 4;
	private static final int[] PORTS = {80, 443, 21};
	private static final String FTP = "ftp://";

	/** What is left of one file. */
	private static final class Part {
		SnapshotFile file;
		long at, end;
		Snapshot.Entry entry; // the next one, and its key
		byte[] key;
	}

	private final Part[] parts;
	private Part given; // whose entry was the last one

	Entries(SnapshotFile[] files, byte[] domain) {
		parts = new Part[files.length];
		for (int i = 0; i < parts.length; i++) {
			final Part part = parts[i] = new Part();
			part.file = files[i];
			part.end = files[i].sizes[SnapshotFile.ENTRIES];
			if (domain != null) {
				part.at = bound(files[i], labels(domain, 0, domain.length, LABEL_END));
				part.end = bound(files[i], labels(domain, 0, domain.length, DOT + 1));
			}
			advance(part);
		}
	}

	/** A domain as origins have it. */
	static byte[] host(String domain) {
		final Lookup lookup = Lookup.mine();
		final boolean bracket = domain.startsWith("[");
		if (domain.chars().anyMatch(c -> "/?#@\\".indexOf(c) >= 0) || (!bracket && domain.indexOf(':') >= 0) ||
			!lookup.begin(Walk.mine().of(FTP + domain)) || lookup.origin.hostEnd < lookup.origin.size)
			throw new RobotscException(Reason.URL, "\"" + domain + "\" is no host",
				"name one as example.com, without scheme, port and path");
		return Arrays.copyOfRange(lookup.origin.out, lookup.origin.host, lookup.origin.hostEnd);
	}

	// ---- the next one ----

	private void advance(Part part) {
		final Lookup lookup = Lookup.mine();
		part.entry = null;
		if (part.at >= part.end)
			return;
		if (!lookup.load(part.file, part.at) || !lookup.isPossible(part.file)) {
			for (Part other : parts)
				if (other != null)
					other.entry = null;
			throw SnapshotFile.damaged();
		}
		part.at += lookup.entrySize();
		part.entry = new Snapshot.Entry(part.file, lookup);
		part.key = key(part.entry.origin.getBytes(StandardCharsets.ISO_8859_1));
	}

	private Part least() {
		final Part last = given;
		Part least = null;
		given = null;
		if (last != null)
			advance(last);
		for (Part part : parts)
			if (part.entry != null && (least == null || Arrays.compareUnsigned(part.key, least.key) < 0))
				least = part;
		return least;
	}

	@Override
	public boolean hasNext() {
		return least() != null;
	}

	@Override
	public Snapshot.Entry next() {
		given = least();
		if (given == null)
			throw new NoSuchElementException();
		return given.entry;
	}

	// ---- keys ----

	/** Whether a host is one label: in brackets, or with digits only in its last label. */
	private static boolean isAddress(byte[] b, int from, int end) {
		int n = end;
		if (end > from && b[from] == '[')
			return true;
		while (n > from && Octets.isDigit(b[n - 1]))
			n--;
		return n < end && (n == from || b[n - 1] == '.');
	}

	/** The labels of a host from last to first, DOT between them, last after them. */
	private static byte[] labels(byte[] b, int from, int end, int last) {
		final byte[] key = new byte[end - from + 1];
		final boolean address = isAddress(b, from, end);
		int n = 0;
		for (int stop = end;;) {
			int begin = stop;
			while (begin > from && (address || b[begin - 1] != '.'))
				begin--;
			System.arraycopy(b, begin, key, n, stop - begin);
			n += stop - begin;
			if (begin == from)
				break;
			key[n++] = DOT;
			stop = begin - 1;
		}
		key[n] = (byte) last;
		return key;
	}

	private static int at(byte[] b, int i) {
		return i < b.length ? b[i] : 0;
	}

	private static int find(byte[] b, int from, char c) {
		int at = from;
		while (at < b.length && b[at] != c)
			at++;
		return at;
	}

	/** Where the host of an origin begins, whatever octets that has. */
	private static int hostAt(byte[] origin) {
		return Math.min(find(origin, 0, '/') + 2, origin.length);
	}

	private static int hostEnd(byte[] origin, int from) {
		final boolean bracket = at(origin, from) == '[';
		final int end = find(origin, from, bracket ? ']' : ':');
		return bracket && end < origin.length ? end + 1 : end;
	}

	static byte[] key(byte[] origin) {
		final int scheme = at(origin, 0) == 'f' ? 2 : at(origin, 4) == 's' ? 1 : 0;
		final int from = hostAt(origin), end = hostEnd(origin, from);
		final byte[] host = labels(origin, from, end, LABEL_END), key = Arrays.copyOf(host, host.length + TAIL - 1);
		int port = end < origin.length ? 0 : PORTS[scheme];
		for (int i = end + 1; i < origin.length; i++)
			port = 10 * port + origin[i] - '0';
		key[host.length] = (byte) (port >> 8);
		key[host.length + 1] = (byte) port;
		key[host.length + 2] = (byte) (scheme + 1);
		return key;
	}

	// ---- domains ----

	/** Whether the entry at a place stands before a bound. */
	private static boolean isBefore(SnapshotFile file, long at, byte[] bound) {
		final Lookup lookup = Lookup.mine();
		if (!lookup.load(file, at))
			throw SnapshotFile.damaged();
		final byte[] origin = Arrays.copyOfRange(lookup.entry, Lookup.HEAD, Lookup.HEAD + lookup.originSize);
		final int from = hostAt(origin);
		final byte[] key = labels(origin, from, hostEnd(origin, from), LABEL_END);
		final int n = Math.min(key.length, bound.length);
		return Arrays.compareUnsigned(key, 0, n, bound, 0, n) < 0;
	}

	/** The last mark before a bound. */
	private static long mark(SnapshotFile file, byte[] bound) {
		final byte[] octets = new byte[MARK];
		long found = 0;
		for (long low = 0, high = file.sizes[SnapshotFile.MARKS] / MARK; low < high;) {
			final long middle = low + (high - low) / 2;
			file.file.copy(file.begin[SnapshotFile.MARKS] + middle * MARK, octets, 0, MARK);
			final long at = Octets.u64(octets, 0);
			if (isBefore(file, at, bound)) {
				found = at;
				low = middle + 1;
			} else {
				high = middle;
			}
		}
		return found;
	}

	/** The first entry that is not before a bound; one far after its mark has a wrong mark. */
	private static long bound(SnapshotFile file, byte[] bound) {
		long at = mark(file, bound);
		for (int i = 0; at < file.sizes[SnapshotFile.ENTRIES] && isBefore(file, at, bound); i++) {
			if (i == MARK_STEP)
				throw SnapshotFile.damaged();
			at += Lookup.mine().entrySize();
		}
		return at;
	}
}
