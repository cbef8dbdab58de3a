// Native.java - the calls of jni.c, and the search for their library.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/** Addresses are C's; when C refuses a call, it throws the exception of {@link #fail}. */
final class Native {
	/** Frees the memory that C has for objects that are no longer reachable. */
	static final Cleaner CLEANER;
	/** How many texts a call with a list takes at most. */
	static final int PIECE = 128;
	/** The version of these calls; jni.c has the same. */
	private static final int CALLS = 1;
	private static final String NAME = "robotsc_jni", COPY = NAME + "-copy", PROPERTY = "robotsc.library";
	private static final long HOUR = 3600000; // in milliseconds

	static {
		load();
		if (calls() != CALLS)
			throw new UnsatisfiedLinkError("robotsc: " + NAME + " is of another version than the classes");
		CLEANER = Cleaner.create();
	}

	private Native() {
	}

	/** Loads -Drobotsc.library=FILE, else that of java.library.path, else the archive's. */
	private static void load() {
		final String file = System.getProperty(PROPERTY);
		try {
			if (file != null)
				System.load(Path.of(file).toAbsolutePath().toString());
			else
				System.loadLibrary(NAME);
		} catch (UnsatisfiedLinkError e) {
			copy(file, e); // a file, too: another class loader may have it
		}
	}

	/** Loads a copy of a file or of the archive's library; no other class loader has this
	 * copy. */
	private static void copy(String file, UnsatisfiedLinkError first) {
		final String from = file != null ? file : "/native/" + platform() + "/" + System.mapLibraryName(NAME);
		try (InputStream in = file != null ? Files.newInputStream(Path.of(file)) : Native.class.getResourceAsStream(from)) {
			if (in == null)
				throw new FileNotFoundException("the archive has no " + from);
			final File copy = Files.createTempFile(COPY, null).toFile();
			try {
				Files.copy(in, copy.toPath(), StandardCopyOption.REPLACE_EXISTING);
				System.load(copy.toString());
			} finally {
				if (!copy.delete()) // Windows keeps the file of what is loaded
					sweep(copy.getParentFile().listFiles((folder, name) -> name.startsWith(COPY)));
			}
		} catch (IOException | UnsatisfiedLinkError e) {
			final UnsatisfiedLinkError error = new UnsatisfiedLinkError("robotsc: " + from + " cannot be loaded ("
				+ e.getMessage() + "); give its file with -D" + PROPERTY
				+ ", or a folder that allows programs with -Djava.io.tmpdir");
			error.addSuppressed(first);
			throw error;
		}
	}

	/** Deletes copies older than an hour, left by other programs; loaded ones stay usable. */
	private static void sweep(File[] copies) {
		for (File old : copies == null ? new File[0] : copies)
			if (old.lastModified() < System.currentTimeMillis() - HOUR)
				old.delete();
	}

	private static String platform() {
		final String system = System.getProperty("os.name").toLowerCase(Locale.ROOT).split(" ")[0];
		final String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
		return system + "-" + (processor.equals("amd64") ? "x86_64" : processor);
	}

	/** C calls it when it refuses a call; throws the exception for the status. */
	private static void fail(int status) {
		if (status == 1)
			throw new OutOfMemoryError("robotsc");
		throw new RobotscException(status, statusText(status));
	}

	static native int calls();

	static native String statusText(int status);

	static native boolean isToken(int dialect, byte[] text);

	/** Returns the address of the policy. */
	static native long compile(byte[] text, int dialect, int flags, byte[] tokens, int[] ends, int n);

	/** Returns the address of the policy. */
	static native long open(byte[] blob);

	static native void freePolicy(long policy);

	static native byte[] blob(long policy);

	static native int dialect(long policy);

	/** Returns the address of the robot's rules. */
	static native long agent(long policy, byte[] tokens, int[] ends, int n);

	/** Returns the address of the robot's rules. */
	static native long agentForHeader(long policy, byte[] header);

	static native void freeAgent(long agent);

	static native int selected(long agent);

	static native boolean allowed(long agent, byte[] url, int from, int length);

	/** Checks at most PIECE URLs; writes verdicts from index at on. */
	static native void allowedAll(long agent, byte[] urls, int[] ends, int n, boolean[] verdicts, int at);

	/** The same with a robot for each URL, from index at on. */
	static native void checkAll(long[] agents, byte[] urls, int[] ends, int n, boolean[] verdicts, int at);

	/** A packed answer; agent 0: the records of the file. */
	static native byte[] records(long policy, long agent);

	/** Packed. */
	static native byte[] usage(long policy, long agent, byte[] url);

	/** Writes the time, the pause, its reason, and whether Visit-time delays the fetch. */
	static native void nextFetch(long policy, long agent, long now, long last, long took, long[] answer);

	static native byte[] ask(int kind, int flags, double[] numbers, byte[] texts, int[] ends, int n);

	/** The origin of a URL, or the URL of its robots.txt. */
	static native String origin(byte[] url, boolean robots);

	/** What is wrong with a URL, or null. */
	static native String urlProblem(int dialect, byte[] url);

	static native String contentKind(byte[] text);

	/** The address of a snapshot, which borrows the file; root: 32 octets, or null. */
	static native long snapshotOpen(ByteBuffer file, int size, int trust, byte[] root, byte[] tokens, int[] ends, int n);

	static native void snapshotClose(long snapshot);

	/** Checks at most PIECE URLs; answers are the numbers of Snapshot.Answer. */
	static native void snapshotCheck(long snapshot, byte[] urls, int[] ends, int n, byte[] answers);

	/** Returns the address of the policy; 0: the origin is not there. */
	static native long snapshotPolicy(long snapshot, byte[] url);
}
