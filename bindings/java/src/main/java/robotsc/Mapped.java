// Mapped.java - a file that is mapped, of any size.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Copies octets out of a mapped file. A buffer holds less than 2 GiB, so there is one for each GiB;
 * the
 * collector unmaps them.
 */
final class Mapped {
	private static final int GIB = 30;

	final long size;
	private final int shift;
	private final ByteBuffer[] parts;

	Mapped(Path path) throws IOException {
		this(path, GIB);
	}

	/** Maps parts of 2^shift octets. */
	Mapped(Path path, int shift) throws IOException {
		final long most = 1L << shift;
		this.shift = shift;
		try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
			size = file.size();
			parts = new ByteBuffer[(int) (size + most - 1 >> shift)];
			for (int i = 0; i < parts.length; i++)
				parts[i] = file.map(FileChannel.MapMode.READ_ONLY, i * most, Math.min(most, size - i * most))
						   .order(ByteOrder.LITTLE_ENDIAN);
		}
	}

	/** Copies octets of the file, which are inside it. */
	void copy(long at, byte[] to, int begin, int count) {
		for (int done = 0; done < count;) {
			final ByteBuffer part = parts[(int) (at + done >> shift)];
			final int from = (int) (at + done & (1L << shift) - 1), some = Math.min(count - done, part.limit() - from);
			copy(part, from, to, begin + done, some);
			done += some;
		}
	}

	/** A buffer copies at a place only by a buffer of its own before Java 13. */
	private static void copy(ByteBuffer part, int from, byte[] to, int begin, int count) {
		int i = 0;
		for (; i + 8 <= count; i += 8)
			Octets.put64(to, begin + i, part.getLong(from + i));
		for (; i < count; i++)
			to[begin + i] = part.get(from + i);
	}
}
