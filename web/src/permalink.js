// permalink.js - the state of the page as a fragment: JSON, deflated, base64url.
//
// SPDX-License-Identifier: Apache-2.0
export const MOST = 32000; // characters; longer ones do not survive mail and chat

async function through(stream, octets) {
	return new Uint8Array(await new Response(new Blob([octets]).stream().pipeThrough(stream)).arrayBuffer());
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
