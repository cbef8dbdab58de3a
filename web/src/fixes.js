// fixes.js - the remarks that one click can act on: what the hint says, as edits of the text.
//
// SPDX-License-Identifier: Apache-2.0

const REMOVE = new Set(['dead-rule', 'duplicate-rule', 'conflicting-rules', 'redundant-rule', 'repeated']);
const SAME = 'nothing changes as robots are read here';

const wholeLine = (doc, number) => {
	const line = doc.line(number);
	return {
		from: line.to < doc.length ? line.from : Math.max(0, line.from - 1),
		to: Math.min(doc.length, line.to + 1),
		insert: '',
	};
};

const escaped = (text) =>
	[...new TextEncoder().encode(text)].map((o) => `%${o.toString(16).toUpperCase().padStart(2, '0')}`).join('');

const escape = ({ from }, insert) => ({ label: `Write “${insert}”`, changes: [{ from, to: from + 1, insert }] });
const replace = ({ from, to }, insert, label = `Write “${insert}”`) => ({ label, changes: [{ from, to, insert }] });
function renamed(at) {
	const { said } = at.finding;
	const holds = said === 'User-agent' ? ': what follows then holds for this robot, not for those before' : '';
	return said ? replace(at, said, `Write “${said}”${holds}`) : null;
}

// Characters of a byte order mark, which stays first.
const markOf = ({ text }) => (text.startsWith('\uFEFF') ? 1 : 0);

const withoutMark = ({ line: { text, from } }) =>
	text.startsWith('\uFEFF')
		? { label: 'Remove the mark: all robots then read this line', changes: [{ from, to: from + 1, insert: '' }] }
		: null;

function withoutLines({ finding, doc }) {
	if (finding.allLines > finding.lines.length || finding.said) return null;
	const lines = [finding.line, ...finding.lines].sort((a, b) => a - b);
	const only = lines.filter((n) => isLast(doc, n, lines));
	if (only.some((n) => !isDisallow(doc.line(n)))) return null;
	const change = (n) => {
		const { from, to } = doc.line(n);
		return n === only[0] ? { from, to, insert: 'Disallow:' } : wholeLine(doc, n);
	};
	const but = only.length ? `, and write “Disallow:” for line ${only[0]}` : '';
	return { label: `Remove lines ${lines.join(', ')}${but}: ${SAME}`, changes: lines.map(change) };
}

function withoutBlank({ finding, doc }) {
	const [blank] = finding.lines;
	const holds = 'for all who read, its robots then obey this whole group, and no other';
	return blank ? { label: `Remove line ${blank}, which is blank: ${holds}`, changes: [wholeLine(doc, blank)] } : null;
}

// The names of a User-agent line, in small letters, or null.
const agentOf = ({ text }) => /^\s*user-?agent\s*:\s*([^#]*?)\s*(#|$)/i.exec(text)?.[1].toLowerCase() ?? null;

const isRule = ({ text }) => /^\s*(dis)?allow\s*:/i.test(text);

const linesOf = (doc) => Array.from({ length: doc.lines }, (_, i) => doc.line(i + 1));

// A rule for the robots before.  Not where another group names one of them: robots that read one
// group only could lose its rules.
function ownRule({ finding, doc }) {
	const [list] = finding.lines;
	const lines = linesOf(doc);
	let first = list - 1;
	while (first > 0 && !isRule(lines[first - 1])) first--;
	const own = lines.slice(first, list).map(agentOf).filter((name) => name !== null);
	const others = [...lines.slice(0, first), ...lines.slice(list)].map(agentOf);
	if (own.some((name) => others.includes(name))) return null;
	return {
		label: `Write “Disallow:” after line ${list}: the robots named there may then fetch everything`,
		changes: [{ from: doc.line(list).to, insert: '\nDisallow:' }],
	};
}

const isEmpty = ({ text }) => /^\s*(#|$)/.test(text);

// The last rule of the group that begins at an index; null where other lines stand before its first
// rule: over these, robots may have been joined that are not meant.
function lastRule(lines, from) {
	let last = null;
	for (let i = from; i < lines.length; i++) {
		const agent = agentOf(lines[i]) !== null;
		if (last && (agent || !lines[i].text.trim())) break;
		if (isRule(lines[i])) last = lines[i];
		else if (!last && !agent && !isEmpty(lines[i])) return null;
	}
	return last;
}

// The lines of "*" that close something, at the end of the robot's group.  Not where "*" has Allow
// lines, which would close less there; and not where not all lines are known.
function copyOfStar({ finding, doc }) {
	const lines = linesOf(doc);
	if (finding.allLines > finding.lines.length) return null;
	let own = finding.line - 1;
	while (own > 0 && agentOf(lines[own - 1]) !== null) own--;
	const last = lastRule(lines, own);
	const star = finding.lines.map((n) => lines[n - 1].text.trim());
	if (!last || starAllows(lines)) return null;
	return {
		label: `Copy ${star.length === 1 ? 'line' : 'lines'} ${finding.lines.join(', ')} into this group`,
		changes: [{ from: last.to, insert: star.map((text) => `\n${text}`).join('') }],
	};
}

// True if a group of "*" has an Allow line with a path.
function starAllows(lines) {
	let [star, ruled] = [false, false];
	for (const line of lines) {
		const name = agentOf(line);
		if (name !== null) star = (star && !ruled) || name === '*';
		ruled = name === null && (ruled || isRule(line));
		if (star && /^\s*allow\s*:\s*[^\s#]/i.test(line.text)) return true;
	}
	return false;
}

// A rule after the last list of names, which stands apart for those who know no Allow.
function ruleAtEnd({ doc, line }) {
	const lines = linesOf(doc);
	let first = lines.findIndex(({ from }) => from === line.from);
	while (first > 0 && lines[first - 1].text.trim() && !isRule(lines[first - 1])) first--;
	const apart = first > 0 && lines[first - 1].text.trim() ? [{ from: lines[first].from, insert: '\n' }] : [];
	return {
		label: 'Write “Disallow:”: its robots may fetch everything, for all who read',
		changes: [...apart, { from: line.to, insert: '\nDisallow:' }],
	};
}

const isDisallow = ({ text }) => /^\s*disallow\s*:/i.test(text);

// True if without some lines a record has no such line as this one: who reads no rule in a record
// drops it, and some know no Allow.
function isLast(doc, number, without) {
	const lines = linesOf(doc);
	const isSuch = isDisallow(lines[number - 1]) ? isDisallow : isRule;
	const ends = (line) => !line || !line.text.trim() || agentOf(line) !== null;
	let [first, last] = [number - 1, number - 1];
	while (!ends(lines[first - 1])) first--;
	while (!ends(lines[last + 1])) last++;
	return !lines.slice(first, last + 1).some((line, i) => isSuch(line) && !without.includes(first + i + 1));
}

// A rule that is the only one of its group stays as an empty one: else the next lines would hold
// for its robots.
function withoutLine(finding, doc) {
	const { line, said } = finding;
	const isOnly = finding.id !== 'repeated' && isLast(doc, line, [line]);
	if (isOnly && !isDisallow(doc.line(line))) return null;
	if (isOnly || said?.includes('leave'))
		return replace(doc.line(line), 'Disallow:', `Write “Disallow:” in its place: ${SAME}`);
	const what = said?.startsWith('without it') ? said : SAME;
	return { label: `Remove this line: ${what}`, changes: [wholeLine(doc, line)] };
}

const ruleOf = ({ text }) => /^\s*(allow|disallow)\s*:\s*([^#]*?)\s*(#|$)/i.exec(text);

// Not where a rule that says the opposite is about as long: the longer one decides.  A space at the
// end would go, too.
function withoutStar(at) {
	const [, kind, pattern] = ruleOf(at.line) ?? [];
	const isRival = ([, other, { length }]) =>
		other.toLowerCase() !== kind.toLowerCase() && Math.abs(length - pattern.length + 1) < 3;
	const rules = linesOf(at.doc).map(ruleOf).filter(Boolean);
	const isOdd = !kind || /\s\*\$?$/.test(pattern) || rules.some((rule) => /[%\x80-\uffff]/.test(rule[2]));
	if (isOdd || rules.some(isRival)) return null;
	return replace(at, '', `Remove the “*”: ${SAME}, and those that know no “*” obey the line`);
}

// Removed where a rule stands beside it: alone, it makes its group one.
function emptyAllow({ finding, doc }) {
	const near = [finding.line - 1, finding.line + 1].filter((n) => n > 0 && n <= doc.lines);
	if (!near.some((n) => isRule(doc.line(n)))) return null;
	return { label: 'Remove this line: nothing changes', changes: [wholeLine(doc, finding.line)] };
}

// Not where "*" has a group already: some obey only the first.  A blank line ends the new one for
// those who know no Allow.
function groupForAll({ doc, line }) {
	const lines = linesOf(doc);
	if (lines.some((other) => agentOf(other)?.startsWith('*'))) return null;
	const next = lines.findIndex((other) => other.from > line.from && agentOf(other) !== null);
	const apart = next > 0 && lines[next - 1].text.trim() ? [{ from: lines[next].from, insert: '\n' }] : [];
	return {
		label: 'Write “User-agent: *” before it: lines up to the next User-agent hold for all that no group names',
		changes: [{ from: line.from + markOf(line), insert: 'User-agent: *\n' }, ...apart],
	};
}

function usageValue(at) {
	const meant = /^\W*(y|n)/i.exec(at.text);
	const value = /[^=]*$/.exec(at.text)[0];
	if (!meant && !/^\W*(y|n)/i.test(value)) return null;
	return replace(at, (meant ?? /(y|n)/i.exec(value))[1].toLowerCase());
}

// What to do, by the kind of the finding; of its place: {finding, doc, line, from, to, text}.
const FIXES = {
	'misspelt-field': renamed,
	'field-typo': renamed,
	'other-label': renamed,
	'missing-colon': ({ line }) => ({
		label: 'Write the “:”',
		changes: [{ from: line.from + /^\s*[\w-]*/.exec(line.text)[0].length, insert: ':' }],
	}),
	'no-group': groupForAll,
	'never-matches': ({ from }) => ({ label: 'Begin it with “/”: the line then counts', changes: [{ from, insert: '/' }] }),
	'stray-percent': (at) => escape(at, '%25'),
	'hash-cuts': (at) => escape(at, '%23'),
	unescaped: (at) => replace(at, escaped(at.text)),
	bom: withoutMark,
	'bom-inside': withoutMark,
	'star-at-end': withoutStar,
	'star-repeated': (at) => replace(at, '*'),
	'redundant-together': withoutLines,
	'usage-value': usageValue,
	'signal-case': (at) => replace(at, at.text.toLowerCase()),
	'group-empty': ruleAtEnd,
	'allow-empty': emptyAllow,
	'blank-ends-record': withoutBlank,
	'agent-typo': (at) =>
		replace(at, at.finding.said, `Write “${at.finding.said}”: this group then holds for it, not for “${at.text}”`),
	'agents-joined': ownRule,
	'star-not-inherited': copyOfStar,
	'license-in-group': ({ finding, doc, line }) => ({
		label: 'Move it to the top',
		changes: [{ from: markOf(doc.line(1)), insert: `${line.text.trim()}\n\n` }, wholeLine(doc, finding.line)],
	}),
};

// What can be done about a finding: {label, changes}, or null.  from, to: its place in the
// document.
export function fixOf(finding, doc, from, to) {
	const { id } = finding;
	if (REMOVE.has(id)) return withoutLine(finding, doc);
	const at = { finding, doc, line: doc.line(finding.line), from, to, text: doc.sliceString(from, to) };
	return FIXES[id]?.(at) ?? null;
}

// The remarks by which a line never decides.
export const NEVER_DECIDES = new Set([
	'dead-rule',
	'duplicate-rule',
	'conflicting-rules',
	'matches-no-path',
	'never-matches',
	'no-group',
]);
