// snapshots.js - the tab that looks up hosts in a snapshot; its script is loaded when it is opened.
//
// SPDX-License-Identifier: Apache-2.0
import { fill, h } from '../dom.js';

export class Snapshots {
	constructor(app) {
		this.app = app;
		this.title = 'Snapshot';
		this.element = h('div', { id: 'snapshots' });
	}

	refresh() {
		this.view?.refresh();
		this.script ??= h('script', {
			src: 'snapshots.js',
			onload: () => (this.view = globalThis.makeSnapshots(this.app, this.element)),
			onerror: () => {
				this.script = null;
				const text = 'snapshots.js, which stands beside this page, could not be loaded.';
				fill(this.element, h('p.warn', {}, text));
			},
		});
		if (!this.script.isConnected) document.head.append(this.script);
	}
}
