// browser.mjs - the package in Chromium: a page and its workers answer as Node does.
//
//     node browser.mjs PACKAGE TOOLS CHROMIUM
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import * as robotsc from 'robotsc';
import robotsParser from 'robotsc/robots-parser';

import { fetchSnapshot } from 'robotsc/snapshot';

import { answers } from './questions.mjs';
import { serveRanges } from './ranges_server.mjs';
import { makeSnapshot } from './snapshots.mjs';

const [folder, tools, executablePath] = process.argv.slice(2);
const { chromium } = createRequire(join(tools, 'package.json'))('playwright-core');
const TYPES = { '.js': 'text/javascript', '.mjs': 'text/javascript', '.html': 'text/html', '.wasm': 'application/wasm' };

/** Workers have no import map, so their addresses are written out. */
const MODULE_WORKER = `
import * as robotsc from './robotsc/esm/index.js';
import robotsParser from './robotsc/esm/robots-parser.js';
import { answers } from './questions.mjs';
postMessage(answers(robotsc, robotsParser));
`;

/** As runtimes do that make modules of .wasm files when they deploy: the workerd condition. */
const WORKERD = `
const load = async (name) => WebAssembly.compileStreaming(fetch('./robotsc/workerd/' + name));
export const reader = await load('reader.wasm'), tools = await load('tools.wasm'), snapshot = await load('snapshot.wasm');
`;

const SNAPSHOT_WORKER = `
import { fetchSnapshot } from './robotsc/esm/snapshot.js';
onmessage = async ({ data: [from, urls] }) => postMessage(await found(fetchSnapshot, from, urls));
${found}
`;

/** Verdicts and reasons, one question after the other. */
async function found(fetchSnapshot, from, urls) {
	const snapshot = await fetchSnapshot(from), answers = [];
	for (const url of urls) {
		const entry = await snapshot.find(url);
		answers.push(entry && [entry.origin, entry.reason, entry.policy.agent('a-bot').allowed(url)]);
	}
	return answers;
}

/** A snapshot on the server of the page, asked by Node, a page, a worker, and modules of files. */
async function checkSnapshots(browser) {
	const site = mkdtempSync(join(tmpdir(), 'robotsc-browser-'));
	makeSnapshot(site, 'crawl', 700);
	const ranges = await serveRanges(site);
	ranges.others = serve;
	const page = await browser.newPage(), base = ranges.base, from = `${base}/crawl`;
	try {
		await page.goto(`${base}/browser.html`);
		const urls = Array.from({ length: 25 }, (_, i) => `https://h${i * 31}.example/${i % 2 ? i * 31 % 40 : 'x'}`);
		const wanted = plain(await found(fetchSnapshot, from, urls)), count = wanted.filter(Boolean).length;
		assert.deepEqual([count, new Set(wanted.map(String)).size], [23, 24]);
		for (const entry of ['./robotsc/esm', './robotsc/workerd']) {
			const begin = ranges.log.length;
			assert.deepEqual(plain(await page.evaluate(`(async () => {
				const { fetchSnapshot } = await import('${entry}/snapshot.js');
				${found}
				return found(fetchSnapshot, ${JSON.stringify(from)}, ${JSON.stringify(urls)});
			})()`)), wanted);
			const asked = ranges.log.slice(begin).filter(({ path }) => path === '/crawl');
			assert.ok(asked.length <= 1 + 3 * 25 && asked.every(({ status }) => status === 206), `${asked.length} requests`);
			assert.ok(asked.slice(1).every(({ ifRange, sent }) => ifRange && sent <= 4096));
		}
		assert.deepEqual(plain(await page.evaluate((question) => new Promise((resolve, reject) => {
			const worker = new Worker('./snapshot_worker.mjs', { type: 'module' });
			worker.onmessage = ({ data }) => resolve(data);
			worker.onerror = ({ message }) => reject(new Error(message));
			worker.postMessage(question);
		}), [from, urls])), wanted);
		console.log('snapshots on a server: page, modules of .wasm files, worker: as Node');
	} finally {
		await page.close();
		await ranges.stop();
		rmSync(site, { recursive: true });
	}
}

function serve(request, response) {
	const path = new URL(request.url, 'http://h').pathname;
	const made = {
		'/worker.mjs': MODULE_WORKER, '/wasm.mjs': WORKERD, '/robotsc/workerd/reader.wasm.js':
			'import { reader } from "/wasm.mjs"; export const readerModule = () => reader;',
		'/robotsc/workerd/snapshot.wasm.js': 'import { snapshot } from "/wasm.mjs"; export const snapshotModule = () => snapshot;',
		'/snapshot_worker.mjs': SNAPSHOT_WORKER,
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
	if (process.env.ROBOTSC_STORE === 'yes')
		await checkSnapshots(browser);
	assert.deepEqual(faults, []);
} finally {
	await browser.close();
	server.close();
}
