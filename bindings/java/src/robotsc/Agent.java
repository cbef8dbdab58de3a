// Agent.java - the rules of a robot.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.lang.ref.Reference;
import java.util.List;
import java.util.Objects;

/** The rules of a robot.  They do not change, so any thread may ask.  URLs may be paths. */
public final class Agent {
	/** To whom the rules belong; in the order of C's enum. */
	public enum Selected {
		/** To nobody: everything is allowed. */
		NONE,
		/** To "*". */
		STAR,
		/** To a token. */
		TOKEN
	}

	private static final int ROOM = 2048;
	/** Room for a URL.  An array of octets keeps no class loader alive when its thread lives
	 * on. */
	private static final ThreadLocal<byte[]> OCTETS = ThreadLocal.withInitial(() -> new byte[ROOM]);

	private final Policy policy; // C has addresses of its octets
	private final long address;

	Agent(Policy policy, long address) {
		this.policy = policy;
		this.address = address;
		Native.CLEANER.register(this, () -> Native.freeAgent(address));
	}

	/** The policy to which these rules belong. */
	public Policy policy() {
		return policy;
	}

	/** To whom the rules belong. */
	public Selected selected() {
		try {
			return Selected.values()[Native.selected(address)];
		} finally {
			Reference.reachabilityFence(this);
		}
	}

	/** Whether the robot may fetch a URL. */
	public boolean allowed(String url) {
		final int length = url.length();
		if (length <= ROOM) {
			final byte[] room = OCTETS.get();
			if (Texts.ascii(url, room, 0))
				return check(room, 0, length);
		}
		return allowed(Texts.utf8(url));
	}

	/** Whether the robot may fetch a URL. */
	public boolean allowed(byte[] url) {
		return check(url, 0, url.length);
	}

	/** Whether the robot may fetch a URL, whose octets stand from index from up to index to. */
	public boolean allowed(byte[] octets, int from, int to) {
		Objects.checkFromToIndex(from, to, octets.length);
		return check(octets, from, to - from);
	}

	private boolean check(byte[] octets, int from, int length) {
		try {
			return Native.allowed(address, octets, from, length);
		} finally {
			Reference.reachabilityFence(this);
		}
	}

	/** Whether the robot may fetch each of many URLs: faster than one by one. */
	public boolean[] allowed(List<String> urls) {
		final boolean[] verdicts = new boolean[urls.size()];
		try {
			for (int i = 0; i < verdicts.length; i += Native.PIECE) {
				final Texts some = Texts.of(urls, i, Math.min(i + Native.PIECE, verdicts.length));
				Native.allowedAll(address, some.octets, some.ends, some.n, verdicts, i);
			}
			return verdicts;
		} finally {
			Reference.reachabilityFence(this);
		}
	}

	/** The same with a robot for each URL, such as robots of many hosts. */
	public static boolean[] check(List<Agent> agents, List<String> urls) {
		final boolean[] verdicts = new boolean[urls.size()];
		final Agent[] held = agents.toArray(new Agent[0]);
		final long[] addresses = new long[held.length];
		if (held.length != verdicts.length)
			throw new IllegalArgumentException(held.length + " robots for " + verdicts.length + " URLs");
		for (int i = 0; i < held.length; i++)
			addresses[i] = held[i].address;
		try {
			for (int i = 0; i < verdicts.length; i += Native.PIECE) {
				final Texts some = Texts.of(urls, i, Math.min(i + Native.PIECE, verdicts.length));
				Native.checkAll(addresses, some.octets, some.ends, some.n, verdicts, i);
			}
			return verdicts;
		} finally {
			Reference.reachabilityFence(held);
		}
	}

	/** The records of the robot: Crawl-delay, Request-rate and others. */
	public List<Record> records() {
		try {
			return Record.list(Native.records(policy.address, address));
		} finally {
			Reference.reachabilityFence(this);
		}
	}

	/** Whether the robot may fetch a URL, and the preferences for its content. */
	public Usage usage(String url) {
		return usage(Texts.utf8(url));
	}

	/** Whether the robot may fetch a URL, and the preferences for its content. */
	public Usage usage(byte[] url) {
		try {
			return new Usage(new Packed(Native.usage(policy.address, address, Objects.requireNonNull(url))));
		} finally {
			Reference.reachabilityFence(this);
		}
	}

	/**
	 * When the robot may fetch next.
	 *
	 * @param now milliseconds since 1970
	 * @param last when the last fetch began, in milliseconds since 1970, or {@link Pace#NEVER}
	 * @param took milliseconds that the last fetch took
	 */
	public Pace nextFetch(long now, long last, long took) {
		final long[] answer = new long[4];
		try {
			Native.nextFetch(policy.address, address, now, last, took, answer);
			return new Pace(answer);
		} finally {
			Reference.reachabilityFence(this);
		}
	}
}
