// Fetch.java - how a fetch of a robots.txt ended.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.util.ArrayList;
import java.util.List;

/** How a fetch of a robots.txt ended, for {@link Robots#access}; times are seconds. */
public final class Fetch {
	/** Of the response; 0 without one. */
	public int status;
	/** How it ended, as the command names it: "response", "timeout", "dns". */
	public String end;
	/** When, since 1970. */
	public long at;
	/** Name and value of each header field, by turns. */
	public final List<String> headers = new ArrayList<>();
	/** Redirects that were followed. */
	public int redirects;
	/** For how long the host could not be reached before. */
	public long unreachable;
	/** How long ago the copy was fetched that the crawler has; -1: it has none. */
	public long cachedAge = -1;
	/** The profile by its name; empty: that of the dialect. */
	public String profile = "";
	/** How the robots.txt is read. */
	public Dialect dialect = Dialect.RFC9309;
	/** What a challenge counts as: "parse", "unavailable". */
	public String challenge = "parse";
	/** The body is empty; it is a web page. */
	public boolean empty, page;
	/** Other pages of the host answer; 429 is taken for a missing file. */
	public boolean siteUp, allow429;
	/** The redirect led where the crawler does not follow. */
	public boolean refused;

	private Fetch(int status, String end, long at) {
		this.status = status;
		this.end = end;
		this.at = at;
	}

	/** A response. */
	public static Fetch response(int status, long at) {
		return new Fetch(status, "response", at);
	}

	/** No response: "dns", "connect", "timeout" and others that the command has. */
	public static Fetch failure(String end, long at) {
		return new Fetch(0, end, at);
	}

	private static int bit(boolean on, int flag) {
		return on ? flag : 0;
	}

	int flags() {
		return bit(empty, Question.EMPTY) | bit(page, Question.PAGE_CAME) | bit(siteUp, Question.SITE_UP)
			| bit(allow429, Question.ALLOW_429) | bit(refused, Question.REFUSED) | bit(cachedAge >= 0, Question.CACHED);
	}

	double[] numbers() {
		return new double[] {status, redirects, at, unreachable, cachedAge};
	}

	Texts texts() {
		final Texts texts = new Texts().add(profile).add(dialect.toString()).add(end).add(challenge);
		headers.forEach(texts::add);
		return texts;
	}
}
