// later.js - a tab whose script is loaded when it is opened.
//
// SPDX-License-Identifier: Apache-2.0
import { fill, h } from '../dom.js';

const scripts = new Map(); // name -> what ends when it is loaded

function load(name) {
	if (!scripts.has(name))
		scripts.set(
			name,
			new Promise((resolve, reject) => {
				const onerror = () => {
					scripts.delete(name);
					reject(new Error(`${name}, which stands beside this page, could not be loaded.`));
				};
				document.head.append(h('script', { src: name, onload: resolve, onerror }));
			}),
		);
	return scripts.get(name);
}

// Stands in the place of app.views[name] until that is there.
export class Later {
	constructor(app, name, title, script) {
		Object.assign(this, { app, name, title, script });
		this.element = h('div');
	}

	async refresh() {
		const { app, name } = this;
		if (this.loading) return;
		this.loading = true;
		app.wait(1);
		try {
			await load(this.script);
			this.become(new globalThis.workbenchViews[name](app));
		} catch (error) {
			fill(this.element, h('p.warn', {}, error.message));
			this.loading = false;
		}
		app.wait(-1);
	}

	become(view) {
		const { app, name } = this;
		app.views[name] = view;
		fill(this.element, view.element);
		view.restore?.();
		view.opened?.();
		view.refresh();
	}
}
