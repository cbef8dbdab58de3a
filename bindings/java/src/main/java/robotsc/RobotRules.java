// RobotRules.java - the rules of one origin, in the shape that crawlers in Java know.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.net.URL;
import java.util.Collections;
import java.util.List;

/**
 * Rules with the calls of BaseRobotRules of crawler-commons, which crawlers such as Nutch and
 * StormCrawler
 * ask. What a fetch without a robots.txt means is docs/access.md's, in the profile rfc9309.
 */
public final class RobotRules {
	/** What getCrawlDelay gives without a Crawl-delay. */
	public static final long UNSET_CRAWL_DELAY = Long.MIN_VALUE;

	private final Group group; // null: the outcome says all
	private final Fetch.Outcome outcome;

	private RobotRules(Group group, Fetch.Outcome outcome) {
		this.group = group;
		this.outcome = outcome;
	}

	/** The rules of a robot; a decision that the blob keeps counts. */
	public static RobotRules of(Group group) {
		final Fetch fetch = group.blob().fetch();
		return new RobotRules(group, fetch == null ? Fetch.Outcome.PARSE : fetch.outcome);
	}

	/** The same, of what a snapshot knows of an origin. */
	public static RobotRules of(Snapshot.Entry entry, String... tokens) {
		return new RobotRules(entry.blob().group(tokens), entry.fetch.outcome);
	}

	/** What the status of a response without a robots.txt means; 0: there was no response. */
	public static RobotRules ofStatus(int status) {
		final boolean open = status >= 300 && status < 500 && status != 304 && status != 429;
		return new RobotRules(null, open ? Fetch.Outcome.ALLOW : Fetch.Outcome.DENY);
	}

	/** Whether a URL may be fetched; what is no URL may not. */
	public boolean isAllowed(String url) {
		if (group == null || isDeferVisits())
			return outcome == Fetch.Outcome.ALLOW;
		try {
			return group.allowed(url);
		} catch (RobotscException e) {
			return false;
		}
	}

	/** The same. */
	public boolean isAllowed(URL url) {
		return isAllowed(url.toExternalForm());
	}

	/** Whether every URL may be fetched. */
	public boolean isAllowAll() {
		return group == null ? outcome == Fetch.Outcome.ALLOW : !isDeferVisits() && Boolean.TRUE.equals(group.always());
	}

	/** Whether no URL may be fetched. */
	public boolean isAllowNone() {
		return outcome == Fetch.Outcome.DENY || isDeferVisits() || (group != null && Boolean.FALSE.equals(group.always()));
	}

	/** Whether to visit nothing for now, and try again. */
	public boolean isDeferVisits() {
		return outcome == Fetch.Outcome.DEFER || outcome == Fetch.Outcome.FOLLOW;
	}

	/** Milliseconds between fetches, or UNSET_CRAWL_DELAY. */
	public long getCrawlDelay() {
		final long delay = group != null && group.blob().hasRecords() ? group.crawlDelay() : -1;
		return delay < 0 ? UNSET_CRAWL_DELAY : delay;
	}

	/** The sitemaps that the file names. */
	public List<String> getSitemaps() {
		return group != null && group.blob().hasRecords() ? group.blob().sitemaps() : Collections.emptyList();
	}
}
