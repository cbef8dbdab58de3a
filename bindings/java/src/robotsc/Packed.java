// Packed.java - answers of C that are no JSON: numbers of 8 octets, and texts after their length.
//
// SPDX-License-Identifier: Apache-2.0
package robotsc;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

final class Packed {
	private final ByteBuffer octets;

	Packed(byte[] answer) {
		octets = ByteBuffer.wrap(answer).order(ByteOrder.LITTLE_ENDIAN);
	}

	long number() {
		return octets.getLong();
	}

	int count() {
		return (int) number();
	}

	byte[] octets() {
		final byte[] text = new byte[count()];
		octets.get(text);
		return text;
	}

	String text() {
		return new String(octets(), StandardCharsets.UTF_8);
	}
}
