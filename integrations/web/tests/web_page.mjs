// web_page.mjs - the page in Chromium, for tests: opens it, asks and looks.
//
// Set: WEB, the folder of the page; TOOLS, where npm put playwright-core and axe-core; CHROMIUM;
// ROBOTSC, the command, whose answers the page must give; SHOTS, where pictures go, or nothing.
//
// SPDX-License-Identifier: Apache-2.0
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';

const { TOOLS, CHROMIUM, ROBOTSC, SHOTS } = process.env;
export const { WEB } = process.env;
const require = createRequire(join(TOOLS, 'package.json'));
const { chromium } = require('playwright-core');
export const PAGE = pathToFileURL(join(WEB, 'index.html')).href;
export const DIALECTS = ['rfc9309', 'google', 'nexor1994', 'koster1996', 'conner2'];
export const tmp = mkdtempSync(join(tmpdir(), 'web-'));

export let browser, context, page;
const problems = []; // errors of any page

before(async () => {
	browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
	context = await browser.newContext({
		viewport: { width: 1440, height: 900 },
		permissions: ['clipboard-read', 'clipboard-write'],
	});
	page = await open();
	await load({ readings: true, tab: 'urls' });
});

after(async () => {
	await browser?.close();
	rmSync(tmp, { recursive: true });
});

export async function open(url = PAGE, of = context) {
	const opened = await of.newPage();
	opened.on('pageerror', (error) => problems.push(error.message));
	opened.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
	await opened.goto(url);
	await settle(opened);
	return opened;
}

// How many times slower this machine is now than the bounds' machine (40 ms for the loop); at least
// 1.
export async function slowness(of = page) {
	const times = await of.evaluate(() =>
		Array.from({ length: 5 }, () => {
			const since = performance.now();
			let x = 1;
			for (let i = 0; i < 2e7; i++) x = (Math.imul(x, 1664525) + 1013904223) | 0;
			window.kept = x;
			return performance.now() - since;
		}),
	);
	return Math.max(1, times.reduce((sum, ms) => sum + ms, 0) / times.length / 40);
}

export const startTracing = () =>
	browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });

// Returns tasks: milliseconds of each task of the main thread, the longest first; all: milliseconds
// of the page with its workers.  Processor time, since other programs may be running.
export async function stopTracing() {
	const { traceEvents } = JSON.parse(await browser.stopTracing());
	const threads = new Map(
		traceEvents.filter((e) => e.name === 'thread_name').map((e) => [`${e.pid} ${e.tid}`, e.args.name]),
	);
	const took = (name, thread) =>
		traceEvents
			.filter((e) => e.name === name && e.tdur >= 0 && thread.test(threads.get(`${e.pid} ${e.tid}`)))
			.map((e) => e.tdur / 1000);
	const all = took('ThreadControllerImpl::RunTask', /^(CrRendererMain|DedicatedWorker)/);
	return {
		tasks: took('RunTask', /^CrRendererMain$/).sort((x, y) => y - x),
		all: all.reduce((sum, ms) => sum + ms, 0),
	};
}

// Wait until all questions are answered.
export async function settle(of = page) {
	await of.waitForFunction(
		() => document.body.dataset.busy === 'no' && document.querySelector('#remarks-list > *'),
		null,
		{ timeout: 60000, polling: 10 },
	);
}

// Run robotsc and return its output, also for exit status 1.
export function robotsc(args, input) {
	try {
		return execFileSync(ROBOTSC, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'], maxBuffer: 1 << 26 });
	} catch (error) {
		if (error.status === 1) return error.stdout;
		throw error;
	}
}

export function file(octets, name = 'robots.txt') {
	writeFileSync(join(tmp, name), octets);
	return join(tmp, name);
}

export const state = (of = page) => of.evaluate(() => structuredClone(window.workbench.state));
export const answers = (of = page) => of.evaluate(() => window.workbench.answers);
export const load = async (changes, of = page) => {
	await of.evaluate((more) => window.workbench.load({ ...window.workbench.state, ...more }), changes);
	await settle(of);
};
export const tab = async (name) => {
	await page.click(`#tab-${name}`);
	await settle();
};
export const example = async (number) => {
	await page.selectOption('#examples', String(number));
	await settle();
};
export async function shot(name, of = page) {
	if (!SHOTS) return;
	await of.mouse.move(700, 890);
	const session = await of.context().newCDPSession(of);
	const { data } = await session.send('Page.captureScreenshot', {
		format: 'webp',
		quality: 45,
		clip: { x: 0, y: 0, ...of.viewportSize(), scale: 0.72 },
	});
	writeFileSync(join(SHOTS, `${name}.webp`), data, 'base64');
}

// Type at the end of the editor's text.
export async function typeAtEnd(text) {
	await page.click('#editor .cm-content');
	await page.keyboard.press('Control+End');
	await page.keyboard.type(text);
	await settle();
}

// Run the exported shell script in a folder of its own, and return its output.
export async function runExport() {
	const script = await exported('shell');
	const folder = mkdtempSync(join(tmp, 'shell-'));
	writeFileSync(join(folder, 'robotsc'), `#!/bin/sh\nexec '${ROBOTSC}' "$@"\n`, { mode: 0o755 });
	try {
		return execFileSync('sh', ['-c', script], {
			cwd: folder,
			encoding: 'utf8',
			stdio: ['pipe', 'pipe', 'ignore'],
			env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
		});
	} catch (error) {
		return error.stdout;
	}
}

export async function exported(format) {
	await page.click('#export');
	await page.click(`[data-export=${format}]`);
	await page.waitForSelector('#text-dialog[open]');
	const text = await page.inputValue('#text-content');
	await page.click('#text-dialog button:has-text("Close")');
	return text;
}

// The last test of a file.  more: errors that its tests provoke.
export function noErrors(more) {
	const expected = /Refused to connect|Content Security Policy/; // a test tries that
	assert.deepEqual(
		problems.filter((text) => !expected.test(text) && !(more instanceof RegExp && more.test(text))),
		[],
	);
}
