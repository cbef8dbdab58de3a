// options.js - what callers give: options, numbers, texts and URLs.
//
// SPDX-License-Identifier: Apache-2.0

const encoder = new TextEncoder();

/** The options, after a check of their names: a misspelt one would be as if it were left out. */
export function checked(options, names) {
	if (options === null || typeof options !== 'object')
		throw new TypeError(`options must be an object, not ${options === null ? 'null' : typeof options}`);
	for (const name of Object.keys(options))
		if (!names.includes(name))
			throw new TypeError(`there is no option ${name}; there are ${names.join(', ')}`);
	return options;
}

/** A whole number from least to most: a wrong one would be converted to another. */
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

/** The length of octets, also of those whose class has another idea of it. */
export const lengthOf = Function.prototype.call.bind(
	Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length').get);

/** A URL as a string, or as octets.  Code of callers may run here, so addresses come later. */
export function asUrl(url) {
	const text = typeof url === 'string' ? url : url?.href; // of class URL
	return typeof text === 'string' ? text : toOctets(url, 'a URL');
}
