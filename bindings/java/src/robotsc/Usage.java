// Usage.java - whether a URL may be fetched, and the preferences for its content.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Whether a URL may be fetched, and the preferences for its content. */
public final class Usage {
	/** A preference about a kind of use. */
	public static final class Preference {
		/** The field that states it: "Content-Usage", "Content-Signal", "Noindex". */
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

	/** Whether the URL may be fetched. */
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
