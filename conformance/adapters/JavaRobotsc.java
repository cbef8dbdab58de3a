// JavaRobotsc.java - the Java package robotsc:
//
//	java -cp robotsc.jar conformance/adapters/JavaRobotsc.java
//
// SPDX-License-Identifier: CC0-1.0
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import robotsc.Policy;
import robotsc.Robots;

class JavaRobotsc {
	/** The octets of a member of the line; null for "=". */
	private static byte[] member(String line, String name) {
		final int from = line.indexOf('"' + name + '"') + name.length() + 4;
		final String text = line.substring(from, line.indexOf('"', from));
		return text.equals("=") ? null : Base64.getDecoder().decode(text);
	}

	public static void main(String[] arguments) throws Exception {
		final BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
		Policy policy = null;
		for (String line = in.readLine(); line != null; line = in.readLine()) {
			final byte[] robots = member(line, "robots"), url = member(line, "url");
			final String token = new String(member(line, "token"), StandardCharsets.UTF_8);
			if (robots != null)
				policy = Robots.compile(robots);
			System.out.println("{\"verdict\":\"" + (policy.agent(token).allowed(url) ? "allow" : "disallow") + "\"}");
		}
	}
}
