// PlainRules.java - rules as most readers have them: all are tried, and the longest decides.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.util.ArrayList;
import java.util.List;

/** A plain loop over the rules, for comparison. */
final class PlainRules {
	private final String[] patterns;
	private final boolean[] allows;

	PlainRules(List<String[]> rules) {
		patterns = new String[rules.size()];
		allows = new boolean[rules.size()];
		for (int i = 0; i < patterns.length; i++) {
			patterns[i] = rules.get(i)[1];
			allows[i] = rules.get(i)[0].equals("allow");
		}
	}

	/** The rules of "*", as pairs of a field and a pattern. */
	static List<String[]> rules(String text) {
		final List<String[]> rules = new ArrayList<>();
		boolean ours = false, agents = false;
		for (String line : text.split("\r\n|\r|\n")) {
			final String[] parts = line.replaceAll("#.*", "").split(":", 2);
			if (parts.length < 2)
				continue;
			final String field = parts[0].trim().toLowerCase(), value = parts[1].trim();
			if (field.equals("user-agent")) {
				ours = (agents && ours) || value.equals("*");
				agents = true;
			} else if (field.equals("allow") || field.equals("disallow")) {
				agents = false;
				if (ours && !value.isEmpty())
					rules.add(new String[] {field, value});
			}
		}
		return rules;
	}

	static String path(String url) {
		final int slash = url.indexOf('/', 8), end = url.indexOf('#');
		return slash < 0 ? "/" : url.substring(slash, end < 0 ? url.length() : end);
	}

	boolean allowed(String url) {
		final String path = path(url);
		int longest = -1;
		boolean allowed = true;
		for (int i = 0; i < patterns.length; i++)
			if (patterns[i].length() >= longest && matches(patterns[i], path)) {
				allowed = allows[i] || (patterns[i].length() == longest && allowed);
				longest = patterns[i].length();
			}
		return allowed;
	}

	private static boolean matches(String pattern, String path) {
		int p = 0, at = 0, star = -1, again = 0;
		while (p < pattern.length()) {
			final char c = pattern.charAt(p);
			if (c == '*') {
				star = ++p;
				again = at;
			} else if (c == '$' && p == pattern.length() - 1 ? at == path.length()
									 : at < path.length() && path.charAt(at) == c) {
				p++;
				at += c == '$' && p == pattern.length() ? 0 : 1;
			} else if (star < 0 || again >= path.length()) {
				return false;
			} else {
				p = star;
				at = ++again;
			}
		}
		return true;
	}
}
