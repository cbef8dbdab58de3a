// print.js - prints answers as the command does for people.
//
// SPDX-License-Identifier: Apache-2.0

/** Makes String(answer) the printed text; the answer is otherwise the same. */
export function printable(answer, print) {
	return Object.defineProperty(answer, 'toString', { value: () => print(answer) });
}

const time = (seconds) => new Date(seconds * 1000).toISOString().replace('.000', '');

const COUNTS_AS = { parse: 'a robots.txt', unavailable: 'unavailable (4xx)', unreachable: 'unreachable (5xx)' };

/** The printed lines for a decision.  challenge: what challenges count as. */
export function printDecision(found, challenge) {
	const { outcome, profile, reason, end, status, fetched, since, expires, revalidate } = found;
	const lines = [`outcome     ${outcome}, by ${profile}: ${reason}`,
		`fetched     ${time(fetched)}, ${end === 'response' ? `status ${status}` : end}`];
	if (since !== fetched)
		lines.push(`rules of    ${time(since)}`);
	lines.push(`holds until ${time(expires)}, for ${expires - fetched} s${revalidate ? ', but ask before each use' : ''}`);
	if (found.challenge)
		lines.push('challenge   maybe: a 202, or a web page for a robots.txt; ' +
			`--challenge=${challenge}: it counts as ${COUNTS_AS[challenge]}`);
	return [...lines, ''].join('\n');
}
