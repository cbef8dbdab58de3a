// inflated.js - WebAssembly that a script has as deflated octets in base64.
//
// SPDX-License-Identifier: Apache-2.0
export async function inflated(text) {
	const octets = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
	const stream = new Blob([octets]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
	return WebAssembly.compile(await new Response(stream).arrayBuffer());
}
