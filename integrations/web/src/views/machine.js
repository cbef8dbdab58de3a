// machine.js - the automaton of a crawler, and a path's way through it, step by step.
//
// SPDX-License-Identifier: Apache-2.0
import { didYouMean, fill, h, plural } from '../dom.js';
import { visible } from '../octets.js';
import { Octets } from './machine_octets.js';
import { Picture } from './machine_picture.js';

const PACE = 350; // milliseconds a step

const nodeName = ([, kind, number]) =>
	[null, 'prefixes', `n${number}`, number ? 'allow' : 'disallow', `g${number}`, 'verdict'][kind] ?? null;

const button = (id, label, text, onclick) =>
	h('button.small', { type: 'button', id, 'aria-label': label, title: label, onclick }, text);

export class Machine {
	constructor(app) {
		this.app = app;
		this.title = 'Automaton';
		this.machine = null; // as answered, and the way of the path
		this.trace = null;
		this.cursor = 0; // octets of the path that are read
		this.timer = 0; // while it plays
		this.octets = new Octets();
		this.picture = new Picture({
			drawn: () => this.light(),
			enter: (name) => this.rangeOf(name) && this.octets.mark(this.rangeOf(name)),
			leave: (name) => this.rangeOf(name) && this.light(),
		});
		this.path = this.makePath();
		this.play = button('machine-play', 'Play', '▶', () => (this.timer ? this.stop() : this.start()));
		this.cells = h('ol.cells', { 'aria-hidden': 'true' });
		this.where = h('p', { id: 'machine-where', role: 'status' });
		this.element = h(
			'div',
			{},
			this.makeControls(),
			this.cells,
			this.where,
			h('div.beside', {}, this.makePicture(), this.octets.element),
		);
	}

	makePath() {
		const { app } = this;
		const oninput = () => {
			app.state.path = this.path.value;
			this.stop();
			this.askTrace();
			app.saveLink();
		};
		const attributes = { spellcheck: 'false', autocomplete: 'off', autocapitalize: 'off' };
		return h('input', { id: 'machine-path', ...attributes, oninput });
	}

	makeControls() {
		return h(
			'div.bar',
			{},
			h('label.field.wide', {}, 'Path', this.path),
			h(
				'span.group',
				{},
				button('machine-first', 'To the beginning', '⇤', () => this.go(0)),
				button('machine-back', 'One byte back', '←', () => this.go(this.cursor - 1)),
				this.play,
				button('machine-next', 'One byte on', '→', () => this.go(this.cursor + 1)),
				button('machine-last', 'To the end', '⇥', () => this.go(Infinity)),
			),
		);
	}

	makePicture() {
		const { picture } = this;
		const zooms = h(
			'span.group',
			{},
			button('zoom-out', 'Smaller', '−', () => picture.zoom(0.8)),
			button('zoom-fit', 'Fit', 'Fit', () => picture.zoom(0)),
			button('zoom-in', 'Larger', '+', () => picture.zoom(1.25)),
		);
		return h(
			'div',
			{},
			h('div.bar', {}, h('h3', {}, 'The automaton'), zooms),
			picture.element,
			h(
				'p.quiet',
				{},
				'Green: a path that ends here is allowed; red: blocked. ',
				'A dashed edge takes all other bytes; ',
				'after a dotted one the byte is read again.',
			),
		);
	}

	// ---- the way of a path

	// The range of a node's octets, [begin, end].
	rangeOf(name) {
		const { parts, nodes, machine } = this.machine;
		if (name === 'prefixes')
			return parts.find(([part, begin]) => part === 2 && begin >= (machine[0] ?? 0))?.slice(1);
		return nodes.find(([number]) => `n${number}` === name)?.slice(1);
	}

	// The steps of the path after i octets.
	stepsAt(i) {
		return this.trace.steps.filter(([n]) => n === i);
	}

	namesAt(i) {
		return this.stepsAt(i).map(nodeName).filter(Boolean);
	}

	light() {
		const { trace, cursor, picture } = this;
		picture.light(trace ? Array.from({ length: cursor + 1 }, (_, i) => this.namesAt(i)) : []);
		if (!trace) return;
		const [name] = this.namesAt(cursor);
		this.octets.mark(name ? this.rangeOf(name) : null);
		[...this.cells.children].forEach((cell, i) => {
			cell.classList.toggle('read', i < cursor);
			cell.classList.toggle('last', i === cursor - 1);
		});
		picture.scrollTo(name);
		this.say();
	}

	sayNoPath(path, meant) {
		const use = () => {
			this.path.value = meant;
			this.path.dispatchEvent(new Event('input'));
		};
		fill(this.where, didYouMean(path, meant, use));
	}

	say() {
		const steps = this.stepsAt(this.cursor);
		if (!steps.length) {
			this.where.textContent = 'Too many patterns to follow this path further.';
			return;
		}
		const [[, kind, number, read, verdict]] = steps;
		const place = [
			'before the first byte',
			'in the table of first bytes',
			`in state ${number}`,
			'decided, whatever follows',
			`${plural(steps.length, 'pattern')} match${steps.length === 1 ? 'es' : ''}`,
			'no pattern matches',
		][kind];
		fill(
			this.where,
			`After ${this.cursor} of ${plural(this.trace.path.length, 'byte')}: ${place}`,
			read ? `, ${plural(read, 'byte')} into an edge` : '',
			'. A path that ends here is ',
			h(`span.badge.${verdict ? 'allowed' : 'blocked'}`, {}, verdict ? 'allowed' : 'blocked'),
			'.',
		);
	}

	// ---- steps

	go(to) {
		this.stop();
		this.step(to);
	}

	step(to) {
		this.cursor = Math.max(0, Math.min(this.trace?.path.length ?? 0, to));
		this.light();
	}

	start() {
		const { trace, play } = this;
		if (!trace) return;
		if (this.cursor >= trace.path.length) this.step(0);
		play.textContent = '❚❚';
		play.setAttribute('aria-label', 'Pause');
		this.timer = setInterval(() => {
			this.step(this.cursor + 1);
			if (this.cursor >= this.trace.path.length) this.stop();
		}, PACE);
	}

	stop() {
		clearInterval(this.timer);
		this.timer = 0;
		this.play.textContent = '▶';
		this.play.setAttribute('aria-label', 'Play');
	}

	// ---- what is asked

	askTrace() {
		const { app } = this;
		const url = this.path.value || '/';
		app.ask('trace', { ...app.source, ...app.asking, url }, (result) => {
			const { path } = result;
			this.trace = path ? result : null;
			app.answers.trace = result;
			fill(
				this.cells,
				[...(path ?? [])].map((octet) =>
					h(`li${octet > 0x20 && octet < 0x7f ? '' : '.hex'}`, {}, visible(octet)),
				),
			);
			this.step(Infinity);
			if (!path) this.sayNoPath(url, result.meant);
		});
	}

	refresh() {
		const { app, picture } = this;
		this.stop();
		app.ask('machine', { ...app.source, ...app.asking }, (result) => {
			const same = this.drawn(result);
			this.machine = result;
			app.answers.machine = result;
			this.octets.show(result);
			if (!same || !picture.svg) picture.draw(result.count, result.dot);
			else this.light();
		});
		this.askTrace();
	}

	restore() {
		this.path.value = this.app.state.path;
	}

	opened() {
		const { path, app } = this;
		if (!path.value) {
			const url = app.state.urls[app.state.selected] ?? '/';
			app.state.path = path.value = url.replace(/^[a-z]+:\/\/[^/]*/i, '').slice(0, 200) || '/';
		}
		this.picture.fit();
	}

	// ---- for tests

	names() {
		return [...this.picture.nodes.keys()];
	}

	visited() {
		return [...new Set(this.trace.steps.map(nodeName).filter(Boolean))];
	}

	// True if this machine is drawn now.
	drawn(machine = this.machine) {
		return this.picture.dot === machine?.dot;
	}
}
