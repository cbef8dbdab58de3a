// summary.js - what the file means, on one screen: crawlers by their purposes, and what stands out.
//
// SPDX-License-Identifier: Apache-2.0
import { ASKING, PURPOSES, agentOf } from '../agents.js';
import { fill, h, plural } from '../dom.js';

const AMOUNT = {
	closed: ['✕', 'closed', 'may fetch nothing'],
	partly: ['◐', 'partly open', 'may fetch a part'],
	open: ['✓', 'open', 'may fetch everything'],
	unknown: ['?', 'not known', 'how much it may fetch would take too long here'],
};
const RANK = Object.keys(AMOUNT);
const LEGEND = [AMOUNT.closed, AMOUNT.partly, AMOUNT.open];
const MOST_REMARKS = 3;
const MOST_SITEMAPS = 5;

const section = (title, ...content) => h('section', {}, h('h3', {}, title), ...content);

export class Summary {
	constructor(app) {
		this.app = app;
		this.title = 'Summary';
		this.answer = null;
		this.remarks = h('div', { id: 'summary-remarks' });
		this.who = h('div', { id: 'summary-crawlers' });
		this.rest = h('div', { id: 'summary-rest' });
		this.element = h('div', {}, this.who, this.remarks, this.rest);
	}

	refresh() {
		const { app } = this;
		this.drawRemarks();
		app.ask('summary', { ...app.source, agents: ASKING, url: '/' }, (answer) => {
			app.answers.summary = answer;
			this.draw(answer);
		});
	}

	draw({ rows, left, sitemaps }) {
		const of = (purpose) => rows.filter(({ agent }) => agentOf(agent.tokens[0]).purpose === purpose);
		const purposes = Object.entries(PURPOSES).map(([id, name]) => this.purpose(name, of(id)));
		const named = of(undefined);
		fill(
			this.who,
			h('p.summary', {}, this.headline(of)),
			h('ul.legend', { 'aria-label': 'Signs' }, LEGEND.map(([sign, , means]) => h('li', {}, `${sign} ${means}`))),
			purposes,
			named.length ? this.purpose('Others that the file names', named) : null,
			left ? h('p.quiet', {}, `${plural(left, 'other')} that the file names: see Crawlers.`) : null,
		);
		fill(this.rest, this.sitemaps(sitemaps));
	}

	// What most people come for.
	headline(of) {
		const about = (rows, who) => {
			const shut = rows.filter(({ amount }) => amount === 'closed').length;
			if (!shut) return `No crawler ${who} is shut out`;
			if (shut === rows.length) return `All crawlers ${who} are shut out`;
			return `${shut} of ${plural(rows.length, 'crawler')} ${who} ${shut === 1 ? 'is' : 'are'} shut out`;
		};
		return `${about(of('search'), 'of search')}. ${about(of('ai-training'), 'of AI training')}.`;
	}

	purpose(name, rows) {
		const sorted = [...rows].sort((a, b) => RANK.indexOf(a.amount) - RANK.indexOf(b.amount));
		return section(name, h('ul.crawlers', {}, sorted.map((row) => h('li', {}, this.crawler(row)))));
	}

	crawler({ agent, amount, group }) {
		const [token] = agent.tokens;
		const [sign, word, means] = AMOUNT[amount];
		const isOwn = group.token?.toLowerCase() === token.toLowerCase();
		const whose = { none: 'no group', star: 'the group of “*”', token: `the group of ${group.token}` }[group.kind];
		return h(
			`button.crawler.${amount}`,
			{ type: 'button', title: `${token} ${means}: ${whose}`, onclick: () => this.ask(token) },
			h('span.sign', { 'aria-hidden': 'true' }, sign),
			` ${token}`,
			h('span.hidden', {}, `: ${word}`),
			group.kind === 'token' ? h('span.own', {}, isOwn ? ' own group' : ` as ${group.token}`) : null,
		);
	}

	ask(token) {
		this.app.setAgent(token);
		document.getElementById('url').focus();
	}

	// The remarks that matter most; those of the chosen reading.
	drawRemarks() {
		const { app } = this;
		const found = app.answers.lint?.findings ?? [];
		const order = ['error', 'warning', 'note'];
		const most = order.flatMap((s) => found.filter((f) => f.severity === s)).slice(0, MOST_REMARKS);
		fill(
			this.remarks,
			most.length
				? section(
						'Look at this first',
						h('ul.first-remarks', {}, most.map((f) => this.remark(f))),
						found.length > most.length
							? h('p.quiet', {}, `All ${found.length} remarks stand below the file.`)
							: null,
					)
				: null,
		);
	}

	remark({ severity, line, text, hint }) {
		return h(
			`li.${severity}`,
			{},
			h('span.severity', {}, severity),
			' ',
			h('button.link', { type: 'button', onclick: () => this.app.editor.goto(line) }, `line ${line}`),
			` ${text}. `,
			h('span.hint', {}, `${hint[0].toUpperCase()}${hint.slice(1)}.`),
		);
	}

	sitemaps(sitemaps) {
		const more = sitemaps.length - MOST_SITEMAPS;
		return section(
			'Sitemaps',
			sitemaps.length
				? h(
						'ul',
						{},
						sitemaps.slice(0, MOST_SITEMAPS).map((url) => h('li.break', {}, url)),
						more > 0 ? h('li.quiet', {}, `and ${more} more`) : null,
					)
				: h('p.quiet', {}, 'The file names none.'),
		);
	}
}
