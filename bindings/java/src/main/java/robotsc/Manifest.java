// Manifest.java - the shards of a folder.  docs/snapshot.md, "Shards"
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import robotsc.RobotscException.Reason;
import robotsc.Snapshot.Trust;

/** A manifest that was verified, and the shards that it names. */
final class Manifest {
	private static final int ROWS = 32, ROW = 48, DIGEST = 32, SHARDS_MOST = 1024;
	private static final byte[] MAGIC = {(byte) 0x8D, 0x52, 0x53, 0x4D, 0x0D, 0x0A, 0x1A, 0x0A};
	private static final int TRIES = 10; // while a maker replaces shards

	final SnapshotFile[] files;
	final byte[] root;

	private Manifest(Path folder, byte[] octets, Trust trust) throws IOException {
		root = Arrays.copyOfRange(octets, octets.length - DIGEST, octets.length);
		files = new SnapshotFile[Octets.i32(octets, 12)];
		for (int i = 0; i < files.length; i++) {
			final int row = ROWS + ROW * i;
			final byte[] wanted = Arrays.copyOfRange(octets, row + 16, row + ROW);
			final SnapshotFile shard = new SnapshotFile(folder.resolve(name(i, wanted)), trust, wanted);
			files[i] = shard;
			if (shard.shard != i || shard.shards != files.length || shard.file.size != Octets.u64(octets, row) ||
				shard.entries() != Octets.u64(octets, row + 8) || !shard.hasSettingsOf(files[0]))
				throw SnapshotFile.damaged();
		}
	}

	/** Reads a folder.  A maker removes old shards once the new manifest is there. */
	static Manifest open(Path folder, Trust trust, byte[] root) throws IOException {
		for (int left = TRIES;; left--) {
			final byte[] octets = read(folder.resolve("manifest"));
			if (root != null && !Arrays.equals(root, 0, root.length, octets, octets.length - DIGEST, octets.length))
				throw SnapshotFile.refuse(Reason.CHECKSUM);
			try {
				return new Manifest(folder, octets, trust);
			} catch (NoSuchFileException e) {
				if (left == 1)
					throw e;
			}
		}
	}

	private static byte[] read(Path file) throws IOException {
		final byte[] octets;
		try (InputStream stream = Files.newInputStream(file)) {
			octets = stream.readNBytes(ROWS + ROW * SHARDS_MOST + DIGEST + 1);
		}
		final int size = octets.length;
		if (size < ROWS)
			throw SnapshotFile.refuse(Reason.TRUNCATED);
		if (!Arrays.equals(MAGIC, 0, MAGIC.length, octets, 0, MAGIC.length))
			throw SnapshotFile.refuse(Reason.MAGIC);
		if (Octets.u16(octets, 8) != 1)
			throw SnapshotFile.refuse(Reason.VERSION);
		final long shards = Octets.u32(octets, 12);
		if (shards < 1 || shards > SHARDS_MOST || size != ROWS + ROW * shards + DIGEST)
			throw SnapshotFile.refuse(Reason.CORRUPT);
		if (!Arrays.equals(SnapshotFile.digest(octets), Arrays.copyOfRange(octets, size - DIGEST, size)))
			throw SnapshotFile.refuse(Reason.CHECKSUM);
		return octets;
	}

	private static String name(int shard, byte[] root) {
		final StringBuilder name = new StringBuilder(String.format("%04d-", shard));
		for (int i = 0; i < 8; i++)
			name.append(String.format("%02x", root[i]));
		return name + ".snapshot";
	}
}
