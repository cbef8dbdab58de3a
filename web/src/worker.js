// worker.js - the worker: questions in, answers out.
//
// SPDX-License-Identifier: Apache-2.0
import { answer } from './engine.js';
import { ready } from './wasm.js';

onmessage = async ({ data: { kind, input } }) => {
	try {
		await ready;
		const result = answer(kind, input, (part) => postMessage({ part }));
		postMessage({ result });
	} catch (error) {
		postMessage({ error: error.message });
	}
};
