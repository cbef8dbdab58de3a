// summary.js - the meaning of the file on one screen: crawlers by purpose, what stands out, and the
// rules for crawlers that may fetch a part.  The data are those of 'robotsc summary'.
//
// SPDX-License-Identifier: Apache-2.0
import { PURPOSES } from '../agents.js';
import { fill, h, plural } from '../dom.js';

const AMOUNT = {
	closed: ['✕', 'closed', 'may fetch nothing'],
	nearly: ['✕', 'closed, but for what some patterns match', 'may fetch at most what some patterns match'],
	partly: ['◐', 'partly open', 'may fetch a part'],
	open: ['✓', 'open', 'may fetch everything'],
	unknown: ['?', 'not known', 'how much it may fetch would take too long here'],
};
const RANK = Object.keys(AMOUNT);
const LEGEND = [AMOUNT.closed, AMOUNT.partly, AMOUNT.open];
const MOST_REMARKS = 3;
const MOST_LINES = 6; // sitemaps and the like, and groups
const MOST_NAMED = 60; // crawlers that the list lacks
const MOST_ANSWERS = 8; // blocks of what holds
const MOST_ITEMS = 12; // in a line of a block

const section = (title, ...content) => h('section', {}, h('h3', {}, title), ...content);

// The first `most` items with commas between them, and how many more there are.
const list = (items, most) => [
	...items.slice(0, most).flatMap((item, i) => (i ? [', ', item] : [item])),
	items.length > most ? ` and ${(items.length - most).toLocaleString('en')} more` : '',
];
const item = ([name, what]) => [h('dt', {}, name), h('dd', {}, what)];
// A crawler that may only fetch paths that a few patterns match counts as nearly closed.
const amountOf = ({ extent, closed_but: but }) => (but.length ? 'nearly' : extent);
const isShut = ({ amount }) => amount === 'closed' || amount === 'nearly';
const isInPart = ({ extent }) => extent === 'partly' || extent === 'unknown';
const patternsOf = ({ closed_but: but, all_closed_but: all }) =>
	list(but.map(String), 4).join('') + (all > but.length && but.length <= 4 ? ' and more' : '');
const code = (text) => h('code.break', {}, text);

export class Summary {
	constructor(app) {
		this.app = app;
		this.title = 'Summary';
		this.remarks = h('div', { id: 'summary-remarks' });
		this.who = h('div', { id: 'summary-crawlers' });
		this.rest = h('div', { id: 'summary-rest' });
		this.element = h('div', {}, this.who, this.remarks, this.rest);
	}

	refresh() {
		const { app } = this;
		app.ask('summary', app.source, (found) => {
			app.answers.summary = found;
			this.draw(found);
		});
	}

	draw({ robots, answers, records, findings, left_out: left }) {
		const rows = robots.map((robot) => ({ ...robot, amount: amountOf(answers[robot.answer]) }));
		const of = (purpose) => rows.filter((row) => row.known && row.purpose === purpose);
		const named = rows.filter(({ known, token }) => !known && token !== '*');
		const more = Math.max(0, named.length - MOST_NAMED) + left;
		fill(
			this.who,
			h('p.summary', {}, this.headline(of, answers)),
			h('ul.legend', { 'aria-label': 'Signs' }, LEGEND.map(([sign, , means]) => h('li', {}, `${sign} ${means}`))),
			Object.entries(PURPOSES).map(([id, name]) => this.purpose(name, of(id))),
			this.purpose('Others that the file names', named.slice(0, MOST_NAMED)),
			more ? h('p.quiet', {}, `${plural(more, 'other')} that the file names: see Crawlers.`) : null,
		);
		this.drawRemarks(findings);
		fill(this.rest, this.holds(rows, answers), this.records(records));
	}

	// The sentences at the top, which answer the most frequent questions.
	headline(of, answers) {
		const about = (rows, who) => {
			const out = rows.filter(isShut);
			const shut = out.length;
			if (!shut) return `No crawler ${who} is shut out`;
			const nearly = out.find(({ amount }) => amount === 'nearly');
			const but = nearly ? `, but for at most what ${patternsOf(answers[nearly.answer])} match` : '';
			if (shut === rows.length) return `All crawlers ${who} are shut out${but}`;
			return `${shut} of ${plural(rows.length, 'crawler')} ${who} ${shut === 1 ? 'is' : 'are'} shut out${but}`;
		};
		return `${about(of('search'), 'of search')}. ${about(of('ai-training'), 'of AI training')}.`;
	}

	purpose(name, rows) {
		if (!rows.length) return null;
		const sorted = [...rows].sort((a, b) => RANK.indexOf(a.amount) - RANK.indexOf(b.amount));
		return section(name, h('ul.crawlers', {}, sorted.map((row) => h('li', {}, this.crawler(row)))));
	}

	crawler({ token, amount, obeys }) {
		const [sign, word, means] = AMOUNT[amount];
		const isOwn = obeys?.toLowerCase() === token.toLowerCase();
		const whose = !obeys ? 'no group' : obeys === '*' ? 'the group of “*”' : `the group of ${obeys}`;
		return h(
			`button.crawler.${amount}`,
			{ type: 'button', title: `${token} ${means}: ${whose}`, onclick: () => this.ask(token) },
			h('span.sign', { 'aria-hidden': 'true' }, sign),
			` ${token}`,
			h('span.hidden', {}, `: ${word}`),
			obeys && obeys !== '*' ? h('span.own', {}, isOwn ? ' own group' : ` as ${obeys}`) : null,
		);
	}

	ask(token) {
		this.app.setAgent(token);
		document.getElementById('url').focus();
	}

	line(line, text = `line ${line}`) {
		return h('button.link', { type: 'button', onclick: () => this.app.editor.goto(line) }, text);
	}

	// ---- what holds for those whose answer is more than a word

	holds(rows, answers) {
		const told = answers
			.map((answer, i) => [answer, rows.filter((row) => row.answer === i)])
			.filter(([a]) => isInPart(a) || a.delays.length || a.preferences.length || a.preferences_below);
		if (!told.length) return null;
		const left = told.length - MOST_ANSWERS;
		return section(
			'What holds for whom',
			told.slice(0, MOST_ANSWERS).map(([answer, robots]) => this.block(answer, robots)),
			left > 0 ? h('p.quiet', {}, `${left} more groups of crawlers have other answers.`) : null,
		);
	}

	block(answer, robots) {
		const others = robots.filter(({ token }) => token === '*').map(() => 'all others');
		const who = [...others, ...robots.filter(({ token }) => token !== '*').map(({ token }) => token)];
		const [sign, word] = AMOUNT[amountOf(answer)];
		const rows = [['by', list(answer.groups.map((group) => this.group(group)), MOST_LINES)], ...this.parts(answer)];
		if (answer.closed_but.length) rows.push(['at most', list(answer.closed_but.map(code), MOST_ITEMS)]);
		if (answer.not_inherited.length) rows.push(['but open', this.notInherited(answer)]);
		if (answer.delays.length) rows.push(['pace', list(answer.delays.map((record) => this.record(record)), MOST_LINES)]);
		const states = answer.preferences.map(({ label, value }) => code(`${label}=${value}`));
		if (answer.preferences_below) states.push(`${plural(answer.preferences_below, 'line')} for some paths`);
		if (states.length) rows.push(['use', list(states, MOST_ITEMS)]);
		return h(
			'section.holds',
			{},
			h('h4', {}, `${sign} ${word}: `, list(who, MOST_LINES)),
			h('dl', {}, rows.filter(([, what]) => what.join('')).flatMap(item)),
		);
	}

	group({ first, last, agents }) {
		const of = agents.length > 1 ? `${agents[0]}, …` : agents[0];
		return h('span', {}, this.line(first, first === last ? `line ${first}` : `lines ${first}–${last}`), ` (${of})`);
	}

	// For a site that is partly open: the folders that rules name, and the rest.
	parts({ extent, parts }) {
		if (!isInPart({ extent })) return [];
		const rest = parts.at(-1);
		const told = parts.slice(0, -1).filter((part) => part.extent === 'partly' || part.extent !== rest?.extent);
		const of = (kind) => told.filter((part) => part.extent === kind);
		const name = ({ prefix, exact }) => code(prefix + (exact ? '$' : ''));
		const shown = (kind) => list(of(kind).map(name), MOST_ITEMS);
		const rules = rest?.rules ? `: ${plural(rest.rules, 'rule')} for paths anywhere, from ` : '';
		return [
			...RANK.map((kind) => [AMOUNT[kind][1], shown(kind)]),
			rest ? ['the rest', [AMOUNT[rest.extent][1], rules, rules ? this.line(rest.line) : '']] : ['the rest', []],
		];
	}

	notInherited({ not_inherited: lines, all_not_inherited: all }) {
		const links = list(lines.map((line) => this.line(line)), lines.length);
		const more = all > lines.length ? ` and ${all - lines.length} more` : '';
		return ['what ', ...links, `${more} of “*” close${all === 1 ? 's' : ''}: a group of its own inherits nothing`];
	}

	// ---- the file as a whole

	// Draw the most important remarks.
	drawRemarks(findings) {
		const all = findings.reduce((sum, { count }) => sum + count, 0);
		const most = findings.slice(0, MOST_REMARKS).map((finding) => this.remark(finding));
		fill(
			this.remarks,
			most.length
				? section(
						'Look at this first',
						h('ul.first-remarks', {}, most),
						all > most.length
							? h('p.quiet', {}, `All ${all} remarks stand below the file.`)
							: null,
					)
				: null,
		);
	}

	remark({ severity, line, count, text, hint }) {
		return h(
			`li.${severity}`,
			{},
			h('span.severity', {}, severity),
			' ',
			this.line(line),
			count > 1 ? ` and ${plural(count - 1, 'other')}` : '',
			` ${text}. `,
			h('span.hint', {}, `${hint[0].toUpperCase()}${hint.slice(1)}.`),
		);
	}

	record({ field, value, line }) {
		return h('span', {}, `${field}: `, code(value), ' (', this.line(line), ')');
	}

	records(all) {
		const known = all.filter(({ field }) => field);
		const more = known.length - MOST_LINES;
		return section(
			'For the whole file',
			h(
				'ul',
				{},
				known.slice(0, MOST_LINES).map((record) => h('li.break', {}, this.record(record))),
				more > 0 ? h('li.quiet', {}, `and ${more} more`) : null,
			),
			known.some(({ field }) => field === 'Sitemap') ? null : h('p.quiet', {}, 'It names no sitemap.'),
		);
	}
}
