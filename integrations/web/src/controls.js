// controls.js - controls of the whole window: dropped files, keys, light and dark.
//
// SPDX-License-Identifier: Apache-2.0
import { $, copy, say } from './dom.js';

// Read a file that is dropped anywhere.
export function makeDrop(app) {
	let depth = 0;
	const files = (event) => event.dataTransfer?.types.includes('Files');
	const show = (by) => {
		depth = by ? depth + by : 0;
		$('drop').hidden = depth <= 0;
	};
	addEventListener('dragenter', (event) => files(event) && show(1));
	addEventListener('dragleave', (event) => files(event) && show(-1));
	addEventListener('dragover', (event) => files(event) && event.preventDefault());
	addEventListener(
		'drop',
		(event) => {
			if (!files(event)) return;
			event.preventDefault();
			event.stopPropagation();
			show(0);
			if (event.dataTransfer.files[0]) app.read(event.dataTransfer.files[0]);
		},
		true,
	);
}

// Set light or dark, by the system or by the button.
export function makeTheme() {
	const system = matchMedia('(prefers-color-scheme: dark)');
	let chosen = null;
	try {
		chosen = localStorage.getItem('theme');
	} catch {} // not allowed here: the choice holds for this visit
	const show = () => {
		const dark = chosen ? chosen === 'dark' : system.matches;
		document.documentElement.dataset.theme = dark ? 'dark' : 'light';
		$('theme').setAttribute('aria-pressed', String(dark));
	};
	$('theme').addEventListener('click', () => {
		chosen = document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark';
		try {
			localStorage.setItem('theme', chosen);
		} catch {}
		show();
	});
	system.addEventListener('change', show);
	show();
}

// Handle keys that work everywhere.
export function makeKeys(app) {
	addEventListener('keydown', (event) => {
		const typing = event.target.closest?.('input, textarea, select, [contenteditable]');
		if (event.altKey && !event.ctrlKey && !event.metaKey) {
			const names = Object.keys(app.views);
			const number = '1234567890'.indexOf(event.key);
			if (names[number]) app.openTab(names[number]);
			else if (event.code === 'KeyE') app.editor.view.focus();
			else if (event.code === 'KeyU') app.openUrls();
			else return;
			event.preventDefault();
		} else if (event.key === '?' && !typing) {
			$('help-dialog').showModal();
		}
	});
}

// Runs on a page of a site.  Opens PAGE with the site's robots.txt, and the page's URL as the URL.
async function openLive(PAGE) {
	let text;
	try {
		if (location.pathname === '/robots.txt') text = document.body.textContent;
		else {
			const response = await fetch('/robots.txt');
			if (!response.ok) return alert(`${location.origin}/robots.txt: status ${response.status}`);
			text = await response.text();
		}
	} catch {
		return alert(`This page lets nothing be fetched. Open ${location.origin}/robots.txt, and try it there.`);
	}
	const address = `${PAGE}#text=${encodeURIComponent(text)}&url=${encodeURIComponent(location.href)}`;
	open(address) || (location.href = address);
}

// Make the bookmark that runs openLive.  There is none if PAGE is a file: no site may open a file.
export function makeBookmark() {
	const isFile = location.protocol === 'file:';
	$('bookmark').hidden = isFile;
	$('no-bookmark').hidden = !isFile;
	if (isFile) return;
	const page = JSON.stringify(location.href.replace(/#.*/, ''));
	const code = `javascript:${encodeURIComponent(`(${openLive})(${page})`)}`;
	$('bookmark-link').href = code;
	$('bookmark-link').addEventListener('click', (event) => {
		event.preventDefault();
		say('Drag it to your bookmarks, or copy it; then use it on a page of the site.');
	});
	$('bookmark-copy').addEventListener('click', () => copy(code, 'Copied: paste it as the address of a bookmark.'));
}
