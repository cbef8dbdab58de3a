// wasm.js - the package's WebAssembly, which is in the page as deflated octets: one module for both
// of the package's.  This stands in the place of its reader.wasm.js and tools.wasm.js.
//
// SPDX-License-Identifier: Apache-2.0
import text from 'deflated:page.wasm';

async function compiled() {
	const octets = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
	const stream = new Blob([octets]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
	return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

let module;
export const ready = (async () => (module = await compiled()))();

export const readerModule = () => module;
export const toolsModule = () => module;
