// RegexRules.java - the same rules, each as a java.util.regex.Pattern.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.util.List;
import java.util.regex.Pattern;

/** Rules as regular expressions, for comparison. */
final class RegexRules {
	private final Pattern[] patterns;
	private final int[] sizes;
	private final boolean[] allows;

	RegexRules(List<String[]> rules) {
		patterns = new Pattern[rules.size()];
		sizes = new int[rules.size()];
		allows = new boolean[rules.size()];
		for (int i = 0; i < patterns.length; i++) {
			final String rule = rules.get(i)[1];
			final boolean end = rule.endsWith("$");
			final StringBuilder regex = new StringBuilder();
			for (String part : (end ? rule.substring(0, rule.length() - 1) : rule).split("\\*", -1))
				regex.append(regex.length() > 0 || part.isEmpty() ? ".*" : "")
					.append(part.isEmpty() ? "" : Pattern.quote(part));
			patterns[i] = Pattern.compile(regex + (end ? "$" : ""));
			sizes[i] = rule.length();
			allows[i] = rules.get(i)[0].equals("allow");
		}
	}

	boolean allowed(String url) {
		final String path = PlainRules.path(url);
		int longest = -1;
		boolean allowed = true;
		for (int i = 0; i < patterns.length; i++)
			if (sizes[i] >= longest && patterns[i].matcher(path).lookingAt()) {
				allowed = allows[i] || (sizes[i] == longest && allowed);
				longest = sizes[i];
			}
		return allowed;
	}
}
