// Lookup.java - finds the entry and the policy of a URL.  docs/snapshot.md
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.util.Arrays;

/**
 * What one thread needs to ask snapshots: octets that were copied, and where parts of them stand.
 */
final class Lookup {
	static final int OK = 0, UNKNOWN = 1, SHARD = 2, DAMAGED = 3, URL = 4;
	static final int HEAD = 44; // octets of an entry before its origin
	private static final int BUCKET = 64, SLOTS = 7, RECORD_MIN = 64, BLOB_MIN = 22, RECORD_MAX = 1 << 30, KEPT_MAX = 1 << 20;
	private static final long SHARD_KEY = 0x316373746F626F72L;
	private static final ThreadLocal<Lookup> MINE = ThreadLocal.withInitial(Lookup::new);

	final Origin origin = new Origin();
	/** Where the path of the URL begins; -1: it is to be cut from the whole. */
	int rest;
	/** The entry that was found, from its beginning on. */
	final byte[] entry = new byte[HEAD + Origin.MAX + 16];
	int originSize;
	/** The record that was read last: the octets before its blob, and the blob. */
	byte[] front = new byte[64];
	byte[] blob = new byte[1024];
	int blobSize;

	final Agents agents = new Agents();
	private final Machine machine = new Machine();
	private final byte[] bucket = new byte[4 + BUCKET];
	private final Origin canonical = new Origin();
	private final char[] text = new char[Origin.MAX];
	private long of = -1; // whose record it is
	private long policy;
	private int v0, v1, v2, v3;

	static Lookup mine() {
		return MINE.get();
	}

	// ---- hashes ----

	private void round() {
		v0 += v1;
		v1 = Integer.rotateLeft(v1, 5) ^ v0;
		v0 = Integer.rotateLeft(v0, 16);
		v2 += v3;
		v3 = Integer.rotateLeft(v3, 8) ^ v2;
		v0 += v3;
		v3 = Integer.rotateLeft(v3, 7) ^ v0;
		v2 += v1;
		v1 = Integer.rotateLeft(v1, 13) ^ v2;
		v2 = Integer.rotateLeft(v2, 16);
	}

	private void absorb(int word) {
		v3 ^= word;
		round();
		v0 ^= word;
	}

	private long output(int mark) {
		if (mark == 0xEE)
			v2 ^= mark;
		else
			v1 ^= mark;
		for (int i = 0; i < 3; i++)
			round();
		return (v1 ^ v3) & 0xFFFFFFFFL;
	}

	/** HalfSipHash-1-3 with 8 octets of output. */
	long hash(long key, byte[] b, int from, int size) {
		v0 = (int) key;
		v1 = (int) (key >>> 32) ^ 0xEE;
		v2 = 0x6C796765 ^ (int) key;
		v3 = 0x74656462 ^ (int) (key >>> 32);
		int at = 0, last = size << 24;
		for (; at + 4 <= size; at += 4)
			absorb(Octets.i32(b, from + at));
		for (int i = 0; at + i < size; i++)
			last |= Octets.u8(b, from + at + i) << 8 * i;
		absorb(last);
		return output(0xEE) | output(0xDD) << 32;
	}

	/** The shard of the origin's host. */
	int shard(int shards) {
		final long hash = hash(SHARD_KEY, origin.out, origin.host, origin.hostEnd - origin.host);
		return (int) ((hash >>> 32) * shards + ((hash & 0xFFFFFFFFL) * shards >>> 32) >>> 32);
	}

	// ---- entries ----

	/** Writes the origin of a URL.  False: there is none. */
	boolean begin(Walk walk) {
		final int plain = Urls.plainOrigin(walk.url, walk.end);
		rest = plain > 0 ? plain : -1;
		if (plain == 0)
			return origin.of(walk.url, walk.end, walk.octets);
		origin.plain(walk.url, plain);
		return true;
	}

	/** Finds the entry of the origin. */
	int find(SnapshotFile s) {
		final long hash = hash(s.seed, origin.out, 0, origin.size), home = (hash >>> 32) * s.homes >>> 32;
		for (long number = home; number < home + s.longest; number++) {
			// The bucket's number takes 8 octets, its checksum the last 4 of these.
			s.file.copy(s.begin[SnapshotFile.INDEX] + number * BUCKET, bucket, 4, BUCKET);
			final int sum = Octets.i32(bucket, 4), used = Octets.u8(bucket, 8);
			Octets.put64(bucket, 0, number);
			if (used > SLOTS || (s.verifies && sum != (int) Octets.checksum(bucket, 0, bucket.length)))
				return DAMAGED;
			for (int slot = 12; slot < 12 + 8 * used; slot += 8) {
				if (Octets.i32(bucket, slot + 4) >>> 8 != ((int) hash & 0xFFFFFF))
					continue;
				final int status = readEntry(s, 8 * Fetch.u40(bucket, slot));
				if (status != UNKNOWN)
					return status;
			}
			if (bucket[9] == 0)
				break;
		}
		return shard(s.shards) == s.shard ? UNKNOWN : SHARD;
	}

	/** Reads an entry: UNKNOWN if it is that of another origin. */
	private int readEntry(SnapshotFile s, long at) {
		if (!load(s, at))
			return DAMAGED;
		if (!Arrays.equals(entry, HEAD, HEAD + originSize, origin.out, 0, origin.size))
			return UNKNOWN;
		return isPossible(s) ? OK : DAMAGED;
	}

	/** Copies an entry; false: there is none. */
	boolean load(SnapshotFile s, long at) {
		final long room = s.sizes[SnapshotFile.ENTRIES] - at;
		if (at < 0 || at % 8 != 0 || room < HEAD)
			return false;
		s.file.copy(s.begin[SnapshotFile.ENTRIES] + at, entry, 0, (int) Math.min(room, entry.length));
		originSize = Octets.u16(entry, 4);
		final int size = entrySize();
		return originSize <= Origin.MAX && size <= room &&
			(!s.verifies || (int) Octets.checksum(entry, 4, size - 4) == Octets.i32(entry, 0));
	}

	/** How many octets the entry takes, with those that fill it. */
	int entrySize() {
		return HEAD + originSize + ((entry[6] & 4) != 0 ? 5 : 0) + 7 & ~7;
	}

	/** Whether values are known, and the origin is one; a forged file may have others. */
	boolean isPossible(SnapshotFile s) {
		if (s.trust != Snapshot.Trust.FORGED)
			return true;
		for (int i = 0; i < originSize; i++)
			text[i] = (char) Octets.u8(entry, HEAD + i);
		return Fetch.known(Octets.u8(entry, 20), Octets.u8(entry, 21), Octets.u8(entry, 7), Octets.u8(entry, 22)) &&
			canonical.of(text, originSize, true) &&
			Arrays.equals(canonical.out, 0, canonical.size, entry, HEAD, HEAD + originSize);
	}

	Fetch fetch() {
		return Fetch.ofEntry(entry, 0, (entry[6] & 4) != 0 ? HEAD + originSize : -1);
	}

	// ---- policies ----

	private static byte[] room(byte[] octets, int size) {
		return size <= octets.length && octets.length <= KEPT_MAX ? octets : new byte[Math.max(size, 1024)];
	}

	/** Where the record of the entry begins in the policies. */
	long policy() {
		return 8 * Fetch.u40(entry, 36);
	}

	/** Reads a record, and verifies what trust and its first use ask.  False: it is damaged. */
	boolean readPolicy(SnapshotFile s, long at) {
		try {
			return read(s, at);
		} catch (RobotscException e) {
			return false;
		}
	}

	private boolean read(SnapshotFile s, long at) {
		if (of == s.id && policy == at)
			return true;
		of = -1;
		final long before = 8 + 8L * s.nagents, room = s.sizes[SnapshotFile.POLICIES] - at;
		if (room < Math.max(before, RECORD_MIN))
			return false;
		front = room(front, (int) before);
		s.file.copy(s.begin[SnapshotFile.POLICIES] + at, front, 0, (int) before);
		final long size = Octets.u32(front, 4);
		if (size > room - before || size > RECORD_MAX || size < BLOB_MIN)
			return false;
		blobSize = (int) size;
		blob = room(blob, blobSize);
		s.file.copy(s.begin[SnapshotFile.POLICIES] + at + before, blob, 0, blobSize);
		final boolean first = s.verifies && s.isFirst(at);
		if (first && !isIntact(s, (int) before))
			return false;
		Opening.header(blob, blobSize);
		if (blob[6] != s.dialect || ((blob[13] & 1) != 0 && (s.nagents == 0 || blob[12] != s.match)))
			return false;
		if (first)
			s.note(at);
		of = s.id;
		policy = at;
		return true;
	}

	private boolean isIntact(SnapshotFile s, int before) {
		if (s.trust == Snapshot.Trust.FORGED || blob[5] != 0)
			new Opening(Arrays.copyOf(blob, blobSize)).verify();
		if (s.trust == Snapshot.Trust.FORGED)
			return frontsMatch(s);
		return (int) Octets.checksum(front, 4, before - 4) == Octets.i32(front, 0) &&
			Octets.checksum(blob, 0, blobSize - 8) == Octets.u64(blob, blobSize - 8);
	}

	private boolean frontsMatch(SnapshotFile s) {
		index();
		for (int i = 0; i < s.nagents; i++)
			if (!agents.select(new byte[][] {s.agents[i]}) || agents.field != frontField(i) ||
				agents.entry != frontEntry(i) || agents.selected != Octets.u8(front, 15 + 8 * i))
				return false;
		return true;
	}

	private long frontField(int agent) {
		return Octets.u32(front, 8 + 8 * agent);
	}

	private int frontEntry(int agent) {
		return Octets.i32(front, 12 + 8 * agent) & 0xFFFFFF;
	}

	/** Where a section of the blob begins, or 0. */
	private int section(int type) {
		for (int at = 14, end = Octets.i32(blob, 15); at < end; at += 5)
			if (blob[at] == type)
				return Octets.i32(blob, at + 1);
		return 0;
	}

	private int sectionEnd(int type) {
		for (int at = 14, end = Octets.i32(blob, 15); at < end; at += 5)
			if (blob[at] == type)
				return at + 5 < end ? Octets.i32(blob, at + 6) : blobSize - 8;
		return 0;
	}

	private void index() {
		agents.of(blob, section(Opening.AGENTS), sectionEnd(Opening.AGENTS));
	}

	/**
	 * The verdict of the policy that was read: 1, 0, or -1 where it is damaged.  agent: the
	 * number of a robot in the head, or -1; names: its names, for each way of comparing.
	 */
	int verdict(SnapshotFile s, int agent, byte[][][] names, Walk walk) {
		try {
			if (!select(s, agent, names))
				return -1;
			final int at = rest < 0 ? Urls.cut(s.dialect, walk.url, walk.end) : rest;
			return verdict(walk, at < walk.end && walk.url[at] == '#' ? walk.end : at) ? 1 : 0;
		} catch (RobotscException | IndexOutOfBoundsException | IllegalArgumentException e) {
			return -1; // walks come upon damage at levels that do not look for it
		}
	}

	/** Selects the policy of a robot.  False: the blob does not answer. */
	private boolean select(SnapshotFile s, int agent, byte[][][] names) {
		if (agent >= 0 && cutsAlike(blob[12], s.match)) {
			agents.field = frontField(agent);
			agents.entry = frontEntry(agent);
			agents.selected = Octets.u8(front, 15 + 8 * agent);
			agents.token = 0;
			return true;
		}
		index();
		return agents.selectParts(names[blob[12]]);
	}

	private static boolean cutsAlike(int a, int b) {
		return a == b || (a > Agents.WHOLE && b > Agents.WHOLE);
	}

	/** The verdict of the policy that was selected. */
	private boolean verdict(Walk walk, int from) {
		final long number = (agents.field >> 1) - 1;
		if (number < 0)
			return true;
		final int policies = section(Opening.POLICIES), code = section(Opening.MACHINES);
		final int limit = sectionEnd(Opening.MACHINES);
		int kind = 0, value = 0;
		if (policies == 0) {
			need(number == 0);
		} else {
			need(number < Octets.u32(blob, policies));
			kind = Octets.i32(blob, policies + 4 + 4 * (int) number);
			value = kind & 0x3FFFFFFF;
			kind >>>= 30;
		}
		if (kind == 2)
			return value != 0;
		if (kind == 0) {
			need(machine.read(blob, code + value, limit));
			return walk.verdict(machine, blob[7], from);
		}
		final int count = Octets.i32(blob, policies + value);
		need(count >= 0 && count <= blobSize / 4);
		final Machine[] list = walk.list(count);
		for (int i = 0; i < count; i++) {
			final int member = Octets.i32(blob, policies + value + 4 + 4 * i);
			need(list[i].read(blob, code + Octets.i32(blob, policies + 4 + 4 * member), limit));
		}
		return walk.filters(list, count, blob[7], from);
	}

	private static void need(boolean holds) {
		if (!holds)
			throw RobotscException.corrupt("a policy");
	}
}
