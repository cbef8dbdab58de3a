// Fetch.java - how a fetch of a robots.txt ended.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.util.ArrayList;
import java.util.List;

/** How a fetch of a robots.txt ended, for {@link Robots#access}; times are seconds. */
public final class Fetch {
	/** The status of the response; 0 without a response. */
	public int status;
	/** How the fetch ended, in a word of the command: "response", "timeout", "dns". */
	public String end;
	/** When it ended, since 1970. */
	public long at;
	/** Names and values of the header fields: a name, its value, the next name. */
	public final List<String> headers = new ArrayList<>();
	/** How many redirects were followed. */
	public int redirects;
	/** For how long the host was unreachable before. */
	public long unreachable;
	/** The age of the crawler's copy: how long ago it was fetched; -1: there is no copy. */
	public long cachedAge = -1;
	/** The name of the profile; empty: the profile of the dialect. */
	public String profile = "";
	/** How the robots.txt is read. */
	public Dialect dialect = Dialect.RFC9309;
	/** What a challenge counts as: "parse", "unavailable". */
	public String challenge = "parse";
	/** empty: the body is empty; page: it is a web page. */
	public boolean empty, page;
	/** siteUp: other pages of the host answer; allow429: 429 counts as a missing file. */
	public boolean siteUp, allow429;
	/** The redirect led to a place where the crawler does not follow. */
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

	/** A fetch without response: "dns", "connect", "timeout" and other words of the command. */
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
