// remarks.js - what lint says: underlines in the editor, and a list with hints and fixes.
//
// SPDX-License-Identifier: Apache-2.0
import { $, fill, h, plural } from '../dom.js';
import { NEVER_DECIDES, fixOf } from '../fixes.js';
import { DIALECTS, dialect } from '../dialects.js';
import { unitAt } from '../octets.js';

const MOST = 300; // remarks in the list

const SEVERITY = { error: 'Error', warning: 'Warning', note: 'Note' };

export function makeRemarks(app) {
	const list = $('remarks-list');
	let idle = []; // lines that never decide

	// Where a finding is in the document.
	function place(finding, doc) {
		const line = doc.line(Math.min(finding.line, doc.lines));
		const { encoding } = app.state;
		const from = line.from + unitAt(line.text, finding.column - 1, encoding);
		return { from, to: line.from + unitAt(line.text, finding.column - 1 + finding.length, encoding) };
	}

	// The library's names of dialects in words.
	const inWords = (said) =>
		said.replace(/^(\w+):/, (all, id) => (DIALECTS.some((d) => d.id === id) ? `${dialect(id).name}:` : all));

	function details(finding) {
		const { path, lines, allLines } = finding;
		const said = inWords(finding.said);
		const more = allLines > lines.length ? ` and ${allLines - lines.length} more` : '';
		const parts = [
			said,
			path ? `for example ${path}` : '',
			lines.length ? `${plural(lines.length, 'line')} ${lines.join(', ')}${more}`.replace(/^\d+ /, '') : '',
		];
		return parts.filter(Boolean).join('; ');
	}

	function apply(finding) {
		const { doc } = app.editor.view.state;
		const { from, to } = place(finding, doc);
		const fix = fixOf(finding, doc, from, to);
		if (!fix) return;
		app.editor.edit(fix.changes);
		app.editor.view.focus();
	}

	function item(finding, fix) {
		const more = details(finding);
		return h(
			`li.${finding.severity}`,
			{},
			h('span.severity', {}, SEVERITY[finding.severity]),
			' ',
			h(
				'button.link',
				{
					type: 'button',
					onclick: () => {
						const { from, to } = place(finding, app.editor.view.state.doc);
						app.editor.select(from, to);
					},
				},
				`line ${finding.line}`,
			),
			' ',
			h('span', {}, finding.text, more ? h('span.quiet', {}, ` (${more})`) : null, '.'),
			h('span.hint', {}, ` ${finding.hint[0].toUpperCase()}${finding.hint.slice(1)}.`),
			' ',
			fix ? h('button.small.apply', { type: 'button', onclick: () => apply(finding) }, fix.label) : null,
		);
	}

	function show(result) {
		const { doc } = app.editor.view.state;
		const severity = { error: 'error', warning: 'warning', note: 'info' };
		const marks = [],
			items = [];
		for (const [i, finding] of result.findings.entries()) {
			if (finding.line > doc.lines) continue;
			const { from, to } = place(finding, doc);
			const fix = fixOf(finding, doc, from, to);
			const more = details(finding);
			marks.push({
				from,
				to: Math.max(to, from),
				severity: severity[finding.severity],
				source: finding.id,
				message: `${finding.text}${more ? ` (${more})` : ''}. Hint: ${finding.hint}.`,
				actions: fix ? [{ name: fix.label, apply: () => apply(finding) }] : [],
			});
			if (i < MOST) items.push(item(finding, fix));
		}
		idle = [...new Set(result.findings.filter((f) => NEVER_DECIDES.has(f.id)).map((f) => f.line))];
		app.answers.lint = result;
		app.editor.remarks(marks);
		app.views.urls.showLines();
		const counts = result.counts.filter(([, n]) => n);
		const left = result.findings.length - items.length + result.left;
		fill(
			$('remarks-title'),
			'Remarks ',
			counts.map(([s, n]) => h(`span.chip.${s}`, {}, plural(n, s))),
			left > 0 ? h('small.quiet', {}, `The first ${items.length} are listed.`) : null,
		);
		fill(
			list,
			items.length ? h('ul', {}, items) : h('p.quiet', {}, 'Nothing to remark.'),
			left > 0
				? h('p.quiet', {}, `and ${plural(left, 'more remark')}; the command “robotsc lint” lists all.`)
				: null,
			result.undecided
				? h(
						'p.quiet',
						{},
						`${plural(result.undecided, 'question')} about rules would take too long here.`,
					)
				: null,
		);
	}

	return {
		refresh() {
			app.ask('lint', { ...app.source, dialect: app.state.dialect }, show);
		},
		get idle() {
			return idle;
		},
	};
}
