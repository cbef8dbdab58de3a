// SnapshotFile.java - one mapped file: a snapshot, or a shard of one.  docs/snapshot.md
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.io.IOException;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import robotsc.RobotscException.Reason;
import robotsc.Snapshot.Trust;

/** A file whose head was verified.  Immutable but for bits that spare work; any thread may ask. */
final class SnapshotFile {
	static final int ENTRIES = 0, MARKS = 1, INDEX = 2, POLICIES = 3;
	private static final int HEAD_LEAST = 320, HEAD_MOST = 65536, ROOT = 32, TOKENS = 280, ENTRY_LEAST = 48, RECORD_LEAST = 64;
	private static final int PROBES_MOST = 16, SHARDS_MOST = 1024, BUCKET = 64, SETTINGS = 15;
	private static final byte[] MAGIC = {(byte) 0x8D, 0x52, 0x53, 0x4E, 0x0D, 0x0A, 0x1A, 0x0A};

	private static final AtomicLong IDS = new AtomicLong();

	final long id = IDS.getAndIncrement();
	final Mapped file;
	final Trust trust;
	final boolean verifies;
	final long[] begin = new long[4], sizes = new long[4];
	final long seed;
	final int longest, shard, shards, nagents, dialect, match;
	final long homes;
	final byte[][] agents;
	private final byte[] head;
	private final byte[] used; // a bit for each policy that was verified

	SnapshotFile(Path path, Trust trust, byte[] root) throws IOException {
		file = new Mapped(path);
		this.trust = trust;
		verifies = trust != Trust.KNOWN;
		head = readHead();
		for (int i = 0; i < 4; i++) {
			begin[i] = Octets.u64(head, 72 + 48 * i);
			sizes[i] = Octets.u64(head, 80 + 48 * i);
		}
		seed = Octets.u64(head, 48);
		longest = Octets.i32(head, 56);
		homes = Octets.u32(head, 60);
		shard = Octets.i32(head, 64);
		shards = Octets.i32(head, 68);
		dialect = head[264];
		match = dialect == 0 ? Agents.TOKEN : dialect == 1 ? Agents.WHOLE : Agents.WHOLE + 1;
		if (!Arrays.equals(digest(head), root()) || (root != null && !Arrays.equals(root, root())))
			throw refuse(Reason.CHECKSUM);
		verifySections();
		verifyCounts();
		nagents = (int) Math.min(Octets.u32(head, 268), HEAD_MOST);
		agents = readAgents();
		used = new byte[verifies ? (int) (sizes[POLICIES] / unit() / 8 + 1) : 0];
	}

	// ---- the head ----

	static RobotscException refuse(Reason reason) {
		return new RobotscException(reason, "a snapshot is refused");
	}

	static RobotscException damaged() {
		return new RobotscException(Reason.CORRUPT, "a snapshot is damaged");
	}

	private static void need(boolean holds) {
		if (!holds)
			throw refuse(Reason.CORRUPT);
	}

	private byte[] readHead() {
		final byte[] first = new byte[(int) Math.min(file.size, HEAD_LEAST)];
		file.copy(0, first, 0, first.length);
		if (first.length < MAGIC.length)
			throw refuse(Reason.TRUNCATED);
		if (!Arrays.equals(MAGIC, Arrays.copyOf(first, MAGIC.length)))
			throw refuse(Reason.MAGIC);
		if (first.length < HEAD_LEAST)
			throw refuse(Reason.TRUNCATED);
		if (Octets.u16(first, 8) != 1)
			throw refuse(Reason.VERSION);
		final long size = Octets.u32(first, 12), whole = Octets.u64(first, 16);
		if (Long.compareUnsigned(whole, file.size) > 0)
			throw refuse(Reason.TRUNCATED);
		need(whole == file.size && size % 64 == 0 && size >= HEAD_LEAST && size <= HEAD_MOST && size <= file.size);
		final byte[] all = new byte[(int) size];
		file.copy(0, all, 0, all.length);
		return all;
	}

	/** The digest of all but the last 32 octets. */
	static byte[] digest(byte[] head) {
		try {
			final MessageDigest sha = MessageDigest.getInstance("SHA-256");
			sha.update(head, 0, head.length - ROOT);
			return sha.digest();
		} catch (NoSuchAlgorithmException e) {
			throw new IllegalStateException(e); // every JVM has it
		}
	}

	private void verifySections() {
		long end = head.length;
		for (int i = 0; i < 4; i++) {
			need(begin[i] % 64 == 0 && begin[i] >= end && begin[i] - end < 64 && begin[i] <= file.size);
			need(sizes[i] >= 0 && sizes[i] <= file.size - begin[i]);
			end = begin[i] + sizes[i];
		}
		need(end == file.size || Octets.u16(head, 10) > 0);
	}

	private void verifyCounts() {
		final long n = entries(), policies = policies();
		need(n >= 0 && n <= sizes[ENTRIES] / ENTRY_LEAST && policies >= 0 && policies <= sizes[POLICIES] / RECORD_LEAST);
		need(longest >= 1 && longest <= PROBES_MOST && homes == Math.max(1, (n * 10 + 55) / 56));
		need(shards >= 1 && shards <= SHARDS_MOST && shard >= 0 && shard < shards);
		need(sizes[MARKS] == (n + 63) / 64 * 8 && sizes[INDEX] == (homes + PROBES_MOST - 1) * BUCKET);
		need(Octets.u8(head, 264) <= 4 && Octets.u8(head, 266) <= 2 && Octets.u8(head, 267) <= 2);
	}

	private byte[][] readAgents() {
		final List<byte[]> found = new ArrayList<>();
		final int end = head.length - ROOT;
		int at = TOKENS;
		for (int i = 0; i < nagents; i++) {
			need(end - at >= 2 && end - at - 2 >= Octets.u16(head, at));
			final int next = at + 2 + Octets.u16(head, at);
			found.add(Arrays.copyOfRange(head, at + 2, next));
			at = next;
		}
		return found.toArray(new byte[0][]);
	}

	long entries() {
		return Octets.u64(head, 32);
	}

	long policies() {
		return Octets.u64(head, 40);
	}

	long time() {
		return Octets.u64(head, 24);
	}

	byte[] root() {
		return Arrays.copyOfRange(head, head.length - ROOT, head.length);
	}

	/** Whether all that a folder of shards has in common is that of another one. */
	boolean hasSettingsOf(SnapshotFile other) {
		final Comparator<byte[]> order = Arrays::compareUnsigned;
		final byte[][] mine = agents.clone(), theirs = other.agents.clone();
		Arrays.sort(mine, order);
		Arrays.sort(theirs, order);
		return dialect == other.dialect && ((head[265] ^ other.head[265]) & SETTINGS) == 0 &&
			Arrays.equals(head, 266, 268, other.head, 266, 268) &&
			Arrays.equals(head, 272, 280, other.head, 272, 280) && Arrays.deepEquals(mine, theirs);
	}

	/** The number of an agent that a name means, or -1. */
	int agent(byte[] name) {
		final byte[] part = Agents.cut(match, name);
		for (int i = 0; i < nagents; i++)
			if (Arrays.equals(part, Agents.cut(match, agents[i])))
				return i;
		return -1;
	}

	// ---- first uses ----

	/** Records are 64 octets or more; forged ones may overlap. */
	private int unit() {
		return trust == Trust.FORGED ? 8 : 64;
	}

	boolean isFirst(long policy) {
		final long number = policy / unit();
		return (used[(int) (number >> 3)] >> (number & 7) & 1) == 0;
	}

	/** Threads that set bits at the same time may lose one: then the work is done again. */
	void note(long policy) {
		final long number = policy / unit();
		used[(int) (number >> 3)] |= 1 << (number & 7);
	}
}
