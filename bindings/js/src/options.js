// options.js - checks arguments: options, numbers, texts and URLs.
//
// SPDX-License-Identifier: Apache-2.0

const encoder = new TextEncoder();

/** Returns the options if all their names are known: nobody would notice a misspelt one. */
export function checked(options, names) {
	if (options === null || typeof options !== 'object')
		throw new TypeError(`options must be an object, not ${options === null ? 'null' : typeof options}`);
	for (const name of Object.keys(options))
		if (!names.includes(name))
			throw new TypeError(`there is no option ${name}; there are ${names.join(', ')}`);
	return options;
}

/** A whole number from least to most; WebAssembly would silently change any other number. */
export function numberOf(value, name, least = 1, most = Number.MAX_SAFE_INTEGER) {
	if (typeof value !== 'number')
		throw new TypeError(`${name} must be a number, not ${typeof value}`);
	if (!Number.isInteger(value) || value < least || value > most)
		throw new RangeError(`${name} must be a whole number from ${least} to ${most}, not ${value}`);
	return value;
}

/** A text as octets. */
export function toOctets(value, what) {
	if (typeof value === 'string')
		return encoder.encode(value);
	if (value instanceof Uint8Array)
		return value;
	if (value instanceof ArrayBuffer)
		return new Uint8Array(value);
	if (ArrayBuffer.isView(value))
		return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
	throw new TypeError(`${what} must be a string or a Uint8Array, not ${typeof value}`);
}

/** The length of an array of octets, even if its class defines another length. */
export const lengthOf = Function.prototype.call.bind(
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length').get);

/** A URL as a string or as octets.  Callers' code may run and move memory: take addresses later. */
export function asUrl(url) {
	const text = typeof url === 'string' ? url : url?.href; // of class URL
	return typeof text === 'string' ? text : toOctets(url, 'a URL');
}
