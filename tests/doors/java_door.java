// java_door FOLDER - what the Java package says to the inputs of inputs.sh, by public call.
//
// Set: ROBOTSC, the command.
//
// SPDX-License-Identifier: Apache-2.0
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import robotsc.Blob;
import robotsc.Compiler;
import robotsc.Group;
import robotsc.RobotRules;
import robotsc.RobotscException;
import robotsc.Snapshot;

final class JavaDoor {
	private static final String PAGE = "https://shop.example/private/", COMMAND = System.getenv("ROBOTSC");

	private static Path folder;
	private static Group group;
	private static Snapshot snapshot;
	private static Snapshot.Robot robot;

	/** Prints the word that a call gives, or that it fails. */
	private static void say(String row, String call, Supplier<String> ask) {
		String word;
		try {
			word = ask.get();
		} catch (RobotscException e) {
			word = "error";
		}
		System.out.println(row + "\t" + call + "\t" + word);
	}

	private static byte[] file(String name) {
		try {
			return Files.readAllBytes(folder.resolve(name));
		} catch (IOException e) {
			throw new IllegalStateException(e);
		}
	}

	/** Compiles, and keeps what is said. */
	private static Blob compile(byte[] text, List<String> said) {
		try (Compiler compiler = new Compiler(COMMAND, 60_000).warnings(said::add)) {
			return compiler.compile(text);
		}
	}

	private static void agents(String row, String agent) {
		final Blob blob = group.blob();
		say(row, "Blob.group", () -> blob.group(agent).allowed(PAGE) ? "silent" : "right");
		say(row, "Snapshot.robot", () -> {
			final Snapshot.Answer answer = snapshot.robot(agent).check(PAGE);
			return answer == Snapshot.Answer.DISALLOW ? "right" : "silent";
		});
		say(row, "Blob.groupForHeader", () -> {
			final Group found = blob.groupForHeader(agent);
			return !found.allowed(PAGE) ? "right" : "*".equals(found.token()) ? "answer" : "silent";
		});
	}

	private static void texts(String row, String name) {
		say(row, "Compiler.compile", () -> {
			final List<String> said = new ArrayList<>();
			final byte[] text = file(name);
			compile(text, said);
			return !said.isEmpty() ? "warning" : text.length == 0 ? "right" : "silent";
		});
		say(row, "Blob.open", () -> {
			Blob.open(file(name));
			return row.equals("a blob") ? "right" : "silent";
		});
		say(row, "Snapshot.open", () -> {
			try {
				Snapshot.open(folder.resolve(name));
			} catch (IOException e) {
				return "error";
			}
			return "silent";
		});
	}

	/** Asks about a URL that means the page. */
	private static void urls(String row, String url) {
		say(row, "Group.allowed", () -> group.allowed(url) ? "silent" : "right");
		say(row, "RobotRules.isAllowed", () -> RobotRules.of(group).isAllowed(url) ? "silent" : "right");
		if (row.equals("a whole URL for a path"))
			return;
		say(row, "Snapshot.Robot.check", () -> {
			final Snapshot.Answer answer = robot.check(url);
			return answer == Snapshot.Answer.DISALLOW ? "right" : answer == Snapshot.Answer.URL ? "answer" : "silent";
		});
		say(row, "Snapshot.find", () -> snapshot.find(url) == null ? "silent" : "right");
		say(row, "Snapshot.shard", () -> Snapshot.shard(url, 2) < 0 ? "right" : "silent");
	}

	private static void policy(String row, String name) {
		final Blob blob = Blob.open(file(name));
		say(row, "Fetch.isFresh", () -> blob.fetch().isFresh(System.currentTimeMillis() / 1000) ? "silent" : "answer");
		say(row, "Group.allowed", () -> blob.group("ExampleBot").allowed(PAGE) ? "silent" : "contract");
	}

	public static void main(String[] arguments) throws Exception {
		folder = Path.of(arguments[0]);
		group = compile(file("robots.txt"), new ArrayList<>()).group("ExampleBot");
		final Path made = Files.createTempFile("door", ".snapshot"), hosts = Files.createTempDirectory("door");
		Files.write(hosts.resolve("https:shop.example"), file("robots.txt"));
		final String[] make = {COMMAND, "snapshot", "make", "-q", "-o", made.toString(), hosts.toString()};
		if (new ProcessBuilder(make).inheritIO().start().waitFor() != 0)
			throw new IllegalStateException("no snapshot");
		snapshot = Snapshot.open(made);
		robot = snapshot.robot("ExampleBot");
		if (robot.check(PAGE) != Snapshot.Answer.DISALLOW)
			throw new IllegalStateException("another answer than is meant");
		Files.delete(hosts.resolve("https:shop.example"));
		Files.delete(hosts);
		Files.delete(made);
		for (String line : new String(file("rows"), StandardCharsets.UTF_8).split("\n")) {
			final String[] f = line.split("\t", -1);
			switch (f[0]) {
			case "agent":
				agents(f[1], f[2]);
				break;
			case "text":
				texts(f[1], f[2]);
				break;
			case "url":
			case "path":
				urls(f[1], f[2]);
				break;
			case "policy":
				policy(f[1], f[2]);
				break;
			default:
			}
		}
	}
}
