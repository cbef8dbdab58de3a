// Blob.java - the compiled rules of one robots.txt.  docs/format.md
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import robotsc.RobotscException.Reason;

/** A blob that was verified.  Immutable: any thread may use it. */
public final class Blob {
	private static final String[] DIALECTS = {"rfc9309", "google", "nexor1994", "koster1996", "conner2"};

	private final Opening parts;
	private final Extensions extensions; // or null
	private final Fetch fetch;           // or null

	private Blob(byte[] octets) {
		parts = new Opening(octets);
		parts.verify();
		parts.once();
		extensions = parts.has(Opening.EXTENSIONS) ? new Extensions(parts, index().count) : null;
		fetch = !parts.has(Opening.FETCH) ? null
						  : Fetch.ofBlob(octets, parts.begin[Opening.FETCH],
							    parts.end[Opening.FETCH] - parts.begin[Opening.FETCH]);
	}

	/** Verifies a blob, and keeps a copy. */
	public static Blob open(byte[] octets) {
		return new Blob(octets.clone());
	}

	/** Verifies what a buffer has left, and keeps a copy.  The buffer stays as it is. */
	public static Blob open(ByteBuffer octets) {
		final byte[] copy = new byte[octets.remaining()];
		octets.duplicate().get(copy);
		return new Blob(copy);
	}

	/** The same without a copy, of octets that nobody else will write to. */
	static Blob adopt(byte[] octets) {
		return new Blob(octets);
	}

	private Agents index() {
		return new Agents().of(parts.b, parts.begin[Opening.AGENTS], parts.end[Opening.AGENTS]);
	}

	int dialectNumber() {
		return parts.b[6];
	}

	int form() {
		return parts.b[7];
	}

	/** The dialect that the blob was compiled for, such as "rfc9309". */
	public String dialect() {
		return DIALECTS[dialectNumber()];
	}

	/** A copy of the octets. */
	public byte[] octets() {
		return parts.b.clone();
	}

	/** The product tokens with rules, in lower case. */
	public List<String> agents() {
		final Agents index = index();
		final List<String> names = new ArrayList<>();
		for (int i = 0; i < index.count; i++)
			names.add(new String(index.name(i), StandardCharsets.UTF_8));
		return Collections.unmodifiableList(names);
	}

	/**
	 * The rules of a robot: the first token that the file names decides, and only without one
	 * "*".
	 */
	public Group group(String... tokens) {
		final byte[][] names = Agents.octets(tokens);
		index().needTokens(names);
		return group(names);
	}

	/** The rules of the robot that sends a User-Agent header. */
	public Group groupForHeader(String header) {
		final byte[][] names = index().headerTokens(header.getBytes(StandardCharsets.UTF_8));
		if (names.length == 0 && (parts.b[13] & 1) != 0)
			throw new RobotscException(Reason.AGENT, "the blob was compiled for other robots");
		return group(names);
	}

	/** The rules for names, which are cut as the dialect cuts them. */
	Group group(byte[][] names) {
		final Agents index = index();
		if (!index.select(names))
			throw new RobotscException(Reason.AGENT, "the blob was compiled for other robots");
		final int policy = (int) (index.field >> 1) - 1;
		final String token = index.selected == 2   ? new String(names[index.token], StandardCharsets.UTF_8)
				     : index.selected == 1 ? "*"
							   : null;
		final Machine[] machines = policy < 0 ? null : parts.policies[policy];
		return new Group(this, machines, policy < 0 || parts.constants[policy], index.entry, token);
	}

	/** The verdict of a policy for the path of a text from a place on. */
	boolean verdict(int policy, int form, Walk walk, int from) {
		return Group.verdict(parts.policies[policy], parts.constants[policy], form, walk, from);
	}

	Extensions extensions() {
		if (extensions == null)
			throw new RobotscException(Reason.ABSENT, "the blob has no records");
		return extensions;
	}

	/** The lines that hold for the file as a whole. */
	public List<Line> records() {
		return Collections.unmodifiableList(extensions().lines());
	}

	/** The values of Sitemap lines. */
	public List<String> sitemaps() {
		final List<String> found = new ArrayList<>();
		for (Line line : extensions().lines())
			if (line.kind == Line.SITEMAP)
				found.add(line.value);
		return Collections.unmodifiableList(found);
	}

	/** Whether the blob keeps the lines beside Allow and Disallow. */
	public boolean hasRecords() {
		return extensions != null;
	}

	/** What was decided when the robots.txt was fetched, or null. */
	public Fetch fetch() {
		return fetch;
	}
}
