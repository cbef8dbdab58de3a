// Usage.java - what may be done with the content of a URL.  docs/extensions.md
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** A verdict, and what labels say of the URL. */
public final class Usage {
	/** Whether the URL may be fetched. */
	public final boolean allowed;
	private final Map<String, Map<String, String>> preferences = new LinkedHashMap<>();

	Usage(boolean allowed) {
		this.allowed = allowed;
	}

	void put(String field, String label, String value) {
		preferences.computeIfAbsent(field, f -> new LinkedHashMap<>()).put(label, value);
	}

	/**
	 * By field, such as "Content-Usage", and label, such as "train-ai": the value, such as "n".
	 */
	public Map<String, Map<String, String>> preferences() {
		return Collections.unmodifiableMap(preferences);
	}
}
