// records.js - what a file says beside its rules: sitemaps, delays, preferences, licences.
//
// SPDX-License-Identifier: Apache-2.0
import { fill, h, plural } from '../dom.js';

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

export function makeRecords(app) {
	const element = h('div', { id: 'records' });

	const table = (records) =>
		h(
			'div.scroll',
			{},
			h(
				'table',
				{},
				h(
					'thead',
					{},
					h(
						'tr',
						{},
						['Field', 'Meaning', 'Line'].map((name) => h('th', { scope: 'col' }, name)),
					),
				),
				h(
					'tbody',
					{},
					records.map((r) =>
						h(
							'tr',
							{},
							h('td', {}, h('code', {}, r.field)),
							h('td.break', {}, words(r)),
							h(
								'td',
								{},
								h(
									'button.link',
									{
										type: 'button',
										onclick: () => app.editor.goto(r.line),
									},
									`line ${r.line}`,
								),
							),
						),
					),
				),
			),
		);

	const part = (title, records, none) => [h('h3', {}, title), records.length ? table(records) : h('p.quiet', {}, none)];

	function draw(result, url) {
		const of = (...fields) => result.file.filter((r) => fields.includes(r.field));
		const links = ['Sitemap', 'License'];
		const rest = result.file.filter((r) => !links.includes(r.field));
		const who = app.state.agent.trim() || 'this crawler';
		fill(
			element,
			h('h3', {}, `How ${who} may use ${url}`),
			result.usage.length
				? h(
						'p',
						{},
						result.usage.map((u) =>
							h(
								`span.chip.${u.no ? 'blocked' : 'allowed'}`,
								{ title: u.field },
								`${u.field}: ${u.label} = ${u.value}`,
							),
						),
					)
				: h(
						'p.quiet',
						{},
						result.allowed
							? 'The file states no preference for it.'
							: 'It may not fetch it, so there is nothing to use.',
					),
			part(
				`For ${who}: pace, hours, preferences`,
				result.agent,
				'The file says nothing beside rules to this crawler.',
			),
			part('Sitemaps', of('Sitemap'), 'The file names no sitemap.'),
			part('Licences', of('License'), 'The file names no licence.'),
			rest.length ? part('Other lines for everyone', rest, '') : null,
		);
	}

	return {
		title: 'Other lines',
		element,
		refresh() {
			const url = app.state.urls[app.state.selected] || '/';
			app.ask('records', { ...app.source, ...app.asking, url }, (result) => {
				app.answers.records = result;
				draw(result, url);
			});
		},
	};
}
