// make.js - switches that shut crawlers out or let them in, and the proof of the changes.
//
// SPDX-License-Identifier: Apache-2.0
import { AGENTS, PURPOSES } from '../agents.js';
import { fill, h, plural, say } from '../dom.js';

const ABOUT = [
	'A switch writes into the file for whom it is closed, and leaves the rest as it is. A crawler that was shut out ',
	'here and is let in again is treated as before; one that the file shut out may then fetch everything.',
];
// Why nothing is written: the effect that a switch would have.
const REFUSED = {
	'not-closed': 'it would not be shut out',
	'not-open': 'it would not be let in',
	changes: 'what is closed to it would change, too',
	records: 'other lines would hold for it, such as Crawl-delay',
	unknown: 'it would take too long to prove it',
};
const SHOWN = 12; // crawlers that are named

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

	// The text before the first switch; with another file this begins anew.
	get base() {
		return this.app.state.make.base;
	}

	refresh() {
		const { app } = this;
		app.ask('summary', app.source, ({ robots, answers }) => {
			this.rows = robots.map((robot) => ({ ...robot, amount: answers[robot.answer].extent }));
			this.draw();
		});
		this.showProof();
	}

	restore() {
		this.draw();
	}

	// Draw the switches.  If one has the focus, it keeps it.
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
				this.button(`Let all in: ${name}`, 'Let all in', rows, 'open', on === 'true'),
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
				onclick: () => this.write([row], isIn ? 'close' : 'open'),
			},
			h('span.sign', { 'aria-hidden': 'true' }, isIn ? '✓' : '✕'),
			` ${token}`,
			row.amount === 'partly' ? h('span.own', {}, ' in part') : null,
		);
	}

	// ---- the text

	// Writes all switches into the text before the first of them, so that a switch which is
	// turned back leaves nothing.  After another change, that text is the changed text.
	write(rows, rule) {
		const { app } = this;
		const { text } = app.state;
		const closes = rule === 'close';
		const turned = rows.filter(({ amount }) => (amount === 'closed') !== closes);
		if (text !== this.made) this.begin(text);
		const switched = new Map(this.switched);
		for (const { token } of turned) {
			const goesBack = this.closed.has(token) === closes && switched.delete(token);
			if (!goesBack) switched.set(token, rule);
		}
		const of = (which) => [...switched].filter(([, what]) => what === which).map(([token]) => token);
		app.ask('edit', { ...app.source, text: this.first, shutOut: of('close'), letIn: of('open') }, (edit) => {
			if (edit.outcome !== 'proved') return this.refuse(edit);
			app.state.make.base ||= text;
			this.switched = switched;
			this.replace(edit.text);
			this.made = app.state.text;
			const what = closes ? 'shut out' : 'let in';
			say(`${plural(turned.length, 'crawler is', 'crawlers are')} ${what}. “Take all back” undoes it.`);
		});
	}

	begin(text) {
		this.first = text;
		this.closed = new Set(this.rows.filter(({ amount }) => amount === 'closed').map(({ token }) => token));
		this.switched = new Map(); // token -> close or open
	}

	// Say why nothing is written, in the words of robotsc edit.
	refuse({ outcome, robot, path }) {
		const of = path ? [', for instance ', h('code', {}, path)] : [];
		const whom = robot || 'robots that nobody names';
		const why = `Nothing is written, since what was asked for cannot be proved for ${whom}: ${REFUSED[outcome]}`;
		fill(this.proof, h('p.warn', {}, why, of, '. Edit the file by hand; what changed stands here then.'));
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
		app.ask('changed', { ...app.source, base }, (changes) => {
			app.answers.changed = changes;
			fill(this.proof, this.results(changes));
		});
	}

	results(changes) {
		const isProved = changes.every(({ answer }) => answer !== 'unknown');
		const rest = changes.some(({ robots }) => robots.includes('*')) ? 'For those not named here' : 'For all others';
		return h(
			'ul',
			{},
			changes.map((change) => h('li', {}, this.result(change))),
			isProved && h('li', {}, h('span.badge.same', {}, 'Proved'), ` ${rest} nothing changes, whatever the URL.`),
		);
	}

	result({ robots, answer, before, now, newly_disallowed: closed, newly_allowed: opened }) {
		const who = list(robots.map((name) => (name === '*' ? 'all others' : name)));
		if (answer === 'unknown') return `For ${who} it would take too long to find out.`;
		if (answer === 'same') return `${who}: lines beside the rules, such as Crawl-delay`;
		const extents = `${EXTENT[before.extent]} before, ${EXTENT[now.extent]} now`;
		return [`${who}: ${extents} `, ...path('closed', 'blocked', closed), ...path('opened', 'allowed', opened)];
	}
}

const EXTENT = { open: 'open', partly: 'partly open', closed: 'closed', unknown: 'not known' };

const more = (robots) => (robots.length > SHOWN ? ` and ${robots.length - SHOWN} more` : '');
const list = (robots) => robots.slice(0, SHOWN).join(', ') + more(robots);

// An example of a path that was closed or opened.
const path = (word, kind, found) =>
	found ? [h(`span.badge.${kind}`, {}, word), ' for instance ', h('code', {}, found), ' '] : [];
