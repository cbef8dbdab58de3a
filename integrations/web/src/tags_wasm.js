// tags_wasm.js - the package's WebAssembly for the tab of page tags, in the place of its
// reader.wasm.js and tools.wasm.js.
//
// SPDX-License-Identifier: Apache-2.0
import text from 'deflated:page_tags.wasm';
import { inflated } from './inflated.js';

let module;
export const ready = (async () => (module = await inflated(text)))();

export const readerModule = () => module;
export const toolsModule = () => module;
