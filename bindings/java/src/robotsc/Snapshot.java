// Snapshot.java - one file with the policies of many origins.  docs/formats/snapshot.md
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.io.IOException;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.List;

/**
 * One file with the policies of many origins, of up to 2 GiB, mapped, and a robot that asks it. Any
 * thread may ask.  The file must not change: replace it by a rename.
 */
public final class Snapshot {
	/** How much is verified; in the order of C's enum. */
	public enum Trust {
		/** Checksums: for a file that you made. */
		INTACT,
		/** Everything: for a file from anybody. */
		FORGED,
		/** The root alone: for a file that was verified before. */
		KNOWN
	}

	/** The answer of a snapshot about a URL; in the order of jni.c. */
	public enum Answer {
		/** It may not be fetched. */
		DISALLOW,
		/** It may be fetched. */
		ALLOW,
		/** The origin is not there. */
		UNKNOWN,
		/** The origin belongs to another shard. */
		SHARD,
		/** The URL has no origin. */
		URL,
		/** The snapshot is damaged, or has no rules for the robot. */
		DAMAGED
	}

	private static final int ROOT = 32;
	private static final Answer[] ANSWERS = Answer.values();
	private final ByteBuffer file; // C has its address
	private final long address;

	private Snapshot(ByteBuffer file, long address) {
		this.file = file;
		this.address = address;
		Native.CLEANER.register(this, () -> Native.snapshotClose(address));
	}

	/** Opens a file for a robot with these product tokens; checksums are verified. */
	public static Snapshot open(Path path, String... tokens) throws IOException {
		return open(path, Trust.INTACT, null, tokens);
	}

	/**
	 * Opens a file for a robot.
	 *
	 * @param root 32 octets that the file's root must have, or null
	 * @param tokens product tokens of the robot; none: the rules of "*"
	 */
	public static Snapshot open(Path path, Trust trust, byte[] root, String... tokens) throws IOException {
		final Texts texts = new Texts();
		for (String token : tokens)
			texts.add(token);
		if (root != null && root.length != ROOT)
			throw new RobotscException(RobotscException.ARGUMENT, "a root has 32 octets");
		try (FileChannel channel = FileChannel.open(path)) {
			if (channel.size() > Integer.MAX_VALUE)
				throw new RobotscException(RobotscException.TOO_LARGE, path + " has 2 GiB; make shards of it");
			final ByteBuffer file = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
			return new Snapshot(file,
				Native.snapshotOpen(file, file.limit(), trust.ordinal(), root, texts.octets, texts.ends, texts.n));
		}
	}

	/** Whether the robot may fetch a URL. */
	public Answer check(String url) {
		return check(List.of(url))[0];
	}

	/** Whether the robot may fetch each of many URLs, of any hosts: faster than one by one. */
	public Answer[] check(List<String> urls) {
		final Answer[] answers = new Answer[urls.size()];
		final byte[] numbers = new byte[Math.min(answers.length, Native.PIECE)];
		try {
			for (int i = 0; i < answers.length; i += Native.PIECE) {
				final Texts some = Texts.of(urls, i, Math.min(i + Native.PIECE, answers.length));
				Native.snapshotCheck(address, some.octets, some.ends, some.n, numbers);
				for (int k = 0; k < some.n; k++)
					answers[i + k] = ANSWERS[numbers[k]];
			}
			return answers;
		} finally {
			Reference.reachabilityFence(this);
			Reference.reachabilityFence(file);
		}
	}

	/** A copy of the policy for a URL's origin; null if the origin is not there. */
	public Policy policy(String url) {
		try {
			final long policy = Native.snapshotPolicy(address, Texts.utf8(url));
			return policy == 0 ? null : new Policy(policy);
		} finally {
			Reference.reachabilityFence(this);
			Reference.reachabilityFence(file);
		}
	}
}
