// print.js - answers as texts: what the command prints for people.
//
// SPDX-License-Identifier: Apache-2.0

const ROBOTS_SHOWN = 6; // names of robots; then a number
const SHOWN = 160; // octets of a line
const encoder = new TextEncoder();

/** Makes String(answer) the text; nothing else of the answer changes. */
export function printable(answer, print) {
	return Object.defineProperty(answer, 'toString', { value: () => print(answer) });
}

const hex = (octet) => '\\x' + octet.toString(16).toUpperCase().padStart(2, '0');

/** What is not printed: control characters, those that direct text, what looks escaped. */
const UNSEEN = /[\0-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]|\\(?=x[\dA-Fa-f]{2})/g;

const shown = (text) => text.replace(UNSEEN, (c) => Array.from(encoder.encode(c), hex).join(''));

/** At the beginning of a line, where "::" would be a command for GitHub. */
const shownStart = (text) => shown(text).replace(/^([ \t]*)::/, '$1\\x3A:');

const plural = (n, word) => `${n} ${word}${n === 1 ? '' : 's'}`;

/** A path as a word of a shell. */
function pasted(path) {
	const prefix = path.startsWith('//') ? 'http://h' : '';
	if (/^[\w/%.~:@=+,-]*$/.test(path))
		return prefix + path;
	if (/^[!-~]*$/.test(path) && !path.includes("'"))
		return `'${prefix}${path}'`;
	let escaped = false, word = '';
	for (const octet of encoder.encode(path)) {
		const c = String.fromCharCode(octet);
		escaped = octet <= 0x20 || octet >= 0x7f || (escaped && /[\dA-Fa-f]/.test(c));
		word += escaped ? hex(octet) : /['\\]/.test(c) ? `\\${c}` : c;
	}
	return `$'${prefix}${word}'`;
}

function robotsNamed({ agents, others }) {
	const names = agents.slice(0, agents.length > ROBOTS_SHOWN ? ROBOTS_SHOWN - 1 : agents.length);
	const all = names.map((name) => shownStart(name) || 'an empty name');
	if (agents.length > names.length)
		all.push(`${agents.length - names.length} more`);
	return (others ? [...all, 'all others'] : all).join(', ');
}

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

// ---- diff, verify -------------------------------------------------------------

const REASONS = {
	'no-rule': 'no rule matches', 'robots-txt': '/robots.txt may always be fetched', blob: 'a blob, without lines',
	unknown: 'the budget did not suffice to find the line',
};

function printDirection(title, found, { complete }, { most, label }) {
	const lines = [`  ${title}${found.length === most ? ', among others' : found.length ? ''
		: complete ? ': nothing' : ': nothing found, but not all was explored'}`];
	for (const example of found) {
		lines.push(`    ${pasted(example.path)}`);
		for (const side of ['a', 'b']) {
			const { kind, line, text } = example[side];
			lines.push(`      ${label(side)}: ${kind === 'line' ? `line ${line}: ${shown(text)}` : REASONS[kind]}`);
		}
	}
	return lines;
}

export function printDiff({ a, b, results }, { names = ['a', 'b'], most, usual, blobs }) {
	const dialects = [a.dialect, b.dialect], lines = [];
	const label = (side) => {
		const i = side === 'a' ? 0 : 1;
		return shownStart(names[i]) + (dialects[0] !== dialects[1] && !blobs[i] ? ` (${dialects[i]})` : '');
	};
	for (const result of results) {
		const answer = result.answer === 'same' ? `same for every URL${usual ? ' that crawlers write' : ''}`
			: result.answer === 'different' ? 'different'
				: result.states ? `no difference found, but not all was explored (${result.states} states)`
					: 'not explored, the budget was used up before';
		lines.push(`${robotsNamed(result)}: ${answer}`);
		if (result.answer === 'different')
			for (const title of ['newly disallowed', 'newly allowed']) {
				const found = result[title.replace(' ', '_')];
				lines.push(...printDirection(title, found, result, { most, label }));
			}
	}
	return [...lines, ''].join('\n');
}

export function printVerification({ results }) {
	const word = (allowed) => allowed ? 'allow' : 'disallow';
	const differs = ({ path, allowed }) =>
		`differs   on ${pasted(path)}: ${word(!allowed)} by the text, ${word(allowed)} by the blob: `;
	const lines = results.map((result) => {
		const { answer, states } = result;
		const how = answer === 'same' ? `proved    (${states} states) for `
			: answer === 'different' ? differs(result)
				: states ? `not proved (${states} states explored, no difference found) for `
					: 'not explored (the budget was used up before) for ';
		return how + robotsNamed(result);
	});
	const proved = results.filter((result) => result.answer === 'same').length;
	return [...lines, `${proved} of ${results.length} proved`, ''].join('\n');
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

// ---- lint ---------------------------------------------------------------------

/** What stands beside the text of a finding: "(google: allowed; path /x; lines 3, 5)". */
function message({ text, said, path, lines, all_lines: all }) {
	const notes = [];
	if (said)
		notes.push(shown(said));
	if (path)
		notes.push(`path ${path.startsWith('//') ? 'http://h' : ''}${shown(path)}`);
	if (all)
		notes.push(`${all > 1 ? 'lines' : 'line'} ${lines.join(', ')}`);
	if (all > lines.length)
		notes.push(`${notes.pop()} and ${all - lines.length} more`);
	return text + (notes.length ? ` (${notes.join('; ')})` : '');
}

/** The line with a mark below; of a long one the part around the finding. */
function caret({ column, length }, line) {
	const at = column - 1;
	if (line.length === 0 || at > line.length)
		return [];
	let from = at < SHOWN ? 0 : at - SHOWN / 2;
	while (from > 0 && from < line.length && (line[from] & 0xc0) === 0x80)
		from++;
	const decoder = new TextDecoder(), end = Math.min(from + SHOWN, line.length);
	const part = (a, b) => shown(decoder.decode(line.subarray(a, Math.min(b, end))));
	const width = (a, b) => Array.from(part(a, b)).length;
	const mark = '^' + '~'.repeat(Math.max(0, width(at, at + length) - 1));
	return [`  | ${from ? '...' : ''}${part(from, end)}`, `  | ${from ? '   ' : ''}${' '.repeat(width(from, at))}${mark}`];
}

/** The lines of a text, without their ends; of the first without a byte order mark. */
function linesOf(octets, dialect) {
	const bom = [0xef, 0xbb, 0xbf], lines = [];
	let from = 0;
	while (from < 3 && octets[from] === bom[from])
		from++;
	if (from < 3 && dialect !== 'google')
		from = 0;
	for (let at = from; at <= octets.length; at++)
		if (at === octets.length || octets[at] === 10 || (octets[at] === 13 && octets[at + 1] !== 10)) {
			const end = octets[at] === 10 && octets[at - 1] === 13 ? at - 1 : at;
			lines.push(octets.subarray(from, Math.max(from, end)));
			from = at + 1;
		}
	return lines;
}

export function printLint({ findings }, octets, { name = 'robots.txt', dialect, most = 10 }) {
	const lines = linesOf(octets, dialect), seen = new Map(), of = { error: 0, warning: 0, note: 0 }, out = [];
	for (const finding of findings) {
		const { id, severity, line, column, hint } = finding, before = seen.get(id) ?? 0;
		seen.set(id, before + 1);
		of[severity]++;
		if (most && before >= most)
			continue;
		out.push(`${shownStart(name)}:${line}:${column}: ${severity}: ${message(finding)} [${id}]`,
			...caret(finding, lines[line - 1] ?? new Uint8Array()), `    hint: ${hint}`);
	}
	const more = [...seen].filter(([, n]) => most && n > most).map(([id, n]) => `${n - most} more of ${id}`);
	if (more.length)
		out.push(`${shownStart(name)}: ${more.join(', ')}; --most=0 shows them`);
	const sums = Object.entries(of).filter(([, n]) => n).map(([severity, n]) => plural(n, severity));
	if (sums.length)
		out.push(`${shownStart(name)}: ${sums.join(', ')}`);
	return out.map((line) => `${line}\n`).join('');
}
