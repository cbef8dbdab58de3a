// BlobTest.java - what the calls of the package say, with blobs that the command compiles.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledIfSystemProperty(named = "robotsc.command", matches = ".+")
class BlobTest {
	private static final String COMMAND = System.getProperty("robotsc.command");
	private static final Compiler COMPILER = new Compiler(COMMAND, 60_000, "--extensions");
	private static final String TEXT =
		"User-agent: ExampleBot\nDisallow: /private/\nDisallow: /*.pdf$\nCrawl-delay: 2.5\n"
		+ "Request-rate: 1/10\nContent-Usage: train-ai=n\nContent-Usage: /open/ train-ai=y\n\nUser-agent: *\nAllow: /\n"
		+ "Sitemap: https://h.example/s\nX-Note: caf\u00e9\n";

	@TempDir Path folder;

	@AfterAll
	static void close() {
		COMPILER.close();
	}

	private static Blob compile(String text) {
		return COMPILER.compile(text.getBytes(StandardCharsets.UTF_8));
	}

	private static RobotscException.Reason reason(Runnable call) {
		return assertThrows(RobotscException.class, call::run).reason();
	}

	@Test
	void aBufferIsLeftAsItIs() {
		final ByteBuffer buffer = ByteBuffer.allocateDirect(4096).put(9, (byte) 1).position(10);
		buffer.put(compile(TEXT).octets()).flip().position(10);
		final int left = buffer.remaining();
		final Blob blob = Blob.open(buffer);
		assertEquals(left, buffer.remaining());
		buffer.put(30, (byte) 0);
		assertFalse(blob.group("ExampleBot").allowed("/private/"));
		assertEquals("rfc9309", blob.dialect());
		assertEquals(List.of("examplebot"), blob.agents());
	}

	@Test
	void recordsAndUsage() {
		final Blob blob = compile(TEXT);
		final Group group = blob.group("ExampleBot");
		assertEquals(2500, group.crawlDelay());
		assertEquals(10, group.requestRate().seconds);
		assertEquals(List.of("https://h.example/s"), blob.sitemaps());
		assertEquals("Sitemap: https://h.example/s", blob.records().get(0).toString());
		assertEquals(Map.of("Content-Usage", Map.of("train-ai", "n")), group.usage("https://h/x").preferences());
		assertEquals(Map.of("Content-Usage", Map.of("train-ai", "y")), group.usage("/open/").preferences());
		assertEquals(Map.of(), group.usage("/private/").preferences());
		assertFalse(group.usage("/private/").allowed);
		assertEquals("*", blob.group("Other").token());
		assertEquals(-1, blob.group("Other").crawlDelay());
		assertEquals("caf\u00e9", blob.group().records().get(0).value);
	}

	@Test
	void refusals() {
		final Blob blob = compile(TEXT);
		assertEquals(RobotscException.Reason.AGENT, reason(() -> blob.group("ExampleBot/2.1 (+http://h/)")));
		assertTrue(assertThrows(RobotscException.class, () -> blob.group("a b")).getMessage().contains("groupForHeader"));
		assertEquals("ExampleBot", blob.groupForHeader("Mozilla/5.0 (compatible; ExampleBot/2.1; +http://h/)").token());
		final Group group = blob.group("ExampleBot");
		for (String url : new String[] {
			     "", " /", "h.example/private/", "//h/", "mailto:a@b", "http:///x", "http://h:99999/", "http://a\\@b/"})
			assertEquals(RobotscException.Reason.URL, reason(() -> group.allowed(url)), url);
		for (String url : new String[] {
			     "/private/", "HTTP://u@H:80/private/", "http://[::1]/private/", "https://b\u00fccher/private/"})
			assertFalse(group.allowed(url), url);
		assertThrows(IndexOutOfBoundsException.class, () -> group.allowed(new byte[3], 1, 4));
		assertEquals(RobotscException.Reason.MAGIC, reason(() -> Blob.open(TEXT.getBytes(StandardCharsets.UTF_8))));
		assertEquals(RobotscException.Reason.TRUNCATED, reason(() -> Blob.open(new byte[0])));
		final Compiler plain = new Compiler(COMMAND, 60_000, "--agent=a");
		final Blob partial = plain.compile(TEXT.getBytes(StandardCharsets.UTF_8));
		plain.close();
		assertEquals(RobotscException.Reason.ABSENT, reason(partial::records));
		assertEquals(RobotscException.Reason.AGENT, reason(() -> partial.group("b")));
		assertEquals(RobotscException.Reason.AGENT, reason(() -> partial.groupForHeader("b")));
		assertTrue(partial.group("a").allowed("/private/"));
	}

	@Test
	void warningsAreHandedOn() {
		final List<String> said = new ArrayList<>();
		try (Compiler compiler = new Compiler(COMMAND, 60_000).warnings(said::add)) {
			compiler.compile("<!DOCTYPE html>\n<html></html>".getBytes(StandardCharsets.UTF_8));
			compiler.compile("User-agent: *\nDisallow: /".getBytes(StandardCharsets.UTF_8));
			compiler.compile("<html><body></body></html>".getBytes(StandardCharsets.UTF_8));
		}
		assertTrue(said.stream().anyMatch(line -> line.startsWith("<request 1>:1:1: warning: ")), said.toString());
		assertTrue(said.stream().anyMatch(line -> line.startsWith("<request 3>:")), said.toString());
		assertTrue(said.stream().noneMatch(line -> line.startsWith("<request 2>:")), said.toString());
	}

	@Test
	void loneSurrogatesAreReplaced() {
		final Group group = compile("User-agent: *\nDisallow: /%EF%BF%BD$\nDisallow: /\uD83D\uDE00/").group();
		assertFalse(group.allowed("/\uD83D"));
		assertFalse(group.allowed("/\uDE00"));
		assertFalse(group.allowed("/\uFFFD"));
		assertFalse(group.allowed("/\uD83D\uDE00/"));
		assertTrue(group.allowed("/\uDE00\uD83D/"));
		assertFalse(group.allowed(new StringBuilder("https://h/\uD83D\uDE00/")));
	}

	/** Characters whose low octet is another character are told from it anywhere. */
	@ParameterizedTest
	@ValueSource(strings = {"Disallow: /private/", "Disallow: /p", "Disallow: /private/\nAllow: /private/open/page.html$",
			     "Disallow: /a\nDisallow: /*private*b", "Disallow: /*.pdf$\nDisallow: /private/*x",
			     "Disallow: /q\nDisallow: /private/open/a-folder-with-a-name-that-is-one-long-run/"})
	void charactersOfTwoOctets(String rules) {
		final Group group = compile("User-agent: *\n" + rules).group();
		final String[] urls = {"https://h.example/private/open/page.html", "https://h.example/private/a.pdf",
			"https://h.example/private/bx/", "/private/open/page.html", "/private/xb.pdf",
			"https://h.example/open/a.pdf",
			"https://h.example/private/open/a-folder-with-a-name-that-is-one-long-run/b"};
		for (String url : urls)
			group.allowed(url);
		for (String url : urls)
			for (int i = url.startsWith("h") ? 17 : 1; i < url.length(); i++)
				for (int high : new int[] {0x100, 0x4E00, 0xFF00}) {
					final String before = url.substring(0, i), after = url.substring(i + 1);
					final String c = String.valueOf((char) (url.charAt(i) | high));
					final String odd = before + c + after, escaped = before + escape(c) + after;
					final byte[] octets = odd.getBytes(StandardCharsets.UTF_8);
					assertEquals(group.allowed(escaped), group.allowed(odd), odd);
					assertEquals(group.allowed(escaped), group.allowed(octets, 0, octets.length), odd);
				}
		assertEquals(group.allowed("/private/x"), group.allowed("https://\u0168.example/private/x"));
		assertEquals(group.allowed("/"), group.allowed("https://h.example\u012Fprivate/"));
		assertEquals(RobotscException.Reason.URL, reason(() -> group.allowed("\u0168ttps://h.example/")));
	}

	@ParameterizedTest
	@ValueSource(strings = {"ftp://a", "ftp://ab", "http://a.example", "https://sixteen.example", "https://seventeen.example"})
	void theFirstOriginIsKnown(String origin) {
		final Group group = compile(TEXT).group("ExampleBot");
		final String cut = origin.substring(0, origin.length() - 1);
		for (String path : new String[] {"/private/x", "/", "", "?", "/private/x", "/a.pdf"})
			for (String other : new String[] {origin, cut + "z", origin + "z", "ftp://b"}) {
				final String url = other + path;
				final byte[] octets = url.getBytes(StandardCharsets.UTF_8);
				assertEquals(group.allowed(path.startsWith("/") ? path : "/" + path), group.allowed(url), url);
				assertEquals(group.allowed(url), group.allowed(octets, 0, octets.length), url);
			}
	}

	private static String escape(String text) {
		final StringBuilder escaped = new StringBuilder();
		for (byte octet : text.getBytes(StandardCharsets.UTF_8))
			escaped.append(String.format("%%%02X", octet));
		return escaped.toString();
	}

	@Test
	void manyThreadsAndUrls() {
		final Group group = compile(TEXT).group("ExampleBot");
		final List<String> urls = List.of("/", "/private/x", "/a.pdf", "/%70rivate/", "/a.pdf?");
		IntStream.range(0, 8).parallel().forEach(t -> {
			for (int i = 0; i < 2000; i++) {
				final boolean[] answers = new boolean[5];
				assertEquals(2, group.allowed(urls, answers));
				assertTrue(answers[0] && !answers[1] && !answers[2] && !answers[3] && answers[4]);
			}
		});
	}

	@ParameterizedTest
	@ValueSource(strings = {"Disallow: /private/", "Disallow: /*a*b$\nAllow: /*%2F", "Disallow: /caf\u00e9"})
	void aCheckAllocatesNothing(String rules) {
		final Group group = compile("User-agent: *\n" + rules).group();
		final String[] urls = {"https://h.example/private/", "/caf%C3%A9/x", "/caf\u00e9",
			"/"
				+ "ab".repeat(400),
			"/a/b?a=b#c"};
		final byte[] octets = urls[1].getBytes(StandardCharsets.UTF_8);
		final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		final long thread = Thread.currentThread().getId();
		long before = 0;
		int allowed = 0;
		for (int i = 0; i < 3000; i++) {
			if (i == 1000)
				before = threads.getThreadAllocatedBytes(thread);
			for (String url : urls)
				allowed += group.allowed(url) ? 1 : 0;
			allowed += group.allowed(octets, 0, octets.length) ? 1 : 0;
		}
		// The counter itself allocates some octets at its first call.
		assertTrue(threads.getThreadAllocatedBytes(thread) - before < 2000, "octets of 12,000 checks");
		assertTrue(allowed > 0);
	}

	@Test
	void aProcessThatEndsIsStartedAgain() throws Exception {
		final Path script = folder.resolve("command");
		Files.writeString(script, "#!/bin/sh\necho x >>" + folder + "/starts\n[ $(wc -l <" + folder +
						  "/starts) -gt 1 ] || exit 1\nexec " + COMMAND + " \"$@\"\n");
		assertTrue(script.toFile().setExecutable(true));
		try (Compiler compiler = new Compiler(script.toString(), 60_000)) {
			assertFalse(compiler.compile("User-agent: *\nDisallow: /".getBytes(StandardCharsets.UTF_8))
					    .group()
					    .allowed("/"));
			assertEquals(2, Files.readAllLines(folder.resolve("starts")).size());
			assertEquals(RobotscException.Reason.COMPILER, reason(() -> compiler.compile(compile(TEXT).octets())));
			assertTrue(compiler.compile(new byte[0]).group().allowed("/"));
			assertEquals(2, Files.readAllLines(folder.resolve("starts")).size());
		}
	}

	private static Set<ProcessHandle> children() {
		return ProcessHandle.current().children().collect(Collectors.toSet());
	}

	@Test
	void aProcessThatHangsIsEnded() throws Exception {
		final Set<ProcessHandle> before = children();
		final Path script = folder.resolve("hangs");
		Files.writeString(script, "#!/bin/sh\nexec sleep 100\n");
		assertTrue(script.toFile().setExecutable(true));
		try (Compiler compiler = new Compiler(script.toString(), 200)) {
			assertEquals(RobotscException.Reason.COMPILER, reason(() -> compiler.compile(new byte[100_000])));
		}
		final Compiler closed = new Compiler(COMMAND, 60_000);
		closed.close();
		assertEquals(RobotscException.Reason.COMPILER, reason(() -> closed.compile(new byte[0])));
		for (ProcessHandle child : children())
			if (!before.contains(child))
				child.onExit().get(60, TimeUnit.SECONDS);
		try (Compiler compiler = new Compiler("/nowhere/robotsc", 200)) {
			assertNotNull(assertThrows(RobotscException.class, () -> compiler.compile(new byte[0])).getCause());
		}
	}

	private static final String RULES = "User-agent: ExampleBot\nDisallow: /private/\n\nUser-agent: *\nDisallow:\n";

	/** What a row of wrong_inputs.tsv says; an exception says that its input is wrong. */
	private static String answer(String call, byte[] octets) {
		final Blob policy = compile(RULES);
		final String text = new String(octets, StandardCharsets.UTF_8);
		final List<String> said = new ArrayList<>();
		switch (call) {
		case "agent":
			return policy.group(text).token();
		case "header":
			return "*".equals(policy.groupForHeader(text).token()) ? "told" : "right";
		case "partial":
			try (Compiler compiler = new Compiler(COMMAND, 60_000, "--agent=ExampleBot", "--agent=SomeBot")) {
				final Blob some = compiler.compile(RULES.getBytes(StandardCharsets.UTF_8));
				return some.groupForHeader(text).allowed("/private/") ? "silent" : "right";
			}
		case "compile":
			try (Compiler compiler = new Compiler(COMMAND, 60_000).warnings(said::add)) {
				compiler.compile(octets);
			}
			return said.isEmpty() ? "right" : "told";
		case "open":
			return Blob.open(octets).group("ExampleBot").allowed("/private/") ? "silent" : "right";
		case "fresh":
			return Blob.open(octets).fetch().isFresh(System.currentTimeMillis() / 1000) ? "silent" : "told";
		default:
			return policy.group("ExampleBot").allowed(text) ? "silent" : "right";
		}
	}

	@ParameterizedTest
	@MethodSource("wrongInputs")
	void noAnswerMisleadsInSilence(String row) {
		final String[] f = row.split("\t", -1);
		final String given = Pattern.compile("\\\\(\\d{3})").matcher(f[3]).replaceAll(
			o -> Matcher.quoteReplacement("" + (char) Integer.parseInt(o.group(1), 8)));
		final byte[] octets = given.getBytes(StandardCharsets.ISO_8859_1);
		String found;
		try {
			found = answer(f[0], octets);
		} catch (RobotscException e) {
			found = "told";
		}
		assertEquals(f[1], found);
	}

	static List<String> wrongInputs() throws Exception {
		return Files.lines(Path.of("tests/support/wrong_inputs.tsv"))
			.filter(line -> !line.startsWith("#"))
			.collect(Collectors.toList());
	}

	@Test
	void rulesInAnotherShape() throws Exception {
		final RobotRules rules = RobotRules.of(compile(TEXT).group("ExampleBot"));
		assertTrue(rules.isAllowed("https://h.example/"));
		assertFalse(rules.isAllowed("https://h.example/private/"));
		assertFalse(rules.isAllowed("h.example"));
		assertEquals(2500, rules.getCrawlDelay());
		assertEquals(List.of("https://h.example/s"), rules.getSitemaps());
		assertFalse(rules.isAllowAll() || rules.isAllowNone() || rules.isDeferVisits());
		assertTrue(RobotRules.of(compile("").group("a")).isAllowAll());
		assertEquals(RobotRules.UNSET_CRAWL_DELAY, RobotRules.of(compile("").group("a")).getCrawlDelay());
		for (int status : new int[] {301, 401, 403, 404, 410, 451})
			assertTrue(RobotRules.ofStatus(status).isAllowAll() && RobotRules.ofStatus(status).isAllowed("/"),
				"" + status);
		for (int status : new int[] {0, 199, 304, 429, 500, 503, 600})
			assertTrue(RobotRules.ofStatus(status).isAllowNone() && !RobotRules.ofStatus(status).isAllowed("/"),
				"" + status);
		assertNull(compile(TEXT).fetch());
	}
}
