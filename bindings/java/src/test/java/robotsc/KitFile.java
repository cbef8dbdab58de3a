// KitFile.java - lines of the kit that readers are held against.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;

/** A file of the kit, line by line. */
final class KitFile implements AutoCloseable {
	private final BufferedReader lines;
	private final Path path;
	private String[] fields;
	long number;

	KitFile(Path path) throws IOException {
		this.path = path;
		lines = Files.newBufferedReader(path, StandardCharsets.ISO_8859_1);
		if (!next() || !word().equals("kit") || number(1) != 1)
			throw new IOException(path + " is no file of the kit");
	}

	/** Reads a line; false at the end, which must count them. */
	boolean next() throws IOException {
		final String line = lines.readLine();
		if (line == null)
			throw new IOException(path + " has no end");
		fields = line.split("\t", -1);
		if (word().equals("end") && number(1) != number)
			throw new IOException(path + " has " + number + " lines, not " + number(1));
		number++;
		return !word().equals("end");
	}

	String word() {
		return fields[0];
	}

	int size() {
		return fields.length;
	}

	String field(int i) {
		return fields[i];
	}

	/** A number; -1 where there is none. */
	long number(int i) {
		return fields[i].equals("-") ? -1 : Long.parseUnsignedLong(fields[i].startsWith("-") ? "0" : fields[i]);
	}

	byte[] base64(int i) {
		return Base64.getDecoder().decode(fields[i]);
	}

	byte[] text(int i) {
		final ByteArrayOutputStream text = new ByteArrayOutputStream();
		for (int k = 0; k < fields[i].length(); k++) {
			final boolean escaped = fields[i].charAt(k) == '\\';
			text.write(escaped ? Integer.parseInt(fields[i].substring(k + 1, k + 3), 16) : fields[i].charAt(k));
			k += escaped ? 2 : 0;
		}
		return text.toByteArray();
	}

	byte[][] texts(int from) {
		final byte[][] texts = new byte[Math.max(0, fields.length - from)][];
		for (int i = 0; i < texts.length; i++)
			texts[i] = text(from + i);
		return texts;
	}

	String string(int i) {
		return new String(text(i), StandardCharsets.UTF_8);
	}

	@Override
	public String toString() {
		return path.getFileName() + ", line " + number + ": " +
			Arrays.toString(fields).replaceAll("[A-Za-z0-9+/=]{200,}", "...");
	}

	@Override
	public void close() throws IOException {
		lines.close();
	}
}
