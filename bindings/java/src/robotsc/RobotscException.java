// RobotscException.java - the exception of all refusals.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

/** The engine refuses something.  A check of a URL is never refused. */
public final class RobotscException extends RuntimeException {
	private static final long serialVersionUID = 2L;
	static final int TOO_LARGE = 2, ARGUMENT = 3;

	/** Why the engine refuses it. */
	public enum Reason {
		/** Another reason; {@link RobotscException#status} has its number. */
		OTHER(0),
		/** Texts or a blob of 2 GB and more. */
		TOO_LARGE(RobotscException.TOO_LARGE),
		/** An argument is out of range, such as a text that is no product token. */
		ARGUMENT(RobotscException.ARGUMENT),
		/** A blob that lacks its last octets. */
		TRUNCATED(16),
		/** The octets are no blob. */
		MAGIC(17),
		/** A blob of a format that this version does not know. */
		VERSION(18),
		/** A blob whose content breaks a rule of the format. */
		CORRUPT(19),
		/** A blob that was changed. */
		CHECKSUM(20),
		/** The blob was compiled for other robots. */
		AGENT(24),
		/** The policy was compiled without records. */
		ABSENT(25),
		/** A URL that is not http, https or ftp. */
		SCHEME(48),
		/** A URL without a host, or with an invalid host. */
		HOST(49),
		/** A URL whose port is no number up to 65535. */
		PORT(50);

		private final int status;

		Reason(int status) {
			this.status = status;
		}
	}

	private final int status;

	RobotscException(int status, String text) {
		super(text);
		this.status = status;
	}

	/** For a text that is no product token. */
	RobotscException(String token) {
		this(ARGUMENT, "'" + token + "' is no product token; agentForHeader takes a whole header");
	}

	/** The number in C: enum robotsc_status. */
	public int status() {
		return status;
	}

	/** Why the engine refuses it. */
	public Reason reason() {
		for (Reason reason : Reason.values())
			if (reason.status == status)
				return reason;
		return Reason.OTHER;
	}
}
