// page_tags.js - the directives of a page for crawlers, in META tags and X-Robots-Tag fields; with
// a robots.txt also whether crawlers ever read them.
//
// SPDX-License-Identifier: Apache-2.0
import { tokensOfHeader } from '../agents.js';
import { didYouMean, fill, h, plural } from '../dom.js';

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

// Meanings of directives, by name.
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

const item = (yes, name, meaning) => h('li', {}, h(`span.badge.${yes ? 'allowed' : 'blocked'}`, {}, name), ' ', meaning);

// List items: whether to index and follow, and the other directives without a value.
const flags = (d) => [
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
];

// List items: the directives that have a value.
const values = (d) =>
	[
		['max-snippet', d['max-snippet'], 'characters of its text may be shown'],
		['max-image-preview', d['max-image-preview'], 'the largest image that may be shown'],
		['max-video-preview', d['max-video-preview'], 'seconds of a video that may be shown'],
	]
		.filter(([, value]) => value != null)
		.map(([name, value, meaning]) => item(false, `${name}: ${value}`, meaning));

const unavailable = (after) =>
	item(false, 'unavailable_after', `not listed after ${new Date(after * 1000).toUTCString()}`);

const mining = ({ 'tdm-reservation': tdmReservation, 'tdm-policy': tdmPolicy }) =>
	item(
		tdmReservation === 0,
		`tdm-reservation: ${tdmReservation}`,
		tdmReservation
			? `the rights to text and data mining are reserved${tdmPolicy ? `; see ${tdmPolicy}` : ''}`
			: 'text and data mining is free',
	);

const SHOWN_ALONE = '; results may still show its URL, without its content';

// Lines of text about both files together, in the words of robotsc page --robots --url.
function answerOf({ verdict, implied, line, text, indexed, never_read: neverRead, index }) {
	const closed = verdict === 'disallow';
	const why = implied ? '/robots.txt may always be fetched' : line ? `line ${line}: ${text}` : 'no rule matches';
	const closes = line ? `line ${line} closes the page` : 'no line opens the page';
	return [
		`${closed ? 'closed' : 'open'}: ${why}`,
		indexed ? 'indexed' : `not indexed${closed ? SHOWN_ALONE : ': noindex'}`,
		neverRead && `${index ? 'what the page says' : 'this noindex'} is never read: ${closes}`,
	].filter(Boolean);
}

export class PageTags {
	constructor(app) {
		this.app = app;
		this.title = 'Page tags';
		this.headers = this.makeArea('page-headers', 4, 'headers');
		this.html = this.makeArea('page-html', 10, 'html');
		this.result = h('section.card', {
			id: 'page-result',
			'aria-live': 'polite',
			'aria-label': 'What the page says',
		});
		this.element = h(
			'div',
			{},
			h(
				'p.quiet',
				{},
				'robots.txt says what may be fetched. What may be indexed and shown, the page itself says, ',
				'but only to crawlers that may fetch it. Paste its header or HTML, or both. The URL stands above.',
			),
			h('label.area', {}, 'Header of the response', this.headers),
			h('label.area', {}, 'HTML', this.html),
			this.result,
		);
	}

	makeArea(id, rows, name) {
		const oninput = (event) => {
			Object.assign(this.app.state.page, { [name]: event.target.value, example: false });
			this.app.refreshTab();
		};
		return h('textarea', { id, rows, spellcheck: 'false', oninput });
	}

	restore() {
		const { page } = this.app.state;
		if (page.example) Object.assign(page, EXAMPLE);
		this.headers.value = page.headers;
		this.html.value = page.html;
	}

	refresh() {
		const { token } = this.app.asking;
		const names = /[^\w.-]/.test(token) ? tokensOfHeader(token, []) : [token];
		const { app } = this;
		const { html, headers } = app.state.page;
		const { ignoresStar, dialect } = app.asking;
		const fields = headers.split(/\r?\n/).filter((line) => line.includes(':'));
		const question = { ...app.source, ignoresStar, dialect, names, html, headers: fields, url: this.url };
		app.ask('page', question, (answer) => this.draw((app.answers.page = answer)));
	}

	get url() {
		const { urls, selected } = this.app.state;
		return urls[selected] || '/';
	}

	// The answer of robots.txt and page together.
	both(d) {
		const { urls } = this.app.views;
		if (d.meant !== undefined)
			return h('p.warn', {}, didYouMean(this.url, d.meant, () => urls.replaceSelected(d.meant)));
		const kind = d.indexed ? 'allowed' : 'blocked';
		const lines = answerOf(d).map((line, i) => h(i === 1 ? `li.${kind}` : 'li', {}, line));
		return [h('h3.break', {}, `May ${this.url} be fetched and indexed?`), h('ul', { id: 'page-both' }, lines)];
	}

	draw(d) {
		const { html, headers } = this.app.state.page;
		fill(
			this.result,
			headers.trim() && !headers.includes(':') ? h('p.warn', {}, 'There is no field in the header.') : null,
			html.trim() && !html.includes('<') ? h('p.warn', {}, 'There is no tag in the HTML: is this a page?') : null,
			this.both(d),
			h('h3', {}, `To ${this.app.state.agent.trim() || 'all crawlers'} it says`),
			h(
				'ul.directives',
				{},
				flags(d).flat(),
				values(d),
				d.unavailable_after != null ? unavailable(d.unavailable_after) : null,
				d['tdm-reservation'] != null ? mining(d) : null,
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
}
