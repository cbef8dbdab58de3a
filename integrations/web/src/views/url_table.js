// url_table.js - the table of URLs.  Rows are drawn a few at a time, so that nobody waits for many.
//
// SPDX-License-Identifier: Apache-2.0
import { DIALECTS } from '../dialects.js';
import { h } from '../dom.js';
import { UrlRow } from './url_row.js';

const BUDGET = 20; // milliseconds of drawing at once

export class UrlTable {
	// on: as for a row; also setDialect(id), what(number): a row's content, and drawing().
	constructor(on) {
		this.on = on;
		this.rows = [];
		this.timer = 0; // of rows that are still to be drawn
		this.body = h('tbody');
		this.heads = DIALECTS.map((d) =>
			h('button.head', { type: 'button', title: d.about, onclick: () => on.setDialect(d.id) }, d.short),
		);
		this.element = h(
			'table.urls',
			{ 'aria-describedby': 'summary' },
			h('caption.hidden', {}, 'URLs and whether the crawler may fetch them'),
			h('thead', {}, this.makeHead()),
			this.body,
		);
	}

	makeHead() {
		return h(
			'tr',
			{},
			h('th', { scope: 'col' }, 'URL'),
			this.heads.map((button) => h('th.v', { scope: 'col' }, button)),
			h('th', { scope: 'col' }, 'Decided by'),
			h('th', { scope: 'col' }, h('span.hidden', {}, 'Remove')),
		);
	}

	get drawing() {
		return this.timer !== 0;
	}

	// Show this many rows, and mark the chosen dialect.
	draw(count, chosen) {
		this.heads.forEach((button, d) => {
			button.setAttribute('aria-pressed', String(d === chosen));
			button.parentNode.classList.toggle('chosen', d === chosen);
		});
		this.count = count;
		for (const row of this.rows.splice(count)) row.element.remove();
		clearTimeout(this.timer);
		this.drawFrom(0);
	}

	drawFrom(at) {
		const since = performance.now();
		let i = at;
		for (; i < this.count && (i === at || performance.now() - since < BUDGET); i++) this.drawRow(i);
		this.timer = i < this.count ? setTimeout(() => this.drawFrom(i)) : 0;
		this.on.drawing();
	}

	drawRow(i) {
		const row = (this.rows[i] ??= new UrlRow(this.on));
		row.index = i;
		row.show(this.on.what(i));
		if (!row.element.parentNode) this.body.append(row.element);
	}

	// Remove a row.  The rows after it only get new numbers.
	remove(i) {
		const [row] = this.rows.splice(i, 1);
		row?.element.remove();
		this.rows.forEach((other, k) => (other.index = k));
	}

	// Put the cursor into a row; the row is drawn if it is not there yet.  False: no such row.
	focus(i) {
		if (!(i >= 0 && i < this.count)) return false;
		for (let k = this.rows.length; k <= i; k++) this.drawRow(k);
		this.rows[i].input.focus();
		return true;
	}
}
