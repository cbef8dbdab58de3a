// options.js - options: their names and numbers.
//
// SPDX-License-Identifier: Apache-2.0

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
