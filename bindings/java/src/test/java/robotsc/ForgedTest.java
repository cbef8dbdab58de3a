// ForgedTest.java - whatever octets a blob has, it is refused, or every question has an answer.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledIfSystemProperty(named = "robotsc.command", matches = ".+")
class ForgedTest {
	private static final int TRIES = 30_000;
	private static final String[] TEXTS = {"User-agent: *\nDisallow: /",
		"User-agent: *\nDisallow: /tmp/\nAllow: /tmp/*.gif$\n\n"
			+
			"User-agent: b\nDisallow: /a*b\nAllow: /*%2F\nCrawl-delay: 3\nContent-Usage: /x train-ai=n\n" +
			"Request-rate: 1/5 0900-1700",
		"User-agent: *\nDisallow: /ab*cd*ef$\nDisallow: /*.php?\nAllow: /a/*/b\nNoindex: /n*\n" +
			"Sitemap: https://h/s\nVisit-time: 0100-0200"};
	private static final String[] URLS = {"/", "/tmp/x.gif", "/a/c/b", "/abcd%65f",
		"/"
			+ "ab".repeat(300),
		"/x.php?a=%2f", "/\u00e9#x", "/%2F"};

	/**
	 * Changes octets of a blob and makes its checksum right, so that what comes after it is
	 * verified.
	 */
	private static byte[] forge(byte[] blob, Random random) {
		final byte[] forged = blob.clone();
		for (int i = random.nextInt(3); i >= 0; i--) {
			final int at = random.nextInt(forged.length - 8);
			forged[at] = (byte) (random.nextBoolean() ? random.nextInt(256) : forged[at] ^ 1 << random.nextInt(8));
		}
		Octets.put64(forged, forged.length - 8, Octets.checksum(forged, 0, forged.length - 8));
		return forged;
	}

	private static void ask(Blob blob) {
		for (String agent : new String[] {"a", "b"}) {
			final Group group = blob.group(new byte[][] {agent.getBytes(StandardCharsets.UTF_8)});
			for (String url : URLS) {
				group.allowed(url);
				group.usage(url).preferences();
			}
			group.records();
			group.crawlDelay();
		}
		blob.groupForHeader("Mozilla/5.0 (compatible; b/2; +http://h)");
		blob.records();
		blob.agents();
		blob.fetch();
	}

	@ParameterizedTest
	@ValueSource(strings = {"rfc9309", "google", "nexor1994", "koster1996", "conner2"})
	void onlyItsOwnException(String dialect) {
		final Random random = new Random(dialect.hashCode());
		final Blob[] blobs = new Blob[TEXTS.length];
		try (Compiler compiler = new Compiler(
			     System.getProperty("robotsc.command"), 60_000, "--dialect=" + dialect, "--extensions")) {
			for (int i = 0; i < blobs.length; i++)
				blobs[i] = compiler.compile(TEXTS[i].getBytes(StandardCharsets.UTF_8));
		}
		final int[] counts = new int[2]; // refused, opened
		assertTimeoutPreemptively(Duration.ofSeconds(300), () -> {
			for (int i = 0; i < TRIES; i++) {
				final byte[] forged = forge(blobs[i % blobs.length].octets(), random);
				try {
					final Blob blob = Blob.open(forged);
					counts[1]++;
					ask(blob);
				} catch (RobotscException e) {
					counts[0]++;
				}
			}
		});
		System.out.println(dialect + ": " + counts[0] + " refused or not answered, " + counts[1] + " opened");
		assertTrue(counts[0] > 1000 && counts[1] > 1000);
	}
}
