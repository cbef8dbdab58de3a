// Fetch.java - what was decided when a robots.txt was fetched.  docs/format.md, "Fetch"
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

/** A decision; docs/access.md explains it.  Times are seconds since 1970. */
public final class Fetch {
	private static final int SIZE = 48;

	/** What was decided. */
	public enum Outcome {
		/** The rules are those of the text. */
		PARSE,
		/** Everything is allowed. */
		ALLOW,
		/** Nothing is allowed. */
		DENY,
		/** No visits; try again. */
		DEFER,
		/** The rules are those of an earlier text. */
		CACHED,
		/** A redirect is still to be followed. */
		FOLLOW
	}

	/** When the fetch ended, until when the decision holds, and since when the rules do. */
	public final long fetched, expires, since;
	/** The status of HTTP, or 0. */
	public final int status;
	/** What was decided. */
	public final Outcome outcome;
	/** Why: the row of docs/format.md, how the fetch ended, whose rules were followed. */
	public final int row, end, profile;
	/** Ask the server before each use. */
	public final boolean revalidate;
	/** The response may be a challenge; entries of snapshots alone say so. */
	public final boolean challenge;
	/** Octets of the text and its checksum, or 0. */
	public final long length, digest;

	private Fetch(long[] times, long length, long digest, int status, int[] words, int flags) {
		fetched = times[0];
		expires = times[1];
		since = times[2];
		this.length = length;
		this.digest = digest;
		this.status = status;
		end = words[0];
		profile = words[1];
		outcome = words[2] < Outcome.values().length ? Outcome.values()[words[2]] : Outcome.DEFER;
		row = words[3];
		revalidate = (flags & 1) != 0;
		challenge = (flags & 2) != 0;
	}

	static boolean known(int end, int profile, int outcome, int row) {
		return end <= 8 && profile <= 3 && outcome <= 5 && row <= 10;
	}

	/** Reads the section of a blob. */
	static Fetch ofBlob(byte[] b, int at, int size) {
		Opening.need(size == SIZE);
		final long[] times = {Octets.u64(b, at), Octets.u64(b, at + 8), Octets.u64(b, at + 40)};
		final int[] words = {Octets.u8(b, at + 34), Octets.u8(b, at + 35), Octets.u8(b, at + 36), Octets.u8(b, at + 37)};
		Opening.need(times[1] >= times[0] && times[2] <= times[0] && known(words[0], words[1], words[2], words[3]));
		Opening.need(Octets.u8(b, at + 38) <= 1 && b[at + 39] == 0);
		return new Fetch(times, Octets.u64(b, at + 16), Octets.u64(b, at + 24), Octets.u16(b, at + 32), words, b[at + 38]);
	}

	/** Reads the entry of a snapshot; since: where that stands, or -1. */
	static Fetch ofEntry(byte[] b, int at, int since) {
		final long fetched = u40(b, at + 13);
		final long[] times = {fetched, u40(b, at + 8), since < 0 ? fetched : u40(b, since)};
		final int[] words = {Octets.u8(b, at + 20), Octets.u8(b, at + 21), Octets.u8(b, at + 7), Octets.u8(b, at + 22)};
		return new Fetch(times, u40(b, at + 23), Octets.u64(b, at + 28), Octets.u16(b, at + 18), words, b[at + 6]);
	}

	static long u40(byte[] b, int at) {
		return Octets.u32(b, at) | (long) Octets.u8(b, at + 4) << 32;
	}

	/** Whether the decision may be used at a time. */
	public boolean isFresh(long now) {
		return !revalidate && fetched <= now && now < expires;
	}
}
