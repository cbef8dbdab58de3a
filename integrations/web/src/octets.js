// octets.js - texts as octets.  The library counts octets, JavaScript counts UTF-16 units.
//
// SPDX-License-Identifier: Apache-2.0

// The text of a file, and its encoding, to get its octets back.  A file that is not UTF-8 is shown
// as Latin-1, so that no octet is lost.
export function decode(octets) {
	try {
		return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(octets), encoding: 'utf-8' };
	} catch {
		let text = '';
		for (let i = 0; i < octets.length; i += 8192) text += String.fromCharCode(...octets.subarray(i, i + 8192));
		return { text, encoding: 'latin-1' };
	}
}

export function encode(text, encoding) {
	if (encoding !== 'latin-1') return new TextEncoder().encode(text);
	const octets = [];
	for (const char of text) {
		const code = char.codePointAt(0);
		if (code < 256) octets.push(code);
		else octets.push(...new TextEncoder().encode(char));
	}
	return new Uint8Array(octets);
}

// Index in a text, in UTF-16 units, of an octet number; both count from 0.
export function unitAt(text, octet, encoding) {
	const single = encoding === 'latin-1' ? 0x100 : 0x80;
	let octets = 0,
		unit = 0;
	for (const char of text) {
		if (octets >= octet) break;
		const code = char.codePointAt(0);
		octets += code < single ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
		unit += char.length;
	}
	return unit;
}

// The same place in an editor's text, where each line end is one unit.
export const unitInLines = (text, unit) => unit - (text.slice(0, unit + 1).match(/\r\n/g)?.length ?? 0);

// The text to insert; in a file shown as Latin-1 its UTF-8, with a character for each octet.
export const inserted = (text, encoding) =>
	encoding === 'latin-1' ? String.fromCharCode(...new TextEncoder().encode(text)) : text;

export const byteLength = (text, encoding) => (encoding === 'latin-1' ? text.length : new TextEncoder().encode(text).length);

// How an octet is shown: as a visible character, or as two hexadecimal digits.
export const visible = (octet) =>
	octet > 0x20 && octet < 0x7f ? String.fromCharCode(octet) : octet.toString(16).toUpperCase().padStart(2, '0');
