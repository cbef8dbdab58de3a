// state.js - the state of the page: from an example or from a link.
//
// SPDX-License-Identifier: Apache-2.0
import { DIALECTS } from './dialects.js';
import { FIRST } from './examples.js';

const MOST_URLS = 500;

export const exampleState = (example) => ({
	text: example.text,
	encoding: 'utf-8',
	agent: example.agent,
	dialect: example.dialect ?? 'rfc9309',
	urls: [...example.urls],
	selected: example.selected ?? Math.min(1, example.urls.length - 1),
	tab: 'summary',
	readings: false,
	path: '',
	make: { base: '' },
	compare: { what: 'version', text: '', encoding: 'utf-8', dialect: 'google', all: true, usual: true },
	page: { html: '', headers: '', example: true },
});

// The state from a link: known members are taken, others are dropped.
export function merged(from) {
	const state = exampleState(FIRST);
	const take = (to, source) => {
		for (const key of Object.keys(to)) {
			if (source?.[key] === undefined) continue;
			if (Array.isArray(to[key])) {
				if (Array.isArray(source[key]))
					to[key] = source[key].filter((v) => typeof v === 'string').slice(0, MOST_URLS);
			} else if (typeof to[key] === 'object') {
				take(to[key], source[key]);
			} else if (typeof source[key] === typeof to[key]) {
				to[key] = source[key];
			}
		}
	};
	take(state, from);
	const known = (value, all) => (all.includes(value) ? value : all[0]);
	const dialects = DIALECTS.map((d) => d.id);
	state.dialect = known(state.dialect, dialects);
	state.encoding = known(state.encoding, ['utf-8', 'latin-1']);
	state.compare.encoding = known(state.compare.encoding, ['utf-8', 'latin-1']);
	state.compare.dialect = known(state.compare.dialect, dialects);
	state.compare.what = known(state.compare.what, ['version', 'dialect']);
	state.selected = known(state.selected, state.urls.map((_, i) => i)) ?? 0;
	// Fields that are one line can hold no line ends.
	state.agent = state.agent.replace(/[\r\n]/g, '');
	state.urls = state.urls.map((url) => url.replace(/[\r\n]/g, ''));
	return state;
}
