// more.js - the tabs that few open, and exports: a script of its own, loaded when one is opened.
//
// SPDX-License-Identifier: Apache-2.0
import { FORMATS } from './formats.js';
import { Compare } from './views/compare.js';
import { Crawlers } from './views/crawlers.js';
import { Machine } from './views/machine.js';
import { Make } from './views/make.js';
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
};
globalThis.workbenchFormats = FORMATS;
