// KitSnapshotTest.java - the reader of snapshots beside the kit that readers are held against.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledIfSystemProperty(named = "robotsc.kit", matches = ".+")
class KitSnapshotTest {
	private static final String[] SELECTED = {"none", "star", "token"};

	@TempDir Path folder;
	private final Map<String, Integer> asked = new TreeMap<>();
	private KitFile kit;
	private Path file;
	private Snapshot snapshot;
	private Snapshot.Robot robot; // null: refused
	private Path shards;
	private final Map<String, Path> named = new TreeMap<>();
	/** Folders, and whether they open. */
	private final Map<Path, Boolean> expected = new TreeMap<>();
	private final List<Path[]> members = new ArrayList<>();
	private int files;

	@ParameterizedTest
	@ValueSource(strings = {"snapshots.kit", "bad-snapshots.kit"})
	void answers(String name) throws Exception {
		try (KitFile lines = new KitFile(Path.of(System.getProperty("robotsc.kit"), name))) {
			kit = lines;
			while (lines.next())
				if (ask())
					asked.merge(kit.word(), 1, Integer::sum);
		}
		System.out.println(name + ": " + asked);
		folders();
		for (String word : List.of("snapshot", "open", "find", "check", "domain"))
			assertTrue(asked.getOrDefault(word, 0) > 0, word);
		if (name.equals("snapshots.kit"))
			assertTrue(expected.values().contains(true) && expected.values().contains(false), "folders");
	}

	private boolean ask() throws Exception {
		switch (kit.word()) {
		case "snapshot":
			file = folder.resolve("snapshot-" + files++);
			Files.write(file, kit.base64(2));
			named.put(kit.field(1), file);
			return true;
		case "info":
			return info();
		case "origin":
			return origin();
		case "shard":
			return shard();
		case "open":
			return open();
		case "find":
			return robot == null || find();
		case "check":
			return robot == null || check();
		case "domain":
			return robot == null || domain();
		case "manifest":
			shards = Files.createDirectory(folder.resolve("folder-" + files++));
			Files.write(shards.resolve("manifest"), kit.base64(3));
			expected.put(shards, kit.field(2).equals("ok"));
			return true;
		case "member":
			members.add(new Path[] {shards.resolve(kit.field(1)), Path.of(kit.field(2))});
			return true;
		default:
			return false;
		}
	}

	/** Folders are opened when all snapshots are there. */
	private void folders() throws Exception {
		for (Path[] member : members)
			Files.copy(named.get(member[1].toString()), member[0]);
		for (Map.Entry<Path, Boolean> one : expected.entrySet())
			for (Snapshot.Trust trust : Snapshot.Trust.values()) {
				final byte[] manifest = Files.readAllBytes(one.getKey().resolve("manifest"));
				final int end = manifest.length;
				final byte[] root = Arrays.copyOfRange(manifest, Math.max(0, end - 32), end);
				boolean opened = true;
				try {
					Snapshot.open(one.getKey(), trust, root);
				} catch (RobotscException | NoSuchFileException e) {
					opened = false;
				}
				assertEquals(one.getValue(), opened, one.getKey().toString());
			}
	}

	private boolean domain() {
		final List<String> origins = new ArrayList<>(), found = new ArrayList<>();
		for (int i = 4; i < kit.size(); i++)
			origins.add(new String(kit.text(i), StandardCharsets.ISO_8859_1));
		String status = "ok";
		try {
			final byte[] host = kit.text(2);
			for (Entries entries = new Entries(snapshot.files, host.length > 0 ? host : null); entries.hasNext();)
				found.add(entries.next().origin);
		} catch (RobotscException e) {
			assertEquals(RobotscException.Reason.CORRUPT, e.reason());
			status = "damaged";
		}
		assertEquals(kit.field(1), status, kit.toString());
		assertEquals(kit.number(3), origins.size());
		assertEquals(origins, found, kit.toString());
		return true;
	}

	private static boolean begin(byte[] url) {
		return Lookup.mine().begin(Walk.mine().of(url, 0, url.length));
	}

	private boolean origin() {
		final byte[] url = kit.text(3);
		final Lookup lookup = Lookup.mine();
		final boolean found = begin(url);
		assertEquals(kit.field(1).equals("ok"), found, kit.toString());
		if (found)
			assertEquals(
				kit.string(2), new String(lookup.origin.out, 0, lookup.origin.size, StandardCharsets.ISO_8859_1));
		final String string = kit.string(3);
		if (found && new String(url, StandardCharsets.UTF_8).equals(string)) {
			assertTrue(lookup.begin(Walk.mine().of(string)), kit.toString());
			assertEquals(
				kit.string(2), new String(lookup.origin.out, 0, lookup.origin.size, StandardCharsets.ISO_8859_1));
		}
		return true;
	}

	private boolean shard() {
		final boolean found = begin(kit.text(4));
		assertEquals(kit.field(1).equals("ok"), found, kit.toString());
		if (found)
			assertEquals(kit.number(2), Lookup.mine().shard((int) kit.number(3)), kit.toString());
		return true;
	}

	private boolean open() throws Exception {
		final Snapshot.Trust trust = Snapshot.Trust.valueOf(kit.field(2).toUpperCase());
		byte[] root = null;
		if (!kit.field(3).equals("-")) {
			root = new byte[32];
			for (int i = 0; i < 32; i++)
				root[i] = (byte) Integer.parseInt(kit.field(3).substring(2 * i, 2 * i + 2), 16);
		}
		robot = null;
		String status = "ok";
		try {
			snapshot = Snapshot.open(file, trust, root);
			robot = snapshot.robot(kit.texts(4));
		} catch (RobotscException e) {
			status = KitTest.status(e);
		}
		assertEquals(kit.field(1), status, kit.toString());
		return true;
	}

	private boolean info() throws Exception {
		final Snapshot s = Snapshot.open(file);
		assertEquals(kit.number(1), s.size());
		assertEquals(kit.number(2), s.policies());
		assertEquals(kit.number(3), s.time());
		assertEquals(kit.number(5) > 1 ? kit.number(4) : -1, s.shard());
		assertEquals(kit.number(5), s.shards());
		assertEquals(kit.number(6), s.files[0].dialect);
		assertEquals(Long.parseUnsignedLong(kit.field(11)), s.files[0].seed);
		assertArrayEquals(kit.texts(14), s.files[0].agents);
		return true;
	}

	/** The package says of schemes, hosts and ports that the URL has no origin. */
	private static String group(String status) {
		return status.matches("scheme|host|port") ? "url" : status;
	}

	private boolean find() {
		final byte[] url = kit.text(2);
		final Lookup lookup = Lookup.mine();
		final String[] statuses = {"ok", "unknown", "shard", "damaged", "url"};
		final int status = begin(url) ? lookup.find(snapshot.file(lookup)) : Lookup.URL;
		assertEquals(group(kit.field(1)), statuses[status], kit.toString());
		if (status != Lookup.OK)
			return true;
		final StringBuilder expected = new StringBuilder();
		for (int i = 4; i < 16; i++)
			expected.append(kit.field(i)).append('\t');
		assertEquals(kit.string(3), new String(lookup.entry, Lookup.HEAD, lookup.originSize, StandardCharsets.ISO_8859_1));
		final Fetch fetch = lookup.fetch();
		assertEquals(expected.toString(), KitTest.numbers(fetch) + "\t" + (fetch.challenge ? 1 : 0) + "\t", kit.toString());
		return true;
	}

	private boolean check() {
		final byte[] url = kit.text(4);
		final Snapshot.Answer answer = robot.check(url, 0, url.length);
		String expected = group(kit.field(1));
		if (expected.equals("ok"))
			expected = kit.number(2) == 1 ? "allow" : "disallow";
		assertEquals(expected, answer.name().toLowerCase(), kit.toString());
		if (kit.field(1).equals("ok"))
			assertEquals(kit.field(3), SELECTED[robot.selected()], kit.toString());
		return true;
	}
}
