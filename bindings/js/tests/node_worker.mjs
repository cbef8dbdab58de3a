// node_worker.mjs - workers of Node answer as the main thread, at the same time.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

import * as robotsc from 'robotsc';
import robotsParser from 'robotsc/robots-parser';

import { answers } from './questions.mjs';

if (isMainThread) {
	const found = await Promise.all([1, 2, 3].map(() => new Promise((resolve, reject) => {
		new Worker(new URL(import.meta.url)).once('message', resolve).once('error', reject);
	})));
	const expected = answers(robotsc, robotsParser);
	for (const one of found)
		assert.deepEqual(one, expected);
} else {
	parentPort.postMessage(answers(robotsc, robotsParser));
}
