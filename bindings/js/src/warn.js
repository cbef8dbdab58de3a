// warn.js - warnings on the console, once for each caller.
//
// SPDX-License-Identifier: Apache-2.0

const SITES = 1000; // callers; of more there is no warning
const LOOKS = 10000; // at stacks, which take microseconds; then there is no warning
const SHOWN = 100; // characters of a URL that a message shows at most

const warned = new Set();
let looks = 0;

/** Warns on the console.  The call site is the caller's caller, or `more` frames further out. */
export function warn(sentence, more = 0) {
	if (warned.size >= SITES || looks++ >= LOOKS)
		return;
	const site = String(new Error().stack).split('\n').slice(0, 4 + more).join();
	if (warned.has(site))
		return;
	warned.add(site);
	globalThis.console?.warn(`robotsc: ${sentence}`);
}

/** The sentence about a text that is no URL; index: in a list; others: how many more there are. */
export function sentenceOf(url, problem, index = -1, others = 0) {
	const whole = typeof url === 'string' ? url : new TextDecoder().decode(url);
	const shown = `'${whole.length > SHOWN ? `${whole.slice(0, SHOWN)}...` : whole}'`;
	const which = index < 0 ? shown : `the URL at index ${index}, ${shown},`;
	return `${which} is no URL and no path: ${problem}${others ? `; ${others} more of these are none` : ''}`;
}
