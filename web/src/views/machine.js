// machine.js - the automaton of a crawler, drawn; the way of a path through it; and its octets.
//
// SPDX-License-Identifier: Apache-2.0
import { fill, h, plural } from '../dom.js';
import { drawGraph } from '../graph.js';
import { visible } from '../octets.js';

const MOST_NODES = 400; // that are drawn
const WINDOW = 2048; // octets that are shown of a large policy
const PARTS = [
	['header', 'header'],
	['machine', 'sizes'],
	['prefixes', 'table of first bytes'],
	['tables', 'tables for skipping'],
	['literals', 'literals'],
	['code', 'states'],
	['globs', 'patterns'],
	['policies', 'policies'],
	['agents', 'crawlers’ names'],
	['records', 'other lines'],
	['other', 'other'],
	['checksum', 'checksum'],
];
const PACE = 350; // milliseconds a step

const nodeName = ([, kind, number]) =>
	[null, 'prefixes', `n${number}`, number ? 'allow' : 'disallow', `g${number}`, 'verdict'][kind] ?? null;

export function makeMachine(app) {
	const path = h('input', {
		id: 'machine-path',
		spellcheck: 'false',
		autocomplete: 'off',
		autocapitalize: 'off',
		oninput: () => {
			app.state.path = path.value;
			stop();
			askTrace();
			app.saveLink();
		},
	});
	const button = (id, label, text, onclick) =>
		h('button.small', { type: 'button', id, 'aria-label': label, title: label, onclick }, text);
	const play = button('machine-play', 'Play', '▶', () => (timer ? stop() : start()));
	const cells = h('ol.cells', { 'aria-hidden': 'true' });
	const where = h('p', { id: 'machine-where', role: 'status' });
	const facts = h('p.quiet', {});
	const picture = h('div.graph', { id: 'graph', role: 'img', 'aria-label': 'The automaton', tabindex: '0' });
	const octets = h('div.octets', {
		id: 'octets',
		tabindex: '0',
		role: 'region',
		'aria-label': 'The bytes of the compiled file',
	});
	const legend = h('p.legend', {});
	const zoom = (factor) => {
		scale = factor ? Math.min(4, Math.max(0.2, scale * factor)) : 0;
		fit();
	};
	const element = h(
		'div',
		{},
		h(
			'div.bar',
			{},
			h('label.field.wide', {}, 'Path', path),
			h(
				'span.group',
				{},
				button('machine-first', 'To the beginning', '⇤', () => go(0)),
				button('machine-back', 'One byte back', '←', () => go(cursor - 1)),
				play,
				button('machine-next', 'One byte on', '→', () => go(cursor + 1)),
				button('machine-last', 'To the end', '⇥', () => go(Infinity)),
			),
		),
		cells,
		where,
		h(
			'div.beside',
			{},
			h(
				'div',
				{},
				h(
					'div.bar',
					{},
					h('h3', {}, 'The automaton'),
					h(
						'span.group',
						{},
						button('zoom-out', 'Smaller', '−', () => zoom(0.8)),
						button('zoom-fit', 'Fit', 'Fit', () => zoom(0)),
						button('zoom-in', 'Larger', '+', () => zoom(1.25)),
					),
				),
				picture,
				h(
					'p.quiet',
					{},
					'Green: a path that ends here is allowed; red: blocked. ',
					'A dashed edge takes all other bytes; ',
					'after a dotted one the byte is read again.',
				),
			),
			h('div', {}, h('h3', {}, 'Its bytes'), facts, legend, octets),
		),
	);

	let machine = null,
		trace = null,
		cursor = 0,
		timer = 0,
		scale = 0,
		drawing = 0;
	let drawnDot = null; // what the picture shows
	let nodes = new Map(),
		edges = new Map(); // of the picture

	// ---- the picture

	function fit() {
		const svg = picture.querySelector('svg');
		if (!svg) return;
		const width = svg.viewBox.baseVal.width;
		const fitting = Math.min(1.4, (picture.clientWidth - 4) / width);
		svg.style.width = `${width * (scale || fitting)}px`;
		svg.style.height = 'auto';
	}

	function readPicture() {
		nodes = new Map();
		edges = new Map();
		for (const g of picture.querySelectorAll('g.node, g.edge')) {
			const title = g.querySelector('title');
			(g.classList.contains('node') ? nodes : edges).set(title.textContent, g);
			title.remove(); // else it is a tooltip
		}
		for (const [name, g] of nodes) {
			const range = rangeOf(name);
			if (range) g.addEventListener('mouseenter', () => mark(range));
			if (range) g.addEventListener('mouseleave', () => light());
		}
	}

	async function draw() {
		const mine = ++drawing;
		if (machine.count > MOST_NODES) {
			fill(
				picture,
				h(
					'p.quiet',
					{},
					`${plural(machine.count, 'state')} are too many for a picture. `,
					'The command robotsc inspect draws them.',
				),
			);
			readPicture();
			return;
		}
		if (!picture.querySelector('svg')) fill(picture, h('p.quiet', {}, 'Drawing…'));
		try {
			const svg = await drawGraph(machine.dot);
			if (mine !== drawing) return;
			picture.innerHTML = svg.slice(svg.indexOf('<svg'));
			picture.querySelector('svg').setAttribute('aria-hidden', 'true');
		} catch (error) {
			if (mine !== drawing || error.message === 'cancelled') return;
			fill(picture, h('p.quiet', {}, `It could not be drawn: ${error.message}`));
		}
		drawnDot = machine.dot;
		readPicture();
		fit();
		light();
	}

	// ---- the octets

	const rangeOf = (name) => {
		if (name === 'prefixes')
			return machine.parts
				.find(([part, begin]) => part === 2 && begin >= (machine.machine[0] ?? 0))
				?.slice(1);
		return machine.nodes.find(([number]) => `n${number}` === name)?.slice(1);
	};

	let shownFrom = -1;
	function drawOctets(around = 0) {
		const { blob } = machine;
		const from =
			blob.length <= 2 * WINDOW ? 0 : Math.max(0, Math.min(blob.length - WINDOW, around - WINDOW / 2)) & ~15;
		if (from === shownFrom) return;
		shownFrom = from;
		const to = blob.length <= 2 * WINDOW ? blob.length : from + WINDOW;
		const begins = new Set(machine.nodes.map(([, begin]) => begin));
		const rows = [];
		let part = 0;
		for (let at = from; at < to; at += 16) {
			const row = h('div.octet-row', {}, h('span.at', {}, at.toString(16).toUpperCase().padStart(4, '0')));
			for (let i = at; i < Math.min(at + 16, to); i++) {
				while (i >= machine.parts[part][2]) part++;
				row.append(
					h(
						`span.o.${PARTS[machine.parts[part][0]][0]}${begins.has(i) ? '.begins' : ''}`,
						{ 'data-at': String(i) },
						blob[i].toString(16).toUpperCase().padStart(2, '0'),
					),
				);
			}
			rows.push(row);
		}
		fill(octets, rows);
		const used = [...new Set(machine.parts.map(([p]) => p))];
		fill(
			legend,
			used.map((p) => h('span', {}, h(`i.o.${PARTS[p][0]}`), PARTS[p][1])),
			machine.nodes.length ? h('span', {}, h('i.o.begins'), 'a state begins') : null,
		);
		facts.textContent =
			`${plural(blob.length, 'byte')} for all crawlers; ` +
			`this crawler’s part has ${plural(machine.machine[1] - machine.machine[0], 'byte')}` +
			(machine.filter ? ' and looks for literals, then tries patterns.' : ' and is a state machine.') +
			(to - from < blob.length ? ` Bytes ${from} to ${to - 1} are shown.` : '');
	}

	function mark(range) {
		for (const o of octets.querySelectorAll('.lit')) o.classList.remove('lit');
		if (!range) return;
		drawOctets(range[0]);
		for (let i = range[0]; i < range[1]; i++) octets.querySelector(`[data-at="${i}"]`)?.classList.add('lit');
		const first = octets.querySelector('.lit');
		if (!first) return;
		const top = first.getBoundingClientRect().top - octets.getBoundingClientRect().top;
		octets.scrollTop += top - octets.clientHeight / 3;
	}

	// ---- the way of a path

	const at = (i) => trace?.steps.filter(([n]) => n === i) ?? [];

	// The edges from one node to the next: one, or a dotted one before it.
	function between(from, to) {
		if (edges.has(`${from}->${to}`)) return [`${from}->${to}`];
		for (const name of edges.keys()) {
			const [a, b] = name.split('->');
			if (a === from && edges.has(`${b}->${to}`)) return [name, `${b}->${to}`];
		}
		return [];
	}

	function light() {
		for (const g of [...nodes.values(), ...edges.values()]) g.classList.remove('here', 'seen');
		if (!trace) return;
		const names = (i) => at(i).map(nodeName).filter(Boolean);
		for (let i = 0; i < cursor; i++) {
			for (const name of names(i)) nodes.get(name)?.classList.add('seen');
			for (const from of names(i))
				for (const to of names(i + 1))
					if (from !== to) between(from, to).forEach((e) => edges.get(e).classList.add('seen'));
		}
		for (const name of names(cursor)) nodes.get(name)?.classList.add('here');
		const [name] = names(cursor);
		mark(name ? rangeOf(name) : null);
		[...cells.children].forEach((cell, i) => {
			cell.classList.toggle('read', i < cursor);
			cell.classList.toggle('last', i === cursor - 1);
		});
		const here = nodes.get(name);
		if (here && picture.scrollWidth > picture.clientWidth) {
			const box = here.getBoundingClientRect(),
				frame = picture.getBoundingClientRect();
			picture.scrollLeft += box.left - frame.left - frame.width / 2;
		}
		say();
	}

	function say() {
		const steps = at(cursor);
		if (!steps.length) {
			where.textContent = 'Too many patterns to follow this path further.';
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
			where,
			`After ${cursor} of ${plural(trace.path.length, 'byte')}: ${place}`,
			read ? `, ${plural(read, 'byte')} into an edge` : '',
			'. A path that ends here is ',
			h(`span.badge.${verdict ? 'allowed' : 'blocked'}`, {}, verdict ? 'allowed' : 'blocked'),
			'.',
		);
	}

	function go(to) {
		stop();
		step(to);
	}

	function step(to) {
		cursor = Math.max(0, Math.min(trace?.path.length ?? 0, to));
		light();
	}

	function start() {
		if (!trace) return;
		if (cursor >= trace.path.length) step(0);
		play.textContent = '❚❚';
		play.setAttribute('aria-label', 'Pause');
		timer = setInterval(() => {
			step(cursor + 1);
			if (cursor >= trace.path.length) stop();
		}, PACE);
	}

	function stop() {
		clearInterval(timer);
		timer = 0;
		play.textContent = '▶';
		play.setAttribute('aria-label', 'Play');
	}

	function askTrace() {
		app.ask('trace', { ...app.source, ...app.asking, url: path.value || '/' }, (result) => {
			trace = result;
			app.answers.trace = result;
			fill(
				cells,
				[...result.path].map((octet) =>
					h(`li${octet > 0x20 && octet < 0x7f ? '' : '.hex'}`, {}, visible(octet)),
				),
			);
			step(Infinity);
		});
	}

	return {
		title: 'Automaton',
		element,
		names: () => [...nodes.keys()],
		visited: () => [...new Set(trace.steps.map(nodeName).filter(Boolean))],
		drawn: () => drawnDot === machine?.dot,
		restore() {
			path.value = app.state.path;
		},
		opened() {
			if (!path.value) {
				const url = app.state.urls[app.state.selected] ?? '/';
				app.state.path = path.value = url.replace(/^[a-z]+:\/\/[^/]*/i, '').slice(0, 200) || '/';
			}
			fit();
		},
		refresh() {
			stop();
			app.ask('machine', { ...app.source, ...app.asking }, (result) => {
				const same = drawnDot === result.dot;
				machine = result;
				app.answers.machine = result;
				shownFrom = -1;
				drawOctets();
				if (!same || !picture.querySelector('svg')) draw();
				else light();
			});
			askTrace();
		},
	};
}
