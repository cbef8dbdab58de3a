// Decision.java - what the end of a fetch means.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.util.Locale;

/** What the end of a fetch means; times are seconds since 1970. */
public final class Decision {
	/** What the crawler does next. */
	public enum Outcome {
		/** Compile the body: its rules apply. */
		PARSE,
		/** Everything is allowed. */
		ALLOW,
		/** Nothing is allowed. */
		DENY,
		/** Visit nothing, and fetch again later. */
		DEFER,
		/** The rules of the copy still apply. */
		CACHED,
		/** Fetch the Location, and count the redirect. */
		FOLLOW
	}

	/** The status of the response. */
	public final int status;
	/** When the fetch ended, since when the rules hold, and until when they hold. */
	public final long fetched, since, expires;
	/** Ask the server again before each use; the response may be a challenge. */
	public final boolean revalidate, challenge;
	/** What the crawler does next. */
	public final Outcome outcome;
	/** The profile that decided, why, and how the fetch ended: in the words of the command. */
	public final String profile, reason, end;

	Decision(Packed packed) {
		status = packed.count();
		fetched = packed.number();
		since = packed.number();
		expires = packed.number();
		revalidate = packed.number() != 0;
		challenge = packed.number() != 0;
		outcome = Outcome.valueOf(packed.text().toUpperCase(Locale.ROOT));
		profile = packed.text();
		reason = packed.text();
		end = packed.text();
	}

	/** Whether the decision still holds at a time. */
	public boolean isFresh(long now) {
		return !revalidate && fetched <= now && now < expires;
	}
}
