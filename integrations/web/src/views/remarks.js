// remarks.js - remarks of lint: underlines in the editor, and a list with hints and fixes.
//
// SPDX-License-Identifier: Apache-2.0
import { $, fill, h, plural } from '../dom.js';
import { DIALECTS, dialect } from '../dialects.js';
import { inserted, unitAt, unitInLines } from '../octets.js';

const MOST = 300; // remarks in the list

// Kinds of remarks which say that a line never decides.
const NEVER_DECIDES = new Set([
	'dead-rule',
	'duplicate-rule',
	'conflicting-rules',
	'matches-no-path',
	'never-matches',
	'no-group',
]);

const EMPTY = 'The file is empty: every crawler may fetch everything.';

const SEVERITY = { error: 'Error', warning: 'Warning', note: 'Note' };

const MARKS = { error: 'error', warning: 'warning', note: 'info' };

// Replace a dialect's name of the library by its name in words.
const inWords = (said) =>
	said.replace(/^(\w+):/, (all, id) => (DIALECTS.some((d) => d.id === id) ? `${dialect(id).name}:` : all));

function details({ said, path, lines, allLines }) {
	const more = allLines > lines.length ? ` and ${allLines - lines.length} more` : '';
	const parts = [
		inWords(said),
		path ? `for example ${path}` : '',
		lines.length ? `${plural(lines.length, 'line')} ${lines.join(', ')}${more}`.replace(/^\d+ /, '') : '',
	];
	const text = parts.filter(Boolean).join('; ');
	return text ? ` (${text})` : '';
}

const nameOf = ({ label, effect }) => (effect ? `${label}: ${effect}` : label);

export class Remarks {
	constructor(app) {
		this.app = app;
		this.list = $('remarks-list');
		this.idle = []; // lines that never decide
	}

	refresh() {
		const { app } = this;
		const { source } = app;
		app.ask('lint', { ...source, dialect: app.state.dialect }, (result) => this.show(result, source));
	}

	// The range of a finding in the editor's document.
	place(finding, doc) {
		const line = doc.line(Math.min(finding.line, doc.lines));
		const unit = (octets) => line.from + unitAt(line.text, octets, this.app.state.encoding);
		return { from: unit(finding.column - 1), to: unit(finding.column - 1 + finding.length) };
	}

	// Apply a fix, unless the text has changed since: a changed text gets remarks of its own.
	apply({ edits }) {
		const { editor, state } = this.app;
		const { text, encoding } = this.source;
		if (state.text !== text) return;
		const place = (octet) => unitInLines(text, unitAt(text, octet, encoding));
		const change = (edit) => ({
			from: place(edit.from),
			to: place(edit.to),
			insert: inserted(edit.text, encoding),
		});
		editor.edit(edits.map(change));
		editor.view.focus();
	}

	goto(finding) {
		const { editor } = this.app;
		const { from, to } = this.place(finding, editor.view.state.doc);
		editor.select(from, to);
	}

	// The finding as an underline of the editor.
	mark(finding, doc) {
		const { fix } = finding;
		const { from, to } = this.place(finding, doc);
		return {
			from,
			to: Math.max(to, from),
			severity: MARKS[finding.severity],
			source: finding.id,
			message: `${finding.text}${details(finding)}. Hint: ${finding.hint}.`,
			actions: fix ? [{ name: nameOf(fix), apply: () => this.apply(fix) }] : [],
		};
	}

	// The finding as an item of the list.
	item(finding) {
		const { severity, line, text, hint, fix } = finding;
		const more = details(finding);
		return h(
			`li.${severity}`,
			{},
			h('span.severity', {}, SEVERITY[severity]),
			' ',
			h('button.link', { type: 'button', onclick: () => this.goto(finding) }, `line ${line}`),
			' ',
			h('span', {}, text, more ? h('span.quiet', {}, more) : null, '.'),
			h('span.hint', {}, ` ${hint[0].toUpperCase()}${hint.slice(1)}.`),
			' ',
			fix ? h('button.small.apply', { type: 'button', onclick: () => this.apply(fix) }, nameOf(fix)) : null,
		);
	}

	show(result, source) {
		const { app } = this;
		const { doc } = app.editor.view.state;
		const found = result.findings.filter((finding) => finding.line <= doc.lines);
		this.source = source;
		this.idle = [...new Set(result.findings.filter((f) => NEVER_DECIDES.has(f.id)).map((f) => f.line))];
		app.answers.lint = result;
		app.editor.remarks(found.map((finding) => this.mark(finding, doc)));
		app.views.urls.showLines();
		this.draw(
			result,
			found.slice(0, MOST).map((finding) => this.item(finding)),
		);
	}

	draw({ counts, findings, left, undecided }, items) {
		const isEmpty = !this.app.state.text.trim();
		const more = findings.length - items.length + left;
		fill(
			$('remarks-title'),
			'Remarks ',
			counts.filter(([, n]) => n).map(([s, n]) => h(`span.chip.${s}`, {}, plural(n, s))),
			more > 0 ? h('small.quiet', {}, `The first ${items.length} are listed.`) : null,
		);
		fill(
			this.list,
			items.length ? h('ul', {}, items) : h('p.quiet', {}, isEmpty ? EMPTY : 'Nothing to remark.'),
			more > 0
				? h('p.quiet', {}, `and ${plural(more, 'more remark')}; the command “robotsc lint” lists all.`)
				: null,
			undecided
				? h('p.quiet', {}, `${plural(undecided, 'question')} about rules would take too long here.`)
				: null,
		);
	}
}
