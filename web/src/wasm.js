// wasm.js - the package's WebAssembly, which is in the page as deflated octets.  This module stands
// in the place of the package's own reader.wasm.js and tools.wasm.js.
//
// SPDX-License-Identifier: Apache-2.0
import reader from 'deflated:reader.wasm';
import tools from 'deflated:tools.wasm';

async function moduleOf(text) {
	const octets = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
	const stream = new Blob([octets]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
	return WebAssembly.compile(await new Response(stream).arrayBuffer());
}

const modules = {};
export const ready = (async () => {
	[modules.reader, modules.tools] = await Promise.all([moduleOf(reader), moduleOf(tools)]);
})();

export const readerModule = () => modules.reader;
export const toolsModule = () => modules.tools;
