// Pace.java - when a robot may fetch next.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

/** When a robot may fetch next. */
public final class Pace {
	/** The time of the last fetch if there was no fetch. */
	public static final long NEVER = Long.MIN_VALUE;

	/** What determines the pause; in the order of C's enum. */
	public enum Reason {
		/** No line: the pause is 10 seconds, or twice as long as the last fetch took. */
		NONE,
		/** Crawl-delay. */
		CRAWL_DELAY,
		/** Request-rate. */
		REQUEST_RATE
	}

	/** The time, in milliseconds since 1970, and the pause between fetches, in milliseconds. */
	public final long time, pause;
	/** What determines the pause. */
	public final Reason reason;
	/** Visit-time delays the fetch. */
	public final boolean shut;

	Pace(long[] answer) {
		time = answer[0];
		pause = answer[1];
		reason = Reason.values()[(int) answer[2]];
		shut = answer[3] != 0;
	}
}
