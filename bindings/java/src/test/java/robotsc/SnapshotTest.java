// SnapshotTest.java - what snapshots that the command makes say, beside the blobs of their texts.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledIfSystemProperty(named = "robotsc.command", matches = ".+")
class SnapshotTest {
	private static final String COMMAND = System.getProperty("robotsc.command");
	private static final int HOSTS = 60;

	@TempDir Path folder;
	private Path hosts;

	Path make(String... options) throws Exception {
		final Path made = folder.resolve("made.snapshot");
		if (hosts == null) {
			hosts = Files.createDirectory(folder.resolve("hosts"));
			for (int i = 0; i < HOSTS; i++)
				Files.write(hosts.resolve("http:h" + i + ".example"), text(i));
		}
		final List<String> command = new ArrayList<>(List.of(COMMAND, "snapshot", "make", "-q", "-o", made.toString()));
		command.addAll(List.of(options));
		command.add(hosts.toString());
		assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
		return made;
	}

	/** Texts with constants, DFAs, filters, and other robots. */
	private static byte[] text(int i) {
		return String
			.join("\n", "User-agent: " + (i % 3 == 0 ? "*" : "ExampleBot"), "Disallow: /p" + i % 7,
				i % 2 == 0 ? "" : "Disallow: /*a*b" + i, i % 5 == 0 ? "Allow: /*%2Fx$" : "", "", "User-agent: b",
				"Disallow: /", "")
			.getBytes(StandardCharsets.UTF_8);
	}

	@ParameterizedTest
	@ValueSource(strings = {"", "--agent=ExampleBot", "--agent=b --agent=ExampleBot", "--dialect=google",
			     "--dialect=conner2 --agent=b"})
	void
	verdictsOfBlobs(String options) throws Exception {
		final String[] words = options.isEmpty() ? new String[0] : options.split(" ");
		final Snapshot snapshot = Snapshot.open(make(words));
		final String agent = options.endsWith("=b") ? "b" : "ExampleBot";
		int asked = 0;
		try (Compiler compiler = new Compiler(COMMAND, 60_000, words)) {
			for (Snapshot.Trust trust : Snapshot.Trust.values()) {
				final Snapshot.Robot robot =
					Snapshot.open(folder.resolve("made.snapshot"), trust, snapshot.root()).robot(agent);
				for (int i = 0; i < HOSTS; i++) {
					final Group group = compiler.compile(text(i)).group(agent);
					for (String path : CorpusTest.PATHS) {
						final String url = "http://h" + i + ".example" + path;
						assertEquals(group.allowed(url) ? Snapshot.Answer.ALLOW : Snapshot.Answer.DISALLOW,
							robot.check(url), url);
						asked++;
					}
					final Snapshot.Entry entry = snapshot.find("http://H" + i + ".example/");
					assertEquals("http://h" + i + ".example", entry.origin);
					assertEquals(Fetch.Outcome.PARSE, entry.fetch.outcome);
					assertArrayEquals(compiler.compile(text(i)).octets(), entry.blob().octets());
					assertEquals(group.allowed("/p1"), RobotRules.of(entry, agent).isAllowed("/p1"));
				}
			}
		}
		assertTrue(asked > 1000);
		final Snapshot.Answer[] answers = new Snapshot.Answer[3];
		snapshot.robot(agent).check(List.of("http://h0.example/p0", "http://nowhere.example/", "h0.example"), answers);
		assertEquals(List.of(Snapshot.Answer.UNKNOWN, Snapshot.Answer.URL), Arrays.asList(answers).subList(1, 3));
		assertNull(snapshot.find("https://h0.example/"));
		assertThrows(RobotscException.class, () -> snapshot.find("/"));
		assertEquals(HOSTS, snapshot.size());
		if (options.equals("--agent=ExampleBot"))
			assertEquals(RobotscException.Reason.AGENT,
				assertThrows(RobotscException.class, () -> snapshot.robot("c")).reason());
	}

	private static List<String> origins(Iterable<Snapshot.Entry> entries) {
		final List<String> origins = new ArrayList<>();
		entries.forEach(entry -> origins.add(entry.origin));
		return origins;
	}

	private static List<String> listed(Path snapshot, String... options) throws Exception {
		final List<String> command = new ArrayList<>(List.of(COMMAND, "snapshot", "list"));
		command.addAll(List.of(options));
		command.add(snapshot.toString());
		final Process process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
		final List<String> origins = new ArrayList<>();
		for (String line : new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\n"))
			origins.add(line.split("[ \t]")[0]);
		assertEquals(0, process.waitFor());
		return origins;
	}

	@ParameterizedTest
	@ValueSource(ints = {1, 2, 7, 100})
	void folderOfShards(int shards) throws Exception {
		final Path made = makeShards("folder", shards, "--agent=ExampleBot"), file = make("--agent=ExampleBot");
		final Snapshot whole = Snapshot.open(file), snapshot = Snapshot.open(made);
		assertEquals(List.of(-1, shards), List.of(snapshot.shard(), snapshot.shards()));
		assertEquals(List.of(whole.size(), whole.time()), List.of(snapshot.size(), snapshot.time()));
		assertEquals(listed(made), origins(snapshot.entries()));
		assertEquals(origins(whole.entries()), origins(snapshot.entries()));
		assertEquals(listed(file, "--domain=h7.example"), origins(snapshot.entries("H7.example")));
		assertEquals(List.of("http://h7.example"), origins(snapshot.entries("h7.example")));
		assertEquals(HOSTS, origins(snapshot.entries("example")).size());
		assertEquals(List.of(), origins(snapshot.entries("h7.example.com")));
		final List<String> urls = new ArrayList<>();
		for (int i = -1; i < HOSTS; i++)
			for (String path : CorpusTest.PATHS)
				urls.add("http://h" + i + ".example" + path);
		Collections.shuffle(urls, new Random(shards));
		final Snapshot.Answer[] answers = new Snapshot.Answer[urls.size()], expected = answers.clone();
		whole.robot("ExampleBot").check(urls, expected);
		for (Snapshot.Trust trust : Snapshot.Trust.values()) {
			final Snapshot.Robot robot = Snapshot.open(made, trust, snapshot.root()).robot("ExampleBot");
			robot.check(urls, answers);
			assertArrayEquals(expected, answers);
			for (int i = 0; i < answers.length; i++)
				assertEquals(expected[i], robot.check(urls.get(i)), urls.get(i));
		}
		assertThrows(RobotscException.class, () -> Snapshot.open(made, Snapshot.Trust.KNOWN, whole.root()));
		try (DirectoryStream<Path> files = Files.newDirectoryStream(made, "*-*.snapshot")) {
			int number = 0;
			for (Path shard : files) {
				final Snapshot one = Snapshot.open(shard);
				for (String origin : origins(one.entries()))
					assertEquals(one.shards() > 1 ? one.shard() : 0, Snapshot.shard(origin, shards));
				final Snapshot.Answer answer = one.robot("ExampleBot").check("http://h0.example/p1");
				assertEquals(origins(one.entries()).contains("http://h0.example"), answer != Snapshot.Answer.SHARD);
				if (number++ == 0)
					Files.delete(shard);
			}
			assertEquals(shards, number);
		}
		assertThrows(NoSuchFileException.class, () -> Snapshot.open(made));
	}

	private Path makeShards(String name, int shards, String... options) throws Exception {
		make(options);
		final Path made = folder.resolve(name);
		final List<String> command = new ArrayList<>(List.of(COMMAND, "snapshot", "make", "-q", "--shards=" + shards));
		command.addAll(List.of(options));
		command.addAll(List.of("-o", made.toString(), hosts.toString()));
		assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
		return made;
	}

	private static void copyShards(Path from, String names, Path to) throws Exception {
		try (DirectoryStream<Path> shards = Files.newDirectoryStream(from, names)) {
			for (Path shard : shards)
				Files.write(to.resolve(shard.getFileName()), Files.readAllBytes(shard));
		}
	}

	/** A manifest that is right, of shards that are not made in the same way. */
	@Test
	void shardsOfOtherSettings() throws Exception {
		final Path own = makeShards("own", 2, "--agent=b"), mixed = Files.createDirectory(folder.resolve("mixed"));
		final String[] ways = {"", "--agent=c", "--limit=999999", "--dialect=google", "--strict-fields",
			"--redirect-scope=origin", "--challenge=unreachable"};
		for (String way : ways) {
			final Path other = makeShards("other" + way, 2, way.isEmpty() ? new String[] {"--agent=b"}
										      : new String[] {"--agent=b", way});
			final byte[] manifest = Files.readAllBytes(own.resolve("manifest"));
			System.arraycopy(Files.readAllBytes(other.resolve("manifest")), 80, manifest, 80, 48);
			System.arraycopy(SnapshotFile.digest(manifest), 0, manifest, manifest.length - 32, 32);
			Files.write(mixed.resolve("manifest"), manifest);
			copyShards(own, "0000-*", mixed);
			copyShards(other, "0001-*", mixed);
			if (way.isEmpty())
				assertEquals(HOSTS, Snapshot.open(mixed).size());
			else
				assertThrows(RobotscException.class, () -> Snapshot.open(mixed), way);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = {"", "Mozilla/5.0 (compatible; ExampleBot/2.0)", "ExampleBot/2.0", "Example Bot", " ExampleBot",
			     "B\u00f6t"})
	void robotsThatAreNone(String agent) throws Exception {
		final Snapshot snapshot = Snapshot.open(make());
		assertEquals(RobotscException.Reason.AGENT,
			assertThrows(RobotscException.class, () -> snapshot.robot("ExampleBot", agent)).reason());
	}

	@ParameterizedTest
	@ValueSource(strings = {"", "h0.example/", "h0.example:80", "http://h0.example", "a@h0.example", "h0 .example",
			     "h0..example"})
	void domainsThatAreNone(String domain) throws Exception {
		final Snapshot snapshot = Snapshot.open(make());
		assertEquals(RobotscException.Reason.URL,
			assertThrows(RobotscException.class, () -> snapshot.entries(domain)).reason());
	}

	@ParameterizedTest
	@ValueSource(strings = {"", "--agent=ExampleBot"})
	void aCheckAllocatesNothing(String options) throws Exception {
		final Snapshot.Robot robot = Snapshot.open(options.isEmpty() ? make() : make(options)).robot("ExampleBot");
		final String[] urls = new String[HOSTS + 1];
		for (int i = 0; i < HOSTS; i++)
			urls[i] = "http://h" + i + ".example/p1/%2F"
				  + "ab".repeat(i);
		urls[HOSTS] = "http://nowhere.example/";
		final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
		final long thread = Thread.currentThread().getId();
		long before = 0;
		for (int i = 0; i < 300; i++) {
			if (i == 100)
				before = threads.getThreadAllocatedBytes(thread);
			for (String url : urls)
				robot.check(url);
		}
		assertTrue(threads.getThreadAllocatedBytes(thread) - before < 2000, "octets of 12,200 checks");
	}

	/** Each octet that changes makes a look-up say so, or changes no answer. */
	@Test
	void damageIsNoticed() throws Exception {
		final byte[] octets = Files.readAllBytes(make("--agent=ExampleBot"));
		final Path damaged = folder.resolve("damaged");
		final Snapshot.Answer[] answers = new Snapshot.Answer[HOSTS];
		for (int i = 0; i < HOSTS; i++)
			answers[i] = Snapshot.open(folder.resolve("made.snapshot"))
					     .robot("ExampleBot")
					     .check("http://h" + i + ".example/p1");
		int noticed = 0;
		for (int at = 0; at < octets.length; at += 37) {
			final byte[] copy = octets.clone();
			copy[at] ^= 1 << at % 8;
			Files.write(damaged, copy);
			try {
				final Snapshot.Robot robot = Snapshot.open(damaged).robot("ExampleBot");
				for (int i = 0; i < HOSTS; i++) {
					final Snapshot.Answer answer = robot.check("http://h" + i + ".example/p1");
					assertTrue(answer == Snapshot.Answer.DAMAGED || answer == answers[i], "octet " + at);
					noticed += answer == Snapshot.Answer.DAMAGED ? 1 : 0;
				}
			} catch (RobotscException e) {
				noticed++;
			}
			Files.delete(damaged);
		}
		assertTrue(noticed > 100);
	}

	@Test
	void partsOfAFile() throws Exception {
		final byte[] octets = new byte[1000];
		for (int i = 0; i < octets.length; i++)
			octets[i] = (byte) (i * 7 + i / 256);
		final Path file = folder.resolve("parts");
		Files.write(file, octets);
		final Mapped whole = new Mapped(file, 30);
		for (int shift = 3; shift < 12; shift++)
			for (int at = 0; at < 40; at++)
				for (int count = 0; count < 80; count++) {
					final byte[] copy = new byte[count + 2];
					whole.copy(at, copy, 1, count);
					final byte[] parts = new byte[count + 2];
					mapped(file, shift).copy(at, parts, 1, count);
					assertArrayEquals(copy, parts);
					assertArrayEquals(
						Arrays.copyOfRange(octets, at, at + count), Arrays.copyOfRange(copy, 1, 1 + count));
				}
	}

	private final Mapped[] maps = new Mapped[12];

	private Mapped mapped(Path file, int shift) throws Exception {
		if (maps[shift] == null)
			maps[shift] = new Mapped(file, shift);
		return maps[shift];
	}

	@Test
	void moreThanTwoGiB() throws Exception {
		final Path file = folder.resolve("large");
		final byte[] text = "across the border".getBytes(StandardCharsets.UTF_8);
		try (RandomAccessFile large = new RandomAccessFile(file.toFile(), "rw")) {
			large.setLength(5L << 29);
			large.seek((1L << 31) - 7);
			large.write(text);
		}
		final byte[] copy = new byte[text.length];
		new Mapped(file).copy((1L << 31) - 7, copy, 0, copy.length);
		assertArrayEquals(text, copy);
	}
}
