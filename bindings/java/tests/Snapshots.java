// Snapshots.java - asks a snapshot of two origins, which java.sh makes:
//
//	java -cp robotsc.jar bindings/java/tests/Snapshots.java SNAPSHOT
//
// SPDX-License-Identifier: Apache-2.0
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import robotsc.RobotscException;
import robotsc.Snapshot;

final class Snapshots {
	private static void same(Object expected, Object found) {
		if (!expected.equals(found))
			throw new AssertionError("expected " + expected + ", found " + found);
	}

	private static RobotscException.Reason refused(Path file, Snapshot.Trust trust, byte[] root) throws Exception {
		try {
			Snapshot.open(file, trust, root);
		} catch (RobotscException e) {
			return e.reason();
		}
		throw new AssertionError("it was opened");
	}

	/** A damaged copy answers, or is refused. */
	private static void damaged(Path file) throws Exception {
		final byte[] octets = Files.readAllBytes(file);
		final Path copy = Files.createTempFile(file.getParent(), "damaged", "");
		for (int i = 0; i < octets.length; i += 7) {
			octets[i] ^= 0x55;
			Files.write(copy, octets);
			octets[i] ^= 0x55;
			try {
				Snapshot.open(copy, Snapshot.Trust.FORGED, null, "ExampleBot").check("https://shop.example/");
			} catch (RobotscException e) {
				// refused
			}
			Files.delete(copy);
		}
	}

	public static void main(String[] arguments) throws Exception {
		final Path file = Path.of(arguments[0]);
		final Snapshot snapshot = Snapshot.open(file, "ExampleBot");
		final List<String> urls = List.of("https://shop.example/private/x", "https://shop.example/",
			"https://news.example/private/x", "https://other.example/", "mailto:x");
		same("[DISALLOW, ALLOW, ALLOW, UNKNOWN, URL]", Arrays.toString(snapshot.check(urls)));
		same("DISALLOW", snapshot.check("https://news.example/x.pdf").toString());
		final List<String> many = new ArrayList<>(Collections.nCopies(300, "https://shop.example/private/\u00e9"));
		many.set(299, "https://news.example/");
		same("DISALLOW ALLOW", snapshot.check(many)[298] + " " + snapshot.check(many)[299]);
		same(0, snapshot.check(List.of()).length);
		same(false, snapshot.policy("https://shop.example/").agent("ExampleBot").allowed("/private/"));
		same(true, snapshot.policy("https://other.example/") == null);
		same("ALLOW", Snapshot.open(file, Snapshot.Trust.FORGED, null).check("https://news.example/x").toString());
		same(RobotscException.Reason.CHECKSUM, refused(file, Snapshot.Trust.KNOWN, new byte[32]));
		same(RobotscException.Reason.ARGUMENT, refused(file, Snapshot.Trust.INTACT, new byte[31]));
		same(RobotscException.Reason.ARGUMENT, refused(file, Snapshot.Trust.KNOWN, null));
		same(RobotscException.Reason.MAGIC, refused(Path.of("LICENSE"), Snapshot.Trust.INTACT, null));
		final Path empty = Files.createTempFile(file.getParent(), "empty", "");
		same(RobotscException.Reason.TRUNCATED, refused(empty, Snapshot.Trust.INTACT, null));
		damaged(file);
		System.out.println("as it should be");
	}
}
