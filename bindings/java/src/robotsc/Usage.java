// Usage.java - whether a URL may be fetched, and how its content may be used.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Whether a URL may be fetched, and how its content may be used. */
public final class Usage {
	/** What is said of a kind of use. */
	public static final class Preference {
		/** The field that says it: "Content-Usage", "Content-Signal", "Noindex". */
		public final String field;
		/** The kind of use, such as "train-ai", and its value, such as "n". */
		public final String label, value;

		private Preference(Packed packed) {
			field = packed.text();
			label = packed.text();
			value = packed.text();
		}

		@Override
		public String toString() {
			return field + ": " + label + "=" + value;
		}
	}

	/** Whether it may be fetched. */
	public final boolean allowed;
	/** The preferences that are stated. */
	public final List<Preference> preferences;

	Usage(Packed packed) {
		allowed = packed.number() == 1;
		final List<Preference> all = new ArrayList<>();
		for (int n = packed.count(); n > 0; n--)
			all.add(new Preference(packed));
		preferences = Collections.unmodifiableList(all);
	}
}
