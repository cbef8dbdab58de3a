// site_list.js - URLs of a sitemap or a list that are closed, to which crawlers and by which lines.
//
// SPDX-License-Identifier: Apache-2.0
import { PURPOSES } from '../agents.js';
import { fill, h, plural } from '../dom.js';
import { kindOf } from '../list_urls.js';
import { cell, save } from '../save.js';

const MOST_ROWS = 200;
const SHOWN = 6; // crawlers that are named
const LONG = 100000; // characters that are shown in the field
const OF_OTHERS = 'Each host has a robots.txt of its own, so this file does not say.';
const LARGEST = 64 << 20; // octets that are read

// The octets of a file, decompressed if it is gzip; null: more than LARGEST.
async function octetsOf(file) {
	const isGzip = new Uint8Array(await file.slice(0, 2).arrayBuffer()).join() === '31,139';
	const stream = isGzip ? file.stream().pipeThrough(new DecompressionStream('gzip')) : file.stream();
	const parts = [];
	let size = 0;
	for (const reader = stream.getReader(); ; ) {
		const { done, value } = await reader.read();
		if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
		parts.push(value);
		size += value.length;
		if (size > LARGEST) return (await reader.cancel(), null);
	}
}

export class SiteList {
	constructor(app) {
		this.app = app;
		this.title = 'Sitemap';
		this.map = ''; // a text, or octets
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
		const about =
			'A sitemap lists the pages that search engines should find. Those that robots.txt closes to them ' +
			'are an error in one of the two files. Nothing leaves the browser.';
		this.element = h('div', {}, h('p.quiet', {}, about), label, this.makeBar(), this.result);
	}

	makeBar() {
		const hidden = { type: 'file', hidden: true, tabindex: '-1', 'aria-hidden': 'true' };
		const file = h('input', { ...hidden, onchange: () => this.read(file) });
		this.purpose = h(
			'select',
			{ id: 'list-purpose', onchange: () => this.refresh() },
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
		const octets = await octetsOf(file).catch(() => undefined);
		if (!octets) {
			const why = octets === null ? 'is too large: at most 64 MiB are read' : 'could not be unpacked';
			fill(this.result, h('p.warn', {}, `${file.name} ${why}.`));
			return;
		}
		// A large text would make the field slow, so the field shows its name and size.
		const isLong = octets.length > LONG;
		this.area.value = isLong ? `${file.name}: ${plural(octets.length, 'byte')}` : new TextDecoder().decode(octets);
		this.take(octets);
	}

	take(map) {
		this.map = map;
		this.refresh();
	}

	refresh() {
		const { app, map } = this;
		if (!map.length) {
			this.answer = null;
			this.saveButton.disabled = true;
			fill(this.result, h('p.quiet', {}, 'Nothing is asked yet.'));
			return;
		}
		const names = this.purpose.value ? [this.purpose.value] : Object.keys(PURPOSES);
		app.ask('sitemap', { ...app.source, map, names }, (answer) => {
			this.answer = app.answers.sitemap = answer;
			this.draw();
		});
	}

	draw() {
		const { answers, urls, closed, other_hosts: others, parts, wrong, fault } = this.answer;
		const of = (...kinds) => answers.filter(({ verdict }) => kinds.includes(verdict));
		const found = of('disallow');
		const [count, all] = [closed.toLocaleString('en'), plural(urls, 'URL')];
		const warn = (text) => h('p.warn', {}, text);
		this.saveButton.disabled = false;
		fill(
			this.result,
			parts
				? warn(`This is the index of a sitemap: it lists ${plural(parts, 'file')}. Open each of these.`)
				: h('p.summary', {}, `Closed to some of these crawlers: ${count} of ${all}.`),
			fault ? warn(`It was not read to its end: ${fault}.`) : null,
			wrong ? warn(`${plural(wrong, 'line is no URL', 'lines are no URLs')} and no path.`) : null,
			found.length ? [this.totals(found), ...this.table(found)] : null,
			others > 0 && [h('h3', {}, 'Of another host'), h('p', {}, OF_OTHERS)],
			others + parts > 0 && this.links(of('other-host', 'part')),
		);
	}

	// A table: for each crawler, how many URLs of each kind are closed to it.
	totals(found) {
		const kinds = [...new Set(found.map(({ url }) => kindOf(url)))];
		const counts = new Map(); // crawler -> of each kind
		for (const { url, robots } of found)
			for (const token of robots) {
				if (!counts.has(token)) counts.set(token, kinds.map(() => 0));
				counts.get(token)[kinds.indexOf(kindOf(url))]++;
			}
		const alike = new Map(); // counts -> crawlers
		for (const [token, of] of counts) alike.set(of.join(), [...(alike.get(of.join()) ?? []), token]);
		const rows = [...alike].map(([key, tokens]) => [list(tokens), ...key.split(',')]);
		return table('Closed URLs by crawler and kind', ['Closed to', ...kinds], rows, 'list-totals');
	}

	table(found) {
		const rows = found.slice(0, MOST_ROWS).map(({ url, robots, line, text }) => [
			h('button.link.break', { type: 'button', onclick: () => this.ask(url, robots[0]) }, url),
			kindOf(url),
			list(robots),
			line ? [this.line(line), ': ', h('code', {}, text)] : 'no line opens it',
		]);
		const heads = ['URL', 'Kind', 'Closed to', 'By'];
		return [table('URLs that are closed', heads, rows, 'list-urls'), more(found)];
	}

	line(number) {
		const onclick = () => this.app.editor.goto(number);
		return h('button.link', { type: 'button', onclick }, `line ${number}`);
	}

	links(found) {
		const items = found.slice(0, MOST_ROWS).map(({ url }) => h('li.break', {}, url));
		return [h('ul', {}, items), more(found)];
	}

	ask(url, token) {
		const { app } = this;
		app.views.urls.replaceSelected(url);
		app.setAgent(token);
		document.getElementById('url').focus();
	}

	// All answers as a table in CSV: closed URLs, and URLs that were not judged.
	csv() {
		const lines = this.answer.answers.map(({ url, verdict, robots = [], line = '', text }) => [
			url,
			kindOf(url),
			verdict,
			robots.join(' '),
			line,
			text ?? '',
		]);
		const heads = ['url', 'kind', 'verdict', 'closed to', 'line', 'rule'];
		return [heads, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
	}
}

const more = ({ length }) =>
	length > MOST_ROWS &&
	h('p.quiet', {}, `and ${(length - MOST_ROWS).toLocaleString('en')} more; the saved table has all.`);

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
