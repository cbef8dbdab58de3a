// urls.js - the list of URLs: questions about them, and the answers.
//
// SPDX-License-Identifier: Apache-2.0
import { DIALECTS, dialect } from '../dialects.js';
import { $, didYouMean, h, plural, say } from '../dom.js';
import { UrlTable } from './url_table.js';
import { Why } from './why.js';

const MOST = 500;
const TOO_MANY = `At most ${MOST} URLs; the rest was left out.`;
const linesOf = (text) =>
	text
		.split(/[\r\n]+/)
		.map((line) => line.trim())
		.filter(Boolean);
const NO_LINES = { deciding: 0, matching: [], agent: 0 };

export class Urls {
	constructor(app) {
		this.app = app;
		this.title = 'URLs';
		this.answer = null; // verdicts and lines of the URLs, by number
		this.marked = NO_LINES; // lines that stand out in the editor
		this.summary = h('p.summary', { id: 'summary', role: 'status' });
		this.why = new Why(app.editor);
		this.table = new UrlTable({
			what: (i) => this.rowAt(i),
			drawing: () => app.showBusy(),
			setDialect: (id) => app.setDialect(id),
			goto: (line) => app.editor.goto(line),
			select: (i) => this.select(i),
			hover: (i) => this.hover(i),
			input: (i, url) => this.input(i, url),
			paste: (event, i) => this.paste(event, i),
			key: (event, i) => this.key(event, i),
			remove: (i) => this.remove(i),
		});
		this.addButton = h('button', { type: 'button', id: 'add-url', onclick: () => this.add(['']) }, 'Add a URL');
		this.clearButton = h('button', { type: 'button', id: 'clear-urls', onclick: () => this.clear() });
		this.element = h(
			'div',
			{},
			this.summary,
			h('div.scroll', {}, this.table.element),
			h(
				'p.row',
				{},
				this.addButton,
				' ',
				h('button', { type: 'button', id: 'replace-urls', onclick: () => this.askAll() }, 'Replace all'),
				' ',
				this.clearButton,
				' ',
				h('span.quiet', {}, 'Many can be pasted, one a line.'),
			),
			this.why.element,
		);
	}

	get state() {
		return this.app.state;
	}

	get chosen() {
		return DIALECTS.findIndex((d) => d.id === this.state.dialect);
	}

	get drawing() {
		return this.table.drawing;
	}

	// ---- URLs: added, removed, selected

	add(urls, at = this.state.urls.length) {
		const room = Math.max(0, MOST - this.state.urls.length);
		if (urls.length > room) say(TOO_MANY);
		const added = urls.slice(0, room);
		this.state.urls.splice(at, 0, ...added);
		this.moveAnswers(at, 0, added.length);
		this.state.selected = Math.min(at, this.state.urls.length - 1);
		this.draw();
		this.app.change({});
		this.table.focus(this.state.selected);
	}

	remove(i) {
		this.state.urls.splice(i, 1);
		this.moveAnswers(i, 1, 0);
		this.state.selected = Math.max(0, Math.min(this.state.selected, this.state.urls.length - 1));
		this.table.remove(i);
		this.draw();
		this.app.change({});
		if (!this.table.focus(Math.min(i, this.state.urls.length - 1))) this.addButton.focus();
	}

	// Move answers together with their URLs.
	moveAnswers(at, removed, added) {
		for (const list of this.answer ? [this.answer.verdicts, this.answer.lines] : [])
			list.splice(at, removed, ...Array(added));
	}

	select(i) {
		if (this.state.selected === i) return;
		this.state.selected = i;
		this.draw();
		this.explain();
		this.app.saveLink();
	}

	replaceSelected(url) {
		this.state.urls[this.state.selected] = url;
		this.showUrl();
		this.draw();
		this.app.change({}, 60);
	}

	setAll(urls) {
		if (urls.length > MOST) say(TOO_MANY);
		this.state.urls = urls.slice(0, MOST);
		this.state.selected = 0;
		this.restore();
		this.app.change({});
		this.table.focus(0);
	}

	get isEmpty() {
		return !this.state.urls.some(Boolean);
	}

	// Remove all URLs, or bring back those that were removed.
	clear() {
		if (!this.isEmpty) this.cleared = this.state.urls;
		this.setAll(this.isEmpty ? this.cleared : ['']);
	}

	// Let the user edit all URLs as one text.
	askAll() {
		const area = h('textarea', { spellcheck: 'false', 'aria-labelledby': 'all-title' }, this.state.urls.join('\n'));
		const onclose = () => {
			dialog.remove();
			if (dialog.returnValue) this.setAll(linesOf(area.value));
		};
		const buttons = [h('button', { value: 'yes' }, 'Replace all'), ' ', h('button', {}, 'Cancel')];
		const dialog = h(
			'dialog',
			{ 'aria-labelledby': 'all-title', onclose },
			h('h2', { id: 'all-title' }, 'All URLs, one a line'),
			area,
			h('form', { method: 'dialog' }, buttons),
		);
		document.body.append(dialog);
		dialog.showModal();
	}

	input(i, url) {
		this.state.urls[i] = url;
		this.app.change({}, 60);
	}

	paste(event, i) {
		const lines = linesOf(event.clipboardData.getData('text'));
		if (lines.length < 2) return;
		event.preventDefault();
		if (this.state.urls[i]) {
			this.add(lines, i + 1);
			return;
		}
		this.state.urls.splice(i, 1);
		this.moveAnswers(i, 1, 0);
		this.add(lines, i);
	}

	key(event, i) {
		const to = { ArrowDown: i + 1, ArrowUp: i - 1 }[event.key];
		if (to !== undefined) {
			if (this.table.focus(to)) event.preventDefault();
		} else if (event.key === 'Enter') {
			event.preventDefault();
			this.add([''], i + 1);
		} else if (event.key === 'Backspace' && !event.target.value && this.state.urls.length > 1) {
			event.preventDefault();
			this.remove(i);
		}
	}

	// ---- what is drawn

	// The content of row i.
	rowAt(i) {
		const { chosen, answer } = this;
		const line = answer?.lines[i]?.[chosen];
		return {
			url: this.state.urls[i],
			verdicts: answer?.verdicts[i],
			line,
			chosen,
			selected: i === this.state.selected,
			byLine: line > 0 && line === this.app.line,
		};
	}

	draw() {
		this.clearButton.textContent = this.isEmpty && this.cleared ? 'Bring all back' : 'Clear all';
		this.table.draw(this.state.urls.length, this.chosen);
	}

	// Rows are drawn last: the editor, which measures the page, would wait for their layout.
	drawAnswers() {
		this.drawCounts();
		this.drawSummary();
		this.draw();
	}

	drawSummary() {
		const verdicts = this.answer.verdicts.filter((_, i) => this.state.urls[i]);
		const all = verdicts.length;
		const allowed = verdicts.filter((v) => v[this.chosen] === true).length;
		const unknown = verdicts.filter((v) => v[this.chosen] === 'unknown').length;
		const differ = verdicts.filter((v) => v.includes(false) && v.includes(true)).length;
		const known = verdicts.every((v) => !v.includes(null));
		const readings = differ ? ` The readings differ about ${differ}.` : ' All readings agree.';
		const crawler = this.state.agent.trim() || 'A crawler without a name';
		this.summary.textContent =
			all === 0
				? 'No URL yet.'
				: `${crawler} may fetch ${allowed} of ${plural(all, 'URL')}.${known ? readings : ''}` +
					(unknown ? ` ${plural(unknown, 'is no URL', 'are no URLs')}.` : '');
	}

	// Show beside each line how many URLs it decides.
	drawCounts() {
		const counts = new Map();
		this.answer.lines.forEach((lines, i) => {
			const line = lines?.[this.chosen];
			if (!(line > 0)) return;
			const entry = counts.get(line) ?? { count: 0, allowed: this.answer.verdicts[i][this.chosen] };
			entry.count++;
			counts.set(line, entry);
		});
		this.app.editor.counts(counts);
	}

	// The cursor of the editor is in another line: mark the URLs that this line decides.
	markLine() {
		this.draw();
	}

	hover(i) {
		const line = i === null ? 0 : this.answer?.lines[i]?.[this.chosen];
		if (i === null) this.showLines();
		else if (line > 0) this.app.editor.lines({ ...this.marked, deciding: line, matching: [] });
	}

	showLines() {
		this.app.editor.lines({ ...this.marked, idle: this.app.remarks?.idle ?? [] });
	}

	drawWhy(url, result) {
		this.app.answers.why = result;
		this.marked = {
			deciding: result.deciding,
			matching: result.matches.filter((m) => !m.deciding).map((m) => m.line),
			agent: result.group.line,
		};
		this.showLines();
		if (result.deciding) this.app.editor.reveal(result.deciding);
		this.why.show(url, result);
		this.app.answer.show(url, result);
	}

	// Show the selected URL in the question above the tabs.
	showUrl() {
		const url = this.state.urls[this.state.selected] ?? '';
		if ($('url').value !== url) $('url').value = url;
	}

	// ---- what is asked

	explain() {
		this.showUrl();
		const { app } = this;
		const url = this.state.urls[this.state.selected];
		const nothing = (makeContent) => {
			this.marked = NO_LINES;
			this.showLines();
			this.why.showNothing(makeContent());
			app.answer.showNothing(makeContent());
		};
		if (!url) nothing(() => `Write a URL, and see what ${dialect(this.state.dialect).name} says of it.`);
		else
			app.ask('explain', { ...app.source, ...app.asking, url }, (result) => {
				if (result.group) this.drawWhy(url, result);
				else nothing(() => didYouMean(url, result.meant, () => this.replaceSelected(result.meant)));
			});
	}

	refresh() {
		const { app } = this;
		this.draw();
		this.showUrl();
		app.ask(
			'check',
			{ ...app.source, ...app.asking, urls: [...this.state.urls] },
			(result) => {
				app.answers.version = result.version;
				app.showFacts(result.facts);
				app.showHeader(result.header);
			},
			(part) => this.take(part),
		);
		this.explain();
	}

	// Take a part of the answer: verdicts in one or all dialects, or the chosen one's lines.
	take({ verdicts, from, lines }) {
		if (verdicts) this.answer = this.app.answers.check = { verdicts, lines: verdicts.map(() => []) };
		else lines.forEach((line, i) => (this.answer.lines[from + i][this.chosen] = line));
		this.drawAnswers();
	}

	// Ask for the lines in all dialects; only exports show them.
	askLines(done) {
		const { app } = this;
		app.ask('lines', { ...app.source, ...app.asking, urls: [...this.state.urls] }, (lines) => {
			this.answer.lines = lines;
			done();
		});
	}

	restore() {
		this.answer = null;
		this.draw();
	}

	focus() {
		this.table.focus(0);
	}
}
