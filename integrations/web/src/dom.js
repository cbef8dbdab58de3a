// dom.js - makes elements, announces and copies texts.
//
// SPDX-License-Identifier: Apache-2.0

// h('button.small', {onclick, 'aria-label': ...}, 'text', child...): makes an element from a tag
// with classes, its attributes and listeners, and its children.
export function h(tag, attributes = {}, ...children) {
	const [name, ...classes] = tag.split('.');
	const element = document.createElement(name);
	if (classes.length) element.className = classes.join(' ');
	for (const [key, value] of Object.entries(attributes)) {
		if (key.startsWith('on')) element.addEventListener(key.slice(2), value);
		else if (key in element && typeof value !== 'string') element[key] = value;
		else if (value !== false && value != null) element.setAttribute(key, value === true ? '' : value);
	}
	element.append(...children.flat().filter((child) => child != null && child !== false));
	return element;
}

export const $ = (id) => document.getElementById(id);

// Replace the children of an element.
export function fill(element, ...children) {
	element.replaceChildren(...children.flat().filter((child) => child != null && child !== false));
}

// Announce a text to screen readers, and show it for a moment.
let timer = 0;
export function say(text) {
	const said = $('said');
	said.textContent = text;
	said.classList.add('shown');
	clearTimeout(timer);
	timer = setTimeout(() => said.classList.remove('shown'), 4000);
}

// Copy a text to the clipboard; then announce `done`.
export async function copy(text, done) {
	try {
		await navigator.clipboard.writeText(text);
	} catch {
		const area = h('textarea', { readonly: true }, text);
		(document.querySelector('dialog[open]') ?? document.body).append(area);
		area.select();
		document.execCommand('copy');
		area.remove();
	}
	say(done);
}

// The question about a text that is no URL; meant: the offered URL; use: called to take it.
export const didYouMean = (url, meant, use) => [
	h('span.break', {}, `“${url}”`),
	' is no URL and no path.',
	...(meant ? [' Did you mean ', h('button.link.break', { type: 'button', onclick: use }, meant), '?'] : []),
];

export const plural = (n, one, many = `${one}s`) => `${n.toLocaleString('en')} ${n === 1 ? one : many}`;
