// wasm.js - WebAssembly, deflated and in base64: one module in place of the package's two, and this
// file in place of the package's reader.wasm.js and tools.wasm.js.
//
// SPDX-License-Identifier: Apache-2.0
import text from 'deflated:module';

let module;
export const ready = (async () => {
	const octets = Uint8Array.from(atob(text), (char) => char.charCodeAt(0));
	const stream = new Blob([octets]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
	module = await WebAssembly.compile(await new Response(stream).arrayBuffer());
})();

export const readerModule = () => module;
export const toolsModule = () => module;
