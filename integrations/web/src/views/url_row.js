// url_row.js - a row of the list of URLs: a field, a verdict in each dialect, the deciding line.
//
// SPDX-License-Identifier: Apache-2.0
import { DIALECTS } from '../dialects.js';
import { fill, h } from '../dom.js';

const WORDS = new Map([
	[true, 'allowed'],
	[false, 'blocked'],
	[null, '…'],
	['unknown', 'no URL'],
]);
const markOf = (allowed) =>
	h(
		`span.verdict.${allowed ? 'allowed' : 'blocked'}`,
		{},
		h('span', { 'aria-hidden': 'true' }, allowed ? '✓' : '✕'),
		h('span.hidden', {}, allowed ? 'allowed' : 'blocked'),
	);
const MARKS = new Map([
	[true, markOf(true)],
	[false, markOf(false)],
	[null, h('span.quiet', {}, '…')],
	['unknown', h('span.quiet', {}, '?')],
]);

export class UrlRow {
	// on: handlers; most get the number of the row, but on.goto gets a line.
	constructor(on) {
		this.on = on;
		this.index = -1;
		this.drawn = {}; // what the row shows
		this.input = this.makeInput();
		this.remove = this.makeRemove();
		this.marks = DIALECTS.map((d) => h('td.v', { 'data-dialect': d.id }));
		this.decides = h('td.decides');
		this.element = h(
			'tr',
			{
				onclick: () => on.select(this.index),
				onmouseenter: () => on.hover(this.index),
				onmouseleave: () => on.hover(null),
			},
			h('td.url', {}, this.input),
			this.marks,
			this.decides,
			h('td', {}, this.remove),
		);
	}

	makeInput() {
		const { on } = this;
		return h('textarea', {
			rows: 1,
			spellcheck: 'false',
			autocapitalize: 'off',
			autocomplete: 'off',
			placeholder: 'https://www.example/ or /page',
			oninput: () => this.typed(),
			onfocus: () => on.select(this.index),
			onpaste: (event) => on.paste(event, this.index),
			onkeydown: (event) => on.key(event, this.index),
		});
	}

	// A URL is one line, which is wrapped if it is long: line ends are removed.
	typed() {
		const { input } = this;
		if (/[\r\n]/.test(input.value)) input.value = input.value.replace(/[\r\n]/g, '');
		this.grow(input.value);
		this.on.input(this.index, input.value);
	}

	// Make the cell as high as this text needs.
	grow(url) {
		this.input.parentNode.dataset.text = url;
	}

	makeRemove() {
		const onclick = (event) => {
			event.stopPropagation();
			this.on.remove(this.index);
		};
		return h('button.small', { type: 'button', title: 'Remove', onclick }, '×');
	}

	// Show {url, verdicts, line, chosen, selected, byLine}.  Draws only changes.
	show(now) {
		const { drawn } = this;
		if (drawn.index !== this.index) this.showIndex();
		if (this.input.value !== now.url) this.showUrl(now.url);
		const moved = drawn.chosen !== now.chosen || drawn.verdict !== now.verdicts?.[now.chosen];
		this.marks.forEach((td, d) => this.showMark(td, d, now, moved));
		if (drawn.line !== now.line || drawn.answered !== !!now.verdicts) this.showLine(now);
		for (const [name, on] of [
			['blocked', now.verdicts?.[now.chosen] === false],
			['selected', now.selected],
			['by-line', now.byLine],
		])
			if (drawn[name] !== on) this.element.classList.toggle(name, (drawn[name] = on));
		Object.assign(drawn, {
			index: this.index,
			chosen: now.chosen,
			verdict: now.verdicts?.[now.chosen],
			line: now.line,
			answered: !!now.verdicts,
		});
	}

	showIndex() {
		this.element.dataset.url = this.index;
		this.input.setAttribute('aria-label', `URL ${this.index + 1}`);
		this.remove.setAttribute('aria-label', `Remove URL ${this.index + 1}`);
	}

	// Setting the value moves the cursor, and then the editor measures the page.  If nobody has
	// typed, the default value is enough.
	showUrl(url) {
		this.input.defaultValue = url;
		if (this.input.value !== url) this.input.value = url;
		this.grow(url);
	}

	showMark(td, d, { verdicts, chosen }, moved) {
		const verdict = verdicts ? (verdicts[d] ?? null) : undefined;
		if (moved || this.drawn[d] !== verdict) {
			const other = verdict != null && verdict !== verdicts[chosen];
			td.className = `v${d === chosen ? ' chosen' : ''}${other ? ' other' : ''}`;
		}
		if (this.drawn[d] === verdict) return;
		this.drawn[d] = verdict;
		fill(td, MARKS.get(verdict)?.cloneNode(true));
		td.title = verdicts ? `${DIALECTS[d].name}: ${WORDS.get(verdict)}` : '';
	}

	showLine({ verdicts, line, url }) {
		const isUrl = verdicts?.[0] !== 'unknown';
		const quiet = isUrl ? { undefined: '…', '-1': 'always allowed', 0: 'no rule' }[line] : url && 'no URL';
		fill(
			this.decides,
			!verdicts
				? null
				: line > 0
					? h('button.link', { type: 'button', onclick: () => this.on.goto(line) }, `line ${line}`)
					: line === undefined
						? quiet
						: h('span.quiet', {}, quiet),
		);
	}
}
