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

// What can be done about a finding: {label, changes}, or null.  from, to: its place in the
// document.
export function fixOf(finding, doc, from, to) {
	const line = doc.line(finding.line);
	const text = doc.sliceString(from, to);
	const replace = (insert, label = `Write “${insert}”`) => ({ label, changes: [{ from, to, insert }] });
	const { id, said } = finding;
	if (REMOVE.has(id)) return { label: 'Remove this line', changes: [wholeLine(doc, finding.line)] };
	switch (id) {
		case 'misspelt-field':
		case 'field-typo':
		case 'other-label':
			return said ? replace(said) : null;
		case 'missing-colon':
			return {
				label: 'Write the “:”',
				changes: [{ from: line.from + /^\s*[\w-]*/.exec(line.text)[0].length, insert: ':' }],
			};
		case 'no-group':
			return {
				label: 'Write “User-agent: *” before it',
				changes: [{ from: line.from, insert: 'User-agent: *\n' }],
			};
		case 'never-matches':
			return { label: 'Begin it with “/”', changes: [{ from, insert: '/' }] };
		case 'stray-percent':
			return { label: 'Write “%25”', changes: [{ from, to: from + 1, insert: '%25' }] };
		case 'hash-cuts':
			return { label: 'Write “%23”', changes: [{ from, to: from + 1, insert: '%23' }] };
		case 'unescaped':
			return replace(escaped(text));
		case 'bom':
		case 'bom-inside':
			return line.text.startsWith('\uFEFF')
				? { label: 'Remove the mark', changes: [{ from: line.from, to: line.from + 1, insert: '' }] }
				: null;
		case 'star-at-end':
			return replace('', 'Remove the “*”');
		case 'star-repeated':
			return replace('*');
		case 'redundant-together': {
			if (finding.allLines > finding.lines.length) return null;
			const lines = [finding.line, ...finding.lines].sort((a, b) => a - b);
			return { label: `Remove lines ${lines.join(', ')}`, changes: lines.map((n) => wholeLine(doc, n)) };
		}
		case 'usage-value': {
			const meant = /^\W*(y|n)/i.exec(text);
			const value = /[^=]*$/.exec(text)[0];
			return meant || /^\W*(y|n)/i.test(value)
				? replace((meant ?? /(y|n)/i.exec(value))[1].toLowerCase())
				: null;
		}
		case 'signal-case':
			return replace(text.toLowerCase());
		case 'group-empty':
			return { label: 'Write “Disallow:”', changes: [{ from: line.to, insert: '\nDisallow:' }] };
		case 'blank-ends-record': {
			const blank = finding.lines[0];
			return blank
				? { label: `Remove line ${blank}, which is blank`, changes: [wholeLine(doc, blank)] }
				: null;
		}
		case 'license-in-group':
			return {
				label: 'Move it to the top',
				changes: [{ from: 0, insert: `${line.text.trim()}\n\n` }, wholeLine(doc, finding.line)],
			};
		default:
			return null;
	}
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
