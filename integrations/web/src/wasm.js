// wasm.js - the package's WebAssembly, which is in the page as deflated octets: one module for both
// of the package's.  This stands in the place of its reader.wasm.js and tools.wasm.js.
//
// SPDX-License-Identifier: Apache-2.0
import text from 'deflated:page.wasm';
import { inflated } from './inflated.js';

let module;
export const ready = (async () => (module = await inflated(text)))();

export const readerModule = () => module;
export const toolsModule = () => module;
