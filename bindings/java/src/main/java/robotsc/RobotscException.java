// RobotscException.java - the one exception of the package.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

/** What a reader refuses: a blob, a snapshot, a robot's name or a URL. */
public final class RobotscException extends RuntimeException {
	private static final long serialVersionUID = 1L;

	/** Why something was refused. */
	public enum Reason {
		/** Octets are missing at the end. */
		TRUNCATED("the end is missing"),
		/** The octets are no blob, no snapshot, or no manifest. */
		MAGIC("it begins as something else"),
		/** A later version than this reader knows. */
		VERSION("its version is unknown"),
		/** A part contradicts another one. */
		CORRUPT("it is corrupt"),
		/** A checksum or a root is not that of the octets. */
		CHECKSUM("its checksum is another one"),
		/** No product token, or one that a partial blob was not compiled for. */
		AGENT("the robot cannot be answered"),
		/** The blob was compiled without extensions. */
		ABSENT("it was compiled without extensions"),
		/** A text without an origin that has a robots.txt. */
		URL("it is no URL and no path"),
		/** The text is refused by the compiler, or the compiler does not run. */
		COMPILER("the compiler gave no blob");

		final String text;

		Reason(String text) {
			this.text = text;
		}
	}

	private final Reason reason;

	RobotscException(Reason reason, String what) {
		super(what + ": " + reason.text);
		this.reason = reason;
	}

	RobotscException(Reason reason, String what, String hint) {
		super(what + "; " + hint);
		this.reason = reason;
	}

	/** Why it was refused. */
	public Reason reason() {
		return reason;
	}

	static RobotscException corrupt(String what) {
		return new RobotscException(Reason.CORRUPT, what);
	}
}
