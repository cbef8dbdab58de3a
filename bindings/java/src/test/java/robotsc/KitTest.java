// KitTest.java - the reader of blobs beside the kit that readers are held against.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledIfSystemProperty(named = "robotsc.kit", matches = ".+")
class KitTest {
	private static final String[] SELECTED = {"none", "star", "token"};

	private final Map<String, Integer> asked = new TreeMap<>();
	private KitFile kit;
	private byte[] octets;
	private Blob blob;   // null: refused
	private Group group; // null: not answered
	private RobotscException refusal;
	private Iterator<Line> records;
	private int nearBound; // paths that take half of the steps they may take

	@ParameterizedTest
	@ValueSource(strings = {"blobs.kit", "layout.kit", "bad-blobs.kit", "edges.kit"})
	void answers(String file) throws Exception {
		final Path path = Path.of(System.getProperty("robotsc.kit"), file);
		assumeTrue(Files.exists(path));
		try (KitFile lines = new KitFile(path)) {
			kit = lines;
			while (lines.next())
				line();
		}
		System.out.println(file + ": " + asked);
		assertTrue(!file.equals("blobs.kit") || nearBound > 0, "no path takes half of its steps");
		for (String word : List.of("blob", "group"))
			assertTrue(asked.getOrDefault(word, 0) > 0, word);
	}

	private void line() {
		if (ask())
			asked.merge(kit.word(), 1, Integer::sum);
	}

	/** False for a word that is not known here. */
	private boolean ask() {
		switch (kit.word()) {
		case "blob":
			return blob();
		case "fetch":
			return fetch();
		case "extensions":
			return extensions();
		case "group":
		case "names":
			return group();
		case "header":
			return header();
		case "url":
		case "path":
			return group == null || verdict();
		case "steps":
			return group == null || steps();
		case "usage":
			return usage();
		case "records":
			return records();
		case "record":
			return record();
		default:
			return false;
		}
	}

	private boolean blob() {
		octets = kit.base64(3);
		blob = null;
		group = null;
		refusal = null;
		String status = "ok";
		try {
			blob = Blob.open(octets);
		} catch (RobotscException e) {
			refusal = e;
			status = status(e);
		}
		// What is wrong with fetch and extensions, the lines after this one say.
		if (!kit.field(2).equals("ok") || !status.equals("corrupt"))
			assertEquals(kit.field(2), status, kit.toString());
		return true;
	}

	static String status(RobotscException e) {
		return e.reason().name().toLowerCase();
	}

	private boolean fetch() {
		final String expected = kit.field(1);
		if (expected.equals("corrupt")) {
			assertNotNull(refusal, kit.toString());
			blob = null;
		} else if (blob != null) {
			final Fetch fetch = blob.fetch();
			assertEquals(expected, fetch == null ? "absent" : "ok", kit.toString());
			if (fetch != null)
				assertEquals(String.join("\t", Arrays.asList(numbers(12, 2)).subList(0, 11)), numbers(fetch),
					kit.toString());
		}
		return true;
	}

	private String[] numbers(int count, int from) {
		final String[] numbers = new String[count];
		for (int i = 0; i < count; i++)
			numbers[i] = kit.field(from + i);
		return numbers;
	}

	/**
	 * The numbers of the kit without the last, which says whether the response was a challenge.
	 */
	static String numbers(Fetch f) {
		return f.fetched + "\t" + f.expires + "\t" + f.since + "\t" + Long.toUnsignedString(f.length) + "\t" +
			Long.toUnsignedString(f.digest) + "\t" + f.status + "\t" + f.end + "\t" + f.profile + "\t" +
			f.outcome.ordinal() + "\t" + f.row + "\t" + (f.revalidate ? 1 : 0);
	}

	private boolean extensions() {
		if (kit.field(1).equals("corrupt")) {
			assertNotNull(refusal, kit.toString());
			refusal = null;
			return true;
		}
		if (blob != null)
			assertEquals(kit.field(1), blob.hasRecords() ? "ok" : "absent", kit.toString());
		return true;
	}

	private void select(byte[][] names) {
		group = null;
		try {
			group = blob.group(names);
		} catch (RobotscException e) {
			assertEquals(RobotscException.Reason.AGENT, e.reason());
		}
	}

	private boolean group() {
		if (blob == null)
			return true;
		select(kit.texts(3));
		final String token = group == null ? null : group.token();
		final String selected = group == null ? "unanswered" : SELECTED[token == null ? 0 : token.equals("*") ? 1 : 2];
		// A robot may be called "*", too.
		if (!kit.field(1).equals("token") || !"*".equals(token))
			assertEquals(kit.field(1), selected, kit.toString());
		if (kit.number(2) >= 0)
			assertEquals(kit.string(3 + (int) kit.number(2)), token, kit.toString());
		return true;
	}

	private boolean header() {
		if (blob == null)
			return true;
		group = null;
		try {
			group = blob.groupForHeader(new String(kit.text(3), StandardCharsets.UTF_8));
		} catch (RobotscException e) {
			assertEquals("unanswered", kit.field(1), kit.toString());
			return true;
		}
		final String token = group.token();
		assertEquals(kit.field(1), SELECTED[token == null ? 0 : token.equals("*") ? 1 : 2], kit.toString());
		if (kit.field(1).equals("token"))
			assertEquals(kit.string(2), token, kit.toString());
		return true;
	}

	/** A path, and the steps that it may take. */
	private boolean steps() {
		Walk.steps = 0;
		final byte[] path = kit.text(3);
		group.verdict(Walk.mine().of(path, 0, path.length), 0);
		assertTrue(Walk.steps <= kit.number(1), Walk.steps + " steps: " + kit);
		if (2L * Walk.steps > kit.number(1))
			nearBound++;
		return verdict();
	}

	private boolean verdict() {
		final int at = kit.word().equals("steps") ? 2 : 1;
		final byte[] text = kit.text(at + 1);
		final boolean expected = kit.number(at) == 1, isUrl = kit.word().equals("url");
		final Walk walk = Walk.mine().of(text, 0, text.length);
		assertEquals(expected, group.verdict(walk, isUrl ? Urls.cut(blob.dialectNumber(), walk.url, walk.end) : 0),
			kit.toString());
		final String string = new String(text, StandardCharsets.UTF_8);
		if (!Arrays.equals(string.getBytes(StandardCharsets.UTF_8), text))
			return true;
		walk.of(string);
		assertEquals(expected, group.verdict(walk, isUrl ? Urls.cut(blob.dialectNumber(), walk.url, walk.end) : 0),
			kit.toString());
		if (kit.word().equals("url"))
			publicCalls(string, text, expected);
		return true;
	}

	/** The public calls say the same, or that this is no URL. */
	private void publicCalls(String string, byte[] text, boolean expected) {
		try {
			assertEquals(expected, group.allowed(string), kit.toString());
		} catch (RobotscException e) {
			assertEquals(RobotscException.Reason.URL, e.reason());
			return;
		}
		assertEquals(expected, group.allowed(text, 0, text.length), kit.toString());
	}

	private boolean usage() {
		if (group == null)
			return true;
		final byte[] text = kit.text(5);
		final Walk walk = Walk.mine().of(text, 0, text.length);
		final Usage usage = blob.extensions().usage(group, blob, walk, Urls.cut(blob.dialectNumber(), walk.url, walk.end));
		final String says = usage.preferences().getOrDefault(Line.FIELDS[(int) kit.number(2)], Map.of()).get(kit.string(3));
		assertEquals(kit.number(1) == 1, usage.allowed, kit.toString());
		assertEquals(kit.number(4) == 0, says == null, kit.toString());
		if (kit.number(4) == 1 || kit.number(4) == 2)
			assertTrue(says.matches(kit.number(4) == 1 ? "no?|.{3,}" : "y|yes|.{3,}"), kit.toString());
		return true;
	}

	private boolean records() {
		records = (kit.field(1).equals("whole") ? blob.records() : group.records()).iterator();
		return true;
	}

	private boolean record() {
		final Line line = records.next();
		final String expected = String.join("\t", numbers(4, 1)[0], kit.field(2), kit.field(3), kit.string(4),
			kit.string(5), kit.field(6), kit.field(7), kit.field(8), kit.field(9), kit.field(10));
		assertEquals(expected,
			String.join("\t", "" + line.kind, "" + line.line, "" + line.group, line.kind == 0 ? line.field : "",
				line.value, number(line.delay, -1), number(line.documents, 0),
				line.documents > 0 ? "" + line.seconds : "-", number(line.from, -1), number(line.to, -1)));
		return true;
	}

	private static String number(long value, long none) {
		return value == none ? "-" : "" + value;
	}
}
