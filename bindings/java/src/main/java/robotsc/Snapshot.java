// Snapshot.java - the policies of many origins: a file, or a folder of shards.  docs/snapshot.md
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import robotsc.RobotscException.Reason;

/**
 * A snapshot whose head was verified, or all shards of one. Any thread may ask; look-ups allocate
 * nothing once a thread has its room. The files must stay as they are: replace them by a rename.
 */
public final class Snapshot {
	private static final int MATCHES = 6;

	/** What is verified. */
	public enum Trust {
		/** Finds accidents.  The policies are walked as they are. */
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

	/** One file, or all shards in their order. */
	final SnapshotFile[] files;
	private final byte[] root;

	private Snapshot(SnapshotFile[] files, byte[] root) {
		this.files = files;
		this.root = root;
	}

	/**
	 * Maps a snapshot, a file or a folder of shards, and verifies its head; each look-up
	 * verifies what it reads, INTACT.
	 */
	public static Snapshot open(Path path) throws IOException {
		return open(path, Trust.INTACT, null);
	}

	/**
	 * The same with another trust; root: the 32 octets that the root must equal, or null. Of a
	 * folder it is the digest at the end of the manifest.
	 */
	public static Snapshot open(Path path, Trust trust, byte[] root) throws IOException {
		if (trust == Trust.KNOWN && root == null)
			throw new IllegalArgumentException("KNOWN needs the root that is known");
		if (Files.isDirectory(path)) {
			final Manifest manifest = Manifest.open(path, trust, root);
			return new Snapshot(manifest.files, manifest.root);
		}
		final SnapshotFile file = new SnapshotFile(path, trust, root);
		return new Snapshot(new SnapshotFile[] {file}, file.root());
	}

	// ---- what it says of itself ----

	/** How many origins it knows. */
	public long size() {
		return Arrays.stream(files).mapToLong(SnapshotFile::entries).sum();
	}

	/** How many policies there are, those of shards counted in each. */
	public long policies() {
		return Arrays.stream(files).mapToLong(SnapshotFile::policies).sum();
	}

	/** The latest fetch, or the time that was asked for: seconds since 1970. */
	public long time() {
		return Arrays.stream(files).mapToLong(SnapshotFile::time).max().getAsLong();
	}

	/** The root: 32 octets that name the content. */
	public byte[] root() {
		return root.clone();
	}

	/** The number of the shard that this file is; -1: every origin of the snapshot is here. */
	public int shard() {
		return files.length < files[0].shards ? files[0].shard : -1;
	}

	/** How many shards there are; 1 for a file with all origins. */
	public int shards() {
		return files[0].shards;
	}

	/** The product tokens that the blobs were compiled for; none: every robot. */
	public List<String> agents() {
		final List<String> names = new ArrayList<>();
		for (byte[] agent : files[0].agents)
			names.add(new String(agent, StandardCharsets.UTF_8));
		return Collections.unmodifiableList(names);
	}

	// ---- questions ----

	private static RobotscException noOrigin(String url) {
		return new RobotscException(Reason.URL, "\"" + url + "\" has no origin", "give a URL with http, https or ftp");
	}

	/** The shard of a URL's origin, of a number of shards. */
	public static int shard(CharSequence url, int shards) {
		final Lookup lookup = Lookup.mine();
		if (!lookup.begin(Walk.mine().of(url.toString())))
			throw noOrigin(url.toString());
		return lookup.shard(shards);
	}

	/** The file for the origin of a look-up. */
	SnapshotFile file(Lookup lookup) {
		return files[files.length > 1 ? lookup.shard(files.length) : 0];
	}

	/** What the snapshot knows of a URL's origin, or null: nothing. */
	public Entry find(CharSequence url) {
		final Lookup lookup = Lookup.mine();
		if (!lookup.begin(Walk.mine().of(url.toString())))
			throw noOrigin(url.toString());
		final SnapshotFile file = file(lookup);
		final int status = lookup.find(file);
		if (status == Lookup.DAMAGED)
			throw SnapshotFile.damaged();
		return status == Lookup.OK ? new Entry(file, lookup) : null;
	}

	/**
	 * All origins, in the order of host (labels from the last to the first), port and scheme.
	 * Where the snapshot is damaged, the iterator throws and has no more.
	 */
	public Iterable<Entry> entries() {
		return () -> new Entries(files, null);
	}

	/** The same of a domain and the hosts below it, such as "shop.example". */
	public Iterable<Entry> entries(String domain) {
		final byte[] host = Entries.host(domain);
		return () -> new Entries(files, host);
	}

	/** What a snapshot knows of an origin. */
	public static final class Entry {
		/** The origin, such as "https://shop.example". */
		public final String origin;
		/** What was decided when its robots.txt was fetched. */
		public final Fetch fetch;
		private final SnapshotFile file;
		private final long policy;

		Entry(SnapshotFile file, Lookup lookup) {
			this.file = file;
			origin = new String(lookup.entry, Lookup.HEAD, lookup.originSize, StandardCharsets.ISO_8859_1);
			fetch = lookup.fetch();
			policy = lookup.policy();
		}

		/** Its policy, verified as a whole. */
		public Blob blob() {
			final Lookup lookup = Lookup.mine();
			if (!lookup.readPolicy(file, policy))
				throw SnapshotFile.damaged();
			return Blob.adopt(Arrays.copyOf(lookup.blob, lookup.blobSize));
		}
	}

	/** A robot, by product tokens in order of preference. */
	public Robot robot(String... tokens) {
		final byte[][] names = Agents.octets(tokens);
		Agents.needTokens(files[0].dialect, names);
		return new Robot(names);
	}

	Robot robot(byte[][] tokens) {
		return new Robot(tokens);
	}

	/** Asks for one robot.  Immutable; a check allocates nothing. */
	public final class Robot {
		// Of its names, for each way of comparing.
		private final byte[][][] parts = new byte[MATCHES][][];
		/** Its number in the head of each file, or -1. */
		private final int[] agents = new int[files.length];

		Robot(byte[][] names) {
			for (int i = 0; i < files.length; i++)
				agents[i] = number(files[i], names);
			for (int i = 0; i < MATCHES; i++)
				parts[i] = Agents.cut(i, names);
		}

		private int number(SnapshotFile file, byte[][] names) {
			int last = -1;
			for (byte[] name : names) {
				last = file.agent(name);
				if (last < 0 && file.nagents > 0)
					throw new RobotscException(Reason.AGENT, "the snapshot was made for other robots");
			}
			return names.length == 1 ? last : -1;
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

		/** The answers for URLs of any hosts, from the first on. */
		public void check(List<? extends CharSequence> urls, Answer[] answers) {
			int i = 0;
			for (CharSequence url : urls)
				answers[i++] = check(url);
		}

		private int ask(Walk walk) {
			final Lookup lookup = Lookup.mine();
			if (!lookup.begin(walk))
				return Lookup.URL;
			final int number = files.length > 1 ? lookup.shard(files.length) : 0;
			final SnapshotFile file = files[number];
			final int status = lookup.find(file);
			if (status != Lookup.OK)
				return status;
			if (!lookup.readPolicy(file, lookup.policy()))
				return Lookup.DAMAGED;
			final int verdict = lookup.verdict(file, agents[number], parts, walk);
			return verdict < 0 ? Lookup.DAMAGED : verdict != 0 ? Answer.ALLOW.ordinal() : Answer.DISALLOW.ordinal();
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
