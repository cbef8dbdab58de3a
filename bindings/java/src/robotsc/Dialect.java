// Dialect.java - how a robots.txt is read.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

/** How a robots.txt is read; in the order of C's enum. */
public enum Dialect {
	/** RFC 9309. */
	RFC9309("rfc9309"),
	/** As google/robotstxt reads it. */
	GOOGLE("google"),
	/** A Standard for Robot Exclusion, 1994. */
	NEXOR1994("nexor1994"),
	/** draft-koster-robots-00, 1996. */
	KOSTER1996("koster1996"),
	/** Conner's proposal of version 2.0.0, 1996. */
	CONNER2("conner2");

	private final String text;

	Dialect(String text) {
		this.text = text;
	}

	/** The dialect with a name of the command. */
	public static Dialect of(String name) {
		for (Dialect dialect : values())
			if (dialect.text.equals(name))
				return dialect;
		throw new RobotscException(RobotscException.ARGUMENT, "there is no dialect '" + name + "'");
	}

	/** The name of the dialect in the command. */
	@Override
	public String toString() {
		return text;
	}

	/** Whether the whole text is a product token in this dialect. */
	public boolean isToken(String text) {
		return Native.isToken(ordinal(), Texts.utf8(text));
	}
}
