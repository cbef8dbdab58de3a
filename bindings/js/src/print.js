// print.js - answers as texts: what the command prints for people.
//
// SPDX-License-Identifier: Apache-2.0

const encoder = new TextEncoder();

/** Makes String(answer) the text; nothing else of the answer changes. */
export function printable(answer, print) {
	return Object.defineProperty(answer, 'toString', { value: () => print(answer) });
}

const hex = (octet) => '\\x' + octet.toString(16).toUpperCase().padStart(2, '0');

/** What is not printed: control characters, those that direct text, what looks escaped. */
const UNSEEN = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\\(?=x[\dA-Fa-f]{2})/g;

const shown = (text) => text.replace(UNSEEN, (c) => Array.from(encoder.encode(c), hex).join(''));

// ---- explain ------------------------------------------------------------------

function printGroup({ group }) {
	if (!group)
		return '  group    none speaks to this agent, so everything is allowed';
	return `  group    "${shown(group.agent)}", first on line ${group.line}, rules: ${group.rules}`;
}

function because({ matches, deciding, precedence }) {
	const decides = matches.find((match) => match.line === deciding).octets;
	const next = matches.reduce((most, match) => match.line === deciding ? most : Math.max(most, match.octets), 0);
	const count = decides > next ? `: ${decides} octets against ${next}` : decides ? `: both have ${decides} octets` : '';
	return `  because  ${precedence}${count}`;
}

function printMore(change, { verdict }) {
	if (change.also === null)
		return ' (changes no other URL)';
	if (change.also === undefined)
		return ' (may change other URLs too)';
	const prefix = change.also.startsWith('//') ? 'http://h' : '';
	return ` (also ${verdict === 'allow' ? 'disallows' : 'allows'} URLs such as ${prefix}${change.also})`;
}

function printAddition(change, explanation) {
	const { kind, line, text } = change, rule = text.slice(text.indexOf('\n') + 1);
	const what = kind === 'add-group' ? ` add at the end, after User-agent: *: ${rule}` : ` add before line ${line}: ${text}`;
	if (kind === 'shortest')
		return what + printMore(change, explanation);
	return text.endsWith('$') ? what : `${what} (and for URLs that begin so)`;
}

function printRemovals(removed, explanation) {
	const lines = removed.map((change) => change.line).join(', '), [{ then }] = removed;
	return ` remove line${removed.length > 1 ? 's' : ''} ${lines}; ` +
		(then ? `line ${then} decides then` : 'no rule matches then') + printMore(removed[0], explanation);
}

function printChanges(explanation) {
	const { verdict, changes, dialect } = explanation, lines = [];
	const label = verdict === 'allow' ? '  to disallow it,' : '  to allow it,';
	const removed = changes.filter((change) => change.kind === 'remove');
	for (const change of changes)
		if (change.kind !== 'remove')
			lines.push(label + printAddition(change, explanation));
		else if (change === removed[0])
			lines.push(label + printRemovals(removed, explanation));
	if (dialect === 'nexor1994' && verdict === 'disallow')
		lines.push(`${label} no rule can be added: nexor1994 has no Allow`);
	return lines;
}

export function printExplanation(explanation) {
	const { verdict, url, group, implied, deciding, matches } = explanation, lines = [`${verdict}\t${shown(url)}`];
	const match = (label, { line, text }) => `  ${label}  line ${line}: ${shown(text)}`;
	lines.push(printGroup(explanation));
	if (implied)
		lines.push('  decides  nothing in the file: /robots.txt may always be fetched');
	else if (!deciding && group)
		lines.push(`  decides  no rule matches, and that means ${verdict}`);
	lines.push(...matches.filter((one) => one.line === deciding).map((one) => match('decides', one)));
	lines.push(...matches.filter((one) => one.line !== deciding).map((one) => match('matches', one)));
	if (!implied && matches.length > 1)
		lines.push(because(explanation));
	return [...lines, ...printChanges(explanation), ''].join('\n');
}

// ---- page, access -------------------------------------------------------------

const time = (seconds) => new Date(seconds * 1000).toISOString().replace('.000', '');

/** nosnippet says the same as max-snippet: 0. */
const UNPRINTED = /^ignored|^max-snippet: 0$/;

export function printPage(found) {
	const lines = [found.index ? 'index' : 'noindex', found.follow ? 'follow' : 'nofollow'];
	for (const [name, value] of Object.entries(found))
		if (value === true && name !== 'index' && name !== 'follow')
			lines.push(name);
		else if (typeof value !== 'boolean' && value !== null && !UNPRINTED.test(`${name}: ${value}`))
			lines.push(`${name}: ${name === 'unavailable_after' ? time(value) : shown(String(value))}`);
	return [...lines, ''].join('\n');
}

export function printDecision(found) {
	const { outcome, profile, reason, end, status, fetched, since, expires, revalidate } = found;
	const lines = [`outcome     ${outcome}, by ${profile}: ${reason}`,
		`fetched     ${time(fetched)}, ${end === 'response' ? `status ${status}` : end}`];
	if (since !== fetched)
		lines.push(`rules of    ${time(since)}`);
	lines.push(`holds until ${time(expires)}, for ${expires - fetched} s${revalidate ? ', but ask before each use' : ''}`);
	return [...lines, ''].join('\n');
}
