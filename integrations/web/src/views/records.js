// records.js - lines of a file beside its rules: sitemaps, delays, preferences, licences.
//
// SPDX-License-Identifier: Apache-2.0
import { didYouMean, fill, h, plural } from '../dom.js';

const hours = (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

// A record in words.
function words(record) {
	const when = record.start != null ? `, from ${hours(record.start)} to ${hours(record.end)} UTC` : '';
	switch (record.field) {
		case 'Crawl-delay':
			return `${plural(record.delay, 'second')} between two fetches`;
		case 'Request-rate':
			return `${plural(record.documents, 'page')} in ${plural(record.seconds, 'second')}${when}`;
		case 'Visit-time':
			return `only${when.slice(1)}`;
		case 'Noindex':
			return `not to be indexed: ${record.path || 'all paths'}`;
		case 'Content-Usage':
		case 'Content-Signal':
			return `${record.rest || record.value}, for ${record.path || 'all paths'}`;
		case 'Clean-param':
			return `parameters that do not matter: ${record.rest || record.value}, for ${record.path || 'all paths'}`;
		default:
			return record.value;
	}
}

const preference = (u) =>
	h(`span.chip.${u.no ? 'blocked' : 'allowed'}`, { title: u.field }, `${u.field}: ${u.label} = ${u.value}`);

export class Records {
	constructor(app) {
		this.app = app;
		this.title = 'Other lines';
		this.element = h('div', { id: 'records' });
	}

	refresh() {
		const { app } = this;
		const url = app.state.urls[app.state.selected] || '/';
		app.ask('records', { ...app.source, ...app.asking, url }, (result) => {
			app.answers.records = result;
			this.draw(result, url);
		});
	}

	draw({ file, agent, usage, allowed, meant }, url) {
		const of = (field) => file.filter((r) => r.field === field);
		const rest = file.filter((r) => r.field !== 'Sitemap' && r.field !== 'License');
		const who = this.app.state.agent.trim() || 'this crawler';
		const unstated = allowed
			? 'The file states no preference for it.'
			: 'It may not fetch it, so there is nothing to use.';
		fill(
			this.element,
			usage
				? [
						h('h3.break', {}, `How ${who} may use ${url}`),
						usage.length ? h('p', {}, usage.map(preference)) : h('p.quiet', {}, unstated),
					]
				: h('p', {}, didYouMean(url, meant, () => this.app.views.urls.replaceSelected(meant))),
			this.part(
				`For ${who}: pace, hours, preferences`,
				agent,
				'The file says nothing beside rules to this crawler.',
			),
			this.part('Sitemaps', of('Sitemap'), 'The file names no sitemap.'),
			this.part('Licences', of('License'), 'The file names no licence.'),
			rest.length ? this.part('Other lines for everyone', rest, '') : null,
		);
	}

	part(title, records, none) {
		return [h('h3', {}, title), records.length ? this.table(records) : h('p.quiet', {}, none)];
	}

	table(records) {
		const heads = ['Field', 'Meaning', 'Line'].map((name) => h('th', { scope: 'col' }, name));
		return h(
			'div.scroll',
			{},
			h('table', {}, h('thead', {}, h('tr', {}, heads)), h('tbody', {}, records.map((r) => this.row(r)))),
		);
	}

	row(r) {
		const onclick = () => this.app.editor.goto(r.line);
		return h(
			'tr',
			{},
			h('td', {}, h('code', {}, r.field)),
			h('td.break', {}, words(r)),
			h('td', {}, h('button.link', { type: 'button', onclick }, `line ${r.line}`)),
		);
	}
}
