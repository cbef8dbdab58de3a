// compare.js - two versions, or two readings of a file: proved equal, or their differences.
//
// SPDX-License-Identifier: Apache-2.0
import { DIALECTS, dialect } from '../dialects.js';
import { fill, h, plural } from '../dom.js';
import { Editor } from '../editor.js';
import { decode } from '../octets.js';

const ANSWER = {
	same: ['same', 'Proved: the same'],
	different: ['different', 'Different'],
	unknown: ['unknown', 'Too much to find out here'],
};
const REASON = { 'no-rule': 'no rule matches', 'robots-txt': '/robots.txt may always be fetched' };
const SHOWN = 8; // crawlers that are named

// The crawlers of a result in words.  alone: there is no other result.
function names({ agents, others }, alone) {
	if (!agents.length) return others ? (alone ? 'All crawlers' : 'All others') : 'No crawler';
	const more = agents.length > SHOWN ? ` and ${agents.length - SHOWN} more` : '';
	return agents.slice(0, SHOWN).join(', ') + more + (others ? ' and all others' : '');
}

export class Compare {
	constructor(app) {
		this.app = app;
		this.title = 'Compare';
		this.result = h('div', { id: 'compare-result', 'aria-live': 'polite' });
		this.other = this.makeOther();
		this.all = h('input', { type: 'checkbox', onchange: () => this.set({ all: this.all.checked }) });
		this.usual = h('input', { type: 'checkbox', onchange: () => this.set({ usual: this.usual.checked }) });
		const box = h('div.second', { id: 'second' });
		this.version = this.makeVersion(box);
		this.element = h('div', {}, this.makeChoices(), this.makeOptions(), this.version, this.result);
		this.editor = new Editor({
			parent: box,
			label: 'The other version of robots.txt',
			text: '',
			find: globalThis.workbenchFind,
			changed: (text) => {
				this.state.text = text;
				app.change({}, 250);
			},
		});
	}

	get state() {
		return this.app.state.compare;
	}

	// ---- what is compared

	makeOther() {
		return h(
			'select',
			{
				id: 'compare-dialect',
				'aria-label': 'The other reading',
				onchange: () => this.set({ dialect: this.other.value }),
			},
			DIALECTS.map((d) => h('option', { value: d.id }, d.name)),
		);
	}

	makeChoices() {
		const choice = (what, label) => {
			const onchange = () => this.set({ what });
			return h('label.choice', {}, h('input', { type: 'radio', name: 'compare', value: what, onchange }), label);
		};
		return h(
			'fieldset.bar',
			{},
			h('legend', {}, 'Compare the left one with'),
			choice('version', 'another version'),
			choice('dialect', 'itself, read by'),
			this.other,
		);
	}

	makeOptions() {
		return h(
			'div.bar',
			{},
			h('label.choice', {}, this.all, 'for every crawler, not only the chosen one'),
			h('label.choice', {}, this.usual, 'only URLs as crawlers write them'),
		);
	}

	// Make the other version: an editor inside `box`.
	makeVersion(box) {
		const button = (id, label, onclick) => h('button', { type: 'button', id, onclick }, label);
		const file = this.makeFile();
		return h(
			'div',
			{ id: 'compare-version' },
			h(
				'div.bar',
				{},
				h('h3', {}, 'The other version'),
				button('compare-copy', 'Copy from the left', () => this.replace(this.app.source)),
				button('compare-open', 'Open a file', () => file.click()),
				file,
				button('compare-swap', 'Swap', () => this.swap()),
			),
			box,
		);
	}

	makeFile() {
		const file = h('input', {
			type: 'file',
			hidden: true,
			tabindex: '-1',
			'aria-hidden': 'true',
			onchange: async () => {
				if (!file.files[0]) return;
				this.replace(decode(new Uint8Array(await file.files[0].arrayBuffer())));
				file.value = '';
			},
		});
		return file;
	}

	set(changes) {
		Object.assign(this.state, changes);
		this.show();
		this.app.refreshTab();
	}

	replace({ text, encoding }) {
		this.editor.set(text);
		this.set({ text: this.editor.text, encoding });
	}

	swap() {
		const { app, editor } = this;
		const left = app.source;
		const right = { text: editor.text, encoding: this.state.encoding };
		app.editor.set(right.text);
		editor.set(left.text);
		Object.assign(this.state, left);
		app.change(right);
	}

	show() {
		const { what, all, usual } = this.state;
		for (const radio of this.element.querySelectorAll('input[name=compare]')) radio.checked = radio.value === what;
		this.other.value = this.state.dialect;
		this.all.checked = all;
		this.usual.checked = usual;
		this.version.hidden = what !== 'version';
	}

	restore() {
		this.editor.set(this.state.text);
		this.show();
	}

	opened() {
		this.editor.view.requestMeasure();
	}

	// ---- what is asked

	// The names of both sides, and functions that go to a line of each side.
	sides(mine, there) {
		const goto = (n) => this.app.editor.goto(n);
		if (this.state.what === 'dialect')
			return [mine, there].map(({ name }) => ({ name, short: name, goto }));
		return [
			{ name: 'on the left', short: 'the left one', goto },
			{ name: 'the other version', short: 'the other one', goto: (n) => this.editor.goto(n) },
		];
	}

	refresh() {
		const { app } = this;
		const { what, text, encoding, all, usual } = this.state;
		const mine = dialect(app.state.dialect);
		const there = what === 'dialect' ? dialect(this.state.dialect) : mine;
		if (what === 'version' && !text) {
			fill(this.result, h('p.quiet', {}, 'Paste the other version above, or copy this one and change it.'));
			return;
		}
		const second = what === 'version' ? { text, encoding } : app.source;
		const question = {
			a: { ...app.source, dialect: mine.id },
			b: { ...second, dialect: there.id },
			token: all ? undefined : app.asking.token,
			usual,
		};
		app.ask('compare', question, (answer) => {
			app.answers.compare = answer;
			this.draw(answer, this.sides(mine, there), usual);
		});
	}

	// ---- the answer

	draw({ results, phrase }, sides, usual) {
		const urls = usual ? ' that crawlers write' : '';
		const differ = results.filter((p) => p.answer === 'different').length;
		const summary = results.every((p) => p.answer === 'same')
			? `Proved: no crawler is treated otherwise, whatever the URL${urls}.`
			: `${plural(differ, 'set')} of crawlers ${differ === 1 ? 'is' : 'are'} treated otherwise.`;
		fill(
			this.result,
			phrase ? h('p.warn', {}, `This looks like ${phrase}, not like a robots.txt.`) : null,
			h('p.summary', {}, summary),
			results.map((p) => this.part(p, sides, results.length === 1)),
		);
	}

	part(p, sides, alone) {
		const [kind, words] = ANSWER[p.answer];
		return h(
			'section.card',
			{},
			h('h3', {}, h(`span.badge.${kind}`, {}, words), ' ', names(p, alone)),
			this.paths(`Blocked by ${sides[1].short}, allowed by ${sides[0].short}`, p.newly_disallowed, sides),
			this.paths(`Allowed by ${sides[1].short}, blocked by ${sides[0].short}`, p.newly_allowed, sides),
			p.answer === 'different' && !p.complete
				? h('p.quiet', {}, 'Among others: the shortest and some that do not begin with it.')
				: null,
		);
	}

	paths(title, list, sides) {
		if (!list.length) return null;
		return [h('h4', {}, title), h('ul.paths', {}, list.map((d) => this.path(d, sides)))];
	}

	path({ path, a, b }, sides) {
		const side = (i, reason) =>
			h('div.sides', {}, h('span.quiet', {}, `${sides[i].name}: `), this.reason(sides[i], reason));
		const onclick = () => this.askAbout(path);
		return h(
			'li',
			{},
			h('code.path', {}, path),
			' ',
			h('button.small', { type: 'button', onclick }, 'ask'),
			side(0, a),
			side(1, b),
		);
	}

	reason(side, { kind, line, text }) {
		if (kind !== 'line') return REASON[kind] ?? 'too much to find out';
		const onclick = () => side.goto(line);
		return [h('button.link', { type: 'button', onclick }, `line ${line}`), ' ', h('code', {}, text)];
	}

	askAbout(path) {
		const { app } = this;
		app.state.urls.push(path);
		app.state.selected = app.state.urls.length - 1;
		app.views.urls.restore();
		app.openTab('urls');
		app.refresh();
	}
}
