// crawlers.js - today's crawlers, and what this file says to each.
//
// SPDX-License-Identifier: Apache-2.0
import { AGENTS, PURPOSES, READ, tokensOf } from '../agents.js';
import { dialect } from '../dialects.js';
import { fill, h, plural } from '../dom.js';

export function makeCrawlers(app) {
	const rows = h('tbody');
	const summary = h('p.summary', { role: 'status' });
	const url = h('input', {
		id: 'crawlers-url',
		spellcheck: 'false',
		autocomplete: 'off',
		oninput: () => {
			app.state.urls[app.state.selected] = url.value;
			app.views.urls.restore();
			app.change({}, 60);
		},
	});
	const purpose = h(
		'select',
		{ id: 'crawlers-purpose', onchange: () => draw() },
		h('option', { value: '' }, 'all purposes'),
		Object.entries(PURPOSES).map(([id, name]) => h('option', { value: id }, name)),
	);
	const element = h(
		'div',
		{},
		h('div.bar', {}, h('label.field.wide', {}, 'May they fetch', url), h('label.field', {}, 'for', purpose)),
		summary,
		h(
			'div.scroll',
			{},
			h(
				'table',
				{},
				h('caption.hidden', {}, 'Crawlers and whether they may fetch the URL'),
				h(
					'thead',
					{},
					h(
						'tr',
						{},
						['Crawler', 'Maker', 'For', 'Verdict', 'Group'].map((name) =>
							h('th', { scope: 'col' }, name),
						),
					),
				),
				rows,
			),
		),
		h(
			'p.quiet',
			{},
			`What crawlers do is what the pages of their makers said in ${READ}; each name links its page. `,
			'Google’s are read as Google reads, all others as RFC 9309. ',
			'A name in robots.txt is a request: it stops only those who heed it.',
		),
	);
	let answers = [];

	const line = (n) => h('button.link', { type: 'button', onclick: () => app.editor.goto(n) }, `line ${n}`);

	function row(agent, answer) {
		const { group } = answer;
		return h(
			'tr',
			{},
			h(
				'td',
				{},
				h('a', { href: agent.source, target: '_blank', rel: 'noopener noreferrer' }, agent.token),
				agent.note ? h('span.quiet.note', {}, ` ${agent.note}`) : null,
			),
			h('td', {}, agent.maker),
			h('td', {}, PURPOSES[agent.purpose]),
			h(
				'td',
				{},
				h(
					`span.badge.${answer.allowed ? 'allowed' : 'blocked'}`,
					{},
					answer.allowed ? 'allowed' : 'blocked',
				),
				' ',
				answer.deciding ? line(answer.deciding) : null,
			),
			h(
				'td',
				{},
				group.kind === 'none' ? h('span.quiet', {}, 'none') : group.kind === 'star' ? '*' : group.token,
				' ',
				h(
					'button.small',
					{
						type: 'button',
						'aria-label': `Ask as ${agent.token}`,
						onclick: () => {
							app.state.tab = 'urls';
							app.setAgent(agent.token);
							app.openTab('urls');
						},
					},
					'ask',
				),
			),
		);
	}

	function draw() {
		const shown = AGENTS.map((agent, i) => [agent, answers[i]]).filter(
			([agent, answer]) => answer && (!purpose.value || agent.purpose === purpose.value),
		);
		fill(
			rows,
			shown.map(([agent, answer]) => row(agent, answer)),
		);
		const allowed = shown.filter(([, answer]) => answer.allowed).length;
		summary.textContent = `${allowed} of ${plural(shown.length, 'crawler')} may fetch ${url.value || '/'}.`;
	}

	return {
		title: 'Crawlers',
		element,
		refresh() {
			const asked = app.state.urls[app.state.selected] || '/';
			if (document.activeElement !== url) url.value = app.state.urls[app.state.selected] ?? '/';
			const agents = AGENTS.map((a) => ({
				tokens: tokensOf(a),
				ignoresStar: a.ignoresStar === true,
				dialect: dialect(a.dialect).id,
			}));
			app.ask('crawlers', { ...app.source, url: asked, agents }, (result) => {
				answers = result;
				draw();
			});
		},
	};
}
