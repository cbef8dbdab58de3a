// Dialect.java - how a robots.txt is read.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

/** How a robots.txt is read; the order is that of C. */
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

	/** The dialect of a name that the command has. */
	public static Dialect of(String name) {
		for (Dialect dialect : values())
			if (dialect.text.equals(name))
				return dialect;
		throw new RobotscException(RobotscException.ARGUMENT, "there is no dialect '" + name + "'");
	}

	/** The name that the command has for it. */
	@Override
	public String toString() {
		return text;
	}

	/** Whether this dialect compares all of a text as a product token. */
	public boolean isToken(String text) {
		return Native.isToken(ordinal(), Texts.utf8(text));
	}
}
