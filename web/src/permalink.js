// permalink.js - the state of the page as a fragment: JSON, deflated, base64url.
//
// SPDX-License-Identifier: Apache-2.0
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

// The state of a fragment; null if it is none.
export async function fromFragment(fragment) {
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
