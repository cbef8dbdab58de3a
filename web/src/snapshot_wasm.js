// snapshot_wasm.js - the package's WebAssembly for the tab of snapshots, in the place of its
// reader.wasm.js and snapshot.wasm.js.
//
// SPDX-License-Identifier: Apache-2.0
import readerText from 'deflated:../js/reader.wasm';
import snapshotText from 'deflated:../js/snapshot.wasm';
import { inflated } from './inflated.js';

let reader, snapshot;
export const ready = (async () => {
	reader = await inflated(readerText);
	snapshot = await inflated(snapshotText);
})();

export const readerModule = () => reader;
export const snapshotModule = () => snapshot;
