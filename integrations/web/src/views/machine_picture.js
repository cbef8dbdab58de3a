// machine_picture.js - the drawing of an automaton, and a path's place in it.
//
// SPDX-License-Identifier: Apache-2.0
import { fill, h, plural } from '../dom.js';
import { drawGraph } from '../graph.js';

const MOST = 400; // states that are drawn

export class Picture {
	// on: handlers: drawn(), and enter(name) and leave(name) for a node.
	constructor(on) {
		this.on = on;
		this.dot = null; // what is drawn
		this.drawing = 0; // of drawings, the last one
		this.scale = 0; // 0: as wide as its place
		this.fitting = 1; // the scale that is
		this.nodes = new Map();
		this.edges = new Map();
		this.element = h('div.graph', { id: 'graph', role: 'img', 'aria-label': 'The automaton', tabindex: '0' });
	}

	get svg() {
		return this.element.querySelector('svg');
	}

	zoom(factor) {
		this.scale = factor ? Math.min(4, Math.max(0.2, (this.scale || this.fitting) * factor)) : 0;
		this.fit();
	}

	fit() {
		const { svg } = this;
		if (!svg) return;
		const width = svg.viewBox.baseVal.width;
		this.fitting = Math.min(1.4, (this.element.clientWidth - 4) / width);
		svg.style.width = `${width * (this.scale || this.fitting)}px`;
		svg.style.height = 'auto';
	}

	// Draw a graph of this many states.
	async draw(count, dot) {
		const mine = ++this.drawing;
		if (count > MOST) {
			this.showTooMany(count);
			return;
		}
		if (!this.svg) fill(this.element, h('p.quiet', {}, 'Drawing…'));
		try {
			const svg = await drawGraph(dot);
			if (mine !== this.drawing) return;
			this.element.innerHTML = svg.slice(svg.indexOf('<svg'));
			this.svg.setAttribute('aria-hidden', 'true');
		} catch (error) {
			if (mine !== this.drawing || error.message === 'cancelled') return;
			fill(this.element, h('p.quiet', {}, `It could not be drawn: ${error.message}`));
		}
		this.dot = dot;
		this.read();
		this.fit();
		this.on.drawn();
	}

	showTooMany(count) {
		fill(
			this.element,
			h(
				'p.quiet',
				{},
				`${plural(count, 'state')} are too many for a picture. `,
				'The command robotsc inspect --svg draws them.',
			),
		);
		this.read();
	}

	// Find the nodes and edges in the drawing.
	read() {
		this.nodes = new Map();
		this.edges = new Map();
		for (const g of this.element.querySelectorAll('g.node, g.edge')) {
			const title = g.querySelector('title');
			(g.classList.contains('node') ? this.nodes : this.edges).set(title.textContent, g);
			title.remove(); // else it is a tooltip
		}
		for (const [name, g] of this.nodes) {
			g.addEventListener('mouseenter', () => this.on.enter(name));
			g.addEventListener('mouseleave', () => this.on.leave(name));
		}
	}

	// Names of the edges from a node to the next: one edge, or two by way of a node between.
	between(from, to) {
		const { edges } = this;
		if (edges.has(`${from}->${to}`)) return [`${from}->${to}`];
		for (const name of edges.keys()) {
			const [a, b] = name.split('->');
			if (a === from && edges.has(`${b}->${to}`)) return [name, `${b}->${to}`];
		}
		return [];
	}

	// Highlight a way: names of nodes for each of its places; the path is at the last place.
	light(way) {
		const { nodes, edges } = this;
		for (const g of [...nodes.values(), ...edges.values()]) g.classList.remove('here', 'seen');
		way.slice(0, -1).forEach((names, i) => {
			for (const from of names) {
				nodes.get(from)?.classList.add('seen');
				for (const to of way[i + 1])
					if (from !== to) this.between(from, to).forEach((e) => edges.get(e).classList.add('seen'));
			}
		});
		for (const name of way.at(-1) ?? []) nodes.get(name)?.classList.add('here');
	}

	scrollTo(name) {
		const here = this.nodes.get(name);
		if (!here || this.element.scrollWidth <= this.element.clientWidth) return;
		const box = here.getBoundingClientRect(),
			frame = this.element.getBoundingClientRect();
		this.element.scrollLeft += box.left - frame.left - frame.width / 2;
	}
}
