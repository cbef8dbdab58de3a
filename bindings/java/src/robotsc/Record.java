// Record.java - a line of a robots.txt other than Allow and Disallow.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** A line of a robots.txt other than Allow and Disallow. */
public final class Record {
	/** Known fields; in the order of C's enum. */
	public enum Field {
		/** Any other field: {@link Record#name} is as in the file. */
		UNKNOWN, SITEMAP, CRAWL_DELAY, REQUEST_RATE, VISIT_TIME, COMMENT, ROBOT_VERSION, HOST, CLEAN_PARAM, NOINDEX,
		CONTENT_SIGNAL, CONTENT_USAGE, LICENSE, AGENTMAP, SCHEMAMAP, LLM_POLICY
	}

	/** A text of the file: any octets. */
	public static final class Text {
		private final byte[] octets;

		private Text(byte[] octets) {
			this.octets = octets;
		}

		/** The octets of the text. */
		public byte[] octets() {
			return octets.clone();
		}

		/** The text as UTF-8; octets that are no UTF-8 become U+FFFD. */
		@Override
		public String toString() {
			return new String(octets, StandardCharsets.UTF_8);
		}

		@Override
		public boolean equals(Object other) {
			return other instanceof Text && Arrays.equals(octets, ((Text) other).octets);
		}

		@Override
		public int hashCode() {
			return Arrays.hashCode(octets);
		}
	}

	/** The value of from and to if the line names no time of day. */
	public static final int UNTIMED = -1;
	private static final long UNTIMED_OF_C = 0xFFFFFFFFL;

	/** The field. */
	public final Field field;
	/** The line, from 1, and its group in the file, from 1; group 0: no group. */
	public final int line, group;
	/** Of Crawl-delay: milliseconds. */
	public final long delay;
	/** Of Request-rate: documents in a number of seconds. */
	public final long documents, seconds;
	/** Of Request-rate and Visit-time: minutes of the day in UTC, both included. */
	public final int from, to;
	/** Of Sitemap: the value was resolved from a relative URL, which is in rest. */
	public final boolean resolved;
	/** The usual spelling of a known field; of an unknown field the file's own spelling. */
	public final Text name;
	/** The text after the colon. */
	public final Text value;
	/** The paths to which the line applies, empty for all; and the value without these. */
	public final Text path, rest;

	private Record(Packed packed) {
		final long number = packed.number();
		final Field[] fields = Field.values();
		field = number < fields.length ? fields[(int) number] : Field.UNKNOWN;
		line = packed.count();
		group = packed.count();
		delay = packed.number();
		documents = packed.number();
		seconds = packed.number();
		from = minute(packed.number());
		to = minute(packed.number());
		resolved = packed.number() != 0;
		name = new Text(packed.octets());
		value = new Text(packed.octets());
		path = new Text(packed.octets());
		rest = new Text(packed.octets());
	}

	private static int minute(long number) {
		return number == UNTIMED_OF_C ? UNTIMED : (int) number;
	}

	static List<Record> list(byte[] answer) {
		final Packed packed = new Packed(answer);
		final List<Record> records = new ArrayList<>();
		for (int n = packed.count(); n > 0; n--)
			records.add(new Record(packed));
		return Collections.unmodifiableList(records);
	}

	/** The line. */
	@Override
	public String toString() {
		return name + ": " + value;
	}
}
