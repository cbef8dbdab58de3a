// CorpusTest.java - verdicts of the command, in every dialect, for each text of a folder.
//
// robotsc.texts is the folder, robotsc.command the command.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledIfSystemProperty(named = "robotsc.texts", matches = ".+")
class CorpusTest {
	static final String[] DIALECTS = {"rfc9309", "google", "nexor1994", "koster1996", "conner2"};
	static final String[] PATHS = {"/", "/robots.txt", "/index.html", "/wp-admin/", "/wp-admin/admin-ajax.php", "/search?q=a",
		"/*", "/admin", "/cgi-bin/x", "/a.pdf", "/private/", "/tag/a/feed", "/page/2/", "/cart?add-to-cart=1", "/%7Euser/",
		"/~user/", "/caf\u00e9", "/caf%C3%A9", "/a/b/c/d/e/f/g.html?x=1&y=2#z", "/user/login", "/?s=a", "/a$", "/a//",
		"/node/add/", "/images/a.jpg", "/checkout", "/en/a?sort=b", "/%2Fa%3Fb?%2f%3f", "/a%25b%zz%",
		"/%E4%B8%AD\u4e2d\uD83D\uDE00/", "/a\tb c<>"};

	private final Compiler[] compilers = new Compiler[DIALECTS.length];

	/** The verdicts of each path, as the command prints them. */
	private String[] lines(byte[] text, String agent) {
		final Group[] groups = new Group[DIALECTS.length];
		final String[] lines = new String[PATHS.length];
		for (int d = 0; d < groups.length; d++)
			groups[d] = Blob.open(compilers[d].compile(text).octets()).group(agent);
		for (int i = 0; i < lines.length; i++) {
			final StringBuilder line = new StringBuilder();
			final byte[] octets = ("xx" + PATHS[i]).getBytes(StandardCharsets.UTF_8);
			final byte[] url = ("http://h.example" + PATHS[i]).getBytes(StandardCharsets.UTF_8);
			for (Group group : groups) {
				final boolean allowed = group.allowed(PATHS[i]);
				line.append(allowed ? "allow" : "disallow").append('\t');
				assertEquals(allowed, group.allowed(octets, 2, octets.length), PATHS[i]);
				assertEquals(allowed, group.allowed("http://h.example" + PATHS[i]), PATHS[i]);
				assertEquals(allowed, group.allowed(url, 0, url.length), PATHS[i]);
			}
			lines[i] = line.toString();
		}
		return lines;
	}

	@ParameterizedTest
	@ValueSource(strings = {"ExampleBot", "Googlebot"})
	void verdictsOfTheCommand(String agent) throws Exception {
		final String command = System.getProperty("robotsc.command");
		for (int d = 0; d < DIALECTS.length; d++)
			compilers[d] = new Compiler(command, 60_000, "--dialect=" + DIALECTS[d], "--extensions");
		final Process check =
			new ProcessBuilder(command, "check", "--dialect=all", "--table", System.getProperty("robotsc.texts"), agent)
				.redirectError(ProcessBuilder.Redirect.DISCARD)
				.start();
		try (OutputStream paths = check.getOutputStream()) {
			paths.write((String.join("\n", PATHS) + "\n").getBytes(StandardCharsets.UTF_8));
		}
		String file = "";
		String[] lines = null;
		int at = 0, texts = 0, compared = 0, differ = 0;
		final BufferedReader answers =
			new BufferedReader(new InputStreamReader(check.getInputStream(), StandardCharsets.UTF_8));
		for (String line; (line = answers.readLine()) != null;) {
			final String[] fields = line.split("\t", 7);
			if (fields[0].equals(DIALECTS[0]))
				continue;
			if (!fields[5].equals(file)) {
				assertTrue(file.isEmpty() || at == PATHS.length, file);
				file = fields[5];
				lines = lines(Files.readAllBytes(Path.of(file)), agent);
				texts++;
				at = 0;
			}
			compared += DIALECTS.length;
			if (!line.startsWith(lines[at] + file + "\t")) {
				System.out.println(PATHS[at] + ": " + lines[at] + ", the command: " + line);
				differ++;
			}
			at++;
		}
		for (Compiler compiler : compilers)
			compiler.close();
		System.out.println(agent + ": " + texts + " texts, " + compared + " verdicts, " + differ + " differ");
		assertTrue(texts >= 20);
		assertEquals(texts * PATHS.length * DIALECTS.length, compared);
		assertEquals(0, differ);
	}
}
