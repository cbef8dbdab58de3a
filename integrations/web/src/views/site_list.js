// site_list.js - what of a sitemap, or of a list of URLs, is closed to whom.
//
// SPDX-License-Identifier: Apache-2.0
import { PURPOSES, agentOf } from '../agents.js';
import { fill, h, plural } from '../dom.js';
import { kindOf, urlsOf } from '../list_urls.js';
import { decode } from '../octets.js';
import { cell, save } from '../save.js';

const MOST = 50000; // URLs, the most that a sitemap may have
const MOST_ROWS = 200;
const SHOWN = 6; // crawlers that are named
const LARGEST = 64 << 20; // octets of a file that is read

export class SiteList {
	constructor(app) {
		this.app = app;
		this.title = 'Sitemap';
		this.text = '';
		this.urls = [];
		this.answer = null;
		this.area = h('textarea', {
			id: 'list-text',
			rows: 6,
			spellcheck: 'false',
			placeholder: 'Paste a sitemap.xml, or URLs, one a line',
			oninput: () => this.take(this.area.value),
		});
		this.result = h('div', { id: 'list-result', 'aria-live': 'polite' });
		const label = h('label.area', {}, 'A sitemap.xml, or a list of URLs', this.area);
		this.element = h('div', {}, label, this.makeBar(), this.result);
	}

	makeBar() {
		const hidden = { type: 'file', hidden: true, tabindex: '-1', 'aria-hidden': 'true' };
		const file = h('input', { ...hidden, onchange: () => this.read(file) });
		this.purpose = h(
			'select',
			{ id: 'list-purpose', onchange: () => this.draw() },
			h('option', { value: '' }, 'all crawlers'),
			Object.entries(PURPOSES).map(([id, name]) => h('option', { value: id, selected: id === 'search' }, name)),
		);
		const onclick = () => save('robots-urls.csv', this.csv());
		this.saveButton = h('button', { type: 'button', id: 'list-save', disabled: true, onclick }, 'Save the table');
		return h(
			'div.bar',
			{},
			h('button', { type: 'button', id: 'list-open', onclick: () => file.click() }, 'Open a file'),
			file,
			h('label.field', {}, 'closed to', this.purpose),
			this.saveButton,
		);
	}

	async read(input) {
		const [file] = input.files;
		input.value = '';
		if (!file) return;
		if (file.size > LARGEST) {
			fill(this.result, h('p.warn', {}, `${file.name} is too large: at most 64 MiB are read.`));
			return;
		}
		// A large text in a field would be slow, so it is not shown there.
		this.take(decode(new Uint8Array(await file.arrayBuffer())).text);
		const isLong = this.urls.length > 1000;
		this.area.value = isLong ? `${file.name}: ${plural(this.urls.length, 'URL')}` : this.urls.join('\n');
	}

	take(text) {
		this.urls = urlsOf(text);
		this.refresh();
	}

	refresh() {
		const { app } = this;
		const urls = this.urls.slice(0, MOST);
		if (!urls.length) {
			this.answer = null;
			this.saveButton.disabled = true;
			fill(this.result, h('p.quiet', {}, 'Nothing is asked yet.'));
			return;
		}
		app.ask('closed', { ...app.source, urls, url: '/' }, (answer) => {
			this.answer = app.answers.closed = { ...answer, urls };
			this.draw();
		});
	}

	// The crawlers of a set that are asked about, by name.
	named(tokens) {
		const { value } = this.purpose;
		return value ? tokens.filter((token) => agentOf(token).purpose === value) : tokens;
	}

	// Each URL that is closed to someone: [url, kind, to whom].
	get closed() {
		const { urls, sets, rows } = this.answer;
		return rows.flatMap((row, i) => {
			const to = this.named(row.flatMap((set) => sets[set]));
			return to.length ? [[urls[i], kindOf(urls[i]), to]] : [];
		});
	}

	draw() {
		if (!this.answer) return;
		const { closed } = this;
		const { urls, unknown } = this.answer;
		const count = closed.length.toLocaleString('en');
		const left = this.urls.length - urls.length;
		this.saveButton.disabled = false;
		fill(
			this.result,
			h('p.summary', {}, `Closed to some of these crawlers: ${count} of ${plural(urls.length, 'URL')}.`),
			unknown ? h('p.warn', {}, `${plural(unknown, 'line is no URL', 'lines are no URLs')} and no path.`) : null,
			left ? h('p.warn', {}, `The first ${MOST} are asked about; ${left} are left out.`) : null,
			closed.length ? [this.totals(closed), ...this.table(closed)] : null,
		);
	}

	// How many of each kind are closed to each crawler.
	totals(closed) {
		const kinds = [...new Set(closed.map(([, kind]) => kind))];
		const counts = new Map();
		for (const [, kind, to] of closed)
			for (const token of to) {
				if (!counts.has(token)) counts.set(token, new Map());
				counts.get(token).set(kind, (counts.get(token).get(kind) ?? 0) + 1);
			}
		const alike = new Map(); // counts -> crawlers
		for (const [token, of] of counts) {
			const key = kinds.map((kind) => of.get(kind) ?? 0).join();
			alike.set(key, [...(alike.get(key) ?? []), token]);
		}
		const rows = [...alike].map(([key, tokens]) => [list(tokens), ...key.split(',')]);
		return table('Closed URLs by crawler and kind', ['Closed to', ...kinds], rows, 'list-totals');
	}

	table(closed) {
		const rows = closed.slice(0, MOST_ROWS).map(([url, kind, to]) => [
			h('button.link.break', { type: 'button', onclick: () => this.ask(url, to[0]) }, url),
			kind,
			list(to),
		]);
		const left = closed.length - rows.length;
		return [
			table('URLs that are closed', ['URL', 'Kind', 'Closed to'], rows, 'list-urls'),
			left ? h('p.quiet', {}, `and ${plural(left, 'more URL')}; the saved table has all.`) : null,
		];
	}

	ask(url, token) {
		const { app } = this;
		app.views.urls.replaceSelected(url);
		app.setAgent(token);
		document.getElementById('url').focus();
	}

	// All URLs, with everyone to whom each is closed.
	csv() {
		const { urls, sets, rows } = this.answer;
		const to = (i) => this.named(rows[i].flatMap((set) => sets[set])).join(' ');
		const lines = urls.map((url, i) => [url, kindOf(url), to(i)]);
		return [['url', 'kind', 'closed to'], ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
	}
}

const list = (tokens) =>
	tokens.slice(0, SHOWN).join(', ') + (tokens.length > SHOWN ? ` and ${tokens.length - SHOWN} more` : '');

const row = ([first, ...rest]) =>
	h('tr', {}, h('th.row-head', { scope: 'row' }, first), rest.map((value) => h('td', {}, value)));

const table = (caption, heads, rows, id) =>
	h(
		'div.scroll',
		{},
		h(
			'table',
			{ id },
			h('caption.hidden', {}, caption),
			h('thead', {}, h('tr', {}, heads.map((head) => h('th', { scope: 'col' }, head)))),
			h('tbody', {}, rows.map(row)),
		),
	);
