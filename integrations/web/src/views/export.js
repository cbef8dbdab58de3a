// export.js - the menu that exports answers as files.
//
// SPDX-License-Identifier: Apache-2.0
import { $, copy, say } from '../dom.js';
import { save } from '../save.js';
import { loaded, missing } from './later.js';

export function exportMenu(app) {
	const menu = $('export-menu'),
		button = $('export');
	const items = [...menu.querySelectorAll('[role=menuitem]')];
	let name = '',
		made = '';

	function open(shown, focus = 0) {
		menu.hidden = !shown;
		button.setAttribute('aria-expanded', String(shown));
		if (shown) items.at(focus).focus();
	}

	async function choose(format) {
		open(false);
		if (!app.answers.check) say('There are no answers yet.');
		else if (!(await loaded(app, 'more.js'))) say(missing('more.js'));
		else if (format === 'json') app.views.urls.askLines(() => show(format));
		else show(format);
	}

	function show(format) {
		const [title, file, make] = globalThis.workbenchFormats[format];
		name = file;
		$('text-title').textContent = title;
		made = make(app);
		$('text-content').value = made;
		$('text-dialog').showModal();
	}

	button.addEventListener('click', () => open(menu.hidden));
	for (const item of items) item.addEventListener('click', () => choose(item.dataset.export));
	menu.addEventListener('keydown', (event) => {
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		if (step) {
			event.preventDefault();
			items.at((items.indexOf(document.activeElement) + step) % items.length).focus();
		} else if (event.key === 'Escape') {
			open(false);
			button.focus();
		}
	});
	document.addEventListener('click', (event) => {
		if (!menu.hidden && !event.target.closest('.menu')) open(false);
	});
	$('text-copy').addEventListener('click', () => copy(made, 'Copied.'));
	$('text-save').addEventListener('click', () => save(name, made));
}
