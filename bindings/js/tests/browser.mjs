// browser.mjs - the package in Chromium: a page and its workers answer as Node does.
//
//     node browser.mjs PACKAGE TOOLS CHROMIUM
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { extname, join } from 'node:path';

import * as robotsc from 'robotsc';
import robotsParser from 'robotsc/robots-parser';

import { answers } from './questions.mjs';

const [folder, tools, executablePath] = process.argv.slice(2);
const { chromium } = createRequire(join(tools, 'package.json'))('playwright-core');
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.html': 'text/html', '.wasm': 'application/wasm' };

/** Workers have no import map, so the addresses of modules are written out. */
const MODULE_WORKER = `
import * as robotsc from './robotsc/esm/index.js';
import robotsParser from './robotsc/esm/robots-parser.js';
import { answers } from './questions.mjs';
postMessage(answers(robotsc, robotsParser));
`;

/** The condition workerd: for runtimes that turn .wasm files into modules when they deploy. */
const WORKERD = `
const load = async (name) => WebAssembly.compileStreaming(fetch('./robotsc/workerd/' + name));
export const reader = await load('reader.wasm'), tools = await load('tools.wasm');
`;

function serve(request, response) {
	const path = new URL(request.url, 'http://h').pathname;
	const made = {
		'/worker.mjs': MODULE_WORKER, '/wasm.mjs': WORKERD, '/robotsc/workerd/reader.wasm.js':
			'import { reader } from "/wasm.mjs"; export const readerModule = () => reader;',
		'/robotsc/workerd/tools.wasm.js': 'import { tools } from "/wasm.mjs"; export const toolsModule = () => tools;',
	};
	try {
		const body = made[path] ?? readFileSync(path.startsWith('/robotsc/') ? join(folder, path.slice(8)) : join('.', path));
		response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain' }).end(body);
	} catch {
		response.writeHead(404).end();
	}
}

const plain = (value) => JSON.parse(JSON.stringify(value));
const expected = plain(answers(robotsc, robotsParser));
const server = createServer(serve).listen(0, '127.0.0.1');
await new Promise((resolve) => server.once('listening', resolve));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
	const page = await browser.newPage(), base = `http://127.0.0.1:${server.address().port}`, faults = [];
	page.on('pageerror', (error) => faults.push(error));
	await page.goto(`${base}/browser.html`);

	const inPage = (entry) => page.evaluate(async (from) => {
		const { answers } = await import('./questions.mjs');
		const robotsc = await import(`${from}/index.js`), parser = await import(`${from}/robots-parser.js`);
		return answers(robotsc, parser.default);
	}, entry);
	assert.deepEqual(plain(await inPage('./robotsc/esm')), expected);
	console.log('page: as Node');

	const mapped = await page.evaluate(async () => {
		const { open } = await import('robotsc/check'), { compile } = await import('robotsc');
		return open(compile('User-agent: *\nDisallow: /').blob).agent().allowed('/');
	});
	assert.equal(mapped, false);
	console.log('page with an import map: answers');

	const inWorker = await page.evaluate(() => new Promise((resolve, reject) => {
		const worker = new Worker('./worker.mjs', { type: 'module' });
		worker.onmessage = ({ data }) => resolve(data);
		worker.onerror = ({ message }) => reject(new Error(message));
	}));
	assert.deepEqual(plain(inWorker), expected);
	console.log('worker: as Node');

	assert.deepEqual(plain(await inPage('./robotsc/workerd')), expected);
	console.log('modules of .wasm files: as Node');
	assert.deepEqual(faults, []);
} finally {
	await browser.close();
	server.close();
}
