// page_tags.js - what a page says to crawlers: META tags in HTML, X-Robots-Tag in the header.
//
// SPDX-License-Identifier: Apache-2.0
import { fill, h, plural } from '../dom.js';

const EXAMPLE = {
	headers: 'HTTP/1.1 200 OK\nContent-Type: text/html\nX-Robots-Tag: googlebot: nosnippet\nX-Robots-Tag: noarchive',
	html: `<!DOCTYPE html>
<html>
<head>
<title>A <meta> tag in a title is text</title>
<!-- <meta name="robots" content="noindex"> -->
<meta name="robots" content="nofollow, max-snippet:50">
<meta name="examplebot" content="noai, noimageai">
</head>
`,
};

// name of a directive -> what it means
const MEANING = {
	noarchive: 'no copy of it may be shown',
	nocache: 'no copy of it may be shown',
	nosnippet: 'no text of it may be shown',
	notranslate: 'it should not be translated',
	noimageindex: 'its images may not be indexed',
	indexifembedded: 'it may be indexed as a part of another page',
	noai: 'not for data sets for AI',
	noimageai: 'its images are not for data sets for AI',
	noml: 'not for machine learning',
};

export function makePageTags(app) {
	const area = (id, label, rows, change) =>
		h(
			'label.area',
			{},
			label,
			h('textarea', { id, rows, spellcheck: 'false', oninput: (event) => change(event.target.value) }),
		);
	const set = (changes) => {
		Object.assign(app.state.page, changes, { example: false });
		app.refreshTab();
	};
	const headers = area('page-headers', 'Header of the response', 4, (value) => set({ headers: value }));
	const html = area('page-html', 'HTML', 10, (value) => set({ html: value }));
	const result = h('section.card', { id: 'page-result', 'aria-live': 'polite', 'aria-label': 'What the page says' });
	const element = h(
		'div',
		{},
		h(
			'p.quiet',
			{},
			'robots.txt says what may be fetched. What may be indexed and shown, the page itself says. ',
			'Paste its header, its HTML, or both.',
		),
		headers,
		html,
		result,
	);

	function draw(d) {
		const item = (yes, name, meaning) =>
			h('li', {}, h(`span.badge.${yes ? 'allowed' : 'blocked'}`, {}, name), ' ', meaning);
		const who = app.state.agent.trim() || 'all crawlers';
		fill(
			result,
			h('h3', {}, `To ${who} it says`),
			h(
				'ul.directives',
				{},
				item(
					d.index,
					d.index ? 'index' : 'noindex',
					d.index ? 'it may be listed in results' : 'it may not be listed in results',
				),
				item(
					d.follow,
					d.follow ? 'follow' : 'nofollow',
					d.follow ? 'its links may be followed' : 'its links may not be followed',
				),
				Object.keys(MEANING)
					.filter((name) => d[name])
					.map((name) => item(name === 'indexifembedded', name, MEANING[name])),
				d.maxSnippet != null
					? item(false, `max-snippet: ${d.maxSnippet}`, 'characters of its text may be shown')
					: null,
				d.maxImagePreview != null
					? item(
							false,
							`max-image-preview: ${d.maxImagePreview}`,
							'the largest image that may be shown',
						)
					: null,
				d.maxVideoPreview != null
					? item(
							false,
							`max-video-preview: ${d.maxVideoPreview}`,
							'seconds of a video that may be shown',
						)
					: null,
				d.unavailableAfter != null
					? item(
							false,
							'unavailable_after',
							`not listed after ${new Date(d.unavailableAfter * 1000).toUTCString()}`,
						)
					: null,
				d.tdmReservation != null
					? item(
							d.tdmReservation === 0,
							`tdm-reservation: ${d.tdmReservation}`,
							d.tdmReservation
								? [
										'the rights to text and data mining are reserved',
										d.tdmPolicy ? `; see ${d.tdmPolicy}` : null,
									]
								: 'text and data mining is free',
						)
					: null,
			),
			d.ignored
				? h(
						'p.quiet',
						{},
						plural(d.ignored, 'item is', 'items are'),
						' unknown, or without a known value, and ignored.',
					)
				: null,
		);
	}

	return {
		title: 'Page tags',
		element,
		restore() {
			if (app.state.page.example) Object.assign(app.state.page, EXAMPLE);
			headers.querySelector('textarea').value = app.state.page.headers;
			html.querySelector('textarea').value = app.state.page.html;
		},
		refresh() {
			app.ask(
				'page',
				{ html: app.state.page.html, headers: app.state.page.headers, tokens: app.asking.tokens },
				(result) => {
					app.answers.page = result;
					draw(result);
				},
			);
		},
	};
}
