// machine_octets.js - the octets of a compiled file, coloured by their parts.
//
// SPDX-License-Identifier: Apache-2.0
import { fill, h, plural } from '../dom.js';

const WINDOW = 2048; // octets that are shown of a large policy
const PARTS = [
	['header', 'header'],
	['machine', 'sizes'],
	['prefixes', 'table of first bytes'],
	['tables', 'tables for skipping'],
	['literals', 'literals'],
	['code', 'states'],
	['globs', 'patterns'],
	['policies', 'policies'],
	['agents', 'crawlers’ names'],
	['records', 'other lines'],
	['other', 'other'],
	['checksum', 'checksum'],
];

const hex = (number, digits) => number.toString(16).toUpperCase().padStart(digits, '0');

export class Octets {
	constructor() {
		this.machine = null;
		this.from = -1; // the first octet that is shown
		this.facts = h('p.quiet', {});
		this.legend = h('p.legend', {});
		this.rows = h('div.octets', {
			id: 'octets',
			tabindex: '0',
			role: 'region',
			'aria-label': 'The bytes of the compiled file',
		});
		this.element = h('div', {}, h('h3', {}, 'Its bytes'), this.facts, this.legend, this.rows);
	}

	show(machine) {
		this.machine = machine;
		this.from = -1;
		this.draw();
	}

	// Draw all octets of a small policy, or those around one octet of a large policy.
	draw(around = 0) {
		const { length } = this.machine.blob;
		const all = length <= 2 * WINDOW;
		const from = all ? 0 : Math.max(0, Math.min(length - WINDOW, around - WINDOW / 2)) & ~15;
		if (from === this.from) return;
		this.from = from;
		const to = all ? length : from + WINDOW;
		const classOf = this.classes();
		const rows = [];
		for (let at = from; at < to; at += 16) rows.push(this.row(at, Math.min(at + 16, to), classOf));
		fill(this.rows, rows);
		this.drawLegend();
		this.drawFacts(from, to);
	}

	row(from, to, classOf) {
		const row = h('div.octet-row', {}, h('span.at', {}, hex(from, 4)));
		for (let i = from; i < to; i++)
			row.append(h(`span.o.${classOf(i)}`, { 'data-at': String(i) }, hex(this.machine.blob[i], 2)));
		return row;
	}

	// Returns a function that names the classes of octet i; i may not decrease between calls.
	classes() {
		const { nodes, parts } = this.machine;
		const begins = new Set(nodes.map(([, begin]) => begin));
		let part = 0;
		return (i) => {
			while (i >= parts[part][2]) part++;
			return `${PARTS[parts[part][0]][0]}${begins.has(i) ? '.begins' : ''}`;
		};
	}

	drawLegend() {
		const { nodes, parts } = this.machine;
		const used = [...new Set(parts.map(([part]) => part))];
		fill(
			this.legend,
			used.map((part) => h('span', {}, h(`i.o.${PARTS[part][0]}`), PARTS[part][1])),
			nodes.length ? h('span', {}, h('i.o.begins'), 'a state begins') : null,
		);
	}

	drawFacts(from, to) {
		const { blob, machine, filter } = this.machine;
		this.facts.textContent =
			`${plural(blob.length, 'byte')} for all crawlers; ` +
			`this crawler’s part has ${plural(machine[1] - machine[0], 'byte')}` +
			(filter ? ' and looks for literals, then tries patterns.' : ' and is a state machine.') +
			(to - from < blob.length ? ` Bytes ${from} to ${to - 1} are shown.` : '');
	}

	// Highlight the octets of a range; null: none.
	mark(range) {
		for (const o of this.rows.querySelectorAll('.lit')) o.classList.remove('lit');
		if (!range) return;
		this.draw(range[0]);
		for (let i = range[0]; i < range[1]; i++)
			this.rows.querySelector(`[data-at="${i}"]`)?.classList.add('lit');
		const first = this.rows.querySelector('.lit');
		if (!first) return;
		const top = first.getBoundingClientRect().top - this.rows.getBoundingClientRect().top;
		this.rows.scrollTop += top - this.rows.clientHeight / 3;
	}
}
