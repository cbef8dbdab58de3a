// crawlers.js - today's crawlers, and the verdict and group of each by this file.
//
// SPDX-License-Identifier: Apache-2.0
import { PURPOSES, READ, agentOf } from '../agents.js';
import { $, didYouMean, fill, h, plural } from '../dom.js';

const NOTE = [
	`What crawlers do is what the pages of their makers said in ${READ}; each name links its page. `,
	'Google’s are read as Google reads, all others as RFC 9309. ',
	'A name in robots.txt is a request: it stops only those who heed it.',
];

const table = (rows) =>
	h(
		'table',
		{},
		h('caption.hidden', {}, 'Crawlers and whether they may fetch the URL'),
		h(
			'thead',
			{},
			h('tr', {}, ['Crawler', 'Verdict', 'Group', 'Maker', 'For'].map((name) => h('th', { scope: 'col' }, name))),
		),
		rows,
	);

export class Crawlers {
	constructor(app) {
		this.app = app;
		this.title = 'Crawlers';
		this.answer = { rows: [] };
		this.rows = h('tbody');
		this.summary = h('p.summary', { role: 'status' });
		this.url = this.makeUrl();
		this.purpose = h(
			'select',
			{ id: 'crawlers-purpose', onchange: () => this.draw() },
			h('option', { value: '' }, 'all purposes'),
			Object.entries(PURPOSES).map(([id, name]) => h('option', { value: id }, name)),
		);
		this.element = h(
			'div',
			{},
			h(
				'div.bar',
				{},
				h('label.field.wide', {}, 'May they fetch', this.url),
				h('label.field', {}, 'for', this.purpose),
			),
			this.summary,
			h('div.scroll', {}, table(this.rows)),
			h('p.quiet', {}, NOTE),
		);
	}

	makeUrl() {
		const { app } = this;
		const oninput = () => app.views.urls.replaceSelected(this.url.value);
		return h('input', { id: 'crawlers-url', spellcheck: 'false', autocomplete: 'off', oninput });
	}

	refresh() {
		const { app, url } = this;
		const asked = app.state.urls[app.state.selected] || '/';
		if (document.activeElement !== url) url.value = app.state.urls[app.state.selected] ?? '/';
		app.ask('crawlers', { ...app.source, url: asked }, (result) => {
			this.answer = { ...result, url: asked };
			this.draw();
		});
	}

	draw() {
		const { value } = this.purpose;
		const { rows, url, meant, left } = this.answer;
		const shown = rows
			.map((answer) => [agentOf(answer.agent.tokens[0]), answer])
			.filter(([{ purpose }]) => !value || purpose === value);
		const allowed = shown.filter(([, answer]) => answer.allowed).length;
		fill(
			this.rows,
			shown.map(([agent, answer]) => this.row(agent, answer)),
		);
		fill(
			this.summary,
			rows.length
				? `${allowed} of ${plural(shown.length, 'crawler')} may fetch ${url}.`
				: didYouMean(url, meant, () => this.app.views.urls.replaceSelected(meant)),
			left ? ` ${plural(left, 'other')} that the file names ${left === 1 ? 'is' : 'are'} left out.` : null,
		);
	}

	row(agent, answer) {
		return h(
			'tr',
			{},
			h(
				'td',
				{},
				agent.source
					? h('a', { href: agent.source, target: '_blank', rel: 'noopener noreferrer' }, agent.token)
					: agent.token,
				agent.note ? h('span.quiet.note', {}, ` ${agent.note}`) : null,
			),
			this.verdict(answer),
			this.group(agent, answer.group),
			h('td', {}, agent.maker ?? h('span.quiet', {}, 'unknown')),
			h('td', {}, PURPOSES[agent.purpose]),
		);
	}

	verdict({ allowed, deciding }) {
		const word = allowed ? 'allowed' : 'blocked';
		const onclick = () => this.app.editor.goto(deciding);
		return h(
			'td',
			{},
			h(`span.badge.${word}`, {}, word),
			' ',
			deciding ? h('button.link', { type: 'button', onclick }, `line ${deciding}`) : null,
		);
	}

	group({ token }, group) {
		const onclick = () => this.askAs(token);
		return h(
			'td',
			{},
			group.kind === 'none' ? h('span.quiet', {}, 'none') : group.kind === 'star' ? '*' : group.token,
			' ',
			h('button.small', { type: 'button', 'aria-label': `Ask as ${token}`, onclick }, 'ask'),
		);
	}

	askAs(token) {
		const { app } = this;
		if (!app.state.urls[app.state.selected]) app.views.urls.replaceSelected('/');
		app.state.tab = 'urls';
		$('dialect').value = 'rfc9309'; // of one that is not known
		app.setAgent(token);
		app.openTab('urls');
	}
}
