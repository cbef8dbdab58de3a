// ForgedSnapshotTest.java - whatever octets a snapshot has, at every level a question has an answer
// or the package's own exception, after bounded steps.
//
// robotsc.forged is a folder of snapshots that tests/hosts/snapshot/snapshot_forge_test.c has
// written.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@EnabledIfSystemProperty(named = "robotsc.forged", matches = ".+")
class ForgedSnapshotTest {
	private static final Duration LIMIT = Duration.ofSeconds(20); // of one snapshot
	private static final String[] PATHS = {"", "/", "/private/x.html", "/a/c/b%2f?d=e&f", "/\u00e9#x",
		"/"
			+ "ab".repeat(200)};
	private static final int TRIES = 150, MOST = 30; // entries that are asked about

	@TempDir Path folder;
	private final Map<Snapshot.Answer, Integer> answers = new EnumMap<>(Snapshot.Answer.class);
	private int opened, refused, listed;

	private static byte[] root(byte[] octets) {
		final int head = octets.length < 320 ? 0 : Octets.i32(octets, 12);
		return head < 320 || head > octets.length ? new byte[32] : Arrays.copyOfRange(octets, head - 32, head);
	}

	private void ask(Snapshot snapshot) {
		final List<String> urls = new ArrayList<>(List.of("https://example.com/", "http://nowhere.example/"));
		final List<Snapshot.Entry> entries = new ArrayList<>();
		try {
			for (Snapshot.Entry entry : snapshot.entries())
				if (entries.size() < MOST)
					entries.add(entry);
			snapshot.entries("example.com").forEach(entry -> listed++);
		} catch (RobotscException e) {
			refused++;
		}
		for (Snapshot.Entry entry : entries) {
			for (String path : PATHS)
				urls.add(entry.origin + path);
			try {
				entry.blob().group(snapshot.files[0].agents).allowed("/private/");
			} catch (RobotscException e) {
				refused++;
			}
		}
		final byte[][][] robots = {snapshot.files[0].agents, Agents.octets(new String[] {"ExampleBot"}), {}};
		for (byte[][] tokens : robots) {
			final Snapshot.Robot robot;
			try {
				robot = snapshot.robot(tokens.length > 1 ? Arrays.copyOf(tokens, 1) : tokens);
			} catch (RobotscException e) {
				refused++;
				continue;
			}
			final Snapshot.Answer[] many = new Snapshot.Answer[urls.size()];
			robot.check(urls, many);
			for (int i = 0; i < many.length; i++) {
				answers.merge(many[i], 1, Integer::sum);
				assertEquals(robot.check(urls.get(i)), many[i], urls.get(i));
			}
		}
	}

	/** Changes octets of the blobs, and makes their checksums right. */
	private static byte[] forgePolicies(byte[] made, Random random) {
		final byte[] forged = made.clone();
		final long begin = Octets.u64(forged, 72 + 3 * 48);
		for (int at = (int) begin; at + 8 < forged.length;) {
			final int size = Octets.i32(forged, at + 4), blob = at + 8;
			for (int i = random.nextInt(3); i >= 0; i--) {
				final int octet = blob + 14 + random.nextInt(size - 22);
				final int bit = forged[octet] ^ 1 << random.nextInt(8);
				forged[octet] = (byte) (random.nextBoolean() ? random.nextInt(256) : bit);
			}
			Octets.put64(forged, blob + size - 8, Octets.checksum(forged, blob, size - 8));
			at += Math.max(64, 8 + size + 7 & ~7);
		}
		return forged;
	}

	@ParameterizedTest
	@EnumSource(Snapshot.Trust.class)
	@EnabledIfSystemProperty(named = "robotsc.command", matches = ".+")
	void policiesThatNobodyVerified(Snapshot.Trust trust) throws Exception {
		final SnapshotTest maker = new SnapshotTest();
		final Path file = (maker.folder = folder).resolve("forged");
		final byte[] made = Files.readAllBytes(maker.make());
		final Random random = new Random(trust.ordinal());
		for (int i = 0; i < TRIES; i++) {
			final byte[] octets = forgePolicies(made, random);
			Files.write(file, octets);
			assertTimeoutPreemptively(LIMIT, () -> ask(Snapshot.open(file, trust, root(octets))));
			Files.delete(file);
		}
		System.out.printf("%s: %s; %d refused%n", trust, answers, refused);
		assertTrue(answers.get(Snapshot.Answer.DAMAGED) > TRIES && answers.get(Snapshot.Answer.ALLOW) > TRIES);
	}

	@ParameterizedTest
	@EnumSource(Snapshot.Trust.class)
	void onlyItsOwnException(Snapshot.Trust trust) throws Exception {
		final List<Path> files = new ArrayList<>();
		try (DirectoryStream<Path> folder = Files.newDirectoryStream(Path.of(System.getProperty("robotsc.forged")))) {
			folder.forEach(files::add);
		}
		for (Path file : files)
			assertTimeoutPreemptively(LIMIT, () -> {
				try {
					final Snapshot snapshot = Snapshot.open(file, trust, root(Files.readAllBytes(file)));
					opened++;
					ask(snapshot);
				} catch (RobotscException e) {
					refused++;
				}
			}, file.toString());
		System.out.printf("%s: %d files, %d opened; %s; %d refused, %d of a domain%n", trust, files.size(), opened, answers,
			refused, listed);
		assertTrue(opened > files.size() / 2 && refused > 0 && answers.size() >= Snapshot.Answer.values().length - 1);
	}
}
