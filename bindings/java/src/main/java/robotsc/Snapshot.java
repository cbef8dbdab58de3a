// Snapshot.java - the policies of many origins, in one file.  docs/snapshot.md
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import robotsc.RobotscException.Reason;

/**
 * A snapshot whose head was verified. Any thread may ask; look-ups allocate nothing once a thread
 * has its
 * room. The file must stay as it is: replace it by a rename.
 */
public final class Snapshot {
	static final int ENTRIES = 0, MARKS = 1, INDEX = 2, POLICIES = 3;
	private static final int HEAD_LEAST = 320, HEAD_MOST = 65536, ROOT = 32, TOKENS = 280, ENTRY_LEAST = 48, RECORD_LEAST = 64;
	private static final int PROBES_MOST = 16, SHARDS_MOST = 1024, BUCKET = 64, MATCHES = 6;
	private static final byte[] MAGIC = {(byte) 0x8D, 0x52, 0x53, 0x4E, 0x0D, 0x0A, 0x1A, 0x0A};

	/** What is verified. */
	public enum Trust {
		/** Finds accidents.  Forged octets may make a check throw, or not end. */
		INTACT,
		/** Everything: the file may come from anybody. */
		FORGED,
		/** The root alone: the file was verified before. */
		KNOWN
	}

	/** What is known of a URL. */
	public enum Answer {
		/** It may be fetched. */
		ALLOW,
		/** The snapshot does not know its origin. */
		UNKNOWN,
		/** Its origin belongs to another shard. */
		SHARD,
		/** The snapshot is damaged there. */
		DAMAGED,
		/** It has no origin. */
		URL,
		/** It may not be fetched. */
		DISALLOW
	}

	private static final Answer[] ANSWERS = Answer.values();

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

	private Snapshot(Path path, Trust trust, byte[] root) throws IOException {
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

	/** Maps a snapshot and verifies its head; each look-up verifies what it reads, INTACT. */
	public static Snapshot open(Path path) throws IOException {
		return new Snapshot(path, Trust.INTACT, null);
	}

	/** The same with another trust; root: the 32 octets that the root must equal, or null. */
	public static Snapshot open(Path path, Trust trust, byte[] root) throws IOException {
		if (trust == Trust.KNOWN && root == null)
			throw new IllegalArgumentException("KNOWN needs the root that is known");
		return new Snapshot(path, trust, root);
	}

	// ---- the head ----

	private static RobotscException refuse(Reason reason) {
		return new RobotscException(reason, "a snapshot is refused");
	}

	private static RobotscException damaged() {
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

	private static byte[] digest(byte[] head) {
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

	/** How many entries there are. */
	public long entries() {
		return Octets.u64(head, 32);
	}

	/** How many policies there are. */
	public long policies() {
		return Octets.u64(head, 40);
	}

	/** The latest fetch, or the time that was asked for: seconds since 1970. */
	public long time() {
		return Octets.u64(head, 24);
	}

	/** The root: 32 octets that name the content. */
	public byte[] root() {
		return Arrays.copyOfRange(head, head.length - ROOT, head.length);
	}

	/** The number of this shard, and of how many. */
	public int[] shard() {
		return new int[] {shard, shards};
	}

	/** The product tokens that the blobs were compiled for; none: every robot. */
	public List<String> agents() {
		final List<String> names = new ArrayList<>();
		for (byte[] agent : agents)
			names.add(new String(agent, StandardCharsets.UTF_8));
		return Collections.unmodifiableList(names);
	}

	/** The first octets of the file, up to the entries. */
	byte[] head() {
		return head;
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

	// ---- questions ----

	/** The shard of a URL's origin, of a number of shards. */
	public static int shard(CharSequence url, int shards) {
		final Lookup lookup = Lookup.mine();
		if (!lookup.begin(Walk.mine().of(url.toString())))
			throw new RobotscException(
				Reason.URL, "\"" + url + "\" has no origin", "give a URL with http, https or ftp");
		return lookup.shard(shards);
	}

	/** What the snapshot knows of a URL's origin, or null: nothing. */
	public Entry find(CharSequence url) {
		final Lookup lookup = Lookup.mine();
		final String text = url.toString();
		if (!lookup.begin(Walk.mine().of(text)))
			throw new RobotscException(
				Reason.URL, "\"" + text + "\" has no origin", "give a URL with http, https or ftp");
		final int status = lookup.find(this);
		if (status == Lookup.DAMAGED)
			throw damaged();
		return status == Lookup.OK ? new Entry(lookup) : null;
	}

	/** Damage that a walk comes upon is an exception of Java, at INTACT only. */
	private boolean readPolicy(Lookup lookup, long policy) {
		try {
			return lookup.readPolicy(this, policy);
		} catch (RobotscException | IndexOutOfBoundsException e) {
			return false;
		}
	}

	/** What a snapshot knows of an origin. */
	public final class Entry {
		/** The origin, such as "https://shop.example". */
		public final String origin;
		/** What was decided when its robots.txt was fetched. */
		public final Fetch fetch;
		private final long policy;

		Entry(Lookup lookup) {
			origin = new String(lookup.entry, Lookup.HEAD, lookup.originSize, StandardCharsets.ISO_8859_1);
			fetch = lookup.fetch();
			policy = lookup.policy();
		}

		/** Its policy, verified as a whole. */
		public Blob blob() {
			final Lookup lookup = Lookup.mine();
			if (!readPolicy(lookup, policy))
				throw damaged();
			return Blob.adopt(Arrays.copyOf(lookup.blob, lookup.blobSize));
		}
	}

	/** A robot, by product tokens in order of preference. */
	public Robot robot(String... tokens) {
		return new Robot(Agents.octets(tokens));
	}

	Robot robot(byte[][] tokens) {
		return new Robot(tokens);
	}

	/** Asks for one robot.  Immutable; a check allocates nothing. */
	public final class Robot {
		final int agent;                                // its number in the head, or -1
		// of its names, for each way of comparing
		final byte[][][] parts = new byte[MATCHES][][];

		Robot(byte[][] names) {
			int last = -1;
			for (byte[] name : names) {
				last = number(name);
				if (last < 0 && nagents > 0)
					throw new RobotscException(Reason.AGENT, "the snapshot was made for other robots");
			}
			agent = names.length == 1 ? last : -1;
			for (int i = 0; i < MATCHES; i++)
				parts[i] = Agents.cut(i, names);
		}

		private int number(byte[] name) {
			final byte[] part = Agents.cut(match, name);
			for (int i = 0; i < nagents; i++)
				if (Arrays.equals(part, Agents.cut(match, agents[i])))
					return i;
			return -1;
		}

		Snapshot snapshot() {
			return Snapshot.this;
		}

		/** What the snapshot says of a URL. */
		public Answer check(CharSequence url) {
			return ANSWERS[ask(Walk.mine().of(url.toString()))];
		}

		/** The same, of the octets of a URL. */
		public Answer check(byte[] url, int from, int to) {
			if (from < 0 || to > url.length || from > to)
				throw new IndexOutOfBoundsException("octets " + from + " to " + to + " of " + url.length);
			return ANSWERS[ask(Walk.mine().of(url, from, to))];
		}

		/** The answers for many URLs. */
		public void check(List<? extends CharSequence> urls, Answer[] answers) {
			int i = 0;
			for (CharSequence url : urls)
				answers[i++] = check(url);
		}

		private int ask(Walk walk) {
			final Lookup lookup = Lookup.mine();
			if (!lookup.begin(walk))
				return Lookup.URL;
			final int status = lookup.find(Snapshot.this);
			if (status != Lookup.OK)
				return status;
			if (!readPolicy(lookup, lookup.policy()))
				return Lookup.DAMAGED;
			try {
				if (!lookup.select(this))
					return Lookup.DAMAGED;
				final int rest = lookup.rest < 0 ? Urls.cut(dialect, walk.url, walk.end) : lookup.rest;
				final int from = rest < walk.end && walk.url[rest] == '#' ? walk.end : rest;
				return lookup.verdict(walk, from) ? Answer.ALLOW.ordinal() : Answer.DISALLOW.ordinal();
			} catch (RobotscException | IndexOutOfBoundsException e) {
				return Lookup.DAMAGED;
			}
		}

		/**
		 * How a robot was selected by the last check of this thread: 0, no group; 1, "*";
		 * 2, a token.
		 */
		int selected() {
			return Lookup.mine().agents.selected;
		}
	}
}
