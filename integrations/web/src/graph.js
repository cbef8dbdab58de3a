// graph.js - draws with Graphviz, whose script is loaded when it is needed.
//
// That script has graph_worker.js as a text, so that Graphviz runs in a worker, too, if the page is
// a local file, which may not load workers.
//
// SPDX-License-Identifier: Apache-2.0
import { h } from './dom.js';

const LONGEST = 10000; // milliseconds

let source = null,
	worker = null,
	running = null;

function load() {
	source ??= new Promise((resolve, reject) => {
		document.head.append(
			h('script', {
				src: 'graph.js',
				onload: () => resolve(globalThis.graphWorker),
				onerror: () => {
					source = null;
					reject(new Error('graph.js, which stands beside this page, could not be loaded'));
				},
			}),
		);
	});
	return source;
}

function end(error) {
	clearTimeout(running?.timer);
	running?.reject(error);
	running = null;
	worker?.terminate();
	worker = null;
}

// Draws a graph; returns SVG.  A drawing that has not ended is cancelled.
export async function drawGraph(dot) {
	const text = await load();
	if (running) end(new Error('cancelled'));
	if (!worker) {
		const url = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
		worker = new Worker(url);
		URL.revokeObjectURL(url);
	}
	return new Promise((resolve, reject) => {
		running = { resolve, reject, timer: setTimeout(() => end(new Error('it takes too long')), LONGEST) };
		worker.onmessage = ({ data }) => {
			const { timer } = running;
			clearTimeout(timer);
			running = null;
			if (data.svg) resolve(data.svg);
			else reject(new Error(data.error));
		};
		worker.onerror = (event) => end(new Error(event.message));
		worker.postMessage(dot);
	});
}
