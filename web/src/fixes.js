// fixes.js - the remarks that one click can act on: what the hint says, as edits of the text.
//
// SPDX-License-Identifier: Apache-2.0

const REMOVE = new Set(['dead-rule', 'duplicate-rule', 'conflicting-rules', 'redundant-rule', 'allow-empty', 'repeated']);

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
const renamed = (at) => (at.finding.said ? replace(at, at.finding.said) : null);

const withoutMark = ({ line: { text, from } }) =>
	text.startsWith('\uFEFF') ? { label: 'Remove the mark', changes: [{ from, to: from + 1, insert: '' }] } : null;

function withoutLines({ finding, doc }) {
	if (finding.allLines > finding.lines.length) return null;
	const lines = [finding.line, ...finding.lines].sort((a, b) => a - b);
	return { label: `Remove lines ${lines.join(', ')}`, changes: lines.map((n) => wholeLine(doc, n)) };
}

function withoutBlank({ finding, doc }) {
	const [blank] = finding.lines;
	return blank ? { label: `Remove line ${blank}, which is blank`, changes: [wholeLine(doc, blank)] } : null;
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
	'no-group': ({ line }) => ({
		label: 'Write “User-agent: *” before it',
		changes: [{ from: line.from, insert: 'User-agent: *\n' }],
	}),
	'never-matches': ({ from }) => ({ label: 'Begin it with “/”', changes: [{ from, insert: '/' }] }),
	'stray-percent': (at) => escape(at, '%25'),
	'hash-cuts': (at) => escape(at, '%23'),
	unescaped: (at) => replace(at, escaped(at.text)),
	bom: withoutMark,
	'bom-inside': withoutMark,
	'star-at-end': (at) => replace(at, '', 'Remove the “*”'),
	'star-repeated': (at) => replace(at, '*'),
	'redundant-together': withoutLines,
	'usage-value': usageValue,
	'signal-case': (at) => replace(at, at.text.toLowerCase()),
	'group-empty': ({ line }) => ({ label: 'Write “Disallow:”', changes: [{ from: line.to, insert: '\nDisallow:' }] }),
	'blank-ends-record': withoutBlank,
	'agent-typo': (at) =>
		replace(at, at.finding.said, `Write “${at.finding.said}”: this group then holds for it, not for “${at.text}”`),
	'agents-joined': ownRule,
	'star-not-inherited': copyOfStar,
	'license-in-group': ({ finding, doc, line }) => ({
		label: 'Move it to the top',
		changes: [{ from: 0, insert: `${line.text.trim()}\n\n` }, wholeLine(doc, finding.line)],
	}),
};

// What can be done about a finding: {label, changes}, or null.  from, to: its place in the
// document.
export function fixOf(finding, doc, from, to) {
	const { id } = finding;
	if (REMOVE.has(id)) return { label: 'Remove this line', changes: [wholeLine(doc, finding.line)] };
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
