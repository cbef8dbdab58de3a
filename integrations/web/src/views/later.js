// later.js - a tab whose script is loaded when it is opened.
//
// SPDX-License-Identifier: Apache-2.0
import { fill, h } from '../dom.js';

const scripts = new Map(); // name -> what ends when it is loaded

export const missing = (name) => `${name}, which stands beside this page, could not be loaded.`;

function load(name) {
	if (!scripts.has(name))
		scripts.set(
			name,
			new Promise((resolve, reject) => {
				const onerror = () => {
					scripts.delete(name);
					reject(new Error(missing(name)));
				};
				document.head.append(h('script', { src: name, onload: resolve, onerror }));
			}),
		);
	return scripts.get(name);
}

// Load a script; false if it cannot be loaded.
export async function loaded(app, name) {
	app.wait(1);
	try {
		await load(name);
		return true;
	} catch {
		return false;
	} finally {
		app.wait(-1);
	}
}

// Takes the place of app.views[name] until its script is loaded.
export class Later {
	constructor(app, name, title, script) {
		Object.assign(this, { app, name, title, script });
		this.element = h('div');
	}

	async refresh() {
		const { app, name } = this;
		if (this.loading) return;
		this.loading = true;
		if (await loaded(app, this.script)) this.become(new globalThis.workbenchViews[name](app));
		else fill(this.element, h('p.warn', {}, missing(this.script)));
		this.loading = false;
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
