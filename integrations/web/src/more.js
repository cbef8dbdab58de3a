// more.js - rarely opened tabs, exports, and search in a text: a script of its own, which is loaded
// when one of them is used.
//
// SPDX-License-Identifier: Apache-2.0
import { gotoLine, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { StateEffect } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import css from '../late.css';
import { h } from './dom.js';
import { FORMATS } from './formats.js';
import { Compare } from './views/compare.js';
import { Crawlers } from './views/crawlers.js';
import { Machine } from './views/machine.js';
import { Make } from './views/make.js';
import { PageTags } from './views/page_tags.js';
import { Records } from './views/records.js';
import { SiteList } from './views/site_list.js';

globalThis.workbenchViews = {
	...globalThis.workbenchViews,
	crawlers: Crawlers,
	make: Make,
	list: SiteList,
	compare: Compare,
	machine: Machine,
	records: Records,
	page: PageTags,
};
globalThis.workbenchFormats = FORMATS;

document.head.append(h('style', {}, css));

// The keymap without gotoLine, whose dialog is left out.
const finding = [search({ top: true }), keymap.of(searchKeymap.filter(({ run }) => run !== gotoLine))];
const found = new WeakSet(); // editors that have it
globalThis.workbenchFind = (view) => {
	if (!found.has(view)) view.dispatch({ effects: StateEffect.appendConfig.of(finding) });
	found.add(view);
	openSearchPanel(view);
};
