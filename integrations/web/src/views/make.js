// make.js - switches that shut crawlers out or let them in, and the proof of what that changed.
//
// SPDX-License-Identifier: Apache-2.0
import { AGENTS, PURPOSES, agentOf } from '../agents.js';
import { dialect } from '../dialects.js';
import { fill, h, plural, say } from '../dom.js';
import { withAccess } from '../make_text.js';

const ABOUT = [
	'A switch writes into the file for whom it is closed, and leaves the rest as it is. A crawler that is let in ',
	'is treated as before it was shut out here, or else as all others are.',
];
const SHOWN = 12; // crawlers that are named
const REASON = { 'no-rule': 'no rule', 'robots-txt': 'always allowed' };

export class Make {
	constructor(app) {
		this.app = app;
		this.title = 'Make';
		this.rows = []; // how much each crawler may fetch
		this.made = null; // the text after the last switch
		this.switches = h('div', { id: 'make-switches' });
		this.proof = h('section.card', { id: 'make-proof', 'aria-live': 'polite', 'aria-label': 'What changed' });
		this.back = h('button', { type: 'button', id: 'make-back', onclick: () => this.goBack() }, 'Take all back');
		this.element = h(
			'div',
			{},
			h('p.quiet', {}, ABOUT),
			h('h3', {}, 'What changed, and for whom'),
			this.proof,
			h('p.row', {}, this.back),
			this.switches,
		);
	}

	// The text before the first switch; another file begins anew.
	get base() {
		return this.app.state.make.base;
	}

	refresh() {
		const { app } = this;
		app.ask('summary', app.source, ({ robots, answers }) =>
			app.ask('families', { names: robots.map(({ token }) => token) }, (families) => {
				const amountOf = ({ answer }) => answers[answer].extent;
				this.rows = robots.map((robot, i) => ({ ...robot, family: families[i], amount: amountOf(robot) }));
				this.others = this.rows.find(({ token }) => token === '*').amount;
				this.draw();
			}),
		);
		this.showProof();
	}

	restore() {
		this.draw();
	}

	// The switch that has the focus keeps it.
	draw() {
		const label = document.activeElement?.getAttribute('aria-label');
		const focused = this.switches.contains(document.activeElement) && label;
		fill(this.switches, Object.entries(PURPOSES).map(([id, name]) => this.purpose(id, name)));
		this.back.disabled = !this.base || this.base === this.app.state.text;
		if (focused) this.switches.querySelector(`[aria-label="${focused}"]`)?.focus();
	}

	rowsFor(id) {
		const tokens = new Set(AGENTS.filter(({ purpose }) => purpose === id).map(({ token }) => token));
		return this.rows.filter(({ token }) => tokens.has(token));
	}

	// ---- switches

	purpose(id, name) {
		const rows = this.rowsFor(id);
		const shut = rows.filter(({ amount }) => amount === 'closed').length;
		const on = shut === 0 ? 'true' : shut === rows.length ? 'false' : 'mixed';
		const words = { true: 'all let in', false: 'all shut out', mixed: `${shut} of ${rows.length} shut out` }[on];
		const open = this.switches.querySelector(`[data-purpose="${id}"]`)?.open;
		return h(
			'details.switches',
			{ 'data-purpose': id, open: open ?? false },
			h('summary', {}, h('strong', {}, name), h('span.quiet', {}, ` ${words}`)),
			h(
				'p.row',
				{},
				this.button(`Shut all out: ${name}`, 'Shut all out', rows, 'close', on === 'false'),
				' ',
				this.button(`Let all in: ${name}`, 'Let all in', rows, 'others', on === 'true'),
			),
			h('ul.crawlers', {}, rows.map((row) => h('li', {}, this.crawler(row)))),
		);
	}

	button(label, text, rows, rule, disabled) {
		const onclick = () => this.write(rows, rule);
		return h('button.small', { type: 'button', 'aria-label': label, disabled, onclick }, text);
	}

	crawler(row) {
		const { token } = row;
		const isIn = row.amount !== 'closed';
		return h(
			`button.crawler.${row.amount}`,
			{
				type: 'button',
				role: 'switch',
				'aria-checked': String(isIn),
				'aria-label': `${token} is let in`,
				'data-token': token,
				onclick: () => this.write([row], isIn ? 'close' : 'others'),
			},
			h('span.sign', { 'aria-hidden': 'true' }, isIn ? '✓' : '✕'),
			` ${token}`,
			row.amount === 'partly' ? h('span.own', {}, ' in part') : null,
		);
	}

	// ---- the text

	// All switches are written into the text before the first of them, so that one that is
	// turned back leaves nothing.  A text that was changed otherwise is a new first one.
	write(rows, rule) {
		const { app } = this;
		const { text } = app.state;
		const turned = rows.filter(({ amount }) => (amount === 'closed') !== (rule === 'close'));
		if (text !== this.made) this.begin(text);
		turned.sort((a, b) => a.family.length - b.family.length);
		for (const row of turned) this.turn(row, rule);
		app.state.make.base ||= text;
		this.replace(this.written());
		this.made = app.state.text;
		const what = rule === 'close' ? 'shut out' : 'let in';
		say(`${plural(turned.length, 'crawler is', 'crawlers are')} ${what}. “Take all back” undoes it.`);
	}

	// One that is shut out by the group of another gets its own to be let in.  That is the
	// first of its family that has one.
	turn({ token, family: [, ...others] }, rule) {
		const { first, switched } = this;
		const hasGroup = (other) => (switched.has(other) ? switched.get(other) !== 'others' : first.own.has(other));
		const obeyed = others.find(hasGroup) ?? others[0];
		const isShut = (other) => (switched.has(other) ? switched.get(other) === 'close' : first.closed.has(other));
		const isByOther = obeyed && !first.own.has(token) && isShut(obeyed);
		const goesBack = isByOther ? switched.get(token) === 'open' : first.closed.has(token) === (rule === 'close');
		if (goesBack && switched.delete(token)) return;
		switched.set(token, isByOther && rule !== 'close' ? 'open' : rule);
	}

	begin(text) {
		const of = (test) => new Set(this.rows.filter(test).map(({ token }) => token));
		const own = of(({ token, obeys }) => obeys?.toLowerCase() === token.toLowerCase());
		this.first = { text, closed: of(({ amount }) => amount === 'closed'), own, others: this.others };
		this.switched = new Map(); // token -> close, open or others
	}

	// So does one that is let in where all others are shut out.
	written() {
		const { text, others } = this.first;
		const of = (rule) => [...this.switched].filter(([, what]) => what === rule).map(([token]) => token);
		const shut = withAccess(text, of('close'), 'close');
		const open = withAccess(shut, of('open'), 'open');
		return withAccess(open, of('others'), others === 'closed' ? 'open' : 'others');
	}

	replace(text) {
		const { editor } = this.app;
		editor.edit({ from: 0, to: editor.view.state.doc.length, insert: text });
	}

	goBack() {
		this.replace(this.base);
	}

	// ---- what changed

	showProof() {
		const { app, base } = this;
		if (!base || base === app.state.text) {
			fill(this.proof, h('p', {}, 'Nothing yet. What the switches below change stands here, with the proof.'));
			return;
		}
		app.ask('changed', { a: { text: base, encoding: app.state.encoding }, b: app.source }, (answers) => {
			app.answers.changed = answers;
			fill(this.proof, this.proofs(answers));
		});
	}

	// The answers of one reading, or of both where they are not alike.
	proofs(answers) {
		const row = ({ agents, others, answer }) => [agents, others, answer];
		const plain = ({ results }) => JSON.stringify(results.map(row));
		const alike = answers.every((answer) => plain(answer) === plain(answers[0]));
		if (alike) return this.results(answers[0].results);
		const part = ({ id, results }) => [h('h4', {}, `Read by ${dialect(id).name}`), this.results(results)];
		return answers.flatMap(part);
	}

	results(results) {
		const changed = results.filter(({ answer }) => answer !== 'same');
		const same = results.filter((r) => r.answer === 'same' && !r.others);
		const named = same.flatMap(({ agents }) => agents).sort();
		const others = results.find((r) => r.others);
		const also = named.length ? `, also ${list(named)},` : '';
		const rest = others?.answer === 'same' ? `For all others${also}` : `For ${list(named)}`;
		return h(
			'ul',
			{},
			changed.map((result) => h('li', {}, this.result(result))),
			named.length || others?.answer === 'same'
				? h('li', {}, h('span.badge.same', {}, 'Proved'), ` ${rest} nothing changes, whatever the URL.`)
				: null,
		);
	}

	result({ agents, others, answer, newly_disallowed: closed, newly_allowed: opened }) {
		const who = [list(agents), others && 'all others'].filter(Boolean).join(' and ');
		if (answer === 'unknown') return `For ${who} it would take too long to find out.`;
		return [`${who}: `, ...paths('closed', 'blocked', closed), ...paths('opened', 'allowed', opened)];
	}
}

const more = (agents) => (agents.length > SHOWN ? ` and ${agents.length - SHOWN} more` : '');
const list = (agents) => agents.slice(0, SHOWN).map((name) => agentOf(name).token).join(', ') + more(agents);

// The shortest path that is closed or opened, and by what.
const paths = (word, kind, [first]) =>
	first
		? [
				h(`span.badge.${kind}`, {}, word),
				' from ',
				h('code', {}, first.path),
				` (${reason(first.a)}; now ${reason(first.b)}) `,
			]
		: [];

const reason = ({ kind, line, text }) => (kind === 'line' ? `line ${line}, ${text}` : (REASON[kind] ?? 'not known'));
