// permalink.js - the state of the page as a fragment: JSON, deflated, base64url; or a text alone.
//
// SPDX-License-Identifier: Apache-2.0
import { agentOf, readingOf } from './agents.js';
import { decode } from './octets.js';

export const MOST = 32000; // characters; longer ones do not survive mail and chat

const LARGEST = 8 << 20; // octets of a state; a short link may hold more

async function through(stream, octets) {
	const pieces = [];
	let size = 0;
	for (const reader = new Blob([octets]).stream().pipeThrough(stream).getReader(); ;) {
		const { done, value } = await reader.read();
		if (done) return new Uint8Array(await new Blob(pieces).arrayBuffer());
		pieces.push(value);
		size += value.length;
		if (size > LARGEST) {
			reader.cancel().catch(() => {});
			throw new RangeError('too large');
		}
	}
}

export async function toFragment(state) {
	const packed = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(JSON.stringify(state)));
	let text = '';
	for (let i = 0; i < packed.length; i += 8192) text += String.fromCharCode(...packed.subarray(i, i + 8192));
	return `1-${btoa(text).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')}`;
}

// The octets of a text in which percent signs escape octets.
function octetsOf(text) {
	const octets = [...new TextEncoder().encode(text)];
	for (let from = 0, to = 0; ; from++, to++) {
		if (from >= octets.length) return Uint8Array.from(octets.slice(0, to));
		const hex = octets[from] === 0x25 && String.fromCharCode(...octets.slice(from + 1, from + 3));
		if (/^[\da-f]{2}$/i.test(hex)) from += 2;
		octets[to] = /^[\da-f]{2}$/i.test(hex) ? parseInt(hex, 16) : octets[from];
	}
}

// The state of a link that the bookmark or the command writes: text=...&agent=...&url=..., escaped.
function fromText(fragment) {
	if (fragment.length > LARGEST) return null;
	const members = fragment.split('&').map((member) => /^(\w+)=(.*)$/s.exec(member) ?? []);
	const all = (name) => members.filter(([, key]) => key === name).map(([, , value]) => decode(octetsOf(value)));
	const [source] = all('text');
	const [agent] = all('agent').filter(({ text }) => text);
	const urls = all('url').map(({ text }) => text);
	const asked = agent && { agent: agent.text, dialect: readingOf(agentOf(agent.text)) };
	return { ...source, urls: urls.length ? urls : ['/'], selected: 0, ...asked };
}

// The state in a fragment; null if the fragment has none.
export async function fromFragment(fragment) {
	if (/^#?text=/.test(fragment)) return fromText(fragment.replace('#', ''));
	const match = /^#?1-([\w-]+)$/.exec(fragment);
	if (!match) return null;
	try {
		const text = atob(match[1].replace(/-/g, '+').replace(/_/g, '/'));
		const packed = Uint8Array.from(text, (char) => char.charCodeAt(0));
		const state = JSON.parse(
			new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), packed)),
		);
		return state && typeof state === 'object' ? state : null;
	} catch {
		return null;
	}
}
